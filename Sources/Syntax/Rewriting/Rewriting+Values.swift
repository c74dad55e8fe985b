// Expressions as other languages write them.
extension Rewriting {
  static let valueRules: [RewritingRule] =
    blockRules + operatorRules + wordRules + methodRules + callRules

  /// Words of other languages that stand for a value or an operator.
  private static let wordRules: [RewritingRule] =
    Habit.all.filter(\.isValue).map { habit in
      RewritingRule("K", gives: habit.spelling ?? "", words: habit.words)
    } + [
      RewritingRule("and", gives: "&&"), RewritingRule("or", gives: "||"),
      RewritingRule("not E", gives: "!(E)"),
    ]

  private static let nilWords = ["nil", "true", "false", "None", "null", "True", "False"]

  private static let operatorRules: [RewritingRule] = [
    RewritingRule("===", gives: "=="), RewritingRule("!==", gives: "!="),
    RewritingRule("print E <> E1", gives: "print E != E1"),
    RewritingRule("if E <> E1 {", gives: "if E != E1 {"),
    RewritingRule("?.", gives: "."),
    RewritingRule(
      "L ** L1", "P ** L1", "L ** P1", "P ** P1", "L ^ L1", "P ^ L1", "P ^ P1", "L ^ P1",
      gives: "pow(L·P, L1·P1)"),
    RewritingRule("P ?: E", gives: "P ?? E"),
    RewritingRule("P is not K", "P is not L", gives: "P != K·L", words: nilWords),
    RewritingRule("P is K", "P is L", gives: "P == K·L", words: nilWords),
    RewritingRule("print L in P", "print P1 in P", gives: "print P.contains(L·P1)"),
    RewritingRule("if L in P {", "if P1 in P {", gives: "if P.contains(L·P1) {"),
    RewritingRule("L in [ A ]", "P in [ A ]", gives: "[A].contains(L·P)"),
    RewritingRule("E mod E1", gives: "E % E1"), RewritingRule("E div E1", gives: "E / E1"),
    RewritingRule("P is equal to E", "P equals E", gives: "P == E"),
    RewritingRule("×", gives: "*"), RewritingRule("÷", gives: "/"), RewritingRule("≠", gives: "!="),
    RewritingRule("≤", gives: "<="), RewritingRule("≥", gives: ">="),
    RewritingRule("−", "–", gives: "-"),
    RewritingRule("L . join ( E )", gives: "E.joined(by: L)"),
    RewritingRule("L . L1", "L . D", gives: "L + L1·D"),
    RewritingRule("P . L", gives: "P + L"),
    RewritingRule("D !", gives: "D"),
    RewritingRule("P :: N", gives: "P.N"),
    RewritingRule("K P -> N", gives: "K P.N", words: ["print", "bind", "show", "=", "+", "("]),
    RewritingRule("^ P -> N =", gives: "P.N ="),
  ]

  /// Blocks of methods: those of other languages have parameters.
  private static let blockRules: [RewritingRule] =
    closureRules(". K (", ")", gives: { ".·K \($0)" }, words: blockWords)
    + closureRules(". K", "", gives: { ".·K \($0)" }, words: blockWords)
    + [
      RewritingRule(
        ". reduce ( E ) { N , N1 in S }", ". reduce ( E , { N , N1 in S } )",
        ". reduce ( ( N , N1 ) => S , E )", ". reduce ( E , ( N , N1 ) => S )",
        gives: ".reduce(E) { S }", naming: ["N": "total", "N1": "value"]),
      RewritingRule(
        ". reduce ( E ) { S9 }", ". reduce ( E , { S9 } )", gives: ".reduce(E) { S9 }",
        containing: ["$1"], naming: ["$0": "total", "$1": "value"]),
      RewritingRule(". reduce ( E , + )", ". reduce ( + )", ". sum ( )", gives: ".sum"),
      RewritingRule(
        ". sorted { $0 < $1 }", ". sort { $0 < $1 }", ". sorted ( by : < )",
        ". sort ( )", ". sorted ( )", gives: ".sorted"),
      RewritingRule(". sorted ( by : > )", ". sorted { $0 > $1 }", gives: ".sorted.reversed"),
      RewritingRule(
        ". K { S }", gives: ".·K { S }", words: blockWords, containing: ["it"],
        naming: ["it": "value"]),
      RewritingRule(". K { return E }", gives: ".·K { E }", words: blockWords),
      RewritingRule("[ E for N in E1 ]", gives: "E1.map { E }", naming: ["N": "value"]),
      RewritingRule(
        "[ E for N in E1 if E2 ]", gives: "E1.filter { E2 }.map { E }", naming: ["N": "value"]),
      RewritingRule("map ( lambda N : E , P )", gives: "P.map { E }", naming: ["N": "value"]),
      RewritingRule("filter ( lambda N : E , P )", gives: "P.filter { E }", naming: ["N": "value"]),
    ]

  private static let blockWords = [
    "map", "filter", "flatMap", "sortedBy", "groupedBy", "first", "any", "all", "none",
  ]

  /// Methods and members by their names elsewhere.
  private static let blockNames = [
    "collect": "map", "contains": "any", "select": "filter", "where": "filter", "find": "first",
    "some": "any",
    "every": "all", "allSatisfy": "all", "sortBy": "sortedBy", "groupBy": "groupedBy",
    "findAll": "filter",
    "compactMap": "map", "detect": "first", "Select": "map", "Where": "filter", "Any": "any",
    "All": "all",
  ]
  private static let members = [
    "length": "count", "size": "count", "toUpperCase": "uppercased", "toLowerCase": "lowercased",
    "upper": "uppercased", "lower": "lowercased", "uppercase": "uppercased",
    "lowercase": "lowercased",
    "upcase": "uppercased", "downcase": "lowercased", "toUpper": "uppercased",
    "toLower": "lowercased",
    "trim": "trimmed", "strip": "trimmed", "reverse": "reversed", "sort": "sorted", "len": "count",
    "toString": "string", "to_s": "string", "to_i": "int", "toInt": "int", "Count": "count",
    "Length": "count",
    "capitalize": "capitalized", "empty": "isEmpty", "uniq": "unique",
    "ToUpper": "uppercased", "ToString": "string", "toDouble": "double", "isEmpty": "isEmpty",
  ]
  private static let tails = [
    "count", "isEmpty", "string", "int", "double", "bool", "uppercased", "lowercased", "reversed",
    "trimmed", "first", "last", "sum", "capitalized", "lines", "words", "characters", "isNumber",
    "sorted", "unique", "enumerated", "min", "max", "average", "keys", "values",
  ]
  private static let calls = [
    "includes": "contains", "startsWith": "hasPrefix", "endsWith": "hasSuffix",
    "starts_with": "hasPrefix",
    "startswith": "hasPrefix", "endswith": "hasSuffix", "ends_with": "hasSuffix", "push": "append",
    "add": "append", "push_back": "append", "Add": "append",
    "Contains": "contains", "include": "contains", "repeat": "repeated", "index": "indexOf",
    "find": "indexOf", "firstIndex": "indexOf", "drop": "dropFirst", "take": "prefix",
  ]

  private static let methodRules: [RewritingRule] =
    blockNames.sorted { $0.key < $1.key }.map {
      RewritingRule(". \($0.key) {", gives: ".\($0.value) {")
    }
    + blockNames.sorted { $0.key < $1.key }.flatMap { name, here in
      closureRules(". \(name) (", ")", gives: { ".\(here) \($0)" })
    }
    + members.sorted { $0.key < $1.key }.flatMap { name, here in
      [
        RewritingRule(". \(name) ( )", gives: ".\(here)"),
        RewritingRule(". \(name)", gives: ".\(here)").only(.meaning),
      ]
    }
    + [RewritingRule(". K ( )", gives: ".·K", words: tails)]
    + calls.sorted { $0.key < $1.key }.map {
      RewritingRule(". \($0.key) ( E )", gives: ".\($0.value)(E)")
    }
    + [
      RewritingRule(". split ( E )", gives: ".split(by: E)"),
      RewritingRule(
        ". join ( E )", ". joined ( separator : E )", ". joined ( E )", gives: ".joined(by: E)"),
      RewritingRule(". joined ( )", ". joined ¶", gives: ".joined(by: \"\")"),
      RewritingRule(
        ". K ( E , E1 )", ". K ( of : E , with : E1 )", gives: ".replacing(E, with: E1)",
        words: ["replace", "replaceAll", "replacing", "gsub", "replacingOccurrences", "Replace"]),
      RewritingRule("L . join ( E )", gives: "E.joined(by: L)"),
      RewritingRule(". concat ( E )", gives: " + E"),
      RewritingRule(
        ". slice ( E , E1 )", ". substring ( E , E1 )", "[ E : E1 ]", gives: "[E..<E1]", in: nil),
      RewritingRule(". slice ( E )", ". substring ( E )", ". skip ( E )", gives: ".dropFirst(E)"),
      RewritingRule("P [ E : ]", gives: "P.dropFirst(E)"),
      RewritingRule("P [ : E ]", gives: "P.prefix(E)"),
      RewritingRule("append ( P , E )", "append ( E , to : P )", gives: "P.append(E)"),
      RewritingRule(". charAt ( E )", ". at ( E )", ". get ( E )", gives: "[E]"),
    ]

  private static let callRules: [RewritingRule] = [
    RewritingRule("C ( )", gives: "new C").only(.classes),
    RewritingRule("C ( N : A )", gives: "new C { N: A }").only(.classes),
    RewritingRule(
      "K ( E )", gives: "E.count", words: ["len", "count", "strlen", "length", "sizeof"]),
    RewritingRule("K ( E )", gives: "(E).string", words: ["str", "String", "repr"]),
    RewritingRule("K ( E )", gives: "E.int", words: ["int", "Int", "parseInt", "Integer"]),
    RewritingRule(
      "K ( E )", gives: "E.double", words: ["float", "Double", "parseFloat", "Number", "double"]),
    RewritingRule("( P ) . K", gives: "P.K", words: tails),
    RewritingRule("K . N ( A )", gives: "N(A)", words: ["Math", "math", "std", "Mathf"]),
    RewritingRule("K ( E )", gives: "E.sum", words: ["sum"]),
    RewritingRule("K ( E )", gives: "E.sorted", words: ["sorted"]),
    RewritingRule("K ( E )", gives: "E.reversed", words: ["reversed"]),
    RewritingRule("E1 isinstance C", "isinstance ( E1 , C )", "E1 instanceof C", gives: "E1 is C"),
  ]
}
