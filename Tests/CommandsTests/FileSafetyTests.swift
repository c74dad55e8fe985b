import Files
import Foundation
import TestSupport
import Testing

/// Writing a file destroys nothing: inputs, links, owners, the work of others.
@Suite struct FileSafetyTests {
  private let folder = TemporaryFolder()

  private static let script = "object a { x = 1 }\nprint   a.x\n"
  private static let files = [
    "x.bind": script, "part.bind": "print \"part\"\n", "main.bind": "source \"part.bind\"\n",
    "deep.bind": "source \"main.bind\"\n", "config/bindlab/init.bind": "let q = 1\n",
    "state/bindlab/history": "print 1\n", "state/bindlab/lessons": "done directions\n",
    "t.md": "```bind\nsource \"part.bind\"\n```\n",
  ]

  private func fill() throws {
    for (name, text) in Self.files {
      try FileManager.default.createDirectory(
        atPath: (folder.path + "/" + name as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true)
      try folder.write(name, text)
    }
    link(folder.path + "/x.bind", folder.path + "/hard.bind")
    symlink("x.bind", folder.path + "/sym.bind")
    symlink("sym.bind", folder.path + "/sym2.bind")
    try folder.write("trace.ndjson", try bindlab("--trace=json", "-e", "object a { x = 1 }").output)
  }

  /// Every path to `x.bind`, and every way to write to it while it is read.
  static let writers: [String] =
    ["x.bind", "./x.bind", "hard.bind", "sym2.bind", "$PWD/x.bind", "state/../x.bind"].flatMap {
      [
        "bindlab report x.bind -o \($0)", "bindlab --trace=json --trace-to \($0) x.bind",
        "bindlab --trace-to \($0) - < x.bind", "bindlab --trace-to \($0) < x.bind",
        "bindlab -i --trace-to \($0) < x.bind",
        "bindlab test --format tap -o \($0) x.bind", "bindlab test --format tap -o \($0) .",
        "bindlab x.bind -e \"save \\\"\($0)\\\"\"",
        "bindlab -e \"source \\\"x.bind\\\"; graph dot \\\"\($0)\\\"\"",
        "bindlab x.bind >> \($0)", "bindlab check x.bind >> \($0)",
        "bindlab -i < x.bind >> \($0)", "bindlab graph x.bind >> \($0)",
        "bindlab report x.bind -o /dev/stdout >> \($0)",
      ]
    } + [
      "bindlab --trace-to part.bind main.bind", "bindlab --trace-to part.bind deep.bind",
      "bindlab --trace-to part.bind -e 'if true { source \"main.bind\" }'",
      "bindlab report deep.bind -o part.bind", "bindlab test --format tap -o part.bind deep.bind",
      "bindlab test --format tap -o part.bind t.md", "bindlab main.bind >> part.bind",
      "bindlab --from-trace trace.ndjson -i --trace-to trace.ndjson",
      "bindlab -i --trace-to config/bindlab/init.bind < /dev/null",
      "bindlab -e 'save \"state/bindlab/history\"'", "bindlab -e 'save \"state/bindlab/lessons\"'",
      "bindlab report x.bind -o config/bindlab/init.bind",
      "bindlab --trace-to t.out -e 'object a { x = 1 }; a.x = 2; save \"t.out\"'",
    ]

  @Test(arguments: writers)
  func `an output that is an input is refused`(command: String) throws {
    try fill()
    let result = try shell(
      "export XDG_CONFIG_HOME=$PWD/config XDG_STATE_HOME=$PWD/state\n" + command, folder: folder)
    #expect(result.status != 0)
    #expect(!result.errors.isEmpty || command.contains(" test "))
    for (name, text) in Self.files { #expect(try folder.read(name) == text, "\(name)") }
    #expect(try folder.read("trace.ndjson").hasPrefix("{\"v\":1"))
  }

  @Test func `a file that is also standard output keeps the order of its parts`() throws {
    let result = try shell(
      """
      bindlab -e 'print 1' -e 'save "/dev/stdout"' -e 'print 2' > out; cat out; rm out
      bindlab --trace-to out -e 'object a { x = 1 }' -e 'print 1; a.x = 2; print 2' > out; cat out
      bindlab report -e 'print 1' -o /dev/stdout > page; head -c 15 page
      """, folder: folder)
    #expect(
      result.output
        == """
        1
        print 1
        saved 1 statement to /dev/stdout
        2
        1
        turn 3  a.x = 2
        └─ a.x: 1 → 2
           settled: 1 write, 0 firings
        2
        <!DOCTYPE html>
        """)
  }

  // MARK: What a file is besides its content

  static let rewriters = [
    ("bindlab format a.bind", "object a { x=1 }\n", "object a { x = 1 }\n"),
    (
      "bindlab check --fix a.bind", "object a { x = 1; y = 2 }\nbind a.x -> a.y\n",
      "object a { x = 1; y = 2 }\nbind a.x ~> a.y\n"
    ),
    ("bindlab test --update a.bind", "print 1 // => 2\n", "print 1 // => 1\n"),
    ("bindlab -e 'print 1; save \"a.bind\"'", "old\n", "print 1\n"),
    ("bindlab report -e 'print 1' -o a.bind", "old\n", nil),
  ]

  @Test(arguments: rewriters)
  func `hard links, symbolic links, mode, owner and attributes are kept`(
    command: String, old: String, new: String?
  ) throws {
    for isLinked in [false, true] {
      try folder.write("real.bind", old)
      let result = try shell(
        """
        chmod 2640 real.bind; ln -s real.bind a.bind
        \(isLinked ? "ln real.bind other.bind" : "")
        [ $(id -u) -ne 0 ] || chown 1234:2345 real.bind
        chmod 2640 real.bind
        before=$(stat -c '%a %u %g %h %F' real.bind)
        ! command -v setfattr > /dev/null || setfattr -n user.color -v blue real.bind
        \(command) > /dev/null
        [ "$before" = "$(stat -c '%a %u %g %h %F' real.bind)" ] || stat real.bind
        ! command -v getfattr > /dev/null || getfattr --only-values -n user.color real.bind
        [ -L a.bind ] || echo 'no link'; ls -A
        """, folder: folder)
      let hasAttributes = FileManager.default.isExecutableFile(atPath: "/usr/bin/setfattr")
      #expect(
        result.output
          == (hasAttributes ? "blue" : "") + "a.bind\n\(isLinked ? "other.bind\n" : "")real.bind\n")
      let text = try folder.read("real.bind")
      #expect(text != old)
      if let new { #expect(text == new) }
      if isLinked { #expect(try folder.read("other.bind") == text) }
      _ = try shell("rm -f a.bind other.bind real.bind", folder: folder)
    }
  }

  @Test func `no other file is taken for a draft, and a broken link makes its file`() throws {
    try folder.write("a.bind", "print   1\n")
    try folder.write("a.bind.new", "mine\n")
    symlink("later.bind", folder.path + "/link.bind")
    #expect(
      try shell("bindlab format a.bind; bindlab -e 'print 1; save \"link.bind\"'", folder: folder)
        .status == 0)
    #expect(try folder.read("a.bind.new") == "mine\n")
    #expect(try folder.read("later.bind") == "print 1\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.bind", "a.bind.new", "later.bind", "link.bind"])
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a file that its user may not write is not replaced, though the folder may be`() throws {
    try folder.write("a.bind", "print   1\n")
    let result = try shell(
      """
      chmod 777 .; chmod 444 a.bind
      setpriv --reuid 1234 --clear-groups "$BINDLAB" format a.bind
      """, folder: folder)
    #expect(result.errors == "bindlab: cannot write 'a.bind': Permission denied\n")
    #expect(result.status == 66)
    #expect(try folder.read("a.bind") == "print   1\n")
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a writable file of another user is rewritten in place`() throws {
    try folder.write("a.bind", "print   1\n")
    let result = try shell(
      """
      chmod 777 .; chmod 666 a.bind; before=$(stat -c '%i %u' a.bind)
      setpriv --reuid 1234 --clear-groups "$BINDLAB" format a.bind
      [ "$before" = "$(stat -c '%i %u' a.bind)" ] && cat a.bind; ls -A
      """, folder: folder)
    #expect(result.output == "print 1\na.bind\n")
    #expect(result.errors == "")
  }

  @Test(.enabled(if: geteuid() == 0))
  func `in a read-only folder nothing is changed`() throws {
    try folder.write("a.bind", "print   1\n")
    let result = try shell(
      """
      chmod 555 .; chmod 666 a.bind
      setpriv --reuid 1234 --clear-groups "$BINDLAB" format a.bind
      """, folder: folder)
    #expect(result.status == 66)
    #expect(result.errors.hasPrefix("bindlab: cannot write 'a.bind': "))
    #expect(try folder.read("a.bind") == "print   1\n")
  }

  @Test func `a backup of a killed run is kept`() throws {
    try folder.write("a.bind", "print   1\n")
    try folder.write("a.bind.bindlab-backup", "print 0\n")
    let result = try shell("ln a.bind b.bind; bindlab format a.bind", folder: folder)
    #expect(result.status == 66)
    #expect(result.errors.contains("a.bind.bindlab-backup' from an interrupted run exists"))
    #expect(try folder.read("a.bind") == "print   1\n")
    #expect(try folder.read("a.bind.bindlab-backup") == "print 0\n")
  }

  // MARK: The work of others

  @Test func `a file that was changed after it was read is not written`() throws {
    let path = Array((folder.path + "/a.bind").utf8)
    for isLinked in [false, true] {
      try folder.write("a.bind", "somebody else's\n")
      if isLinked { link(folder.path + "/a.bind", folder.path + "/b.bind") }
      #expect(throws: FileError.changed) {
        try FileSaving.save(Array("mine\n".utf8), to: path, replacing: Array("read\n".utf8))
      }
      #expect(try folder.read("a.bind") == "somebody else's\n")
    }
    _ = try shell("rm a.bind", folder: folder)
    #expect(throws: FileError.changed) {
      try FileSaving.save(Array("mine\n".utf8), to: path, replacing: Array("read\n".utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b.bind"])
  }

  @Test func `a test that writes to its own file writes to another one, and is updated`() throws {
    try folder.write("own.bind", "save \"own.bind\"\nprint 1 // => 2\n")
    let result = try shell("bindlab test --update own.bind", folder: folder)
    #expect(result.status == 0)
    #expect(try folder.read("own.bind") == "save \"own.bind\"\nprint 1 // => 1\n")
  }
}
