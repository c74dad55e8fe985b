/// Lines of expected output with patterns, compared with actual lines.
package struct LinePatterns {
  package let lines: [String]
  private let patterns: [LinePattern]

  package init(_ lines: [String]) {
    self.lines = lines
    patterns = lines.map(LinePattern.init)
  }

  /// Whether the lines fit one by one, where a line with nothing but `...` stands for any number of
  /// them.
  ///
  /// - Complexity: O(*n* *m*) in the numbers of lines; O(*n*) without such a line.
  package func fit(_ actual: [String]) -> Bool {
    var (place, position) = (0, 0)
    // Where to continue if what follows the last `...` does not fit.
    var retry: (place: Int, position: Int)?
    while position < actual.count {
      if place < patterns.count, patterns[place].isAnyLines {
        place += 1
        if place == patterns.count { return true }
        retry = (place, position)
      } else if place < patterns.count, patterns[place].fits(actual[position]) {
        (place, position) = (place + 1, position + 1)
      } else if let last = retry {
        retry = (last.place, last.position + 1)
        (place, position) = (last.place, last.position + 1)
      } else {
        return false
      }
    }
    return patterns[place...].allSatisfy(\.isAnyLines)
  }

  /// The expected lines with as few changes as make them fit the actual lines: lines that fit stay as
  /// patterns.
  ///
  /// - Parameters:
  ///   - kept: The expected lines as they are written.
  ///   - text: What is written for an actual line, which it finds by its number.
  package func updated(
    to actual: [String], keeping kept: [String], _ text: (Int) -> String
  ) -> [String] {
    var result: [String] = []
    var next = 0
    // What stands for any lines stays even if it stands for no line now.
    func keepAnyLines(until end: Int) {
      while next < end {
        if patterns[next].isAnyLines { result.append(kept[next]) }
        next += 1
      }
    }
    for edit in LineDifference(patterns: self, actual).edits {
      switch edit {
      case .added(let position): result.append(text(position))
      case .removed(let place):
        keepAnyLines(until: place)
        next = place + 1
      case .same(let place, _):
        keepAnyLines(until: place)
        if next == place { result.append(kept[place]) }
        next = place + 1
      }
    }
    keepAnyLines(until: patterns.count)
    return result
  }
}

extension LineDifference {
  /// The most pairs of lines that are compared with patterns.
  private static let mostPatternPairs = 250_000

  /// How lines with patterns become the actual lines. A line that stands for any lines is the same as
  /// each of those that it stands for.
  ///
  /// - Complexity: O(*n* *m*) in the lines between the first and the last that differ, up to a limit;
  ///   above it that of a difference without patterns.
  package init(patterns: LinePatterns, _ actual: [String]) {
    if patterns.isPlain {
      self.init(patterns.lines, actual)
    } else if let edits = patterns.alignment(with: actual, limit: LineDifference.mostPatternPairs) {
      self.init(edits: edits)
    } else {
      self.init(long: patterns, actual)
    }
  }

  /// Lines that stand for any lines take part only afterwards: each is the same as those that are
  /// added at its place.
  private init(long patterns: LinePatterns, _ actual: [String]) {
    let fits = { patterns.fits($0, actual[$1]) }
    var search = LineSearch(
      patterns.lines.count, actual.count, oldFits: { _ in true }, newFits: { _ in true }, fits: fits
    )
    search.run { _, _ in [] }
    let difference = LineDifference(search, fits)
    var edits: [Edit] = []
    var part: [Edit] = []
    for edit in difference.edits {
      part.append(edit)
      guard case .same = edit else { continue }
      edits += patterns.absorbing(part)
      part = []
    }
    self.init(edits: edits + patterns.absorbing(part), work: difference.work)
  }
}

extension LinePatterns {
  fileprivate var isPlain: Bool { patterns.allSatisfy(\.isPlain) }

  /// Whether an expected line is a pattern of its own, and fits an actual one.
  fileprivate func fits(_ place: Int, _ line: String) -> Bool {
    !patterns[place].isAnyLines && patterns[place].fits(line)
  }

  /// Edits up to a line that is the same, in which the last line that stands for any lines takes all
  /// that are added.
  fileprivate func absorbing(_ edits: [LineDifference.Edit]) -> [LineDifference.Edit] {
    let place = edits.lazy.compactMap { edit -> Int? in
      if case .removed(let place) = edit, patterns[place].isAnyLines { place } else { nil }
    }.last
    guard let place else { return edits }
    let others = edits.filter { edit in
      if case .removed(let other) = edit { !patterns[other].isAnyLines } else { true }
    }
    func isLater(_ edit: LineDifference.Edit) -> Bool {
      switch edit {
      case .removed(let other), .same(let other, _): other > place
      case .added: false
      }
    }
    let added = others.compactMap { edit -> LineDifference.Edit? in
      if case .added(let position) = edit { .same(place, position) } else { nil }
    }
    let rest = others.filter { if case .added = $0 { false } else { true } }
    return rest.filter { !isLater($0) } + added + rest.filter(isLater)
  }

  /// nil if there are more pairs of lines to compare than `limit`.
  fileprivate func alignment(with actual: [String], limit: Int) -> [LineDifference.Edit]? {
    func fits(_ place: Int, _ position: Int) -> Bool { self.fits(place, actual[position]) }
    var start = 0
    while start < min(patterns.count, actual.count), fits(start, start) { start += 1 }
    var end = 0
    while end < min(patterns.count, actual.count) - start,
      fits(patterns.count - 1 - end, actual.count - 1 - end)
    { end += 1 }
    let (height, width) = (patterns.count - start - end, actual.count - start - end)
    guard height * width <= limit else { return nil }
    var edits = (0..<start).map { LineDifference.Edit.same($0, $0) }
    edits += Alignment(height, width) { place, position in
      patterns[start + place].isAnyLines
        ? nil : patterns[start + place].fits(actual[start + position])
    } isAnyLines: {
      patterns[start + $0].isAnyLines
    }.edits(from: start)
    for rest in (0..<end).reversed() {
      edits.append(.same(patterns.count - 1 - rest, actual.count - 1 - rest))
    }
    return edits
  }
}

/// The cheapest way from expected to actual lines: fewest changes, and of those most lines that fit.
private struct Alignment {
  private let height: Int
  private let width: Int
  /// The cost from each pair of places to the end, row by row.
  private var costs: [Int]
  private var fitting: [Bool]
  private let isAnyLines: (Int) -> Bool

  /// The cost of a removed line, of an added one, and of one that replaces another. A line that fits
  /// makes it less by 1.
  private static let change = 1 << 20

  init(
    _ height: Int, _ width: Int, fits: (Int, Int) -> Bool?, isAnyLines: @escaping (Int) -> Bool
  ) {
    self.height = height
    self.width = width
    self.isAnyLines = isAnyLines
    costs = Array(repeating: 0, count: (height + 1) * (width + 1))
    fitting = Array(repeating: false, count: height * width)
    for place in (0...height).reversed() {
      for position in (0...width).reversed() {
        let index = place * (width + 1) + position
        guard place < height else {
          costs[index] = (width - position) * Alignment.change
          continue
        }
        if position < width { fitting[place * width + position] = fits(place, position) ?? false }
        costs[index] = steps(place, position).map(\.cost).min() ?? 0
      }
    }
  }

  private enum Step {
    case fit, absorb, replace, remove, add, pass
  }

  private func cost(_ place: Int, _ position: Int) -> Int { costs[place * (width + 1) + position] }

  /// What can come next, the preferred first.
  private func steps(_ place: Int, _ position: Int) -> [(step: Step, cost: Int)] {
    var steps: [(step: Step, cost: Int)] = []
    let (hasLine, hasPattern) = (position < width, place < height)
    if hasPattern, isAnyLines(place) {
      steps.append((.pass, cost(place + 1, position)))
      if hasLine { steps.append((.absorb, cost(place, position + 1))) }
      return steps
    }
    if hasPattern, hasLine {
      if fitting[place * width + position] {
        steps.append((.fit, cost(place + 1, position + 1) - 1))
      }
      steps.append((.replace, cost(place + 1, position + 1) + Alignment.change))
    }
    if hasPattern { steps.append((.remove, cost(place + 1, position) + Alignment.change)) }
    if hasLine { steps.append((.add, cost(place, position + 1) + Alignment.change)) }
    return steps
  }

  /// - Parameter start: How many lines of both come before.
  func edits(from start: Int) -> [LineDifference.Edit] {
    var edits: [LineDifference.Edit] = []
    // Added lines wait for the removed ones before them.
    var added: [LineDifference.Edit] = []
    var (place, position) = (0, 0)
    while let step = steps(place, position).min(by: { $0.cost < $1.cost })?.step {
      switch step {
      case .fit, .absorb:
        edits += added + [.same(start + place, start + position)]
        added = []
      case .replace:
        edits.append(.removed(start + place))
        added.append(.added(start + position))
      case .remove: edits.append(.removed(start + place))
      case .add: added.append(.added(start + position))
      case .pass: break
      }
      if [.fit, .replace, .remove, .pass].contains(step) { place += 1 }
      if [.fit, .replace, .absorb, .add].contains(step) { position += 1 }
    }
    return edits + added
  }
}
