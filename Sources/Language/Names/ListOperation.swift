import Syntax
import Values

/// The changes of a list in place.
package enum ListOperation: String, CaseIterable {
  case append, insert, remove, replace
  /// Several elements at once, which is one change.
  case appendContents = "append(contentsOf:)"
  case insertContents = "insert(contentsOf:at:)"

  /// Its name in a call.
  package var name: String {
    switch self {
    case .appendContents: ListOperation.append.rawValue
    case .insertContents: ListOperation.insert.rawValue
    default: rawValue
    }
  }

  /// Whether it takes a list of elements.
  package var takesContents: Bool { labels.first == "contentsOf" }

  /// Whether it puts elements between others, so that the place behind the last one is one, too.
  package var inserts: Bool { name == ListOperation.insert.rawValue }

  /// The operations without further labels, each with a name of its own.
  package static let named = allCases.filter { $0.name == $0.rawValue }

  /// The operation that a call means; nil if none has the name.
  ///
  /// - Parameter labels: Those of its arguments. If they fit none, it is the one without labels.
  package static func called(_ name: String, labels: [String]) -> ListOperation? {
    allCases.first { $0.name == name && $0.labels == labels } ?? ListOperation(rawValue: name)
  }

  /// Its form in errors and `help`.
  package var signature: String {
    switch self {
    case .append: "append(x)"
    case .insert: "insert(x, at: i)"
    case .remove: "remove(at: i)"
    case .replace: "replace(at: i, with: x)"
    case .appendContents: "append(contentsOf: list)"
    case .insertContents: "insert(contentsOf: list, at: i)"
    }
  }

  /// What it does.
  var summary: String {
    switch self {
    case .append: "adds an element at the end of a list"
    case .insert: "adds an element before the one at an index"
    case .remove: "removes the element at an index, or those of a range: remove(at: 1...3)"
    case .replace: "sets the element at an index"
    case .appendContents: "adds the elements of another list at the end, as one change"
    case .insertContents: "adds the elements of another list before an index, as one change"
    }
  }

  /// The labels of its arguments; empty for none.
  package var labels: [String] {
    switch self {
    case .append: [""]
    case .insert: ["", "at"]
    case .remove: ["at"]
    case .replace: ["at", "with"]
    case .appendContents: ["contentsOf"]
    case .insertContents: ["contentsOf", "at"]
    }
  }
}

extension ListOperation {
  /// The changed list, and the change.
  ///
  /// - Parameters:
  ///   - first: The first argument of the call.
  ///   - second: The second one; nil if there is none.
  /// - Throws: `ScriptFailure` if the index does not exist, or the list would be nested too deeply.
  /// - Complexity: O(log *n*) in the length of the list.
  package func changed(
    _ list: ListValue, _ first: Value, _ second: Value
  ) throws(ScriptFailure) -> (list: ListValue, change: ListChange) {
    let change: ListChange
    var result: ListValue?
    switch self {
    case .append:
      change = ListChange(.insert, at: list.count)
      result = list.appending(first)
    case .insert:
      change = ListChange(.insert, at: try place(second, in: list.count))
      result = list.inserting(first, at: change.index)
    case .appendContents, .insertContents:
      let index = self == .insertContents ? try place(second, in: list.count) : list.count
      guard case .list(let more) = first else {
        throw ListOperation.failure(ofContents: first.typeName)
      }
      change = more.count == 0 ? .set : ListChange(.insert, at: index)
      result = list.inserting(contentsOf: more, at: index)
    case .remove:
      guard case .list(let places) = first else {
        change = ListChange(.remove, at: try place(first, in: list.count))
        result = list.removing(at: change.index)
        break
      }
      let range = try range(places, in: list.count)
      change = range.isEmpty ? .set : ListChange(.remove, at: range.lowerBound)
      result = range.isEmpty ? list : list.removing(range)
    case .replace:
      change = ListChange(.replace, at: try place(first, in: list.count))
      result = list.replacing(at: change.index, with: second)
    }
    guard let result else { throw Operators.tooDeep }
    return (result, change)
  }

  /// The places in a list of numbers that follow one another, as `1...3` gives it.
  private func range(_ places: ListValue, in count: Int) throws(ScriptFailure) -> Range<Int> {
    guard places.count > 0 else { return 0..<0 }
    let first = try place(places[0], in: count)
    for (offset, place) in places.enumerated()
    where try self.place(place, in: count) != first + offset {
      throw .message(
        "the places to remove must follow one another", help: "write a range: remove(at: 1...3)")
    }
    return first..<first + places.count
  }

  /// What is not a list, and so has no elements to insert.
  package static func failure(ofContents type: String) -> ScriptFailure {
    .message("'contentsOf' takes a list, not \(Mistake.withArticle(type))", help: nil)
  }

  private func place(_ index: Value, in count: Int) throws(ScriptFailure) -> Int {
    guard inserts, case .int(let place) = index else {
      return try ListOperation.position(index, below: count)
    }
    if let failure = ListOperation.failure(ofInsertingAt: place, in: count) { throw failure }
    return place
  }

  /// Why nothing can be inserted at an index of a list with this many elements; nil if it can.
  package static func failure(ofInsertingAt place: Int, in count: Int) -> ScriptFailure? {
    if place >= 0, place <= count { return nil }
    return .message(
      "nothing can be inserted at \(place) in a list of \(count)",
      help: "the first place is 0; the last is \(count), after all elements")
  }

  /// The index of the element that a value means.
  package static func position(
    _ index: Value, below count: Int
  ) throws(ScriptFailure) -> Int {
    guard case .int(let position) = index, position >= 0, position < count else {
      throw ValuePlace.index(below: count).failure(index)
    }
    return position
  }
}

/// What the call of a member can be, by its arguments.
package enum MemberCallForm {
  case action, list, either
}

extension SyntaxTree {
  /// What the call at `id` can be, with the operation of that name; nil if there is none.
  package func form(ofCall id: NodeID, _ operation: ListOperation?) -> MemberCallForm {
    guard let operation, case .call(_, let arguments) = expression(id) else { return .action }
    // Only lists take labels.
    if arguments.contains(where: { self[$0].kind == .labeledArgument }) { return .list }
    return operation == .append && arguments.count == 1 ? .either : .action
  }
}
