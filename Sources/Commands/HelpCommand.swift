import Exploring
import Interpreter
import Invocation
import Language
import Text

/// `bindlab help [COMMAND]`: shows what `--help` after a command shows, or `help` in a script.
struct HelpCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let words = options.inputs.map { input in
      switch input {
      case .file(let word), .text(let word): word
      }
    }
    guard let first = words.first else {
      host.write(Subcommand.run.helpText)
      return .success
    }
    if let command = Subcommand.named.first(where: { $0.rawValue == first }) {
      guard words.count == 1 else { return host.refuse("help takes one COMMAND", hint) }
      host.write(command.helpText)
      return .success
    }
    return help(words.joined(separator: " "))
  }

  /// The help of the language on a word that is not a command.
  private func help(_ topic: String) -> ExitStatus {
    var options = options.session
    Environment.fit(&options)
    do {
      try Session(host: host, options: options).help(topic)
      return .success
    } catch {
      let commands = Subcommand.named.map(\.rawValue)
      let near = nearest(to: topic, among: commands + HelpIndex.helpTopics)
        .map { "did you mean '\($0)'?" }
      return host.refuse(
        "there is no command or topic '\(topic)'; "
          + (near ?? "the commands are \(listing(commands, "and"))"), hint)
    }
  }

  private var hint: String { "bindlab help lists the commands" }
}

extension Subcommand {
  /// A command with a similar name, if the file does not exist.
  static func suggestion(for word: String) -> String? {
    if word == run.rawValue { return "a script needs no command: bindlab FILE" }
    let words = named.map(\.rawValue)
    if words.contains(word) { return "a command goes before all options: bindlab \(word)" }
    return nearest(to: word, among: words).map { "did you mean 'bindlab \($0)'?" }
  }
}
