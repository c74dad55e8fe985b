import Foundation
import TestSupport

/// A program that drives `bindlab -i` through pipes.
final class RequestSession {
  typealias Object = [String: Any]

  private let process: ConnectedProcess
  /// All that was not an object.
  private(set) var text = ""

  init(_ arguments: [String]) throws {
    process = try ConnectedProcess(
      builtExecutable("bindlab"), arguments: arguments, environment: plainEnvironment)
  }

  static func object(_ line: some StringProtocol) throws -> Object {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object ?? [:]
  }

  /// Writes lines, and waits until they are taken.
  func send(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    process.write(Data(text.utf8))
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

  func closeInput() { process.closeInput() }

  func end() -> Int32? { process.status() }

  /// nil at the end, or if nothing comes in a minute.
  private func nextLine() -> String? {
    while true {
      let bytes = process.received
      if let end = bytes.firstIndex(of: 10) {
        let line = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
        process.received = bytes.suffix(from: end + 1)
        return line
      }
      guard process.receive() else { return nil }
    }
  }
}
