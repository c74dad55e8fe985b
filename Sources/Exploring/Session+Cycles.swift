import BindingEngine
import Interpreter
import Language

extension Session {
  func showCycles() throws(ScriptFailure) {
    try showPaths()
    try showRoundTrips()
  }

  private func showPaths() throws(ScriptFailure) {
    let paths = cyclesBesidesPairs()
    let pairs = core.pointee.allLinks().filter { core.pointee.links[$0].flags.contains(.forward) }
    let latent = latentCycles()
    if paths.isEmpty, latent.isEmpty {
      print(
        pairs.isEmpty
          ? "no cycles" : "no cycles but \(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s")")
    }
    for (position, path) in paths.enumerated() {
      print("\(position + 1). \(kind(of: path).rawValue): \(pathText(path))")
      for member in path {
        let place = placeText(of: member)
        print("   \(hopText(member))" + (place.isEmpty ? "" : "   \(place)"))
      }
      var verdicts: [(text: String, names: [String])] = []
      for preset in Semantics.presets {
        graph.semantics = preset
        let text = prediction(for: path)?.text ?? "nothing to try"
        guard !core.pointee.isInterrupted else {
          graph.semantics = options.semantics
          throw .graph(.interrupted)
        }
        if let known = verdicts.firstIndex(where: { $0.text == text }) {
          verdicts[known].names.append(preset.name)
        } else {
          verdicts.append((text, [preset.name]))
        }
      }
      graph.semantics = options.semantics
      for verdict in verdicts {
        print("   under \(verdict.names.joined(separator: ", ")): \(verdict.text)")
      }
    }
    show(latent, from: paths.count + 1)
    guard !pairs.isEmpty, !paths.isEmpty || !latent.isEmpty else { return }
    print("\(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s") besides")
  }
}
