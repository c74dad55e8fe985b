import Language
import Rendering
import Syntax
import Text

/// A recorded trace as a session that only answers questions: `why`, `whynot`, `blame` and so on, about
/// the current turn, which `rewind` and `replay` change.
public final class TraceSession {
  let host: SessionHost
  /// How wide answers may be, and whether they are written in ASCII alone.
  let style: (width: Int, isASCII: Bool, theme: Theme)
  var trace: RecordedTrace
  /// The warnings about a usable trace.
  let warnings: [String]
  /// The number of statements that could not be answered.
  public internal(set) var errors = 0
  /// Whether `quit` was typed.
  public internal(set) var isOver = false

  /// - Parameters:
  ///   - bytes: The trace, as `--trace=json` wrote it.
  ///   - file: Its name, for messages.
  ///   - report: Is called with each message about the trace, as a line.
  /// - Returns: nil if the trace cannot be used.
  public init?(
    _ bytes: [UInt8], file: String, host: SessionHost,
    style: (width: Int, isASCII: Bool, theme: Theme),
    reporting report: (String) -> Void
  ) {
    self.host = host
    self.style = style
    do throws(TraceProblem) {
      let read = try TraceReader.read(bytes, file: file)
      trace = read.trace
      warnings = read.warnings.map(\.description)
      for warning in warnings { report(warning) }
    } catch {
      report(error.description)
      return nil
    }
  }

  /// `trace.ndjson: 12 turns`, for the banner.
  public var title: String { "\(trace.name): \(counted(trace.turns.count, "turn"))" }

  /// Answers each statement of a text, one a line or between `;`.
  public func run(_ text: String, name: String, firstLine: Int = 1) {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for statement in TraceSession.statements(in: line) {
        if isOver { return }
        do throws(TraceQuestionError) {
          try answer(statement)
        } catch {
          errors += 1
          let help = error.help.map { [Diagnostic.Note(.help, $0)] } ?? []
          let file = SourceFile(name: name, text: String(line), firstLine: firstLine + offset)
          let start = Substring(statement.text).utf8.count
          let lead = line.utf8.count
          host.report(
            Diagnostic(
              .error, error.message, file: file,
              span: SourceSpan(statement.start..<min(statement.start + start, lead)), notes: help))
        }
      }
    }
  }

  /// One statement of a line, with the byte at which it begins.
  struct Statement {
    var text: String
    var start: Int
    var words: [String]
  }

  private static func statements(in line: Substring) -> [Statement] {
    var found: [Statement] = []
    let bytes = Array(line.utf8)
    var start = 0
    func add(upTo end: Int) {
      var (first, last) = (start, end)
      while first < last, bytes[first] <= 32 { first += 1 }
      while last > first, bytes[last - 1] <= 32 { last -= 1 }
      guard first < last else { return }
      let text = String(decoding: bytes[first..<last], as: UTF8.self)
      let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
      found.append(Statement(text: text, start: first, words: words))
    }
    for position in bytes.indices {
      let isComment =
        bytes[position] == UInt8(ascii: "/") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "/")
      let isShebang = position == 0 && bytes.starts(with: Array("#!".utf8))
      if isComment || isShebang {
        add(upTo: position)
        return found
      }
      if bytes[position] == UInt8(ascii: ";") {
        add(upTo: position)
        start = position + 1
      }
    }
    add(upTo: bytes.count)
    return found
  }

  func print(_ lines: [StyledText]) {
    for line in lines { host.say(line, in: style.theme) }
  }

  func print(_ line: StyledText) { print([line]) }

  var text: AnswerText<RecordedTrace> {
    AnswerText(names: trace, isASCII: style.isASCII, width: style.width)
  }
}

/// Why a statement has no answer.
struct TraceQuestionError: Error {
  var message: String
  var help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
