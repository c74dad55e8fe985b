import Language
import TestSupport
import Testing

/// The methods of values, as their table describes them.
@Suite struct MethodTests {
  @Test func `the example of each method runs as help shows it, and check finds nothing in it`()
    throws
  {
    let folder = TemporaryFolder()
    let lines = ValueMethod.all.map { "expect \($0.example.code) == \($0.example.value)" }
    try folder.write("examples.bind", lines.joined(separator: "\n") + "\n")
    let result = try shell("bindlab examples.bind; bindlab check examples.bind", folder: folder)
    #expect(result.errors == "")
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test func `help explains each method, and lists all of them on lines that fit`() throws {
    let names = ValueMethod.all.map(\.name)
    let input = (["methods"] + names).map { "help \($0)\n" }.joined()
    let result = try bindlab(["-"], input: Array(input.utf8))
    #expect(result.errors == "")
    for method in ValueMethod.all {
      #expect(result.output.contains(".\(method.signature)"))
      #expect(result.output.contains(method.summary))
    }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 88 })
  }

  /// Properties of all values, tested with random ones.
  @Test(arguments: 0..<20)
  func `methods agree with one another`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var script = ""
    for _ in 0..<40 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          "ab, é".randomElement(using: &random)!
        })
      let piece = String(
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
          "ab,é".randomElement(using: &random)!
        })
      let count = Int.random(in: 0...8, using: &random)
      script += """
        expect "\(text)".split(by: "\(piece)").joined(by: "\(piece)") == "\(text)"
        expect "\(text)".split(by: "\(piece)").joined(by: "") == "\(text)".replacing("\(piece)", with: "")
        expect "\(text)".contains("\(piece)") == ("\(text)".indexOf("\(piece)") != nil)
        expect "\(text)".prefix(\(count)) + "\(text)".dropFirst(\(count)) == "\(text)"
        expect "\(text)".dropLast(\(count)) + "\(text)".suffix(\(count)) == "\(text)"
        expect "\(text)".characters.joined(by: "") == "\(text)"
        expect "\(text)".padded(to: \(count)).count == max("\(text)".count, \(count))
        expect "\(text)".repeated(\(count)).count == "\(text)".count * \(count)

        """
      let list = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Int.random(in: -5...5, using: &random)
      }
      let bound = Int.random(in: -5...5, using: &random)
      script += """
        expect \(list).filter { value < \(bound) } + \(list).filter { value >= \(bound) }.sorted == \
        \(list).filter { value < \(bound) } + \(list).filter { value >= \(bound) }.sortedBy { value }
        expect \(list).map { value }.count == \(list).count
        expect \(list).reduce(0) { total + value } == \(list).sum
        expect \(list).any { value < \(bound) } == !\(list).none { value < \(bound) }
        expect \(list).all { value < \(bound) } == !\(list).any { value >= \(bound) }
        expect \(list).first { value == \(bound) } == (\(list).contains(\(bound)) ? \(bound) : nil)
        expect \(list).sorted.first == \(list).min && \(list).sorted.last == \(list).max
        expect \(list).unique.count <= \(list).count && \(list).unique.all { \(list).contains(value) }
        expect \(list).flatMap { [value, value] }.count == \(list).count * 2
        expect \(list).sortedBy { -value } == \(list).sorted.reversed
        expect \(list).zip(\(list)).all { value[0] == value[1] }

        """
    }
    let folder = TemporaryFolder()
    try folder.write("laws.bind", script)
    let result = try shell("bindlab laws.bind; bindlab check laws.bind", folder: folder)
    #expect(result.errors == "")
    #expect(result.output == "")
    #expect(result.status == 0)
  }
}
