import BindingEngine
import TestSupport

/// One system's program, and the preset that should do the same.
struct SystemComparison {
  private let system: ComparedSystem
  private let semantics: Semantics
  private let folder = TemporaryFolder()
  private let program: ProcessRunner

  init(_ system: ComparedSystem, _ semantics: Semantics) throws {
    self.system = system
    self.semantics = semantics
    program = try system.build(in: folder)
  }

  /// A scenario with another result.
  struct Disagreement {
    var scenario: ComparedScenario
    var real: RunRecord
    var engine: RunRecord
    var difference: RunRecord.Difference
  }

  struct ProgramFailure: Error {
    var ending: ProcessEnding
    var errors: String
  }

  /// The first scenario in which the preset has another result.
  func firstDisagreement(in scenarios: [ComparedScenario]) throws -> Disagreement? {
    let result = try program.run(input: scenarios.map(\.description).joined())
    guard result.status == 0 else {
      throw ProgramFailure(ending: result.ending, errors: result.errors)
    }
    let records = RunRecord.records(from: result.output)
    for scenario in scenarios {
      let real = records[scenario.name] ?? RunRecord()
      let engine = try EngineRun(semantics, constructs: system.constructs).run(scenario)
      if let difference = real.difference(from: engine) {
        return Disagreement(
          scenario: scenario, real: real, engine: engine, difference: difference)
      }
    }
    return nil
  }

  // MARK: Reporting

  /// The scenario, the smallest one found that still differs, and the logs of both sides.
  func story(of disagreement: Disagreement) throws -> String {
    let smallest = try shrink(disagreement)
    return """
      \(system): seed \(disagreement.scenario.name) comes out differently.
      \(disagreement.scenario)
      Shrunk:
      \(smallest.scenario)
      \(system):
      \(text(smallest.real, marking: smallest.difference))
      bindlab:
      \(text(smallest.engine, marking: smallest.difference))
      """
  }

  /// Removes and simplifies steps while the two still differ.
  private func shrink(_ disagreement: Disagreement) throws -> Disagreement {
    var smallest = disagreement
    // One process tries all scenarios that are simpler by one thing.
    for _ in 0..<200 {
      let simpler = smallest.scenario.simplifications.enumerated().map { index, scenario in
        ComparedScenario(name: "\(index)", steps: scenario.steps)
      }
      guard let next = try firstDisagreement(in: simpler) else { return smallest }
      smallest = next
    }
    return smallest
  }

  private func text(_ record: RunRecord, marking difference: RunRecord.Difference) -> String {
    var lines: [String] = []
    for (number, step) in record.steps.enumerated() {
      lines.append("   step \(number)")
      let marked = number == difference.step ? difference.line : nil
      // For a runaway, the lines around the difference are enough.
      let first = max(0, (marked ?? 0) - 40)
      let shown = step.lines.enumerated().dropFirst(first).prefix(60)
      lines += shown.map { ($0 == marked ? ">> " : "   ") + $1 }
      if let marked, marked >= step.lines.count { lines.append(">> (nothing)") }
    }
    if difference.step >= record.steps.count { lines.append(">> (nothing)") }
    return lines.joined(separator: "\n")
  }
}
