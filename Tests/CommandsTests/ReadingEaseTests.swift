import TestSupport
import Testing

/// The texts stay as easy to read as they are now: `.ci/reading-ease` counts words and clauses.
struct ReadingEaseTests {
  private func readingEase(_ arguments: String...) throws -> ProcessResult {
    try ProcessRunner(
      "/bin/sh", arguments: [ExampleRunner.folder + "/.ci/reading-ease"] + arguments
    ).run()
  }

  @Test func `no chapter is harder to read than its bound allows`() throws {
    let result = try readingEase("--check")
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)\(result.errors)")
  }

  @Test func `words are counted per sentence, and so are leading subordinate clauses`() throws {
    let folder = TemporaryFolder()
    let text = try folder.write(
      "text.md", "# Title\n\nOne two three. If four, five.\n```\nnot a word\n```\nWhy not?\n")
    let figures = try readingEase(text).output
    #expect(figures == "    3 sentences    2.7 words   33 %   \(text): (first)\n")
    let manual = try folder.write(
      "page.1",
      ".Sh DESCRIPTION\nA\n.Ic word\nhere.\n.Bd -literal\nx. y.\n.Ed\nWhen it ends, stop.\n")
    let page = try readingEase(manual).output
    #expect(page == "    2 sentences    3.5 words   50 %   \(manual): DESCRIPTION\n")
  }

  @Test func `a chapter without a bound is checked, too`() throws {
    let long = String(repeating: "word ", count: 30) + "end.\n"
    let folder = TemporaryFolder()
    let text = try folder.write("text.md", long)
    let result = try readingEase("--check", text)
    #expect(result.status == 1)
    #expect(result.output == "\(text): (first): 31.0 words in a sentence, at most 18\n")
  }
}
