/// What kind of block it is, which says what names it has.
package enum BlockRole: UInt8 {
  case transformer, transform, setter, observer, ownObserver, computed, source, constructor
  case on, action, after, each, delay

  /// The names that the block has besides those around it.
  package var parameters: [String] {
    switch self {
    case .transformer: ["value"]
    case .transform: ["value", "sender"]
    case .setter: ["value", "old"]
    case .observer: ["value", "old", "sender", "change"]
    case .ownObserver: ["value", "old", "sender"]
    case .on: ["value", "sender"]
    case .each: ["value"]
    case .computed, .source, .constructor, .action, .after, .delay: []
    }
  }
}

extension BlockRole {
  /// Every name that some block has.
  static let allNames: Set<String> = ["value", "old", "sender", "change"]
}
