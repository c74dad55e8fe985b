import TestSupport

extension ComparedScenario {
  /// The scenario of a recorded program: signals come first, then computed values.
  init(_ program: RecordedProgram) {
    func index(_ name: String) -> Int {
      let number = Int(name.dropFirst()) ?? 0
      return name.hasPrefix("s") ? number : program.n + number
    }
    name = "\(program.seed)"
    steps = (0..<program.n).map { .property($0, object: $0, member: 0, value: 0) }
    for formula in program.comp {
      steps.append(.computed(index(formula.name), Formula(formula, index)))
    }
    for case .list(let made) in program.order {
      guard case .word(let kind) = made[0], case .number(let number) = made[1] else { continue }
      if kind == "b" {
        let binding = program.binds[number]
        steps.append(
          .bind(
            number + 1, Transform(binding.op), from: index(binding.src), to: index(binding.dst)))
      } else {
        steps.append(
          .observe(
            program.binds.count + number + 1, property: index(program.obs[number]), .log))
      }
    }
    steps += program.steps.map { Step($0, bindings: program.binds.count) }
  }
}

extension ComparedScenario.Formula {
  fileprivate init(_ formula: RecordedFormula, _ index: (String) -> Int) {
    if let choice = formula.if {
      self = .choice(index(choice[0]), index(choice[1]), index(choice[2]))
    } else {
      self = .remainder(formula.src.map(index), adding: formula.add, modulo: formula.mod)
    }
  }
}

extension ComparedScenario.Transform {
  fileprivate init(_ operation: RecordedProgram.Binding.Operation) {
    self =
      switch operation {
      case .id: .copy
      case .inc: .add(1)
      case .cap: .clamp(-1_000_000_000, 4)
      case .half: .half
      }
  }
}

extension ComparedScenario.Step {
  /// - Parameter bindings: How many there are: observers are numbered after them.
  fileprivate init(_ step: [RecordedItem], bindings: Int) {
    if case .list(let only) = step[0], case .word(let word) = only[0],
      case .number(let number) = only[1]
    {
      self = .unbind(word == "unbind" ? number + 1 : bindings + number + 1)
      return
    }
    let writes = step.compactMap { item -> (property: Int, value: Int)? in
      guard case .list(let pair) = item, case .number(let property) = pair[0],
        case .number(let value) = pair[1]
      else { return nil }
      return (property, value)
    }
    self = writes.count == 1 ? .set(writes[0].property, writes[0].value) : .batch(writes)
  }
}
