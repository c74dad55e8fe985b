import Foundation
import TestSupport
import Testing

/// `source`, `save` and `reset`: scripts as files.
@Suite struct FileTests {
  private let folder = TemporaryFolder()

  @Test func `a path in source is relative to the file that contains it`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/parts/deep", withIntermediateDirectories: true)
    try folder.write("parts/deep/last.bind", "print \"last\", a.x\n")
    try folder.write("parts/first.bind", "object a { x = 1 }\nsource \"deep/last.bind\"\n")
    try folder.write("main.bind", "source \"parts/first.bind\"\nprint \"main\", a.x\n")
    for path in ["main.bind", "./main.bind", folder.path + "/main.bind"] {
      let result = try shell("bindlab '\(path)'", folder: folder)
      #expect(result.output == "last 1\nmain 1\n")
      #expect(result.errors == "")
    }
  }

  @Test func `a script that reads itself is refused before it runs again`() throws {
    try folder.write("self.bind", "print \"once\"\nsource \"self.bind\"\n")
    let result = try shell("bindlab self.bind", folder: folder)
    #expect(result.output == "once\n")
    #expect(result.errors.hasPrefix("self.bind:2:1: error: 'self.bind' includes itself\n"))
    #expect(result.status == 2)
  }

  @Test func `a cycle of files is refused, and every file in it is named`() throws {
    try folder.write("a.bind", "print \"a\"\nsource \"b.bind\"\n")
    try folder.write("b.bind", "print \"b\"\nsource \"a.bind\"\n")
    let result = try shell("bindlab a.bind", folder: folder)
    #expect(result.output == "a\nb\n")
    #expect(
      result.errors == """
        b.bind:2:1: error: 'a.bind' includes itself
        source "a.bind"
        ^~~~~~~~~~~~~~~
        help: leave out one of the 'source' statements
        a.bind:2:1: note: read from here
        source "b.bind"
        ^~~~~~~~~~~~~~~

        """)
  }

  @Test func `a long chain of scripts has an end`() throws {
    for number in 0..<70 {
      try folder.write("f\(number).bind", "source \"f\(number + 1).bind\"\n")
    }
    let result = try shell("bindlab f0.bind", folder: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("error: more than 64 files that include each other"))
  }

  @Test(arguments: [
    ("source \"missing.bind\"", "cannot read 'missing.bind': No such file or directory"),
    ("source \".\"", "cannot read '.': it is a folder"),
    ("source \"\"", "cannot read '': No such file or directory"),
    ("source \"a\\u{0}b\"", "a path cannot contain NUL"),
    ("save \"no/such/folder\"", "cannot write 'no/such/folder': No such file or directory"),
    ("save \"a\\u{0}b\"", "a path cannot contain NUL"),
  ])
  func `an unreadable file is an error at its place`(
    statement: String, message: String
  ) throws {
    let result = try shell("bindlab -e 'print 1\n\(statement)\nprint 2'", folder: folder)
    #expect(result.output == "1\n")
    #expect(result.errors.hasPrefix("<-e>:2:1: error: \(message)\n"))
    #expect(result.status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `an error in a sourced script names its place, and where it is sourced`() throws {
    try folder.write("part.bind", "object a { x: Int = 1 }\na.x = \"s\"\n")
    let result = try shell("bindlab -e 'source \"part.bind\"'", folder: folder)
    #expect(result.errors.hasPrefix("part.bind:2:1: error: 'a.x' is Int and cannot be \"s\"\n"))
    #expect(result.errors.contains("<-e>:1:1: note: read from here\n"))
    try folder.write("broken.bind", "print (\n")
    let broken = try shell("bindlab -e 'source \"broken.bind\"'", folder: folder)
    #expect(broken.errors.hasPrefix("broken.bind:"))
    #expect(broken.errors.contains("<-e>:1:1: error: 'broken.bind' cannot be run\n"))
    #expect(broken.status == 2)
  }

  @Test func `SIGINT in a sourced script ends the whole run with 130`() throws {
    let endless = try folder.write("endless.bind", "while true {}\n")
    let result = try interrupted(
      "--keep-going", "-e", "expect error { source \"\(endless)\" }", "-e", "print 2")
    #expect(result.status == 130)
    #expect(result.output == "")
  }

  @Test func `quit ends the run at once, wherever it is`() throws {
    try folder.write("part.bind", "print 1\nwhile true { quit }\nprint 2\n")
    let result = try shell(
      "bindlab -e 'source \"part.bind\"\nprint 3' -e 'print 4'", folder: folder)
    #expect(result.output == "1\n")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func `a saved script runs again with the same result`() throws {
    let script = """
      object vm { name = "Kim \\"K\\"" }
      object label: UILabel
      transformer Shout {
        forward { value.uppercased + "!" }
      }
      bind vm.name ~> label | Shout as shouting
      vm.name
      vm.name = "Bo"; print label.text
      show vm
      expect error { vm.nope = 1 }
      save "saved.bind"

      """
    let first = try bindlab([
      "-e", script.replacingOccurrences(of: "saved.bind", with: folder.path + "/saved.bind"),
    ])
    #expect(first.status == 0)
    let again = try bindlab(folder.path + "/saved.bind", "-e", "print label.text\nbindings")
    #expect(again.output.hasPrefix("BO!\nBO!\n"))
    #expect(again.output.contains("shouting"))
    #expect(again.status == 0)
    // Questions are not a part of a script.
    #expect(try !folder.read("saved.bind").contains("show"))
    #expect(try !folder.read("saved.bind").contains("save"))
  }

  @Test func `save writes through links and devices, and keeps a file's mode`() throws {
    try folder.write("real.bind", "old")
    chmod(folder.path + "/real.bind", 0o600)
    symlink("real.bind", folder.path + "/link.bind")
    let result = try shell(
      "bindlab -e 'print 1\nsave \"link.bind\"\nsave \"/dev/stderr\"'", folder: folder)
    #expect(result.status == 0)
    #expect(result.errors == "print 1\n")
    #expect(try folder.read("real.bind") == "print 1\n")
    #expect(
      try shell("stat -c '%a %F' real.bind link.bind", folder: folder).output
        == "600 regular file\n777 symbolic link\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["link.bind", "real.bind"])
  }

  @Test func `a full disk leaves the old file`() throws {
    let result = try shell("bindlab -e 'print 1\nsave \"/dev/full\"'", folder: folder)
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "<-e>:2:1: error: cannot write '/dev/full': No space left on device\n"))
    #expect(try shell("stat -c %F /dev/full").output == "character special file\n")
    try folder.write("small.bind", "the old script")
    let limited = try shell(
      "ulimit -f 1; trap '' XFSZ; bindlab -e 'let x = \"\(String(repeating: "x", count: 5000))\"\nsave \"small.bind\"'",
      folder: folder)
    #expect(limited.status == 2)
    #expect(try folder.read("small.bind") == "the old script")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["small.bind"])
  }

  @Test func `reset forgets everything except the options and the counts`() throws {
    let result = try bindlab(
      "--keep-going", "-e",
      """
      object a { x = 1 }
      class C { y = 1 }
      nope
      reset
      object a { z = 2 }
      class C { y = 3 }
      print a.z, (new C).y, turn.number
      bindings
      """)
    #expect(result.output == "2 3 2\nno bindings\n")
    #expect(result.status == 2)
  }

  @Test(arguments: [
    "if true { reset }", "repeat 2 { reset }", "batch { reset }", "expect error { reset }\nnope",
    "object a { x = 1 }\nobserve a.x { reset }\na.x = 2",
  ])
  func `reset is refused inside of blocks`(script: String) throws {
    let result = try bindlab("-e", script)
    #expect(result.status == 2)
  }

  @Test func `reset in a sourced script is refused`() throws {
    try folder.write("part.bind", "object b { y = 1 }\nreset\n")
    let result = try shell(
      "bindlab -i -n --trace=brief <<< $'object a { x = 5 }\nsource \"part.bind\"\na.x'",
      folder: folder)
    #expect(result.output.hasSuffix("5\n"))
    #expect(
      result.errors.contains("part.bind:2:1: error: 'reset' can be used only in the main script"))
  }
}
