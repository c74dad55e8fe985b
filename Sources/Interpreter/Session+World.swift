import BindingEngine
import CodeCycles
import Compiling
import Language
import Names
import Text

// What the rules about names ask for: what exists now.
extension Session: World {
  package func text(_ name: Name) -> String { names.text(of: name) }

  package func kind(of name: Name) -> SymbolKind? { symbols.symbol(name)?.kind }

  package func declaredNames(_ kind: SymbolKind?) -> [String] {
    symbols.all.filter { kind == nil || $0.declaration.symbol.kind == kind }.map { text($0.name) }
  }

  package func owner(ofMember name: Name) -> String? {
    symbols.all.first {
      guard case .object(let variable) = $0.declaration.symbol,
        case .object(let object) = core.pointee.read(variable)
      else { return false }
      return core.pointee.isAlive(object) && core.pointee.slot(name, of: object) != nil
    }.map { text($0.name) }
  }

  package var localNames: [String] { [] }
  package var memberNames: [String] { [] }
  package var outerMemberNames: [String] { [] }

  package func near(_ name: Name, among candidates: @autoclosure () -> [String]) -> String? {
    nearest(to: text(name), among: candidates())
  }
}

// What compiling a statement asks for.
extension Session: CompilerHost {
  package var callables: [Callable] { state.callables }
  package var transformerParameters: [UInt32: [Name]] { state.transformerParameters }
  package var lastValue: Value { state.lastValue }

  package var isInFirstFile: Bool { runningFiles.isEmpty }
  package func symbol(_ name: Name) -> Symbol? { symbols.symbol(name) }
  package func declaration(of name: Name) -> Declaration? { symbols[name] }
}

// What the graph of code asks for.
extension Session: CodeGraphHost {
  package func made(_ block: BlockID) -> (code: Code?, copies: [Value], receiver: ObjectID?) {
    let made = machine.blocks[block.index]
    return (made.code?.takeUnretainedValue(), made.copies, made.receiver)
  }

  package func bodies(of classID: ClassID) -> [ClassBody] {
    layouts(of: classID).map { ($0.tree, $0.declared, $0.members) }
  }

  package func awaitDeclaration(of name: Name) { symbols.awaited.insert(name) }
}
