import BindingEngine
import Rendering

// The text of `--help`.
extension Subcommand {
  /// The text of `bindlab SUBCOMMAND --help`.
  package var helpText: String {
    switch self {
    case .run: Subcommand.generalHelp
    case .check: checkHelp
    case .compare: compareHelp
    case .graph: graphHelp
    case .report: reportHelp
    case .test: testHelp
    case .coverage: coverageHelp
    case .watch: watchHelp
    case .format: formatHelp
    case .completions: completionsHelp
    case .learn: learnHelp
    case .config: configHelp
    case .lsp: lspHelp
    case .editor: editorHelp
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

      Runs scripts with bindings; `-` is standard input. Without FILE and -e, bindlab
      starts the REPL on a terminal, and otherwise runs standard input. The commands:

      \(summaries.joined())
      'bindlab help COMMAND' explains a command and its options. All options:

      \(CommandOption.table(of: CommandOption.all))
      exit status: 0 success, 1 an expectation failed, 2 the script has an error,
                   64 usage, 66 an input cannot be read, 130 interrupted
      manuals: man bindlab, man 7 bindlab-tutorial, man 7 bindlab-language,
               man 7 bindlab-semantics; in the REPL: help

      """
  }

  private static let exclusionHelp = """
    The file .bindlabignore leaves out files and folders in its own folder and
    below, with a pattern such as that of --exclude on each line.
    """

  /// The options that it takes and some other subcommands do not, with its formats.
  private var optionTable: String {
    let entries = CommandOption.all.filter { takes($0) && !$0.isForAll }
    return CommandOption.table(
      of: entries.map { entry in
        var entry = entry
        if entry.long == "format" { entry.summary = listing(formats.map(\.rawValue), "or") }
        if self == .editor, entry.long == "output" { entry.summary = "the folder to write to" }
        return entry
      })
  }

  private var checkHelp: String {
    """
    usage: bindlab check [OPTION]... PATH...

    Finds mistakes in each script without running it: errors, which would end a run;
    warnings, such as cycles, two writers of one target, and two-way transformers
    that do not give back the value that went in; and notes, such as declarations
    that nothing uses. A PATH is a script, a Markdown file, whose blocks ```bind are
    checked, or a folder to search for both; `-` is standard input. What one of the
    files uses of another one that it sources is used.

    \(optionTable)
    Each finding ends with a code. 'bindlab help B045' explains a code, and
    'bindlab help findings' and man 7 bindlab-check list all codes. A comment after
    the statement or on the line before it silences a warning or note:
      // allow B045            // allow B045, B061 in this file

    --fix applies all unambiguous fixes to each file, and reports what is left; the
    text of `-` goes to standard output. The other formats go to standard output:
    json, a line for each finding; sarif, a log for editors and code hosts; github,
    lines for the log of a job, the default if GITHUB_ACTIONS is true; and gitlab, a
    report of code quality, also written by default to a file if GITLAB_CI is true.
    With --output they go to FILE, and people still see the text.

    \(Subcommand.exclusionHelp)

    exit status: 0 no errors, 2 errors, or warnings with --werror, 64 usage,
                 66 a file cannot be read or written

    """
  }

  private var configHelp: String {
    """
    usage: bindlab config [PATH]

    Shows the settings for a file or folder, and the line that each comes from. They
    are in a file .bindlab, in the folder of each script or the nearest folder above.
    What concerns a whole run, such as jobs, is that of the folder that holds all its
    files; without files, of the working folder.
    Each line is KEY = VALUE; a line that begins with # means nothing. A key is one
    of these options, and the value is its argument, or true or false:

    \(CommandOption.table(of: CommandOption.settings))
    An option of the command line goes before the setting. --exclude, --filter,
    --allow and --deny add to it. --no-settings ignores the file.

    exit status: 0 success, 64 the file has a mistake or cannot be read

    """
  }

  private var learnHelp: String {
    """
    usage: bindlab learn [OPTION]... [LESSON]

    Gives lessons on data binding at the prompt. Each lesson explains, asks what
    will happen, and sets tasks that are checked by their traces. LESSON is a
    number, a name, or the path of a lesson of your own; without it the lessons are
    listed.
    Progress is kept in $XDG_STATE_HOME/bindlab/lessons.

    \(optionTable)
    --check tests lessons by playing them with their own solutions: the LESSON
    named, or all of them. man 7 bindlab-teaching describes the format of lessons.

    exit status: 0 success, 2 a lesson has a mistake, 64 usage, 66 a lesson cannot
                 be read

    """
  }

  private var watchHelp: String {
    """
    usage: bindlab watch [OPTION]... FILE...

    Runs scripts like 'bindlab FILE...', and runs them again when one of them, or a
    file that they source, has another content. Below the output of each run it
    shows what differs from the run before: the output, the trace and the final
    values. On a terminal the screen is cleared before each run. Ctrl-C ends it.

    \(optionTable)
    A file may be replaced or vanish: while a FILE is missing, nothing runs. A
    script that cannot be parsed does not count as a run. At the prompt, the
    statement 'watch' shows values after each turn that changes them.

    exit status: 64 usage, 66 a FILE cannot be read at the start, 130 interrupted

    """
  }

  private var compareHelp: String {
    let presets = Semantics.presets.map(\.name).joined(separator: ", ")
    return """
      usage: bindlab compare [OPTION]... FILE...

      Runs each script under several semantics, each time from the start and with
      'wait' at the end. It shows a table of the results, the final values that
      differ, and the first difference between two traces side by side. What the
      script prints is not shown. `-` is standard input.

      \(optionTable)
      The table has a row for each run: the worst outcome of its turns, the sums of
      their counts, and what became of its cycles. `glitches` counts firings that
      read a stale value; `rounds` counts the rounds of a queue. An error under one
      semantics is a result like any other.

      --semantics takes names of presets and of semantics that the script declares,
      separated by commas. By default all presets are compared:
        \(TurnTrace.wrap(presets, width: 76).joined(separator: "\n  "))

      --orders tests whether the result depends on the order of declarations: each
      script is run with its bindings and observers in up to N other orders, under
      the semantics named or under bind.

      exit status: 0 the final values agree, 1 they differ, 2 the script cannot be
                   parsed, 64 usage, 66 an input cannot be read, 130 interrupted

      """
  }

  private var graphHelp: String {
    """
    usage: bindlab graph [OPTION]... PATH...

    Runs the scripts and draws what is bound to what at the end: every property that
    a binding, an observer or a computed property uses, with its value. Marks show
    what fired in the last turn, paths that are broken by nil, and cycles. Of the
    scripts only errors are shown, and they write no files. `-` is standard input.

    A PATH is a script, a Markdown file, whose blocks ```bind are run, or a folder
    to search for both. Scripts that are named themselves run in one session, with
    one graph. If a PATH is a folder or Markdown, each script runs alone, and its
    graph comes below its name.

    \(optionTable)
    \(Subcommand.exclusionHelp)

    text is the tree that the statement 'graph' shows. dot and mermaid are for
    Graphviz and Mermaid. json is for programs; man 7 bindlab-language describes its
    fields. svg is a picture; it needs Graphviz.

    exit status: 0 success, 1 an expectation failed, 2 the script has an error,
                 64 usage, 66 an input cannot be read, 130 interrupted

    """
  }

  private var reportHelp: String {
    """
    usage: bindlab report [OPTION]... PATH -o PAGE
           bindlab report --from-trace TRACE -o PAGE

    Runs a script and writes one HTML page with the graph, every turn, each event
    with its path and the values after it, the source, the output, and the results
    under each semantics. The page is self-contained and can be read without
    JavaScript; with JavaScript, keys step through the run, and `?` lists the keys.
    PATH is a script, a Markdown file, whose blocks ```bind are run, or a folder to
    search for both; `-` is standard input. For several scripts PAGE is a folder. It
    gets a page for each script, named after it, and a list of them, index.html.

    \(optionTable)
    \(Subcommand.exclusionHelp)

    Without -o the page goes to standard output, unless that is a terminal. The
    graph is drawn if Graphviz (the program 'dot') is installed. Of a long run the
    page holds the first and the last turns, and says what is left out. A run that
    fails has a page, too, with the error.

    With --from-trace nothing is run. The page shows a trace of --trace=json with
    its turns, events, graph, values and costs. A trace contains neither the
    source nor the semantics, so no semantics are compared.

    exit status: that of the run: 0 success, 1 an expectation failed, 2 the script
                 has an error, 64 usage, 66 an input cannot be read, a trace has an
                 error, or the page cannot be written, 130 interrupted

    """
  }

  private var testHelp: String {
    """
    usage: bindlab test [OPTION]... PATH...

    Runs scripts (*.bind) and transcripts (*.md) as tests, each in a session of its
    own, and shows what failed. A PATH is one of them, or a folder to search; hidden
    files are skipped, and those that --exclude or .bindlabignore leaves out. The
    name of a test is its path.

      print a.x    // => 2      what the statements that end on this line show;
                   // => more   an error or a warning shows as error: MESSAGE

    A script passes if it ends without an error, all its expectations hold, and the
    output is as such comments say, if there are any. In a transcript the blocks
    ```bind are run in order, in one session; ```bind new starts another session,
    and so do options after the word. If the next block is ```text, it is the
    expected output. Of several blocks each is a test, named by its line: a.md:12.

    In expected output `...` stands for any text, or alone on a line for any lines;
    {int} and {number} stand for numbers. A comment before the first statement can
    mark a script or a block; in Markdown <!-- skip: why --> marks the whole file:
      // skip: why             // known failure: why

    A test whose expectations were not reached, or only look like some, is risky: it
    does not fail, except with --werror or --fail-risky.

    \(optionTable)
    --filter takes a part of a name, a pattern with *, ? or [], as --exclude does, or
    the place of one test, a.md:12; with ! before it, such tests are left out.
    --shard 1/3, 2/3 and 3/3 together run each test once. A known failure that
    passes and a test that passes only when it is run again are reported; with
    --werror such a known failure is an error.

    --format tap, junit and json are for programs. github adds a line for each failure,
    for the log of a job, and is the default if GITHUB_ACTIONS is true.

    What a test writes goes to a folder of its own, which is removed at the end. A
    file that it reads is looked for there, and then beside the script.

    By default one test per processor runs at a time. --output writes the results to
    FILE in the format of --format, while failures are still shown. --update replaces
    expected output and traces that differ, and is refused when CI is set.

    exit status: 0 all passed, 1 a test failed, 64 usage, 66 there was nothing to
                 test or a path cannot be read, 130 interrupted

    """
  }

  private var coverageHelp: String {
    """
    usage: bindlab coverage [OPTION]... PATH...

    Runs scripts and transcripts as 'bindlab test' does, and shows what the runs
    exercised: bindings, the directions of two-way bindings, observers, both ways of
    transformers, branches and bodies of loops, the endings of commands, and cycles.
    A PATH is a script, a Markdown file, or a folder to search for both.

    \(optionTable)
    A binding or observer is exercised if it fires after the turn that made it, or if
    it is meant to fire once. A cycle is exercised if a change went round it or was
    held back on it. What 'compare' and 'whatif' try does not count.

    text is a summary with what is missing; listing is the source with counts in its
    margin; lcov is for genhtml and similar programs; json is for programs, and man
    bindlab describes its fields. With --output the summary is still shown.

    --semantics takes one preset, or several, separated by commas. Then each script
    runs under each of them, whatever it chooses itself, and each has its column. The
    lowest share counts for --fail-under. An error under one of them is only noted.

    exit status: 0 success, 1 a script failed or the share is below --fail-under,
                 64 usage, 66 there was nothing to run or a path cannot be read,
                 130 interrupted

    """
  }

  private var formatHelp: String {
    """
    usage: bindlab format [OPTION]... PATH...

    Rewrites each script in the standard layout: two spaces for each level, one
    space between words and signs, at most one empty line, and a line for each
    statement outside a `{ }` on one line. Comments stay where they are, and so do
    line breaks inside a statement. Strings, numbers and arrows stay as they are
    written. A script with errors is left as it is. A PATH is a script, a Markdown
    file, whose blocks ```bind are rewritten, or a folder to search for both; `-` is
    standard input; its text and that of -e go to standard output.

    \(optionTable)
    \(Subcommand.exclusionHelp)

    exit status: 0 success, 1 --check found another layout, 2 a script cannot be
                 parsed, 64 usage, 66 an input cannot be read or written

    """
  }

  private var helpHelp: String {
    """
    usage: bindlab help [COMMAND | TOPIC]

    Explains a command, like 'bindlab COMMAND --help', or a topic, like the statement
    'help TOPIC': a statement, a topic of the language, an option, some words of an
    error, or a word of BIND, Goo and other systems, such as BINDSR or TwoWay. Alone
    it shows the commands and all options. To run a script with the name of a
    command, give a path: bindlab ./help

    exit status: 0 success, 64 usage

    """
  }

  private var lspHelp: String {
    """
    usage: bindlab lsp [OPTION]...

    Answers an editor about the scripts that it edits: a server of the Language Server
    Protocol, version 3.17, on standard input and output. The editor starts it; 'man
    bindlab' says how. It shows the findings of 'bindlab check' while one types, in
    scripts and in the blocks of Markdown texts, and runs no script by itself. It knows
    all files of the project: of the nearest folder above with .bindlab or .git. The
    settings of each file are those of its folder.

    \(optionTable)
    exit status: 0 the editor ended it, 2 its stream ended first, 64 usage

    """
  }

  private var editorHelp: String {
    """
    usage: bindlab editor [OPTION]... NAME

    Writes the files that an editor needs for scripts: colours, the type of *.bind,
    indentation, and how the editor starts the language server. They are made from
    the words of the language. man 7 bindlab-editors says where to put them. NAME is
    \(listing(Editor.allCases.map(\.rawValue), "or")).

    \(optionTable)
    Without -o, the text of an editor's only file goes to standard output. A file
    that exists is kept, and then nothing is written, unless --force is there.

    exit status: 0 success, 64 usage, 66 a file exists or cannot be written

    """
  }

  private var completionsHelp: String {
    """
    usage: bindlab completions bash|zsh|fish|vim

    Prints a script with which a shell completes the command lines of bindlab, or a
    syntax file with which Vim colours scripts. Where to put each:

      bash  ~/.local/share/bash-completion/completions/bindlab
            or in ~/.bashrc: source <(bindlab completions bash)
      zsh   _bindlab in a folder of $fpath
            or in ~/.zshrc after compinit: source <(bindlab completions zsh)
      fish  ~/.config/fish/completions/bindlab.fish
      vim   ~/.vim/syntax/bindlab.vim, and in ~/.vim/ftdetect/bindlab.vim the line
            autocmd BufRead,BufNewFile *.bind setfiletype bindlab

    exit status: 0 success, 64 usage

    """
  }
}
