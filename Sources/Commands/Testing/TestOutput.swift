import Files
import Invocation
import Platform
import ScriptTesting

/// The destination of a report, which is written as results arrive.
///
/// If the head of a report needs all results, the part below it is kept in a nameless file
/// until the end, so that memory does not grow with the number of tests.
final class TestOutput {
  private let report: any TestReport
  private let write: (String) -> Void
  private var spool: Int32 = -1
  private var kept: [UInt8] = []
  private var count = 0

  private static let mostKept = 1 << 16

  /// - Parameter summary: What is known before the first test.
  init(_ report: any TestReport, _ summary: TestSummary, write: @escaping (String) -> Void) {
    self.report = report
    self.write = write
    if report.headNeedsSummary {
      spool = TestOutput.openNameless()
    } else {
      write(report.head(summary))
    }
  }

  deinit { if spool >= 0 { Descriptor.close(spool) } }

  /// -1 if such a file cannot be made; then it is kept in memory.
  private static func openNameless() -> Int32 {
    let pattern = (Environment["TMPDIR"] ?? "/tmp") + "/bindlab-XXXXXX"
    guard let file = FileSystem.makeTemporaryFile(pattern.pathBytes) else { return -1 }
    FileSystem.remove(file: file.path)
    Descriptor.setNotInherited(file.descriptor)
    return file.descriptor
  }

  func add(_ file: String, _ result: TestResult) {
    count += 1
    let text = report.entry(file, result, number: count)
    guard report.headNeedsSummary else { return write(text) }
    kept += Array(text.utf8)
    if kept.count > TestOutput.mostKept { spoolKept() }
  }

  private func spoolKept() {
    guard spool >= 0, FileBytes.write(kept, to: spool) == nil else { return }
    kept.removeAll(keepingCapacity: true)
  }

  func finish(_ summary: TestSummary, ending: TestRunEnding?) {
    if report.headNeedsSummary {
      write(report.head(summary))
      if spool >= 0, Descriptor.seek(spool, to: 0) {
        var chunk = [UInt8](repeating: 0, count: TestOutput.mostKept)
        // Cut between characters: the bytes of one may be in two chunks.
        var rest: [UInt8] = []
        while true {
          let count = Descriptor.read(spool, into: &chunk, chunk.count)
          if count < 0, SystemError.last == .interrupted { continue }
          guard count > 0 else { break }
          rest += chunk.prefix(count)
          let whole = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
          write(String(decoding: rest.prefix(whole), as: UTF8.self))
          rest.removeFirst(whole)
        }
        write(String(decoding: rest, as: UTF8.self))
      }
      write(String(decoding: kept, as: UTF8.self))
    }
    write(report.foot(summary, ending: ending))
  }
}
