import Testing
import Text

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import ScriptTesting
@testable import Syntax

/// Which blocks of a Markdown text are found, and their contents.
@Suite struct FencedBlockTests {
  private func blocks(_ text: String) -> [FencedBlock] {
    FencedBlocks.find(in: TextLines(Array(text.utf8)))
  }

  private func contents(_ text: String) -> [String] {
    let lines = TextLines(Array(text.utf8))
    return blocks(text).map { String(decoding: lines.content(of: $0), as: UTF8.self) }
  }

  /// The words after the fences, and the lines between them.
  @Test(arguments: [
    ("```bind\na\n```\n", [["bind"]], ["a\n"]),
    ("~~~ bind new  -s qt\na\n~~~", [["bind", "new", "-s", "qt"]], ["a\n"]),
    ("````bind\n```\n````\n", [["bind"]], ["```\n"]),
    ("```bind\n~~~\n```\n", [["bind"]], ["~~~\n"]),
    ("```bind\na\n`````  \nb\n", [["bind"]], ["a\n"]),
    ("   ```bind\n   a\n     b\n  c\n   ```\n", [["bind"]], ["a\n  b\nc\n"]),
    ("```\na\n```\n```bind\n```\n", [[], ["bind"]], ["a\n", ""]),
    ("- a\n\n  ```bind\n  a\n  ```\n", [["bind"]], ["a\n"]),
    ("10. a\n\n    ```bind\n    a\n    ```\n", [["bind"]], ["a\n"]),
    ("- - ```bind\n    a\n    ```\n", [["bind"]], ["a\n"]),
    ("- a\n\nb\n\n  ```bind\n  a\n  ```\n", [["bind"]], ["a\n"]),
    ("\u{FEFF}```bind\r\na\r\n```\r\n", [["bind"]], ["a\n"]),
    ("-\n  ```bind\n  a\n  ```", [["bind"]], ["a\n"]),
  ])
  func `blocks are found according to CommonMark`(
    text: String, words: [[String]], contents: [String]
  ) {
    #expect(blocks(text).map(\.words) == words)
    #expect(!blocks(text).contains { !$0.isClosed })
    #expect(self.contents(text) == contents)
  }

  @Test(arguments: [
    "", "a ```bind\n", "    ```bind\n    a\n    ```\n", "``bind\n``\n", "> ```bind\n> a\n> ```\n",
    "```bind` a\n", "<!--\n```bind\na\n```\n-->\n", "<!-- ```bind -->\n", "- a\n\n      ```bind\n",
    "1234567890. ```bind\n",
  ])
  func `text that only looks like a block is not one`(text: String) {
    #expect(blocks(text).isEmpty)
  }

  @Test(arguments: [
    ("```bind\na", 0), ("a\n\n~~~bind\n```\n", 2), ("- ```bind\n  a\nb\n", 0),
    ("````bind\n```\n", 0), ("```bind\n1\n```\n```text\n", 3), ("```sh\n\n```bind\n1\n", 0),
  ])
  func `an unclosed block is reported with its line`(text: String, line: Int) {
    #expect(Transcript(Array(text.utf8)).unclosed?.line == line)
  }

  @Test func `a text block belongs to the bind block before it, with any prose between`() {
    let text = """
      ```bind
      1
      ```
      prints
      ```text
      1
      ```
      ```text
      of nothing
      ```
      ```bind
      2
      ```
      ```sh
      ```
      ```text
      of the shell
      ```
      """
    let steps = Transcript(Array(text.utf8)).steps
    #expect(steps.map(\.output?.line) == [4, nil])
    #expect(!Transcript(Array("```sh\n```\n```text\n```\n".utf8)).isTest)
  }
}
