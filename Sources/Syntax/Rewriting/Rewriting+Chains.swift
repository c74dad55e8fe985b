// Chains of operators, as Combine, RxSwift and ReactiveSwift write them: stages of a binding here.
extension Rewriting {
  /// A chain with an end becomes a binding of the chain; then each operator, the last one first, becomes the
  /// first stage of that binding.
  static let operatorChainRules: [RewritingRule] =
    durationRules + endsOfChains + madeStages + stagesOfChains + sourcesOfChains

  /// Methods of chains that are no statement here. A text that still calls one of them is not offered.
  private static let methods: Set<String> =
    Set(operators.map(\.name) + blockOperators.map(\.name)).union([
      "assign", "sink", "subscribe", "drive", "disposed", "store", "merge", "scan", "combineLatest",
      "CombineLatest", "Merge", "flatMapLatest", "switchToLatest", "startWith", "prepend",
      "startWithValues", "observeValues", "asDriver", "asObservable", "share", "orEmpty", "zip",
      "Zip", "retry",
    ]).subtracting(["map", "filter", "compactMap", "dropFirst"])

  /// Whether a chain of another library is left in a text.
  static func hasChain(_ text: ForeignText) -> Bool {
    text.tokens.indices.dropFirst().dropLast().contains { index in
      guard text.tokens[index - 1].text == ".", ["(", "{"].contains(text.tokens[index + 1].text)
      else { return false }
      let name = text.tokens[index].text
      return methods.contains(name) || (name == "bind" && text.tokens[index + 1].text == "(")
    }
  }

  /// `.milliseconds(300)`
  private static let durationRules: [RewritingRule] = [
    RewritingRule(". milliseconds ( L )", gives: "L·ms", containing: operatorWords),
    RewritingRule(". seconds ( L )", gives: "L·s", containing: operatorWords),
  ]

  private static let operatorWords = operators.map(\.name)

  /// Operators without a block: a name, its arguments, and the stage.
  private static let operators: [(name: String, arguments: [String], stage: String)] = [
    ("debounce", ["for : L , scheduler : A", "L , scheduler : A"], "Debounce(L)"),
    ("debounce", ["L , on : A"], "Debounce(L·s)"),
    (
      "throttle",
      ["for : L , scheduler : A , latest : false", "L , latest : false , scheduler : A"],
      "ThrottleFirst(L)"
    ),
    (
      "throttle",
      [
        "for : L , scheduler : A , latest : true", "for : L , scheduler : A", "L , scheduler : A",
        "L , latest : true , scheduler : A",
      ], "Throttle(L)"
    ),
    ("throttle", ["L , on : A"], "Throttle(L·s)"),
    ("delay", ["for : L , scheduler : A", "L , scheduler : A"], "Delay(L)"),
    ("delay", ["L , on : A"], "Delay(L·s)"),
    ("receive", ["on : A"], "Delay(0s)"), ("observe", ["on : A"], "Delay(0s)"),
    ("dropFirst", [""], "Skip(1)"), ("dropFirst", ["J"], "Skip(J)"),
    ("skip", ["J", "first : J"], "Skip(J)"),
    ("removeDuplicates", [""], "Distinct"), ("distinctUntilChanged", [""], "Distinct"),
    ("skipRepeats", [""], "Distinct"),
    ("map", ["\\ . P9"], "{ value.P9 }"),
    ("map", ["String . init"], "{ \"\\(value)\" }"),
    ("compactMap", ["\\ . P9"], "{ if value.P9 == nil { reject \"nil\" }; value.P9 }"),
    ("replaceNil", ["with : E9"], "{ value ?? E9 }"),
    ("withLatestFrom", ["P9"], "{ P9 }"),
  ]

  /// Operators with a block, whose value is `E9`.
  private static let blockOperators: [(name: String, stage: String)] = [
    ("map", "{ S9 }"),
    ("filter", "{ if !(E9) { reject \"filtered\" }; value }"),
    ("compactMap", "{ let mapped = E9; if mapped == nil { reject \"nil\" }; mapped }"),
  ]

  private static let stagesOfChains: [RewritingRule] =
    operators.flatMap { name, arguments, stage in
      stageRules(arguments.map { ". \(name) ( \($0) )" }, gives: stage)
    }
    + [
      ". skipNil ( )", ". compactMap { value }", ". filterNil ( )", ". unwrap ( )",
    ].flatMap { stageRules([$0], gives: "{ if value == nil { reject \"nil\" }; value }") }
    + blockOperators.flatMap { name, stage in
      let body = stage.contains("S9") ? "S9" : "E9"
      return stageRules([". \(name) { \(body) }"], gives: stage, naming: ["$0": "value"])
        + stageRules(
          [". \(name) { N9 in \(body) }", ". \(name) { ( N9 ) in \(body) }"], gives: stage,
          naming: ["N9": "value"])
    }

  /// Operators that need a transformer of their own, or a statement before.
  private static let madeStages: [RewritingRule] =
    [
      "{ E9 }", ", accumulator : { E9 }", ", { E9 }", "{ N1 , N2 in E9 }",
      ", accumulator : { N1 , N2 in E9 }", ", { N1 , N2 in E9 }", "{ ( N1 , N2 ) in E9 }",
      ", { ( N1 , N2 ) in E9 }", ", accumulator : { ( N1 , N2 ) in E9 }",
    ].flatMap { block in
      let names = block.contains("N1")
      let call = block.hasPrefix(",") ? ". scan ( E8 \(block) )" : ". scan ( E8 ) \(block)"
      return stageRules(
        [call], gives: "Scan",
        before: "transformer Scan(var total = E8) { forward { total = E9; total } }; ",
        naming: names ? ["N1": "total", "N2": "value"] : ["$0": "total", "$1": "value"])
    }
    + stageRules(
      [". scan ( E8 , + )", ". scan ( E8 , accumulator : + )"], gives: "Scan",
      before: "transformer Scan(var total = E8) { forward { total = total + value; total } }; ")
    + ["flatMapLatest", "switchMap", "flatMap ( . latest )"].flatMap { name in
      stageRules(
        [". \(name) { E9 }"], gives: "Latest", before: latest, naming: ["$0": "value"])
        + stageRules(
          [". \(name) { N9 in E9 }"], gives: "Latest", before: latest, naming: ["N9": "value"])
    }
    + stageRules(
      [". map { E9 } . switchToLatest ( )"], gives: "Latest", before: latest,
      naming: ["$0": "value"])
    + stageRules(
      [". map { N9 in E9 } . switchToLatest ( )"], gives: "Latest", before: latest,
      naming: ["N9": "value"])
    + [
      RewritingRule(
        "bind E . startWith ( E8 ) ~> P ¶", "bind E . prepend ( E8 ) ~> P ¶",
        gives: "P = E8; bind E ~> P")
    ]

  /// An answer that comes later, and that a newer value makes needless; how much later is not known.
  private static let latest = "transformer Latest after 1s late drop { forward { E9 } }; "

  /// The last operator before the arrow is the first stage.
  private static func stageRules(
    _ calls: [String], gives stage: String, before: String = "", naming: [String: String] = [:]
  ) -> [RewritingRule] {
    [("¶", ""), ("| S ¶", " | S"), ("as N ¶", " as N")].flatMap { after, rest in
      [("~>", "~>"), ("!~>", "!~>")].map { arrow, shown in
        RewritingRule(
          calls.map { "bind E \($0) \(arrow) P \(after)" },
          gives: "\(before)bind E \(shown) P | \(stage)\(rest)", naming: naming)
      }
    }
  }

  /// The ends that write a property.
  private static let endsOfChains: [RewritingRule] =
    [
      (". assign ( to : \\ . P1 , on : P2 )", "P2.P1"), (". assign ( to : & P1 )", "P1"),
      (". bind ( to : P1 )", "P1"), (". drive ( P1 )", "P1"),
    ].flatMap { end, target in
      [
        RewritingRule(
          "^ K N = E \(end) ¶", gives: "bind E ~> \(target) as N", words: ["let", "var"]),
        RewritingRule("^ N = E \(end) ¶", gives: "bind E ~> \(target) as N"),
        RewritingRule("^ E \(end) ¶", gives: "bind E ~> \(target)"),
      ]
    } + [
      RewritingRule(
        "^ D <~ E ¶", gives: "bind E ~> D",
        containing: operatorWords + [
          "map", "filter", "producer", "signal", "combineLatest", "merge",
        ])
    ]

  /// What a chain begins with.
  private static let sourcesOfChains: [RewritingRule] =
    [
      RewritingRule("bind D . producer ~>", "bind D . publisher ~>", gives: "bind D ~>"),
      RewritingRule("bind D . signal ~>", gives: "bind D !~>"),
      RewritingRule(
        "bind N . K ( P1 , P2 ) ~> P A ¶", gives: "bind P1 ~> P A; bind P2 ~> P A",
        words: ["merge", "Merge"]),
      RewritingRule(
        "bind P1 . merge ( with : P2 ) ~> P A ¶", gives: "bind P1 ~> P A; bind P2 ~> P A"),
    ]
    + [
      "{ E9 }", ", resultSelector : { E9 }", "{ N1 , N2 in E9 }", "{ ( N1 , N2 ) in E9 }",
      ", resultSelector : { N1 , N2 in E9 }",
    ].flatMap { block in
      let isNamed = block.contains("N1")
      let inside = block.hasPrefix(",")
      let naming = isNamed ? ["N1": "P1", "N2": "P2"] : ["$0": "P1", "$1": "P2"]
      let calls = inside ? [" \(block) )"] : [") \(block)", ") . map \(block)"]
      return calls.map { call in
        RewritingRule(
          "bind N . K ( P1 , P2 \(call) ~>", "bind P1 . combineLatest ( P2 \(call) ~>",
          "bind P1 . combineLatest ( with : P2 \(call) ~>", gives: "bind (E9) ~>",
          words: ["combineLatest", "CombineLatest"], naming: naming)
      }
    }
}
