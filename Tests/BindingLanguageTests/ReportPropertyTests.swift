import Exploring
import Foundation
import Interpreter
import Language
import Rendering
import Reporting
import Syntax
import TestSupport
import Testing

/// The values that a page steps through are those of the run.
@Suite struct ReportPropertyTests {
  private final class FileHost: SessionHost {
    func write(_ text: String) {}
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {}
    func save(path: String, text: String) -> SessionFileError? { nil }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      guard let data = FileManager.default.contents(atPath: path) else {
        return .failure(SessionFileError("not there"))
      }
      return .success(Array(data))
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All samples, and the fixtures about things that are made, moved and removed.
  static let scripts: [String] = {
    var found: [String] = []
    for folder in ["Samples", "Tests/Fixtures"] {
      let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      while let name = names?.nextObject() as? String {
        if name.hasSuffix(".bind") { found.append(folder + "/" + name) }
      }
    }
    return found.sorted()
  }()

  private func report(on script: SourceFile) -> ReportPage? {
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    flag.initialize(to: 0)
    defer { flag.deallocate() }
    var options = SessionOptions()
    options.maximumSteps = 100_000
    let host = FileHost()
    return ScriptReport(script, options: options, host: host, interruptFlag: flag)
      .run(comparing: false)?.page
  }

  @Test func `a write on the page has the value that the property has after it`() throws {
    #expect(Self.scripts.count > 300)
    var writes = 0
    for name in Self.scripts {
      let path = Self.root.appendingPathComponent(name).path
      let text = try String(contentsOfFile: path, encoding: .utf8)
      guard text.utf8.count < 20_000 else { continue }
      let page = try #require(report(on: SourceFile(name: path, text: text)))
      var values = [ReportPage.Known](repeating: .gone, count: page.properties.count)
      for turn in page.turns {
        #expect(turn.steps.count == turn.trace.entries.count, "\(name)")
        for change in turn.before { values[change.property] = change.value }
        for (position, (entry, step)) in zip(turn.trace.entries, turn.steps).enumerated() {
          // The old value of a write is the value that the page showed before it. The name of an object
          // changes with the property that holds it.
          if entry.kind == .write, entry.change.kind == .set, let property = step.property,
            case .text(let before) = values[property], before.utf8.count < 70,
            before.first.map({ $0.isNumber || $0 == "\"" || $0 == "-" }) ?? false,
            let old = entry.old?.text, old.utf8.count < 70, turn.trace.leftOut == 0
          {
            #expect(before == old, "\(name) turn \(turn.trace.number).\(entry.sequence)")
          }
          for change in step.changes { values[change.property] = change.value }
          let isLast = position == turn.steps.count - 1
          // What is only announced is stored later, as the next write and the end show.
          guard entry.kind == .write, entry.change.kind == .set, !isLast,
            entry.reason != .announced,
            let property = step.property, let new = entry.new?.text, new.utf8.count < 70
          else { continue }
          writes += 1
          #expect(
            values[property] == .text(new), "\(name) turn \(turn.trace.number).\(entry.sequence)")
        }
      }
      if page.turnsLeftOut == 0 { #expect(values == page.finalValues, "\(name)") }
    }
    #expect(writes > 1_000)
  }
}
