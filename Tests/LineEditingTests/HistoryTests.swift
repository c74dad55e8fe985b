import Files
import Foundation
import LineEditing
import Platform
import TestSupport
import Testing

@Suite struct HistoryTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/state/bindlab/history" }

  private func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func loaded(limit: Int = History.usualLimit) -> [String] {
    let history = History(path: path, limit: limit)
    #expect(history.load() == nil)
    return history.entries
  }

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/bindlab/history"),
      (["XDG_STATE_HOME": "/s/"], "/s/bindlab/history"),
      (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/bindlab/history"),
      (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/bindlab/history"),
      (["HOME": "h"], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func `its path follows the XDG specification`(environment: [String: String], path: String?) {
    #expect(History.path(in: environment) == path)
  }

  @Test func `a history that was never saved is empty, and leaves nothing behind`() {
    #expect(loaded() == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))
  }

  @Test func `the file and its folders are for the user alone`() throws {
    #expect(History(path: path).add("secret") == nil)
    #expect(try mode(of: path) == 0o600)
    #expect(try mode(of: folder.path + "/state") == 0o700)
    #expect(try mode(of: folder.path + "/state/bindlab") == 0o700)
  }

  @Test func `a file that others could read is closed to them`() throws {
    History(path: path).add("one")
    chmod(path, 0o644)
    #expect(loaded() == ["one"])
    #expect(try mode(of: path) == 0o600)
  }

  @Test(arguments: [
    "object box { width: 3\n  height: 4\n}", #"print "a\nb\\n""#, "\\", "a\\", "a\r\nb", "\n\na",
    "日本 e\u{301} 🇨🇭", "tab\there", "#", "a\u{2028}b",
  ])
  func `an entry comes back unchanged, as one entry`(entry: String) {
    let history = History(path: path)
    #expect(history.add(entry) == nil)
    #expect(history.add("next") == nil)
    #expect(loaded() == [entry, "next"])
  }

  @Test func `an entry is in the file as soon as it is added`() {
    let history = History(path: path)
    history.add("one")
    #expect(loaded() == ["one"])
    history.add("two")
    #expect(loaded() == ["one", "two"])
  }

  @Test func `an equal entry is kept once, and a blank line is not kept`() {
    let history = History(path: path)
    for entry in ["a", "a", "", "  ", "a", "b", "a"] { history.add(entry) }
    #expect(history.entries == ["a", "b", "a"])
    #expect(loaded() == ["a", "b", "a"])
  }

  @Test func `two sessions at once keep the entries of both`() {
    let first = History(path: path)
    let second = History(path: path)
    first.load()
    second.load()
    for number in 0..<10 {
      first.add("first \(number)")
      second.add("second \(number)")
    }
    #expect(loaded() == (0..<10).flatMap { ["first \($0)", "second \($0)"] })
    #expect(first.entries == (0..<10).map { "first \($0)" })
  }

  @Test func `only the newest entries are kept, also in the file`() throws {
    let history = History(path: path, limit: 5)
    for number in 0..<12 { history.add("\(number)") }
    #expect(history.entries == ["7", "8", "9", "10", "11"])
    #expect(loaded(limit: 5) == ["7", "8", "9", "10", "11"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "7\n8\n9\n10\n11\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/bindlab").count == 1
    )
  }

  @Test func `a session that has the file open continues after another has shortened it`() {
    let old = History(path: path, limit: 100)
    for number in 0..<20 { old.add("\(number)") }
    #expect(loaded(limit: 3) == ["17", "18", "19"])
    old.add("new")
    #expect(loaded(limit: 100) == ["17", "18", "19", "new"])
  }

  @Test func `a link to the file stays a link when the file is shortened`() throws {
    let real = folder.path + "/real"
    try "a\nb\nc\nd\n".write(toFile: real, atomically: false, encoding: .utf8)
    let link = folder.path + "/link"
    symlink(real, link)
    let history = History(path: link, limit: 2)
    #expect(history.load() == nil)
    #expect(history.entries == ["c", "d"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "c\nd\n")
  }

  @Test func `damage affects only the damaged lines`() throws {
    History(path: path).add("one")
    let damaged = Data("one\n".utf8) + [0xFF, 0xFE, 0x0A, 0x0A] + Data("two\nhalf".utf8)
    try damaged.write(to: URL(fileURLWithPath: path))
    #expect(loaded() == ["one", "two", "half"])
    History(path: path).add("three")
    #expect(loaded() == ["one", "two", "half", "three"])
  }

  @Test func `of a huge file only the end is read`() throws {
    History(path: path).add("x")
    let line = String(repeating: "y", count: 999_999)
    let text = (0..<20).map { "\(line)\($0)\n" }.joined() + "last\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let entries = loaded()
    #expect(entries.last == "last")
    #expect(entries.count == 9)
    #expect(entries.dropLast().allSatisfy { $0.hasPrefix(line) })
  }

  @Test func `a history without a path is in memory, which is not an error`() {
    let history = History(path: nil)
    #expect(history.load() == nil)
    #expect(history.add("one") == nil)
    #expect(history.entries == ["one"])
  }

  @Test func `a history in the null device keeps nothing and reports nothing`() {
    let link = folder.path + "/null"
    symlink("/dev/null", link)
    let history = History(path: link)
    #expect(history.load() == nil)
    #expect(history.add("one") == nil)
  }

  @Test func `a full disk is reported once, and the session keeps its entries`() {
    let history = History(path: "/dev/full")
    #expect(history.load() == nil)
    let problem = history.add("one")
    #expect(problem == .cannotWrite(path: "/dev/full", SystemError(code: ENOSPC)))
    #expect(
      problem?.description == "can't write the history file '/dev/full': "
        + "No space left on device; the history is not saved")
    #expect(history.add("two") == nil)
    #expect(history.entries == ["one", "two"])
  }

  @Test func `a folder, a pipe or a file in its place is reported once`() throws {
    let inTheWay = History(path: folder.path)
    #expect(inTheWay.load() == .notAFile(path: folder.path))
    #expect(inTheWay.add("one") == nil)
    #expect(History(path: folder.path).add("one") == .notAFile(path: folder.path))

    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    #expect(History(path: pipe).load() == .notAFile(path: pipe))
    #expect(History(path: pipe).add("one") == .notAFile(path: pipe))

    let file = folder.path + "/file"
    try "".write(toFile: file, atomically: false, encoding: .utf8)
    let below = History(path: file + "/history")
    #expect(below.load() == .cannotRead(path: file + "/history", SystemError(code: ENOTDIR)))
  }

  @Test func `a folder that can't be made is reported`() {
    // Nobody makes folders there, root included.
    let problem = History(path: "/proc/nothing/history").add("one")
    #expect(problem == .cannotMakeFolder(path: "/proc/nothing", SystemError(code: ENOENT)))
  }
}
