extension StatementWord {
  static let declarations: [StatementWord] = [
    StatementWord(
      word: "object", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "class", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "extend", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "let", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "var", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "transformer", isReserved: false, since: .first, summary: "", syntax: "",
      explanation: "", example: ""),
  ]
  static let members: [StatementWord] = []
  static let bindings: [StatementWord] = [
    StatementWord(
      word: "bind", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "unbind", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "rebind", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "transform", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "observe", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
  ]
  static let doing: [StatementWord] = [
    StatementWord(
      word: "silent", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "release", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "batch", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "print", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "throw", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "source", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "expect", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
  ]
  static let control: [StatementWord] = [
    StatementWord(
      word: "if", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "for", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "while", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "repeat", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "break", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "return", isReserved: true, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
  ]
  static let asking: [StatementWord] = [
    StatementWord(
      word: "show", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "objects", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "bindings", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "observers", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "explain", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "graph", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "cycles", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "trace", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "save", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "reset", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "help", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "version", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "quit", isReserved: false, since: .first, summary: "", syntax: "", explanation: "",
      example: ""),
  ]
  static let later: [StatementWord] = [
    StatementWord(
      word: "action", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "semantics", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "on", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "fire", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "post", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "advance", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "wait", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "commands", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "why", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "whynot", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "blame", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "history", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "costs", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "rewind", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "replay", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "whatif", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "step", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "next", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "back", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "continue", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "where", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "compare", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
    StatementWord(
      word: "coupling", isReserved: false, since: .later, summary: "", syntax: "", explanation: "",
      example: ""),
  ]
}
