import BindingEngine
import Syntax

/// What the command line says about coverage.
package struct CoverageSettings {
  /// Whether `test` counts what the tests exercise.
  package var isCounted = false
  /// Where `test` writes it, besides its summary.
  package var path: String?
  /// The least share that must be exercised, in percent.
  package var leastPercent: Int?
  /// The semantics under which `coverage` runs each script; none for those that scripts choose.
  package var trials: [Semantics] = []

  /// The format that belongs to the name of a file: JSON, the listing, or LCOV.
  package static func format(of path: String) -> OutputFormat {
    path.hasSuffix(".json") ? .json : path.hasSuffix(".txt") ? .listing : .lcov
  }
}
