// Statements as other languages write them.
extension Rewriting {
  static let statementRules: [RewritingRule] =
    wordRules + assignmentRules + conditionRules + loopRules + observerRules + eventRules
    + otherRules

  private static let variableWords = ["var", "let", "const", "val", "auto", "local", "dim", "my"]

  /// Words of prompts and of comments.
  private static let wordRules: [RewritingRule] =
    Habit.all.flatMap { habit -> [RewritingRule] in
      guard case .statement(let statement)? = habit.deed else { return [] }
      return [RewritingRule("^ K ¶", "^ K ( ) ¶", gives: statement, words: habit.words)]
    } + [
      RewritingRule(
        "^ K ( ) ¶", gives: "K", in: .statement,
        words: ["quit", "help", "objects", "bindings", "observers"]),
      RewritingRule("^ : K ¶", gives: "quit", words: ["q", "quit", "exit", "x", "wq"]),
      RewritingRule("^ ? N ¶", "^ : help N ¶", "^ : h N ¶", gives: "help N"),
      RewritingRule("^ K - J ¶", gives: "K J", in: .statement, words: ["rewind", "replay"]),
      RewritingRule("^ ? ¶", "^ : help ¶", "^ : h ¶", gives: "help"),
      RewritingRule("^ # N S ¶", "^ -- N S ¶", gives: "/·/ N S", in: .statement),
    ]

  private static let assignmentRules: [RewritingRule] = [
    RewritingRule("^ K D = E", gives: "D = E", in: .statement, words: variableWords + ["set"]),
    RewritingRule("^ K N : T = E", gives: "K N = E", in: .statement, words: variableWords),
    RewritingRule(
      "^ K N = E", gives: "let N = E", in: .statement, words: ["const", "val", "final"]),
    RewritingRule(
      "^ K N = E", gives: "var N = E", in: .statement,
      words: typeWords + ["auto", "local", "dim", "my"]),
    RewritingRule(
      "^ K1 K N = E", gives: "let N = E", in: .statement, words: typeWords + ["const", "final"]),
    RewritingRule("^ K N := E", gives: "K N = E", in: .statement, words: ["let", "var"]),
    // A member outside of a body.
    RewritingRule(
      "^ property T N : E ¶", "^ K1 K N : E ¶", "^ property N : E ¶", gives: "var N = E",
      in: .statement, words: ["property"] + typeWords),
    RewritingRule("^ property T N ¶", gives: "var N = nil", in: .statement),
    RewritingRule(
      "^ K var N = E", "^ K K1 var N = E", "^ K let N = E", "^ K var N : T = E",
      "^ K property T N : E ¶", gives: "var N = E", in: .statement, words: modifiers),
    RewritingRule(
      "^ K N ¶", "^ K N : T ¶", gives: "var N = nil", in: .statement, words: ["var", "let"]),
    RewritingRule(
      "^ K N , N1 = E , E1 ¶", gives: "K N = E; K N1 = E1", in: .statement, words: ["var", "let"]),
    RewritingRule("^ P , P1 = E , E1 ¶", gives: "P = E; P1 = E1", in: .statement),
    RewritingRule(
      "^ K N = E , N1 = E1 ¶", gives: "K N = E; K N1 = E1", in: .statement, words: ["var", "let"]),
    RewritingRule("^ P = E , P1 = E1 ¶", gives: "P = E; P1 = E1", in: .statement),
    RewritingRule("^ P ++", "^ ++ P", gives: "P += 1", in: .statement),
    RewritingRule("^ P --", "^ -- P ¶", gives: "P -= 1", in: .statement),
    RewritingRule("^ P =+ E", gives: "P += E", in: .statement),
    RewritingRule("^ P =- E", gives: "P -= E", in: .statement),
    RewritingRule("^ P **= E", gives: "P = pow(P, E)", in: .statement),
    RewritingRule(
      "^ D = { Binding D1 , Mode = TwoWay }", "^ D : { Binding D1 , Mode = TwoWay }",
      gives: "bind D1 <> D"),
    RewritingRule("^ N := E", gives: "var N = E", in: .statement),
    RewritingRule("^ D := E", gives: "D = E", in: .statement),
    RewritingRule(
      "^ K P to E ¶", "^ K P = E", "^ K P := E", gives: "P = E", in: .statement,
      words: ["set", "update", "assign", "SET"]),
    RewritingRule("^ D : D1 ¶", gives: "bind D1 ~> D", in: .statement),
    RewritingRule("^ D : X ¶", gives: "bind (X) ~> D", in: .statement),
    RewritingRule("^ P : E ¶", gives: "P = E", in: .statement),
    RewritingRule("^ D L ¶", gives: "D = L", in: .statement),
    RewritingRule("^ D [ D1 = E ]", gives: "D1 = E", in: .statement),
  ]

  /// Statements that can follow a condition on its line.
  private static let shortStatements = [
    "print", "fire", "post", "return", "break", "continue", "throw",
  ]

  private static let conditionRules: [RewritingRule] = [
    RewritingRule("K if", gives: "else if", words: ["elseif"]),
    RewritingRule("} K", gives: "} else if", words: ["elif", "elsif", "elseif"]),
    RewritingRule("if let N = P { S }", gives: "if P != nil { S }", naming: ["N": "P"]),
    RewritingRule("if ( E = E1 ) {", gives: "if E == E1 {"),
    RewritingRule("if E = E1 {", gives: "if E == E1 {"),
    RewritingRule("while E = E1 {", gives: "while E == E1 {"),
    RewritingRule("if let N = P {", "if let N = P , E {", gives: "if P != nil {"),
    RewritingRule("^ K E {", gives: "if !(E) {", in: .statement, words: ["unless"]),
    RewritingRule("^ guard E else {", gives: "if !(E) {", in: .statement),
    RewritingRule("^ until E {", "^ while not E {", gives: "while !(E) {", in: .statement),
    RewritingRule("if not E {", gives: "if !(E) {"),
    RewritingRule(
      "^ if E then S else S1 end ¶", "^ if E then S else S1 ¶", "^ if E : S else : S1 ¶",
      gives: "if E { S } else { S1 }", in: .statement),
    RewritingRule(
      "^ if E then S end ¶", "^ if E then S ¶", "^ if E : S ¶", "^ if E do S ¶",
      gives: "if E { S }", in: .statement),
    RewritingRule(
      "^ while E do S end ¶", "^ while E do S ¶", "^ while E : S ¶", gives: "while E { S }",
      in: .statement),
    RewritingRule(
      "^ K E then S ¶", gives: "if E { S }", in: .statement, words: ["when", "If", "IF"]),
    RewritingRule("^ if E K A ¶", gives: "if E { K A }", in: .statement, words: shortStatements),
    RewritingRule(
      "^ while E K A ¶", gives: "while E { K A }", in: .statement, words: shortStatements),
    RewritingRule("^ if ( E ) P = E1 ¶", gives: "if E { P = E1 }", in: .statement),
    RewritingRule("^ if ( E ) P += E1 ¶", gives: "if E { P += E1 }", in: .statement),
    RewritingRule("^ while ( E ) P += E1 ¶", gives: "while E { P += E1 }", in: .statement),
    RewritingRule("^ while ( E ) P = E1 ¶", gives: "while E { P = E1 }", in: .statement),
    RewritingRule("^ print A if E ¶", gives: "if E { print A }", in: .statement),
    RewritingRule("^ P = E if E1 ¶", gives: "if E1 { P = E }", in: .statement),
    RewritingRule(
      "^ P = if E then E1 else E2 ¶", "^ P = if E { E1 } else { E2 }", gives: "P = E ? E1 : E2",
      in: .statement),
    RewritingRule("print E1 if E else E2", gives: "print E ? E1 : E2"),
    RewritingRule("E1 if E else E2", gives: "E ? E1 : E2"),
    RewritingRule(
      "^ K { S } while E ¶", "^ K { S } while ( E ) ¶",
      gives: "while true { S; if !(E) { break } }", in: .statement, words: ["do", "repeat"]),
    RewritingRule(
      "^ K { S } until E ¶", gives: "while true { S; if E { break } }", in: .statement,
      words: ["do", "repeat"]),
  ]

  private static let loopRules: [RewritingRule] =
    [
      RewritingRule(
        "for ( A N = E ; N < E1 ; A1 ) {", "for A N = E ; N < E1 ; A1 {", gives: "for N in E..<E1 {"
      ),
      RewritingRule(
        "for ( A N = E ; N <= E1 ; A1 ) {", "for A N = E ; N <= E1 ; A1 {",
        gives: "for N in E...E1 {"),
      RewritingRule("for ( A N = E ; N < E1 ; A1 ) S ¶", gives: "for N in E..<E1 { S }"),
      RewritingRule(
        "for N in 0 .. E {", "for N in 0 .. E :", "for N in 0 until E {", "for ( N in 0 .. E ) {",
        gives: "for N in 0..<E {"),
      RewritingRule(
        "for N in E ..= E1 {", "for N in E .. E1 {", "for N in E to E1 {", "for N = E , E1 {",
        "for N = E to E1 {", "for N = E : E1 {", "for ( N in E .. E1 ) {",
        gives: "for N in E...E1 {"),
      RewritingRule(
        "for N = E , E1 do S end", "for N = E to E1 do S end", "for N = E to E1 do S ¶",
        gives: "for N in E...E1 { S }"),
      RewritingRule(
        "for ( K N in E ) {", "for ( K N of E ) {", "for ( K N : E ) {", "for K N in E {",
        "for K N of E {",
        "for each K N in E {", gives: "for N in E {",
        words: ["let", "var", "const", "auto", "final"] + typeWords),
      RewritingRule(
        "^ K ( K1 N in E ) {", "^ K ( N in E ) {", "^ K N in E {", "^ K ( N : E ) {",
        gives: "for N in E {",
        words: ["foreach", "forEach", "each", "var", "let", "const"] + typeWords),
      RewritingRule(
        "for ( N in E ) {", "for ( N of E ) {", "for ( N : E ) {", "for N of E {", "for N : E {",
        "for each N in E {", "for all N in E {", gives: "for N in E {"),
      RewritingRule(
        "for ( N in E ) S ¶", "for ( A N in E ) S ¶", "for ( A N of E ) S ¶",
        gives: "for N in E { S }"),
      RewritingRule(
        "for ( N , N1 ) in E . enumerated ( ) {", "for ( N , N1 ) in E . enumerated {",
        "for N , N1 in enumerate ( E ) {", gives: "for N, N1 in E {"),
      RewritingRule("for ( N , N1 ) in", gives: "for N, N1 in"),
      RewritingRule(
        "^ for N in E do S end ¶", "^ for N in E : S ¶", "^ for N in E do S ¶",
        gives: "for N in E { S }", in: .statement),
      RewritingRule(
        "^ for N in E K A ¶", gives: "for N in E { K A }", in: .statement, words: shortStatements),
      RewritingRule("^ K {", gives: "while true {", in: .statement, words: ["loop", "forever"]),
      RewritingRule(
        "^ K ( ; ; ) {", "^ K {", gives: "while true {", in: .statement, words: ["for"]),
      RewritingRule(
        "^ L . times {", "^ loop L {", "^ repeat ( L ) {", "^ repeat L times {", "^ loop ( L ) {",
        "^ times ( L ) {", "^ do L times {", "^ L times {", gives: "repeat L {", in: .statement),
      RewritingRule(
        "^ repeat E : S ¶", "^ repeat L S ¶", gives: "repeat E·L { S }", in: .statement),
      RewritingRule(
        "^ P . K { N in S } ¶", "^ P . K { N -> S } ¶", "^ P . K { | N | S } ¶",
        "^ P . K ( N => { S } ) ¶", "^ P . K ( N => S ) ¶", "^ P . K ( ( N ) => { S } ) ¶",
        "^ P . K ( ( N ) => S ) ¶", "^ P . K ( function ( N ) { S } ) ¶",
        "^ P . K do | N | S end ¶", gives: "for N in P { S }", in: .statement,
        words: ["forEach", "each", "foreach", "ForEach"]),
      RewritingRule(
        "^ P . K { S } ¶", gives: "for item in P { S }", in: .statement,
        words: ["forEach", "each", "foreach", "ForEach"], naming: ["value": "item", "it": "item"]),
    ]

  private static let observing = [
    "subscribe", "sink", "observe", "onChange", "addListener", "watch", "bind", "listen",
    "Subscribe", "didSet", "onNext", "changed", "onValueChanged", "addObserver",
  ]

  private static let observerRules: [RewritingRule] =
    [
      RewritingRule(
        "observe P { N , N1 in S }", "observe P { ( N , N1 ) in S }",
        "observe P { ( N , N1 ) => S }", "observe P { N , N1 -> S }",
        gives: "observe P { S }", naming: ["N": "old", "N1": "value"]),
      RewritingRule(
        "observe P { S }", gives: "observe P { S }", containing: ["newValue"],
        naming: ["newValue": "value"]),
      RewritingRule(
        "observe P { S }", gives: "observe P { S }", containing: ["oldValue"],
        naming: ["oldValue": "old"]),
      RewritingRule(
        "observe P { S }", gives: "observe P { S }", containing: ["it"], naming: ["it": "value"]),
      RewritingRule(
        "observe P , P1 { S }", "observe P and P1 { S }", "observe P && P1 { S }",
        "observe [ P , P1 ] { S }", "observe ( P , P1 ) { S }",
        gives: "observe P { S }; observe P1 { S }"),
      RewritingRule(
        "observe P , P1 , P2 { S }", gives: "observe P { S }; observe P1 { S }; observe P2 { S }"),
      RewritingRule("observe ( P ) {", gives: "observe P {"),
      RewritingRule(
        "^ observe P K A ¶", "^ observe P : K A ¶", "^ observe P => K A ¶", "^ observe P -> K A ¶",
        "^ observe P then K A ¶", "^ observe P do K A end ¶", gives: "observe P { K A }",
        words: ["print", "fire", "post"]),
      RewritingRule(
        "^ observe P P1 = E ¶", "^ observe P : P1 = E ¶", gives: "observe P { P1 = E }"),
      RewritingRule("^ observe Q {", gives: "observe Q {"),
      RewritingRule(
        "^ K P {", "^ K ( P ) {", gives: "observe P {",
        words: [
          "watch", "subscribe", "onChange", "track", "onchange", "reaction", "sink",
        ]),
      RewritingRule(
        "^ on change P {", "^ on change of P {", "^ on P . K {", "^ on P change {",
        gives: "observe P {", words: ["change", "changed", "didChange"]),
      RewritingRule(
        "^ K { S }", gives: "effect { S }", words: effects.filter { $0 != "effect" }),
    ]
    + closureRules("observe P", "¶", gives: { "observe P \($0)" })
    + closureRules(
      "^ K ( P ,", ")", gives: { "observe P \($0)" },
      words: ["watch", "reaction", "observe", "subscribe", "autorun"])
    + closureRules(
      "^ P . K (", ") ¶", gives: { "observe P \($0)" }, in: .statement, words: observing)
    + closureRules("^ P . K", "¶", gives: { "observe P \($0)" }, in: .statement, words: observing)
    + [
      RewritingRule("^ P . K { S } ¶", gives: "observe P { S }", in: .statement, words: observing)
    ]

  /// What other libraries call an effect.
  private static let effects = ["effect", "autorun", "watchEffect", "createEffect", "useEffect"]

  private static let eventRules: [RewritingRule] =
    [
      RewritingRule(
        "^ K P ¶", "^ K ( P ) ¶", "^ P . K ( ) ¶", gives: "fire P", in: .statement,
        words: [
          "emit", "dispatch", "trigger", "raise", "invoke", "Invoke", "fire", "send", "signal",
        ]),
      RewritingRule("^ K ( Q ) ¶", gives: "fire vm.Q", in: .statement, words: ["emit"]),
      RewritingRule("^ K ( Q , E ) ¶", gives: "fire vm.Q(E)", in: .statement, words: ["emit"]),
      RewritingRule(
        "^ N . K ( Q ) ¶", gives: "fire N.Q", in: .statement,
        words: ["emit", "dispatchEvent", "trigger"]),
      RewritingRule(
        "^ N . K ( Q , E ) ¶", gives: "fire N.Q(E)", in: .statement,
        words: ["emit", "dispatchEvent", "trigger"]),
      RewritingRule(
        "^ K P ( A ) ¶", "^ P . K ( A ) ¶", gives: "fire P(A)", in: .statement,
        words: ["emit", "dispatch", "trigger", "raise", "invoke", "Invoke", "send"]),
      RewritingRule("^ fire P with A ¶", "^ fire P : A ¶", "^ fire P L ¶", gives: "fire P(A·L)"),
      RewritingRule(
        "^ on P K A ¶", "^ on P : K A ¶", "^ on P => K A ¶", "^ on P do K A end ¶",
        gives: "on P { K A }", words: ["print", "fire", "post"]),
      RewritingRule("^ on ( P ) {", gives: "on P {"),
      RewritingRule(
        "^ P . K ( Q , ( ) => { S } ) ¶", "^ P . K ( Q , ( ) => S ) ¶",
        "^ P . K ( Q , function ( ) { S } ) ¶", gives: "on P.Q { S }", in: .statement,
        words: ["on", "addEventListener", "addListener"]),
      RewritingRule(
        "^ P . N += ( A ) => { S } ¶", "^ P . N += ( A ) => S ¶", gives: "on P.N { S }",
        in: .statement),
      RewritingRule(
        "^ K N ¶", "^ K Q ¶", "^ K ( Q ) ¶", gives: "post N·Q", in: .statement,
        words: ["notify", "publish", "broadcast"]),
      RewritingRule("^ post Q", gives: "post Q"),
      RewritingRule(
        "^ K ( ( ) => { S } ) ¶", "^ K ( ( ) => E ) ¶", gives: "untracked { S·E }", in: .statement,
        words: ["untracked", "untrack"]),
      RewritingRule("^ print ( E , S ) ¶", gives: "print E, S"),
      RewritingRule("K ( ( ) => E )", gives: "untracked(E)", words: ["untracked", "untrack"]),
    ]
    + closureRules(
      "^ P . K ( Q ,", ") ¶", gives: { "on P.Q \($0)" }, in: .statement,
      words: ["on", "addEventListener", "addListener"])
    + closureRules("on P", "¶", gives: { "on P \($0)" })

  private static let printing = [
    "printf", "println", "puts", "echo", "log", "alert", "write", "display", "NSLog", "qDebug",
    "Print", "PRINT", "pprint", "writeln", "putStrLn", "debugPrint", "say", "output",
    "show_message", "dump", "println!",
  ]

  private static let otherRules: [RewritingRule] =
    [
      RewritingRule(
        "K . log ( A )", "K . info ( A )", "K . error ( A )", "K . out . println ( A )",
        "K . WriteLine ( A )", "K . Println ( A )", "K . Log ( A )", "K . print ( A )",
        "K . debug ( A )", "K . warn ( A )",
        gives: "print A",
        words: [
          "console", "System", "Console", "fmt", "Debug", "Log", "logger", "std", "sys", "Swift",
          "logging",
        ]),
      RewritingRule("^ K ( L , A )", "^ K ( ) ¶", gives: "print A", words: ["printf"]),
      RewritingRule("^ println ! ( L , A )", "^ println ! ( A )", gives: "print A"),
      RewritingRule("^ K ( A )", gives: "print A", words: printing),
      RewritingRule("^ K A ¶", gives: "print A", words: printing),
      RewritingRule("^ std :: cout << A ¶", "^ cout << A ¶", "qDebug ( ) << A ¶", gives: "print A"),
      RewritingRule("print ( A , K = L )", gives: "print A", words: ["end", "sep"]),
      RewritingRule("print E << E1", gives: "print E"),
      RewritingRule(
        "^ K P ¶", gives: "show P", in: .statement, words: ["cat", "inspect", "describe", "less"]),
      RewritingRule(
        "^ K D ¶", gives: "D = nil", in: .statement,
        words: ["delete", "del", "rm", "remove", "unset", "free"]),
      RewritingRule(
        "^ K N ¶", "^ K ( N ) ¶", gives: "release N", in: .statement,
        words: ["release", "delete", "del", "rm", "remove", "destroy", "free", "dispose", "unset"]),
      RewritingRule(
        "^ N . K ( ) ¶", gives: "release N", in: .statement,
        words: ["dispose", "destroy", "delete", "release", "free", "removeFromSuperview"]),
      RewritingRule(
        "^ K ( E , E1 )", gives: "expect E == E1",
        words: [
          "assertEqual", "assertEquals", "XCTAssertEqual", "assert_eq", "assertEq", "expectEqual",
        ]),
      RewritingRule("^ K ! ( E , E1 )", gives: "expect E == E1", words: ["assert_eq"]),
      RewritingRule(
        "^ expect ( E ) . toBe ( E1 )", "^ expect ( E ) . toEqual ( E1 )",
        "^ expect ( E ) . to ( equal ( E1 ) )", "^ expect E is E1 ¶", "^ expect E to be E1 ¶",
        "^ expect E = E1 ¶", "^ expect ( E , E1 )", gives: "expect E == E1"),
      RewritingRule("^ K ! ( E )", gives: "expect E", words: ["assert"]),
      RewritingRule(
        "^ K E ¶", "^ K ( E ) ¶", "^ self . K ( E ) ¶", gives: "expect E",
        words: [
          "assert", "XCTAssert", "XCTAssertTrue", "assertTrue", "check", "verify", "ensure",
          "precondition",
        ]),
      RewritingRule(
        "^ raise N ( L )", "^ throw new N ( L )", "^ throw N ( L )", "^ raise L", "^ K ( L )",
        gives: "throw L", words: ["fatalError", "panic", "raise", "throw"]),
      RewritingRule(
        "^ K ( ( ) => { S } , L )", "^ K ( ( ) => S , L )", "^ K ( function ( ) { S } , L )",
        gives: "after L·ms { S }", words: ["setTimeout"]),
      RewritingRule(
        "^ K ( ( ) => { S } , J ) ¶", "^ K ( ( ) => S , J ) ¶", "^ K ( function ( ) { S } , J ) ¶",
        gives: "object timer { event tick; action run() { after J·ms { fire tick; run() } } }; "
          + "on timer.tick { S }; timer.run()", in: .statement, words: ["setInterval"]),
      RewritingRule(
        "^ DispatchQueue . main . asyncAfter ( deadline : . now ( ) + L ) { S }",
        gives: "after L·s { S }"),
      RewritingRule(
        "^ K ( J )", "^ K J ¶", "^ await K ( J )", "^ time . sleep ( J )", "^ Thread . sleep ( J )",
        gives: "advance J·s", words: ["sleep", "delay", "wait"]),
      RewritingRule("^ after ( L ) {", gives: "after L {"),
      RewritingRule("^ after J {", gives: "after J·s {"),
      RewritingRule(
        "^ K {", gives: "batch {", in: .statement,
        words: ["transaction", "atomic", "runInAction", "atomically"]),
      RewritingRule(
        "^ K ( ( ) => { S } ) ¶", gives: "batch { S }", in: .statement,
        words: ["transaction", "runInAction", "batch", "action"]),
      RewritingRule("^ unbind L ¶", gives: "unbind #L", in: .statement),
      RewritingRule("^ K N N1 ¶", gives: "N N1", words: ["async", "await"]),
      RewritingRule("^ await E ¶", "^ try E ¶", "^ try ? E ¶", "^ try ! E ¶", gives: "E"),
      RewritingRule("= K E ¶", gives: "= E", words: ["try", "await"]),
      RewritingRule(
        "^ try { S } catch A { S1 } ¶", "^ try { S } catch { S1 } ¶",
        "^ try { S } catch ( A ) { S1 } ¶", "^ try { S } except { S1 } ¶", gives: "S",
        in: .statement),
      RewritingRule("^ with K {", gives: "batch {", words: ["transaction", "batch"]),
      RewritingRule("^ enum N : T {", gives: "enum N {"),
      RewritingRule("^ enum N { case A }", gives: "enum N { A }"),
      RewritingRule(
        "^ enum N = { A }", "^ enum N : A ¶", "^ enum N ( A ) ¶", gives: "enum N { A }"),
      RewritingRule("^ enum N { N1 = L , N2 = L1 }", gives: "enum N { N1, N2 }"),
    ]
}
