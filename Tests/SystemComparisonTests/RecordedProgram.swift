import Foundation

/// One recorded program: `Tests/Systems/recorded/README.md` explains its fields.
struct RecordedProgram: Decodable, Sendable {
  struct Formula: Decodable, Sendable {
    var name: String
    var src: [String]
    var add: Int
    var mod: Int
    var `if`: [String]?
  }

  struct Binding: Decodable, Sendable {
    enum Operation: String, Decodable { case id, inc, cap, half }

    var src: String
    var dst: String
    var op: Operation
  }

  /// A word or a number: steps mix them.
  enum Item: Decodable, Sendable {
    case word(String)
    case number(Int)
    case list([Item])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let word = try? container.decode(String.self) {
        self = .word(word)
      } else {
        self = .list(try container.decode([Item].self))
      }
    }
  }

  var seed: Int
  var n: Int
  var comp: [Formula]
  var binds: [Binding]
  var obs: [String]
  var order: [Item]
  var steps: [[Item]]
}

extension RecordedProgram {
  /// The lines of a file of `Tests/Systems/recorded`.
  static func read<Line: Decodable>(_ file: String) throws -> [Line] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Systems/recorded")
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    let decoder = JSONDecoder()
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Line.self, from: $0)
    }
  }
}

/// The results of a library for one program.
struct RecordedLog: Decodable {
  var log: [String]
  var error: String?
}

extension RecordedProgram.Binding.Operation {
  func callAsFunction(_ value: Int) -> Int {
    switch self {
    case .id: value
    case .inc: value + 1
    case .cap: min(value, 4)
    case .half: value / 2
    }
  }
}
