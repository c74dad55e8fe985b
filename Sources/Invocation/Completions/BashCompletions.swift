/// The completions for bash, which need no other package.
package enum BashCompletions {
  package static var script: String {
    """
    # Completions for bash, made by 'bindlab completions bash'.

    # Keeps in COMPREPLY those of the words $1 that begin as $2.
    __bindlab_words() {
      mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
    }

    # Adds the same to what COMPREPLY has.
    __bindlab_more() {
      local -a found
      mapfile -t found < <(compgen -W "$1" -- "$2")
      COMPREPLY+=("${found[@]}")
    }

    # The same for words in a list separated by commas.
    __bindlab_list() {
      local before=
      case $2 in *,*) before=${2%,*}, ;; esac
      mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${2##*,}")
      compopt -o nospace 2>/dev/null
    }

    # Folders, and files that end in one of the endings $2..., or all if there are none. The word is
    # as it was typed, with its quotes and backslashes.
    __bindlab_files() {
      local word=$1 ending
      shift
      case $word in
        \\'* | \\"*) word=${word:1} ;;
        *) word=${word//\\\\/} ;;
      esac
      compopt -o filenames 2>/dev/null
      COMPREPLY=()
      local -a found
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      for ending in "$@"; do
        mapfile -t found < <(compgen -f -X "!*.$ending" -- "$word")
        COMPREPLY+=("${found[@]}")
      done
      if [ $# -eq 0 ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      fi
    }

    _bindlab() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} sub=run
      # '=' is a word of its own where it breaks words.
      if [ "$word" = "=" ]; then
        word=
      elif [ "$before" = "=" ]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      else
        case $before in --?*) before="$before " ;; esac
      fi
      COMPREPLY=()
      if [ "$COMP_CWORD" -gt 1 ]; then
        case ${COMP_WORDS[1]} in
          \(Subcommand.named.map(\.rawValue).joined(separator: " | "))) sub=${COMP_WORDS[1]} ;;
        esac
      fi
      case $sub in
    \(Subcommand.allCases.map(branch).joined(separator: "\n"))
      esac
    }

    complete -o default -F _bindlab bindlab

    """
  }

  private static func branch(_ subcommand: Subcommand) -> String {
    let options = CompletionWords.options(of: subcommand)
    var lines = ["    \(subcommand))"]
    var arguments: [String] = []
    for option in options where option.takesArgument {
      let choice = option.choices(subcommand)
      var patterns: [String] = []
      if let long = option.long {
        // After a blank, the argument is the next word; otherwise it is the text after the '='.
        patterns.append("--\(long)")
        if option.needsArgument { patterns.append("'--\(long) '") }
      }
      if option.needsArgument, let short = option.short { patterns.append("-\(short)") }
      arguments.append(
        "        \(patterns.joined(separator: " | "))) \(command(choice)); return ;;")
    }
    if !arguments.isEmpty {
      lines.append("      case $before in")
      lines += arguments
      lines.append("      esac")
    }
    let spellings = options.flatMap(CompletionWords.spellings).joined(separator: " ")
    lines += [
      "      case $word in",
      "        -*) __bindlab_words \"\(spellings)\" \"$word\"; return ;;",
      "      esac",
    ]
    if subcommand == .run, case .scripts(let endings) = subcommand.operands {
      let words = command(.wordsOrScripts(Subcommand.named.map(\.rawValue), endings))
      lines.append("      if [ \"$COMP_CWORD\" -eq 1 ]; then \(words); return; fi")
    }
    lines.append("      \(command(subcommand.operands)) ;;")
    return lines.joined(separator: "\n")
  }

  private static func command(_ choice: CompletionWords.Choice) -> String {
    switch choice {
    case .anything: "COMPREPLY=()"
    case .files(let endings):
      "compopt +o default 2>/dev/null; \(command(.scripts(endings)))"
    case .words(let words): "__bindlab_words \"\(words.joined(separator: " "))\" \"$word\""
    case .list(let words): "__bindlab_list \"\(words.joined(separator: " "))\" \"$word\""
    case .scripts(let endings): "__bindlab_files \"$word\" \(endings.joined(separator: " "))"
    case .wordsOrScripts(let words, let endings):
      "\(command(.scripts(endings))); __bindlab_more \"\(words.joined(separator: " "))\" \"$word\""
    }
  }
}
