// The invariants of the tables, which hold whenever no turn is running. `checkInvariants` checks
// all of them, in time proportional to the graph; the tests call it after every step.
//
// Tables
// - Handle 0 of every table stands for "none"; property 0 is dead, and so is link 0.
// - An object lives where its generation is odd. Its slots name it as their owner and are not dead.
// - Every slot belongs to one living object, to one link as its memory, or to the driver as a
//   variable, or it is free; every detail, path and run of stages belongs to one link, or it is
//   free. Nothing belongs to two, and what is free is named once in its free list.
// - A link is dead if and only if its place is free. No list, chain or detail names a free place.
//
// Lists
// - From a property's first link, `next` leads through the living links that observe it, each once
//   and, where `subscribe` was always `made` and `siblings` never `newest`, in order of making, the
//   forward direction of a binding before its reverse; `previous` leads back, and from the first to the last.
// - Every link that is linked and has a source is in the list of its source, and so is every step.
// - From `firstIncoming`, `nextIncoming` leads through the living links that write the property:
//   those that are linked or `computed`, and have it for a target.
//
// Links
// - A step belongs to a living link and is found in its chain; no two steps of a chain observe the
//   same property. A link with steps and a source of its own observes a path whose first property
//   is that source; no step observes that property.
// - The forward direction of a two-way binding is followed by its reverse, made at the same time.
// - Unless `subscribe = made`, a `computed` is subscribed if and only if a binding, an observer or
//   another subscribed `computed` listens to it.
// - A link has a detail, or is a step, if and only if it is special.
// - A `computed` property of a living object is written by one `computed` link; no other is stale.
//
// Order (see `CycleFinder`)
// - Every edge, from a property that a link observes to the one that it writes (observers write
//   none), goes to a later place or stays within one component. So the places show that there is no
//   other cycle.
// - Properties have the same place if and only if they are in one component; no place lies in the
//   room of another.
// - A component that is not marked dirty is strongly connected and has at least two members.
//
// Turn
// - Nothing is locked, held back, fresh, being evaluated, on the stack, in the log, or pending.
// - A noted write names a property of its object, if that is alive.
extension GraphCore {
  /// The invariants that do not hold, in words; empty if all is well.
  package func checkInvariants() -> [String] {
    if isInTurn { return ["a turn is running"] }
    return withUnsafePointer(to: self) { core in
      let check = InvariantCheck(core)
      check.checkTurn()
      check.checkTables()
      check.checkObjects()
      check.checkLists()
      check.checkLinks()
      check.checkOrder()
      return check.broken
    }
  }
}

/// One examination of a graph, and what it found.
final class InvariantCheck {
  private let pointer: UnsafePointer<GraphCore>
  private(set) var broken: [String] = []

  init(_ core: UnsafePointer<GraphCore>) { pointer = core }

  var core: GraphCore { unsafeAddress { pointer } }

  func expect(_ holds: Bool, _ claim: @autoclosure () -> String) {
    if !holds, broken.count < 20 { broken.append(claim()) }
  }

  func checkTurn() {
    expect(core.frames.count == 0, "the stack is not empty")
    expect(core.held.count == 0, "values are held")
    expect(core.reads.count == 0, "reads are left")
    expect(core.pendingSuspension == nil, "a suspension is pending")
    expect(core.turn.currentDepth == 0, "the depth is \(core.turn.currentDepth)")
    expect(core.agenda.unobserved.count == 0, "computed properties may be unobserved")
    expect(core.rare.isEmpty, "a batch, a tick or what was pulled is left")
    expect(core.sweeps.isAtRest, "something is being passed on")
    expectSoundNotes()
    expect(!core.agenda.isFlushing && core.agenda.batchDepth == 0, "a flush or a batch goes on")
    // What a checkpoint may still roll back stays.
    if core.hasCheckpoint { return }
    expect(core.log.count == 0 && !core.store.logHoldsReferences, "the log is not empty")
    expect(core.pending.isEmpty && core.freshLinks.count == 0, "something is pending")
  }

  private func expectSoundNotes() {
    let notes = core.agenda.notes
    expect(notes.head == 0 && notes.end == 0, "noted writes are being stored")
    for position in 0..<notes.count {
      let note = notes.list.base[position]
      guard core.isAlive(note.object) else { continue }
      expect(
        core.properties[note.slot].owner == note.object.index,
        "note \(position) is of property \(note.slot), which belongs to another object")
      expect(!note.isOvertaken, "note \(position) is overtaken before it is stored")
    }
  }

  // MARK: Lists

  func checkLists() {
    for slot in 0..<UInt32(core.properties.count) {
      checkObservers(of: slot)
      checkWriters(of: slot)
    }
    for link in 1..<UInt32(core.links.count) where !core.links[link].flags.contains(.dead) {
      let record = core.links[link]
      let flags = record.flags
      if record.source != 0, !flags.isDisjoint(with: [.linked, .step]) {
        let count = core.observers(of: record.source).count { $0 == link }
        expect(count == 1, "link \(link) stands \(count) times in its source's list")
      }
      if record.target != 0, flags.isDisjoint(with: [.step, .own]),
        !flags.isDisjoint(with: [.linked, .computed])
      {
        let count = core.writers(of: record.target).count { $0 == link }
        expect(count == 1, "link \(link) is \(count) times a writer of its target")
      }
    }
  }

  private func checkObservers(of slot: UInt32) {
    let head = core.properties[slot].firstLink
    var link = head
    var before: UInt32 = 0
    var count = 0
    while link != 0 {
      count += 1
      guard count <= core.links.count else { return expect(false, "list of \(slot) has no end") }
      let record = core.links[link]
      expect(!record.flags.contains(.dead), "dead link \(link) in the list of \(slot)")
      expect(record.source == slot, "link \(link) in the list of \(slot) observes another")
      expect(!record.flags.contains(.away), "link \(link) is away from the list of \(slot)")
      if before != 0 {
        expect(record.previous == before, "link \(link) does not know the one before it")
        let owner = core.owner(of: link)
        let earlier = core.owner(of: before)
        let isInOrder = (core.links[before].serial, earlier) < (record.serial, owner)
        expect(
          isInOrder || core.hasReordered,
          "links \(before) and \(link) are not in order of making")
      }
      before = link
      link = record.next
    }
    if head != 0 { expect(core.links[head].previous == before, "\(head) does not know the last") }
  }

  private func checkWriters(of slot: UInt32) {
    var link = core.firstIncoming[slot]
    var count = 0
    while link != 0 {
      count += 1
      guard count <= core.links.count else {
        return expect(false, "writers of \(slot) have no end")
      }
      let record = core.links[link]
      expect(record.flags.isDisjoint(with: [.dead, .step]), "link \(link) writes \(slot)")
      expect(record.target == slot, "writer \(link) of \(slot) writes another")
      link = record.nextIncoming
    }
  }

  // MARK: Links

  func checkLinks() {
    expect(core.links[0].flags.contains(.dead), "link 0 lives")
    let pending = Set(core.pending.links.map(\.link))
    for link in 1..<UInt32(core.links.count) {
      let record = core.links[link]
      let flags = record.flags
      // What may be rolled back, with the other direction of a two-way binding, or the link that a
      // step belonged to.
      let isPending =
        pending.contains(link) || flags.contains(.reverse) && pending.contains(link - 1)
      expect(
        flags.contains(.dead) == (flags.contains(.free) || isPending),
        "link \(link) is dead and its place is not free"
      )
      guard !flags.contains(.dead) else { continue }
      expect(
        flags.isDisjoint(with: [.locked, .wasHeld, .fresh]),
        "link \(link) is locked, held or fresh between turns")
      expect(
        flags.contains(.special) == (record.detail != 0 || flags.contains(.step)),
        "link \(link) is special without a detail, or has one without")
      if flags.contains(.step) { checkStep(link) }
      if flags.contains(.forward) {
        let other = core.links[link + 1]
        expect(
          other.flags.contains(.reverse) && !other.flags.contains(.dead)
            && other.serial == record.serial, "link \(link) has no reverse")
      }
      if flags.contains(.reverse) {
        expect(core.links[link - 1].flags.contains(.forward), "link \(link) has no forward")
      }
      if flags.contains(.own) { checkOwn(link) }
      if flags.contains(.computed), core.knobs.subscribesWhileObserved, !core.knobs.ownsComputed {
        expect(
          flags.contains(.subscribed) == core.isObserved(record.target),
          "computed link \(link) is subscribed without a listener, or has one and is not")
      }
      let way = core.steps(of: link).map { core.links[$0].source }
      expect(
        Set(way).count == way.count || flags.contains(.effect),
        "link \(link) observes a property twice")
      expect(
        way.isEmpty || record.source == 0 || core.isWay(link),
        "link \(link) has a source and steps, and no way")
      expect(!way.contains(record.source), "link \(link) observes its source twice")
    }
  }

  private func checkOwn(_ link: UInt32) {
    let node = core.links[link].nextIncoming
    expect(core.keeping.owners[node] == link, "link \(link) is not the own of link \(node)")
    expect(
      core.links[node].source == core.links[link].target && core.isLiving(link: node),
      "link \(link) is evaluated for link \(node), which does not observe that")
  }

  private func checkStep(_ step: UInt32) {
    let link = core.links[step].target
    expect(!core.links[link].flags.contains(.dead), "step \(step) of a dead link")
    expect(core.steps(of: link).contains(step), "step \(step) is not in the chain of its link")
    expect(
      core.links[step].serial == core.links[link].serial, "step \(step) is older than its link")
  }
}
