import Basics
import Text

// A turn as a tree: each entry below the one that brought it about.
extension TurnTrace {
  /// A line to print, with its depth in the tree.
  struct Node {
    var text: StyledText
    /// What other lines call it: its binding or observer, or its property.
    var name = ""
    /// The number of its event: its place in time.
    var time: Int
    /// The node above it; nil for what the statement did.
    var parent: Int?
    var children: [Int] = []
  }

  /// The screen on which a tree is read.
  public struct Screen: Sendable {
    let columns: Int
    /// The rows that a tree may have; nil if it is shown as far as any tree is.
    let lines: Int?

    public init(columns: Int, lines: Int? = nil) {
      self.columns = columns
      self.lines = lines
    }
  }

  /// The most lines shown of one turn, and of one that is asked for; a runaway has millions.
  static let (mostLines, mostLinesAsked) = (120, 10_000)
  private static let howToSeeAll = "'trace last' shows all"
  /// The deepest indentation of a line, in levels of three columns: on a screen, most of a row is
  /// left for the text.
  private static func deepest(on screen: Screen?) -> Int {
    screen.map { min(24, deepest(onColumns: $0.columns)) } ?? 24
  }

  static func deepest(onColumns columns: Int) -> Int { max(columns / 8, 3) }

  /// The turn as a tree of lines; with `full`, each stage and each firing has a line of its own.
  ///
  /// - Parameters:
  ///   - isAsked: Whether somebody asks for what was left out.
  ///   - width: Where remarks are wrapped.
  ///   - screen: Where all lines are broken; nil if they stay as long as they are.
  public func treeLines(
    full: Bool, isAsked: Bool = false, isASCII: Bool, width: Int = 100, screen: Screen? = nil
  ) -> [StyledText] {
    let signs = TraceSigns(isASCII: isASCII)
    var lines = [TreeLine(rest: "   ", text: heading)]
    let tree = full ? fullNodes(signs) : mergedNodes(signs)
    let (body, isInOrder) = draw(tree, signs, deepest: TurnTrace.deepest(on: screen))
    let most = isAsked ? TurnTrace.mostLinesAsked : TurnTrace.mostLines
    lines += shorten(body, signs, on: screen, most, isAsked: isAsked)
    for remark in remarks {
      lines += StyledText(.cycle, remark).wrapped(width: width - 3)
        .map { TreeLine(prefix: "   ", rest: "   ", text: $0) }
    }
    let legend: StyledText = isInOrder ? "" : "   \(.quiet, "(@: the order in time)")"
    lines.append(TreeLine(prefix: "   ", rest: "   ", text: "\(ending)\(legend)"))
    guard let screen else { return lines.map { $0.visible().row } }
    return lines.flatMap { $0.visible().rows(columns: screen.columns) }
  }

  /// `turn 5  vm.name = "Hobbit"`.
  private var heading: StyledText { "\(.quiet, "turn \(number)")  \(.heading, statement)" }

  var hasSucceeded: Bool { ["settled", "held"].contains(outcome) }

  /// `settled: 2 writes, 1 firing`.
  private var ending: StyledText {
    hasSucceeded
      ? "\(outcome): \(.quiet, countsText)"
      : "\(.error, outcome): \(.quiet, countsText)"
  }

  /// Whether nothing happened but that something was declared, or printed by the statement itself.
  public var isQuiet: Bool {
    remarks.isEmpty && writes == 0 && firings == 0 && held == 0 && dropped == 0
      && rejected == 0
      && entries.allSatisfy { $0.kind == .make || $0.kind == .print && $0.cause == 0 }
  }

  /// `text` in lines of at most `width` columns, broken at blanks.
  package static func wrap(_ text: String, width: Int) -> [String] {
    StyledText(text).wrapped(width: width).map(\.plain)
  }

  /// The nodes of a tree, each after its parent.
  struct NodeTree {
    fileprivate(set) var nodes: [Node] = []
    private(set) var roots: [Int] = []
    /// The node of each entry, by the place of the entry.
    private var places: [Int?]

    fileprivate init(of entries: [TraceEntry]) {
      places = Array(repeating: nil, count: entries.count)
    }

    /// Hangs a line below that of what brought its entry about.
    fileprivate mutating func add(
      _ entry: Int, below cause: Int?, _ text: StyledText, of event: TraceEntry
    ) {
      // A reference ends with its object, although that is recorded last.
      let time = event.reason == .released && event.kind == .write ? event.cause : event.sequence
      let number = event.number.map { "#\($0)" }
      let name = event.kind == .observe ? number : event.target ?? event.property ?? number
      let parent = cause.flatMap { places[$0] }
      if let parent {
        nodes[parent].children.append(nodes.count)
      } else {
        roots.append(nodes.count)
      }
      places[entry] = nodes.count
      nodes.append(Node(text: text, name: name ?? event.kind.word, time: time, parent: parent))
    }

    /// Says something else in the line of an entry.
    fileprivate mutating func replace(_ entry: Int?, _ text: StyledText) {
      if let place = entry.flatMap({ places[$0] }) { nodes[place].text = text }
    }

    /// Lets what an entry brings about hang below the line of another one.
    fileprivate mutating func join(_ entry: Int, to other: Int?) {
      places[entry] = other.flatMap { places[$0] }
    }
  }

  /// The place of the entry with a number: entries are in its order.
  private func place(of sequence: Int) -> Int? {
    let guess = sequence - 1
    if entries.indices.contains(guess), entries[guess].sequence == sequence { return guess }
    let place = entries.indices.partitionPoint { entries[$0].sequence >= sequence }
    return place < entries.count && entries[place].sequence == sequence ? place : nil
  }

  private func fullNodes(_ signs: TraceSigns) -> NodeTree {
    var tree = NodeTree(of: entries)
    for (position, entry) in entries.enumerated() {
      tree.add(
        position, below: place(of: entry.cause), entry.text(signs), of: entry)
    }
    return tree
  }

  /// A firing, what a `set` block makes of its value, and its write, or the note of it, share one line if nothing happened
  /// between them; the stages have no lines.
  func mergedNodes(_ signs: TraceSigns) -> NodeTree {
    var tree = NodeTree(of: entries)
    // The firings whose write is still to come, and those of them during which something happened.
    var isFiring = [Bool](repeating: false, count: entries.count)
    var isBusy = isFiring
    var correction: TraceEntry?
    for (position, entry) in entries.enumerated() where entry.kind != .transform {
      if entry.kind == .correct {
        correction = entry
        continue
      }
      var (text, remark): (StyledText, StyledText) = (entry.text(signs), "")
      if let found = correction, entry.isOf(found) {
        let given: StyledText = "   given \(found.correction)"
        remark = given.visible()
        correction = nil
      }
      let cause = place(of: entry.cause)
      let isFired = cause.map { isFiring[$0] } ?? false
      if isFired, let cause, entry.comesBetween(entries[cause]) {
        isBusy[cause] = true
        tree.replace(cause, entries[cause].title())
      }
      let isSplit = cause.map { isFired && isBusy[$0] } ?? false
      let isResult = isFired && cause.map { entries[$0].number } == entry.number
      func add(_ text: StyledText) {
        tree.add(position, below: cause, text, of: entry)
      }
      switch entry.kind {
      case .fire:
        isFiring[position] = true
        add(text)
      case .write where isResult && isSplit, .note where isResult && isSplit:
        add("\(text)\(remark)")
        if let cause { isFiring[cause] = false }
      case .write where isResult, .note where isResult:
        let title = cause.map { entries[$0].titleOfFiring() } ?? ""
        tree.replace(cause, "\(text)   \(title)\(remark)")
        tree.join(position, to: cause)
        if let cause { isFiring[cause] = false }
      case .dropped
      where [.brokenSource, .noValue].contains(entry.reason)
        && observing(at: cause) == entry.number:
        tree.replace(cause, text)
      case .move where entry.link != nil && cause.flatMap { entries[$0].link } == entry.link:
        add("it now \(entry.following)")
      case .dropped where isFired && !isSplit && entry.number != nil && !entry.isOfWaiting:
        text.append(remark)
        tree.replace(cause, text)
        // What comes later does not come between.
        if let cause { isFiring[cause] = false }
      default:
        text.append(remark)
        add(text)
      }
    }
    return tree
  }

  /// The number of the observer that an entry starts; nil if it starts none.
  private func observing(at place: Int?) -> Int? {
    place.flatMap { entries[$0].kind == .observe ? entries[$0].number : nil }
  }

  /// The lines of a tree. Where they are not in the order in which things happened, each line out of
  /// order has the number of its event.
  private func draw(
    _ tree: NodeTree, _ signs: TraceSigns, deepest: Int
  ) -> (lines: [TreeLine], isInOrder: Bool) {
    let (nodes, roots) = (tree.nodes, tree.roots)
    var lines: [TreeLine] = []
    var times: [Int] = []
    // Depth first with an explicit stack: a chain may be a million long.
    var pending = roots.enumerated().reversed().map {
      (node: $0.element, prefix: "", isLast: $0.offset == roots.count - 1, depth: 0)
    }
    while let (node, prefix, isLast, depth) = pending.popLast() {
      let sign = isLast ? signs.last : signs.branch
      let mark = depth == deepest ? "\(signs.ellipsis) " : ""
      let isDeepest = depth >= deepest
      let bar = prefix + (isLast ? "   " : signs.bar)
      let next = isDeepest ? prefix : bar
      let children = nodes[node].children
      lines.append(
        TreeLine(
          prefix: prefix + sign + mark,
          rest: bar + (children.isEmpty || isDeepest ? "   " : signs.bar), text: nodes[node].text))
      times.append(nodes[node].time)
      for (offset, child) in children.enumerated().reversed() {
        pending.append((child, next, offset == children.count - 1, depth + 1))
      }
    }
    let isInOrder = mark(&lines, by: times)
    return (lines, isInOrder)
  }

  /// Marks the lines that happened before one above them, or after one below them.
  ///
  /// - Returns: Whether there are none.
  private func mark(_ lines: inout [TreeLine], by times: [Int]) -> Bool {
    var firstBelow = times
    for position in times.indices.dropLast().reversed() {
      firstBelow[position] = min(times[position], firstBelow[position + 1])
    }
    var (lastAbove, isInOrder) = (Int.min, true)
    for position in times.indices {
      let time = times[position]
      if lastAbove > time || firstBelow[position] < time {
        isInOrder = false
        lines[position].text = "\(.quiet, "@\(time)") \(lines[position].text)"
      }
      lastAbove = max(lastAbove, time)
    }
    return isInOrder
  }

  /// The first lines and the last, with what was left out between.
  ///
  /// - Parameter screen: A tree that needs more rows is folded.
  private func shorten(
    _ lines: [TreeLine], _ signs: TraceSigns, on screen: Screen?, _ most: Int, isAsked: Bool
  ) -> [TreeLine] {
    if let screen, let room = screen.lines, room > 8, lap == 0, leftOut == 0 {
      return fold(lines, signs, on: screen, room)
    }
    let isLong = lines.count > most
    guard isLong || leftOut > 0 else { return lines }
    let head = lap > 0 ? min(2 * lap + 1, 60) : 60
    let tail = lap > 0 ? min(lap + 1, 40) : 20
    guard lines.count > head + tail else { return lines }
    let missing = lines.count - head - tail + leftOut
    let how =
      leftOut > 0
      ? "so many events are not kept" : isAsked ? "--trace=flat shows all" : TurnTrace.howToSeeAll
    let rest = StyledText(hint: "\(signs.ellipsis) \(missing) more; \(how)")
    return Array(lines.prefix(head)) + [TreeLine(text: rest)] + lines.suffix(tail)
  }

  /// The first lines and up to three of the last, so that all stand in the rows of a screen.
  private func fold(
    _ lines: [TreeLine], _ signs: TraceSigns, on screen: Screen, _ room: Int
  ) -> [TreeLine] {
    func rows(_ line: TreeLine) -> Int { line.visible().rows(columns: screen.columns).count }
    // Each line needs a row, so many lines are not measured.
    guard lines.count > room || lines.reduce(0, { $0 + rows($1) }) > room else { return lines }
    var (head, tail, left) = (0, 0, room - 1)
    while tail < 3, left - rows(lines[lines.count - tail - 1]) >= room / 2 {
      left -= rows(lines[lines.count - tail - 1])
      tail += 1
    }
    while left >= rows(lines[head]) {
      left -= rows(lines[head])
      head += 1
    }
    let hint = "\(signs.ellipsis) \(lines.count - head - tail) more; \(TurnTrace.howToSeeAll)"
    return lines.prefix(head) + [TreeLine(prefix: "   ", rest: "   ", text: StyledText(hint: hint))]
      + lines.suffix(tail)
  }

  /// The turn in one line.
  public func briefLine() -> StyledText {
    let line: StyledText = "\(heading)   \(ending)"
    return line.visible()
  }

  /// The turn as lines that are complete by themselves, for `grep` and `diff`.
  public func flatLines(isASCII: Bool) -> [String] {
    let signs = TraceSigns(isASCII: isASCII)
    var lines = ["\(number).0 turn \(statement)"]
    for entry in entries {
      lines.append(
        "\(number).\(entry.sequence) <\(entry.cause) \(entry.kind.word) \(entry.text(signs).plain)")
    }
    if leftOut > 0 { lines.append("\(number) \(leftOut) events left out") }
    lines += remarks.map { "\(number) \($0)" }
    lines.append("\(number).end \(outcome): \(countsText)")
    return lines.map { $0.visible() }
  }
}
