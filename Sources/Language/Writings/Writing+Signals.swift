// The words of the libraries of signals and effects: Preact's signals, MobX, Vue, Solid, Svelte, Angular.
extension Writing {
  static let signalLibraries = Writing(
    name: "Signals",
    summary: "the libraries of signals and effects: Preact, MobX, Vue, Solid, Svelte, Angular",
    folders: ["signals"],
    words: [
      WritingWord(
        "watchEffect", "autorun", "createEffect", "$effect",
        meaning: "runs a function now, and again when something that it has read changes",
        there: "watchEffect(() => { label.text = vm.name })",
        here: "`effect { label.text = vm.name }`",
        sample: "signals/lost-dependency",
        example: """
          object vm { name = "Kim" }
          object label: UILabel
          effect { label.text = vm.name }
          expect label.text == "Kim"
          vm.name = "Bo"
          expect label.text == "Bo"
          """,
        note: """
          When it runs, and what it does if it writes what it reads, depends on the semantics:
          'mobx', 'signals', 'vue', 'solid', 'angular', 'svelte'. 'as NAME' gives it a name, and
          'unbind NAME' stops it.
          """,
        parts: [
          "dispose": "stops an effect; here 'unbind NAME'"
        ]),
      WritingWord(
        "untrack", "peek", "toRaw",
        meaning: "reads a value without following it",
        there: "untrack(() => count())",
        here: "`untracked(vm.count)`, and `untracked { … }` as a statement",
        sample: "signals/lost-dependency",
        example: """
          object vm { name = "Kim"; count = 1 }
          var seen = []
          effect { seen.append("\\(vm.name) \\(untracked(vm.count))") }
          vm.count = 2
          vm.name = "Bo"
          expect seen == ["Kim 1", "Bo 2"]
          """),
      WritingWord(
        "createMemo", "$derived", "linkedSignal",
        meaning: "a value that is computed from others",
        there: "const full = createMemo(() => first() + last())",
        here: "`computed full = first + last`, in the object that has both",
        sample: "signals/writes-what-it-reads",
        example: """
          object vm {
            first = "Kim"
            last = "Lee"
            computed full = first + " " + last
          }
          expect vm.full == "Kim Lee"
          """,
        note: """
          A 'linkedSignal' can be written, too, until what it is computed from changes: here it is a
          property that a binding writes.
          """),
      WritingWord(
        "createSignal", "ref", "$state",
        meaning: "a value whose changes are followed",
        there: "const count = ref(0)",
        here: "`object vm { count = 0 }`",
        sample: "signals/writes-what-it-reads",
        example: """
          object vm { count = 0 }
          vm.count += 1
          expect vm.count == 1
          """),
      WritingWord(
        "flushSync", "nextTick",
        meaning: "runs the effects that wait for the tick, or waits until they have run",
        there: "await nextTick()",
        here: "`wait`, where the semantics has a tick",
        sample: "signals/writes-what-it-reads",
        example: """
          semantics vue
          object vm { name = "Kim" }
          var seen = []
          effect { seen.append(vm.name) }
          vm.name = "Bo"
          expect seen == ["Kim"]
          wait
          expect seen == ["Kim", "Bo"]
          """),
      WritingWord(
        "runInAction", "startBatch",
        meaning: "lets effects wait until several writes are done",
        there: "runInAction(() => { vm.first = \"Ann\"; vm.last = \"Bell\" })",
        here: "`batch { vm.first = \"Ann\"; vm.last = \"Bell\" }`",
        sample: "signals/writes-what-it-reads",
        example: """
          semantics mobx
          object vm { first = "Kim"; last = "Lee" }
          var runs = 0
          effect {
            vm.first + vm.last
            untracked { runs += 1 }
          }
          batch {
            vm.first = "Ann"
            vm.last = "Bell"
          }
          expect runs == 2
          """),
    ])
}
