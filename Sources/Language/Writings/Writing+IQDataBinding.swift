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
        here: "`observe initial some viewModel.title { … }` in the body of the view's class",
        sample: "iqdatabinding/chained-calls",
        example: """
          class LoginView: UIView {
            viewModel
            nameField = new UITextField
            greeting = new UILabel
            observe initial some viewModel.name { nameField.text = value }
            observe initial some viewModel.greeting { greeting.text = value }
          }
          object login { name = "Kim"; greeting = "Welcome" }
          object view: LoginView { viewModel = login }
          expect view.nameField.text == "Kim" && view.greeting.text == "Welcome"
          """,
        parts: [
          "chained calls": "bind returns its view, so that the next call can follow",
          "block": "code in braces that is called later, with a value",
          "__weak": "does not keep its object alive; here 'weak', for a property",
          "weakSelf": "the view in its own blocks; here its members are named alone",
          "strongSelf": "the same for the time of one call; nothing here needs it",
          "loginTextField": "the field of its example that shows the title",
          "pwdTextField": "the field of its example that shows the content",
          "setUpSubviews": "the view's method that makes its fields and binds them",
          "NSObject+IQDataBinding": "the category that adds bind and update",
        ]),
      WritingWord(
        "observeKeyPath",
        meaning: "calls the block at once, but only if there is a value",
        there: "- (void)observeKeyPath:(NSString *)keyPath callBack:(observerCallBack)callBack",
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
          """,
        parts: [
          "NSAssert": "refuses an empty key; here 'check' finds a wrong one"
        ]),
      WritingWord(
        "bindModel",
        meaning: "gives the view its model; the watchdog is made once, with the first one",
        there: "[self.contentView bindModel:self.contentModel]",
        here: "`view.viewModel = model`, for each model",
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
          """,
        note: """
          There a second bindModel does not move the blocks: they observe the first model. In later
          versions of the library it makes a new watchdog, and then nothing is observed.
          """,
        parts: [
          "ContentModel": "the model of its example, with title and content",
          "contentView": "the view of its example, which gets the model",
          "configData": "the method that makes the model and gives it to the view",
          "associated object": "an object that is attached to another one and dies with it",
          "objc_getAssociatedObject": "finds the watchdog that is attached to the view",
          "objc_setAssociatedObject": "attaches the watchdog to the view",
          "kViewAssociatedModelKey": "the key under which it is attached",
        ]),
      WritingWord(
        "update", "silent update",
        meaning: "writes a value of the view to the model without notifying observers",
        there: "self.update(@\"content\",textField.text).update(@\"title\",@\"lobster\")",
        here: "`silent viewModel.content = field.text`, one statement for each value",
        sample: "iqdatabinding/silent-update",
        example: """
          object person { name = "Kim" }
          object label: UILabel
          bind person.name ~> label.text
          silent person.name = "Hobbit"
          expect person.name == "Hobbit" && label.text == "Kim"
          """,
        parts: [
          "textFieldShouldReturn": "the method of its example that calls update",
          "object_setIvar": "stores a value without notifying; here 'silent' does",
          "IVar": "the variable in which a property keeps its value",
          "_MASBoxValue": "the function of Masonry that takes arguments of any type",
          "MASBoxValue": "the macro over that function",
          "Masonry": "the library that it learned that from; here a value has any type",
        ]),
      WritingWord(
        "callBack",
        meaning: "the block of a key; a second one replaces it, and is called twice",
        there: "[self.keyPathsAndCallBacks setObject:callBack forKey:keyPath]",
        here: "an action that several observers call; `unbind NAME` for the next",
        sample: "iqdatabinding/one-block",
        example: """
          object model { title = "Milk"; content = "fresh" }
          var shown = []
          action show(value) { shown.append(value) }
          for key in ["title", "content"] { observe initial model[key] { show(value) } }
          expect shown == ["Milk", "fresh"]
          """,
        note: """
          There a key that is bound twice has one block, but is observed twice: each change calls the
          second block two times. Here two observers are both called, once each.
          """,
        parts: [
          "keyPathsAndCallBacks": "the dictionary from each key to its one block",
          "observerCallBack": "the type of a block, with the new value",
        ]),
      WritingWord(
        "IQWatchDog", "WatchDog",
        meaning: "removes all observers of a view when the view is released",
        there: "objc_setAssociatedObject(self, &kViewAssociatedModelKey, viewAssociatedModel, …)",
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
          """,
        parts: [
          "automatic removal": "what its dealloc does; here the observers of a view end with it",
          "removeAllObservers": "removes the observers at once; here 'unbind view'",
          "dealloc": "runs when an object dies; here 'release' ends its observers",
          "enumerateKeysAndObjectsUsingBlock": "goes through a dictionary; here `for key, x in d`",
          "Hook": "replacing dealloc to learn of a death, which it does not do",
          "Aspects": "a library for that, which it finds too slow",
        ]),
      WritingWord(
        "changeButtonClicked",
        meaning: "an issue: the screen is not updated",
        there: "after changeButtonClicked, observeValueForKeyPath is not called",
        here: "`whynot model.title ~> view.label.text`",
        sample: "iqdatabinding/not-bound",
        example: """
          class TitleView: UIView {
            viewModel
            label = new UILabel
            observe viewModel.title { label.text = value }
          }
          object model { title = "News" }
          object view: TitleView
          model.title = "Sports"
          whynot model.title ~> view.label.text
          expect view.label.text == nil
          """),
    ])
}
