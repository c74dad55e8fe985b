import Language
import LineEditing
import Platform

/// Graphviz's program `dot`, which lays out graphs.
///
/// It is found in PATH and started directly, without a shell.
package enum Graphviz {
  /// What Graphviz can return: a picture, or only the positions.
  package enum Form: String {
    case svg, plain
  }

  /// Lays out a graph.
  ///
  /// It alternates between writing and reading, so large graphs and pictures do not block. Ctrl-C
  /// ends the program and the waiting.
  package static func layOut(
    _ graph: String, as form: Form = .svg
  ) -> Result<String, SessionFileError> {
    var run: GraphvizRun
    do {
      run = try GraphvizRun(input: Array(graph.utf8), form)
    } catch {
      return .failure(error)
    }
    run.exchange()
    return run.finish()
  }

  /// Whether the program can be found in PATH.
  package static var isInstalled: Bool {
    let path = Environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { FileSystem.isExecutable("\($0)/dot".pathBytes) }
  }
}

/// One run of `dot`, with pipes for its three streams.
private struct GraphvizRun {
  private let process: Int32
  private let input: [UInt8]
  private var written = 0
  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  private var toProcess: Int32
  private var fromOutput: Int32
  private var fromErrors: Int32

  package init(input: [UInt8], _ form: Graphviz.Form) throws(SessionFileError) {
    self.input = input
    let pipes = try Pipes(3)
    let ends = pipes.ends
    let words = ["dot", "-T\(form.rawValue)"].map { Array($0.utf8) }
    switch ChildProcess.start("dot", words, streams: (ends[0], ends[3], ends[5])) {
    case .success(let process): self.process = process
    case .failure(let error):
      pipes.closeAll()
      guard error == .notFound || error == .accessDenied else {
        throw SessionFileError("cannot start Graphviz: \(error)")
      }
      throw SessionFileError(
        "'graph svg' needs Graphviz, and there is no program 'dot': 'apt install graphviz' installs it;"
          + " 'graph dot' works without it")
    }
    pipes.close([ends[0], ends[3], ends[5]])
    (toProcess, fromOutput, fromErrors) = (ends[1], ends[2], ends[4])
    for end in [toProcess, fromOutput, fromErrors] { Descriptor.setStatus(end, .notWaiting) }
  }

  /// Writes the input and reads both outputs to their ends.
  package mutating func exchange() {
    // If the program ends before it has read everything, that is an error, but must not end us.
    Signal.ignoringBrokenPipes {
      while fromOutput >= 0 || fromErrors >= 0, !Interruption.isRaised {
        // With a timeout, since a Ctrl-C between the check and this call would otherwise be missed.
        let ready = Waiting.forAny(
          outputs: [toProcess], inputs: [fromOutput, fromErrors], milliseconds: 200)
        if ready.isEmpty { continue }
        if ready[0] { writeSome() }
        if ready[1] { GraphvizRun.read(from: &fromOutput, into: &output) }
        if ready[2] { GraphvizRun.read(from: &fromErrors, into: &errors) }
      }
    }
    if Interruption.isRaised { Signal.send(Signal.kill, to: process) }
    GraphvizRun.end(&toProcess)
    GraphvizRun.end(&fromOutput)
    GraphvizRun.end(&fromErrors)
  }

  private mutating func writeSome() {
    let count = input.withUnsafeBytes {
      Descriptor.write($0.baseAddress! + written, input.count - written, to: toProcess)
    }
    if count > 0 { written += count }
    let hasFailed = count < 0 && !GraphvizRun.mustTryAgain
    if hasFailed || written == input.count { GraphvizRun.end(&toProcess) }
  }

  private static func read(from descriptor: inout Int32, into bytes: inout [UInt8]) {
    let chunk = 1 << 16
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: chunk))
    let count = bytes.withUnsafeMutableBytes {
      Descriptor.read(descriptor, into: $0.baseAddress! + start, chunk)
    }
    let isOver = count == 0 || count < 0 && !mustTryAgain
    bytes.removeLast(chunk - max(count, 0))
    if isOver { end(&descriptor) }
  }

  /// Whether the last call has failed only for now.
  private static var mustTryAgain: Bool {
    [.wouldWait, .interrupted].contains(SystemError.last)
  }

  private static func end(_ descriptor: inout Int32) {
    if descriptor >= 0 { Descriptor.close(descriptor) }
    descriptor = -1
  }

  /// Waits for the program's end.
  consuming func finish() -> Result<String, SessionFileError> {
    let ended = ChildProcess.waitForEnd(of: process)
    if Interruption.isRaised { return .failure(.interrupted) }
    guard ended.exitStatus == 0 else {
      let first = String(decoding: errors, as: UTF8.self).split(separator: "\n").first
      let ending = ended.signal.map { "signal \($0)" } ?? ended.text
      return .failure(
        SessionFileError("Graphviz failed with \(ending)" + (first.map { ": \($0)" } ?? "")))
    }
    return .success(String(decoding: output, as: UTF8.self))
  }
}
