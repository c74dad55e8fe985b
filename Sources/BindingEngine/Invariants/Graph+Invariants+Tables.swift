extension InvariantCheck {
  func checkTables() {
    expect(core.properties.count == core.firstIncoming.count, "tables differ in length")
    expect(core.properties[0].flags == .dead, "property 0 is not a tombstone")
    checkFreeLinks()
    var details: [UInt32] = core.freePlaces.details
    // What a remembered turn gave up becomes free when that turn is forgotten.
    var paths: [UInt32] = core.freePlaces.paths + core.pending.paths
    var stages: [(first: UInt32, count: UInt32)] = core.freePlaces.stages.flatMap { count, list in
      list.map { ($0, count) }
    }
    for link in 1..<UInt32(core.links.count) where core.links[link].detail != 0 {
      expect(!core.links[link].flags.contains(.free), "free link \(link) has a detail")
      details.append(core.links[link].detail)
      let detail = core.details[core.links[link].detail]
      paths += detail.paths
      if detail.stageCount > 0 { stages.append((detail.firstStage, detail.stageCount)) }
    }
    expect(details.sorted() == Array(1..<UInt32(core.details.count)), "details are lost or shared")
    let known = Set(paths)
    expect(known.count == paths.count, "paths are shared")
    expect(known.count == core.paths.count, "paths are lost")
    let places = stages.flatMap { $0.first..<($0.first + $0.count) }
    expect(Set(places).count == places.count, "stages are shared")
    expect(places.count == core.stages.count, "stages are lost")
  }

  private func checkFreeLinks() {
    let listed = core.freePlaces.links + core.freePlaces.pairs.flatMap { [$0, $0 + 1] }
    let free = Set(listed)
    expect(free.count == listed.count, "a link is free twice")
    for link in 1..<UInt32(core.links.count) {
      expect(
        core.links[link].flags.contains(.free) == free.contains(link),
        "link \(link) is marked free and not in the list, or the other way round")
    }
  }

  func checkObjects() {
    var owners = [UInt32](repeating: 0, count: core.properties.count)
    var uses = [Int](repeating: 0, count: core.properties.count)
    let free = Set(core.freePlaces.objects)
    expect(free.count == core.freePlaces.objects.count, "an object is free twice")
    for object in 1..<UInt32(core.objects.count) {
      let generation = core.objects[object].generation
      let isAlive = !generation.isMultiple(of: 2)
      let isFree = generation == ObjectRecord.lastGeneration || free.contains(object)
      // What may still be rolled back is neither.
      let isPending =
        !isAlive
        && (core.pending.objects.contains(object)
          || core.journal.buried.contains { $0.object == object })
      expect(
        isPending ? !free.contains(object) : isAlive != isFree,
        "object \(object) lives and is free, or neither")
      if isPending { for slot in core.slots(of: object) { uses[Int(slot)] += 1 } }
      guard isAlive else { continue }
      for slot in core.slots(of: object) {
        owners[Int(slot)] = object
        uses[Int(slot)] += 1
        checkProperty(slot, of: object)
      }
    }
    for (count, bases) in core.freePlaces.blocks {
      for base in bases {
        for slot in base..<(base + count) {
          uses[Int(slot)] += 1
          expect(core.properties[slot].firstLink == 0, "free slot \(slot) is observed")
          expect(core.firstIncoming[slot] == 0, "free slot \(slot) is written")
        }
      }
    }
    for link in 1..<UInt32(core.links.count) where core.links[link].detail != 0 {
      let memory = core.details[core.links[link].detail].memory
      if memory != 0 { uses[Int(memory)] += 1 }
      for slot in core.stageMemories(of: link) { uses[Int(slot)] += 1 }
    }
    for slot in 1..<core.properties.count {
      // Only the driver knows its variables.
      let isVariable = core.properties[UInt32(slot)].flags.contains(.unobservable)
      expect(
        uses[slot] == 1 || (uses[slot] == 0 && isVariable), "slot \(slot) has \(uses[slot]) uses")
    }
  }

  private func checkProperty(_ slot: UInt32, of object: UInt32) {
    let record = core.properties[slot]
    expect(record.owner == object, "slot \(slot) does not know its object")
    expect(!record.flags.contains(.dead), "slot \(slot) of a living object is dead")
    expect(!record.marks.contains(.evaluating), "slot \(slot) is being evaluated between turns")
    let writers = core.writers(of: slot).filter { core.links[$0].flags.contains(.computed) }
    let isComputed = record.flags.contains(.computed)
    expect(
      writers.count == (isComputed ? 1 : 0), "slot \(slot) has \(writers.count) computed links")
    expect(
      isComputed || !record.marks.contains(.stale) || core.pulledLink(of: slot) != 0,
      "slot \(slot) is stale and neither computed nor bound")
  }

  // MARK: Order

  func checkOrder() {
    checkPlaces()
    for slot in 1..<UInt32(core.properties.count) {
      let place = core.properties[slot].order
      for target in core.successors(of: slot) where target != slot {
        let other = core.properties[target].order
        let isWithin =
          core.cycles.component[slot] != nil
          && core.cycles.component[slot] == core.cycles.component[target]
        expect(place != 0 && other != 0, "edge \(slot) to \(target) has no places")
        expect(place < other || isWithin, "edge \(slot) at \(place) to \(target) at \(other)")
      }
    }
    for number in core.cycles.component.names {
      let listed = core.cycles.component.members(of: number)
      let members = listed.filter { core.cycles.component[$0] == number }
      guard !core.cycles.dirty.contains(number) else { continue }
      expect(members.count == listed.count, "component \(number) names properties that left it")
      expect(members.count > 1, "component \(number) has \(members.count) members")
      expect(
        stronglyConnected(members, successors: { core.successors(of: $0) }).count == 1,
        "component \(number) is not connected")
    }
  }

  private func checkPlaces() {
    var byPlace: [Int32: Set<UInt32>] = [:]
    for slot in 1..<UInt32(core.properties.count) {
      let record = core.properties[slot]
      let component = core.cycles.component[slot]
      expect(
        record.marks.contains(.inComponent) == (component != nil), "slot \(slot) is marked wrongly")
      if let component {
        let isMember = core.cycles.component.members(of: component).contains(slot)
        expect(isMember, "slot \(slot) is not among its component's members")
      }
      if record.order != 0 { byPlace[record.order, default: []].insert(slot) }
    }
    var end = Int32.min
    for (place, slots) in byPlace.sorted(by: { $0.key < $1.key }) {
      expect(place >= end, "place \(place) lies in the room of the one before")
      end = place + core.cycles.room(at: place)
      guard slots.count > 1, let first = slots.first else { continue }
      let number = core.cycles.component[first]
      expect(
        number != nil && slots.allSatisfy { core.cycles.component[$0] == number },
        "place \(place) is shared without a cycle")
    }
  }
}
