/// The completions for zsh.
package enum ZshCompletions {
  package static var script: String {
    """
    #compdef bindlab
    # Completions for zsh, made by 'bindlab completions zsh'.

    # Folders, and files that fit the pattern $1. Unlike _files it proposes no other file.
    __bindlab_outputs() {
      local -a expl
      _wanted files expl file _path_files -g "$1"
      _wanted folders expl folder _path_files -/
    }

    _bindlab() {
      local -a subcommands
      subcommands=(
    \(Subcommand.named.map { "    \(quoted("\($0):\($0.summary)"))" }.joined(separator: "\n"))
      )
      local sub=run
      if (( CURRENT > 2 )); then
        case $words[2] in
          (\(Subcommand.named.map(\.rawValue).joined(separator: "|")))
            sub=$words[2]
            shift words
            (( CURRENT-- ))
            ;;
        esac
      elif (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
        _describe -t subcommands 'subcommand' subcommands
        \(files(["bind"]))
        return
      fi
      case $sub in
    \(Subcommand.allCases.map(branch).joined(separator: "\n"))
      esac
    }

    if [[ $funcstack[1] == _bindlab ]]; then
      _bindlab "$@"
    else
      compdef _bindlab bindlab
    fi

    """
  }

  private static func branch(_ subcommand: Subcommand) -> String {
    var lines = ["    \(subcommand))", "      _arguments -s -S \\"]
    for option in CompletionWords.options(of: subcommand) {
      lines.append("        \(specification(of: option, for: subcommand)) \\")
    }
    let operand = subcommand.operands
    let isRepeated = if case .scripts = operand { "*" } else { "1" }
    lines.append("        \(quoted("\(isRepeated):\(subcommand.arguments):\(action(operand))"))")
    lines.append("      ;;")
    return lines.joined(separator: "\n")
  }

  /// `'(-s --semantics)'{-s+,--semantics=}'[what it does]:NAME:(bind kvo)'`
  private static func specification(
    of option: CommandOption, for subcommand: Subcommand
  ) -> String {
    let choice = option.choices(subcommand)
    var text = "[\(escaped(option.summary, in: "[]"))]"
    switch option.argument {
    case .none: break
    case .required(let name): text += ":\(escaped(name, in: ":")):\(action(choice))"
    case .optional(let name): text += "::\(escaped(name, in: ":")):\(action(choice))"
    }
    var spellings: [String] = []
    // `-t` takes no argument, and `--trace` takes one after a '='.
    if let short = option.short {
      spellings.append(option.needsArgument ? "-\(short)+" : "-\(short)")
    }
    if let long = option.long {
      switch option.argument {
      case .none: spellings.append("--\(long)")
      case .required: spellings.append("--\(long)=")
      case .optional: spellings.append("--\(long)=-")
      }
    }
    let repeats = option.short == "e" ? "*" : ""
    guard spellings.count > 1 else { return quoted(repeats + (spellings.first ?? "") + text) }
    if case .optional = option.argument {
      let plain = "[\(escaped(option.summary, in: "[]"))]"
      return quoted(spellings[0] + plain) + " " + quoted(spellings[1] + text)
    }
    let excluded = CompletionWords.spellings(of: option).joined(separator: " ")
    return "'(\(excluded))'{\(spellings.joined(separator: ","))}\(quoted(text))"
  }

  private static func action(_ choice: CompletionWords.Choice) -> String {
    switch choice {
    case .anything: " "
    case .files(let endings): "{__bindlab_outputs \"\(pattern(endings))\"}"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): " _values -s , name \(words.joined(separator: " "))"
    case .scripts(let endings): files(endings)
    case .wordsOrScripts(let words, let endings):
      "{_alternative \"words:word:(\(words.joined(separator: " ")))\""
        + " \"files:file:\(escaped(files(endings), in: "\""))\"}"
    }
  }

  private static func files(_ endings: [String]) -> String {
    "_files -g \"\(pattern(endings))\""
  }

  private static func pattern(_ endings: [String]) -> String {
    "*.\(endings.count == 1 ? endings[0] : "(\(endings.joined(separator: "|")))")(-.)"
  }

  private static func escaped(_ text: String, in signs: String) -> String {
    text.map { signs.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
