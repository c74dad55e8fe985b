/// The words that mean something to the parser somewhere; every other name is `other`.
package enum Word: String, CaseIterable {
  case other = ""

  // Reserved everywhere but after a dot.
  case object, `class`, `let`, `var`, bind, `if`, `else`, `for`, `in`, `while`, `repeat`, `return`
  case `true`, `false`, `nil`, `self`, new, print, expect, `throw`

  // Statement words, which count only where a statement begins.
  case extend, transformer, action, semantics
  case unbind, rebind, transform, observe, on
  case silent, fire, post, release, after, advance, wait, batch, `break`, source
  case show, objects, bindings, observers, commands, explain, graph, cycles, trace
  case save, reset, help, version, quit
  case why, whynot, blame, history, costs, rewind, replay, whatif
  case step, next, back, `continue`, `where`, compare, coupling, breakpoints, unbreak

  // Words of a body.
  case weak, computed, `default`, event, command

  // Words inside a statement.
  case set, once, each, `as`, forward, reverse, cancel, initial, prior, notification
  case error, all, to, no, settles, quiet
  case off, brief, full, last, slow
  case dot, mermaid, svg, json

  /// Reserved words that begin no statement; those that do are in the table of statement words.
  package static let reservedInside: [Word] = [.else, .in, .true, .false, .nil, .self, .new]
}

/// What the table of statement words says of a word, for the parser to ask at no cost.
struct WordTraits: OptionSet {
  let rawValue: UInt8

  static let reserved = WordTraits(rawValue: 1)
  static let statement = WordTraits(rawValue: 2)
}
