extension Writing {
  static let xaml = Writing(
    name: "XAML",
    summary: "the bindings of WPF, Avalonia and others, whose rules are 'semantics xaml'",
    folders: ["xaml"],
    words: [
      WritingWord(
        "OneWay",
        meaning: "the target follows the source; the target is the property of a control",
        there: "<TextBlock Text=\"{Binding Name, Mode=OneWay}\"/>",
        here: "`bind vm.name ~> label.text`",
        sample: "xaml/direct-write",
        example: """
          semantics xaml
          object vm { name = "Kim" }
          object label: UILabel
          bind vm.name ~> label.text
          vm.name = "Bo"
          expect label.text == "Bo"
          """,
        note: """
          A value that is written to the target by hand stays until the source changes next. In WPF it
          removes the binding: 'semantics wpf: xaml { write = break }'.
          """,
        parts: [
          "Binding": "a binding of a control's property to a path; here 'bind'",
          "DataContext": "the object that a path begins at; here the path names it",
          "INotifyPropertyChanged": "tells that a property has changed; here every property does",
          "PropertyChanged": "the event of a changed property; here 'observe'",
          "DependencyProperty": "a property that can be a target; here every property can be one",
        ]),
      WritingWord(
        "TwoWay",
        meaning: "values travel both ways; at first the source's value goes to the target",
        there: "<TextBox Text=\"{Binding Name, Mode=TwoWay}\"/>",
        here: "`bind vm.name <> field.text`",
        sample: "xaml/typed-and-corrected",
        example: """
          semantics xaml
          object vm { volume: Int = 50 set { min(value, 100) } }
          object field { text = 0 }
          bind vm.volume <> field.text
          field.text = 100
          field.text = 170
          expect vm.volume == 100 && field.text == 170
          """,
        note: """
          The target is written only if the value is another than this binding wrote there last: the
          knob 'resend'. So a field can keep what was typed although the source has corrected it.
          """,
        parts: [
          "BindingMode": "OneWay, TwoWay, OneTime or OneWayToSource; here the arrow",
          "Mode": "the mode of a binding; here the arrow",
        ]),
      WritingWord(
        "OneTime",
        meaning: "passes the first value only",
        there: "<TextBlock Text=\"{Binding Name, Mode=OneTime}\"/>",
        here: "`bind once vm.name ~> label.text`",
        sample: "xaml/cleared-target",
        example: """
          semantics xaml
          object vm { name = "Kim" }
          object label: UILabel
          bind once vm.name ~> label.text
          vm.name = "Bo"
          expect label.text == "Kim"
          """,
        note: "It stays until it is removed, and then its target is cleared."),
      WritingWord(
        "OneWayToSource",
        meaning: "the source follows the target, from the beginning",
        there: "<TextBox Text=\"{Binding Name, Mode=OneWayToSource}\"/>",
        here: "`bind vm.name <~ field.text`",
        sample: "xaml/typed-and-corrected",
        example: """
          semantics xaml
          object vm { name = "Kim" }
          object field { text = "" }
          bind vm.name <~ field.text
          expect vm.name == ""
          field.text = "Bo"
          expect vm.name == "Bo"
          """),
      WritingWord(
        "ClearValue", "BindingOperations.ClearBinding",
        meaning: "removes a binding; the target goes back to its default value",
        there: "BindingOperations.ClearBinding(label, TextBlock.TextProperty)",
        here: "`unbind NAME` after `bind … as NAME`",
        sample: "xaml/cleared-target",
        example: """
          semantics xaml
          object vm { name = "Kim" }
          object label { text = "-" }
          bind vm.name ~> label.text as shown
          unbind shown
          expect label.text == "-"
          """,
        note: "The knob 'ended' says so. The default is the value of the declaration here."),
      WritingWord(
        "coercion", "CoerceValueCallback",
        meaning: "corrects a value before it is stored",
        there: "new FrameworkPropertyMetadata(0, null, (d, v) => Math.Min((int)v, 100))",
        here: "`volume: Int = 0 set { min(value, 100) }`",
        sample: "xaml/typed-and-corrected",
        example: """
          semantics xaml
          object slider { volume: Int = 0 set { min(value, 100) } }
          slider.volume = 150
          expect slider.volume == 100
          """,
        note: "A corrected value that is there already tells nobody."),
      WritingWord(
        "SetCurrentValue",
        meaning: "writes a target without removing its binding",
        there: "label.SetCurrentValue(TextBlock.TextProperty, \"please wait\")",
        here: "`label.text = \"please wait\"`",
        sample: "xaml/direct-write",
        example: """
          semantics xaml
          object vm { name = "Kim" }
          object label: UILabel
          bind vm.name ~> label.text
          label.text = "please wait"
          vm.name = "Bo"
          expect label.text == "Bo"
          """,
        note: "In Avalonia a plain write does the same. In WPF that removes the binding."),
      WritingWord(
        "UpdateSourceTrigger",
        meaning: "when the source is written: at each change, or at the loss of the focus",
        there: "{Binding Name, UpdateSourceTrigger=LostFocus}",
        here: "`on field.lostFocus { vm.name = field.text }`, and `bind vm.name ~> field.text`",
        sample: "xaml/direct-write",
        example: """
          semantics xaml
          class Field: UITextField { event lostFocus }
          object vm { name = "Kim" }
          object field: Field
          bind vm.name ~> field.text
          on field.lostFocus { vm.name = field.text }
          field.text = "Bo"
          expect vm.name == "Kim"
          fire field.lostFocus
          expect vm.name == "Bo"
          """,
        parts: [
          "LostFocus": "write the source when the focus is lost; here an event of the field",
          "Explicit": "write the source on request; here an assignment does it",
        ]),
      WritingWord(
        "FallbackValue", "TargetNullValue",
        meaning: "the value to show if the path is broken, or if the value is null",
        there: "{Binding Person.Name, FallbackValue='nobody'}",
        here: "`bind (vm.person.name ?? \"nobody\") ~> label.text`",
        sample: "xaml/cleared-target",
        example: """
          semantics xaml
          class Person { name = "Kim" }
          object vm { person: Person? = nil }
          object label: UILabel
          bind (vm.person.name ?? "nobody") ~> label.text
          expect label.text == "nobody"
          vm.person = new Person
          expect label.text == "Kim"
          """),
      WritingWord(
        "StringFormat", "IValueConverter",
        meaning: "converts the value on its way to the target, and back",
        there: "{Binding Price, StringFormat={}{0:F2}}",
        here: "`bind vm.price ~> label.text | Money`",
        sample: "xaml/typed-and-corrected",
        example: """
          semantics xaml
          transformer Money { forward { format(value, 2) } reverse { value.double } }
          object vm { price = 2.5 }
          object label: UILabel
          bind vm.price ~> label.text | Money
          expect label.text == "2.50"
          """,
        parts: [
          "ConvertBack": "the way from the target to the source; here 'reverse'",
          "Converter": "what converts the value; here a transformer",
        ]),
    ])
}
