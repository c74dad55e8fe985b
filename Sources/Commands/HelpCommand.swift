import Text

/// `bindlab help [COMMAND]`: what `--help` behind a command shows.
struct HelpCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard let input = options.inputs.first else {
      host.write(Subcommand.run.helpText)
      return .success
    }
    guard options.inputs.count == 1, case .file(let word) = input else {
      return host.refuse("help takes one COMMAND", hint)
    }
    guard let command = Subcommand.named.first(where: { $0.rawValue == word }) else {
      let words = Subcommand.named.map(\.rawValue)
      let near = nearest(to: word, among: words).map { "did you mean '\($0)'?" }
      return host.refuse(
        "there is no command '\(word)'; \(near ?? "there are \(listing(words, "and"))")", hint)
    }
    host.write(command.helpText)
    return .success
  }

  private var hint: String { "bindlab help lists the commands" }
}

extension Subcommand {
  /// What may have been meant by a file that is not there.
  static func suggestion(for word: String) -> String? {
    if word == run.rawValue { return "a script needs no command: bindlab FILE" }
    let words = named.map(\.rawValue)
    if words.contains(word) { return "a command goes before all options: bindlab \(word)" }
    return nearest(to: word, among: words).map { "did you mean 'bindlab \($0)'?" }
  }
}
