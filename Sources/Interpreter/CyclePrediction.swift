/// The result of a write that runs through a cycle.
package struct CyclePrediction: Equatable {
  enum Verdict: Equatable {
    /// It ends by itself after this number of laps; 0 if it does not come back at all.
    case settles(laps: Int)
    /// The binding with this number is held back by a lock.
    case held(number: Int, agrees: Bool)
    case oscillates(period: Int)
    case diverges
    /// More than the limit, and how the values develop is not known.
    case beyond(limit: Int)
    /// The semantics treats it as a loop: the binding with this number is due while it fires.
    case loop(number: Int)
    /// The write ends the binding with this number.
    case breaks(number: Int)
    /// The semantics does not let the binding be made.
    case refused(number: Int, isTwoWay: Bool)
    /// It has not ended within the work that a prediction may do.
    case unfinished
    /// The predictions of one answer have used up their steps.
    case untried
    /// The write, or what it sets off, is an error.
    case fails
    /// It has gone round this number of times when it ends with an error.
    case failsLate(laps: Int)
    /// Laps are turns of their own, which wait for answers or timers: after this number nothing is due.
    case waits(turns: Int)
    /// Laps are turns of their own, and something is due again and again.
    case waitsForever

    /// Whether it does not end, as far as it was tried: other writes are not tried then.
    var isEndless: Bool { severity > 5 }

    /// Whether it ends, and nothing is known of ends that disagree.
    var isQuiet: Bool {
      switch self {
      case .settles, .held(_, agrees: true): true
      default: false
      }
    }

    /// How bad it is: of several outcomes the worst is said.
    var severity: Int {
      switch self {
      case .refused, .fails, .untried: 0
      case .settles(laps: 0): 1
      case .breaks: 2
      case .held(_, agrees: true), .settles, .waits: 3
      case .held(_, agrees: false): 4
      case .loop, .failsLate: 5
      case .unfinished, .beyond: 6
      case .waitsForever: 7
      case .oscillates: 8
      case .diverges: 9
      }
    }
  }

  var verdict: Verdict
  /// In a sentence.
  package var text: String
  /// The statements that show it, if that is more than one write.
  var write: String?
}
