// What questions need to know about the present graph.
extension GraphCore {
  /// Whether writes wait for the end of a batch.
  package var isInBatch: Bool { agenda.batchDepth > 0 }

  /// The first property on a link's paths that is nil; 0 if they are complete.
  package func brokenStep(of link: UInt32) -> UInt32 {
    let detail = links[link].detail
    guard detail != 0 else { return 0 }
    for path in details[detail].paths {
      let step = brokenStep(of: paths[Int(path)])
      if step != 0 { return step }
    }
    return 0
  }

  /// The property on a path that is nil; 0 if the path is complete.
  func brokenStep(of path: KeyPathRecord) -> UInt32 {
    let (last, isBroken) = reach(along: path)
    guard isBroken, last != 0, case .nil = read(last) else { return 0 }
    return last
  }
}
