import BindingEngine

// The prelude's classes that the session uses, and the table of commands.
extension Session {
  /// The class of what holds a command's status.
  var commandClass: ClassID { preludeClasses.command }
  var responseClass: ClassID { preludeClasses.response }

  /// Looks up the classes of which the session makes instances by itself.
  func takePreludeClasses() {
    func find(_ text: String) -> ClassID {
      guard case .classSymbol(let found)? = symbols[names.intern(text)]?.symbol else {
        preconditionFailure("the prelude has no \(text)")
      }
      return found
    }
    preludeClasses = (find("BKCommand"), find("BKResponse"))
    let classID = core.pointee.makeClass(
      name: names.intern("notification"), superclass: nil, properties: [], defaultProperty: nil)
    notificationCenter = core.pointee.makeObject(classID)
    core.pointee.objectNames[notificationCenter.index] = .declared(names.intern("notification"))
  }

  /// All living commands, in the order in which they were made.
  package func showCommands() {
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
