import Names

// What questions need to know about the present graph.
extension GraphCore {
  /// Whether writes wait for the end of a batch.
  package var isInBatch: Bool { agenda.batchDepth > 0 }

  /// The first property on a link's paths that is nil; 0 if they are complete.
  package func brokenStep(of link: UInt32) -> UInt32 { brokenPath(of: link)?.step ?? 0 }

  /// The first path of a link that nil is on: the property that is nil, and the names of the whole path;
  /// nil if its paths are complete.
  package func brokenPath(of link: UInt32) -> (step: UInt32, names: [Name])? {
    let detail = links[link].detail
    guard detail != 0 else { return nil }
    for path in details[detail].paths {
      let step = brokenStep(of: paths[Int(path)])
      if step != 0 { return (step, paths[Int(path)].names) }
    }
    return nil
  }

  /// The property on a path that is nil; 0 if the path is complete.
  func brokenStep(of path: KeyPathRecord) -> UInt32 {
    let (last, isBroken) = reach(along: path)
    guard isBroken, last != 0, case .nil = read(last) else { return 0 }
    return last
  }
}
