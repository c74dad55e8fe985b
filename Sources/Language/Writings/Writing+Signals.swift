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
          "dispose": "stops an effect; here 'unbind NAME'",
          "reaction": "runs a block when a value has changed; here observe vm.name { … }",
          "watch": "the same in Vue; here observe vm.name { … }",
          "immediate": "lets a watch run at once, too; here observe initial",
          "fireImmediately": "the same in MobX; here observe initial",
          "deep": "also watches what is inside; here parts are observed by their paths",
          "onCleanup": "runs before the effect runs again; there is none here",
          "createRenderEffect": "an effect before the others in Solid; here effect",
          "$inspect": "shows each change of a value; here observe x { print value }, or watch x",
          "effectScope": "ends several effects together; here kept by OBJECT",
        ]),
      WritingWord(
        "Cycle detected", "effect_update_depth_exceeded",
        meaning: "effects set each other off without end, in the words of Preact and others",
        there: "Error: Cycle detected",
        here: "an error, 'runaway', with the circle; `cycles` shows it before it runs",
        sample: "signals/writes-what-it-reads",
        example: """
          semantics mobx
          object vm { a = 1; b = 1 }
          effect { vm.b = vm.a + 1 }
          expect error "runaway" { effect { vm.a = vm.b + 1 } }
          """,
        parts: [
          "Maximum call stack size exceeded": "the same in Solid and Knockout",
          "Maximum recursive updates exceeded": "the same in Vue",
          "Maximum update depth exceeded": "the same in React",
          "Reaction doesn't converge to a stable state": "the same in MobX",
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
          """,
        parts: [
          "derived": "a store that follows others in Svelte; here computed",
          "toValue": "the value of a signal; here its path",
        ]),
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
          """,
        parts: [
          "toRef": "a signal for a property of an object; here its path",
          "toRefs": "signals for all properties of an object; here their paths",
          "reactive": "an object whose properties are followed; here object state { count = 0 }",
          "makeAutoObservable": "lets all properties be followed; here they all are",
          "createStore": "an object with values; here object state { … }",
          "writable": "a store in Svelte; here a property",
          "useSignal": "a signal of a component; here a property",
          "shallowRef": "a value whose parts are not followed; here a property",
          "v-model": "binds a field both ways in Vue; here bind vm.name <> field.text",
          "$props": "the values that a component gets; here properties",
        ]),
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
