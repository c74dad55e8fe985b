import BindingEngine
import Exploring
import Invocation
import LineEditing
import Names
import Platform
import Syntax
import Text

/// `bindlab compare FILE...`: runs each script under several semantics, and shows the results together.
struct CompareCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    guard !options.inputs.isEmpty else {
      return host.refuse("compare needs a FILE", "bindlab --help lists the options")
    }
    Interruption.install()
    var scripts: [(SourceFile, CommandLineOptions)] = []
    for input in inputs {
      let settings = try host.settings(for: input, options)
      scripts.append((try RunCommand.source(input, host), settings))
    }
    var status = ExitStatus.success
    for (position, (script, settings)) in scripts.enumerated() {
      if scripts.count > 1, options.format != .json {
        host.say("\(position > 0 ? "\n" : "")\(.heading, script.name)\n", in: options.session.theme)
      }
      switch CompareCommand(options: settings, host: host).compare(script) {
      case .success: break
      case .expectationFailed: if status == .success { status = .expectationFailed }
      case .scriptError: status = .scriptError
      case let other: return other
      }
    }
    return status
  }

  /// The inputs; consecutive texts of `-e` are one script.
  private var inputs: [CommandLineOptions.Input] {
    var inputs: [CommandLineOptions.Input] = []
    for input in options.inputs {
      if case .text(let text) = input, case .text(let before)? = inputs.last {
        inputs[inputs.count - 1] = .text(before + "\n" + text)
      } else {
        inputs.append(input)
      }
    }
    return inputs
  }

  /// - Returns: `expectationFailed` if the final values differ.
  private func compare(_ script: SourceFile) -> ExitStatus {
    let (_, diagnostics, _) = Parser.parse(script, names: NameTable())
    for diagnostic in diagnostics { host.report(diagnostic) }
    if diagnostics.contains(where: { $0.severity == .error }) { return .scriptError }
    let compared: [Semantics]
    do {
      compared = try semantics(for: script)
    } catch {
      return host.refuse(error.message)
    }
    let comparison = ScriptComparison(
      script, under: compared, options: options.session, host: host,
      interruptFlag: Interruption.flag)
    if let limit = options.orders { return compareOrders(comparison, limit) }
    guard let found = comparison.run() else { return .interrupted }
    show(found)
    return found.agrees ? .success : .expectationFailed
  }

  private func compareOrders(_ comparison: ScriptComparison, _ limit: Int) -> ExitStatus {
    do {
      let found = try comparison.compareOrders(atMost: limit)
      let lines =
        options.format == .json
        ? found.jsonLines.map { StyledText($0) }
        : found.textLines(width: Environment.width, isASCII: options.session.isASCII)
      for line in lines { host.say(line, in: options.session.theme) }
      return found.agrees ? .success : .expectationFailed
    } catch {
      switch error {
      case .interrupted: return .interrupted
      case .number(let diagnostic):
        host.report(diagnostic)
        return .scriptError
      }
    }
  }

  private func show(_ comparison: Comparison) {
    if options.format == .json {
      host.write(comparison.json + "\n")
    } else {
      let isASCII = options.session.isASCII
      for line in comparison.textLines(width: Environment.width, isASCII: isASCII) {
        host.say(line, in: options.session.theme)
      }
    }
    if let note = comparison.passedOverText { host.report("bindlab: note: \(note)\n") }
  }

  /// The names given to `--semantics`, without duplicates: presets, families of them, and semantics of
  /// the script.
  private func semantics(
    for script: SourceFile
  ) throws(CommandLineOptions.UsageError) -> [Semantics] {
    guard let names = options.comparedSemantics else {
      return options.orders == nil ? Semantics.presets : [.bind]
    }
    var found: [Semantics] = []
    var declared: [Semantics]?
    for name in names {
      if Semantics.Preset(rawValue: name) != nil {
        found.addNew(Semantics.presets(named: name))
        continue
      }
      let own =
        declared
        ?? ScriptComparison.semantics(declaredIn: script, host: host, options: options.session)
      declared = own
      let meant = own.last { $0.name == name }.map { [$0] } ?? Semantics.presets(named: name)
      guard !meant.isEmpty else {
        let families = Semantics.Family.allCases.map(\.rawValue)
        let known = (Semantics.presets + own).map(\.name) + families
        let near = nearest(to: name, among: known).map { "did you mean '\($0)'?" }
        throw .init(
          message: "unknown semantics '\(name)' for \(script.name); "
            + (near ?? "there are \(known.joined(separator: ", "))"))
      }
      found.addNew(meant)
    }
    return found
  }
}
