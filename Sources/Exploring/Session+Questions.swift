import BindingEngine
import Interpreter
import Language
import Names
import Rendering
import Syntax
import Text

// Questions about causes: which property is meant, and the answer as text.
extension Session {
  func answerCause(
    _ question: Question, in tree: SyntaxTree, _ subjects: [Value]
  ) throws(ScriptFailure) {
    let recording = LiveRecording(self)
    let text = AnswerText(names: recording, isASCII: options.isASCII, width: options.width)
    let lines: [StyledText]
    switch question {
    case .why(let path, let turn):
      let property = try slot(at: path, in: tree, subjects[0])
      let turn = turnNumber(turn, in: tree)
      lines = text.lines(Why(property, after: turn, in: recording), after: turn)
    case .blame(let path, let turn):
      let property = try slot(at: path, in: tree, subjects[0])
      let turn = turnNumber(turn, in: tree)
      lines = text.lines(Blame(property, in: turn, of: recording), in: turn)
    case .history(let path):
      lines = text.lines(
        ValueHistory(try slot(at: path, in: tree, subjects[0]), of: recording))
    case .whynot(let path, let arrow, let other):
      if let broken = brokenWay([path, other], in: tree, subjects) {
        lines = StyledText(broken).wrapped(width: options.width)
        break
      }
      let property = try slot(at: path, in: tree, subjects[0])
      var ends = (source: UInt32?.none, target: property)
      if other.exists {
        let second = try slot(at: other, in: tree, subjects[1])
        ends = arrow.isLeftward ? (second, property) : (property, second)
      }
      let answer = codeAnswer(
        for: withoutUnrelatedDue(WhyNot(ends.target, from: ends.source, in: recording)))
      lines = text.lines(answer.answer, codeWay: answer.lines, remark: answer.remark)
    default: lines = text.lines(recording.costs)
    }
    for line in lines { print(line) }
  }

  /// Where the path of a question contains nil: that is where a value stops.
  private func brokenWay(
    _ paths: [NodeID], in tree: SyntaxTree, _ subjects: [Value]
  ) -> String? {
    for (path, subject) in zip(paths, subjects) {
      guard case .nil = subject, case .member(let baseNode, _) = tree.expression(path) else {
        continue
      }
      let whole = text(of: path, in: tree)
      let base = text(of: baseNode, in: tree)
      return
        "nil on the path: \(base) is nil, so \(whole) can be neither read nor written"
    }
    return nil
  }

  private func turnNumber(_ id: NodeID, in tree: SyntaxTree) -> Int? {
    if case .intLiteral(let number) = tree.expression(id) { number } else { nil }
  }

  private func slot(_ name: Name, of object: ObjectID) throws(ScriptFailure) -> UInt32 {
    guard let slot = graphState.slot(name, of: object) else {
      throw machine.noProperty(name, of: object)
    }
    return slot
  }

  /// The property that a path names: for an object alone, its default property.
  ///
  /// - Parameter subject: The object whose property is named, or the value of a path without a dot.
  private func slot(
    at path: NodeID, in tree: SyntaxTree, _ subject: Value
  ) throws(ScriptFailure) -> UInt32 {
    let text = text(of: path, in: tree)
    guard case .object(let object) = subject else {
      if case .member(let baseNode, _) = tree.expression(path) {
        guard case .nil = subject else {
          throw .message("'\(text)' is part of a value, not a property", help: nil)
        }
        let base = self.text(of: baseNode, in: tree)
        throw .message("'\(text)' has no object: '\(base)' is nil", help: "ask about '\(base)'")
      }
      throw .message(
        "'\(text)' is not a property", help: "ask about a property of an object, such as 'vm.name'")
    }
    if case .member(_, let member) = tree.expression(path) {
      return try slot(tree.name(member), of: object)
    }
    if let key = tree.dottedKey(of: path) {
      var owner = object
      for name in key.names.dropLast() {
        switch graphState.read(try slot(names.intern(name), of: owner)) {
        case .object(let next): owner = next
        case .nil: throw .message("'\(text)' has no object: '\(name)' is nil", help: nil)
        default: throw .message("'\(text)' is part of a value, not a property", help: nil)
        }
      }
      return try slot(names.intern(key.names[key.names.count - 1]), of: owner)
    }
    guard let name = graphState.defaultProperty(of: object),
      let slot = graphState.slot(name, of: object)
    else {
      let known = propertyNames(of: object).first.map { "name a property, such as '\(text).\($0)'" }
      throw .message("'\(text)' is an object without a default property", help: known)
    }
    return slot
  }
}
