/// The links of a page, the graph of all of them, and the edge that belongs to each event.
///
/// - Parameter NodeKey: Identifies a node while the graph grows.
package struct LinkPicture<NodeKey: Hashable> {
  package private(set) var links: [ReportPage.Link] = []
  package var picture = GraphPicture()
  /// The link of each edge of the picture.
  package private(set) var linksOfEdges: [Int] = []
  private var nodes: [NodeKey: Int] = [:]
  private var edges: [EdgeKey: Int] = [:]
  /// The edges of each link.
  private var edgesOfLink: [[Int]] = []

  private struct EdgeKey: Hashable {
    var link: Int
    var source: Int
    var target: Int
  }

  package init() {}

  /// - Returns: The index of the link.
  package mutating func add(_ link: ReportPage.Link) -> Int {
    links.append(link)
    edgesOfLink.append([])
    return links.count - 1
  }

  /// Whether there is room for another edge in a page.
  package var hasRoom: Bool { picture.edges.count < ReportPage.mostEdgesKept }

  package func node(_ key: NodeKey) -> Int? { nodes[key] }

  /// The node of a key, which is made if it does not exist yet.
  package mutating func node(_ key: NodeKey, making make: () -> GraphPicture.Node) -> Int {
    if let known = nodes[key] { return known }
    nodes[key] = picture.nodes.count
    picture.nodes.append(make())
    return picture.nodes.count - 1
  }

  /// The edge of a link between two nodes, which is made if it does not exist yet.
  ///
  /// - Returns: nil if there is no room.
  @discardableResult
  package mutating func connect(_ link: Int, from source: Int, to target: Int) -> Int? {
    let key = EdgeKey(link: link, source: source, target: target)
    if let known = edges[key] { return known }
    guard hasRoom else { return nil }
    let edge = picture.edges.count
    edges[key] = edge
    edgesOfLink[link].append(edge)
    linksOfEdges.append(link)
    picture.edges.append(
      GraphPicture.Edge(
        source: source, target: target, number: links[link].number, text: links[link].text))
    return edge
  }

  /// The edge of a link between two nodes. A two-way binding is one edge for both directions.
  package func edge(of link: Int, between source: Int, and target: Int) -> Int? {
    edges[EdgeKey(link: link, source: source, target: target)]
      ?? edges[EdgeKey(link: link, source: target, target: source)]
  }

  /// The edge along which a link acts: if it has several, the one that begins at its cause.
  package func edge(of link: Int, from source: Int?) -> Int? {
    let own = edgesOfLink[link]
    return own.first { own.count > 1 && picture.edges[$0].source == source } ?? own.first
  }

  /// Copies the links and the graph into a page.
  package func fill(_ page: inout ReportPage) {
    page.links = links
    page.picture = picture
    page.linksOfEdges = linksOfEdges
  }
}
