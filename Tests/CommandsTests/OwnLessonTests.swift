import Foundation
import TestSupport
import Testing

/// Lessons written by a teacher.
@Suite struct OwnLessonTests {
  private let folder = TemporaryFolder()

  private static let lesson = """
    # Twice
    A lesson of our own.

    ```bind
    object vm { a = 1; b = 0 }
    ```

    ```text
    what a transcript would show here
    ```

    ```predict
    What is 2 * 3?
    * 6
    - 5
      That is the sum.
    ```

    ```task
    Let vm.b be twice vm.a.
    ```

    ```check
    // vm.b is not twice vm.a
    expect vm.b == vm.a * 2
    // vm.b does not follow vm.a
    vm.a = 7
    expect vm.b == 14
    ```

    ```hint
    A block in braces doubles it.
    ```

    ```solution
    bind vm.a ~> vm.b | { value * 2 }
    ```

    The end.
    """

  @Test func `a lesson of one's own can be taken like the others, with its progress`() throws {
    try folder.write("my lesson.md", Self.lesson)
    let taken = try shell(
      "printf 'b\\nvm.b = 2\\nbind vm.a ~> vm.b | { value * 2 }\\nquit\\n'"
        + " | XDG_STATE_HOME=$PWD bindlab learn './my lesson.md'", folder: folder)
    #expect(taken.status == 0)
    #expect(taken.output.contains("Twice\n"))
    #expect(taken.output.contains("No: it is 6.\nThat is the sum.\n"))
    #expect(taken.output.contains("not yet: vm.b does not follow vm.a\n"))
    #expect(!taken.output.contains("transcript"))
    #expect(taken.output.contains("Done.\n\nThe end.\n"))
    let progress = try String(contentsOfFile: folder.path + "/bindlab/lessons", encoding: .utf8)
    #expect(progress.hasPrefix("done /") && progress.hasSuffix("/my lesson.md\n"))
  }

  @Test func `--check plays a lesson with its solution`() throws {
    try folder.write("my.md", Self.lesson)
    let result = try shell("bindlab learn --check my.md", folder: folder)
    #expect(result.output == "my.md: 2 steps, all can be done\n")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("expect vm.b == 14", "expect vm.b == 15", "the solution does not do: vm.b does not follow"),
    ("vm.a = 7\nexpect vm.b == 14", "", "my.md:25:1: error: the check holds before any"),
    ("| { value * 2 }", "| { value * 2 }\nvm.a = 3", "before the solution is complete"),
    ("object vm { a = 1; b = 0 }", "nope", "my.md:5:1: error: this fails: unknown name 'nope'"),
    ("```bind\n", "```bind fails\n", "nothing fails here"),
    (
      "```task", "```check\nexpect vm.a == 2\n```\n```task", "the lesson is wrong here: vm.a"
    ),
  ])
  func `--check reports what is wrong with a lesson, and where`(
    text: String, replacement: String, message: String
  ) throws {
    var lesson = Self.lesson
    // Without its first expectation, the check is as weak as the second one.
    if replacement.isEmpty {
      lesson = lesson.replacingOccurrences(of: "vm.b == vm.a * 2", with: "true")
    }
    lesson = lesson.replacingOccurrences(of: text, with: replacement)
    try folder.write("my.md", lesson)
    let result = try shell("bindlab learn --check my.md", folder: folder)
    #expect(result.errors.contains(message))
    #expect(result.status == 2)
  }

  @Test(arguments: [
    ("", "expected a heading"), ("# Title\n", "the lesson has no question"),
    ("# T\n```task\nx\n", "the block 'task' is not closed"),
    ("# T\n```tasks\n```\n", "unknown kind of block 'tasks'; did you mean 'task'?"),
    ("# T\n```\nx\n```\n", "expected a word after the fence: bind, predict"),
    ("# T\n```bind loud\n```\n", "unknown word 'loud' after 'bind'"),
    ("# T\n```hint\nx\n```\n", "'hint' belongs to a task, and there is none before it"),
    ("# T\n```task\nx\n```\n", "the task has no block 'check'"),
    ("# T\n```task\nx\n```\n", "the task has no block 'solution'"),
    ("# T\n```task\n```\n", "the task has no text"),
    ("# T\n```predict\n* x\n```\n", "'predict' has no question"),
    ("# T\n```predict\nx?\n- y\n```\n", "'predict' has no right answer"),
    ("# T\n```bind\nprint (\n```\n", "lesson.md:3:8: error: "),
    ("# T\n```task\nx\n```\n```check\n```\n", "'check' expects nothing"),
    ("# T\n```task\nx\n```\n```check\nreset\n```\n", "a check only tries things out"),
    ("# T\n```task\nx\n```\n```check\nsave \"f\"\n```\n", "a check only tries things out"),
  ])
  func `an unreadable lesson is reported with its place`(text: String, message: String) throws {
    try folder.write("lesson.md", text)
    for word in ["", "--check "] {
      let result = try shell("bindlab learn \(word)lesson.md </dev/null", folder: folder)
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(result.errors.hasPrefix("lesson.md:"))
      #expect(result.status == 2)
    }
  }

  @Test func `a lesson that is not text, or does not exist, is reported`() throws {
    let path = folder.path + "/bytes.md"
    try Data([0x23, 0x20, 0xFF, 0xFE, 0x0A]).write(to: URL(fileURLWithPath: path))
    let bytes = try shell("bindlab learn bytes.md", folder: folder)
    #expect(bytes.errors.hasPrefix("bytes.md: error: the lesson is not UTF-8"))
    #expect(bytes.status == 2)
    let missing = try shell("bindlab learn missing.md", folder: folder)
    #expect(missing.errors == "bindlab: cannot read 'missing.md': No such file or directory\n")
    #expect(missing.status == 66)
    let near = try shell("bindlab learn pathes", folder: folder)
    #expect(near.errors == "bindlab: there is no lesson 'pathes'; did you mean 'paths'?\n")
    #expect(near.status == 64)
    #expect(try shell("bindlab learn 1 2", folder: folder).status == 64)
    #expect(try shell("bindlab learn --print", folder: folder).status == 64)
  }

  @Test func `a lesson is a test, too`() throws {
    try folder.write("right.md", Self.lesson)
    try folder.write(
      "wrong.md", Self.lesson.replacingOccurrences(of: "value * 2", with: "value * 3"))
    let result = try shell("bindlab test .", folder: folder)
    #expect(result.output.contains("FAIL wrong.md\nwrong.md:36:1: error: the solution does not do"))
    #expect(result.output.hasSuffix("2 tests: 1 passed, 1 failed; 0 expects\n"))
    #expect(result.status == 1)
  }

  @Test func `--print prints the file of a lesson, as a starting point`() throws {
    let printed = try shell("bindlab learn --print 3 > mine.md; cat mine.md", folder: folder)
    #expect(printed.output.hasPrefix("# Transformers\n"))
    let result = try shell("bindlab learn --check mine.md", folder: folder)
    #expect(result.output == "mine.md: 3 steps, all can be done\n")
  }

  @Test func `a lesson may be long, and may have very strange lines`() throws {
    let prose = String(repeating: "# heading\nprose ``` * - // \u{1F600}\n\n", count: 20_000)
    let code = (0..<2_000).map { "object o\($0) { x = 1 }\n" }.joined()
    try folder.write(
      "long.md", "# T\n\(prose)\n```bind hidden\n\(code)```\n```predict\nx?\n* y\n```\n")
    let result = try shell("printf 'y\\n' | bindlab learn long.md | tail -2", folder: folder)
    #expect(result.output == "That was T.\n\n")
  }
}
