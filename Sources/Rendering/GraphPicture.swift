/// A graph of bindings to be drawn, in any format: plain data that contains every name.
public struct GraphPicture: Sendable, Equatable {
  public enum NodeKind: String, Sendable {
    case property, computed, event, action, command
    /// An observer, which stands for its block.
    case observer
  }

  /// What edges connect: a property, or an observer's block.
  public struct Node: Sendable, Equatable {
    /// `vm.name`; for an observer `#3`.
    public var name: String
    /// The object that it belongs to, such as `vm`; empty for an observer.
    public var object: String
    public var kind: NodeKind
    /// Its value as text of the language; nil if it has none.
    public var value: String?
    /// For an observer: what it is and its block, `observe { print value }`.
    public var text = ""
    /// The property does not exist now: its path contains nil, or its object is released.
    public var isMissing = false

    public init(name: String, object: String, kind: NodeKind, value: String? = nil) {
      self.name = name
      self.object = object
      self.kind = kind
      self.value = value
    }
  }

  /// A binding, an observer or a dependency of a `computed`, from one node to another.
  public struct Edge: Sendable, Equatable {
    /// Indices into `nodes`.
    public var source: Int
    public var target: Int
    /// `#3`; nil for a dependency of a `computed`.
    public var number: Int?
    /// The name that `as` gave it; empty if it has none.
    public var name = ""
    /// The binding in the language: `vm.name ~> label.text | Shout`.
    public var text: String
    /// What code does here, such as `writes` or `may call`; empty for a binding.
    public var code = ""
    /// The names of its transformers, in the order written.
    public var stages: [String] = []
    /// The protocols by which alone objects on its path are known.
    public var protocols: [String] = []
    /// Whether a change can go round along it. It cannot where a call leads back to a command, which
    /// is executing then.
    public var goesRound = true
    /// What it reads, where that is more than its source: `(a.x + b.x)`, `vm.age.string`.
    public var reading = ""
    public var isTwoWay = false
    public var isOnce = false
    /// Its path contains nil, so nothing passes.
    public var isBroken = false
    /// The property that is nil: `vm.address`; empty if the end itself is released.
    public var brokenAt = ""
    /// Its path contains nil, and it passes nothing, not even nil, until the path to its source is
    /// complete for the first time.
    public var isWaiting = false
    /// Its source is only a part of the path that is read: of `vm.address.city` it is `vm.address`.
    public var isWay = false
    /// The last turn passed a change along this edge.
    public var isLit = false
    /// It is on a cycle.
    public var isOnCycle = false

    public init(source: Int, target: Int, number: Int?, text: String) {
      self.source = source
      self.target = target
      self.number = number
      self.text = text
    }

    /// `through the protocol WorkerDelegate`; nil where everything on its path is known.
    var protocolText: String? {
      protocols.isEmpty
        ? nil
        : "through the protocol\(protocols.count == 1 ? "" : "s") \(protocols.joined(separator: ", "))"
    }

    /// Why nothing passes; nil if it does.
    var brokenText: String? {
      let reason = brokenAt.isEmpty ? "its end is released" : "\(brokenAt) is nil"
      return isBroken ? (isWaiting ? "waits: " : "broken: ") + reason : nil
    }
  }

  /// In the order in which the properties were made.
  public var nodes: [Node] = []
  /// In the order of their numbers.
  public var edges: [Edge] = []
  /// The closed paths, each as indices into `edges`.
  public var cycles: [[Int]] = []

  public init() {}
}

extension GraphPicture {
  /// The picture with invisible characters in its texts as escapes.
  func visible() -> GraphPicture {
    var picture = self
    for place in nodes.indices {
      picture.nodes[place].name = nodes[place].name.visible()
      picture.nodes[place].value = nodes[place].value?.visible()
      picture.nodes[place].text = nodes[place].text.visible()
    }
    for place in edges.indices {
      picture.edges[place].name = edges[place].name.visible()
      picture.edges[place].text = edges[place].text.visible()
      picture.edges[place].code = edges[place].code.visible()
      picture.edges[place].stages = edges[place].stages.map { $0.visible() }
      picture.edges[place].protocols = edges[place].protocols.map { $0.visible() }
      picture.edges[place].reading = edges[place].reading.visible()
      picture.edges[place].brokenAt = edges[place].brokenAt.visible()
    }
    return picture
  }
}
