// A minimal session: it prints the result of each line, in one line.
//
// Its arguments are words: `plain` for the reader without editing, `history PATH`, `notes` for
// candidates with notes, `colour` for a prompt with escape sequences, `paint` for words in colours
// while they are typed, `head` for a line above the prompt.
import Glibc
import LineEditing
import Platform

let arguments = Array(CommandLine.arguments.dropFirst())
let path = arguments.firstIndex(of: "history").map { arguments[$0 + 1] }
let head = arguments.contains("head") ? "\u{1B}[90mhead\u{1B}[0m line \n" : ""
let prompt = head + (arguments.contains("colour") ? "\u{1B}[1m\u{1B}[32mwide\u{1B}[0m> " : "> ")

/// Every second word in a colour.
func paint(_ line: String, _ cursor: Int) -> [PaintedPart] {
  var parts: [PaintedPart] = []
  var (start, count) = (0, 0)
  for word in line.split(separator: " ", omittingEmptySubsequences: false) {
    let end = start + word.utf8.count
    if count.isMultiple(of: 2), end > start {
      parts.append(PaintedPart(range: start..<end, code: "1;94"))
    }
    (start, count) = (end + 1, count + 1)
  }
  return parts
}

let words: [Candidate] = [
  Candidate("width ", note: "a number"), Candidate("height ", note: "a number"),
  Candidate("label.", note: "an object"), Candidate("labels ", note: "日本 and so on"),
  Candidate("日本 "), Candidate("日程 "),
]

func complete(_ line: String, _ cursor: Int) -> Completions {
  let before = Array(line.utf8.prefix(cursor))
  let start = before.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? 0
  let word = String(decoding: before[start...], as: UTF8.self)
  let fitting = words.filter { $0.text.hasPrefix(word) }
  return Completions(
    replace: start..<cursor,
    candidates: arguments.contains("notes") ? fitting : fitting.map { Candidate($0.text) })
}

func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// A loop that runs until Ctrl-C.
func runUntilInterrupted() {
  Interruption.take()
  say("running")
  while !Interruption.isRaised { usleep(1_000) }
  say("stopped: \(Interruption.take())")
}

func makeReader() -> any LineReader {
  if arguments.contains("plain") { return PlainLineReader() }
  let history = History(path: path)
  if let problem = history.load() { say("warning: \(problem)") }
  let painter: EditedLineReader.Painter? = arguments.contains("paint") ? { paint($0, $1) } : nil
  let reader = EditedLineReader(
    program: "probe", history: history,
    painter: painter, completer: complete)
  guard let reader else {
    say("no terminal")
    exit(1)
  }
  return reader
}

// SIGTERM and SIGHUP end it as they end a program that knows nothing of them.
Interruption.install(onlyKeyboard: true)
let reader = makeReader()
while true {
  switch reader.readLine(prompt: prompt) {
  case .line("run"): runUntilInterrupted()
  case .line("quit"): exit(0)
  case .line(let line):
    if let problem = reader.remember(line) { say("warning: \(problem)") }
    let shown = line.utf8.count > 1_000 ? "\(line.utf8.count) bytes" : line.debugDescription
    say("line: \(shown)")
  case .endOfInput:
    say("end")
    exit(0)
  case .interrupted: say("interrupted, raised: \(Interruption.isRaised)")
  case .invalid(let line): say("invalid: \(line)")
  case .tooLong: say("too long")
  case .failed(let reason):
    say("failed: \(reason)")
    exit(2)
  }
}
