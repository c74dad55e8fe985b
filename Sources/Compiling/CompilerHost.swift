import BindingEngine
import Language
import Names
import Syntax

/// What the compiler asks of the session, which alone knows what exists now.
package protocol CompilerHost: AnyObject, World {
  var names: NameTable { get }
  var core: UnsafeMutablePointer<GraphCore> { get }
  /// Actions and commands, by the engine's number.
  var callables: [Callable] { get }
  /// What transformers take besides the value, by the engine's number.
  var transformerParameters: [UInt32: [Name]] { get }
  /// The value that was shown last.
  var lastValue: Value { get }
  /// The words `turn`, `_`, `change` and `outer`, which need no declaration.
  var turnName: Name { get }
  var lastValueName: Name { get }
  var changeName: Name { get }
  var outerName: Name { get }
  /// Whether a listener wants to know which blocks and branches run.
  var countsBranches: Bool { get }
  /// Whether what is compiled stands in the first script, not in one that it reads.
  var isInFirstFile: Bool { get }

  /// Changes whenever a name is declared, or its declaration rolled back.
  var declaredVersion: Int { get }

  /// What a name stands for at top level.
  func symbol(_ name: Name) -> Symbol?
  /// What a name stands for at top level, and where it was declared.
  func declaration(of name: Name) -> Declaration?
  /// The engine's token for the binding or observer at `node`.
  ///
  /// - Parameter isOwn: Whether it observes the object in whose body it is.
  func origin(_ tree: SyntaxTreeBox, _ node: NodeID, arrow: Arrow?, isOwn: Bool) -> UInt32
  /// The slot for an object of this name, which may be made only later.
  func reserveObject(_ name: Name, file: SourceFile, span: SourceSpan) -> UInt32
  func memberNames(of classID: ClassID) -> SharedNames
  /// The members of the object that a path leads to now, as far as that is known.
  func memberNames(at path: NodeID, in tree: SyntaxTree) -> () -> SharedNames
  /// The present value at a path of literal names and indexes; nil if it cannot be determined.
  func value(at path: NodeID, in tree: SyntaxTree) -> Value?
  /// The type that `node` names.
  func type(_ node: NodeID, in tree: SyntaxTree) throws(ScriptFailure) -> ValueType
  /// The words for a failure, at its place.
  func diagnostic(for failure: ScriptFailure, file: SourceFile, span: SourceSpan) -> Diagnostic
  /// Whether a declaration in a file may take the place of another one: it was typed.
  func mayDeclareAgain(_ file: SourceFile?) -> Bool
  /// Why the name at `node` cannot be declared: it has another meaning.
  func refusal(ofDeclaring node: NodeID, as kind: SymbolKind, in tree: SyntaxTree) -> Diagnostic?
  /// Why instances of the class cannot be cells.
  func mistake(ofCell classID: ClassID) -> Mistake?
  /// Warns of what will run, but hardly as it was meant.
  func warn(_ mistake: Mistake, in file: SourceFile, at span: SourceSpan)
  /// Warns of a variable whose changes do not fire the block that reads it.
  func warnAboutVariable(
    _ name: Name, of role: BlockRole, in file: SourceFile, at span: SourceSpan)
}
