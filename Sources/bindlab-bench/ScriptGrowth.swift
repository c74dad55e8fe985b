import Platform

/// How the time and memory of a whole process grow with the script that it gets.
///
/// Each script is measured with `smallest` things, and with 2, 4, 8 and 32 times as many; the exponent is that
/// of the last eight-fold growth.
struct ScriptGrowth {
  let name: String
  let smallest: Int
  /// The most things that it is tried with.
  var most = Int.max
  var semantics = "bind"
  /// What comes before the file on the command line. Without a file it is read as typed lines.
  var arguments: [String] = []
  var isTyped = false
  var file = "bench.bind"
  /// Why it grows with the square, if that cannot be avoided.
  var isSquare: String?
  let script: (_ count: Int) -> String

  /// A script that takes longer is not made larger.
  private static let longest = 4e9
  /// In bytes: less says nothing about growth.
  private static let leastMemory = 30e6

  func measure() -> [Figures] {
    guard let program = ProcessShape.program else {
      let note = "no 'bindlab' beside this program"
      return [Figures(name, unit: "exponent", samples: [0], note: note)]
    }
    let empty = ended(program, "")
    var all: [(count: Int, time: Double, memory: Double)] = []
    for count in [1, 2, 4, 8, 32].map({ $0 * smallest }) where count <= most {
      let text = script(count)
      let first = ended(program, text)
      // The shorter of two where that costs little.
      let time = first.time < 3e8 ? min(first.time, ended(program, text).time) : first.time
      all.append((count, max(time - empty.time, 1e6), max(first.memory - empty.memory, 1)))
      if time > ScriptGrowth.longest { break }
    }
    let last = all[all.count - 1]
    let from = all.last { $0.count * 8 <= last.count } ?? all[0]
    let steps = Mathematics.naturalLogarithm(Double(last.count) / Double(from.count))
    var figures = [
      figure(
        "growth-\(name)", Mathematics.naturalLogarithm(last.time / from.time) / steps,
        all.map { (count: $0.count, size: times($0.time)) })
    ]
    if last.memory > ScriptGrowth.leastMemory {
      let memory = all.map { (count: $0.count, size: "\(Int($0.memory / 1e6)) MB") }
      figures.append(
        figure(
          "growth-\(name)-memory", Mathematics.naturalLogarithm(last.memory / from.memory) / steps,
          memory))
    }
    return figures
  }

  private func figure(
    _ name: String, _ exponent: Double, _ sizes: [(count: Int, size: String)]
  ) -> Figures {
    var note = sizes.map { "\($0.count): \($0.size)" }.joined(separator: ", ")
    if let isSquare {
      note += ", square: \(isSquare)"
    } else if exponent > Growth.highest {
      note += ", grows too fast"
    }
    return Figures(name, unit: "exponent", samples: [exponent], note: note)
  }

  private func times(_ nanoseconds: Double) -> String {
    "\(Double(Int(nanoseconds / 1e6)) / 1000) s"
  }

  private func ended(_ program: String, _ text: String) -> (time: Double, memory: Double) {
    let first = semantics == "bind" || !file.hasSuffix(".bind") ? "" : "semantics \(semantics)\n"
    return ProcessShape.withFolder { folder in
      let path = "\(folder)/\(file)"
      ProcessShape.write(Array((first + text).utf8), to: path)
      let (input, words) = isTyped ? (path, arguments) : ("/dev/null", arguments + [path])
      guard let ended = runAlone(["--run", input, program] + words), ended.count == 3 else {
        fatalError("\(name) failed")
      }
      return (ended[0], ended[1])
    }
  }
}
