/// Notes, and what is said about the comments that silence findings.
extension FindingNote {
  static let ofNotes = [
    FindingNote(
      .unused, "an unused declaration",
      """
      Nothing in this script, or in the files it includes, uses the name. If a folder or several
      files are checked, a use in a script that includes this one counts, too, and so for B061 to
      B065. Names that begin with '_' and objects with bindings or observers of their own are not
      reported.
      """,
      bad: "let limit = 3\nprint \"no limit\"", good: "let limit = 3\nprint limit"),
    FindingNote(
      .neverRead, "a target that nothing reads",
      """
      A binding writes the property, but nothing in this script reads, observes, prints or expects
      it or its object. UILabel and the other built-in views are not reported: they are the screen.
      """,
      bad: "object a { x = 1; y = 0 }\nbind a.x ~> a.y\na.x = 2",
      good: "object a { x = 1; y = 0 }\nbind a.x ~> a.y\na.x = 2\nexpect a.y == 2"),
    FindingNote(
      .neverChanged, "a source that nothing changes",
      """
      Nothing in this script writes the property, neither a statement nor another binding, and the
      binding passes no first value. So it fires only if someone writes the property at the prompt.
      The same is reported for an observer.
      """,
      bad: "object a { x = 1 }\nobserve a.x { print value }",
      good: "object a { x = 1 }\nobserve a.x { print value }\na.x = 2"),
    FindingNote(
      .unhandled, "a notification without a handler",
      "Nothing in this script has 'on notification' with this name. Check the spelling.",
      bad: "post Saved", good: "on notification Saved { print \"saved\" }\npost Saved"),
    FindingNote(
      .neverPosted, "a notification that nothing posts",
      "Nothing in this script posts a notification with this name, so its handler never runs.",
      bad: "on notification Saved { print \"saved\" }",
      good: "on notification Saved { print \"saved\" }\npost Saved"),
    FindingNote(
      .neverFired, "an event that nothing fires",
      "Nothing in this script fires it, with 'fire' or as the target of a binding.",
      bad: "object b { event go }\non b.go { print \"went\" }",
      good: "object b { event go }\non b.go { print \"went\" }\nfire b.go"),
    FindingNote(
      .moreNotes, "too many notes",
      "Only the first 1000 are shown. Errors and warnings are shown as well.",
      bad: "", good: ""),
    FindingNote(
      .madeAgain, "a binding, an observer or an effect in a block that runs again",
      """
      The block is that of an observer, a handler or an effect, or of an action that is called more
      than once. Each time it runs it makes one more, and the earlier ones stay. So the same is done
      once more after each run. At run time a warning says when it happens. Where an effect ends
      those that it has made ('help semantics inner'), nothing is reported of these.
      """,
      bad: """
        object page { shown = false; count = 0 }
        observe page.shown { observe page.count { print value } }
        page.shown = true
        page.count = 1
        """,
      good: """
        object page { shown = false; count = 0 }
        observe page.count { if page.shown { print value } }
        page.shown = true
        page.count = 1
        """),
    FindingNote(
      .retainCycle, "objects that hold each other",
      """
      Nothing counts references here, and 'release' ends an object at once. In Objective-C and Swift
      these objects would never end, since each keeps the next one alive. 'coupling' shows the
      rings of a run.
      """,
      bad: """
        class View { delegate }
        class Controller {
          view = new View
          action load() { view.delegate = self }
        }
        object controller: Controller
        controller.load()
        print controller.view.delegate == controller
        """,
      good: """
        class View { weak delegate }
        class Controller {
          view = new View
          action load() { view.delegate = self }
        }
        object controller: Controller
        controller.load()
        print controller.view.delegate == controller
        """),
  ]

  static let ofSilences = [
    FindingNote(
      .silencesNothing, "an 'allow' comment that silences nothing",
      """
      There is no finding with this code where the comment applies, or the code is an error, which
      cannot be silenced. 'check --fix' removes the comment.
      """,
      bad: "print 1 // allow B045", good: "print 1"),
    FindingNote(
      .unknownCode, "an 'allow' comment with an unknown code",
      "'help findings' lists the codes.",
      bad: "print 1 // allow B999", good: "print 1"),
    FindingNote(
      .malformedSilence, "a malformed 'allow' comment",
      "It has no effect. Write '// allow B045'; 'check --fix' corrects it.",
      bad: "print 1 // allow: B045", good: "print 1"),
  ]
}
