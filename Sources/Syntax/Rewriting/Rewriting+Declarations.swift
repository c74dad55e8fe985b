// Objects, classes and their members as other languages write them.
extension Rewriting {
  static let declarationRules: [RewritingRule] =
    headRules + computedRules + memberRules + actionRules

  static let modifiers = [
    "public", "private", "protected", "internal", "fileprivate", "open", "final", "static",
    "abstract",
    "sealed", "override", "virtual", "lazy", "readonly", "required", "mutable", "dynamic", "export",
    "partial", "data", "default", "lateinit", "unowned", "nonatomic", "declare", "mutating",
    "reactive", "observable", "@Published", "@State", "@Binding", "@objc", "@IBOutlet",
    "@observable",
    "@property", "@Input", "@Output", "@ObservedObject", "@StateObject", "@Bindable", "@Observable",
    "@MainActor", "@computed", "@tracked", "@Prop", "@api", "@track", "@action", "@observable",
    "@IBAction", "@discardableResult", "@Environment", "@EnvironmentObject", "@FXML", "@Property",
    "@ObservableProperty", "@State", "@Composable", "@override", "@Override", "@dataclass",
  ]
  static let typeWords = [
    "int", "float", "double", "bool", "boolean", "string", "char", "long", "short", "byte",
    "number",
    "real", "str", "size_t", "unsigned", "Integer", "Int", "Double", "String", "Bool", "Boolean",
    "Float", "Number", "String^", "object", "dynamic", "QString", "NSString", "NSInteger",
    "CGFloat",
    "decimal", "variant", "color", "url", "any", "Any", "u8", "i32", "f64", "u32", "i64", "f32",
  ]
  private static let variableWords = [
    "var", "let", "const", "val", "auto", "field", "prop", "property", "attr",
  ]
  private static let classWords = ["struct", "record", "interface", "trait", "type", "module"]
  static let baseClasses = [
    "NSObject", "Object", "object", "ObservableObject", "QObject", "INotifyPropertyChanged",
    "BindableBase", "ViewModelBase", "Codable", "Hashable", "Equatable", "Identifiable",
    "ViewModel",
    "Observable", "Component", "QtObject", "Item", "View", "ObservableRecipient",
    "NotifyPropertyChanged",
  ]

  private static let headRules: [RewritingRule] = [
    RewritingRule("^ K class", "^ K K1 class", gives: "class", words: modifiers),
    RewritingRule("^ K N {", gives: "class N {", words: classWords),
    RewritingRule("^ K N :", gives: "class N:", words: classWords),
    RewritingRule(
      "^ K N extends", "^ K N implements", gives: "class N:", words: classWords + ["class"]),
    RewritingRule(
      "^ class N ( C ) {", "^ class N < C {", "^ class N extends C {", gives: "class N: C {"),
    RewritingRule("^ class N ( ) {", "^ class N = {", gives: "class N {"),
    RewritingRule("^ class N : K , C {", gives: "class N: C {", words: baseClasses),
    RewritingRule("^ class N : C , K {", gives: "class N: C {", words: baseClasses),
    RewritingRule("^ class N : K {", gives: "class N {", words: baseClasses),
    RewritingRule("^ class N ( K ) {", gives: "class N {", words: baseClasses),
    RewritingRule("^ object N = {", "^ object N : {", "^ object N ( ) {", gives: "object N {"),
    RewritingRule(
      "^ object N extends C", "^ object N = new C", "^ object N = C", "^ object N ( C )",
      "^ object N : new C", "^ object N isa C", "^ object N is C", gives: "object N: C"),
    RewritingRule("^ object N : C ( )", gives: "object N: C"),
    RewritingRule("^ object N : C ( A )", gives: "object N: C { A }"),
    RewritingRule(
      "^ K N = { S }", gives: "object N { S }", in: .statement,
      words: ["var", "let", "const", "val", "auto"]),
    RewritingRule("^ N = { N1 : S }", gives: "object N { N1: S }", in: .statement),
    RewritingRule(
      "^ K object N", "^ K class N", gives: "object N",
      words: ["new", "create", "make", "declare", "def"]),
    RewritingRule(
      "^ K N : C", gives: "object N: C", words: ["obj", "create", "insert", "instance"]),
    RewritingRule("^ K N {", gives: "object N {", words: ["obj", "create", "instance"]),
    RewritingRule("^ C N = new", gives: "let N = new", in: .statement),
    RewritingRule("^ C N = C1 ( )", gives: "let N = new C1", in: .statement),
    RewritingRule("^ K N : C = C ( )", gives: "K N = new C", words: ["var", "let"]),
    RewritingRule("new C ( )", gives: "new C"),
    RewritingRule("new C ( N : A )", gives: "new C { N: A }"),
    RewritingRule("= C ( N : A )", gives: "= new C { N: A }"),
    RewritingRule("^ C { id : N ; S }", gives: "object N: C { S }", in: .statement),
    RewritingRule("^ protocol N : C {", gives: "protocol N {"),
  ]

  private static let memberRules: [RewritingRule] = [
    RewritingRule("^ K ( A ) N", gives: "N", in: .body, words: modifiers),
    RewritingRule("^ K N", gives: "N", in: .body, words: modifiers),
    RewritingRule(
      "^ K N : T { didSet { S } }", "^ K N : T = E { didSet { S } }",
      gives: "N = E; observe N { S }",
      in: .body, words: variableWords),
    RewritingRule(
      "^ K N = E { didSet { S } }", "^ K N = E { onChange { S } }", gives: "N = E; observe N { S }",
      in: .body, words: variableWords),
    RewritingRule("^ N = E { didSet { S } }", gives: "N = E; observe N { S }", in: .body),
    RewritingRule("^ property alias N : P", gives: "N; bind P <> N", in: .body),
    RewritingRule(
      "^ K1 K N : D ¶", gives: "N; bind D ~> N", in: .body, words: ["property"] + typeWords),
    RewritingRule(
      "^ K1 K N : X ¶", gives: "computed N = X", in: .body, words: ["property"] + typeWords),
    RewritingRule("^ K1 K N : E ¶", gives: "N = E", in: .body, words: ["property"] + typeWords),
    RewritingRule("^ property N : E ¶", gives: "N = E", in: .body),
    RewritingRule("^ property T N : D ¶", gives: "N; bind D ~> N", in: .body),
    RewritingRule("^ property T N : E ¶", gives: "N = E", in: .body),
    RewritingRule(
      "^ property T N ¶", "^ K1 K N ¶", gives: "N", in: .body, words: ["property"] + typeWords),
    RewritingRule("^ K N = E", gives: "N = E", in: .body, words: variableWords + typeWords),
    RewritingRule(
      "^ K < A > N = E", gives: "N = E", in: .body,
      words: ["List", "Array", "IList", "vector", "Dictionary", "Map", "Property", "Observable"]),
    RewritingRule(
      "^ K < A > N ¶", gives: "N", in: .body,
      words: ["List", "Array", "IList", "vector", "Dictionary", "Map", "Property", "Observable"]),
    RewritingRule(
      "^ K N : K1 = E", gives: "N: K1 = E", in: .body,
      words: variableWords + ["Int", "Double", "String", "Bool"]),
    RewritingRule("^ K N : T = E", gives: "N = E", in: .body, words: variableWords),
    RewritingRule("^ K N : T ¶", gives: "N", in: .body, words: variableWords),
    RewritingRule("^ K N ¶", gives: "N", in: .body, words: variableWords + typeWords),
    RewritingRule("^ T N { get ; A } = E", gives: "N = E", in: .body),
    RewritingRule("^ T N { get ; S }", gives: "N", in: .body),
    RewritingRule("^ Q : E", gives: "Q = E", in: .body),
    RewritingRule("^ Q = E", gives: "Q = E", in: .body),
    RewritingRule("^ N : L , ", "^ N : - L ,", gives: "N = L; ", in: .body),
    RewritingRule("^ N = E ,", gives: "N = E;", in: .body),
    RewritingRule("^ N : T = E ,", gives: "N: T = E;", in: .body),
    RewritingRule("^ N : K ,", gives: "N: K;", in: .body, words: typeWords),
    RewritingRule("^ N : E ,", gives: "N: E;", in: .body),
    RewritingRule("^ N : L ¶", gives: "N = L", in: .body),
    RewritingRule("^ N : K ¶", gives: "N = K", in: .body, words: ["true", "false", "nil"]),
    RewritingRule("^ N : [ A ] ¶", gives: "N = [A]", in: .body),
    RewritingRule("^ N : D ¶", gives: "N; bind D ~> N", in: .body),
    RewritingRule(
      "^ N : bind D ¶", "^ N = bind D ¶", "^ N <~ D ¶", "^ N <- D ¶", gives: "N; bind D ~> N",
      in: .body),
    RewritingRule("^ N : X ¶", gives: "computed N = X", in: .body),
    RewritingRule("^ N : - L ¶", gives: "N = -L", in: .body),
    RewritingRule("^ N : ( E ) ¶", gives: "computed N = E", in: .body),
    RewritingRule("^ N := E", "^ N => L", gives: "N = E·L", in: .body),
    RewritingRule("^ M L ¶", gives: "M = L", in: .body),
    RewritingRule("^ K . N = E", gives: "N = E", in: .body, words: ["self", "this"]),
    RewritingRule(
      "^ K N ( A )", "^ K N", gives: "event N", in: .body, words: ["signal", "Signal", "delegate"]),
    RewritingRule(
      "^ event K N", "^ event T N", gives: "event N", in: .body,
      words: ["Action", "EventHandler", "Func"]),
  ]

  private static let computedRules: [RewritingRule] = [
    RewritingRule(
      "^ K N : T { get { return E } A }", "^ K N : T { get { E } A }", "^ K N : T { return E }",
      "^ K N : T { E }",
      "^ K N { return E }", "^ K N ( ) { return E }", "^ K N ( ) { E }", "^ K N { E }",
      gives: "computed N = E",
      in: .body, words: ["var", "let", "computed", "get", "val", "property", "func"]),
    RewritingRule(
      "^ K N => E ¶", "^ K N : E ¶", "^ K N = ( ) => E", "^ K N := E ¶", gives: "computed N = E",
      in: .body,
      words: ["computed", "get", "derived"] + typeWords),
    RewritingRule("^ K N : T = E", gives: "computed N = E", in: .body, words: ["computed"]),
    RewritingRule(
      "^ K N get ( ) = E", "^ K N ( ) = E", gives: "computed N = E", in: .body,
      words: ["computed", "get", "val", "fun"]),
    RewritingRule(
      "^ N = computed ( ( ) => E )", "^ N = computed { E }", "^ N : computed ( ( ) => E )",
      gives: "computed N = E", in: .body),
    RewritingRule("^ N => E ¶", gives: "computed N = E", in: .body),
  ]

  private static let functionWords = [
    "func", "def", "fun", "fn", "method", "void", "sub", "proc", "function", "async", "override",
  ]

  private static let actionRules: [RewritingRule] = [
    // Types of parameters and of what is given back.
    RewritingRule(
      "^ K N ( A N1 : T )", gives: "K N(A N1)",
      words: functionWords + ["action", "command", "transformer"]),
    RewritingRule(
      "^ K N ( A N1 : T ,", gives: "K N(A N1,",
      words: functionWords + ["action", "command", "transformer"]),
    RewritingRule("^ K N ( T N1 ) {", gives: "K N(N1) {", words: functionWords + ["action"]),
    RewritingRule(
      "^ K N ( T N1 , T1 N2 ) {", gives: "K N(N1, N2) {", words: functionWords + ["action"]),
    RewritingRule("^ K N ( _ N1 ) {", gives: "K N(N1) {", words: functionWords + ["action"]),
    RewritingRule(
      "^ K N ( A ) -> T {", "^ K N ( A ) : T {", gives: "K N(A) {",
      words: functionWords + ["action"]),
    RewritingRule(
      "^ K N ( self ) {", "^ K N ( this ) {", "^ K N {", gives: "K N() {",
      words: functionWords + ["action"]),
    RewritingRule("^ K N ( self , A ) {", gives: "K N(A) {", words: functionWords + ["action"]),
    RewritingRule("^ async K", gives: "K", words: functionWords),
    // In a body, what an object can do.
    RewritingRule("^ K N ( A ) {", gives: "action N(A) {", in: .body, words: functionWords),
    RewritingRule("^ K N ( A ) {", gives: "action N(A) {", in: .body, words: typeWords),
    RewritingRule(
      "^ K N ( A ) : E ¶", "^ K N ( A ) => E ¶", "^ K N ( A ) = E ¶", gives: "action N(A) { E }",
      in: .body, words: functionWords + ["action"]),
    RewritingRule(
      "^ N ( A ) { S }", "^ N = ( A ) => { S }", "^ N : function ( A ) { S }",
      "^ N = function ( A ) { S }", "^ N : ( A ) => { S }",
      gives: "action N(A) { S }", in: .body),
    RewritingRule(
      "^ N = ( A ) => E ¶", "^ N : ( A ) => E ¶", gives: "action N(A) { E }", in: .body),
    // Among statements, a function, or an action if it changes something.
    RewritingRule(
      "^ K N ( A ) { S }", gives: "action N(A) { S }", in: .statement, words: functionWords,
      containing: changes),
    RewritingRule(
      "^ K N ( A ) { S }", gives: "function N(A) { S }", in: .statement, words: functionWords),
    RewritingRule(
      "^ K N ( A ) {", gives: "action N(A) {", in: .statement,
      words: functionWords.filter { $0 != "function" }),
    RewritingRule(
      "^ K N ( A ) : return E ¶", "^ K N ( A ) : E ¶", "^ K N ( A ) => E ¶", "^ K N ( A ) = E ¶",
      "^ K N ( A ) -> E ¶", gives: "function N(A) { E }", in: .statement, words: functionWords),
    RewritingRule(
      "^ K1 N = K ( A ) { S }", "^ K1 N = ( A ) => { S }", "^ K1 N = { A in S }",
      "^ K1 N = { ( A ) in S }", "^ K1 N = N1 => { S }",
      gives: "function N(A·N1) { S }", in: .statement,
      words: functionWords + ["var", "let", "const", "val"]),
    RewritingRule(
      "^ K N = ( A ) => E ¶", "^ K N = lambda A : E ¶", "^ K N = N1 => E ¶", "^ K N = { A -> E }",
      "^ K N = ( A ) -> E ¶",
      gives: "function N(A·N1) { E }", in: .statement, words: ["var", "let", "const", "val"]),
    RewritingRule(
      "^ N = lambda A : E ¶", "^ N = ( A ) => E ¶", gives: "function N(A) { E }", in: .statement),
  ]

  private static let changes = ["print", "=", "+=", "-=", "fire", "post", "console"]
}
