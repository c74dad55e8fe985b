import BindingEngine
import Compiling
import Language
import Names
import Syntax

// A transformer or function that is declared again: what was made before keeps the earlier one.
extension Session {
  /// The transformers and functions that a binding or observer uses as they were before they were
  /// declared again.
  ///
  /// A block that has not run yet looks its names up when it does, so it uses the new ones.
  ///
  /// - Complexity: O(*n*) in the code of the binding and of the functions that it calls.
  package func earlierDefinitions(usedBy link: UInt32) -> [Name] {
    var search = EarlierDefinitionSearch(session: self)
    search.visit(link: link)
    return search.found
  }

  /// Shows the bindings that keep the definition that another one has just replaced.
  func reportKept(afterDeclaring name: Name, over old: Declaration?, in file: SourceFile) {
    guard let old, [.transformer, .function].contains(old.symbol.kind), mayDeclareAgain(file) else {
      return
    }
    let kept = sortedLinks().filter { earlierDefinitions(usedBy: $0).contains(name) }
    guard let first = kept.first else { return }
    let numbers = kept.map { "#\(core.pointee.number(of: $0))" }
    let shown = numbers.prefix(10) + (numbers.count > 10 ? ["\(numbers.count - 10) more"] : [])
    let verb = kept.count == 1 ? "keeps" : "keep"
    print(
      """
      \(.binding, shown.count == 1 ? hopText(first) : shown.joined(separator: ", ")) \(verb) the \
      earlier '\(text(name))'; to use the new one, unbind and bind again
      """)
  }
}

/// Goes through the code of a binding.
private struct EarlierDefinitionSearch {
  let session: Session
  var found: [Name] = []
  private var seen: Set<ObjectIdentifier> = []

  init(session: Session) { self.session = session }

  mutating func visit(link: UInt32) {
    let core = session.core
    let record = core.pointee.links[link]
    guard record.detail != 0 else { return }
    let detail = core.pointee.details[record.detail]
    for position in 0..<detail.stageCount {
      visit(transformer: core.pointee.stages[detail.firstStage + position].transformer)
    }
    if case .block(let block) = detail.source { visit(block) }
    for block in [detail.transform, detail.observe] where block.exists { visit(block) }
  }

  private mutating func visit(transformer number: UInt32) {
    let used = session.core.pointee.transformers[number]
    if used.name != .none {
      // One with arguments has them in its name.
      let name = session.names.intern(String(session.text(used.name).prefix { $0 != "(" }))
      if case .transformer(let current)? = session.symbols[name]?.symbol,
        !isSame(used, session.core.pointee.transformers[current])
      {
        note(name)
      }
    }
    for block in [used.forward, used.reverse] where block.exists { visit(block) }
  }

  /// Whether two transformers have the same blocks. One with arguments has copies of them.
  private func isSame(_ one: TransformerRecord, _ other: TransformerRecord) -> Bool {
    code(one.forward) === code(other.forward) && code(one.reverse) === code(other.reverse)
  }

  private func code(_ block: BlockID) -> Code? {
    guard block.exists else { return nil }
    return session.machine.blocks[block.index].code?.takeUnretainedValue()
  }

  private mutating func visit(_ block: BlockID) {
    if let code = code(block) { visit(code) }
  }

  private mutating func visit(_ code: Code) {
    guard !code.isPending, seen.insert(ObjectIdentifier(code)).inserted else { return }
    for position in 0..<UInt32(code.instructions.count) {
      let instruction = code.instructions[position]
      switch instruction.operation {
      case .callAction: visit(callable: Int(instruction.a))
      case .callTransformer: visit(transformer: UInt32(instruction.a))
      default: break
      }
    }
  }

  private mutating func visit(callable index: Int) {
    let callable = session.state.callables[index]
    guard callable.isFunction else { return }
    if case .function(let current)? = session.symbols[callable.name]?.symbol, Int(current) != index
    {
      note(callable.name)
    }
    visit(callable.body)
  }

  private mutating func note(_ name: Name) {
    if !found.contains(name) { found.append(name) }
  }
}
