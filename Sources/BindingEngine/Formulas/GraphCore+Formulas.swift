/// The progress of a formula that reads a sum and waits for one of its terms.
struct FormulaPause {
  var formula: UnsafeMutablePointer<FormulaStep>
  var place: FormulaPlace
  /// What the link follows from there on.
  var followed: UInt32
  /// What `GraphCore.answers` was then.
  var answers: UInt32
}

/// Reads for a block that the engine has requested. What is read is noted, unless it is exactly what
/// the link already follows, step by step, as it nearly always is.
private struct NotingReader: FormulaReader {
  let formula: UnsafeMutablePointer<FormulaStep>
  let receiver: ObjectID
  let firstStep: UInt32
  var start: FormulaPlace?
  /// The next step of the link; 0 after the last one, and if reads must be noted.
  var followed: UInt32
  var isFollowing: Bool
  /// The `computed` that must be evaluated before the formula can go on; 0 for none.
  var awaited: UInt32 = 0

  @inline(__always)
  mutating func read(
    _ step: UnsafeMutablePointer<FormulaStep>, _ top: Scalar, isAlone: Bool,
    in core: inout GraphCore
  ) -> Scalar? {
    var object = receiver
    if step.pointee.operation == .member {
      guard let found = (core.properties.base + Int(step.pointee.operand)).object else {
        return nil
      }
      object = found
    }
    guard core.isAlive(object) else { return nil }
    let record = core.objects.base + Int(object.index)
    if step.pointee.place.classID != record.pointee.classID, !core.locate(step, in: record) {
      return nil
    }
    let slot = record.pointee.base &+ step.pointee.place.ordinal
    let property = core.properties.base + Int(slot)
    let marks = property.pointee.marks
    if marks.rawValue & core.readMask != 0 {
      if marks.contains(.unreadable) { return nil }
      if marks.contains(.stale) {
        if core.links.base[Int(followed)].source != slot {
          if isFollowing { core.noteFollowed(firstStep, before: followed) }
          core.subscribeEarly(reading: slot)
        } else if isAlone {
          core.pause(
            FormulaPause(
              formula: formula, place: FormulaPlace(step: step, top: top), followed: followed,
              answers: core.answers))
        }
        awaited = slot
        return nil
      }
      if property.pointee.order >= core.settledBelow { core.noteRead(slot) }
    }
    guard let number = Scalar(property.value) else { return nil }
    // No link has the number 0, and its record has no source.
    if core.links.base[Int(followed)].source == slot {
      followed = core.links.base[Int(followed)].nextIncoming
    } else {
      if isFollowing { core.noteFollowed(firstStep, before: followed) }
      isFollowing = false
      followed = 0
      core.reads.append(slot)
    }
    return number
  }
}

extension GraphCore {
  /// Evaluates the requested block, which is a formula.
  ///
  /// - Parameter receiver: The object that it belongs to.
  /// - Returns: How the engine continues; nil if the driver must run the block, which then starts
  ///   again.
  package mutating func evaluate(
    _ formula: UnsafeMutablePointer<FormulaStep>, of receiver: ObjectID
  ) -> Suspension? {
    let base = reads.count
    let firstStep = firstStepToFollow(of: frames.base[frames.count - 1].link)
    let pause = firstStep == 0 ? nil : takePause(in: formula)
    var reader = NotingReader(
      formula: formula, receiver: receiver, firstStep: firstStep, start: pause?.place,
      followed: pause?.followed ?? firstStep, isFollowing: firstStep != 0)
    if let value = evaluate(formula, of: .int(0), through: &reader) {
      if reader.isFollowing, reader.followed != 0 {
        noteFollowed(firstStep, before: reader.followed)
        reader.isFollowing = false
      }
      return continueFiring(with: value.value, knowsWay: reader.isFollowing)
    }
    reads.setCount(base)
    return reader.awaited == 0 ? nil : compute(reader.awaited) ?? run()
  }

  /// The first of the steps by which a link observes what it reads; 0 if reads must be noted.
  private func firstStepToFollow(of link: UInt32) -> UInt32 {
    let record = links[link]
    guard !isTracing, record.source == 0, !knobs.subscribesEachRun,
      !record.flags.isDisjoint(with: [.linked, .computed]),
      frames.base[frames.count - 1].phase != .discover,
      !frames.base[frames.count - 1].marks.contains(.subscribes)
    else { return 0 }
    return details[record.detail].firstStep
  }

  /// Keeps the progress of the `computed` on top of the stack, which waits for another one. Without
  /// it the first of a layer of ten would read 55 properties instead of 10.
  fileprivate mutating func pause(_ pause: FormulaPause) {
    guard frames.base[frames.count - 1].phase == .computed else { return }
    pauses.append(pause)
    frames.base[frames.count - 1].pause = UInt32(pauses.count)
  }

  /// Where the formula on top of the stack continues, if only formulas were evaluated meanwhile:
  /// they do not change what it has read.
  private mutating func takePause(
    in formula: UnsafeMutablePointer<FormulaStep>
  ) -> FormulaPause? {
    let frame = frames.base + (frames.count - 1)
    guard frame.pointee.phase == .computed, frame.pointee.pause != 0 else { return nil }
    let pause = pauses[frame.pointee.pause - 1]
    pauses.setCount(Int(frame.pointee.pause - 1))
    frame.pointee.pause = 0
    return pause.formula == formula && pause.answers == answers ? pause : nil
  }

  /// A formula has read something that its link does not observe. Notes what it has read so far,
  /// which is what the link does observe.
  fileprivate mutating func noteFollowed(_ first: UInt32, before end: UInt32) {
    var step = first
    while step != end {
      reads.append(links[step].source)
      step = links[step].nextIncoming
    }
  }

  /// Finds the property of a step in an object's class.
  @inline(never)
  fileprivate func locate(
    _ step: UnsafeMutablePointer<FormulaStep>, in record: UnsafeMutablePointer<ObjectRecord>
  ) -> Bool {
    let classID = record.pointee.classID
    guard let ordinal = classes[Int(classID)].ordinal(of: step.pointee.name) else { return false }
    step.pointee.place = (classID, UInt32(ordinal))
    return true
  }
}
