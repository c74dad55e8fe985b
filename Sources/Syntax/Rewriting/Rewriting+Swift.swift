// Lines of the libraries that people bind with in Swift: Combine, RxSwift, ReactiveSwift, SwiftUI.
extension Rewriting {
  /// Words of which each such line has one.
  private static let chainWords = [
    "sink", "assign", "subscribe", "bind", "drive", "disposed", "asDriver", "asObservable",
    "startWithValues", "observeValues", "<~", "accept", "store",
  ]

  /// Those that no line here has.
  private static let subscribingWords = [
    "sink", "assign", "subscribe", "drive", "disposed", "asDriver", "startWithValues",
    "observeValues",
  ]

  static let swiftRules: [RewritingRule] =
    ownershipRules + wrapperRules + operatorChainRules + queueRules + tellingRules + subjectRules
    + viewRules

  /// What keeps a subscription, and what only types and queues need.
  private static let ownershipRules: [RewritingRule] = [
    RewritingRule(
      ". store ( in : A )", ". disposed ( by : A )", ". eraseToAnyPublisher ( )",
      ". asObservable ( )", ". asDriver ( A )", ". share ( A )", ". subscribe ( on : A )",
      ". catchErrorJustReturn ( A )", ". catchAndReturn ( A )", ". replaceError ( with : A )",
      gives: "", containing: chainWords),
    RewritingRule("{ [ weak A ] A1 in", gives: "{ A1 in"),
    RewritingRule("{ [ weak A ] in", "{ [ unowned A ] in", gives: "{"),
    RewritingRule("self ?. P", gives: "P"),
    RewritingRule("self . P", gives: "P", containing: subscribingWords),
  ]

  /// `label.rx.text`, `label.reactive.text`
  private static let wrapperRules: [RewritingRule] = [
    // The property is passed to the field first.
    RewritingRule("^ P . rx . N <-> P1 ¶", "^ ( P . rx . N <-> P1 ) ¶", gives: "bind P1 <> P.N"),
    RewritingRule("^ P . rx . tap . bind ( to : P1 ) ¶", gives: "on P { fire P1 }"),
    RewritingRule("P . rx . tap . K", gives: "P.tap.K", words: ["subscribe", "bind"]),
    RewritingRule(
      "P . rx . N", "P . reactive . N", gives: "P.N", containing: chainWords + ["<->"]),
    RewritingRule("P . orEmpty", gives: "P", containing: chainWords),
    RewritingRule("P . continuousTextValues", "P . textValues", gives: "P.text"),
    RewritingRule("P . producer . startWithValues", gives: "P.startWithValues"),
    RewritingRule("P . isEnabled", gives: "P.enabled", containing: chainWords),
    RewritingRule("P . isHidden", gives: "P.hidden", containing: chainWords),
    RewritingRule("P . isOn", gives: "P.on", containing: chainWords),
  ]

  /// What moves work to another queue, where no binding is made.
  private static let queueRules: [RewritingRule] = [
    RewritingRule(
      ". receive ( on : A )", ". observe ( on : A )", gives: "", containing: chainWords)
  ]

  private static let tellingRules: [RewritingRule] = {
    var rules: [RewritingRule] = []
    for before in ["subscribe ( onNext :", "bind ( onNext :", "subscribe", "bind"] {
      rules += observing(
        "^ P . tap . \(before)", before.contains("(") ? ") ¶" : "¶", gives: "on P")
    }
    for (before, after) in tellers {
      for skipped in [". dropFirst ( )", ". skip ( 1 )"] {
        rules += observing("^ D \(skipped) \(before)", "\(after) ¶", gives: "observe D")
      }
      for naming in ["^ K N9 =", "^ N9 ="] {
        rules += observing(
          "\(naming) D \(before)", "\(after) ¶", gives: "observe initial D", name: "N9")
      }
      rules += observing("^ D \(before)", "\(after) ¶", gives: "observe initial D")
      rules += observing(
        "^ D . filter { E9 } \(before)", "\(after) ¶", gives: "observe initial D",
        block: "if E9 { S }")
    }
    return rules + observing("^ D . signal . observeValues", "¶", gives: "observe D")
  }()

  /// What runs a block for each value, before and after the block.
  private static let tellers = [
    (before: ". sink ( receiveValue :", after: ")"), (". sink", ""),
    (". sink ( receiveCompletion : A9 , receiveValue :", ")"),
    (". sink ( receiveCompletion : A9 ) ", ""),
    (". subscribe ( onNext :", ")"), (". bind ( onNext :", ")"), (". drive ( onNext :", ")"),
    (". subscribe", ""), (". bind", ""), (". startWithValues", ""),
  ]

  /// A closure with a name for its value, and without one.
  private static let closuresOfSwift: [(pattern: String, naming: [String: String])] = [
    ("{ ( N : T ) in S }", ["N": "value"]), ("{ ( N ) in S }", ["N": "value"]),
    ("{ N in S }", ["N": "value"]), ("{ S }", [:]),
  ]

  private static func observing(
    _ before: String, _ after: String, gives statement: String, name: String? = nil,
    block: String = "S"
  ) -> [RewritingRule] {
    closuresOfSwift.map { closure in
      RewritingRule(
        "\(before) \(closure.pattern) \(after)",
        gives: "\(statement) { \(block) }" + (name.map { " as \($0)" } ?? ""),
        words: ["let", "var"],
        naming: closure.naming)
    }
  }

  /// Properties with subscribers, as they are declared and written.
  private static let subjectRules: [RewritingRule] = [
    RewritingRule(
      "^ K N = BehaviorRelay ( value : E ) ¶", "^ K N = BehaviorRelay < T > ( value : E ) ¶",
      "^ K N = BehaviorSubject ( value : E ) ¶", "^ K N = BehaviorSubject < T > ( value : E ) ¶",
      "^ K N = CurrentValueSubject ( E ) ¶", "^ K N = CurrentValueSubject < T , T1 > ( E ) ¶",
      "^ K N = MutableProperty ( E ) ¶", "^ K N = MutableProperty < T > ( E ) ¶",
      gives: "object vm { N = E }", words: ["let", "var"]),
    RewritingRule(
      "^ @State K N = E ¶", "^ @State private K N = E ¶", "^ @Published K N = E ¶",
      "^ @State K N : T = E ¶", "^ @State private K N : T = E ¶", "^ @Published K N : T = E ¶",
      "^ @Published private ( set ) K N = E ¶", "^ @Published private ( set ) K N : T = E ¶",
      gives: "object vm { N = E }", words: ["var"]),
    RewritingRule("^ @Published K N : T ¶", gives: "object vm { N: T }", words: ["var"]),
    RewritingRule(
      "^ @StateObject K N = C ( ) ¶", "^ @StateObject private K N = C ( ) ¶",
      "^ @ObservedObject K N = C ( ) ¶", gives: "object N: C", words: ["var"]),
    RewritingRule(
      "^ K N = DisposeBag ( ) ¶", "^ K N = CompositeDisposable ( ) ¶",
      "^ K N : Set < AnyCancellable > = [ ] ¶",
      "^ K N = Set < AnyCancellable > ( ) ¶", "^ private K N = DisposeBag ( ) ¶",
      "^ private K N = Set < AnyCancellable > ( ) ¶", gives: "object N", words: ["let", "var"]),
    RewritingRule(
      "^ K N = PassthroughSubject < T , T1 > ( ) ¶", "^ K N = PublishRelay < T > ( ) ¶",
      "^ K N = PublishSubject < T > ( ) ¶", gives: "object vm { event N }", words: ["let", "var"]),
    RewritingRule(
      "^ D . accept ( E ) ¶", "^ D . onNext ( E ) ¶", "^ D . send ( E ) ¶", gives: "D = E",
      in: .statement),
  ]

  private static let viewRules: [RewritingRule] = [
    RewritingRule(
      "^ Toggle ( isOn : P ) ¶", "^ Toggle ( E , isOn : P ) ¶", "^ Toggle ( isOn : P ) { A } ¶",
      gives: "bind P <> toggle.on"),
    RewritingRule(
      "^ TextField ( E , text : P ) ¶", "^ SecureField ( E , text : P ) ¶",
      gives: "bind P <> field.text"),
    RewritingRule(
      "^ Slider ( value : P ) ¶", "^ Slider ( value : P , in : A ) ¶",
      gives: "bind P <> slider.value"),
    RewritingRule(
      "^ Stepper ( E , value : P ) ¶", "^ Stepper ( E , value : P , in : A ) ¶",
      gives: "bind P <> stepper.value"),
    RewritingRule("^ Picker ( E , selection : P ) ¶", gives: "bind P <> picker.selection"),
    RewritingRule("^ Text ( P ) ¶", gives: "bind P ~> label.text"),
  ]
}
