/// The result of a run under one semantics: one row of a comparison.
package struct ComparedRun {
  /// How a turn can end; the worst is last.
  enum Outcome: String, CaseIterable, Comparable {
    case settled, held, loop, runaway, failed

    static func < (left: Outcome, right: Outcome) -> Bool {
      allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
  }

  /// What happened to cycles, in a few words; the worst is last.
  enum CycleVerdict: Comparable {
    case none
    case pair
    case settled(after: Int)
    case heldAgreeing
    case refused
    case heldDisagreeing
    case loop
    case longChain
    case blowUp
    case endless
    case oscillates(period: Int)
    case diverges

    /// Whether something went round.
    var isCycle: Bool {
      switch self {
      case .none, .longChain, .endless, .blowUp: false
      case .pair, .settled, .heldAgreeing, .refused, .heldDisagreeing, .loop, .oscillates,
        .diverges:
        true
      }
    }

    var text: String {
      switch self {
      case .none: "none"
      case .pair: "two-way pair"
      case .settled(let laps): "settled after \(laps) lap\(laps == 1 ? "" : "s")"
      case .heldAgreeing: "held, agrees"
      case .refused: "refused"
      case .loop: "a loop, cut off"
      case .heldDisagreeing: "held, values differ"
      case .longChain: "none: a long chain"
      case .endless: "none found: no end"
      case .blowUp: "none: a blow-up"
      case .oscillates(let period): "oscillates, period \(period)"
      case .diverges: "diverges"
      }
    }
  }

  /// A property, or a variable of the script, at the end of the run.
  struct FinalValue: Equatable {
    var name: String
    var text: String
    var json: String
  }

  var name: String
  var outcome = Outcome.settled
  var turns = 0
  var writes = 0
  var firings = 0
  var held = 0
  var glitches = 0
  var rounds = 0
  /// How many `expect`s failed.
  var failed = 0
  var errors = 0
  var firstError: String?
  /// What was printed, if that is not very much.
  var printed = ""
  var cycle = CycleVerdict.none
  /// How many bindings and observers there are at the end.
  var links = 0
  var values: [FinalValue] = []

  init(name: String) { self.name = name }
}
