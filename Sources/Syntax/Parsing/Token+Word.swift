/// The words that a parser looks for; every other name is `other`.
///
/// A word that only begins a statement is not among them: it has an entry in the table of words.
package enum Word: String, CaseIterable {
  case other = ""

  // Reserved everywhere except after a dot.
  case `else`, `in`, `true`, `false`, `nil`, `self`, new

  // Words that begin a statement, and that a parser also looks for elsewhere.
  case bind, observe, on, action, transform, after, `let`, `var`, `if`, trace, cycles, help
  case `switch`

  // Words of a body.
  case weak, computed, `default`, event, command

  // Words inside a statement.
  case set, once, each, `as`, forward, reverse, begin, cancel, initial, some, prior
  case kept, by, nobody
  case notification
  case optional, responds, `is`
  case error, all, to, no, settles, quiet
  case off, brief, full, flat, last, slow
  case dot, mermaid, svg, json

  /// Reserved words that begin no statement; the others are in the table of statement words.
  package static let reservedInside: [Word] = [.else, .in, .true, .false, .nil, .self, .new]
}
