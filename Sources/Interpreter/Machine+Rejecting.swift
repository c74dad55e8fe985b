import BindingEngine
import Language

// A transformer's block refuses its value.
extension Machine {
  /// Ends the firing whose transformer is running: this block, or one that has called it.
  ///
  /// - Throws: `ScriptFailure` if no binding has asked for the value.
  func reject(_ reason: String) throws(ScriptFailure) {
    guard isAskedByBinding else {
      throw .message(
        "the value is rejected: \(reason)",
        help: "a transformer that code calls fails instead; in a binding the target keeps its value"
      )
    }
    while true {
      let states = code.states
      if !states.isEmpty { try keepState(states) }
      switch leave().kind {
      case .engine: return try handle(core.pointee.reject(reason))
      case .trial: throw .message("the value is rejected: \(reason)", help: nil)
      case .call: core.pointee.endCall()
      case .base, .part, .initial, .command:
        preconditionFailure("a rejection without a caller")
      }
    }
  }

  /// Whether the transformers and functions that are running were begun by a binding.
  private var isAskedByBinding: Bool {
    for position in stride(from: frames.count - 1, through: 0, by: -1) {
      let frame = frames[UInt32(position)]
      guard frame.code._withUnsafeGuaranteedRef({ $0.mayReject }) else { return false }
      if frame.kind != .call { return frame.kind == .engine || frame.kind == .trial }
    }
    return false
  }
}
