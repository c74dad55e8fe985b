import BindingEngine
import Names
import Syntax

/// The code that runs a command: assembled by hand, with the object that holds the command's status
/// as `self`.
///
/// `status` is set first. Then each completion puts a new object in `response`, so that observers of
/// it are called each time.
package struct CommandCode {
  /// Locals: its argument, whether it was given, the number of the run, and its response.
  package let execute: Code
  /// Where in `execute` the body begins, for the turn in which it is due.
  package let running: Int
  package let cancel: Code
  /// Locals: the status that it ends with, the content and the error of its response.
  package let finish: Code
  /// Locals: the message of the error that its completion has ended with.
  package let fail: Code
  /// Changes the status alone.
  package let failStatus: Code

  /// The local that holds the number of the run.
  package static let run = 2

  package init(names: NameTable) {
    let entry = names.intern("entry")
    let status = names.intern("status")
    let response = names.intern("response")
    let content = names.intern("content")
    let error = names.intern("error")

    var code = CodeWriter(locals: 4)
    // The entry is stored even if the command is executing: the next run without one has it.
    code.emit(.local, a: 1)
    let hasNone = code.emit(.jumpIfFalse)
    code.emit(.local, a: 0)
    code.write(entry)
    code.land(hasNone)
    let busy = code.emit(.guardExecuting)
    code.push(.string("executing"))
    code.write(status)
    let failedAtOnce = code.emit(.runBeginBlock)
    code.emit(.pop)
    code.emit(.commandDelay)
    let atOnce = code.emit(.scheduleCommand)
    code.emit(.returnNil)
    code.land(atOnce)
    running = code.count
    let failed = code.emit(.runCommand)
    let isOver = code.emit(.unlessRunning)
    code.emit(.setLocal, a: 0)
    code.push(.string("succeeded"))
    code.write(status)
    code.replace(response, with: content)
    code.land(isOver)
    code.emit(.returnNil)
    code.land(failed)
    code.land(failedAtOnce)
    let isOverToo = code.emit(.unlessRunning)
    code.emit(.setLocal, a: 0)
    code.push(.string("failed"))
    code.write(status)
    code.replace(response, with: error)
    code.land(isOverToo)
    code.land(busy)
    code.emit(.returnNil)
    execute = code.code

    code = CodeWriter(locals: 0)
    let idle = code.emit(.cancelCommand)
    code.push(.string("cancelled"))
    code.write(status)
    code.clear(response, error)
    code.emit(.runCancelBlock)
    code.emit(.pop)
    code.land(idle)
    code.emit(.returnNil)
    cancel = code.code

    code = CodeWriter(locals: 4)
    let nothing = code.emit(.cancelCommand, b: 1)
    code.emit(.local, a: 0)
    code.write(status)
    code.replace(response, withContent: content, orError: error)
    code.land(nothing)
    code.emit(.returnNil)
    finish = code.code

    code = CodeWriter(locals: 4)
    code.push(.string("failed"))
    code.write(status)
    code.replace(response, with: error)
    code.emit(.returnNil)
    fail = code.code

    code = CodeWriter(locals: 4)
    code.push(.string("failed"))
    code.write(status)
    code.emit(.returnNil)
    failStatus = code.code
  }
}

/// Assembles code that has no source text.
package struct CodeWriter {
  package let code: Code

  package init(locals: Int, tree: SyntaxTreeBox? = nil, span: SourceSpan = SourceSpan(0, 0)) {
    code = Code(tree: tree ?? SyntaxTreeBox(SyntaxTree(file: SourceFile(name: "", text: ""))))
    code.localCount = locals
    code.maximumStack = 4
    self.span = span
  }

  private let span: SourceSpan

  package var count: Int { code.instructions.count }

  @discardableResult
  package func emit(_ operation: Operation, a: Int32 = 0, b: UInt16 = 0) -> Int {
    code.instructions.append(Instruction(operation: operation, b: b, a: a))
    code.spans.append(span)
    return count - 1
  }

  /// Makes the jump at `position` lead here.
  package func land(_ position: Int) { code.instructions[UInt32(position)].a = Int32(count) }

  package func push(_ value: Value) {
    code.constants.append(value)
    emit(.constant, a: Int32(code.constants.count - 1))
  }

  package func cache(_ name: Name) -> UInt16 {
    code.caches.append(MemberCache(name: name))
    return UInt16(code.caches.count - 1)
  }

  /// Pops a value; writes the member of `self`.
  package func write(_ name: Name) { emit(.setSelfMember, b: cache(name)) }

  /// The local that holds a response until it is written.
  private static let made: Int32 = 3

  /// Writes a new response to a member of `self`, with local 0 in its member `name`. What observes
  /// that along a path is called once, since nothing observes the new object yet.
  fileprivate func replace(_ response: Name, with name: Name) {
    let isGone = emit(.makeResponse)
    emit(.setLocal, a: CodeWriter.made)
    fill(name, from: 0)
    emit(.local, a: CodeWriter.made)
    land(isGone)
    write(response)
  }

  /// Makes the answer hold the error in local 2; if that is nil, the content in local 1.
  fileprivate func replace(_ response: Name, withContent content: Name, orError error: Name) {
    let isGone = emit(.makeResponse)
    emit(.setLocal, a: CodeWriter.made)
    let hasNoError = unlessNil(2)
    fill(error, from: 2)
    let isDone = emit(.jump)
    land(hasNoError)
    let hasNone = unlessNil(1)
    fill(content, from: 1)
    land(isDone)
    land(hasNone)
    emit(.local, a: CodeWriter.made)
    land(isGone)
    write(response)
  }

  /// Jumps if a local is nil.
  private func unlessNil(_ local: Int32) -> Int {
    emit(.local, a: local)
    emit(.pushNil)
    emit(.notEqual)
    return emit(.jumpIfFalse)
  }

  private func fill(_ name: Name, from local: Int32) {
    emit(.local, a: CodeWriter.made)
    emit(.local, a: local)
    emit(.setMember, b: cache(name))
  }

  /// Writes nil there if it is not nil already.
  fileprivate func clear(_ response: Name, _ name: Name) {
    emit(.selfMember, b: cache(response))
    emit(.member, b: cache(name))
    emit(.pushNil)
    emit(.notEqual)
    let skip = emit(.jumpIfFalse)
    emit(.selfMember, b: cache(response))
    emit(.pushNil)
    emit(.setMember, b: cache(name))
    land(skip)
  }
}
