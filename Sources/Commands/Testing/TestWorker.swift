import Basics
import BindingEngine
import Exploring
import Files
import Invocation
import Language
import LineEditing
import Platform
import ScriptTesting

/// A process that runs tests one by one, so that a test which crashes or hangs does not end the others.
///
/// It is a copy of this process, so it has the same options and the same program, even if the file
/// of the program changes. Each message is a length of eight bytes, and then as many bytes: the path
/// of a test in one direction, and its result in the other, after a byte that says whether the worker
/// wants to be replaced.
struct TestWorker {
  let process: Int32
  /// Where paths are written.
  private(set) var requests: Int32
  /// Where results are read.
  private(set) var answers: Int32
  /// What it writes to its standard output and standard error.
  private(set) var messages: Int32

  /// Starts a worker.
  ///
  /// - Parameters:
  ///   - options: How a test is run.
  ///   - trials: The semantics under which each test only counts what it exercises; none for a test as
  ///     it is written.
  ///   - memory: How much memory the worker may hold.
  ///   - others: Workers that already run; the new one must not keep their pipes open.
  static func start(
    options: @escaping (ScriptFile) -> TestOptions, trials: [Semantics], files: RunFiles,
    memory: ProcessMemory.Measures, besides others: [TestWorker]
  ) throws(SessionFileError) -> TestWorker {
    let pipes = try Pipes(3)
    let ends = pipes.ends
    let process = Process.fork()
    guard process >= 0 else {
      let error = SessionFileError.last
      pipes.closeAll()
      throw error
    }
    if process == 0 {
      pipes.close([ends[1], ends[2], ends[4]])
      for other in others { other.closePipes() }
      let nothing = Descriptor.open(
        Array("/dev/null".utf8), [.readingAndWriting, .notInherited])
      Descriptor.duplicate(nothing, as: Descriptor.input)
      Descriptor.duplicate(ends[5], as: Descriptor.output)
      Descriptor.duplicate(ends[5], as: Descriptor.errors)
      serve(requests: ends[0], answers: ends[3], options, trials, files, memory)
    }
    pipes.close([ends[0], ends[3], ends[5]])
    for end in [ends[2], ends[4]] { Descriptor.setStatus(end, .notWaiting) }
    return TestWorker(process: process, requests: ends[1], answers: ends[2], messages: ends[4])
  }

  func closePipes() {
    for end in [requests, answers, messages] where end >= 0 { Descriptor.close(end) }
  }

  /// - Returns: false if the worker is gone.
  func run(_ path: [UInt8]) -> Bool { TestWorker.send(path, to: requests) }

  // MARK: In the worker

  private static func serve(
    requests: Int32, answers: Int32, _ options: (ScriptFile) -> TestOptions, _ trials: [Semantics],
    _ files: RunFiles, _ memory: ProcessMemory.Measures
  ) -> Never {
    Process.refuseCore()
    // This signal reports that a test has taken too long.
    Signal.useDefault(Signal.interrupt)
    Interruption.restore()
    Interruption.install(onlyKeyboard: true)
    ProcessMemory.become(memory)
    while let path = receive(from: requests) {
      Interruption.take()
      let file = ScriptFile(root: 0, path: path)
      // What another test has read has no meaning for this one.
      let host = StandardHost(
        isTerminal: false, diagnostics: .init(), files: RunFiles(like: files),
        messageHelp: MessageHelp.find)
      let options = options(file)
      // An earlier attempt may have left something.
      if let files = options.files { TestFolder.remove(files.folder.pathBytes) }
      let results = run(file, options, trials, host).encoded()
      guard send([isFull(options) ? isLastAnswer : 0] + results, to: answers) else { break }
    }
    Process.leave(0)
  }

  /// The first byte of an answer after which the worker ends.
  static let isLastAnswer: UInt8 = 1

  /// Whether what earlier tests have left in this process would count for the next one.
  private static func isFull(_ options: TestOptions) -> Bool {
    options.session.maximumMemory != nil
      || ProcessMemory.inUse > (ProcessMemory.maximum ?? .max) / 4
  }

  private static func run(
    _ file: ScriptFile, _ options: TestOptions, _ trials: [Semantics], _ host: StandardHost
  ) -> [TestResult] {
    let name = file.name
    func failure(_ verb: String, _ error: SessionFileError) -> TestFinding {
      TestFinding(.file, file: name, line: 0, "cannot \(verb) '\(name)': \(error.message)")
    }
    switch host.files.read(file.path) {
    case .failure(let error):
      var result = TestResult()
      result.findings = [failure("read", error)]
      return [result]
    case .success(let bytes):
      if !trials.isEmpty { return [coverage(of: name, bytes, options, host, trials)] }
      let run = TestRun(name, options: options, host: host, interruptFlag: Interruption.flag)
      var (results, updated) = run.run(bytes)
      if let updated, let error = host.files.rewrite(file.path, from: bytes, to: updated) {
        for index in results.indices where results[index].updated > 0 {
          results[index].updated = 0
          results[index].findings.append(failure("write", error))
        }
      }
      return results
    }
  }

  /// What a file exercises under each of some semantics. An error under one of them is a result like
  /// any other.
  private static func coverage(
    of name: String, _ bytes: [UInt8], _ options: TestOptions, _ host: StandardHost,
    _ trials: [Semantics]
  ) -> TestResult {
    var result = TestResult()
    result.coverage = trials.map { semantics in
      var options = options
      options.session.semantics = semantics
      options.keepsSemantics = true
      let run = TestRun(name, options: options, host: host, interruptFlag: Interruption.flag)
      let results = run.run(bytes).results
      if let failure = results.first(where: \.isFailure)?.findings.first {
        let place = failure.line > 0 ? "\(failure.file):\(failure.line)" : failure.file
        result.remarks.append("under \(semantics.name): \(place): \(failure.title)")
      }
      return results.last?.coverage.first ?? CoverageRecord()
    }
    return result
  }

  // MARK: The pipe

  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var length = UInt64(bytes.count).littleEndian
    let head = withUnsafeBytes(of: &length) { Array($0) }
    return FileBytes.write(head + bytes, to: descriptor) == nil
  }

  private static func receive(from descriptor: Int32) -> [UInt8]? {
    guard let head = receive(8, from: descriptor) else { return nil }
    return receive(TestWorker.length(head[...]), from: descriptor)
  }

  private static func receive(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes {
        Descriptor.read(descriptor, into: $0.baseAddress! + filled, count - filled)
      }
      if read < 0, SystemError.last == .interrupted { continue }
      guard read > 0 else { return nil }
      filled += read
    }
    return bytes
  }

  /// The length in the first eight bytes.
  static func length(_ head: ArraySlice<UInt8>) -> Int {
    Int(head.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
