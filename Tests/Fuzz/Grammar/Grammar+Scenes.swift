/// Several statements that belong together, for states that single statements seldom reach.
extension Grammar {
  mutating func scene() -> String {
    let object = random.pick(Grammar.objects)
    let property = random.pick(Grammar.properties)
    switch random.next(18) {
    case 10...12: return making()
    case 13, 14: return timed()
    case 15...17: return shape()
    case 0:
      return """
        class K: UITableViewCell { z; bind viewModel.\(property) ~> z }
        class L: UITableViewCell { action viewDidUpdateViewModel() \(block()) }
        object \(object) { x = [1, 2, \(expression())] }
        object t: UITableView
        bind \(object).x ~> t.rows each \(random.pick(["K", "L", "{ value == 1 ? K : L }"])) as m
        \(object).x.\(random.pick(["insert(1, at: 0)", "remove(at: 0)", "replace(at: 1, with: 1)"]))
        """
    case 1:
      return """
        object \(object) { \(property) = 0; command k(n) after \(duration()) \(block()) cancel \(block()) }
        observe \(object).k.status \(block())
        \(object).k.execute(\(expression()))
        wait
        """
    case 2:
      return """
        transformer Late after 1s { forward \(block()) }
        bind \(object).\(property) ~> \(path()) | Late\(random.pick(["", " | Negate"])) as m
        \(object).\(property) = \(expression())
        advance \(duration())
        """
    case 3:
      return """
        object \(object) { event e; \(property); default e; action f(n) \(block()) }
        on \(object).e \(block())
        bind \(object).e !~> \(path())
        bind \(object).e !~> \(object).f
        fire \(object)(\(expression()))
        """
    case 4:
      return """
        on notification N \(block())
        on notification N { post M(value); \(statement()) }
        on notification M \(block())
        post N(\(expression()))
        """
    case 5:
      return """
        class C { \(property); action f(n) \(block()); on notification N \(block()) }
        class D: C { action f(n) \(block()); event e; on e \(block()) }
        object \(object): D
        \(object).f(\(expression()))
        """
    case 6:
      return """
        object \(object) { weak \(property); x }
        object d { action f(n) \(block()) }
        \(object).\(property) = d
        after 1s { \(object).\(property).f(1); release d }
        wait
        """
    case 7:
      return """
        semantics s2: \(random.pick(["bind", "kvo"])) { error = go-on }
        semantics s2
        observe \(object).\(property) { throw "t" }
        observe \(object).\(property) \(block())
        \(object).\(property) = \(expression())
        """
    case 8:
      return """
        expect error { \(statement()); \(statement()); throw "t" }
        batch { \(statement()); release \(object); \(statement()) }
        """
    default:
      return """
        bind \(object).x ~> \(random.pick(Grammar.objects)).x
        observe prior \(object).x \(block())
        \(object).x = [1, 2, 3]
        \(object).x.remove(at: 1)
        \(object).x.insert(\(expression()), at: 0)
        """
    }
  }
}
