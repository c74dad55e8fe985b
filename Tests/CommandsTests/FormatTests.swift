import Foundation
import TestSupport
import Testing

/// `bindlab format` on files.
@Suite struct FormatTests {
  @Test func `a script is rewritten once, and a second time left alone`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write("a.bind", "\u{FEFF}object  a {x=1 ;\r\n y=2 }  // two\r\n")
    let result = try bindlab("format", file)
    #expect(result.isQuiet)
    #expect(try folder.read("a.bind") == "object a {\n  x = 1\n  y = 2\n} // two\n")
    let before = try attributes(file)
    #expect(try bindlab("format", file).isQuiet)
    // Even the time of its last change is the same.
    #expect(try attributes(file)[.modificationDate] as? Date == before[.modificationDate] as? Date)
    #expect(try attributes(file)[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
  }

  private func attributes(_ file: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: file)
  }

  @Test func `the mode is kept, and a link is followed`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write("a.bind", "#!/usr/bin/env bindlab\nprint  1")
    #expect(chmod(file, 0o775) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.bind", withDestinationPath: "a.bind")
    #expect(try bindlab("format", folder.path + "/link.bind").isQuiet)
    #expect(try folder.read("a.bind") == "#!/usr/bin/env bindlab\nprint 1\n")
    #expect(try attributes(file)[.posixPermissions] as? Int == 0o775)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.bind", "link.bind"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.bind")
        == "a.bind")
  }

  @Test func `--check reports where a file differs, and writes nothing`() throws {
    let folder = TemporaryFolder()
    try folder.write("good.bind", "print 1\n")
    try folder.write("bad.bind", "print 1\nprint \t2\nprint  3\n")
    try folder.write("end.bind", "print 1")
    let result = try shell("bindlab format --check good.bind bad.bind end.bind", folder: folder)
    #expect(
      result.output == """
        bad.bind:2: not in the standard layout
        - print \\t2
        + print 2
        end.bind:1: not in the standard layout
        - print 1(no line end)
        + print 1

        """)
    #expect(result.errors == "")
    #expect(result.status == 1)
    #expect(try folder.read("bad.bind") == "print 1\nprint \t2\nprint  3\n")
    #expect(try shell("bindlab format --check good.bind", folder: folder).isQuiet)
  }

  @Test func `standard input and -e go to standard output`() throws {
    let result = try bindlab("format", "-", "-e", "a=1", input: "if b{c}\n")
    #expect(result.output == "if b { c }\na = 1\n")
    #expect(result.status == 0)
    #expect(try bindlab("format", "-", input: "").output == "")
    let checked = try bindlab("format", "--check", "-", input: "a=1\n")
    #expect(checked.output == "<stdin>:1: not in the standard layout\n- a=1\n+ a = 1\n")
    #expect(checked.status == 1)
  }

  @Test func `a script with errors is left as it is, and the others are not`() throws {
    let folder = TemporaryFolder()
    try folder.write("bad.bind", "print  (\n")
    try folder.write("good.bind", "bind a.x  -> b.y\n")
    let result = try shell("bindlab format bad.bind nope.bind good.bind", folder: folder)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("bad.bind:1:9: error: "))
    #expect(result.errors.contains("bindlab: cannot read 'nope.bind': "))
    // An old arrow is reported and fixed by 'check'.
    #expect(!result.errors.contains("warning"))
    #expect(result.status == 66)
    #expect(try folder.read("bad.bind") == "print  (\n")
    #expect(try folder.read("good.bind") == "bind a.x -> b.y\n")
    #expect(try shell("bindlab format bad.bind", folder: folder).status == 2)
  }

  @Test func `devices are not formatted`() throws {
    let result = try bindlab("format", "/dev/zero")
    #expect(
      result.errors
        == "bindlab: cannot format '/dev/zero': it is not a regular file; '-' formats standard input\n"
    )
    #expect(result.status == 66)
  }

  @Test func `a failed write is reported, and nothing is lost`() throws {
    let full = try shell("echo 'print  1' | bindlab format - > /dev/full")
    #expect(full.errors.contains("cannot write the output: No space left on device"))
    #expect(full.status == 2)
    guard getuid() != 0 else { return }
    let folder = TemporaryFolder()
    try folder.write("a.bind", "print  1\n")
    chmod(folder.path, 0o500)
    let result = try shell("bindlab format a.bind", folder: folder)
    #expect(result.errors.hasPrefix("bindlab: cannot write 'a.bind': "))
    #expect(result.status == 66)
    #expect(try folder.read("a.bind") == "print  1\n")
  }

  @Test func `a missing PATH is an error, and so are options without a meaning`() throws {
    let result = try bindlab("format")
    #expect(result.errors == "bindlab: format needs a PATH\nbindlab format --help explains it\n")
    #expect(result.status == 64)
    #expect(try bindlab("format", "--seed", "1", "a.bind").status == 64)
    #expect(
      try bindlab("--check", "a.bind").errors.hasPrefix(
        "bindlab: --check can only be used with format or learn\n"))
    #expect(try bindlab("format", "--help").output.hasPrefix("usage: bindlab format "))
  }

  @Test func `a line of a million bytes is laid out`() throws {
    let list = "print [" + String(repeating: "1,2 , ", count: 160_000) + "3]\n"
    #expect(try bindlab("format", "-", input: list).output.utf8.count == 960_010)
    let joined = String(repeating: "a=1;", count: 25_000)
    #expect(
      try bindlab("format", "-", input: joined).output
        == String(repeating: "a = 1\n", count: 25_000))
  }

  @Test func `all samples are in the standard layout`() throws {
    let samples = SamplesTests.names.map { "\(ExampleRunner.folder)/Samples/\($0)" }
    #expect(samples.count > 50)
    #expect(try bindlab(["format", "--check"] + samples).isQuiet)
  }
}

extension ProcessResult {
  /// Whether it succeeded without a message.
  var isQuiet: Bool { status == 0 && outputBytes.isEmpty && errorBytes.isEmpty }
}
