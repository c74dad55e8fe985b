/// Which of several scripts source one another.
package struct SourceGraph {
  /// By the identities of files, the scripts that source them.
  private var readers: [String: [String]] = [:]
  /// Gives what all names of one file have in common.
  private let identify: (String) -> String
  /// The paths that a script sources.
  private let sources: (String) -> [String]

  /// - Parameters:
  ///   - scripts: The paths of the scripts, in an order that the results keep.
  ///   - identify: Gives what all names of one file have in common.
  ///   - sources: Gives the paths that a script sources, or any other file that these lead to.
  /// - Complexity: O(*n*) in the scripts and what they source.
  package init(
    _ scripts: [String], identify: @escaping (String) -> String,
    sources: @escaping (String) -> [String]
  ) {
    (self.identify, self.sources) = (identify, sources)
    for script in scripts {
      for source in sources(script) { readers[identify(source), default: []].append(script) }
    }
  }

  /// A file and the scripts that read it, directly or through others.
  ///
  /// - Returns: Their paths, the file first, and of these the scripts that no script reads.
  package func readers(of path: String) -> (all: [String], mains: [String]) {
    var seen: Set<String> = [identify(path)]
    var (all, mains) = ([path], [String]())
    var next = 0
    while next < all.count {
      let found = readers[identify(all[next])] ?? []
      if found.isEmpty { mains.append(all[next]) }
      all += found.filter { seen.insert(identify($0)).inserted }
      next += 1
    }
    // Scripts that read one another in a circle have no main one.
    return (all, mains.isEmpty ? [path] : mains.sorted())
  }

  /// The files that may share names with some files: the scripts that read these, and all that they read.
  package func related(to paths: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    var found = paths.flatMap { readers(of: $0).all }.filter { seen.insert(identify($0)).inserted }
    var next = 0
    while next < found.count {
      found += sources(found[next]).filter { seen.insert(identify($0)).inserted }
      next += 1
    }
    return found
  }

  /// The files besides one that may use what it declares; none if no script reads it.
  package func files(around path: String) -> [String] {
    let (all, mains) = readers(of: path)
    guard all.count > 1 || mains != [path] else { return [] }
    let own = identify(path)
    return related(to: [path]).filter { identify($0) != own }
  }
}
