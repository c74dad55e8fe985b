import BindingEngine
import Foundation
import Testing

struct ReadmeTests {
  @Test func `the sessions in the README show the actual output`() throws {
    let difference = try ExampleDocument(path: "README.md", format: .markdown).difference()
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `files that the README names exist`() throws {
    let text = try String(contentsOfFile: ExampleRunner.folder + "/README.md", encoding: .utf8)
    let links = text.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    for link in links where !link.contains("://") && !link.hasPrefix("#") {
      let path = ExampleRunner.folder + "/" + link
      #expect(FileManager.default.fileExists(atPath: path), "\(link) is not there")
    }
  }

  /// The snippets of the README with their output, which the tests below compare.
  private func snippets() throws -> [[String]] {
    var printed: [[String]] = [[]]
    func print(_ values: Any...) {
      let line = values.map { "\($0)" }.joined(separator: " ")
      printed[printed.count - 1].append(line)
    }
    // README: begin
    let graph = Graph()
    let person = graph.makeClass("Person", properties: ["name"])
    let label = graph.makeClass("Label", properties: ["text"])

    let name = try graph.property("name", of: graph.make(person))
    let text = try graph.property("text", of: graph.make(label))

    try graph.bind(name, to: text)
    try graph.observe(text) { change in print("label:", change.value) }

    try graph.set(name, to: .string("Kim"))
    print(try graph.value(of: text) == .string("Kim"), graph.lastTurn.firings)
    // README: end
    printed.append([])
    // README: begin
    graph.journalLimit = 100  // how many turns to remember, for questions and for `rewind`
    try graph.set(name, to: .string("Ann"))
    for chain in graph.why(text) { print(chain) }
    print(graph.whyNot(name, from: text))

    try graph.rewind()
    print(graph.describe(try graph.value(of: text)))
    try graph.replay()
    for past in graph.history(of: text) { print(past) }
    // README: end
    return printed
  }

  @Test func `the library does what the README says`() throws {
    let printed = try snippets()
    #expect(printed[0].count == 2)
    #expect(printed[0].last == "true 1")
    let output = printed[1].joined(separator: "\n")
    #expect(try readme().contains("```text\n\(output)\n```"), "\(output)")
  }

  @Test func `the snippets in the README are the tested ones`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let parts = source.components(separatedBy: "// README: begin\n").dropFirst()
      .filter { $0.contains("    // README: end") }
    #expect(parts.count >= 2)
    for part in parts.prefix(2) {
      let tested = part.components(separatedBy: "    // README: end")[0]
        .split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
      #expect(try readme().contains(tested.joined(separator: "\n")))
    }
  }

  private func readme() throws -> String {
    try String(contentsOfFile: ExampleRunner.folder + "/README.md", encoding: .utf8)
  }
}
