/// What `help` explains that is no statement.
public struct HelpTopic: Sendable {
  public let name: String
  /// One line, without a full stop.
  public let summary: String
  public let explanation: String
  /// A small script that runs as it is.
  public let example: String

  public static let all: [HelpTopic] = [arrows, transformers, operators, values, paths, blocks]

  /// The topic that is called `name`, or that explains it: `~>` is one of the arrows.
  public static func named(_ name: String) -> HelpTopic? {
    if let topic = all.first(where: { $0.name == name || $0.name.dropLast() == name }) {
      return topic
    }
    if name == "|" { return transformers }
    if Arrow.allCases.contains(where: { $0.spelling == name }) || Parser.oldArrow(name) != nil {
      return arrows
    }
    let signs = ["!", ".", "[", "]", "(", ")", "?", ":", "=", "+="]
    let isOperator = BinaryOperator.allCases.contains { $0.spelling == name }
    return isOperator || signs.contains(name) ? operators : nil
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
      Built in: Uppercase Lowercase Trim Not IsNil IsNotNil NilToEmpty ToString ToInt
      ToDouble Negate. 'help transformer' says how to declare one.
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
      Types: Int Double Number String Bool List Object Any, and classes; '?' admits nil.
      A key path can end in: count isEmpty string int double bool uppercased lowercased
      reversed trimmed first last sum. These can be read and observed, and not written.
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
      observe            sender, value, old
      set                value, old
      Variables of the script are seen by every block. A block that is kept copies the
      locals around it when it is made.
      """,
    example: """
      object vm { volume: Int = 0 set { min(value, 100) } }
      vm.volume = 150
      expect vm.volume == 100
      """)
}
