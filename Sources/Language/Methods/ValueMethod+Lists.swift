import Basics
import Values

extension ValueMethod {
  static let ofLists = [
    ValueMethod(
      "joined", of: .list, ["by"], "joined(by: text)",
      "the elements as one String, with the text between",
      example: ("[\"a\", 1].joined(by: \", \")", "\"a, 1\""), gives: .string,
      bytes: MethodCall.withLastArgumentBetween
    ) { (call, text) throws(ScriptFailure) in
      let separator = try call.string(at: 0)
      var joined = ""
      var steps = 0
      for (position, element) in call.list.enumerated() {
        do { try LongWork.step(&steps) } catch { throw .graph(.interrupted) }
        if position > 0 { joined += separator }
        joined += text(element)
        guard joined.utf8.count <= Operators.longestString else { throw Operators.tooLong }
      }
      return .string(joined)
    },
    ValueMethod(
      "zip", of: .list, [""], "zip(list)", "pairs of elements of this list and the other",
      example: ("[1, 2].zip([\"a\", \"b\"])", "[[1, \"a\"], [2, \"b\"]]"), gives: .list,
      bytes: MethodCall.asList
    ) { (call, _) throws(ScriptFailure) in
      guard case .list(let other) = call.arguments[0] else {
        throw call.wrong(call.arguments[0], "a List")
      }
      var pairs: [Value] = []
      var steps = 0
      for (here, there) in Swift.zip(call.list, other) {
        do { try LongWork.step(&steps) } catch { throw .graph(.interrupted) }
        pairs.append(try MethodCall.list([here, there]))
      }
      return try MethodCall.list(pairs)
    },
  ]

  static let withBlocks = [
    ValueMethod(
      "map", of: [.list, .dictionary], [], "map { value * 2 }",
      "what the block gives for each element",
      example: ("[1, 2].map { value * 2 }", "[2, 4]"), gives: .list, .map),
    ValueMethod(
      "filter", of: [.list, .dictionary], [], "filter { value > 1 }",
      "the elements for which the block gives true",
      example: ("[1, 2].filter { value > 1 }", "[2]"), gives: [.list, .dictionary],
      .filter),
    ValueMethod(
      "flatMap", [], "flatMap { [value, value] }", "the elements of all lists that the block gives",
      example: ("[1, 2].flatMap { [value, -value] }", "[1, -1, 2, -2]"), gives: .list, .flatMap),
    ValueMethod(
      "reduce", of: [.list, .dictionary], [""], "reduce(0) { total + value }",
      "the last result of the block; 'total' is the result before",
      example: ("[1, 2, 3].reduce(0) { total + value }", "6"), gives: .any, .reduce),
    ValueMethod(
      "sortedBy", [], "sortedBy { -value }",
      "the elements in the order of what the block gives for them",
      example: ("[1, 3, 2].sortedBy { -value }", "[3, 2, 1]"), gives: .list, .sortedBy),
    ValueMethod(
      "groupedBy", [], "groupedBy { value % 2 }",
      "a Dictionary of lists, by what the block gives",
      example: ("[1, 2, 3].groupedBy { value % 2 }", "[1: [1, 3], 0: [2]]"), gives: .dictionary,
      .groupedBy),
    ValueMethod(
      "first", [], "first { value > 1 }",
      "the first element for which the block gives true, or nil",
      example: ("[1, 2, 3].first { value > 1 }", "2"), gives: .any, .first),
    ValueMethod(
      "any", of: [.list, .dictionary], [], "any { value > 1 }",
      "whether the block gives true for some element",
      example: ("[1, 2].any { value > 1 }", "true"), gives: .bool, .any),
    ValueMethod(
      "all", of: [.list, .dictionary], [], "all { value > 1 }",
      "whether the block gives true for every element",
      example: ("[1, 2].all { value > 1 }", "false"), gives: .bool, .all),
    ValueMethod(
      "none", of: [.list, .dictionary], [], "none { value > 1 }",
      "whether the block gives true for no element",
      example: ("[1, 2].none { value > 5 }", "true"), gives: .bool, .none),
  ]
}
