import Foundation
import TestSupport
import Testing

/// The results of `check` and `format --check` for other programs.
@Suite struct ResultFileTests {
  private let folder = TemporaryFolder()

  private func write() throws {
    try folder.write("a.bind", "object a { x = 1; y = 1 }\nprint  a.z\n")
    try folder.write("b.bind", "print 1\n")
  }

  @Test(arguments: ["json", "sarif", "gitlab", "github"])
  func `check writes a format to a file, and shows the findings to people`(format: String) throws {
    try write()
    let expected = try shell("bindlab check --format \(format) .", folder: folder).output
    let text = try shell("bindlab check .", folder: folder)
    let result = try shell("bindlab check --format \(format) -o out .", folder: folder)
    #expect(result.errors == text.errors && result.output == text.output)
    #expect(result.status == 2)
    #expect(try folder.read("out") == expected)
    #expect(!expected.isEmpty)
  }

  @Test func `a file that is read is not overwritten, and people's format goes to the log`() throws
  {
    try write()
    for paths in [".", "a.bind b.bind"] {
      let refused = try shell("bindlab check --format json -o b.bind \(paths)", folder: folder)
      #expect(refused.status == 66)
      #expect(refused.errors.contains("cannot write 'b.bind': this run reads it"))
    }
    #expect(try folder.read("b.bind") == "print 1\n")
    let none = try shell("bindlab check -o out .", folder: folder)
    #expect(none.status == 64)
    #expect(none.errors.contains("-o needs --format json, sarif, github or gitlab"))
    let full = try shell("bindlab check --format json -o /dev/full .", folder: folder)
    #expect(full.errors.contains("cannot write '/dev/full'"))
  }

  @Test func `format --check has the formats of check, and annotations in a job of GitHub`() throws
  {
    try write()
    let plain = try shell("bindlab format --check .", folder: folder)
    let line = "a.bind:2: not in the standard layout\n- print  a.z\n+ print a.z\n"
    #expect(plain.output == line)
    let job = try shell("GITHUB_ACTIONS=true bindlab format --check .", folder: folder)
    #expect(job.output.hasPrefix(line + "::error file=a.bind,line=2,endLine=2,"))
    let json = try shell("bindlab format --check --format json .", folder: folder)
    #expect(json.output.contains("\"message\":\"not in the standard layout\",\"file\":\"a.bind\""))
    for format in ["gitlab", "sarif"] {
      let result = try shell("bindlab format --check --format \(format) .", folder: folder)
      #expect(result.status == 1)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      }
      let file = try shell("bindlab format --check --format \(format) -o out .", folder: folder)
      #expect(file.output == line)
      #expect(try folder.read("out") == result.output)
    }
    for arguments in ["--format json .", "-o out ."] {
      let refused = try shell("bindlab format \(arguments)", folder: folder)
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix("bindlab: --format and --output need --check\n"))
    }
  }
}
