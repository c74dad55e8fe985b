import Exploring
import Files
import Interpreter
import Invocation
import Language
import Platform
import ScriptTesting
import Text

/// Adds up what the tests of one run exercise, and shows it at the end.
final class CoverageOutput {
  private let options: CommandLineOptions
  private let host: StandardHost
  private var sum: CoverageSum
  /// The name under which each file is shown: the first one by which a test reads it.
  private var names: [FileIdentity: String] = [:]
  /// What failed under one of several semantics.
  private var failures: [String] = []
  private var isASCII: Bool { options.session.isASCII || Environment.isASCII(Descriptor.output) }

  init(_ options: CommandLineOptions, _ host: StandardHost) {
    (self.options, self.host) = (options, host)
    let names = options.coverage.trials.map(\.name)
    sum = CoverageSum(columns: names.isEmpty ? [""] : names)
  }

  /// - Parameter results: Those of one file.
  func add(_ results: [TestResult]) {
    for result in results {
      if !options.coverage.trials.isEmpty { failures += result.remarks }
      for (column, record) in result.coverage.enumerated() {
        sum.add(record, at: column, path: name)
      }
    }
  }

  private func name(_ path: String) -> String {
    guard let identity = FileIdentity(at: path.pathBytes) else { return path }
    if let known = names[identity] { return known }
    names[identity] = relativePath(path)
    return relativePath(path)
  }

  // MARK: The end

  /// Shows the coverage, and writes its file.
  ///
  /// - Parameters:
  ///   - file: Where it is also written; nil if it is only shown.
  ///   - isComplete: Whether all tests have run, so that what is missing says something.
  /// - Returns: Whether as much was exercised as was asked for.
  func finish(_ file: (format: OutputFormat, file: OutputFile)?, isComplete: Bool) -> Bool {
    if let (format, file) = file {
      file.write(text(format, .plain))
      file.finish()
      if let failure = file.failure { host.failed("'\(file.path)'", failure) }
    }
    if options.subcommand == .test {
      showSummaryOfTests()
    } else {
      let format = file == nil ? options.format ?? .text : .text
      host.write(text(format, options.session.theme))
    }
    for failure in failures { host.report("bindlab: note: \(failure)\n") }
    guard isComplete, let least = options.coverage.leastPercent, sum.lowestPercent < least else {
      return true
    }
    host.report("bindlab: coverage is \(sum.lowestPercent)%, below --fail-under \(least)\n")
    return false
  }

  /// Where the output is for programs, people find the summary in the messages.
  private func showSummaryOfTests() {
    let isForPeople = options.outputPath != nil || [nil, .pretty].contains(options.format)
    if isForPeople {
      host.write("\n" + text(.text, options.session.theme))
    } else {
      host.report(text(.text, .plain))
    }
  }

  private func text(_ format: OutputFormat, _ theme: Theme) -> String {
    func joined(_ lines: [StyledText]) -> String {
      lines.map { $0.painted(theme) + "\n" }.joined()
    }
    switch format {
    case .json: return sum.json + "\n"
    case .lcov: return sum.lcov
    case .listing: return joined(sum.listing(isASCII: isASCII, lines: lines))
    default: return joined(sum.summaryLines(width: Environment.width, isASCII: isASCII))
    }
  }

  private func lines(of path: String) -> [String]? {
    guard FileIdentity(at: path.pathBytes) != nil,
      let bytes = try? host.files.read(path.pathBytes).get()
    else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
