import BindingEngine
import Compiling
import Language
import Names
import Syntax

// Key paths over properties that are declared with classes: what they name is known at the
// declaration, before there is an object.
extension Session {
  /// Refuses a class whose bindings and observers name members that the classes on their paths do
  /// not have.
  func refusePaths(of plan: ClassPlan, _ classID: ClassID) throws(ScriptFailure) {
    guard plan.body.exists else { return }
    let tree = plan.tree.tree
    for member in tree.members(of: plan.body) {
      for end in tree.ends(ofLink: member) {
        let (root, names) = tree.path(end)
        let path: [NodeID]
        switch tree.expression(root) {
        case .name: path = [root] + names
        case .selfReference: path = names
        default: continue
        }
        let found = mistake(ofPath: path.map { tree.name($0) }, from: classID)
        // What the class itself does not have may be a name from its surroundings, or of a
        // subclass.
        guard let (mistake, position) = found, position > 0 else { continue }
        throw .diagnostic(Diagnostic(mistake, file: tree.file, span: tree[path[position]].span))
      }
    }
  }

  func mistake(ofPath path: [Name], from classID: ClassID) -> (mistake: Mistake, position: Int)? {
    mistake(ofPath: path, from: classID) { name, classID in
      let record = core.pointee.classes[Int(classID.index)]
      if record.isForwardDeclared { return .open }
      guard let ordinal = record.ordinal(of: name) else {
        return .missing(
          owner: names.text(of: record.name),
          members: record.properties.map { names.text(of: $0.name) })
      }
      let info = record.properties[ordinal]
      if info.role == .command { return .leads(commandClass) }
      guard info.role == .property, case .instance(let next) = info.type.base else { return .open }
      return .leads(next)
    }
  }
}

extension SyntaxTree {
  /// The ends of a binding or observer in a body.
  fileprivate func ends(ofLink member: NodeID) -> [NodeID] {
    switch self.member(member) {
    case .binding(let binding): [binding.left, binding.right]
    case .observe(let observer): [observer.path]
    case .on(let observer): observer.isNotification ? [] : [observer.path]
    case .property, .computed, .defaultMember, .event, .action, .command, .missing: []
    }
  }
}
