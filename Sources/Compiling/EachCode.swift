import Names
import Syntax

/// Keeps one cell per element: code assembled by hand.
///
/// It receives the list and the present cells, and returns the new cells. A change of one element
/// costs the work for one cell.
package enum EachLocal {
  package static let list = 0
  package static let cells = 1
  /// What is left to do: see `EachTask`.
  package static let task = 2
  package static let position = 3
  package static let cell = 4
  package static let element = 5
  package static let result = 6
  /// The link's serial, which identifies its pool.
  package static let link = 7
  /// The property that the cells go to.
  package static let target = 8
  /// The name of the cells' class, or nil if the block's companion gives it.
  package static let className = 9
  package static let chooser = 10
  package static let changeKind = 11
  package static let changeIndex = 12
  /// A cell whose element now needs another class; it is released next.
  package static let retired = 13
  /// What to continue with after that.
  package static let interrupted = 14
  package static let count = 15
}

package enum EachTask: Int {
  /// Every element gets a cell, from the first on.
  case fill
  /// The element at the index gets a cell.
  case place
  /// The surplus cells are released.
  case trim
  /// A cell whose element needs another class is released.
  case retire
  case done
}

/// Where released cells wait. They end with the object for whose property they were made, so a
/// binding that has moved finds only those of its new target.
package struct PoolKey: Hashable {
  package var link: UInt32
  package var target: UInt32
  package var className: Name

  package init(link: UInt32, target: UInt32, className: Name) {
    (self.link, self.target, self.className) = (link, target, className)
  }
}

extension Compiler {
  /// The part of a binding that decides which cell an element gets.
  package mutating func each(_ id: NodeID, _ plan: BindingPlan) throws(Diagnostic) {
    guard id.exists else { return }
    let span = tree[id].span
    if tree[id].kind == .block {
      block(id, .each)
    } else {
      try refuse(session.mistake(ofCell: try classID(named: id)), at: id)
      push(.string(text(tree.name(id))), at: span)
    }
    plan.hasEach = true
    plan.eachCode = eachCode(at: span)
  }

  private func eachCode(at span: SourceSpan) -> Code {
    let writer = CodeWriter(locals: EachLocal.count, tree: code.tree, span: span)
    writer.code.maximumStack = 6
    writer.emit(.eachBegin)
    let start = writer.count
    let exit = writer.emit(.eachNext)
    writer.emit(.eachClass)
    let hasCell = writer.emit(.eachTake)
    writer.emit(.setLocal, a: Int32(EachLocal.cell))
    let viewModel = writer.cache(session.names.intern("viewModel"))
    let late = writer.emit(.eachEarly)
    writer.emit(.local, a: Int32(EachLocal.element))
    writer.emit(.initializeMember, a: Int32(EachLocal.cell), b: viewModel)
    writer.emit(.finishInstance, b: UInt16(EachLocal.cell))
    let placed = writer.emit(.jump)
    writer.land(late)
    writer.emit(.finishInstance, b: UInt16(EachLocal.cell))
    writer.emit(.local, a: Int32(EachLocal.cell))
    writer.land(hasCell)
    writer.emit(.setLocal, a: Int32(EachLocal.cell))
    writer.emit(.local, a: Int32(EachLocal.cell))
    writer.emit(.local, a: Int32(EachLocal.element))
    writer.emit(.setMember, b: viewModel)
    writer.land(placed)
    writer.emit(.eachPlace)
    writer.emit(.jump, a: Int32(start))
    writer.land(exit)
    writer.emit(.eachEnd)
    writer.emit(.return)
    return writer.code
  }
}
