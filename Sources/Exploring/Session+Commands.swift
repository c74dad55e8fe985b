import BindingEngine
import Interpreter

// The answer of `commands`.
extension Session {
  /// All living commands, in the order in which they were made.
  func showCommands() {
    let objects = (0..<UInt32(graphState.objects.count)).filter { index in
      graphState.objects[index].classID == commandClass.index
        && graphState.objects[index].generation % 2 == 1
    }.sorted { graphState.makingOrder(of: $0) < graphState.makingOrder(of: $1) }
    let rows = objects.map { index -> [String] in
      let object = graphState.objectID(at: index)
      func text(_ path: String) -> String {
        var value = Value.object(object)
        for name in path.split(separator: ".") {
          guard case .object(let base) = value,
            let slot = graphState.slot(names.intern(String(name)), of: base)
          else { return "" }
          value = graphState.read(slot)
        }
        return graphState.literal(value)
      }
      return [
        graphState.describe(object), text("status"), text("entry"), text("response.content"),
        text("response.error"),
      ]
    }
    if rows.isEmpty { return print("no commands") }
    table(["command", "status", "entry", "content", "error"], rows, meanings: [.object, .new])
  }
}
