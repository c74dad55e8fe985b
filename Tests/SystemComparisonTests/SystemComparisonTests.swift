import BindingEngine
import Foundation
import TestSupport
import Testing

/// The presets, compared with the systems that they are named after on the same random graphs.
///
/// `Tests/Systems/README.md` says how to run more of them, or those of one system only.
@Suite struct SystemComparisonTests {
  @Test(.toCompare(.kvo))
  func `kvo does what GNUstep does`() throws { try compare(.kvo) }

  @Test(.toCompare(.gobject))
  func `gobject does what GLib does`() throws { try compare(.gobject) }

  @Test(.toCompare(.qt))
  func `qt does what Qt does`() throws { try compare(.qt) }

  @Test(.toCompare(.javafx))
  func `javafx does what JavaFX does`() throws { try compare(.javafx) }

  @Test(.toCompare(.knockout))
  func `knockout does what Knockout does`() throws { try compare(.knockout) }

  @Test(.toCompare(.observation))
  func `observation does what Swift's Observation does`() throws { try compare(.observation) }

  /// The programs that libraries of effects were recorded with: see `Tests/Systems/recorded/README.md`.
  @Test(.toCompare(.knockout), arguments: ["graphs", "cyclic"])
  func `knockout does what Knockout does with recorded programs`(_ name: String) throws {
    let programs: [RecordedProgram] = try Recordings.read("\(name).ndjson")
    try compare(.knockout, programs.prefix(seeds(100).count).map(ComparedScenario.init))
  }

  private func compare(_ system: ComparedSystem) throws {
    try compare(
      system,
      seeds(200, from: 1).map { ScenarioGenerator.scenario(system.constructs, seed: $0) })
  }

  private func compare(_ system: ComparedSystem, _ scenarios: [ComparedScenario]) throws {
    let semantics = try #require(
      Semantics.presets.first { $0.name == system.rawValue }, "no preset \(system)")
    let comparison = try SystemComparison(system, semantics)
    if let disagreement = try comparison.firstDisagreement(in: scenarios) {
      Issue.record("\(try comparison.story(of: disagreement))")
    }
  }
}

extension ComparedSystem {
  /// Whether no other system was requested.
  fileprivate var isChosen: Bool {
    let chosen = ProcessInfo.processInfo.environment["BINDLAB_SYSTEMS"]
    return chosen?.split(separator: ",").map(String.init).contains(rawValue) ?? true
  }
}

extension Trait where Self == ConditionTrait {
  /// Compares a system if it can be run here, unless others were requested.
  fileprivate static func toCompare(_ system: ComparedSystem) -> Self {
    let reason =
      system.isChosen
      ? "what '\(system.rawValue)' needs is not installed" : "another system was requested"
    return .enabled(if: system.isChosen && system.isInstalled, Comment(rawValue: reason))
  }
}
