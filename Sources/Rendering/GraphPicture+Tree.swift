import Text

// The picture as a tree of lines: each property once, with what it leads to below it.
extension GraphPicture {
  /// How the tree is shown.
  public struct TreeStyle: Sendable {
    public var isASCII = false
    public var width = 100
    /// Whether lines that are longer go on in further rows.
    public var isOnScreen: Bool
    /// The most lines of the tree; nobody reads a hundred thousand.
    public var mostLines = 200

    public init(isASCII: Bool = false, width: Int = 100, isOnScreen: Bool = false) {
      self.isASCII = isASCII
      self.width = width
      self.isOnScreen = isOnScreen
    }
  }

  /// The tree, which begins at the properties that nothing writes. Below it the meaning of its signs,
  /// and the cycles as closed paths.
  ///
  /// A property that is reached again is only named, so there are no more lines than edges.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public func treeLines(_ style: TreeStyle = TreeStyle()) -> [StyledText] {
    var tree = GraphTree(self, style)
    tree.draw()
    return tree.lines.flatMap { style.isOnScreen ? $0.rows(columns: style.width) : [$0.row] }
  }
}

private struct GraphTree {
  static let mostCycles = 10
  static let mostHops = 12
  static let valueWidth = 40

  private(set) var lines: [TreeLine] = []
  /// At this depth a branch continues further down, without indentation.
  private let deepest: Int
  private let picture: GraphPicture
  private let style: GraphPicture.TreeStyle
  private let arcs: GraphPicture.Arcs
  private var states: [NodeState]
  /// Edges that have a place in the tree, though they may not be drawn yet.
  private var isClaimed: [Bool]
  private var drawn = 0
  /// Nodes whose edges continue further down.
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
    let picture = picture.visible()
    self.picture = picture
    self.style = style
    deepest = style.isOnScreen ? min(16, TurnTrace.deepest(onColumns: style.width)) : 16
    arcs = picture.outgoing
    states = Array(repeating: .unseen, count: picture.nodes.count)
    isClaimed = Array(repeating: false, count: picture.edges.count)
  }

  mutating func draw() {
    var isWritten = Array(repeating: false, count: picture.nodes.count)
    for edge in picture.edges where !edge.isWay { isWritten[edge.target] = true }
    for node in picture.nodes.indices where !isWritten[node] { drawRoot(node) }
    // The rest can be reached only through cycles.
    for edge in picture.edges { drawRoot(edge.source) }
    for node in picture.nodes.indices { drawRoot(node) }
    let missing = picture.edges.count - drawn
    if missing > 0 {
      let hint: StyledText = """
        \(missing) more left out; \(hint: "'graph PATH' draws what is connected to one property, ")\
        \(hint: "'graph dot' draws all")
        """
      lines.append(TreeLine(rest: "  ", text: "… \(hint)"))
    }
    addLegend()
    if style.isASCII {
      for place in lines.indices {
        lines[place].text = lines[place].text.mapped { $0.replacing("…", with: "...") }
      }
    }
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
    let bar = arcs[root].contains { !isClaimed[$0] } ? signs.bar : "   "
    lines.append(TreeLine(rest: bar, text: text(of: root)))
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
    // A two-way edge is drawn at the end that is reached first.
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
    let goesOn = !edge.isWay && states[target] == .unseen && !arcs[target].isEmpty
    let isDeepest = line.depth >= deepest
    let rest = remarks(edge, target, isMovedDown: goesOn && isDeepest)
    let sign =
      edge.isLit
      ? line.isLast ? signs.lastLit : signs.branchLit : line.isLast ? signs.last : signs.branch
    let isNew = states[target] == .unseen && !edge.isWay
    var what = edgeText(edge, to: target, withValue: isNew, valueWidth: GraphTree.valueWidth)
    let width = line.prefix.count + 3 + what.displayWidth + rest.displayWidth
    if width > style.width {
      what = edgeText(
        edge, to: target, withValue: isNew,
        valueWidth: max(12, GraphTree.valueWidth - (width - style.width)))
    }
    let below = line.prefix + (line.isLast ? "   " : signs.bar)
    lines.append(
      TreeLine(
        prefix: line.prefix, rest: below + (goesOn && !isDeepest ? signs.bar : "   "),
        text: "\(edge.isLit ? .good : .quiet, sign)\(what)\(rest)"))
    guard !edge.isWay, states[target] == .unseen else { return }
    if goesOn, isDeepest {
      states[target] = .continued
      continued.append(target)
    } else {
      expand(target, prefix: below, depth: line.depth + 1, onto: &pending)
    }
  }

  // MARK: Texts

  /// What is said of an edge after it.
  ///
  /// - Parameter isMovedDown: Whether the tree continues further down, being too deep here.
  private func remarks(
    _ edge: GraphPicture.Edge, _ target: Int, isMovedDown: Bool
  ) -> StyledText {
    var remarks: [StyledText] = []
    if !edge.isWay {
      if !edge.reading.isEmpty { remarks.append("reads \(code: edge.reading)") }
      if !edge.stages.isEmpty {
        remarks.append("through \(edge.stages.joined(separator: ", "))")
      }
      if let protocols = edge.protocolText { remarks.append(StyledText(protocols)) }
      if !edge.name.isEmpty { remarks.append("as \(.object, edge.name)") }
      if edge.isOnce { remarks.append("once") }
      if let reason = edge.brokenText { remarks.append(StyledText(.held, reason)) }
    }
    var mark: [StyledText] = edge.isOnCycle ? [StyledText(.cycle, signs.cycle)] : []
    switch states[target] {
    case .unseen: if isMovedDown { mark.append("goes on below") }
    case _ where edge.isWay: break
    case .onPath where edge.isOnCycle: mark.append("closes the cycle")
    case .onPath, .done: mark.append("see above")
    case .continued: mark.append("see below")
    }
    if !mark.isEmpty { remarks.append(mark.joined(by: " ")) }
    return remarks.isEmpty ? "" : "   \(remarks.joined(by: ", "))"
  }

  private func edgeText(
    _ edge: GraphPicture.Edge, to target: Int, withValue: Bool, valueWidth: Int
  ) -> StyledText {
    let number: StyledText = edge.number.map { "\(.binding, "#\($0)") " } ?? ""
    let node = picture.nodes[target]
    if edge.isWay { return "\(number)reads through it: \(code: edge.text)" }
    if node.kind == .observer { return "\(number)\(code: node.text)" }
    let end =
      withValue
      ? text(of: target, valueWidth: valueWidth) : StyledText(node.meaning, node.name)
    if !edge.code.isEmpty { return "\(edge.code) \(end)" }
    let arrow = edge.number == nil ? (style.isASCII ? "->" : "→") : edge.isTwoWay ? "<>" : "~>"
    return "\(number)\(arrow) \(end)"
  }

  private func text(of place: Int, valueWidth: Int = GraphTree.valueWidth) -> StyledText {
    let node = picture.nodes[place]
    let name = StyledText(node.meaning, node.name)
    func followed(by sign: String) -> StyledText {
      node.value.map { "\(sign)\(.new, $0.cut(to: valueWidth))" } ?? ""
    }
    switch node.kind {
    case .property where node.isMissing: return name
    case .property: return "\(name)\(followed(by: " = "))"
    case .computed: return "computed \(name)\(followed(by: " = "))"
    case .event where node.object.isEmpty: return name
    case .event: return "event \(name)"
    case .action: return "action \(name)"
    case .command: return "command \(name)\(followed(by: ": "))"
    case .observer: return "\(name) \(code: node.text)"
    }
  }

  // MARK: What is below

  private mutating func addLegend() {
    var legend: [StyledText] = []
    if picture.edges.contains(where: \.isLit) {
      legend.append("\(.good, signs.lit) fired in the last turn")
    }
    let sign = StyledText(.cycle, signs.cycle)
    if picture.cycles.prefix(GraphTree.mostCycles).contains(where: { $0.count > GraphTree.mostHops }
    ) {
      legend.append(StyledText(hint: "\(signs.cycle) 'graph json' has all steps of a long cycle"))
    }
    for cycle in picture.cycles.prefix(GraphTree.mostCycles) {
      legend.append("\(sign) cycle: \(.cycle, text(ofCycle: cycle))")
    }
    let more = picture.cycles.count - GraphTree.mostCycles
    if more > 0 {
      legend.append("\(sign) and \(counted(more, "more cycle")); \(hint: "'cycles' lists all")")
    } else if picture.cycles.isEmpty, picture.edges.contains(where: \.isOnCycle) {
      legend.append("\(sign) lies on a cycle")
    }
    if !legend.isEmpty { lines += ([""] + legend).map { TreeLine(rest: "  ", text: $0) } }
  }

  private func text(ofCycle cycle: [Int]) -> String {
    let arrow = style.isASCII ? "->" : "→"
    let stations = picture.stations(of: cycle)
    func hop(_ position: Int) -> String {
      let edge = picture.edges[cycle[position]]
      let end = picture.nodes[stations[position + 1]]
      // An observer is named by its number, and code by itself.
      guard end.kind != .observer, edge.code.isEmpty else { return " \(arrow) \(end.name)" }
      return " \(arrow) \(edge.number.map { "#\($0)" } ?? "computed") \(arrow) \(end.name)"
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

extension GraphPicture.Node {
  fileprivate var meaning: Meaning { kind == .observer ? .binding : .property }
}
