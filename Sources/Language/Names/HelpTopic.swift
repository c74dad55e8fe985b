import Syntax
import Values

/// The topics of `help` that are not statements.
public struct HelpTopic: Sendable {
  public let name: String
  /// One line, without a full stop.
  public let summary: String
  public let explanation: String
  /// A small script that runs as it is.
  public let example: String

  public static let all: [HelpTopic] = [
    arrows, transformers, operators, values, paths, blocks, outer, responds, lists, dictionaries,
    cells, time, habits, editors,
  ]

  private static let editors = HelpTopic(
    name: "editors",
    summary: "colours, indentation and the language server in an editor",
    explanation: """
      'bindlab editor NAME -o DIR' writes the files that an editor needs for scripts, and
      'bindlab editor --help' lists the names. man 7 bindlab-editors says where to put them.
      'bindlab lsp' is the language server that these files start.
      """,
    example: """
      object vm { name = "Kim" }
      object label { text = "" }
      bind vm.name ~> label.text // an editor shows its number: #1
      expect label.text == "Kim"
      """)

  private static let transformerNames = LanguageWords.transformers.joined(separator: " ")
  private static let tails = ValueTail.named.map(\.rawValue).joined(separator: " ")

  /// `text` in lines as wide as those around it.
  private static func filled(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.count + word.count >= 88 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let habits = HelpTopic(
    name: "habits",
    summary: "words of other languages and tools, and what they are here",
    explanation: Habit.all.map(row).joined(separator: "\n")
      + """


      At a prompt '?x', 'x?', ':help x' and '.help x' are 'help x', and 'exit', 'undo', 'redo',
      'clear' and 'ls' do what they say, unless they are names of yours. psql's \\d \\i \\e \\s
      \\h \\q and node's .load .save are understood, too. Where a turn is stopped, gdb's
      s n u c fin bt p x b d q are understood, and an empty line repeats the last step.
      """,
    example: """
      object vm { name = nil }
      // name === null and not false
      expect vm.name == nil && !false
      """)

  /// The words and the line of a habit, on one line if there is room.
  private static func row(_ habit: Habit) -> String {
    let words = habit.words.joined(separator: " ")
    let column = 14
    let gap = words.count < column ? column - words.count : column
    return words + (gap == column ? "\n" : "") + String(repeating: " ", count: gap) + habit.line
  }

  private static let arrows = HelpTopic(
    name: "arrows",
    summary: "the direction of a binding, and whether a first value passes",
    explanation: """
      ~>    left to right; the left value passes at once
      <~    right to left; the right value passes at once
      <>    both ways; the left value passes at once
      !~>   left to right; nothing passes at once
      <~!   right to left; nothing passes at once
      <!>   both ways; nothing passes at once
      An event as a source has no first value, so its arrow needs a '!'. An event, action or
      command as a target is fired, called or executed with each value, one way only.
      The old spellings -> <- !-> <-! are accepted with a warning.
      Arrows are used only in 'bind'; elsewhere 'a<-1' compares.
      """,
    example: """
      object a { x = 1 }
      object b { x = 2 }
      bind a.x !~> b.x
      expect b.x == 2
      a.x = 3
      expect b.x == 3
      """)

  private static let transformers = HelpTopic(
    name: "transformers",
    summary: "how a binding converts values",
    explanation: """
      After '|' write a transformer's name, or a block that has 'value'. Several are applied
      in the order written, and in reverse order on the way back. '!Name' swaps the two
      directions. A block works one way only, unless 'reverse { … }' follows it.
      \(filled("Built in: \(transformerNames). 'help transformer' says how to declare one."))

      A value that passes forward and then back should come back unchanged. 'cycles' and
      'bindlab check' try sample values of the property's type, roll back what they do, and
      show the first that changes: 12.345 goes out as "12.35" and comes back as 12.35.
      """,
    example: """
      object a { celsius = 100.0 }
      object b { fahrenheit = 0.0 }
      bind a.celsius <> b.fahrenheit | { value * 1.8 + 32 } reverse { (value - 32) / 1.8 }
      expect b.fahrenheit == 212
      b.fahrenheit = 32
      expect a.celsius == 0
      """)

  private static let operators = HelpTopic(
    name: "operators",
    summary: "operators in the order of their precedence, the highest first",
    explanation: """
      .  [ ]  ( )              member, element, call
      !  -                     not, minus
      *  /  %
      +  -                     '+' joins strings, too
      ...  ..<                 whole numbers: '1...3' is [1, 2, 3], '1..<3' is [1, 2]
      ??                       the right value if the left one is nil
      ==  !=  <  <=  >  >=     compare
      &&                       and
      ||                       or
      c ? a : b                a if c holds, else b
      'x is Int' tests the type; 'text[0]' and 'list[1...2]' take a part.
      '=' assigns and has no value. Neither do '+=', '-=', '*=', '/=' and '%='.
      """,
    example: """
      let nick = nil
      expect 1 + 2 * 3 == 7
      expect "binding"[0..<4] == "bind" && [5, 6][0] == 5
      expect 3 is Int && !("3" is Int)
      expect (nick ?? "none") == "none"
      expect (2 > 1 ? "yes" : "no") == "yes"
      """)

  private static let values = HelpTopic(
    name: "values",
    summary: "literals, types and members of values",
    explanation: """
      42 1_000 0xFF   Int, of 64 bits      3.5 1e-3   Double      true false   Bool
      "a \\(x)"        String               [1, 2]     List        nil
      150ms 2s 1m     Duration
      ["a": 1]  [:]   Dictionary, with keys of String and Int
      Types: Int Double Number String Bool List Dictionary Duration Object Any,
      classes and enums; '?' after a type allows nil. '_' is the value that was shown last.
      \(filled("A key path can end in: \(tails). These can be read and observed, but not written."))
      """,
    example: """
      object vm { id = 42; names = ["Kim", "Bo"] }
      expect vm.id.string == "42"
      expect vm.names.count == 2
      expect vm.names.first.uppercased == "KIM"
      """)

  private static let paths = HelpTopic(
    name: "paths",
    summary: "how to name a property at any depth",
    explanation: """
      'vm.person.address.city' names a property through other objects. When one of them is
      replaced, bindings and observers follow to the new one. If one of them is nil, reading
      gives nil and a write is dropped.
      'cars[0].speed' begins at the object that is there now.
      'vm["text"]' is 'vm.text'. 'vm[key]' takes the name from the variable: at each read or
      write, and when a binding or observer is made.
      """,
    example: """
      class Address { city = "Rome" }
      object vm { address = new Address }
      object label: UILabel
      bind vm.address.city ~> label
      vm.address = new Address { city = "Oslo" }
      expect label.text == "Oslo"
      """)

  private static let blocks = HelpTopic(
    name: "blocks",
    summary: "statements in braces, and the names they can use",
    explanation: """
      A block's value is that of its last expression. Names in blocks:
      transformer        value
      transform          sender, value (through all transformers)
      bind … observe     sender, value (as read from the source), old
      observe            sender, value, old, change ('help lists')
      on                 sender, value (what the event was fired with)
      set                value, old
      each               value
      action, command    their parameters
      body of 'new'      outer (the object whose code has 'new'; 'self' is the new one)
      Every block sees the variables of the script. A block that runs later copies the locals
      around it when it is made.
      """,
    example: """
      object vm { volume: Int = 0 set { min(value, 100) } }
      vm.volume = 150
      expect vm.volume == 100
      """)

  private static let outer = HelpTopic(
    name: "outer",
    summary: "the object around the body of 'new', in which 'self' is the new one",
    explanation: """
      It is the object whose code contains 'new'. Values, bindings, observers and handlers in
      the body can use it. Actions and computed properties there cannot, because any object
      can use them: store it in a property instead, such as 'weak owner = outer'.
      """,
    example: """
      class Worker { weak delegate; action work(job) { delegate.done(job) } }
      object boss {
        worker = new Worker { delegate = outer }
        jobs: List = []
        action done(job) { jobs.append(job) }
      }
      boss.worker.work("filing")
      expect boss.jobs == ["filing"]
      """)

  private static let responds = HelpTopic(
    name: "responds",
    summary: "whether an object has an action",
    explanation: """
      'PATH responds NAME' is true if the object has an action of that name, and false if it
      has none or is nil. 'help protocol' shows how to declare an action that may be missing.
      """,
    example: """
      object boss { action done(job) { "\\(job) is done" } }
      expect boss responds done && !boss responds failed
      """)

  private static let dictionaries = HelpTopic(
    name: "dictionaries",
    summary: "values by keys",
    explanation: """
      '["a": 1]' has values by keys, which are strings and whole numbers; '[:]' has none. The
      keys keep the order in which they were added. 'd["a"]' is nil if there is no such key.
      'd["a"] = 2' changes the dictionary in a property or variable, but no copy of it.
      keys values count isEmpty      d.contains("a")      d.setting("a", to: 1)
      d.removing("a")                d.map { value }      d.filter { index != "a" }
      In a block 'value' is the value and 'index' the key. 'for KEY, VALUE in d' goes through
      both, 'for VALUE in d' through the values.
      """,
    example: """
      var ages = ["Kim": 30, "Bo": 25]
      ages["Al"] = 41
      expect ages["Kim"] == 30 && ages["Cy"] == nil
      expect ages.filter { value > 28 }.keys == ["Kim", "Al"]
      for name, age in ages { expect ages[name] == age }
      """)

  private static let lists = HelpTopic(
    name: "lists",
    summary: "how to change one element of a list, and what is notified",
    explanation: """
      Lists are values: changing a list does not change its copies. These change one element
      of the list in a property or variable:
                             change.kind    change.index
      l.append(x)            "insert"       the last
      l.insert(x, at: 0)     "insert"       0
      l.remove(at: 0)        "remove"       0
      l[0] = x               "replace"      0, and l.replace(at: 0, with: x) too
      l = [1, 2]             "set"
      'append(contentsOf: m)', 'insert(contentsOf: m, at: 0)' and 'remove(at: 1...3)' change
      several elements at once, which is one change: 'change.count' is their number.
      An observer has 'change'; its 'old' and 'value' are the whole lists. A binding without
      transformers passes on only the change if its target had the same list before.
      """,
    example: """
      object vm { names = ["Ann", "Bo"] }
      observe vm.names { print change.kind, change.index, value }
      vm.names.append("Cy")
      vm.names.remove(at: 0)
      expect vm.names == ["Bo", "Cy"]
      """)

  private static let cells = HelpTopic(
    name: "cells",
    summary: "how a list is shown: one cell for each element, with reuse",
    explanation: """
      'bind LIST ~> ROWS each CLASS' keeps a cell of the class for each element, with the
      element as its 'viewModel'. 'each { EXPRESSION }' chooses the class for each 'value'.
      In the class, 'bind viewModel.name ~> …' shows whatever 'viewModel' is now. After each
      change of it the action 'viewDidUpdateViewModel' is called, if there is one, with the
      view model if it has a parameter.
      A change of one element changes only one cell. A removed cell has nil as its view model
      and waits for reuse. 'turn.made' and 'turn.reused' count cells.
      UITableView has 'sections' and 'rows', UITableSection 'header', 'footer' and 'rows'.
      """,
    example: """
      class NameCell: UITableViewCell { bind viewModel ~> textLabel.text }
      object vm { names = ["Ann", "Bo"] }
      object table: UITableView
      bind vm.names ~> table.rows each NameCell
      expect turn.made == 2
      vm.names.remove(at: 0)
      vm.names.append("Cy")
      expect turn.made == 0 && turn.reused == 1
      expect table.rows[1].textLabel.text == "Cy"
      """)

  private static let time = HelpTopic(
    name: "time",
    summary: "the virtual clock, and answers that come later",
    explanation: """
      The clock starts at 0 and stands still while statements run. 'advance 2s' lets that much
      time pass, 'wait' as much as is needed until nothing is due. With 'after', a block runs
      later, a command takes time, and a transformer answers later. Whatever is due is a turn
      of its own, ordered by time and then by request.
      An answer is written to the object at which the target's path ends by then. The answer
      to an older request is written, too, unless the semantics has 'late = drop' or the
      transformer a 'late' of its own: see 'help transformer'. 'Debounce', 'Throttle' and
      'Delay' have one, and need no declaration. 'now()' is the time of the clock.
      """,
    example: """
      transformer Load after 2s { forward { "image of \\(value)" } }
      object vm { who = "Kim" }
      object view: UIImageView
      bind vm.who !~> view | Load
      vm.who = "Ann"
      expect view.image == nil
      advance 2s
      expect view.image == "image of Ann"
      """)
}
