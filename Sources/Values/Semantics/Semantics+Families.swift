extension Semantics {
  /// Presets that people compare with each other. The name of a family stands for all of them.
  public enum Family: String, CaseIterable, Sendable {
    /// What is built on Apple's observing.
    case apple
    /// Libraries of streams.
    case streams
    /// Toolkits for windows.
    case desktop
    /// Libraries for pages.
    case js

    /// Its presets, in the order in which they are listed.
    public var presets: [Semantics] { Semantics.presets.filter { Family.of($0.name) == self } }

    /// The family of a preset; nil if it belongs to none.
    private static func of(_ preset: String) -> Family? {
      switch Preset(rawValue: preset) {
      case .bind, .kvo, .goo, .observation: .apple
      case .gobject, .qt, .qml, .xaml, .javafx: .desktop
      case .knockout, .mobx, .signals, .vue, .solid, .angular, .svelte, .react: .js
      case .rx, .rxshared, .combine, .published, .rxswift, .reactiveswift: .streams
      case .sheet, nil: nil
      }
    }
  }

  /// The presets that a name stands for: one, or those of a family; none if it is neither.
  public static func presets(named name: String) -> [Semantics] {
    if let preset = Preset(rawValue: name) { return [preset.semantics] }
    return Family(rawValue: name)?.presets ?? []
  }
}

extension [Semantics] {
  /// Adds those whose names are not there yet.
  public mutating func addNew(_ others: [Semantics]) {
    for one in others where !contains(where: { $0.name == one.name }) { append(one) }
  }
}
