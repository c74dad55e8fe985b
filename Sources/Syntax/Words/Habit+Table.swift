// The table.
extension Habit {
  static let prompts = [
    Habit(
      "exit", "bye", "logout", does: .statement("quit"),
      "'quit' ends the session, and so does Ctrl-D"),
    Habit(
      "undo", "rollback", does: .undo(1),
      "'rewind' undoes the last turn, 'rewind 3' the last three"),
    Habit("redo", does: .statement("replay 1"), "'replay' does again what 'rewind' undid"),
    Habit(
      "clear", "cls", does: .clear,
      "'clear' empties the screen of a terminal; 'reset' forgets everything"),
    Habit(
      "ls", "dir", does: .statement("objects"),
      "'objects' lists the objects, 'show NAME' the members of one"),
    Habit("man", "apropos", does: .statement("help"), "'help WORD' explains a word"),
    Habit(
      "about", "copyright", "credits", "license", does: .statement("version"),
      "'version' shows the version"),
    Habit(
      "edit", does: .edit(""),
      "at a prompt, opens an editor: 'edit', 'edit NAME' or 'edit #3'"),
    Habit(
      "learn", "tutorial", "lessons", "lesson", does: .learn(""),
      "at a prompt, begins the lessons; elsewhere, run 'bindlab learn'"),
    Habit(
      "list", "info", "globals", "locals", "vars",
      says: "'objects', 'bindings' and 'observers' list all; 'show NAME' shows one"),
    Habit(
      "finish", "resume", "cont",
      says: "a turn runs to its end by itself; where one is stopped, write 'continue'"),
    Habit(
      "halt", "abort", "pause", "kill", says: "Ctrl-C stops what runs; 'quit' ends the session"),
    Habit(
      "restart", "reload", "start",
      says: "'reset' forgets everything; 'source \"FILE\"' runs a file again"),
    Habit("!!", says: "the Up key brings back what was typed, and Ctrl-R searches it"),
    Habit(
      "shell", "sh", "sudo", "cd", "pwd", "mkdir", "touch", "cp", "mv", "chmod", "grep", "which",
      "make", "git", "vim", "vi", "nano", "emacs",
      says: "a prompt runs no other programs; Ctrl-Z goes to the shell, 'fg' comes back"),
    Habit("jobs", "fg", says: "nothing runs beside the prompt; 'fg' is a word of the shell"),
    Habit(
      "hello", "hi", "how", "what",
      says: "'help' lists all statements, and 'learn' begins the lessons"),
    Habit(
      "language", "reference", "manual", "docs", "syntax", "grammar",
      says: "'help' lists all statements; 'man bindlab-language' is the reference"),
    Habit(
      "frame", "up", "down", "layout", "tui",
      says: "where a turn is stopped, 'where' shows its events, 'step' and 'back' move"),
    Habit("jump", "goto", says: "statements run in order; 'rewind' goes back to an earlier turn"),
    Habit("call", says: "an action is called by its name: vm.save()"),
    Habit(
      "enable", "disable", "ignore", "condition",
      says: "'break PATH' makes a breakpoint, 'unbreak 1' removes it"),
    Habit(
      "perf", "timeit", says: "'costs' says which bindings have fired how often"),
    Habit("alias", says: "'let short = vm.person' gives something another name"),
  ]

  static let values = [
    Habit("null", "None", "undefined", "NULL", "Nil", "nullptr", is: "nil"),
    Habit("True", "TRUE", "YES", "yes", is: "true"),
    Habit("False", "FALSE", "NO", is: "false"),
    Habit("this", is: "self"),
    Habit("it", says: "in the block of a method, 'value' is the element: items.map { value * 2 }"),
    Habit(
      "console", "System", "fmt", "std", "cout",
      says: "write 'print' and the value: print \"text\""),
    Habit("now", "today", "clock", says: "time is virtual: 'advance 2s' lets it pass"),
    Habit("get", says: "'vm.name' reads a property, 'computed name = …' declares one"),
    Habit(
      "type", "typeof", "isinstance", "instanceof", "ptype", "whatis",
      says: "'show NAME' shows the types of an object; 'x is Int' tests a type"),
    Habit("len", "strlen", "sizeof", says: "write it after the value: names.count"),
    Habit("str", "repr", "toString", says: "write it after the value: vm.age.string"),
    Habit(
      "int", "float", "bool", "Int", "Double", "String", "Bool", "parseInt", "parseFloat",
      says: "'let x = 1' declares a constant; text.int and text.double convert"),
    Habit(
      "isNaN", "NaN", "Infinity",
      says: "numbers are 1, 0xFF, 1.5 and 1e-3; 'help values' says more"),
    Habit("Math", says: "functions stand alone: max(a, b), sqrt(x), round(x)"),
    Habit("JSON", says: "'graph json' writes the graph as JSON; 'show NAME' shows an object"),
    Habit(
      "getattr", "setattr", "hasattr",
      says: "vm[key] is the property whose name is in 'key'; 'vm responds act' tests"),
    Habit(
      "gets", "readline", "read", says: "nothing reads input; 'vm.name = \"Kim\"' sets a value"),
  ]

  static let statements = [
    Habit(
      "def", "fn", "func", "fun", "method", "proc", "void", "sub",
      says: "write 'function f(a) { return a }', or 'action f(a) { … }' for changes"),
    Habit("foreach", is: "for", "write 'for x in list { … }'"),
    Habit("elif", "elseif", "elsif", is: "else if"),
    Habit("then", "do", says: "the statements stand in braces: if a.on { … }"),
    Habit("end", "endif", "fi", "esac", says: "a block ends with '}'"),
    Habit("pass", "noop", says: "an empty block is '{ }'"),
    Habit("until", is: "while", "write 'while !(condition) { … }'"),
    Habit("forever", is: "while", "write 'while true { … }'"),
    Habit("unless", is: "if", "write 'if !(condition) { … }'"),
    Habit("guard", is: "if", "write 'if !(condition) { return }'"),
    Habit("loop", "times", is: "repeat", "write 'repeat 3 { … }'"),
    Habit(
      "match", "case", is: "switch",
      "write 'switch phase { idle { … } else { … } }', or 'if'"),
    Habit("fallthrough", says: "a block may have several cases: idle, loading { … }"),
    Habit(
      "import", "include", "require", "from", "load", "open", "run", "exec", "execfile",
      is: "source",
      "write 'source \"FILE\"', which runs another script"),
    Habit("export", says: "other scripts see what is declared at top level: source \"FILE\""),
    Habit(
      "del", "delete", "rm", "remove", "destroy", "free", "dispose", "unset",
      is: "release", "'release NAME' removes an object, 'unbind #3' a binding"),
    Habit("const", "auto", "dim", "local", "val", is: "let"),
    Habit("struct", is: "class"),
    Habit("interface", "trait", is: "protocol"),
    Habit("extension", is: "extend"),
    Habit("typealias", "typedef", says: "a type has one name; 'class' and 'enum' declare types"),
    Habit("obj", "create", "insert", is: "object", "write 'object vm { name = \"Kim\" }'"),
    Habit(
      "reactive", "useState", "observable", "Published",
      says: "each property can be bound and observed: object vm { name = \"Kim\" }"),
    Habit(
      "static", "private", "public", "override", "lazy", "final", "internal", "readonly",
      says: "a member needs no such word: write 'name = value'"),
    Habit("global", "nonlocal", says: "each block sees all variables of the script: x = 1"),
    Habit(
      "init", "constructor", "deinit",
      says: "'new Person { name = \"Kim\" }' gives first values; there is no 'init'"),
    Habit(
      "didSet", "willSet", "onChange",
      says: "'observe name { … }' runs at each change, 'set { … }' before it"),
    Habit("echo", "puts", "log", "printf", "println", "alert", "write", "display", is: "print"),
    Habit(
      "cat", "less", "inspect", "describe", "dump", "select", "SELECT", is: "show",
      "write 'show NAME'; 'objects' lists all, 'explain #3' describes a binding"),
    Habit("undisplay", is: "unwatch"),
    Habit("update", "UPDATE", says: "a property is assigned: vm.name = \"Kim\""),
    Habit("connect", "wire", is: "bind", "write 'bind a.x ~> b.x'"),
    Habit("unlink", "disconnect", "unsubscribe", is: "unbind", "write 'unbind #3'"),
    Habit("subscribe", "sink", is: "observe", "write 'observe vm.name { … }'"),
    Habit(
      "autorun", "watchEffect", "createEffect", "useEffect", is: "effect",
      "write 'effect { … }'"),
    Habit(
      "when", "listen", "addEventListener", "addObserver",
      says: "'on vm.saved { … }' handles an event, 'observe vm.name { … }' a change"),
    Habit("emit", "dispatch", "trigger", is: "fire", "write 'fire vm.saved()'"),
    Habit("notify", "publish", "broadcast", is: "post", "write 'post NAME'"),
    Habit(
      "debugger", "breakpoint", "tbreak", is: "break",
      "'break PATH' stops the next turn that changes it"),
    Habit(
      "async", "await", "sleep", "setTimeout",
      says: "'after 2s { … }' runs a block later; 'advance 2s' lets time pass"),
    Habit(
      "debounce", "debounceTime", says: "'| Debounce(300ms)' passes a value after a pause of 300ms"),
    Habit(
      "throttle", "throttleTime",
      says: "'| Throttle(300ms)' passes the first and the last value of 300ms"),
    Habit(
      "throttleFirst", "throttleLatest",
      says: "'| ThrottleFirst(1s)' passes the first value, 'Throttle' also the last"),
    Habit(
      "audit", "auditTime",
      says: "'transformer Audit(time) after time late replace { forward { value } }'"),
    Habit("delay", says: "'| Delay(300ms)' passes each value later; 'after 2s { … }' runs a block"),
    Habit(
      "receive", "receive(on:)", "subscribe(on:)", "observe(on:)", "MainScheduler", "DispatchQueue",
      "RunLoop",
      says: "'| Delay(0s)' passes a value on in a turn of its own; there are no threads"),
    Habit(
      "distinctUntilChanged", "removeDuplicates", "skipRepeats",
      says: "'| Distinct' rejects a value equal to the one before"),
    Habit("skip", "dropFirst", "drop(first:)", says: "'| Skip(1)' rejects the first value"),
    Habit(
      "switchToLatest", "flatMapLatest", "switchMap", "flatMap(.latest)",
      says: "'transformer Find after 1s late drop { … }': a new value drops the answer"),
    Habit(
      "withLatestFrom",
      says: "'| { [value, b.x] }': a block reads b.x, whose changes set off nothing"),
    Habit(
      "combineLatest", "CombineLatest",
      says: "'bind (a.x + b.x) ~> c.x' or 'computed': each change sets it off"),
    Habit(
      "merge", "Merge", says: "two bindings to one target: 'bind a.x ~> c.x' and 'bind b.x ~> c.x'"),
    Habit(
      "scan", says: "'transformer Sum(var total = 0) { forward { total += value; total } }'"),
    Habit(
      "sample", says: "'on b.tick { c.x = a.x }' takes the value that a.x has at that moment"),
    Habit(
      "share", "shareReplay", "share(replay:)", "multicast",
      says: "a property is shared: bind to it, then bind or observe from it"),
    Habit(
      "compactMap", "ignoreNil",
      says: "'| { if value == nil { reject \"nil\" }; value }' refuses nil"),
    Habit("yield", says: "'return' gives a value; 'fire vm.saved()' tells others"),
    Habit(
      "try", "catch", "except", "finally", "rescue",
      says: "an error ends its turn; nothing catches it, but 'expect error { … }'"),
    Habit("raise", is: "throw", "write 'throw \"text\"'"),
    Habit(
      "with", "using", "atomic", "transaction", "commit",
      says: "'batch { … }' makes several writes one turn; each statement is one, too"),
    Habit("defer", says: "write the statement at the end of the block"),
    Habit("assert", is: "expect"),
  ]

  static let signs = [
    Habit("and", is: "&&", "'and' is written '&&'"),
    Habit("or", is: "||", "'or' is written '||'"),
    Habit("not", is: "!", "'not' is written '!'"),
    Habit("to", says: "a range is 1...3; a binding is 'bind a.x ~> b.x'"),
    Habit("=+", "=-", says: "write 'x += 1' or 'x -= 1'"),
    Habit("<=>", "~=", says: "the comparisons are == != < <= > >="),
    Habit("<<", ">>", says: "numbers have no bits here: write x * 2 or x / 2"),
    Habit("===", is: "=="),
    Habit("!==", is: "!="),
    Habit("**", says: "write pow(2, 3)"),
    Habit(",", says: "write one assignment after the other: a = 1; b = 2"),
    Habit(":=", is: "=", "write '='; 'let a = 1' declares a constant, 'var a = 1' a variable"),
    Habit("lambda", says: "a block has no arrow and no parameters: items.map { value * 2 }"),
    Habit(
      "->", "=>", says: "'bind a.x ~> b.x' binds; a block has no arrow: items.map { value * 2 }"),
    Habit("<->", says: "'bind a.x <> b.x' binds both ways"),
    Habit("::", says: "a property is written after a dot: vm.name"),
    Habit("--", says: "a comment begins with '//'; 'x -= 1' subtracts 1"),
  ]
}
