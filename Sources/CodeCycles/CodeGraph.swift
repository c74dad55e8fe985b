import BindingEngine
import Compiling
import Language
import Names
import Syntax

/// What the blocks of a session may set off, and the closed paths on which a change can go round
/// through them.
///
/// It knows no texts: the session words what is found here.
package final class CodeGraph {
  unowned let host: any CodeGraphHost
  /// The known paths through code.
  @exclusivity(unchecked) package var codeEdges = CodeEdges()
  /// The names that each kind of block has, computed on demand.
  private var roleParameters: [BlockRole: [Name]] = [:]

  package init(_ host: any CodeGraphHost) { self.host = host }

  /// The graph, for reading.
  var graphState: GraphCore { unsafeAddress { UnsafePointer(host.core) } }
  var callables: [Callable] { host.callables }

  func parameters(_ role: BlockRole) -> [Name] {
    if let known = roleParameters[role] { return known }
    let made = role.parameters.map { host.names.intern($0) }
    roleParameters[role] = made
    return made
  }
}

/// What the graph of code asks of the session, which has the blocks.
package protocol CodeGraphHost: CompilerHost {
  /// A block as it was made: its code, what it copies from its surroundings, and its `self`.
  func made(_ block: BlockID) -> (code: Code?, copies: [Value], receiver: ObjectID?)
  /// The bodies of a class and of those it inherits from, the most general first, each with the
  /// members that it sees.
  func bodies(of classID: ClassID) -> [ClassBody]
  /// The event of a notification: a member of an object that has no name.
  func notification(_ name: Name) -> UInt32
  /// The notification with this `slot`; nil for any other member.
  func notificationName(at slot: UInt32) -> Name?
  /// Notes that code waits for the declaration of a name.
  func awaitDeclaration(of name: Name)
}

/// What a class declares.
package typealias ClassBody = (tree: SyntaxTreeBox, node: NodeID, members: SharedNames)
