import Invocation
import Text

/// `bindlab config [PATH]`: shows the settings for a file or folder, with their origin.
struct ConfigCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard options.inputs.count < 2 else {
      return host.refuse("config takes one PATH", "bindlab config --help explains it")
    }
    do throws(SettingsFile.Problem) {
      guard let file = try SettingsFile.nearest(to: options.commonFolder) else {
        host.report("no file \(SettingsFile.name) in this folder or above\n")
        return .success
      }
      _ = try file.options(for: .run)
      let width = file.entries.map(\.text.displayWidth).max() ?? 0
      for entry in file.entries {
        let gap = String(repeating: " ", count: width - entry.text.displayWidth + 2)
        host.say(
          "\(entry.text.visible())\(gap)\(.place, "# \(file.path.visible()):\(entry.line)")",
          in: options.session.theme)
      }
      return .success
    } catch {
      host.report("bindlab: \(error.text.visible())\n")
      return .usage
    }
  }
}
