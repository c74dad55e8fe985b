// `bind`, its arrows and its transformers as other languages write them.
extension Rewriting {
  /// A function without a name, and the block that it is here; `E` is its value.
  static let closures: [(pattern: String, block: String, naming: [String: String])] = [
    ("{ ( N : T ) -> T1 in S }", "{ S }", ["N": "value"]),
    ("{ ( N : T ) in S }", "{ S }", ["N": "value"]),
    ("{ ( N ) in S }", "{ S }", ["N": "value"]),
    ("{ N in S }", "{ S }", ["N": "value"]),
    ("{ N -> S }", "{ S }", ["N": "value"]),
    ("{ N => S }", "{ S }", ["N": "value"]),
    ("{ ( N ) => S }", "{ S }", ["N": "value"]),
    ("{ | N | S }", "{ S }", ["N": "value"]),
    ("N => { S }", "{ S }", ["N": "value"]),
    ("N -> { S }", "{ S }", ["N": "value"]),
    ("( N ) => { S }", "{ S }", ["N": "value"]),
    ("( N ) -> { S }", "{ S }", ["N": "value"]),
    ("( T N ) => { S }", "{ S }", ["N": "value"]),
    ("( N : T ) => { S }", "{ S }", ["N": "value"]),
    ("K9 ( N ) { S }", "{ S }", ["N": "value"]),
    ("K9 ( N : T ) { S }", "{ S }", ["N": "value"]),
    ("K9 ( T N ) { S }", "{ S }", ["N": "value"]),
    ("N => E", "{ E }", ["N": "value"]),
    ("N -> E", "{ E }", ["N": "value"]),
    ("( N ) => E", "{ E }", ["N": "value"]),
    ("( N ) -> E", "{ E }", ["N": "value"]),
    ("( T N ) => E", "{ E }", ["N": "value"]),
    ("( N : T ) => E", "{ E }", ["N": "value"]),
    ("( N , A ) => E", "{ E }", ["N": "value"]),
    ("lambda N : E", "{ E }", ["N": "value"]),
    ("\\ N -> E", "{ E }", ["N": "value"]),
    ("\\ N . E", "{ E }", ["N": "value"]),
    ("fn N => E", "{ E }", ["N": "value"]),
    ("fn ( N ) => E", "{ E }", ["N": "value"]),
    ("K9 ( N ) E", "{ E }", ["N": "value"]),
    ("| N | E", "{ E }", ["N": "value"]),
  ]

  private static let functionWords = ["function", "func", "fun", "fn", "def", "action"]

  /// A function without a name at some place of a line.
  static func closureRules(
    _ before: String, _ after: String, gives: (_ block: String) -> String,
    in place: RewritingRule.Place? = nil, words: [String] = []
  ) -> [RewritingRule] {
    closures.map { closure in
      RewritingRule(
        "\(before) \(closure.pattern) \(after)", gives: gives(closure.block), in: place,
        words: functionWords + words, naming: closure.naming)
    }
  }

  static let bindingRules: [RewritingRule] =
    notationRules + arrowRules + stageRules + endRules

  /// `{Binding Name, Mode=TwoWay}`, as a value and alone.
  private static let notationRules: [RewritingRule] = {
    let modes = [
      ("", "~>"), (", Mode = TwoWay", "<>"), (", Mode = OneWay", "~>"),
      (", Mode = OneWayToSource", "<~"), (", Mode = OneTime", "~>"),
    ]
    return modes.flatMap { mode, arrow in
      let once = mode.hasSuffix("OneTime") ? "once " : ""
      return ["", "Path ="].flatMap { path in
        [
          RewritingRule(
            "^ N : { Binding \(path) P1 \(mode) }", "^ N = { Binding \(path) P1 \(mode) }",
            gives: "N; bind \(once)P1 \(arrow) N", in: .body),
          RewritingRule(
            "^ D = { Binding \(path) P1 \(mode) }", "^ D : { Binding \(path) P1 \(mode) }",
            gives: "bind \(once)P1 \(arrow) D"),
          RewritingRule(
            "^ { Binding \(path) D \(mode) } ¶", gives: "bind \(once)D \(arrow) label.text"),
          RewritingRule(
            "^ { Binding \(path) N \(mode) } ¶", gives: "bind \(once)vm.N \(arrow) label.text"),
        ]
      }
    }
  }()

  /// Signs for an arrow that points to the right, to the left, and both ways.
  private static let rightSigns = [
    "->", "=>", ">>", "-->", "==>", "|>", "~~>", "→", "⇒", "⟶", "to", "into",
  ]
  private static let leftSigns = ["<-", "<<", "<--", "<==", ":=", "=", "←", "⇐", "⟵", "from"]
  private static let bothSigns = [
    "<->", "<=>", "<~>", "<-->", "==", "===", "↔", "⇔", "with", "and", "both",
  ]
  private static let bindWords = ["bind", "connect", "link", "wire", "binding", "Bind"]

  private static let arrowRules: [RewritingRule] =
    [
      RewritingRule("bind P ← → P1", gives: "bind P <> P1"),
      RewritingRule("bind ( P , P1 )", gives: "bind P ~> P1"),
      RewritingRule("bind P ~>! P1", "bind P ~ ! > P1", gives: "bind P !~> P1"),
      RewritingRule("bind P <!~ P1", gives: "bind P <~! P1"),
    ]
    + bindWords.flatMap { word in
      [
        RewritingRule(
          "^ \(word) P K P1", gives: "bind P ~> P1", words: rightSigns),
        RewritingRule("^ \(word) P K P1", gives: "bind P <~ P1", words: leftSigns),
        RewritingRule("^ \(word) P K P1", gives: "bind P <> P1", words: bothSigns),
        RewritingRule("^ \(word) P : P1", gives: "bind P1 ~> P"),
        RewritingRule("^ \(word) P , P1 ¶", "^ \(word) D D1 ¶", gives: "bind P·D ~> P1·D1"),
        RewritingRule("^ \(word) ( P , P1 ) ¶", gives: "bind P ~> P1"),
      ]
    } + [
      RewritingRule("^ K D ~> D1", gives: "bind D ~> D1", words: ["connect", "link", "wire"]),
      RewritingRule("^ D ~> D1", gives: "bind D ~> D1", in: .statement),
      RewritingRule(
        "^ D K D1", gives: "bind D ~> D1", in: .statement, words: ["->", "=>", "-->", "→", "|>"]),
      RewritingRule("^ D K D1", gives: "bind D <~ D1", in: .statement, words: ["<~", "<-", "←"]),
      RewritingRule(
        "^ D K D1", gives: "bind D <> D1", in: .statement, words: ["<>", "<->", "<=>", "<~>", "↔"]),
      RewritingRule("^ D <~ X", "^ D <- X", gives: "bind D <~ (X)", in: .statement),
      RewritingRule("^ D !~> D1", gives: "bind D !~> D1", in: .statement),
    ]

  private static let stageRules: [RewritingRule] =
    closureRules("bind A |", "as N1 ¶", gives: { "bind A | \($0) as N1" })
    + closureRules("bind A |", "¶", gives: { "bind A | \($0)" })
    + [
      RewritingRule("bind A | { value = E }", gives: "bind A | { E }"),
      RewritingRule("bind A | { it }", gives: "bind A | { value }"),
      RewritingRule(
        "bind A | { S }", gives: "bind A | { S }", containing: ["it"], naming: ["it": "value"]),
      RewritingRule(
        "bind A | { S }", gives: "bind A | { S }", containing: ["_"], naming: ["_": "value"]),
      RewritingRule(
        "bind A | { S }", gives: "bind A | { S }", containing: ["newValue"],
        naming: ["newValue": "value"]),
      RewritingRule("bind A | X ¶", "bind A | X as", gives: "bind A | { X }"),
      RewritingRule("bind A | O E ¶", gives: "bind A | { value O E }"),
      RewritingRule("bind A |> S ¶", "bind A || S ¶", gives: "bind A | S"),
      RewritingRule("bind A | ( E ) ¶", gives: "bind A | { E }"),
      RewritingRule("bind P <> P1 | { S } ¶", gives: "bind P ~> P1 | { S }"),
      RewritingRule("bind A ~> P { S }", gives: "bind A ~> P | { S }"),
      RewritingRule(
        "bind A ~> P K N ¶", gives: "bind A ~> P | N",
        words: ["with", "using", "via", "through", "by"]),
      RewritingRule(
        "bind A <> P K N ¶", gives: "bind A <> P | N", words: ["using", "via", "through", "by"]),
      RewritingRule(
        "bind A ~> P K { S }", gives: "bind A ~> P | { S }",
        words: ["with", "using", "via", "map", "convert", "=>", "->"]),
    ]
    + closureRules(
      "bind A ~> P K", "¶", gives: { "bind A ~> P | \($0)" }, words: ["with", "using", "via", ","])
    + closureRules("bind D . map (", ") ~> P", gives: { "bind D ~> P | \($0)" })
    + [
      RewritingRule("bind D . map { S } ~> P", gives: "bind D ~> P | { S }")
    ]

  private static let endRules: [RewritingRule] = [
    RewritingRule("bind V K", gives: "bind V K", words: ["~>", "<~", "<>", "!~>"]),
    RewritingRule("bind ! E ~>", gives: "bind (!E) ~>"),
    RewritingRule("bind P <~ ! E ¶", gives: "bind P <~ (!E)"),
    RewritingRule("bind A ~> V ¶", gives: "bind A ~> V"),
    RewritingRule("bind X ~>", gives: "bind (X) ~>"),
    RewritingRule("bind X !~>", gives: "bind (X) !~>"),
    RewritingRule("bind L ~>", gives: "bind (L) ~>"),
    RewritingRule("bind N ( A ) ~>", gives: "bind (N(A)) ~>"),
    RewritingRule("bind P <~ X ¶", gives: "bind P <~ (X)"),
    RewritingRule("bind P <~ X |", gives: "bind P <~ (X) |"),
    RewritingRule("bind P <~ L ¶", gives: "bind P <~ (L)"),
    RewritingRule("bind P <~ N ( A ) ¶", gives: "bind P <~ (N(A))"),
    RewritingRule("bind P : X ¶", "bind P = X ¶", "bind P := X ¶", gives: "bind P <~ (X)"),
    RewritingRule("bind D ~> P O E ¶", gives: "bind D ~> P | { value O E }"),
    RewritingRule("bind P ~> P1 , P2 ¶", gives: "bind P ~> P1; bind P ~> P2"),
    RewritingRule("bind P , P1 ~> P2 ¶", gives: "bind P ~> P2; bind P1 ~> P2"),
    RewritingRule(
      "^ P . K ( P1 ) ¶", gives: "bind P <~ P1", in: .statement,
      words: ["bind", "bindTo", "bind_to"]),
    RewritingRule(
      "^ P . K ( P1 ) ¶", gives: "bind P <> P1", in: .statement,
      words: ["bindBidirectional", "sync"]),
    RewritingRule("^ P = bind ( P1 ) ¶", "^ P = bind P1 ¶", gives: "bind P1 ~> P", in: .statement),
    RewritingRule("^ P = bind ( E ) ¶", "^ P = bind X ¶", gives: "bind (E·X) ~> P", in: .statement),
    RewritingRule(
      "^ P = Qt . binding ( function ( ) { return E } )", "^ P = Qt . binding ( ( ) => E )",
      gives: "bind (E) ~> P", in: .statement),
  ]
}
