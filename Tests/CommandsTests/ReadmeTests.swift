import BindingEngine
import Foundation
import Testing

struct ReadmeTests {
  @Test func `what the README shows is what comes`() throws {
    let difference = try ExampleDocument(path: "README.md", format: .markdown).difference()
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `files that the README names are there`() throws {
    let text = try String(contentsOfFile: ExampleRunner.folder + "/README.md", encoding: .utf8)
    let links = text.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    for link in links where !link.contains("://") {
      let path = ExampleRunner.folder + "/" + link
      #expect(FileManager.default.fileExists(atPath: path), "\(link) is not there")
    }
  }

  /// The snippet of the README, run: the test below compares the two.
  private func snippet() throws -> [String] {
    var printed: [String] = []
    func print(_ values: Any...) {
      printed.append(values.map { "\($0)" }.joined(separator: " "))
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
    return printed
  }

  @Test func `the library does what the README says`() throws {
    let printed = try snippet()
    #expect(printed.count == 2)
    #expect(printed.last == "true 1")
  }

  @Test func `the snippet in the README is the one that is tested`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let tested = source.components(separatedBy: "// README: begin\n")[1]
      .components(separatedBy: "    // README: end")[0]
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
    let readme = try String(contentsOfFile: ExampleRunner.folder + "/README.md", encoding: .utf8)
    #expect(readme.contains(tested.joined(separator: "\n")))
  }
}
