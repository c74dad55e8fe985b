import BindingEngine
import Interpreter

// The answer of `commands`.
extension Session {
  /// All living commands, in the order in which they were made.
  func showCommands() {
    let objects = (0..<UInt32(core.pointee.objects.count)).filter { index in
      core.pointee.objects[index].classID == commandClass.index
        && core.pointee.objects[index].generation % 2 == 1
    }.sorted { core.pointee.makingOrder(of: $0) < core.pointee.makingOrder(of: $1) }
    let rows = objects.map { index -> [String] in
      let object = core.pointee.objectID(at: index)
      func text(_ path: String) -> String {
        var value = Value.object(object)
        for name in path.split(separator: ".") {
          guard case .object(let base) = value,
            let slot = core.pointee.slot(names.intern(String(name)), of: base)
          else { return "" }
          value = core.pointee.read(slot)
        }
        return core.pointee.literal(value)
      }
      return [
        core.pointee.describe(object), text("status"), text("entry"), text("response.content"),
        text("response.error"),
      ]
    }
    if rows.isEmpty { return print("no commands") }
    table(["command", "status", "entry", "content", "error"], rows, meanings: [.object, .new])
  }
}
