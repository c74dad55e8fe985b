import Foundation
import LineEditing
import TestSupport
import Testing

@Suite struct PlainLineReaderTests {
  /// A pipe with a reader at one end.
  final class Source {
    let reader: PlainLineReader
    private let readEnd: Int32
    private var writeEnd: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      precondition(pipe(&ends) == 0)
      // The processes that other tests start would keep the pipe open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      readEnd = ends[0]
      writeEnd = ends[1]
      reader = PlainLineReader(descriptor: readEnd)
    }

    deinit {
      end()
      close(readEnd)
    }

    func write(_ bytes: [UInt8]) {
      precondition(Foundation.write(writeEnd, bytes, bytes.count) == bytes.count)
    }

    func end() {
      if writeEnd >= 0 { close(writeEnd) }
      writeEnd = -1
    }
  }

  /// The results of some input, up to its end.
  private func inputs(of bytes: [UInt8]) -> [LineInput] {
    let source = Source()
    source.write(bytes)
    source.end()
    var inputs: [LineInput] = []
    repeat { inputs.append(source.reader.readLine()) } while inputs.last != .endOfInput
    return inputs.dropLast()
  }

  @Test(
    arguments: [
      ("", []),
      ("\n", [""]),
      ("a", ["a"]),
      ("a\n", ["a"]),
      ("a\nb", ["a", "b"]),
      ("a\n\nb\n", ["a", "", "b"]),
      ("a\r\nb\r\n", ["a", "b"]),
      ("a\rb\n", ["a\rb"]),
      ("\r\n", [""]),
      ("日本\n🇨🇭 e\u{301}\n", ["日本", "🇨🇭 e\u{301}"]),
    ] as [(String, [String])])
  func `a line ends at its line feed, and the last one at the end`(text: String, lines: [String]) {
    #expect(inputs(of: Array(text.utf8)) == lines.map(LineInput.line))
  }

  @Test func `after the end of input there is no more input`() {
    let source = Source()
    source.end()
    #expect(source.reader.readLine() == .endOfInput)
    #expect(source.reader.readLine() == .endOfInput)
  }

  @Test func `a line is returned before the next one arrives`() {
    let source = Source()
    source.write(Array("one\ntw".utf8))
    #expect(source.reader.readLine() == .line("one"))
    source.write(Array("o\n".utf8))
    #expect(source.reader.readLine() == .line("two"))
  }

  @Test func `it knows whether the next line is there already`() {
    let source = Source()
    #expect(!source.reader.hasLine)
    source.write(Array("one\ntwo\nthr".utf8))
    // Nothing is read to find that out.
    #expect(!source.reader.hasLine)
    #expect(source.reader.readLine() == .line("one"))
    #expect(source.reader.hasLine)
    #expect(source.reader.readLine() == .line("two"))
    #expect(!source.reader.hasLine)
    source.write(Array("ee\n".utf8))
    #expect(source.reader.readLine() == .line("three"))
    #expect(!source.reader.hasLine)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], 1, 0xFF),
      ([0x61, 0x00, 0xFF], 1, 0x00),
      ([0xC3, 0xA9, 0xE6, 0x97], 2, 0xE6),
      ([0xC0, 0x80], 0, 0xC0),
      ([0xED, 0xA0, 0x80], 0, 0xED),
      ([0x80], 0, 0x80),
    ] as [([UInt8], Int, UInt8)])
  func `a line that is not text is reported with its first wrong byte, and the next is read`(
    line: [UInt8], offset: Int, byte: UInt8
  ) throws {
    let inputs = inputs(of: line + [0x0A] + Array("next\n".utf8))
    guard case .invalid(let invalid) = try #require(inputs.first) else {
      Issue.record("\(inputs) should begin with an invalid line")
      return
    }
    #expect(invalid.offset == offset)
    #expect(invalid.byte == byte)
    #expect(inputs.dropFirst() == [.line("next")])
  }

  @Test func `the text of an invalid line can be shown`() {
    let inputs = inputs(of: [0x61, 0xFF, 0x62, 0x0A])
    guard case .invalid(let line) = inputs.first else { return }
    #expect(line.repairedText == "a\u{FFFD}b")
    #expect(line.description == "byte 0xff at offset 1 is not UTF-8")
  }

  @Test func `a descriptor that is not open is a failure with the system's reason`() {
    let input = PlainLineReader(descriptor: 999).readLine()
    guard case .failed(let reason) = input else {
      Issue.record("\(input) should be a failure")
      return
    }
    #expect(reason.description == "Bad file descriptor")
  }

  @Test func `ten megabytes on one line are one line`() throws {
    var runner = ProcessRunner(builtExecutable("line-editing-probe"), arguments: ["plain"])
    runner.timeout = .seconds(60)
    let result = try runner.run(input: String(repeating: "é", count: 5_000_000) + "\nafter\n")
    #expect(result.output == "line: 10000000 bytes\nline: \"after\"\nend\n")
  }

  @Test func `a hundred thousand lines come one by one`() throws {
    let runner = ProcessRunner(builtExecutable("line-editing-probe"), arguments: ["plain"])
    let lines = (0..<100_000).map(String.init)
    let result = try runner.run(input: lines.joined(separator: "\n"))
    #expect(result.output == lines.map { "line: \"\($0)\"\n" }.joined() + "end\n")
  }

  @Test func `Ctrl-C while it waits is an interruption, and reading continues`() throws {
    let terminal = try PseudoTerminal(builtExecutable("line-editing-probe"), arguments: ["plain"])
    try terminal.send("one\r")
    try terminal.expect("line: \"one\"")
    try terminal.send("\u{3}")
    try terminal.expect("interrupted, raised: false")
    try terminal.send("two\r")
    try terminal.expect("line: \"two\"")
    try terminal.send("\u{4}")
    try terminal.expect("end")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
