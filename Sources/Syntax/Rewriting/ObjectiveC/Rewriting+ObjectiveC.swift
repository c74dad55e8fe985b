// Lines of the Objective-C libraries that bindlab is based on, after `withoutObjectiveC`.
extension Rewriting {
  /// A block with its arguments, and the names that these get.
  private static let blocks: [(pattern: String, naming: [String: String])] =
    ["^", "^ id", "^ void"].flatMap { caret in
      [
        ("\(caret) ( id N1 , id N , A9 ) { S }", ["N": "value", "N1": "sender"]),
        ("\(caret) ( id N1 , id N ) { S }", ["N": "value", "N1": "sender"]),
        ("\(caret) ( id N1 , T * N , A9 ) { S }", ["N": "value", "N1": "sender"]),
        ("\(caret) ( id N1 , T * N ) { S }", ["N": "value", "N1": "sender"]),
        ("\(caret) ( T * N1 , T1 * N , A9 ) { S }", ["N": "value", "N1": "sender"]),
        ("\(caret) ( T * N1 , T1 * N ) { S }", ["N": "value", "N1": "sender"]),
        ("\(caret) ( id N ) { S }", ["N": "value"]),
        ("\(caret) ( T N ) { S }", ["N": "value"]),
        ("\(caret) ( T * N ) { S }", ["N": "value"]),
        ("\(caret) ( A9 ) { S }", [:]),
        ("\(caret) { S }", [:]),
      ]
    }

  /// Rules for a block at some place, with its statements and, if these are not understood, without.
  ///
  /// - Parameter needsBody: Whether there is no rule without them, since an empty block would give nil.
  private static func blockRules(
    _ before: String, _ after: String, needsBody: Bool = false,
    gives: (_ block: String) -> String, in place: RewritingRule.Place? = nil
  ) -> [RewritingRule] {
    (needsBody ? ["{ S }"] : ["{ S }", "{ }"]).flatMap { body in
      blocks.map { block in
        RewritingRule(
          "\(before) \(block.pattern) \(after)", gives: gives(body), in: place,
          words: arrowSigns + macros, naming: block.naming)
      }
    }
  }

  private static let arrowSigns = ["~>", "<~", "<>", "!~>", "<~!", "<!>", "->", "<-", "<->"]
  private static let macros = ["BIND", "BINDT", "BINDRT", "BINDS", "BINDSR", "BINDSL"]

  static let objectiveCRules: [RewritingRule] =
    statementsOfBlocks + messageRules + macroRules + chainRules + foundationRules

  /// What stands in a block: changes with their values, and variables with types.
  private static let statementsOfBlocks: [RewritingRule] = [
    RewritingRule("id value = N [ NSKeyValueChangeNewKey ] ;", gives: ""),
    RewritingRule("N [ NSKeyValueChangeNewKey ]", gives: "value"),
    RewritingRule("N [ NSKeyValueChangeOldKey ]", gives: "old"),
    RewritingRule("@ ( E )", gives: "E"),
  ]

  private static let messageRules: [RewritingRule] =
    blockRules("[ BINDO ( P , P1 ) observe :", "]", gives: { "observe P.P1 \($0)" })
    + blockRules("[ BINDOS ( P ) observe :", "]", gives: { "on P \($0)" })
    + blockRules("[ K ( A ) transform :", "]", needsBody: true, gives: { "K(A) transform \($0)" })
    + blockRules("[ K ( A ) observe :", "]", gives: { "K(A) observe \($0)" })
    + blockRules(
      "[ K ( A ) transform { S1 } observe :", "]", gives: { "K(A) transform { S1 } observe \($0)" })
    + blockRules("[ M transform :", "]", needsBody: true, gives: { "transform M \($0)" })
    + [
      RewritingRule("[ M unbind ]", gives: "unbind M"),
      RewritingRule("[ M bindLeft : P withRight : P1 ]", gives: "rebind M to P, P1"),
    ] + observing + goo

  private static let initial = "NSKeyValueObservingOptionInitial"

  /// `[self.KVOController observe:vm keyPath:@"name" options:… block:^(…) { … }]`
  private static let observing: [RewritingRule] =
    [(initial, "observe initial "), ("", "observe ")].flatMap {
      option, word in
      ["KVOController", "KVOControllerNonRetaining"].flatMap { controller in
        blockRules(
          "[ \(controller) observe : P keyPath : Q options : A \(option) \(option == "" ? "" : "A1") block :",
          "]", gives: { "\(word)P.Q \($0)" })
      }
    } + [
      // 'object' declares one here.
      RewritingRule(
        "[ object addObserver : E forKeyPath : P1 options : A context : E1 ]",
        gives: "observe vm[P1] { }"),
      RewritingRule(
        "[ P addObserver : E forKeyPath : Q options : A \(initial) A1 context : E1 ]",
        gives: "observe initial P.Q { }"),
      RewritingRule(
        "[ P addObserver : E forKeyPath : Q options : A context : E1 ]", gives: "observe P.Q { }"),
      RewritingRule(
        "[ P addObserver : E forKeyPath : P1 options : A context : E1 ]",
        gives: "observe P[P1] { }"),
    ]

  private static let goo: [RewritingRule] = [
    ("TwoWay", "bind P1.Q1 <> P.Q"), ("OneWay", "bind P1.Q1 ~> P.Q"),
    ("TempWay", "bind once P1.Q1 ~> P.Q"),
  ].map { mode, result in
    RewritingRule(
      "[ P bindingWithProperty : Q withObject : P1 withDataSource : Q1 withBindingMode : \(mode) ]",
      gives: result)
  }

  private static let macroRules: [RewritingRule] = [
    RewritingRule("BNDBinding * N = K ( A )", gives: "K(A) as N", words: macros),
    RewritingRule("BNDBinding * N = [ A ]", gives: "[A] as N"),
    RewritingRule(
      "^ K ( A ) , ¶", gives: "K(A)", words: ["BINDViewModel", "BINDModel", "BINDViewModelCommand"]),
    RewritingRule("( self , P1 , K , self , P3", gives: "(P1, K, P3", words: arrowSigns),
    RewritingRule("( self , P1 , K , P2 , P3", gives: "(P1, K, P2.P3", words: arrowSigns),
    RewritingRule("( P , P1 , K , self , P3", gives: "(P.P1, K, P3", words: arrowSigns),
    RewritingRule("BIND ( P , K , P1 )", gives: "bind P K P1", words: arrowSigns),
    RewritingRule("BINDT ( P , K , P1 , N )", gives: "bind P K P1 | N", words: arrowSigns),
    RewritingRule(
      "BINDRT ( P , K , P1 , ! , N )", "BINDRT ( P , K , P1 , N )", gives: "bind P K P1 | !N",
      words: arrowSigns),
    RewritingRule("BIND ( P , P1 , K , P2 , P3 )", gives: "bind P.P1 K P2.P3", words: arrowSigns),
    RewritingRule(
      "BINDT ( P , P1 , K , P2 , P3 , N )", gives: "bind P.P1 K P2.P3 | N", words: arrowSigns),
    RewritingRule(
      "BINDRT ( P , P1 , K , P2 , P3 , ! , N )", "BINDRT ( P , P1 , K , P2 , P3 , N )",
      gives: "bind P.P1 K P2.P3 | !N", words: arrowSigns),
    RewritingRule("BINDS ( P , K , P1 )", gives: "bind P K P1", words: arrowSigns),
    RewritingRule("BINDSR ( P , P1 , K , P2 )", gives: "bind P.P1 K P2", words: arrowSigns),
    RewritingRule("BINDSL ( P , K , P1 , P2 )", gives: "bind P K P1.P2", words: arrowSigns),
    RewritingRule("BINDINGS ( N , nil )", gives: ""),
    RewritingRule(
      "BINDINGS ( N , BINDViewModel ( P , K , P1 ) , A )",
      gives: "bind viewModel.P K P1; BINDINGS(N, A)", words: arrowSigns),
    RewritingRule(
      "BINDINGS ( N , BINDModel ( P , K , P1 ) , A )",
      gives: "bind model.P K P1; BINDINGS(N, A)", words: arrowSigns),
    RewritingRule(
      "BINDINGS ( N , BINDViewModelCommand ( P , P1 ) , A )",
      gives: "bind P1 !~> viewModel.P; BINDINGS(N, A)"),
    RewritingRule(
      "BINDViewModel ( P , K , P1 )", gives: "bind viewModel.P K P1", words: arrowSigns),
    RewritingRule("BINDModel ( P , K , P1 )", gives: "bind model.P K P1", words: arrowSigns),
    RewritingRule("BINDViewModelCommand ( P , P1 )", gives: "bind P1 !~> viewModel.P"),
    RewritingRule("BINDO ( P , P1 )", gives: "observe P.P1 { }"),
    RewritingRule("BINDOS ( P )", gives: "on P { }"),
  ]

  /// `bind(@"title", ^(id value) { … }).bind(…)`, `update(@"content", x)` and `bindModel(m)`
  private static let chainRules: [RewritingRule] =
    ["bind", "observe"].flatMap { word in
      blockRules(
        "^ \(word) ( Q ,", ") .", gives: { "observe initial some viewModel.Q \($0); " })
        + blockRules(
          "^ \(word) ( Q ,", ")", gives: { "observe initial some viewModel.Q \($0)" })
    } + [
      RewritingRule("^ update ( Q , E ) . update", gives: "silent viewModel.Q = E; update"),
      RewritingRule("^ update ( Q , E )", gives: "silent viewModel.Q = E"),
      RewritingRule("[ P bindModel : P1 ]", "^ P . bindModel ( P1 )", gives: "P.viewModel = P1"),
    ]

  private static let foundationRules: [RewritingRule] = [
    RewritingRule(
      "[ [ NSNotificationCenter defaultCenter ] postNotificationName : N object : nil ]",
      "[ [ NSNotificationCenter defaultCenter ] postNotificationName : N object : nil userInfo : nil ]",
      gives: "post N"),
    RewritingRule(
      "[ [ NSNotificationCenter defaultCenter ] postNotificationName : N object : E ]",
      "[ [ NSNotificationCenter defaultCenter ] postNotificationName : N object : A userInfo : E ]",
      gives: "post N(E)"),
    RewritingRule(
      "dispatch_after ( dispatch_time ( N , ( N1 ) ( L * NSEC_PER_SEC ) ) , A , ^ { S } )",
      "dispatch_after ( dispatch_time ( N , L * NSEC_PER_SEC ) , A , ^ { S } )",
      gives: "after L·s { S }"),
    RewritingRule("dispatch_async ( A , ^ { S } )", gives: "after 0s { S }"),
  ]
}
