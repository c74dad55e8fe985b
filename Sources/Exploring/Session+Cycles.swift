import BindingEngine
import Interpreter
import Language
import Text

extension Session {
  func showCycles() throws(ScriptFailure) {
    try showPaths()
    try showRoundTrips()
  }

  private func showPaths() throws(ScriptFailure) {
    finishCodeSearches()
    predictionSteps = Session.mostPredicted
    let paths = cyclesBesidesPairs()
    let pairs = graphState.allLinks().filter { graphState.links[$0].flags.contains(.forward) }
    let latent = latentCycles()
    let code = codeCycles(besides: paths)
    if paths.isEmpty, latent.isEmpty, code.isEmpty {
      print(
        pairs.isEmpty
          ? "no cycles" : "no cycles; \(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s")")
    }
    for (position, path) in paths.enumerated() {
      print("\(position + 1). \(kind(of: path).rawValue): \(.cycle, pathText(path))")
      showSteps(path.map { (hopText($0), placeText(of: $0)) })
      try showPredictions { self.prediction(for: path)?.text }
      showUnpromisedOrder(path.map { graphState.links[$0].source })
    }
    show(latent, from: paths.count + 1)
    for (position, path) in code.enumerated() {
      let number = paths.count + latent.count + position + 1
      print("\(number). \(kindText(of: path)): \(.cycle, pathText(path))")
      showSteps(
        path.map { step in
          (hopText(step), place(of: step).map { placeText($0.file, $0.span) } ?? "")
        })
      try showPredictions { self.prediction(for: path)?.text }
      showUnpromisedOrder(path.compactMap(\.from.slot))
    }
    if !pairs.isEmpty, !paths.isEmpty || !latent.isEmpty || !code.isEmpty {
      print("\(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s") besides")
    }
    let endless = graph.semantics.letsEchoesRun ? pairs.filter { !codeGraph.mayReject($0) } : []
    if !endless.isEmpty {
      let which =
        endless.count == pairs.count ? "a two-way pair" : "\(endless.count) of these pairs"
      print(
        "   a change of \(which) never ends under '\(graph.semantics.name)': nothing stops its echo"
      )
    }
    showOpenCode()
  }

  private func showOpenCode() {
    let open = openCode()
    if open.isEmpty { return }
    print("not followed, because the target is known only in a run:")
    for (text, place) in open {
      print("   \(code: text)   \(.place, place)")
    }
  }

  /// Says which subscribers of the properties on a cycle may be notified in any order under this semantics.
  private func showUnpromisedOrder(_ slots: [UInt32]) {
    guard let system = SemanticsNote.named(options.semantics.name)?.promisesNoOrder else { return }
    for slot in slots where slot != 0 {
      let links = graphState.observers(of: slot).map { graphState.lead(of: $0) }
        .filter { !graphState.links[$0].flags.contains(.computed) }
      guard links.count > 1 else { continue }
      let numbers = links.prefix(5).map { "#\(graphState.number(of: $0))" }
      let more = links.count > 5 ? " and \(links.count - 5) more" : ""
      print(
        """
           \(system) promises no order among the subscribers of \
        \(.property, graphState.describe(property: slot)): \(numbers.joined(separator: ", "))\(more)
        """)
    }
  }

  /// Says how a change would end under each of the presets; presets with the same answer share a line.
  private func showPredictions(_ predict: () -> String?) throws(ScriptFailure) {
    let nothing = "nothing to try"
    var verdicts: [(text: String, names: [String])] = []
    for preset in Semantics.presets {
      // What it changes besides the values, such as who subscribes in which order, is undone as well.
      core.pointee.openCheckpoint()
      graph.semantics = preset
      let text = predict() ?? nothing
      core.pointee.rollBack()
      core.pointee.closeCheckpoint()
      guard !graphState.isInterrupted else { throw .graph(.interrupted) }
      if let known = verdicts.firstIndex(where: { $0.text == text }) {
        verdicts[known].names.append(preset.name)
      } else {
        verdicts.append((text, [preset.name]))
      }
    }
    if !verdicts.contains(where: { $0.text != nothing }) { return }
    for verdict in verdicts {
      print("   under \(.heading, verdict.names.joined(separator: ", ")): \(code: verdict.text)")
    }
  }
}

extension Session {
  /// Shows the steps of a cycle, each with its place.
  func showSteps(_ steps: [(text: String, place: String)]) {
    let lines: [StyledText] = steps.map { text, place in
      "   \(code: text)\(.place, place.isEmpty ? "" : "   \(place)")"
    }
    let shown = lines.shortened {
      "   \(leftOutText($0, isASCII: options.isASCII)) \(hint: "'graph json' has them all")"
    }
    for line in shown { print(line) }
  }

  /// Continues the list of `cycles` at `number`.
  func show(_ latent: [LatentCycle], from number: Int) {
    for (position, cycle) in latent.enumerated() {
      print("\(number + position). latent cycle: \(.cycle, pathText(cycle))")
      showSteps(cycle.path.map { (hopText($0), placeText(of: $0)) })
      print(
        """
           closed as soon as \(code: reader(cycle.path[0])) reads \
        \(.property, graphState.describe(property: cycle.source)), in a branch that it does not take now
        """)
    }
  }

  private func reader(_ link: UInt32) -> String {
    graphState.links[link].flags.contains(.computed)
      ? graphState.describe(property: graphState.links[link].target)
      : "#\(graphState.number(of: link))"
  }
}
