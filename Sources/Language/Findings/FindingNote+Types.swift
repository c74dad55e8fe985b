/// Errors of values and of bindings.
extension FindingNote {
  static let ofTypes = [
    FindingNote(
      .typeMismatch, "a value of a type that the property does not admit",
      """
      Int widens to Double, nothing else converts; nil is admitted where a '?' stands behind the
      type. Through a binding the value counts as its transformers leave it.
      """,
      bad: "object box { width: Int = 1 }\nbox.width = \"wide\"\nprint box.width",
      good: "object box { width: Int = 1 }\nbox.width = 2\nprint box.width"),
    FindingNote(
      .wrongOperand, "an operator or a value tail that the type does not have",
      """
      '+' takes two numbers, two strings or two lists; '!' takes a Bool; '.uppercased' is for a
      String. It is also found in the transformers of a binding whose source has a known type.
      """,
      bad: "print \"n\" + 1", good: "let n = 1\nprint \"n\\(n)\""),
    FindingNote(
      .wrongKindOfValue, "a statement that needs another kind of value",
      "'if' and 'while' take a Bool, 'repeat' an Int, 'for' a List, 'after' and 'advance' a duration.",
      bad: "if 1 { print \"yes\" }", good: "if 1 == 1 { print \"yes\" }"),
    FindingNote(
      .noList, "something that is for lists",
      "Elements, what changes a list, and 'each' need a List; an index is an Int.",
      bad: "object a { x: Int = 1 }\na.x.append(2)",
      good: "object a { x = [1] }\na.x.append(2)\nprint a.x"),
    FindingNote(
      .readOnly, "a write to what cannot be written",
      "A constant, a computed property, an object itself, a value tail, an action: nothing to write.",
      bad: "let limit = 3\nlimit = 4\nprint limit", good: "var limit = 3\nlimit = 4\nprint limit"),
    FindingNote(
      .wrongCall, "a call that does not fit what it calls",
      "Too few or too many values, labels that are not there, or something that is not called at all.",
      bad: "action greet(who) { print who }\ngreet()",
      good: "action greet(who) { print who }\ngreet(\"Kim\")"),
    FindingNote(
      .computedReadsItself, "a computed property that reads itself",
      "It would have to be known before it is worked out; also by way of other computed properties.",
      bad: "object a { computed x = y + 1; computed y = x - 1 }\nprint a",
      good: "object a { n = 1; computed x = n + 1; computed y = x - 1 }\nprint a"),
  ]

  static let ofBindings = [
    FindingNote(
      .malformedEnd, "an end of a binding that is no property",
      "An end is a key path from an object; an expression as a source stands in parentheses.",
      bad: "object a { x = 1 }\nbind a.x ~> (1 + 2)",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind (a.x + 2) ~> b.x\nprint b.x"),
    FindingNote(
      .noWayThrough, "a transformer that does not go this way",
      """
      A two-way binding needs transformers with 'forward' and 'reverse', and '!Name' swaps the two.
      One that answers later goes one way only.
      """,
      bad: "object a { x = \"k\" }\nobject b { x = \"\" }\nbind a.x <> b.x | Uppercase",
      good: "object a { x = \"k\" }\nobject b { x = \"\" }\nbind a.x ~> b.x | Uppercase\nprint b.x"),
    FindingNote(
      .wrongEnd, "an event, action or command at the wrong end",
      """
      An event has nothing to pass at once, so its arrow needs a '!'; actions and commands are only
      targets, and none of them goes both ways.
      """,
      bad: "object b { event go }\nobject a { x = 1 }\nbind b.go ~> a.x\nfire b.go(2)\nprint a.x",
      good: "object b { event go }\nobject a { x = 1 }\nbind b.go !~> a.x\nfire b.go(2)\nprint a.x"),
    FindingNote(
      .noEvent, "an event that is none, or a property taken for one",
      "'fire' and 'on' are for events, 'observe' is for properties.",
      bad: "object a { x = 1 }\non a.x { print value }",
      good: "object a { x = 1 }\nobserve a.x { print value }\na.x = 2"),
    FindingNote(
      .noObject, "a statement that needs an object",
      "'release' and 'extend' take an object, 'unbind' an object or a binding.",
      bad: "let n = 1\nrelease n", good: "object a { x = 1 }\nrelease a"),
    FindingNote(
      .wrongPlace, "a statement in a place that it cannot stand in",
      "What asks about turns, reads a file or passes time is a turn of its own, and so not in blocks.",
      bad: "object a { x = 1 }\nobserve a.x { wait }\na.x = 2",
      good: "object a { x = 1 }\nobserve a.x { print value }\na.x = 2\nwait"),
    FindingNote(
      .unreadableFile, "a file that 'source' cannot read",
      "It is not there, has errors of its own, or reads the file that reads it.",
      bad: "source \"missing.bind\"", good: ""),
    FindingNote(
      .noHelp, "a help topic that does not exist",
      "'help' lists the topics, and 'help findings' the codes of findings.",
      bad: "help bnd", good: "help bind"),
  ]
}
