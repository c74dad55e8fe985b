import Foundation
import TestSupport
import Testing

/// The code action that replaces an assignment by a binding.
@Suite struct FollowingTests {
  private typealias Object = [String: Any]

  private static let objects = """
    object vm { name = "Kim"; age = 3; computed total = age + 1 }
    object label { text = ""; size = 0 }

    """

  /// The text with what the action at its last line writes; nil if it is not offered.
  private func followed(_ text: String, _ folder: TemporaryFolder) throws -> String? {
    let server = try ServerConversation(in: folder)
    server.open("a.bind", text)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = try #require(lines.firstIndex { $0.hasSuffix("// here") })
    let place = server.place(line, 2)
    let actions = server.result(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": server.uri("a.bind")], "range": ["start": place, "end": place],
        "context": ["diagnostics": [Object](), "only": ["refactor"]] as Object,
      ])
    guard let action = (actions as? [Object])?.first else { return nil }
    #expect(action["kind"] as? String == "refactor.rewrite")
    let changes = (action["edit"] as? Object)?["changes"] as? [String: [Object]]
    let edit = try #require(changes?[server.uri("a.bind")]?.first)
    let end = ((edit["range"] as? Object)?["end"] as? Object)?["character"] as? Int
    lines[line] = "\(edit["newText"]!)" + lines[line].dropFirst(end ?? 0)
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [
    ("label.text = vm.name // here", "vm.name = \"Ann\"\nprint label.text\n", "Ann"),
    ("label.size = vm.age * 2 + 1 // here", "vm.age = 5\nprint label.size\n", "11"),
    (
      "label.text = \"\\(vm.name), \\(vm.age)\" // here", "vm.age = 5\nprint label.text\n", "Kim, 5"
    ),
  ])
  func `the target follows later writes, and the script checks clean`(
    assignment: String, rest: String, after: String
  ) throws {
    let folder = TemporaryFolder()
    let text = FollowingTests.objects + assignment + "\nprint label\n" + rest
    let changed = try #require(try followed(text, folder))
    #expect(changed.contains("bind ") && changed.contains(" ~> label."))
    try folder.write("before.bind", text)
    try folder.write("after.bind", changed)
    func run(_ name: String) throws -> [Substring] {
      let result = try shell("bindlab check \(name) && bindlab \(name)", folder: folder)
      #expect(result.status == 0)
      return result.output.split(separator: "\n")
    }
    let (old, new) = (try run("before.bind"), try run("after.bind"))
    // Nothing differs until the source is written.
    #expect(old.dropLast() == new.dropLast())
    #expect(old.last != new.last)
    #expect(new.last == after[...])
  }

  @Test(arguments: [
    // Something else sets it.
    "label.text = vm.name // here\nlabel.text = \"\"\nprint label.text",
    "bind vm.name ~> label.text\nlabel.text = vm.name // here\nprint label.text",
    "observe vm.age { label.text = \"\" }\nlabel.text = vm.name // here\nvm.age = 1\nprint label.text",
    // It reads itself, or nothing, or would close a cycle.
    "label.size = label.size + vm.age // here\nprint label.size",
    "label.size = 1 // here\nprint label.size",
    "bind label.size ~> vm.age\nlabel.size = vm.age + 1 // here\nprint vm.age",
    // It is no property, no plain assignment, or inside something.
    "vm.total = vm.age // here",
    "label.size += vm.age // here\nprint label.size",
    "if true {\n  label.size = vm.age // here\n}\nprint label.size",
  ])
  func `it is not offered where a binding would not do the same`(rest: String) throws {
    #expect(try followed(FollowingTests.objects + rest + "\n", TemporaryFolder()) == nil)
  }
}
