import Language
import Syntax

extension Session {
  func loadPrelude() {
    isLoadingPrelude = true
    let mode = options.traceMode
    core.pointee.isTracing = false
    let errorsBefore = errors
    run(SourceFile(name: "<prelude>", text: Prelude.text))
    precondition(errors == errorsBefore, "the prelude has an error")
    core.pointee.turn = .init()
    state.turned.lastTurn = TurnRecord()
    isLoadingPrelude = false
    options.traceMode = mode
  }
}
