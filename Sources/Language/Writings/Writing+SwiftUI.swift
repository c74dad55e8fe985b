// The views of SwiftUI, whose state people bind.
extension Writing {
  static let swiftUI = Writing(
    name: "SwiftUI",
    summary: "state of views, and bindings to it",
    folders: ["swift"],
    words: [
      WritingWord(
        "@State", "@StateObject", "@ObservedObject", "@EnvironmentObject", "@Observable",
        meaning: "a value or an object whose changes show in the views that read it",
        there: "@State private var on = false",
        here: "`object vm { on = false }`",
        sample: "swift/login",
        example: """
          object vm { on = false }
          object label: UILabel
          bind (vm.on ? "on" : "off") ~> label.text
          vm.on = true
          expect label.text == "on"
          """,
        note: "'semantics observation' has the order and the ticks of '@Observable'.",
        parts: [
          "State": "a value of a view; here a property",
          "StateObject": "an object that a view owns; here object vm: ViewModel",
          "ObservedObject": "an object that a view observes; here object vm: ViewModel",
          "EnvironmentObject": "an object of all views below; here its name, from everywhere",
          "@AppStorage": "a value that is stored; here a property, and save",
          "onAppear": "runs a block when a view appears; here an action",
        ]),
      WritingWord(
        "@Binding", "@Bindable", "Toggle",
        meaning: "a way to a value that someone else owns, in both directions",
        there: "Toggle(isOn: $vm.on)",
        here: "`bind vm.on <> toggle.on`",
        sample: "swift/login",
        example: """
          object vm { on = false }
          object toggle: UISwitch
          bind vm.on <> toggle.on
          toggle.on = true
          expect vm.on
          """,
        parts: [
          "Bindable": "gives bindings to the properties of an object; here <>",
          "TextField": "edits a text; here bind vm.name <> field.text",
          "SecureField": "edits a password; here bind vm.password <> field.text",
          "Slider": "edits a number; here bind vm.volume <> slider.value",
          "Stepper": "edits a number; here bind vm.age <> stepper.value",
          "Picker": "chooses a value; here bind vm.color <> picker.selection",
          "Button": "runs a block when it is pressed; here on button { … }",
        ]),
    ])
}
