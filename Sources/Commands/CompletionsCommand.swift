import Invocation
import Text

/// `bindlab completions SHELL`: prints the script that a shell or an editor needs to support bindlab.
struct CompletionsCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let words = CompletionTarget.allCases.map(\.rawValue)
    guard options.inputs.count == 1, case .file(let word) = options.inputs[0] else {
      return host.refuse("completions takes one word: \(listing(words, "or"))", hint)
    }
    switch CompletionTarget(rawValue: word) {
    case .bash: host.write(BashCompletions.script)
    case .zsh: host.write(ZshCompletions.script)
    case .fish: host.write(FishCompletions.script)
    case .vim: host.write(VimFiles.syntax)
    case nil:
      let near = nearest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
      return host.refuse(
        "completions are for \(listing(words, "and")), not '\(word)'\(near)", hint)
    }
    return .success
  }

  private var hint: String { "bindlab completions --help explains it" }
}
