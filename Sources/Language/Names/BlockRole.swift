import Names

/// The kind of a block, which determines its names.
package enum BlockRole: UInt8 {
  case transformer, transform, setter, observer, ownObserver, computed, source, constructor
  case on, action, function, after, each, delay, effect
  /// The source of a binding that copies once.
  case copiedSource

  /// Whether its value should follow what it reads.
  package var followsWhatItReads: Bool { self == .computed || self == .source }

  /// Whether `reject` in it, or in what it calls, ends the firing.
  package var mayReject: Bool {
    self == .transformer || self == .transform || self == .function
  }

  /// Whether it belongs to a class or to the script: then it copies nothing.
  package var isShared: Bool {
    switch self {
    case .computed, .setter, .constructor, .action, .function, .delay: true
    case .transformer, .transform, .observer, .ownObserver, .source, .copiedSource, .on, .after,
      .each, .effect:
      false
    }
  }

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
    case .computed, .source, .copiedSource, .constructor, .action, .function, .after, .delay,
      .effect:
      []
    }
  }
}

/// A variable that is read by something whose value should follow it.
package struct VariableRead: Hashable {
  package var name: Name
  package var isSource: Bool

  package init(name: Name, isSource: Bool) {
    self.name = name
    self.isSource = isSource
  }
}
