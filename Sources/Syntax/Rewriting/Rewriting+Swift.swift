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
    ownershipRules + wrapperRules + stageOfChainRules + tellingRules + subjectRules + viewRules

  /// What keeps a subscription, and what only types and queues need.
  private static let ownershipRules: [RewritingRule] = [
    RewritingRule(
      ". store ( in : A )", ". disposed ( by : A )", ". eraseToAnyPublisher ( )",
      ". asObservable ( )", ". asDriver ( A )", ". receive ( on : A )", ". observe ( on : A )",
      gives: "", containing: chainWords),
    RewritingRule("{ [ weak A ] A1 in", gives: "{ A1 in"),
    RewritingRule("{ [ weak A ] in", "{ [ unowned A ] in", gives: "{"),
    RewritingRule("self ?. P", gives: "P"),
    RewritingRule("self . P", gives: "P", containing: subscribingWords),
  ]

  /// `label.rx.text`, `label.reactive.text`
  private static let wrapperRules: [RewritingRule] = [
    RewritingRule("P . rx . tap . subscribe", gives: "P.tap.subscribe", containing: chainWords),
    RewritingRule(
      "P . rx . N", "P . reactive . N", gives: "P.N", containing: chainWords),
    RewritingRule("P . orEmpty", gives: "P", containing: chainWords),
    RewritingRule("P . continuousTextValues", "P . textValues", gives: "P.text"),
    RewritingRule("^ D <~ D1 . map { S } ¶", gives: "bind D1 ~> D | { S }"),
    RewritingRule("P . producer . startWithValues", gives: "P.startWithValues"),
  ]

  /// Operators between a property and what reads it: stages of a binding here.
  private static let stageOfChainRules: [RewritingRule] = {
    let mapped = chainEnds("^ D . map { S }").map {
      RewritingRule($0.pattern, gives: "bind D ~> \($0.target) | { S }")
    }
    let distinct = ["removeDuplicates", "distinctUntilChanged", "skipRepeats"].flatMap { word in
      chainEnds("^ D . \(word) ( )").map {
        RewritingRule($0.pattern, gives: "bind D ~> \($0.target) | Distinct")
      }
    }
    return mapped + distinct
  }()

  /// The ends that write a property, behind what comes first.
  private static func chainEnds(_ beginning: String) -> [(pattern: String, target: String)] {
    [
      ("\(beginning) . assign ( to : \\ . P1 , on : P2 ) ¶", "P2.P1"),
      ("\(beginning) . assign ( to : & P1 ) ¶", "P1"),
      ("\(beginning) . bind ( to : P1 ) ¶", "P1"),
      ("\(beginning) . drive ( P1 ) ¶", "P1"),
    ]
  }

  private static let tellingRules: [RewritingRule] = {
    var rules = chainEnds("^ D").map {
      RewritingRule($0.pattern, gives: "bind D ~> \($0.target)")
    }
    rules += observing("^ P . tap . subscribe ( onNext :", ") ¶", gives: "on P")
    for (before, after) in tellers {
      for skipped in [". dropFirst ( )", ". skip ( 1 )"] {
        rules += observing("^ D \(skipped) \(before)", "\(after) ¶", gives: "observe D")
      }
      for naming in ["^ K N9 =", "^ N9 ="] {
        rules += observing(
          "\(naming) D \(before)", "\(after) ¶", gives: "observe initial D", name: "N9")
      }
      rules += observing("^ D \(before)", "\(after) ¶", gives: "observe initial D")
    }
    return rules + observing("^ D . signal . observeValues", "¶", gives: "observe D")
  }()

  /// What runs a block for each value, before and after the block.
  private static let tellers = [
    (before: ". sink ( receiveValue :", after: ")"), (". sink", ""),
    (". subscribe ( onNext :", ")"), (". startWithValues", ""),
  ]

  /// A closure with a name for its value, and without one.
  private static let closuresOfSwift: [(pattern: String, naming: [String: String])] = [
    ("{ ( N : T ) in S }", ["N": "value"]), ("{ ( N ) in S }", ["N": "value"]),
    ("{ N in S }", ["N": "value"]), ("{ S }", [:]),
  ]

  private static func observing(
    _ before: String, _ after: String, gives statement: String, name: String? = nil
  ) -> [RewritingRule] {
    closuresOfSwift.map { closure in
      RewritingRule(
        "\(before) \(closure.pattern) \(after)",
        gives: "\(statement) { S }" + (name.map { " as \($0)" } ?? ""), words: ["let", "var"],
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
      gives: "object vm { N = E }", words: ["var"]),
    RewritingRule(
      "^ D . accept ( E ) ¶", "^ D . onNext ( E ) ¶", "^ D . send ( E ) ¶", gives: "D = E",
      in: .statement),
  ]

  private static let viewRules: [RewritingRule] = [
    RewritingRule(
      "^ Toggle ( isOn : P ) ¶", "^ Toggle ( E , isOn : P ) ¶", gives: "bind P <> toggle.isOn"),
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
