import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// Each option of the command line.
@Suite struct OptionTests {
  @Test func `-e and files run in the order given, in one session`() throws {
    let folder = TemporaryFolder()
    let first = try folder.write("first.bind", "object a { x = 1 }\nprint \"first\", a.x\n")
    let last = try folder.write("last.bind", "print \"last\", a.x\n")
    let result = try bindlab("-e", "print \"start\"", first, "-e", "a.x = 2", last)
    #expect(result.output == "start\nfirst 1\nlast 2\n")
    #expect(result.status == 0)
  }

  @Test func `- is standard input, in its place among the files`() throws {
    let result = try bindlab("-e", "print 1", "-", "-e", "print 3", input: "print 2\n")
    #expect(result.output == "1\n2\n3\n")
  }

  @Test func `after -- everything is a file`() throws {
    let folder = TemporaryFolder()
    try folder.write("-e", "print \"the file\"\n")
    let result = try shell("bindlab -- -e; bindlab -e 'print 1' -- -e", folder: folder)
    #expect(result.output == "the file\n1\nthe file\n")
  }

  @Test func `an error ends the run, a failed expectation does not`() throws {
    #expect(try bindlab("-e", "nope", "-e", "print 1").output == "")
    #expect(try bindlab("-e", "expect 1 == 2", "-e", "print 1").output == "1\n")
  }

  @Test func `--keep-going continues after an error, and the status still shows it`() throws {
    let result = try bindlab("--keep-going", "-e", "nope\nprint 1", "-e", "nope\nprint 2")
    #expect(result.output == "1\n2\n")
    #expect(result.status == 2)
    // If a file cannot be parsed, nothing of it runs, but everything after it does.
    let unparsed = try bindlab("--keep-going", "-e", "print 1\nprint (", "-e", "print 2")
    #expect(unparsed.output == "2\n")
    #expect(unparsed.status == 2)
  }

  @Test(arguments: ["1", "2", "9223372036854775807"])
  func `--journal takes every number of turns`(limit: String) throws {
    let result = try bindlab(
      "--journal", limit, "-e", "object a { x = 1 }\na.x = 2\na.x = 3\nrewind\na.x")
    #expect(result.output == "rewound 1 turn: after turn 2  a.x = 2; replay: 1 ahead\n2\n")
    #expect(result.status == 0)
  }

  @Test func `-i on a pipe answers each statement before it reads the next`() throws {
    // The second line is written only after the answer to the first has come back.
    let result = try shell(
      """
      coproc bindlab -i -n --trace=brief
      exec 5<&${COPROC[0]} 6>&${COPROC[1]}
      echo 'let x = 20 + 1' >&6
      echo 'x * 2' >&6
      while read -t 20 line <&5; do echo "got $line"; case $line in 42) break;; esac; done
      echo 'object a {' >&6
      echo '  y = 5' >&6
      echo '}' >&6
      echo 'a.y' >&6
      while read -t 20 line <&5; do echo "got $line"; case $line in 5) break;; esac; done
      echo 'quit' >&6
      wait $COPROC_PID; echo "status $?"
      """)
    #expect(result.output.contains("got 42\n"))
    #expect(result.output.hasSuffix("got 5\nstatus 0\n"))
    #expect(!result.output.contains("> "))
  }

  @Test func `lines of Objective-C that come one by one are answered as a whole`() throws {
    let pasted = """
      @interface Manager : NSObject
      @property (nonatomic, copy) NSString *title;

      @end
      [BINDO(vm, name) observe:^(id observable, id value) {
        NSLog(@"%@", value);
      }];
      print 1
      - (void)beginPrintTask
      {
        [worker doPrintTask];
      }
      print [1, 2]

      """
    let result = try bindlab("-i", "-n", input: pasted)
    #expect(result.output == "1\n[1, 2]\n")
    let answers = result.errors.split(separator: "\n").filter { $0.hasPrefix("help: write: ") }
    #expect(
      answers == [
        "help: write: class Manager { title: String? }",
        "help: write: observe vm.name { print value }",
        "help: write: action beginPrintTask() { worker.doPrintTask() }",
      ])
  }

  @Test func `chains and functions that come line by line are answered as a whole`() throws {
    let pasted = """
      object vm { name = "Kim"; first = 1 }
      vm.$name
        .removeDuplicates()
        .sink { [weak self] name in
          self?.label.text = name
        }
        .store(in: &cancellables)
      effect(() => {
        label.text = `${vm.name}`;
      });
      watch(
        () => vm.first,
        (value) => { console.log(value) }
      )
      print [1, 2]

      """
    let result = try bindlab("-i", "-n", input: pasted)
    #expect(result.output == "[1, 2]\n")
    let answers = result.errors.split(separator: "\n").filter { $0.hasPrefix("help: write: ") }
    let binding: Substring = "help: write: bind vm.name ~> label.text | Distinct"
    #expect(
      answers == [
        "help: write: vm.name", binding, binding,
        "help: write: effect { label.text = \"\\(vm.name)\" }",
        "help: write: observe vm.first { print value }",
      ])
  }

  @Test func `-i on a pipe continues after errors, and its status shows them`() throws {
    let result = try bindlab("-i", "-n", input: "nope\n(1 + \n2)\n)\n2 * 2\n")
    #expect(result.output == "3\n4\n")
    #expect(result.errors.contains("<repl>:1:1: error: unknown name 'nope'"))
    #expect(result.errors.contains("<repl>:4:1: error: "))
    #expect(result.status == 2)
    #expect(try bindlab("-i", "-n", input: "expect 1 == 2\n").status == 1)
    #expect(try bindlab("-i", "-n", input: "print 1\n").status == 0)
  }

  @Test func `-i takes what a file has declared`() throws {
    let result = try bindlab(
      "-i", "-n", "--trace=brief", "-e", "object a { x = 7 }", input: "a.x\n")
    #expect(result.output.hasSuffix("7\n"))
  }

  @Test func `-i continues with the next line after bytes that are not text`() throws {
    let bytes = Array("10 + 1\nprint \"".utf8) + [0xFF, 0x00] + Array("\"\n10 + 3\n".utf8)
    let result = try bindlab(["-i", "-n"], input: bytes)
    #expect(result.output == "11\n13\n")
    #expect(result.errors.contains("<repl>:2: error: "))
    #expect(result.status == 2)
  }

  @Test func `--semantics chooses what the script starts with`() throws {
    let script = """
      object a { x = 1 }
      observe a.x { if value < 5 { a.x += 1 } }
      a.x = 2
      print a.x
      """
    // Under bind the observer's own lock holds it back; under plain KVO it is called within itself.
    #expect(try bindlab("-e", script).output == "3\n")
    #expect(try bindlab("-s", "kvo", "-e", script).output == "5\n")
    #expect(try bindlab("--semantics=kvo", "-e", script).output == "5\n")
    let result = try bindlab("-s", "nope")
    #expect(
      result.errors.hasPrefix("bindlab: unknown semantics 'nope'; there are bind, kvo, "))
  }

  @Test func `--seed gives another sequence, the same in every run`() throws {
    let script = "print random(1000000), random(1000000), random(1000000)"
    let usual = try bindlab("-e", script).output
    let zero = try bindlab("--seed", "0", "-e", script).output
    let seven = try bindlab("--seed", "7", "-e", script).output
    #expect(usual == zero)
    #expect(seven != zero)
    #expect(try bindlab("--seed=7", "-e", script).output == seven)
    // `reset` is a clean start, also of the sequence.
    #expect(try bindlab("--seed", "7", "-e", script + "\nreset\n" + script).output == seven + seven)
  }

  @Test(arguments: [
    "while true { print 1 }", "while true {}", "repeat 1000000 {}", "for x in range(1000000) {}",
    "object a { x = 1 }\nwhile true { a.x = 2 }",
    "object a { x = 1 }\nobserve a.x { while true {} }\na.x = 2",
    "while true { expect error { nope } }",
    "while true { expect error { while true {} } }",
    "reset\nwhile true {}",
  ])
  func `--max-steps stops an endless script`(script: String) throws {
    let result = try bindlab("--max-steps", "100", "--keep-going", "-e", script + "\nprint \"on\"")
    #expect(result.status == 2)
    #expect(result.errors.contains("error: stopped: the run has used up its steps (--max-steps)"))
    #expect(!result.output.contains("on"))
  }

  @Test func `--max-steps leaves a short script alone, and does not count our own steps`() throws {
    let result = try bindlab("--max-steps", "3", "-e", "print 1\nprint 2\nprint 3")
    #expect(result.output == "1\n2\n3\n")
    #expect(result.status == 0)
    #expect(try bindlab("--max-steps", "2", "-e", "print 1\nprint 2\nprint 3").output == "1\n2\n")
  }

  @Test func `--werror makes a warning an error`() throws {
    let script = "object a { x = 1; y = 2 }\nbind a.x -> a.y\nprint a.y"
    #expect(try bindlab("-e", script).status == 0)
    let strict = try bindlab("--werror", "-e", script)
    #expect(strict.status == 2)
    #expect(strict.errors.hasPrefix("<-e>:2:10: error: '->' is the old spelling of '~>'\n"))
  }

  @Test(arguments: ["source \"other.bind\"", "save \"out.bind\""])
  func `--no-source refuses every access to files`(statement: String) throws {
    let folder = TemporaryFolder()
    try folder.write("other.bind", "print \"read\"\n")
    let script = try folder.write("script.bind", "object a { x = 1 }\n" + statement + "\n")
    #expect(try shell("bindlab script.bind", folder: folder).status == 0)
    try? FileManager.default.removeItem(atPath: folder.path + "/out.bind")
    let result = try bindlab("--no-source", script)
    #expect(result.status == 2)
    #expect(result.errors.contains("script.bind:2:1: error: '"))
    #expect(result.errors.contains("which --no-source refuses"))
    #expect(result.output == "")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.bind"))
  }

  @Test func `colours are for terminals, and on request`() throws {
    func isColored(_ arguments: String..., environment: [String: String] = [:]) throws -> Bool {
      let result = try bindlab(arguments + ["-e", "nope"], environment: environment)
      return result.errors.contains("\u{1B}[")
    }
    #expect(try !isColored())
    #expect(try !isColored("--color", "auto"))
    #expect(try isColored("--color", "always"))
    #expect(try isColored("--color=always", environment: ["NO_COLOR": "1", "TERM": "dumb"]))
    #expect(try !isColored("--color", "never"))
  }

  @Test(arguments: [
    ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
  ])
  func `NO_COLOR and TERM=dumb are honoured on a terminal`(
    environment: [String: String], isColored: Bool
  ) throws {
    let variables = PseudoTerminal.usualEnvironment.merging(environment) { $1 }
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-e", "nope"], environment: variables)
    #expect(try terminal.waitForExit() == .exited(2))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[") == isColored)
    #expect(terminal.text.hasPrefix("<-e>:1:1: error: unknown name 'nope'\r\nnope\r\n^~~~\r\n"))
  }

  @Test(arguments: [
    ["LC_ALL": "C"], ["LC_ALL": "", "LC_CTYPE": "", "LANG": "C"], ["LC_ALL": "POSIX"],
  ])
  func `a pipe gets the same in every locale, and ASCII alone only where it is asked for`(
    environment: [String: String]
  ) throws {
    let script = """
      object a { x = 1 }
      object b { x = 1 }
      bind a.x ~> b.x
      bind b.x ~> a.x | { value + 1 }
      a.x = 2
      graph
      cycles
      bindings
      nope
      """
    let result = try bindlab(["--ascii", "--trace=tree", "-e", script], environment: environment)
    #expect(result.outputBytes.allSatisfy { $0 < 0x80 })
    #expect(result.errorBytes.allSatisfy { $0 < 0x80 })
    let usual = try bindlab("--trace=tree", "-e", script)
    #expect(usual.outputBytes.contains { $0 >= 0x80 })
    let other = try bindlab(["--trace=tree", "-e", script], environment: environment)
    #expect(other.output == usual.output)
    #expect(other.errors == usual.errors)
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["--trace=tree", "-e", script],
      environment: plainEnvironment.merging(environment) { $1 })
    #expect(try terminal.waitForExit() == .exited(2))
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test func `the start-up file is for the REPL, and -n skips it`() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/bindlab", withIntermediateDirectories: true)
    try folder.write("bindlab/init.bind", "let greeting = \"hello\"\n")
    let environment = ["XDG_CONFIG_HOME": folder.path]
    let input = Array("greeting\n".utf8)
    let with = try bindlab(["-i"], input: input, environment: environment)
    #expect(with.output.hasSuffix("\"hello\"\n"))
    for option in ["-n", "--no-init"] {
      let without = try bindlab(["-i", option], input: input, environment: environment)
      #expect(without.errors.contains("unknown name 'greeting'"))
    }
    // A script gives the same output everywhere, so it does not read the file.
    let script = try bindlab([], input: input, environment: environment)
    #expect(script.errors.contains("unknown name 'greeting'"))
  }

  @Test func `-q leaves the banner out`() throws {
    func start(_ arguments: String...) throws -> String {
      let terminal = try PseudoTerminal(builtExecutable("bindlab"), arguments: arguments)
      try terminal.expect("> ")
      try terminal.send("\u{4}")
      #expect(try terminal.waitForExit() == .exited(0))
      return terminal.text
    }
    #expect(try start().hasPrefix("bindlab "))
    #expect(try start("-q").hasPrefix("> "))
    #expect(try start("--quiet").hasPrefix("> "))
  }

  @Test func `--help lists every option, --version is one line`() throws {
    let help = try bindlab("--help")
    #expect(help.status == 0)
    #expect(help.errors == "")
    for option in [
      "-e TEXT", "-i", "-t, --trace", "--trace-to FILE", "-s, --semantics NAME", "--keep-going",
      "--seed N", "--max-steps N", "--max-memory SIZE", "--werror", "--no-source", "--color",
      "--ascii", "-n, --no-init", "-q, --quiet", "-h, --help", "--version", "exit status:",
    ] {
      #expect(help.output.contains(option))
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try bindlab("-h").output == help.output)
    let version = try bindlab("--version")
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("bindlab "))
    #expect(version.output.split(separator: "\n").count == 1)
  }
}

extension OptionTests {
  @Test func `--max-steps also counts in a sourced script, whatever errors are expected`()
    throws
  {
    let folder = TemporaryFolder()
    try folder.write("endless.bind", "while true {}\n")
    let main = try folder.write("main.bind", "expect error { source \"endless.bind\" }\nprint 1\n")
    let result = try bindlab("--max-steps", "50", "--keep-going", main)
    #expect(result.status == 2)
    #expect(result.output == "")
  }

  // MARK: What was meant

  @Test(arguments: [
    (["--versoin"], "unknown option --versoin; did you mean '--version'?"),
    (["--trase=tree"], "unknown option --trase=tree; did you mean '--trace'?"),
    (["graph", "--fromat", "dot"], "unknown option --fromat; did you mean '--format'?"),
    (["check", "--keep-gonig"], "unknown option --keep-gonig; did you mean '--keep-going'?"),
    (["-version"], "unknown option -v; did you mean '--version'?"),
    (["--no"], "--no can be --no-source, --no-settings or --no-init"),
    (["--xyzzy"], "unknown option --xyzzy"), (["-Z"], "unknown option -Z"),
    (["help", "chekc"], "there is no command or topic 'chekc'; did you mean 'check'?"),
    (["help", "BINDNGS"], "there is no command or topic 'BINDNGS'; did you mean 'BINDINGS'?"),
    (
      ["help", "xyzzy"],
      "there is no command or topic 'xyzzy'; the commands are check, test, coverage, watch, compare, graph, "
        + "report, format, learn, lsp, editor, config, completions and help"
    ),
    (["help", "check", "test"], "help takes one COMMAND"),
  ])
  func `an unknown option or command suggests a similar one`(
    words: [String], message: String
  ) throws {
    let result = try bindlab(words)
    #expect(result.errors.hasPrefix("bindlab: \(message)\n"), "\(result.errors)")
    #expect(result.output == "")
    #expect(result.status == 64)
  }

  @Test(arguments: [
    (["lern"], "there is no file or command 'lern'; did you mean 'bindlab learn'?"),
    (["chekc", "x.bind"], "there is no file or command 'chekc'; did you mean 'bindlab check'?"),
    (["run", "x"], "there is no file or command 'run'; a script needs no command: bindlab FILE"),
    (
      ["-q", "check"],
      "there is no file or command 'check'; a command goes before all options: bindlab check"
    ),
    (["nothing.bind"], "cannot read 'nothing.bind': No such file or directory"),
  ])
  func `a first word that is not a file suggests a similar command`(
    words: [String], message: String
  ) throws {
    let result = try bindlab(words)
    #expect(result.errors == "bindlab: \(message)\n")
    #expect(result.status == 66)
  }

  @Test func `a file runs whatever its name is`() throws {
    let folder = TemporaryFolder()
    for name in ["help", "check", "lern", "run"] { try folder.write(name, "print \"\(name)\"\n") }
    let result = try shell(
      "bindlab ./help; bindlab ./check; bindlab lern; bindlab run", folder: folder)
    #expect(result.output == "help\ncheck\nlern\nrun\n")
  }

  @Test(arguments: Subcommand.named)
  func `help on a command shows the text of its --help`(_ command: Subcommand) throws {
    let result = try bindlab("help", command.rawValue)
    #expect(result.output == (try bindlab(command.rawValue, "--help")).output)
    #expect(result.output.hasPrefix("usage: bindlab \(command)"))
    #expect(result.status == 0)
  }

  @Test func `help alone is --help`() throws {
    #expect(try bindlab("help").output == bindlab("--help").output)
  }
}
