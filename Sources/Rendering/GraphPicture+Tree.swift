// The picture as a tree of lines: each property once, with what hangs on it below.
extension GraphPicture {
  /// How the tree is to look.
  public struct TreeStyle: Sendable {
    public var isASCII = false
    /// Whether to use ANSI escapes for bold and colours.
    public var isColored = false
    public var width = 100
    /// The most lines of the tree; nobody reads a hundred thousand.
    public var mostLines = 200

    public init(isASCII: Bool = false, isColored: Bool = false, width: Int = 100) {
      self.isASCII = isASCII
      self.isColored = isColored
      self.width = width
    }
  }

  /// The tree, from the properties that nothing writes along the edges; then what its signs mean,
  /// and the cycles as closed paths.
  ///
  /// A property that is met again is only named, so the tree is no longer than there are edges.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public func treeLines(_ style: TreeStyle = TreeStyle()) -> [String] {
    var tree = GraphTree(self, style)
    tree.draw()
    return tree.lines
  }
}

private struct GraphTree {
  /// Deeper than this the rest goes on further down, at the margin.
  static let deepest = 16
  static let mostCycles = 10
  static let mostHops = 12
  static let valueWidth = 40

  private(set) var lines: [String] = []
  private let picture: GraphPicture
  private let style: GraphPicture.TreeStyle
  private let arcs: GraphPicture.Arcs
  private let paint: Paint
  private var states: [NodeState]
  /// Edges that have a place in the tree, though they may not be drawn yet.
  private var isClaimed: [Bool]
  private var drawn = 0
  /// Nodes whose edges go on further down.
  private var continued: [Int] = []

  private enum NodeState {
    case unseen, onPath, done, continued
  }

  private struct Line {
    var edge: Int
    var from: Int
    var prefix: String
    var isLast: Bool
    var depth: Int
  }

  private enum Step {
    case draw(Line)
    case leave(Int)
  }

  init(_ picture: GraphPicture, _ style: GraphPicture.TreeStyle) {
    // Before colours are put between the texts.
    let picture = picture.visible()
    self.picture = picture
    self.style = style
    arcs = picture.outgoing
    paint = Paint(isColored: style.isColored)
    states = Array(repeating: .unseen, count: picture.nodes.count)
    isClaimed = Array(repeating: false, count: picture.edges.count)
  }

  mutating func draw() {
    var isWritten = Array(repeating: false, count: picture.nodes.count)
    for edge in picture.edges where !edge.isWay { isWritten[edge.target] = true }
    for node in picture.nodes.indices where !isWritten[node] { drawRoot(node) }
    // What is left hangs on cycles alone.
    for edge in picture.edges { drawRoot(edge.source) }
    for node in picture.nodes.indices { drawRoot(node) }
    let missing = picture.edges.count - drawn
    if missing > 0 {
      lines.append(
        "\(style.isASCII ? "..." : "…") \(missing) more left out; 'graph PATH' draws what hangs on one"
          + " property, 'graph dot' draws all")
    }
    addLegend()
    if style.isASCII { lines = lines.map { $0.replacing("…", with: "...") } }
  }

  private var isFull: Bool { lines.count >= style.mostLines }

  private mutating func drawRoot(_ node: Int) {
    guard states[node] == .unseen, !isFull else { return }
    drawTree(node)
    while !continued.isEmpty {
      let nodes = continued
      continued = []
      for node in nodes where !isFull { drawTree(node) }
    }
  }

  private mutating func drawTree(_ root: Int) {
    lines.append(text(of: root))
    var pending: [Step] = []
    expand(root, prefix: "", depth: 0, onto: &pending)
    while let step = pending.popLast(), !isFull {
      switch step {
      case .leave(let node): states[node] = .done
      case .draw(let line): draw(line, onto: &pending)
      }
    }
  }

  private mutating func expand(
    _ node: Int, prefix: String, depth: Int, onto pending: inout [Step]
  ) {
    states[node] = .onPath
    pending.append(.leave(node))
    // A two-way edge is drawn at the end that comes first.
    let edges = arcs[node].filter { !isClaimed[$0] }
    for (position, edge) in edges.enumerated().reversed() {
      isClaimed[edge] = true
      pending.append(
        .draw(
          Line(
            edge: edge, from: node, prefix: prefix, isLast: position == edges.count - 1,
            depth: depth)))
    }
  }

  private mutating func draw(_ line: Line, onto pending: inout [Step]) {
    let edge = picture.edges[line.edge]
    let target = picture.end(of: line.edge, from: line.from)
    drawn += 1
    var remarks: [String] = []
    if !edge.reading.isEmpty, !edge.isWay { remarks.append("reads \(edge.reading)") }
    if !edge.stages.isEmpty, !edge.isWay {
      remarks.append("through \(edge.stages.joined(separator: ", "))")
    }
    if !edge.name.isEmpty, !edge.isWay { remarks.append("as \(edge.name)") }
    if edge.isOnce, !edge.isWay { remarks.append("once") }
    if edge.isBroken, !edge.isWay {
      let reason = edge.brokenAt.isEmpty ? "its end is released" : "\(edge.brokenAt) is nil"
      remarks.append(paint.red((edge.isWaiting ? "waits: " : "broken: ") + reason))
    }
    let goesOn = !edge.isWay && states[target] == .unseen && !arcs[target].isEmpty
    let isDeepest = line.depth >= GraphTree.deepest
    var mark = edge.isOnCycle ? [paint.yellow(signs.cycle)] : []
    switch states[target] {
    case .unseen: if goesOn, isDeepest { mark.append("goes on below") }
    case .onPath where edge.isOnCycle && !edge.isWay: mark.append("closes the cycle")
    case .onPath, .done: if !edge.isWay { mark.append("see above") }
    case .continued: if !edge.isWay { mark.append("see below") }
    }
    if !mark.isEmpty { remarks.append(mark.joined(separator: " ")) }
    let sign =
      edge.isLit
      ? line.isLast ? signs.lastLit : signs.branchLit : line.isLast ? signs.last : signs.branch
    let isNew = states[target] == .unseen && !edge.isWay
    var what = edgeText(edge, to: target, withValue: isNew, valueWidth: GraphTree.valueWidth)
    let rest = remarks.isEmpty ? "" : "   " + remarks.joined(separator: ", ")
    let width = line.prefix.count + 3 + what.displayWidth + paint.bare(rest).displayWidth
    if width > style.width {
      what = edgeText(
        edge, to: target, withValue: isNew,
        valueWidth: max(12, GraphTree.valueWidth - (width - style.width)))
    }
    if edge.isLit { what = paint.green(what) }
    lines.append(line.prefix + (edge.isLit ? paint.green(sign) : sign) + what + rest)
    guard !edge.isWay, states[target] == .unseen else { return }
    if goesOn, isDeepest {
      states[target] = .continued
      continued.append(target)
    } else {
      let prefix = line.prefix + (line.isLast ? "   " : signs.bar)
      expand(target, prefix: prefix, depth: line.depth + 1, onto: &pending)
    }
  }

  // MARK: Texts

  private func edgeText(
    _ edge: GraphPicture.Edge, to target: Int, withValue: Bool, valueWidth: Int
  ) -> String {
    let number = edge.number.map { "#\($0) " } ?? ""
    let node = picture.nodes[target]
    if edge.isWay { return "\(number.isEmpty ? "" : number)reads through it: \(edge.text)" }
    if node.kind == .observer { return number + node.text }
    let arrow = edge.number == nil ? (style.isASCII ? "->" : "→") : edge.isTwoWay ? "<>" : "~>"
    let end = withValue ? text(of: target, valueWidth: valueWidth) : node.name
    return "\(number)\(arrow) \(end)"
  }

  private func text(of place: Int, valueWidth: Int = GraphTree.valueWidth) -> String {
    let node = picture.nodes[place]
    let value = node.value?.shortened(to: valueWidth)
    switch node.kind {
    case .property where node.isMissing: return node.name
    case .property: return value.map { "\(node.name) = \($0)" } ?? node.name
    case .computed: return "computed \(node.name)" + (value.map { " = \($0)" } ?? "")
    case .event where node.object.isEmpty: return node.name
    case .event: return "event \(node.name)"
    case .action: return "action \(node.name)"
    case .command: return "command \(node.name)" + (value.map { ": \($0)" } ?? "")
    case .observer: return "\(node.name) \(node.text)"
    }
  }

  // MARK: What stands below

  private mutating func addLegend() {
    var legend: [String] = []
    if picture.edges.contains(where: \.isLit) {
      legend.append("\(paint.green(signs.lit)) fired in the last turn")
    }
    for cycle in picture.cycles.prefix(GraphTree.mostCycles) {
      legend.append("\(paint.yellow(signs.cycle)) cycle: \(text(ofCycle: cycle))")
    }
    let more = picture.cycles.count - GraphTree.mostCycles
    if more > 0 {
      legend.append(
        "\(paint.yellow(signs.cycle)) and \(more) more cycle\(more == 1 ? "" : "s"); 'cycles' lists all"
      )
    } else if picture.cycles.isEmpty, picture.edges.contains(where: \.isOnCycle) {
      legend.append("\(paint.yellow(signs.cycle)) lies on a cycle")
    }
    if !legend.isEmpty { lines += [""] + legend }
  }

  private func text(ofCycle cycle: [Int]) -> String {
    let arrow = style.isASCII ? "->" : "→"
    let stations = picture.stations(of: cycle)
    func hop(_ position: Int) -> String {
      let by = picture.edges[cycle[position]].number.map { "#\($0)" } ?? "computed"
      return " \(arrow) \(by) \(arrow) \(picture.nodes[stations[position + 1]].name)"
    }
    var text = picture.nodes[stations[0]].name
    guard cycle.count > GraphTree.mostHops else {
      for position in cycle.indices { text += hop(position) }
      return text
    }
    for position in 0..<(GraphTree.mostHops / 2) { text += hop(position) }
    text += " \(arrow) … \(cycle.count - GraphTree.mostHops / 2 - 1) more …"
    return text + hop(cycle.count - 1)
  }

  private var signs: Signs { Signs(isASCII: style.isASCII) }

  private struct Signs {
    let branch, last, bar, branchLit, lastLit, lit, cycle: String

    init(isASCII: Bool) {
      let signs = TraceSigns(isASCII: isASCII)
      (branch, last, bar) = (signs.branch, signs.last, signs.bar)
      branchLit = isASCII ? "|= " : "╞═ "
      lastLit = isASCII ? "`= " : "╘═ "
      lit = isASCII ? "=" : "═"
      cycle = isASCII ? "@" : "↺"
    }
  }
}

/// ANSI escapes, or none.
private struct Paint {
  let isColored: Bool

  func green(_ text: String) -> String { paint(text, "1;32") }
  func red(_ text: String) -> String { paint(text, "31") }
  func yellow(_ text: String) -> String { paint(text, "33") }

  private func paint(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The text without the escapes.
  func bare(_ text: String) -> String {
    guard isColored else { return text }
    var bare = ""
    var isInside = false
    for character in text {
      if character == "\u{1B}" { isInside = true }
      if !isInside { bare.append(character) }
      if character == "m" { isInside = false }
    }
    return bare
  }
}

extension String {
  /// The text cut to so many columns, with a sign that it goes on.
  func shortened(to width: Int) -> String {
    guard utf8.count > width, displayWidth > width else { return self }
    var shown = ""
    var columns = 1
    for character in self {
      columns += character.displayWidth
      if columns > width { break }
      shown.append(character)
    }
    return shown + "…"
  }

  fileprivate func replacing(_ sign: Character, with text: String) -> String {
    contains(sign)
      ? split(separator: sign, omittingEmptySubsequences: false).joined(separator: text) : self
  }
}
