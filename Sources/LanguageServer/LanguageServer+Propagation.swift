import Checking
import Syntax
import Text

/// The hierarchy of calls, read as what sets off what: incoming calls of a property set it off, and
/// outgoing ones are what it sets off.
extension LanguageServer {
  func prepareHierarchy(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    guard let spot = try spots(parameters).first, let end = spot.program.end(at: spot.place) else {
      return JSONNull()
    }
    return [item(of: end)]
  }

  private func item(of end: ProgramEnd) -> JSONObject {
    [
      "name": end.path, "kind": 7, "uri": uri(of: end.use.file.name),
      "range": range(end.use.span, in: end.use.file),
      "selectionRange": range(end.use.span, in: end.use.file),
    ]
  }

  func incomingFlows(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    try flows(parameters, "from") { $0.sources(of: $1) }
  }

  func outgoingFlows(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    try flows(parameters, "to") { $0.targets(of: $1) }
  }

  private func flows(
    _ parameters: JSONTree, _ field: String,
    _ next: (ProgramFlow, ProgramEnd) -> [ProgramEnd]
  ) throws(ProtocolError) -> any JSONWritable {
    guard let item = parameters["item"], let uri = item["uri"]?.string,
      let start = TextPositions.Position(item["selectionRange"]?["start"])
    else { throw .parameters("no item of a hierarchy") }
    let path = path(of: uri)
    let programs =
      if let document = host.documents[uri] { try self.programs(with: document) } else {
        self.programs.values.map(\.program)
      }
    for program in programs {
      guard let file = program.files.first(where: { $0.name.asPlainPath == path }) else {
        continue
      }
      let offset = positions(in: file).offset(of: start, in: file.bytes)
      guard let place = program.place(at: offset, in: file.name), let end = program.end(at: place)
      else { continue }
      return calls(program.flows.map { ($0, next($0, end)) }, field)
    }
    return JSONNull()
  }

  /// One call for each property, with the statements through which the change goes.
  private func calls(_ flows: [(ProgramFlow, [ProgramEnd])], _ field: String) -> [JSONObject] {
    var order: [String] = []
    var found: [String: (end: ProgramEnd, ranges: [JSONObject])] = [:]
    for (flow, ends) in flows {
      var seen: Set<String> = []
      for end in ends where seen.insert(end.path).inserted {
        if found[end.path] == nil {
          order.append(end.path)
          found[end.path] = (end, [])
        }
        found[end.path]?.ranges.append(range(flow.span, in: flow.file))
      }
    }
    return order.compactMap { path in
      found[path].map { [field: item(of: $0.end), "fromRanges": $0.ranges] }
    }
  }
}

extension ProgramFlow {
  private var isTwoWay: Bool { if case .binding(true) = kind { true } else { false } }

  /// What sets off an end; nothing if the flow does not lead to it.
  fileprivate func sources(of end: ProgramEnd) -> [ProgramEnd] {
    if targets.contains(where: end.mayBe) { return sources }
    return isTwoWay && sources.contains(where: end.mayBe) ? targets : []
  }

  /// What an end sets off; nothing if the flow does not come from it.
  fileprivate func targets(of end: ProgramEnd) -> [ProgramEnd] {
    if sources.contains(where: end.mayBe) { return targets }
    return isTwoWay && targets.contains(where: end.mayBe) ? sources : []
  }
}
