/// Depth first, along the list of listeners, in the order in which they were made: a change is
/// passed on with everything that it sets off before its next listener is visited.
///
/// `GraphCore.run()` is its loop, which events use under every order, and `copyNumbers` is the
/// innermost part of that.
enum DepthOrder: Order {
  static func deliver(_ write: Delivery, in core: inout GraphCore) -> Suspension? {
    if core.agenda.batchDepth > 0 { return core.announceLater(write) }
    core.pushDelivery(
      first: core.properties[write.slot].firstLink, slot: write.slot, link: 0, event: write.event,
      isRoot: write.isRoot)
    core.frames.base[core.frames.count - 1].entry = write.entry
    if write.change.kind != .set { core.noteChange(write.change) }
    core.noteArrival(at: write.slot, by: write.link)
    return nil
  }
}
