extension Writing {
  static let iqDataBinding = Writing(
    name: "IQDataBinding",
    summary: "chained calls that bind a view to a model, with a silent way back",
    folders: ["iqdatabinding"],
    words: [
      WritingWord(
        "bind",
        meaning: "calls a block of the view with each value of a model's key; can be chained",
        there: "self.bind(@\"title\", ^(id value) { … }).bind(@\"content\", ^(id value) { … })",
        here: "`observe initial viewModel.title { … }` in the body of the view's class",
        sample: "iqdatabinding/chained-calls",
        example: """
          class LoginView: UIView {
            viewModel
            nameField = new UITextField
            greeting = new UILabel
            observe initial viewModel.name { nameField.text = value }
            observe initial viewModel.greeting { greeting.text = value }
          }
          object login { name = "Kim"; greeting = "Welcome" }
          object view: LoginView { viewModel = login }
          expect view.nameField.text == "Kim" && view.greeting.text == "Welcome"
          """),
      WritingWord(
        "observeKeyPath",
        meaning: "calls the block at once, but only if there is a value",
        there: "[watchDog observeKeyPath:@\"title\" callBack:^(id value) { … }]",
        here: "`observe initial some viewModel.title { … }`",
        sample: "iqdatabinding/first-call",
        example: """
          class ProfileView: UIView {
            viewModel
            nameLabel = new UILabel { text = "no name yet" }
            observe initial some viewModel.name { nameLabel.text = value }
          }
          object nobody { name = nil }
          object view: ProfileView { viewModel = nobody }
          expect view.nameLabel.text == "no name yet"
          """),
      WritingWord(
        "bindModel",
        meaning: "gives the view another model, which its blocks then observe",
        there: "[self.contentView bindModel:self.contentModel]",
        here: "`view.viewModel = model`",
        sample: "iqdatabinding/another-model",
        example: """
          class RowView: UIView {
            viewModel
            label = new UILabel
            observe viewModel.title { label.text = value }
          }
          object milk { title = "Milk" }
          object bread { title = "Bread" }
          object row: RowView
          row.viewModel = milk
          row.viewModel = bread
          milk.title = "Cream"
          expect row.label.text == "Bread"
          """),
      WritingWord(
        "update", "silent update",
        meaning: "writes a value of the view to the model without notifying observers",
        there: "self.update(@\"content\", field.text).update(@\"title\", @\"lobster\")",
        here: "`silent viewModel.content = field.text`, one statement for each value",
        sample: "iqdatabinding/silent-update",
        example: """
          object person { name = "Kim" }
          object label: UILabel
          bind person.name ~> label.text
          silent person.name = "Hobbit"
          expect person.name == "Hobbit" && label.text == "Kim"
          """),
      WritingWord(
        "callBack",
        meaning: "the block of a key, for several keys too; the next one replaces it",
        there: "self.bind(@\"title\", callBack).bind(@\"content\", callBack)",
        here: "an action that several observers call; `unbind NAME` for the next",
        sample: "iqdatabinding/one-block",
        example: """
          object model { title = "Milk"; content = "fresh" }
          var shown = []
          action show(value) { shown.append(value) }
          for key in ["title", "content"] { observe initial model[key] { show(value) } }
          expect shown == ["Milk", "fresh"]
          """,
        note: "Two observers of one key are both called here; there the second takes the place."),
      WritingWord(
        "IQWatchDog",
        meaning: "removes all observers of a view when the view is released",
        there: "objc_setAssociatedObject(self, &key, watchDog, …)",
        here: "`release view`",
        sample: "iqdatabinding/release",
        example: """
          object login { name = "Kim" }
          var shown = []
          class LoginView: UIView { viewModel; observe viewModel.name { shown.append(value) } }
          object view: LoginView
          view.viewModel = login
          release view
          login.name = "Hobbit"
          expect shown == ["Kim"]
          """),
    ])
}
