// The hooks of React that set and follow a state. The preset `react` has their rules.
extension Writing {
  static let react = Writing(
    name: "React",
    summary: "components with states and effects, rendered again for each change",
    folders: ["signals"],
    words: [
      WritingWord(
        "useState", "setState", "useReducer",
        meaning: "a state of a component; setting it asks for another render with the new value",
        there: "const [items, setItems] = useState(1)",
        here: "`semantics react`, `object cart { items = 1 }`, and `cart.items = 2`",
        sample: "signals/react",
        example: """
          semantics react
          object cart { items = 1 }
          cart.items = 2
          expect cart.items == 1
          wait
          expect cart.items == 2
          """,
        note: """
          Until the next render code reads the old value. So 'm.count += 1' twice adds 1, as
          'setCount(count + 1)' twice does. A function that updates, 'setCount(c => c + 1)', is
          left out.
          """,
        parts: [
          "useContext": "a value of all components below; here its path"
        ]),
      WritingWord(
        "useEffect", "useLayoutEffect",
        meaning: "runs after a render in which one of its values is another",
        there: "useEffect(() => setTotal(items * 10), [items])",
        here: "`bind cart.items ~> cart.total | { value * 10 }`, or `observe cart.items { … }`",
        sample: "signals/react",
        example: """
          semantics react
          object cart { items = 1; total = 0 }
          bind cart.items ~> cart.total | { value * 10 }
          cart.items = 2
          wait
          expect cart.total == 20
          """,
        note: """
          All effects of a render see the values of that render. A value that follows from others is
          better a 'computed', which is never stale. 'useLayoutEffect' is left out.
          """,
        parts: [
          "cleanup": "what an effect returns to undo it; there is none here",
          "flushSync": "renders at once; here 'wait' lets the tick come",
        ]),
      WritingWord(
        "useMemo", "useCallback",
        meaning: "a value that is calculated again when one of its dependencies is another",
        there: "const total = useMemo(() => items * 10, [items])",
        here: "`computed total = items * 10`",
        sample: "signals/react",
        example: """
          semantics react
          object cart {
            items = 1
            computed total = items * 10
          }
          cart.items = 2
          wait
          expect cart.total == 20
          """,
        note: "What it depends on is what it reads: there is no list of dependencies to forget."),
    ])
}
