// Lines of the libraries that people bind with in Swift: Combine, RxSwift, ReactiveSwift, SwiftUI.
extension Rewriting {
  static let swiftRules: [RewritingRule] =
    [
      // The property is passed to the field first.
      RewritingRule(
        "^ P . rx . N <-> P1 ¶", "^ ( P . rx . N <-> P1 ) ¶",
        "^ ( P . rx . N <-> P1 ) . disposed ( by : A ) ¶",
        "^ P . rx . N <-> P1 . disposed ( by : A ) ¶", gives: "bind P1 <> P.N")
    ] + [
      RewritingRule(
        "^ P . setValue ( E , forKey : Q ) ¶", "^ P . setValue ( E , forKeyPath : Q ) ¶",
        gives: "P.Q = E", in: .statement),
      RewritingRule("P . value ( forKey : Q )", "P . value ( forKeyPath : Q )", gives: "P.Q"),
    ] + subjectRules + viewRules

  /// Properties with subscribers, as they are declared and written.
  private static let subjectRules: [RewritingRule] = [
    RewritingRule(
      "^ K N = BehaviorRelay ( value : E ) ¶", "^ K N = BehaviorRelay < T > ( value : E ) ¶",
      "^ K N = BehaviorSubject ( value : E ) ¶", "^ K N = BehaviorSubject < T > ( value : E ) ¶",
      "^ K N = CurrentValueSubject ( E ) ¶", "^ K N = CurrentValueSubject < T , T1 > ( E ) ¶",
      "^ K N = MutableProperty ( E ) ¶", "^ K N = MutableProperty < T > ( E ) ¶",
      gives: "object vm { N = E }", words: ["let", "var"]),
    RewritingRule(
      "^ @State K N : C = E ¶", "^ @State private K N : C = E ¶", "^ @Published K N : C = E ¶",
      "^ @Published private ( set ) K N : C = E ¶", gives: "object vm { N: C = E }", words: ["var"]),
    RewritingRule(
      "^ @State K N = E ¶", "^ @State private K N = E ¶", "^ @Published K N = E ¶",
      "^ @State K N : T = E ¶", "^ @State private K N : T = E ¶", "^ @Published K N : T = E ¶",
      "^ @Published private ( set ) K N = E ¶", "^ @Published private ( set ) K N : T = E ¶",
      gives: "object vm { N = E }", words: ["var"]),
    RewritingRule("^ @Published K N : T ¶", gives: "object vm { N: T }", words: ["var"]),
    RewritingRule(
      "^ @StateObject K N = C ( ) ¶", "^ @StateObject private K N = C ( ) ¶",
      "^ @ObservedObject K N = C ( ) ¶", "^ @ObservedObject K N : C ¶",
      "^ @EnvironmentObject K N : C ¶", "^ @Bindable K N : C ¶", "^ @StateObject K N : C ¶",
      gives: "object N: C", words: ["var"]),
    RewritingRule(
      "^ @AppStorage ( L ) K N = E ¶", gives: "object vm { N = E }", words: ["var"]),
    RewritingRule(
      "^ @State K N : T ¶", "^ @State private K N : T ¶", gives: "object vm { N: T }",
      words: ["var"]),
    RewritingRule(
      "^ P . reactive . pressed = CocoaAction ( P1 ) ¶",
      "^ P . reactive . pressed = CocoaAction ( P1 ) { A } ¶", gives: "bind P !~> P1"),
    RewritingRule(
      "^ K N = Action < A > { N1 in S } ¶",
      gives: "object vm { command N(N1) after 1s { S } }", words: ["let", "var"]),
    RewritingRule(
      "^ K N = ValidatingProperty ( E ) { E1 ? . valid : . invalid ( A ) } ¶",
      gives: "object vm { N = E set { E1 ? value : old } }", words: ["let", "var"]),
    RewritingRule("^ D . value = E ¶", "^ D . swap ( E ) ¶", gives: "D = E", in: .statement),
    RewritingRule("^ D . modify { value = E } ¶", gives: "D = E", in: .statement),
    RewritingRule("^ D . value ++ ¶", gives: "D += 1", in: .statement),
    RewritingRule(
      "^ D . value K E ¶", gives: "D K E", in: .statement, words: ["+=", "-=", "*=", "/="]),
    RewritingRule(
      "^ this . P", gives: "P", in: .statement, containing: ["set", "update", "value"]),
    RewritingRule("P . toFixed ( L )", gives: "format(P, L)"),
    RewritingRule(
      "^ K N = DisposeBag ( ) ¶", "^ K N = CompositeDisposable ( ) ¶",
      "^ K N : Set < AnyCancellable > = [ ] ¶",
      "^ K N = Set < AnyCancellable > ( ) ¶", "^ private K N = DisposeBag ( ) ¶",
      "^ private K N = Set < AnyCancellable > ( ) ¶", gives: "object N", words: ["let", "var"]),
    RewritingRule(
      "^ K N = PassthroughSubject < T , T1 > ( ) ¶", "^ K N = PublishRelay < T > ( ) ¶",
      "^ K N = PublishSubject < T > ( ) ¶", gives: "object vm { event N }", words: ["let", "var"]),
    RewritingRule(
      "^ D . accept ( ( ) ) ¶", "^ D . onNext ( ( ) ) ¶", "^ D . send ( ( ) ) ¶",
      "^ D . send ( ) ¶", "^ D . next ( ) ¶", gives: "fire D", in: .statement),
    RewritingRule(
      "P . value", gives: "P", containing: ["accept", "onNext", "send", "next"]),
    RewritingRule(
      "^ D . accept ( E ) ¶", "^ D . onNext ( E ) ¶", "^ D . send ( E ) ¶",
      "^ D . send ( value : E ) ¶", "^ D . next ( E ) ¶", gives: "D = E", in: .statement),
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
    RewritingRule(
      "^ Picker ( E , selection : P ) ¶", "^ Picker ( E , selection : P ) { S } ¶",
      gives: "bind P <> picker.selection"),
    RewritingRule("^ Text ( P ) ¶", gives: "bind P ~> label.text"),
    RewritingRule("^ Text ( L ) ¶", gives: "bind (L) ~> label.text"),
    RewritingRule(
      "^ Button ( L ) { S } ¶", "^ Button ( L , action : { S } ) ¶",
      "^ Button ( action : { S } ) { S1 } ¶", "^ Button { S } label : { S1 } ¶",
      gives: "on button { S }"),
    RewritingRule("^ Button ( L , action : P ) ¶", gives: "on button { P() }"),
  ]
}
