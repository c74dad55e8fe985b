import Text

/// The completions for fish.
package enum FishCompletions {
  package static var script: String {
    """
    # Completions for fish, made by 'bindlab completions fish'.

    # Whether the command line is that of the subcommand $argv[1]; 'run' is that of none.
    function __bindlab_is
        set -l words (commandline -opc)
        set -l sub run
        if contains -- "$words[2]" \(Subcommand.named.map(\.rawValue).joined(separator: " "))
            set sub $words[2]
        end
        test $sub = $argv[1]
    end

    # The same where the word is no option.
    function __bindlab_takes
        __bindlab_is $argv[1]; and not string match -q -- '-*' (commandline -ct)
    end

    function __bindlab_begins
        test (count (commandline -opc)) -eq 1
    end

    # Folders, and files that end in one of $argv.
    function __bindlab_files
        set -l endings '/$' '\\\\.'$argv'$'
        # A command that nobody has completes files, with quotes understood.
        for file in (complete -C "__bindlab_nothing "(commandline -ct))
            set -l name (string split -m 1 \\t -- $file)[1]
            for ending in $endings
                string match -q -r -- $ending $name; and echo $name
            end
        end
    end

    # Each of $argv behind what the list of the current word has already.
    function __bindlab_list
        set -l before (string replace -r -- '^(?:--[^=]*=)?((?:.*,)?).*$' '$1' (commandline -ct))
        # In quotes, as there may be nothing before the first word of a list.
        printf '%s\\n' "$before"$argv
    end

    complete -c bindlab -f
    \(Subcommand.named.map(word).joined(separator: "\n"))
    \(Subcommand.allCases.map(lines).joined(separator: "\n"))

    """
  }

  private static func word(_ subcommand: Subcommand) -> String {
    "complete -c bindlab -n __bindlab_begins -a \(subcommand) -d \(quoted(subcommand.summary))"
  }

  private static func lines(_ subcommand: Subcommand) -> String {
    let condition = "complete -c bindlab -n '__bindlab_is \(subcommand)'"
    var lines: [String] = []
    for option in CompletionWords.options(of: subcommand) {
      var line = condition
      if let short = option.short { line += " -s \(short)" }
      if let long = option.long { line += " -l \(long)" }
      switch option.choices(subcommand) {
      case .anything where option.needsArgument: line += " -x"
      case .anything: break
      case .words(let words):
        line += " \(option.needsArgument ? "-x " : "")-a \(quoted(words.joined(separator: " ")))"
      case .list(let words): line += " -x -a '(__bindlab_list \(words.joined(separator: " ")))'"
      case .files(let endings), .scripts(let endings), .wordsOrScripts(_, let endings):
        line += " -x -a '(__bindlab_files \(endings.joined(separator: " ")))'"
      }
      lines.append("\(line) -d \(quoted(option.summary))")
    }
    let operand = "complete -c bindlab -n '__bindlab_takes \(subcommand)'"
    switch subcommand.operands {
    case .files(let endings), .scripts(let endings):
      lines.append("\(operand) -a '(__bindlab_files \(endings.joined(separator: " ")))'")
    case .wordsOrScripts(let words, let endings):
      lines.append("\(operand) -a \(quoted(words.joined(separator: " ")))")
      lines.append("\(operand) -a '(__bindlab_files \(endings.joined(separator: " ")))'")
    case .words(let words), .list(let words):
      lines.append("\(operand) -a \(quoted(words.joined(separator: " ")))")
    case .anything: break
    }
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.escaped(by: ["'": "\\'", "\\": "\\\\"]))'"
  }
}
