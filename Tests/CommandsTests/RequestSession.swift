import Foundation
import TestSupport

/// A program that drives `bindlab -i` through pipes.
final class RequestSession {
  typealias Object = [String: Any]

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var bytes = Data()
  /// All that was not an object.
  private(set) var text = ""

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: builtExecutable("bindlab"))
    process.arguments = arguments
    process.environment = plainEnvironment
    (process.standardInput, process.standardOutput) = (input, output)
    // The threads of the tests block signals, which the process would inherit.
    var interrupt = sigset_t()
    var before = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  static func object(_ line: some StringProtocol) throws -> Object {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object ?? [:]
  }

  /// Writes lines, and waits until they are taken.
  func send(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func ask(_ line: String) -> [Object] {
    send([line])
    return answer()
  }

  /// The lines up to the one that ends an answer.
  func answer() -> [Object] {
    var objects: [Object] = []
    while let line = nextLine() {
      guard let object = try? RequestSession.object(line), object["protocol"] == nil else {
        continue
      }
      objects.append(object)
      if object["done"] != nil { break }
    }
    return objects
  }

  /// All lines to the end of the output.
  func rest() -> [Object] {
    var objects: [Object] = []
    while let line = nextLine() {
      if line.hasPrefix("{"), let object = try? RequestSession.object(line) {
        objects.append(object)
      } else {
        text += line + "\n"
      }
    }
    return objects
  }

  func interrupt() { process.interrupt() }

  func closeInput() { try? input.fileHandleForWriting.close() }

  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// nil at the end, or if nothing comes in a minute.
  private func nextLine() -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        let line = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
        bytes = bytes.suffix(from: end + 1)
        return line
      }
      var event = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 60_000) > 0 else { return nil }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      bytes.append(more)
    }
  }
}
