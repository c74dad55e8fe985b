extension WhyNotFinder {
  /// What leads to the target: for each property the next link towards it.
  struct Ways {
    let finder: WhyNotFinder
    /// For each property from which a path leads to the target, the next link; 0 for the target.
    private(set) var upstream: [UInt32: UInt32] = [:]
    /// The properties in the order of their distance from the target.
    private(set) var order: [UInt32] = []
    private(set) var hasWriters = false
    /// Where each property leads, among those from which a path leads to the target.
    private var forward: [UInt32: [UInt32]] = [:]
    /// What can be reached from the source, if one was given.
    private var reached: Set<UInt32> = []
    /// The living links on the paths.
    private var links: Set<UInt32> = []
    /// The first link that writes the target.
    private(set) var nearest: UInt32?

    init(finder: WhyNotFinder) {
      self.finder = finder
      upstream[finder.target] = 0
      order = [finder.target]
      var next = 0
      while next < order.count {
        let property = order[next]
        next += 1
        for link in writers(of: property) {
          guard let known = finder.recorded.link(link) else { continue }
          if property == finder.target { hasWriters = true }
          guard known.isAlive else { continue }
          links.insert(link)
          if property == finder.target, nearest == nil { nearest = link }
          for source in known.sources {
            forward[source, default: []].append(property)
            if upstream[source] != nil { continue }
            upstream[source] = link
            order.append(source)
          }
        }
      }
      reachFromSource()
    }

    private mutating func reachFromSource() {
      guard let source = finder.source, upstream[source] != nil else { return }
      reached = [source]
      var pending = [source]
      while let property = pending.popLast() {
        for next in forward[property] ?? [] where reached.insert(next).inserted {
          pending.append(next)
        }
      }
    }

    /// Whether the question is about a change of the property.
    private func isMeant(_ property: UInt32) -> Bool {
      finder.source == nil || reached.contains(property)
    }

    /// The links that write a property, and the observers whose blocks were seen to write it.
    private func writers(of property: UInt32) -> [UInt32] {
      var found = finder.recorded.writers(of: property)
      if property == finder.target { found += finder.recorded.nextWriters(of: property) }
      for place in finder.index.sets(of: property).suffix(WhyNotFinder.mostLookedAt)
      where finder.index[place].link == 0 {
        if let link = observer(behind: place), !found.contains(link) { found.append(link) }
      }
      return found
    }

    /// The observer or effect whose block did something.
    private func observer(behind place: EventPlace) -> UInt32? {
      var event = finder.index[place]
      for _ in 0..<8 where event.cause != 0 {
        guard let cause = finder.index.place(of: event.cause, in: place.turn) else { break }
        event = finder.index[cause]
        if event.kind == .observe || event.kind == .write { break }
      }
      return event.kind == .observe ? event.link : nil
    }

    /// The first living link that writes a property.
    func firstWriter(of property: UInt32) -> UInt32? {
      writers(of: property).first { finder.recorded.link($0)?.isAlive ?? false }
    }

    /// Whether an event that set the target came along one of the paths.
    func comesAlong(_ place: EventPlace) -> Bool {
      let own = finder.index[place].link
      guard let link = own != 0 ? own : observer(behind: place) else { return false }
      guard finder.source != nil else { return own != 0 }
      return finder.recorded.link(link)?.sources.contains(where: isMeant) ?? false
    }

    /// Whether a link is on a path to the target, or was when it ended.
    func leadsHere(_ link: UInt32) -> Bool {
      links.contains(link)
        || finder.recorded.link(link).map { upstream[$0.target] != nil && $0.target != 0 } ?? false
    }

    func rest(from property: UInt32) -> [UInt32] {
      var found: [UInt32] = []
      var current = property
      while let link = upstream[current], link != 0, found.count < 100 {
        found.append(link)
        guard let next = finder.recorded.link(link)?.target, next != 0 else { break }
        current = next
      }
      return found
    }

    /// Whether the change has arrived at the property, or anything has if no source was given.
    private func isReached(
      _ property: UInt32, in turn: Int, since change: EventPlace? = nil
    ) -> Bool {
      let sets = turns(of: turn).flatMap { finder.index.sets(of: property, in: $0) }
      guard let source = finder.source else { return !sets.isEmpty }
      if property == source { return true }
      if let change {
        return sets.contains {
          $0 > change && comesAlong($0) && finder.descends($0, from: source, since: change)
        }
      }
      guard let begin = finder.beginning(of: source, in: turn, self) else { return false }
      return sets.contains { $0 > begin && comesAlong($0) }
    }

    /// A link that would have written the target after it was written last but did not: because of its
    /// lock, or for any reason if the statement itself wrote it.
    func stopBehindStatement(_ last: EventPlace) -> WhyNot.Obstacle? {
      let byStatement = finder.index[last].link == 0
      for link in writers(of: finder.target) {
        guard let known = finder.recorded.link(link), known.isAlive else { continue }
        let set = known.sources.compactMap {
          finder.index.changes(of: $0, in: last.turn).last
        }.max()
        guard let set, set > last else { continue }
        // The echo of a two-way binding that would bring the present value is not missed.
        if known.isTwoWay, finder.index[set].new == finder.index[last].new { continue }
        switch finder.obstacle(of: link, known, behind: set) {
        case .unknown, .madeLater, .unread, .silent: continue
        case .held(let link, let place): return .held(link, place)
        case let found: if byStatement { return found }
        }
      }
      return nil
    }

    /// A turn, the tick that passes on what it changed, and those that read what it marked.
    private func turns(of turn: Int) -> [Int] {
      (finder.index.tick(after: turn).map { [turn, $0] } ?? [turn])
        + finder.index.turnsOfPulls(of: turn)
    }

    /// The hop nearest to the target that a change in the turn reached but did not pass.
    ///
    /// - Parameter change: The one that is meant, if the source changed several times.
    func stop(
      in turn: Int, since change: EventPlace? = nil
    ) -> (obstacle: WhyNot.Obstacle, property: UInt32)? {
      var fallback: (obstacle: WhyNot.Obstacle, property: UInt32)?
      for property in order where !isReached(property, in: turn, since: change) {
        for link in writers(of: property) {
          guard let known = finder.recorded.link(link), known.isAlive else { continue }
          let meant = known.sources.filter(isMeant)
          let sets = meant.compactMap { source in
            turns(of: turn).lazy.compactMap { finder.index.changes(of: source, in: $0).last }.last
          }
          let first = meant.lazy.compactMap { finder.beginning(of: $0, in: turn, self) }.min()
          guard let set = sets.max() ?? first, change.map({ $0 <= set }) ?? true else { continue }
          let found = finder.obstacle(of: link, known, behind: set)
          if case .unknown = found {
            fallback = fallback ?? (found, property)
          } else {
            return (found, property)
          }
        }
      }
      return fallback
    }
  }
}
