import BindingEngine
import Compiling
import Language

// Effects: see `GraphCore+Effects.swift`.
extension Machine {
  func makeEffect(_ plan: ObservePlan) throws(ScriptFailure) {
    let block = blockID(pop())
    let isInner = core.pointee.isInEffect
    if isInner, isTracking, core.pointee.semantics.inner == .refuse {
      throw .mistake(.effectInEffect(semantics: core.pointee.semantics.name))
    }
    var spec = LinkSpec(source: .block(block, sender: receiver))
    spec.isEffect = true
    spec.origin = plan.origin
    let link = core.pointee.makeLink(spec)
    if isInner { core.pointee.noteMaker(of: link) }
    core.pointee.record(.bind, cause: core.pointee.currentCause, link: link)
    enterCode(of: link, .nil, [block])
    try name(link, plan.name, plan.nameNode)
    warnWhereMadeBefore(link, of: receiver.index, running: block)
    push(.int(Int(link)))
    if core.pointee.startEffect(link) { try handle(core.pointee.run()) }
  }
}
