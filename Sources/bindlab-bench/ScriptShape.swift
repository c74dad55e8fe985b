/// A chain whose bindings each add one, in the language.
final class ScriptShape {
  private let session = BenchSession()
  private let length: Int
  private var written = 0

  init(length: Int) {
    self.length = length
    var text = ""
    for number in 0...length { text += "object o\(number) { v = 0 }\n" }
    for number in 0..<length {
      text += "bind o\(number).v ~> o\(number + 1).v | { value + 1 }\n"
    }
    session.run(text)
  }

  /// Writes `count` new values and checks where the last one arrives.
  func write(_ count: Int) {
    session.run("repeat \(count) { o0.v += 1 }")
    written += count
    session.run("expect o\(length).v == \(written + length)")
  }
}
