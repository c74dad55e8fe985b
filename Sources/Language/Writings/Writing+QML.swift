extension Writing {
  static let qml = Writing(
    name: "QML",
    summary: "the bindings of QML files, whose rules are 'semantics qml'",
    folders: ["qml"],
    words: [
      WritingWord(
        "Qt.binding",
        meaning: "gives a property a formula again, from code",
        there: "height = Qt.binding(() => width * 2)",
        here: "`bind (rectangle.width * 2) ~> rectangle.height`",
        sample: "qml/assignment",
        example: """
          semantics qml
          object rectangle { width = 10; height = 0 }
          bind (rectangle.width * 2) ~> rectangle.height
          rectangle.width = 20
          expect rectangle.height == 40
          """,
        note: "A second binding of a property takes the place of the first.",
        parts: [
          "property binding": "a formula in a QML file; here 'bind (EXPRESSION) ~> TARGET'",
          "Binding loop detected": "a binding is due again while it is updating; here a loop",
          "binding loop": "a binding is due again while it is updating; 'cycles' shows the ring",
        ]),
      WritingWord(
        "onXChanged", "Connections",
        meaning: "is called at each change of a property",
        there: "onWidthChanged: console.log(width)",
        here: "`observe rectangle.width { print value }`",
        sample: "qml/two-ways-to-one",
        example: """
          semantics qml
          object rectangle { width = 10 }
          var seen = []
          observe rectangle.width { seen.append(value) }
          rectangle.width = 20
          rectangle.width = 20
          expect seen == [20]
          """,
        note: """
          Functions that are connected by 'x.connect(f)' are called after all handlers: 'semantics
          connected: qml { observers = last }'.
          """),
    ])
}
