import TestSupport

/// One recorded program: `Tests/Systems/recorded/README.md` explains its fields.
struct RecordedProgram: Decodable, Sendable {
  struct Binding: Decodable, Sendable {
    enum Operation: String, Decodable { case id, inc, cap, half }

    var src: String
    var dst: String
    var op: Operation
  }

  var seed: Int
  var n: Int
  var comp: [RecordedFormula]
  var binds: [Binding]
  var obs: [String]
  var order: [RecordedItem]
  var steps: [[RecordedItem]]
}

extension RecordedProgram.Binding.Operation {
  func callAsFunction(_ value: Double) -> Double {
    switch self {
    case .id: value
    case .inc: value + 1
    case .cap: min(value, 4)
    case .half: (value / 2).rounded(.down)
    }
  }
}
