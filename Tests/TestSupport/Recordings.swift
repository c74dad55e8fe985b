import Foundation

/// What other systems did: `Tests/Systems/recorded/README.md`.
public enum Recordings {
  /// The lines of a file, in order.
  public static func read<Line: Decodable>(_ file: String) throws -> [Line] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Systems/recorded")
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    let decoder = JSONDecoder()
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Line.self, from: $0)
    }
  }
}

/// The results of a system for one program.
public struct RecordedLog: Decodable, Sendable {
  public var log: [String]
  public var error: String?
}

/// A word or a number: the steps of a program mix them.
public enum RecordedItem: Decodable, Sendable {
  case word(String)
  case number(Int)
  case list([RecordedItem])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let word = try? container.decode(String.self) {
      self = .word(word)
    } else {
      self = .list(try container.decode([RecordedItem].self))
    }
  }
}

/// A computed value of a recorded program: `Tests/Systems/recorded/README.md` explains its fields.
public struct RecordedFormula: Decodable, Sendable {
  public var name: String
  public var src: [String]
  public var add: Int
  public var mod: Int
  public var `if`: [String]?
}
