import BindingEngine
import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// `bindlab completions`: its output is read by the shells and the editor for which it is made.
@Suite struct CompletionsTests {
  /// A folder with files whose names need quotes, and the script of `target`.
  private static func folder(_ target: String) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in [
      "a.bind", "my file.bind", "it's.bind", "pay$me.bind", "notes.txt", "our lesson.md",
      "page.html", "run.ndjson", "results.tap",
    ] {
      try folder.write(name, "")
    }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/with blank", withIntermediateDirectories: false)
    try folder.write("with blank/x y.bind", "")
    let script = try bindlab("completions", target)
    #expect(script.status == 0)
    #expect(script.errors == "")
    try folder.write("script", script.output)
    return folder
  }

  private static let files = [
    "a.bind", "it's.bind", "my file.bind", "pay$me.bind", "with blank",
  ]
  private static let semantics = Semantics.presets.map(\.name).sorted()

  /// The words before the cursor, with the unfinished one last, and its completions.
  private static let cases: [(words: [String], candidates: [String])] = [
    (["ch"], ["check"]),
    (["compl"], ["completions"]),
    (["a"], ["a.bind"]),
    (["--tra"], ["--trace", "--trace-to"]),
    (["--trace="], ["brief", "flat", "full", "json", "tree"]),
    (["--trace=f"], ["flat", "full"]),
    (["-s", "k"], ["knockout", "kvo"]),
    (["--semantics", ""], semantics),
    (["--semantics=v"], ["vue"]),
    (["--color", "a"], ["always", "auto"]),
    (["--seed", ""], []),
    (["--trace-to", "n"], ["notes.txt"]),
    (["graph", "--format", ""], ["dot", "json", "mermaid", "svg", "text"]),
    (["compare", "--format", ""], ["json", "text"]),
    (["compare", "-s", "kvo,mo"], ["kvo,mobx"]),
    (["compare", "--semantics=kvo,qt,mo"], ["kvo,qt,mobx"]),
    (["compare", "-s", "kn"], ["knockout"]),
    (["check", "--allow", "B07"], ["B070", "B071", "B072"]),
    (["check", "--deny=B07"], ["B070", "B071", "B072"]),
    (["check", "--allow", "B045,B061,B07"], ["B070", "B071", "B072"].map { "B045,B061," + $0 }),
    (["format", "--che"], ["--check"]),
    (["learn", "first"], ["first-arrow"]),
    (["learn", "ou"], ["our lesson.md"]),
    (["report", "-o", ""], ["page.html", "with blank"]),
    (["report", "-o", "a"], []),
    (["report", "--output=p"], ["page.html"]),
    (["test", "-o", ""], ["results.tap", "with blank"]),
    (["--trace-to", "a"], []),
    (["--trace-to", "r"], ["run.ndjson"]),
    (["--from-trace", ""], ["run.ndjson", "with blank"]),
    (["he"], ["help"]),
    (["help", "comp"], ["compare", "completions"]),
    (["completions", ""], ["bash", "fish", "vim", "zsh"]),
    (["editor", "v"], ["vim", "vscode"]),
    (["editor", "emacs", "-o", ""], ["with blank"]),
    (["compare", ""], files),
    (["graph", ""], (files + ["our lesson.md"]).sorted()),
    (["check", ""], (files + ["our lesson.md"]).sorted()),
    (["format", "o"], ["our lesson.md"]),
    (["check", "p"], ["pay$me.bind"]),
    (["check", "my\\ f"], ["my file.bind"]),
    (["check", "\"my f"], ["my file.bind"]),
    (["format", "with\\ blank/"], ["with blank/x y.bind"]),
  ]

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  /// Sorted, without the `/` of folders.
  private func normalized(_ lines: String) -> [String] {
    lines.split(separator: "\n").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) }.sorted()
  }

  // MARK: bash

  /// The words as bash splits them, which it does at a `=`.
  private func bashWords(_ words: [String]) -> [String] {
    words.flatMap { word -> [String] in
      guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return [word] }
      let rest = String(word[word.index(after: sign)...])
      return [String(word[..<sign]), "="] + (rest.isEmpty ? [] : [rest])
    }
  }

  private func quoted(_ words: [String]) -> String {
    words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
  }

  @Test func `bash completes subcommands, options, their arguments and files`() throws {
    let folder = try Self.folder("bash")
    var script = "source ./script\n"
    for (words, _) in Self.cases {
      let all = ["bindlab"] + bashWords(words)
      script += "COMP_WORDS=(\(quoted(all))); COMP_CWORD=\(all.count - 1); COMPREPLY=(); _bindlab\n"
      script += "printf '%s\\n' \"${COMPREPLY[@]}\"; echo ==\n"
    }
    let result = try shell(script, folder: folder)
    #expect(result.errors == "")
    let answers = result.output.components(separatedBy: "==\n")
    for (answer, (words, candidates)) in zip(answers, Self.cases) {
      #expect(normalized(answer) == candidates, "bindlab \(words)")
    }
  }

  /// Bash itself offers any file if a completion has none.
  @Test func `bash offers no script at a prompt for an output`() throws {
    let folder = try Self.folder("bash")
    var environment = PseudoTerminal.usualEnvironment
    environment["PS1"] = "> "
    let terminal = try PseudoTerminal(
      "/bin/bash", arguments: ["--norc", "--noprofile", "-i"], environment: environment)
    try terminal.send(
      "PS1='ready> '; cd '\(folder.path)'; source ./script; bindlab() { echo \"<$3>\"; }\n")
    try terminal.expect("ready> ")
    try terminal.send("bindlab report -o a.b\t\n")
    try terminal.expect("<a.b>")
    try terminal.send("bindlab report -o pa\t\n")
    try terminal.expect("<page.html>")
    try terminal.send("bindlab --trace-to x a.b\t\n")
    try terminal.expect("<a.bind>")
    try terminal.send("exit\n")
    _ = try terminal.waitForExit()
  }

  @Test(arguments: Subcommand.allCases)
  func `bash offers the options that a subcommand takes, and no others`(
    _ subcommand: Subcommand
  ) throws {
    let folder = try Self.folder("bash")
    let words = subcommand == .run ? [] : [subcommand.rawValue]
    let all = ["bindlab"] + words + ["-"]
    let result = try shell(
      """
      source ./script
      COMP_WORDS=(\(quoted(all))); COMP_CWORD=\(all.count - 1); _bindlab
      printf '%s\\n' "${COMPREPLY[@]}"
      """, folder: folder)
    var options: [String] = []
    for option in CommandOption.all where subcommand.takes(option) {
      if let short = option.short { options.append("-\(short)") }
      if let long = option.long { options.append("--\(long)") }
    }
    #expect(normalized(result.output) == options.sorted())
  }

  // MARK: zsh

  /// The line after Tab is pressed at the end of each of the lines.
  private func zshLines(_ lines: [String], in folder: TemporaryFolder) throws -> [String] {
    try folder.write("_bindlab", try folder.read("script"))
    try folder.write(
      "driver",
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PS1= RPS1=; stty -echo; fpath=('$PWD' \\$fpath)"
      zpty -w shell 'autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word'
      zpty -w shell 'tell() { print -r -- "<<$BUFFER>>"; BUFFER=; zle -I }'
      zpty -w shell 'zle -N tell; bindkey "^X" tell; print "rea""dy"'
      zpty -r shell answer '*ready*'
      for line in "$@"; do
        zpty -w -n shell "$line"$'\\t\\x18'
        zpty -r shell answer '*<<*>>*'
        answer=${answer##*<<}
        print -r -- "${answer%%>>*}"
      done
      """)
    let script = "exec /usr/bin/zsh -f ./driver \(quoted(lines))"
    let result = try shell("export HOME=$PWD TERM=dumb\n" + script, folder: folder)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
  func `zsh completes subcommands, options, their arguments and files`() throws {
    let cases = [
      ("bindlab ch", "bindlab check "),
      ("bindlab --tra", "bindlab --trace"),
      ("bindlab --trace=fl", "bindlab --trace=flat "),
      ("bindlab -s kv", "bindlab -s kvo "),
      ("bindlab --semantics=v", "bindlab --semantics=vue "),
      ("bindlab --color al", "bindlab --color always "),
      ("bindlab graph --format me", "bindlab graph --format mermaid "),
      ("bindlab compare --format me", "bindlab compare --format me"),
      // The comma is removed when a blank is typed.
      ("bindlab compare -s kvo,mo", "bindlab compare -s kvo,mobx,"),
      ("bindlab format --che", "bindlab format --check "),
      ("bindlab check --see", "bindlab check --see"),
      ("bindlab report -o p", "bindlab report -o page.html "),
      ("bindlab report -o a", "bindlab report -o a"),
      ("bindlab --trace-to=r", "bindlab --trace-to=run.ndjson "),
      ("bindlab --trace-to a", "bindlab --trace-to a"),
      ("bindlab help gr", "bindlab help graph "),
      ("bindlab completions z", "bindlab completions zsh "),
      // If nothing else fits, zsh takes any file.
      ("bindlab learn first", "bindlab learn first-arrow "),
      ("bindlab learn ou", "bindlab learn our\\ lesson.md "),
      ("bindlab check n", "bindlab check notes.txt "),
      ("bindlab check p", "bindlab check pay\\$me.bind "),
      ("bindlab a", "bindlab a.bind "),
      ("bindlab check my", "bindlab check my\\ file.bind "),
      ("bindlab check it", "bindlab check it\\'s.bind "),
      ("bindlab check 'my f", "bindlab check 'my file.bind' "),
      ("bindlab format with", "bindlab format with\\ blank/"),
      ("bindlab format with\\ blank/", "bindlab format with\\ blank/x\\ y.bind "),
    ]
    let lines = try zshLines(cases.map(\.0), in: try Self.folder("zsh"))
    #expect(lines == cases.map(\.1))
  }

  // MARK: fish

  @Test(.enabled(if: isInstalled("fish"), "fish is not installed"))
  func `fish completes subcommands, options, their arguments and files`() throws {
    let folder = try Self.folder("fish")
    var script = "source ./script\n"
    for (words, _) in Self.cases {
      let line = (["bindlab"] + words).joined(separator: " ")
      let text = line.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      script += "complete -C '\(text)'; echo ==\n"
    }
    try folder.write("driver", script)
    let result = try shell(
      "export HOME=$PWD; exec /usr/bin/fish --no-config ./driver", folder: folder)
    #expect(result.errors == "")
    let answers = result.output.components(separatedBy: "==\n")
    for (answer, (words, candidates)) in zip(answers, Self.cases) {
      // A line is a candidate and its description; with a '=' it contains the whole word.
      let prefix = words.last.flatMap { word in
        word.hasPrefix("--") ? word.firstIndex(of: "=").map { String(word[...$0]) } : nil
      }
      let found = answer.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        .filter { !$0.hasSuffix("=") || prefix != nil }.joined(separator: "\n")
      #expect(
        normalized(found) == candidates.map { (prefix ?? "") + $0 }, "bindlab \(words)")
    }
  }

  // MARK: Vim

  /// The group of each piece of a line, without the name of the language before it.
  private func vimGroups(_ text: String) throws -> [String] {
    let folder = try Self.folder("vim")
    try folder.write("text.bind", text)
    try folder.write(
      "query.vim",
      """
      syntax on
      syntax clear
      unlet! b:current_syntax
      let v:errmsg = ''
      source script
      let lines = []
      for line in range(1, line('$'))
        let pieces = []
        let last = ''
        for column in range(1, len(getline(line)))
          let name = synIDattr(synID(line, column, 1), 'name')
          let name = substitute(name, '^bindlab', '', '')
          let character = getline(line)[column - 1]
          if name != last || len(pieces) == 0
            call add(pieces, name == '' ? character : name . ':' . character)
          else
            let pieces[-1] = pieces[-1] . character
          endif
          let last = name
        endfor
        call add(lines, join(filter(pieces, 'v:val =~ "^[A-Z][A-Za-z]*:"'), '|'))
      endfor
      call writefile(lines + [v:errmsg], 'groups')
      quitall!
      """)
    let result = try shell(
      "exec /usr/bin/vim -es -u NONE -i NONE -N text.bind -S query.vim < /dev/null", folder: folder)
    #expect(result.status == 0)
    return try folder.read("groups").components(separatedBy: "\n").dropLast()
  }

  private static let coloured = [
    ("#!/usr/bin/env bindlab", "Interpreter:#!/usr/bin/env bindlab"),
    ("// a comment", "Comment:// a comment"),
    (
      "object vm { name: String = \"Kim\"; next = 3 }",
      "Statement:object|Type:String|String:\"Kim\"|Number:3"
    ),
    (
      "bind vm.name ~> label | Uppercase as title",
      "Keyword:bind|Member:.name|Arrow:~>|Transformer:Uppercase|Clause:as"
    ),
    ("bind once a <! b", "Keyword:bind|Clause:once|Operator:<"),
    ("bind a.if <!> b", "Keyword:bind|Member:.if|Arrow:<!>"),
    ("bind a -> b", "Keyword:bind|OldArrow:->"),
    (
      "bind a ~> b | { value * 2 } reverse { old }",
      "Keyword:bind|Arrow:~>|BlockName:value|Operator:*|Number:2|Clause:reverse|BlockName:old"
    ),
    ("next = 3", "Number:3"),
    ("next; trace off", "Statement:next|Statement:trace|Clause:off"),
    ("source.text = nil", "Member:.text|Constant:nil"),
    (
      "print \"a \\(b + \"c\") d\\n\", 0xFF, 1_000.5e3, 150ms",
      "Keyword:print|String:\"a |Delimiter:\\(|Interpolation:b |Operator:+|Interpolation: |String:\"c\"|Delimiter:)"
        + "|String: d|Escape:\\n|String:\"|Number:0xFF|Number:1_000.5e3|Duration:150ms"
    ),
    ("unbind #3; unbind all", "Statement:unbind|Reference:#3|Statement:unbind|Clause:all"),
    (
      "expect turn.writes == 3 // => 4",
      "Keyword:expect|TurnField:turn.writes|Operator:==|Number:3|Expected:// => 4"
    ),
    ("a = 1 // allow B012", "Number:1|Comment:// |Allowed:allow B012"),
    (
      "class A: UILabel { weak b; computed c = min(1, 2) }",
      "Keyword:class|Class:UILabel|Statement:weak|Statement:computed|Function:min|Number:1|Number:2"
    ),
    (
      "observe initial a { print old } /* so",
      "Statement:observe|Clause:initial|Keyword:print|BlockName:old|BlockComment:/* so"
    ),
    ("it is */ wait", "BlockComment:it is */"),
    ("let t = \"\"\"", "Keyword:let|BlockString:\"\"\""),
    ("  one \" two", "BlockString:  one \" two"),
    ("  \"\"\"", "BlockString:  \"\"\""),
    ("wait", "Statement:wait"),
  ]

  @Test(.enabled(if: isInstalled("vim"), "vim is not installed"))
  func `Vim colours words, strings, numbers, arrows and comments in their places`() throws {
    let groups = try vimGroups(Self.coloured.map { $0.0 + "\n" }.joined())
    #expect(groups.last == "", "an error of Vim")
    for (found, (line, expected)) in zip(groups, Self.coloured) {
      #expect(found == expected, "\(line)")
    }
  }

  // MARK: The command line

  @Test func `completions takes exactly one known word`() throws {
    #expect(
      try bindlab("completions").errors.hasPrefix(
        "bindlab: completions takes one word: bash, zsh, fish or vim\n"))
    let wrong = try bindlab("completions", "fisch")
    #expect(
      wrong.errors
        == "bindlab: completions are for bash, zsh, fish and vim, not 'fisch'; did you mean 'fish'?\n"
        + "bindlab completions --help explains it\n")
    #expect(wrong.status == 64)
    #expect(try bindlab("completions", "bash", "zsh").status == 64)
    #expect(try bindlab("completions", "-e", "bash").status == 64)
  }
}
