import BindingEngine

// The prelude's classes that the session uses.
extension Session {
  /// The class of what holds a command's status.
  package var commandClass: ClassID { preludeClasses.command }
  package var responseClass: ClassID { preludeClasses.response }

  /// Whether an object is a control of the prelude that is not enabled, so that nobody can use it.
  func isDisabledControl(_ object: ObjectID) -> Bool {
    let type = core.pointee.classID(of: object)
    guard layouts(of: type).contains(where: { $0.classID == preludeClasses.control }),
      let enabled = core.pointee.slot(names.intern("enabled"), of: object)
    else { return false }
    return core.pointee.read(enabled) == .bool(false)
  }

  /// Looks up the classes of which the session makes instances by itself.
  func takePreludeClasses() {
    func find(_ text: String) -> ClassID {
      guard case .classSymbol(let found)? = symbols[names.intern(text)]?.symbol else {
        preconditionFailure("the prelude has no \(text)")
      }
      return found
    }
    preludeClasses = (find("BKCommand"), find("BKCommandResponse"), find("UIControl"))
    for held in [preludeClasses.command, preludeClasses.response] {
      core.pointee.classes[Int(held.index)].storesAtOnce = true
    }
    let classID = core.pointee.makeClass(
      name: names.intern("notification"), superclass: nil, properties: [], defaultProperty: nil)
    state.notificationCenter = core.pointee.makeObject(classID)
    core.pointee.objectNames[state.notificationCenter.index] = .declared(
      names.intern("notification"))
  }
}
