extension Writing {
  static let goo = Writing(
    name: "Goo",
    summary: "bindings of three modes on key-value observing, whose rules are 'semantics goo'",
    folders: ["goo"],
    words: [
      WritingWord(
        "TwoWay",
        meaning: "updates each side when the other one changes",
        there: "[self.inputText bindingWithProperty:@\"text\" … withBindingMode:TwoWay]",
        here: "`bind vm.d <> v.p`",
        sample: "goo/two-way",
        example: """
          semantics goo
          object model { name = "Kim" }
          object field: UITextField
          bind model.name <> field.text
          expect field.text == "Kim"
          field.text = "Bo"
          expect model.name == "Bo"
          """,
        note: """
          Goo names the view first. Here the left value passes first, and that of an empty view would
          overwrite the text of the model: write 'bind vm.text <> inputText'. The article does not
          say what ends the cycle: under 'semantics goo' only changes are passed on, under 'semantics
          kvo' the cycle runs until the turn is stopped.
          """),
      WritingWord(
        "OneWay",
        meaning: "updates the view only when the view model changes",
        there: "withBindingMode:OneWay",
        here: "`bind a.x ~> b.x`",
        sample: "goo/one-way",
        example: """
          semantics goo
          object model { name = "Kim" }
          object label: UILabel
          bind model.name ~> label.text
          model.name = "Bo"
          expect label.text == "Bo"
          label.text = "typed over"
          expect model.name == "Bo"
          """),
      WritingWord(
        "TempWay",
        meaning: "updates the view only when it is bound for the first time",
        there: "withBindingMode:TempWay",
        here: "`bind once a.x ~> b.x`",
        sample: "goo/temp-way",
        example: """
          semantics goo
          object settings { volume = 70 }
          object slider: UISlider
          bind once settings.volume ~> slider.value
          settings.volume = 80
          expect slider.value == 70
          """),
      WritingWord(
        "bindingWithProperty", "BindingMode",
        meaning: "binds a property of a view to one of a view model, in one of three modes",
        there:
          "[self.inputText bindingWithProperty:@\"text\" withObject:_vm withDataSource:@\"text\" …]",
        here: "`bind vm.d ~> v.p`, `bind vm.d <> v.p` or `bind once vm.d ~> v.p`",
        sample: "goo/one-way",
        example: """
          semantics goo
          object vm { text = "Kim" }
          object inputText: UITextField
          bind vm.text ~> inputText.text
          expect inputText.text == "Kim"
          """,
        parts: [
          "withObject": "the view model",
          "withBindingMode": "the mode: TwoWay, OneWay or TempWay",
          "bindingProperty": "what a control remembers; here 'explain #1' shows it",
          "GBindingSupport": "the categories of Goo that add the method to UIControl and UIView",
          "UIControl+GBindingSupport": "the file of the category for controls",
        ]),
      WritingWord(
        "updateBindingProperty",
        meaning: "notes what a control is bound to: view model, key, property and mode",
        there: "[self.bindingProperty updateBindingProperty:object withDataSource:dataSource …]",
        here: "the ends and the arrow of a `bind`; `explain #1` shows them",
        sample: "goo/example-app",
        example: """
          object vm { text = "Kim" }
          object label: UILabel
          bind vm.text ~> label.text as shown
          explain shown
          expect label.text == "Kim"
          """,
        note: "A binding gets other ends by 'rebind shown to other.text, label.text'."),
      WritingWord(
        "withDataSource", "key",
        meaning: "the property of the view model, by its name as a string",
        there: "[self.inputText … withDataSource:@\"text\" …]",
        here: "`vm[\"text\"]`, the same as `vm.text`, or `vm[key]` with the name in a variable",
        sample: "goo/keys",
        example: """
          object vm { text = "Kim"; hint = "a name" }
          object label: UILabel
          for key in ["text", "hint"] { bind vm[key] ~> label }
          expect label.text == "a name"
          vm["text"] = "Bo"
          expect label["text"] == vm.text
          """),
      WritingWord(
        "KVO", "key-value observing", "addObserver",
        meaning: "calls an observer at each write of a property; Goo and others build on it",
        there: "[object addObserver:self forKeyPath:dataSource options:… context:nil]",
        here: "`observe account.balance { … }` under `semantics kvo`",
        sample: "goo/options",
        example: """
          semantics kvo
          object account { balance = 100 }
          var changes = []
          observe account.balance { changes.append("\\(old) to \\(value)") }
          account.balance = 140
          account.balance = 140
          expect changes == ["100 to 140", "140 to 140"]
          """,
        note: "'help semantics kvo' says what it does, knob by knob.",
        parts: [
          "forKeyPath": "the property that is observed; here the path after 'observe'",
          "observeValueForKeyPath": "gets all changes; here each observer has a block",
          "context": "tells two observers in one method apart; here each has its own block",
          "change": "the dictionary with the values; here 'value', 'old' and 'change'",
        ]),
      WritingWord(
        "KVC", "key-value coding", "valueForKey", "valueForKeyPath", "setValue:forKey:",
        meaning: "reads and writes a property by its name; Goo assigns values with it",
        there: "[object valueForKeyPath:@\"text\"], [object setValue:value forKey:@\"text\"]",
        here: "`vm[\"text\"]`, `vm[\"address.city\"]` and `vm[\"text\"] = value`",
        sample: "goo/keys",
        example: """
          object vm { text = "Kim" }
          vm["text"] = "Bo"
          expect vm.text == "Bo" && vm["text"] == "Bo"
          expect error "no property 'txet'" { print vm["txet"] }
          """,
        note: "Observers are notified, as with 'vm.text = …'."),
      WritingWord(
        "NSKeyValueObservingOptionNew", "NSKeyValueObservingOptionOld",
        meaning: "asks for the new value and the old one in the change",
        there: "options:NSKeyValueObservingOptionNew|NSKeyValueObservingOptionOld",
        here: "`value` and `old` in the block of `observe`, always",
        sample: "goo/options",
        example: """
          semantics kvo
          object model { name = "Kim" }
          var changes = []
          observe model.name { changes.append([old, value]) }
          model.name = "Bo"
          expect changes == [["Kim", "Bo"]]
          """,
        parts: [
          "NSKeyValueChangeNewKey": "where the new value is in the change; here 'value'",
          "NSKeyValueChangeOldKey": "where the old value is in the change; here 'old'",
          "NSNull": "what stands for nil in the change; here 'value' is nil itself",
        ]),
      WritingWord(
        "NSKeyValueObservingOptionInitial",
        meaning: "also calls the observer with the current value",
        there: "options:NSKeyValueObservingOptionInitial",
        here: "`observe initial account.balance { … }`",
        sample: "goo/options",
        example: """
          semantics kvo
          object account { balance = 100 }
          var seen = []
          observe initial account.balance { seen.append(value) }
          account.balance = 80
          expect seen == [100, 80]
          """),
      WritingWord(
        "NSKeyValueObservingOptionPrior",
        meaning: "also calls the observer before each change",
        there: "options:NSKeyValueObservingOptionPrior",
        here: "`observe prior account.balance { … }`",
        sample: "goo/options",
        example: """
          semantics kvo
          object letter { text = "draft" }
          var undo = []
          observe prior letter.text { if change.kind == "prior" { undo.append(value) } }
          letter.text = "second"
          letter.text = "third"
          expect undo == ["draft", "second"]
          """),
      WritingWord(
        "removeObserver",
        meaning: "removes an observer",
        there: "[model removeObserver:self forKeyPath:@\"name\"]",
        here: "`unbind #1`, or `unbind NAME` after `observe … as NAME`",
        sample: "goo/same-path-twice",
        example: """
          semantics kvo
          object model { name = "Kim" }
          var updates = 0
          observe model.name { updates += 1 } as watcher
          model.name = "Bo"
          unbind watcher
          model.name = "Cy"
          expect updates == 1
          """),
    ])
}
