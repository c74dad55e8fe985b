import BindingEngine
import Syntax

/// What `help` explains that is no statement.
public struct HelpTopic: Sendable {
  public let name: String
  /// One line, without a full stop.
  public let summary: String
  public let explanation: String
  /// A small script that runs as it is.
  public let example: String

  public static let all: [HelpTopic] = [
    arrows, transformers, operators, values, paths, blocks, lists, cells, time,
  ]

  private static let transformerNames = LanguageWords.transformers.joined(separator: " ")
  private static let tails = ValueTail.named.map(\.rawValue).joined(separator: " ")

  /// `text` in lines as long as those around it.
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

  private static let arrows = HelpTopic(
    name: "arrows",
    summary: "which way values pass through a binding, and whether one passes at once",
    explanation: """
      ~>    left to right; the left value passes at once
      <~    right to left; the right value passes at once
      <>    both ways; the left value passes at once
      !~>   left to right, and nothing at once
      <~!   right to left, and nothing at once
      <!>   both ways, and nothing at once
      An event as a source has nothing to pass at once and needs a '!'. An event, action or
      command as a target is fired, called or executed with each value, one way only.
      The old spellings -> <- !-> <-! are accepted with a warning.
      Arrows stand only in 'bind'; elsewhere 'a<-1' compares.
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
    summary: "what changes values on their way through a binding",
    explanation: """
      After '|' stands a transformer's name, or a block that has 'value'. Several are
      applied in the order written, and the other way round on the way back.
      '!Name' swaps its two ways. A block goes one way unless 'reverse { … }' follows it.
      \(filled("Built in: \(transformerNames). 'help transformer' says how to declare one."))

      Both ways together should give a value back as it was. 'cycles' and 'bindlab check'
      try sample values of the property's type, put back what they do, and name the first
      that does not come back: 12.345 goes out as "12.35" and comes back as 12.35.
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
    summary: "how values are joined and compared, tightest first",
    explanation: """
      .  [ ]  ( )              a member, an element, a call
      !  -                     not, minus
      *  /  %
      +  -                     '+' joins strings, too
      ??                       the value after it, where the one before it is nil
      ==  !=  <  <=  >  >=     compare
      &&                       and
      ||                       or
      c ? a : b                a if c holds, else b
      '=' and '+=' assign, and have no value.
      """,
    example: """
      let nick = nil
      expect 1 + 2 * 3 == 7
      expect (nick ?? "none") == "none"
      expect (2 > 1 ? "yes" : "no") == "yes"
      """)

  private static let values = HelpTopic(
    name: "values",
    summary: "literals, types, and what a value can be asked",
    explanation: """
      42 1_000 0xFF   Int, of 64 bits      3.5 1e-3   Double      true false   Bool
      "a \\(x)"        String               [1, 2]     List        nil
      150ms 2s 1m     Duration
      Types: Int Double Number String Bool List Duration Object Any, and classes;
      '?' behind one admits nil.
      \(filled("A key path can end in: \(tails). These can be read and observed, and not written."))
      """,
    example: """
      object vm { id = 42; names = ["Kim", "Bo"] }
      expect vm.id.string == "42"
      expect vm.names.count == 2
      expect vm.names.first.uppercased == "KIM"
      """)

  private static let paths = HelpTopic(
    name: "paths",
    summary: "how a property is named, however deep it lies",
    explanation: """
      'vm.person.address.city' names a property through the objects on the way. When one
      of them is replaced, bindings and observers follow to the new one. Where the way
      is broken by nil, reading gives nil and a write is dropped.
      'cars[0].speed' begins at the object that stands there now.
      'vm["text"]' is 'vm.text'. 'vm[key]' takes the name that the variable holds: when it is
      read or written, and when a binding or observer is made.
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
    summary: "statements in braces, and the names that they have",
    explanation: """
      A block's value is that of its last expression. Names that a block has:
      transformer        value
      transform          sender, value (through all transformers)
      bind … observe     sender, value (as read from the source), old
      observe            sender, value, old, change ('help lists')
      on                 sender, value (what the event was fired with)
      set                value, old
      each               value
      action, command    what they are called with
      Variables of the script are seen by every block. A block that is kept copies the
      locals around it when it is made.
      """,
    example: """
      object vm { volume: Int = 0 set { min(value, 100) } }
      vm.volume = 150
      expect vm.volume == 100
      """)

  private static let lists = HelpTopic(
    name: "lists",
    summary: "how one element of a list changes, and who is told of it",
    explanation: """
      Lists are values: a copy does not change with the first. These change the list in a
      property or variable by one element:
                             change.kind    change.index
      l.append(x)            "insert"       the last
      l.insert(x, at: 0)     "insert"       0
      l.remove(at: 0)        "remove"       0
      l[0] = x               "replace"      0, and l.replace(at: 0, with: x) too
      l = [1, 2]             "set"
      An observer has 'change'; its 'old' and 'value' are the whole lists. A binding without
      transformers passes on just the change, where its target had the same list.
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
    summary: "how a list is shown: one cell for each element, used again and again",
    explanation: """
      'bind LIST ~> ROWS each CLASS' keeps a cell of the class for each element, with the
      element as its 'viewModel'. 'each { EXPRESSION }' chooses the class for each 'value'.
      In the class, 'bind viewModel.name ~> …' shows whatever 'viewModel' is now; after each
      change of it the action 'viewDidUpdateViewModel' is called, where there is one, with
      the view model if it has a parameter.
      A change of one element is work for one cell. A cell that leaves has nil for its view
      model and waits to be taken again. 'turn.made' and 'turn.reused' count.
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
    summary: "the virtual clock, and answers that come late",
    explanation: """
      The clock begins at 0 and stands still while statements run. 'advance 2s' lets so much
      time pass, 'wait' as much as is needed until nothing is due. With 'after' a block runs
      later, a command takes its time, and a transformer answers later. Each that falls due
      is a turn of its own, in the order of time and then of asking.
      An answer is written to whatever is the target by then; one that a newer request has
      overtaken is written too, unless the semantics has 'late = drop'.
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
