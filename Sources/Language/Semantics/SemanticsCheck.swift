/// The system that a preset was compared with, on how many random graphs, and how many differed.
public struct SemanticsCheck: Sendable {
  /// The method of the comparison.
  public enum Method: String, Sendable {
    /// The tests run the system on random graphs.
    case running
    /// The tests repeat the recorded results of the system for random programs.
    case recorded
    /// The tests compare with a slow and simple evaluation of random graphs.
    case model
    /// Nothing was run: the preset follows the system's source, or another preset.
    case read
  }

  /// The graphs of one kind.
  public struct Graphs: Sendable {
    public let count: Int
    public let differing: Int
    /// What distinguishes them from the others, such as `with cycles`; empty if nothing does.
    public let kind: String
  }

  /// The system and its version.
  public let system: String
  public let method: Method
  public let graphs: [Graphs]
  /// The day of the last comparison of all these graphs, as `2026-11-23`; nil if there was none.
  public let lastRun: String?
  /// What else a reader should know, in one or two sentences; empty if nothing.
  public let remark: String

  init(
    _ system: String, _ method: Method, _ graphs: [(Int, differing: Int, kind: String)],
    on lastRun: String? = nil, remark: String = ""
  ) {
    self.system = system
    self.method = method
    self.graphs = graphs.map { Graphs(count: $0, differing: $1, kind: $2) }
    self.lastRun = lastRun
    self.remark = remark
  }

  /// A preset that was not compared with its system.
  static func notRun(_ system: String, _ remark: String) -> SemanticsCheck {
    SemanticsCheck(system, .read, [], remark: remark)
  }

  /// All of it in sentences, for `help semantics NAME` and the manual.
  package var sentences: String {
    var text =
      switch method {
      case .running: "Compared with \(system), which the tests run"
      case .recorded: "Compared with recorded runs of \(system)"
      case .model: "Compared with a \(system) of the same rules"
      case .read: "Not compared with \(system) itself"
      }
    if let lastRun { text += ", last on \(lastRun)" }
    let counts = graphs.map {
      "\($0.differing) of \($0.count) random graphs\($0.kind.isEmpty ? "" : " " + $0.kind) differ"
    }
    text += counts.isEmpty ? "." : ": \(counts.joined(separator: ", "))."
    return remark.isEmpty ? text : "\(text) \(remark)"
  }
}
