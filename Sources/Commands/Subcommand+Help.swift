import BindingEngine

// What `--help` shows.
extension Subcommand {
  /// What `bindlab SUBCOMMAND --help` shows.
  var helpText: String {
    switch self {
    case .run: Subcommand.generalHelp
    case .check: checkHelp
    case .compare: compareHelp
    case .graph: graphHelp
    case .report: reportHelp
    case .test: testHelp
    case .format: formatHelp
    case .completions: completionsHelp
    case .learn: learnHelp
    case .help: helpHelp
    }
  }

  private static var generalHelp: String {
    let usages = named.map { "bindlab \($0) [OPTION]... \($0.arguments)" }
    let width = named.map(\.rawValue.count).max() ?? 0
    let summaries = named.map {
      "  \($0)\(String(repeating: " ", count: width - $0.rawValue.count + 2))\($0.summary)\n"
    }
    return """
      usage: bindlab [OPTION]... [FILE]...
             \(usages.joined(separator: "\n       "))

      Runs scripts of bindings; `-` is standard input. Without FILE and -e: the REPL
      on a terminal, else standard input is the script. With a word before them:

      \(summaries.joined())
      bindlab help WORD says more of each. All options, of which a word takes those
      that it has a use for:

      \(CommandOption.table(of: CommandOption.all))
      exit status: 0 all well, 1 an expectation failed, 2 the script has an error,
                   64 usage, 66 an input cannot be read, 130 interrupted
      manual: man bindlab, man 7 bindlab-language; in the REPL: help

      """
  }

  /// The options that it takes and some other does not, with the forms that it has.
  private var optionTable: String {
    let entries = CommandOption.all.filter { takes($0) && !$0.isForAll }
    return CommandOption.table(
      of: entries.map { entry in
        var entry = entry
        if entry.long == "format" { entry.summary = listing(formats.map(\.rawValue), "or") }
        return entry
      })
  }

  private var checkHelp: String {
    """
    usage: bindlab check [OPTION]... FILE...

    Says what is wrong with each script without running it: errors, which would end
    a run; warnings, such as cycles, two writers of one target, and transformers
    that do not give back what they were given; and notes, such as declarations that
    nothing uses. `-` is standard input.

    \(optionTable)
    Each finding has a code behind it. 'bindlab -e "help B045"' explains one, "help
    findings" lists them, and so does man 7 bindlab-check. A warning or note is
    silenced by a comment, behind the statement or on the line before it:
      // allow B045            // allow B045, B061 in this file

    --fix writes each file with what can be fixed without doubt, and says what is
    left; the text of `-` goes to standard output. --format json writes a line for
    each finding to standard output.

    exit status: 0 no errors, 2 there are errors, or with --werror warnings,
                 64 usage, 66 a file cannot be read or written

    """
  }

  private var learnHelp: String {
    """
    usage: bindlab learn [OPTION]... [LESSON]

    Lessons on bindings, at the prompt: each explains, asks what will come, and sets
    tasks of which the trace is checked. LESSON is a number, a name, or the path of a
    lesson of your own; without it the lessons are listed. Progress is kept in
    $XDG_STATE_HOME/bindlab/lessons.

    \(optionTable)
    With --check lessons are not taken but played with their own solutions: all of
    them, or the LESSONs named. The format is described in man 7 bindlab-teaching.

    exit status: 0 all well, 2 there is a mistake in a lesson, 64 usage, 66 a lesson
                 cannot be read

    """
  }

  private var compareHelp: String {
    """
    usage: bindlab compare [OPTION]... FILE...

    Runs each script under several semantics, each time from the start and with
    'wait' at the end, and shows side by side what the runs came to, the final
    values that differ, and the first place where two traces part. What the
    script prints is not shown. `-` is standard input.

    \(optionTable)
    The table has a row for each run: the worst outcome of its turns, what these
    came to together, and what became of its cycles. `glitches` are values that
    did not know yet of a change on its way to them; `rounds` are those of a queue.
    An error under one semantics is a result like any other.

    --semantics takes names separated by commas: of presets, and of semantics that
    the script declares. By default all presets are compared:
      \(Semantics.presets.map(\.name).joined(separator: ", "))

    With --orders each script is run with its bindings and observers declared in
    other orders, all of them where there are no more than N, under the semantics
    named or under bind: does what comes of it depend on the order?

    exit status: 0 the final values agree, 1 they do not, 2 the script cannot be
                 parsed, 64 usage, 66 an input cannot be read, 130 interrupted

    """
  }

  private var graphHelp: String {
    """
    usage: bindlab graph [OPTION]... FILE...

    Runs the scripts, of which only errors are shown, and draws what is bound to
    what at their end: every property that a binding, an observer or a `computed`
    touches, with its value. `-` is standard input. What the last turn went along,
    what nil breaks, and cycles are marked. No file is written by the scripts.

    \(optionTable)
    text is a tree, as the statement 'graph' shows it; dot and mermaid are for
    Graphviz and Mermaid; json is for programs, and the manual says what is in it;
    svg is a picture, which Graphviz lays out where it is installed.

    exit status: 0 all well, 1 an expectation failed, 2 the script has an error,
                 64 usage, 66 an input cannot be read, 130 interrupted

    """
  }

  private var reportHelp: String {
    """
    usage: bindlab report [OPTION]... FILE -o PAGE
           bindlab report --from-trace TRACE -o PAGE

    Runs a script and writes one HTML page: the graph, every turn, each event with
    its path and the values after it, the source, and what the script comes to
    under each semantics. The page fetches nothing and can be read without
    JavaScript; with it the run is stepped through by keys, which `?` lists. What
    the script prints stands in the page. `-` is standard input.

    \(optionTable)
    Without -o the page goes to standard output where that is no terminal. The
    graph is drawn where Graphviz (the program 'dot') is installed. Of a long run
    the page holds the first turns and the last, and says what is left out. A run
    that fails has its page, too, with the error in it.

    With --from-trace nothing is run: the page shows a trace that --trace=json
    wrote, with its turns, events, graph, values and costs. A trace has neither the
    source nor the semantics, and no other semantics are compared.

    exit status: as that of the run: 0 all well, 1 an expectation failed, 2 the
                 script has an error, 64 usage, 66 an input cannot be read, which
                 goes for a trace with an error, too, or the page cannot be
                 written, 130 interrupted

    """
  }

  private var testHelp: String {
    """
    usage: bindlab test [OPTION]... PATH...

    Runs scripts (*.bind) and transcripts (*.md) as tests, each in a state of its
    own, and shows what failed. A PATH is one of them, or a folder, which is
    searched but for what is hidden. A test's name is its path.

      print a.x    // => 2      what the statements that end on this line show;
                   // => more   an error or a warning shows as error: MESSAGE

    A script passes when it ends without an error, all that it expects is so, and
    what it shows is what such comments say, where there are any. In a transcript
    the blocks ```bind are run in order, in one session; ```bind new begins another,
    and so do options behind the word. The next block, if that is ```text, is what
    is shown. There are as many tests at a time as processors, or --jobs.

    \(optionTable)
    With --output the results go to FILE in the form of --format, and what failed
    is shown besides. --update rewrites the expected output that differs, and is
    refused where the environment has CI.

    exit status: 0 all passed, 1 a test failed, 64 usage, 66 there was nothing to
                 test or a path cannot be read, 130 interrupted

    """
  }

  private var formatHelp: String {
    """
    usage: bindlab format [OPTION]... FILE...

    Rewrites each script in the one standard layout: two blanks for each level, one
    blank between words and signs, one empty line at most, and a line for each
    statement that stands in no `{ }` of one line. Comments stay where they are, and
    so does a line break inside a statement. Strings, numbers and arrows stay as
    they are written. A script with errors is left as it is. `-` is standard input,
    which goes to standard output, as -e does.

    \(optionTable)
    exit status: 0 all well, 1 --check found another layout, 2 a script cannot be
                 parsed, 64 usage, 66 an input cannot be read or written

    """
  }

  private var helpHelp: String {
    """
    usage: bindlab help [COMMAND | TOPIC]

    Shows what 'bindlab COMMAND --help' shows, or what the statement 'help TOPIC' shows
    in a script: of a statement, a topic of the language, or a word of BIND, Goo and
    other writings on binding, such as BINDSR or TwoWay. Alone it shows the commands
    and all options. A script whose file is called as a command is run by a path to it:
    bindlab ./help

    exit status: 0 all well, 64 usage

    """
  }

  private var completionsHelp: String {
    """
    usage: bindlab completions bash|zsh|fish|vim

    Prints a script that lets a shell complete the command lines of bindlab, or a
    file that lets Vim colour scripts. Where each goes:

      bash  ~/.local/share/bash-completion/completions/bindlab
            or in ~/.bashrc: source <(bindlab completions bash)
      zsh   _bindlab in a folder of $fpath
            or in ~/.zshrc behind compinit: source <(bindlab completions zsh)
      fish  ~/.config/fish/completions/bindlab.fish
      vim   ~/.vim/syntax/bindlab.vim, and in ~/.vim/ftdetect/bindlab.vim the line
            autocmd BufRead,BufNewFile *.bind setfiletype bindlab

    exit status: 0 all well, 64 usage

    """
  }
}
