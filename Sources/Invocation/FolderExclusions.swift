import Files
import Language

/// What is left out in one folder of a tree: the patterns of the files `.bindlabignore` from the top of the
/// file system down to it, then those of its settings, then those of the command line.
///
/// The last pattern that fits decides, so that a folder can take back what one above it leaves out.
package struct FolderExclusions {
  /// Patterns, with the length of the path of the folder that they belong to.
  package struct Rules {
    package var length: Int
    package var patterns: Exclusions

    package init(length: Int, patterns: Exclusions) {
      (self.length, self.patterns) = (length, patterns)
    }
  }

  /// The patterns of the settings that count in a folder.
  ///
  /// - Parameter folder: Its whole path, with a slash at the end.
  package typealias Settings = (_ folder: [UInt8]) -> Rules?

  /// The whole path of the folder, with a slash at the end, and the path that messages show.
  private var folder: [UInt8]
  private var shown: [UInt8]
  private var files: [Rules] = []
  private var ofSettings: Rules?
  private let ofCommand: Rules
  private let settings: Settings

  /// - Parameters:
  ///   - folder: The whole path of a folder, to which the patterns of the command line belong.
  ///   - shown: Its path in messages, with a slash at its end; empty for the working folder.
  ///   - settings: Nothing of a file of settings counts without it.
  /// - Throws: Which `.bindlabignore` cannot be read.
  package init(
    _ folder: [UInt8], shownAs shown: [UInt8]? = nil, leavingOut patterns: Exclusions,
    settings: @escaping Settings = { _ in nil }
  ) throws(SessionFileError) {
    self.folder = folder.last == slash ? folder : folder + [slash]
    self.shown = shown ?? self.folder
    self.settings = settings
    ofCommand = Rules(length: self.folder.count, patterns: patterns)
    for end in self.folder.indices where self.folder[end] == slash {
      let above = self.folder[...end]
      try readFile(in: above, shownAs: above.count < self.folder.count ? Array(above) : self.shown)
    }
    ofSettings = settings(self.folder)
  }

  /// The rules for a folder in this one.
  package func entering(_ name: [UInt8]) throws(SessionFileError) -> FolderExclusions {
    var entered = self
    entered.folder += name + [slash]
    entered.shown += name + [slash]
    try entered.readFile(in: entered.folder[...], shownAs: entered.shown)
    entered.ofSettings = settings(entered.folder)
    return entered
  }

  /// Whether a file or folder in this folder is left out.
  package func leaveOut(_ name: [UInt8], isFolder: Bool) -> Bool {
    let path = folder + name
    func verdict(_ rules: Rules) -> Bool? {
      rules.patterns.verdict(on: Array(path[rules.length...]), isFolder: isFolder)
    }
    if let verdict = verdict(ofCommand) ?? ofSettings.flatMap(verdict) { return verdict }
    for rules in files.reversed() {
      if let verdict = verdict(rules) { return verdict }
    }
    return false
  }

  /// Whether a search of a folder does not come to a file below it. A `.bindlabignore` that cannot be read
  /// leaves nothing out.
  package static func leaveOut(
    _ path: [UInt8], below folder: [UInt8], _ patterns: Exclusions,
    settings: @escaping Settings = { _ in nil }
  ) -> Bool {
    guard let rest = path.below(folder),
      var rules = try? FolderExclusions(folder, leavingOut: patterns, settings: settings)
    else { return false }
    var names = rest.split(separator: slash).map { Array($0) }
    guard let file = names.popLast() else { return false }
    for name in names {
      if rules.leaveOut(name, isFolder: true) { return true }
      guard let entered = try? rules.entering(name) else { return false }
      rules = entered
    }
    return rules.leaveOut(file, isFolder: false)
  }

  private mutating func readFile(
    in folder: ArraySlice<UInt8>, shownAs shown: [UInt8]
  ) throws(SessionFileError) {
    let path = folder + Array(Exclusions.fileName.utf8)
    guard let kind = LinkedFile(Array(path)) else { return }
    let name = String(pathBytes: shown + Array(Exclusions.fileName.utf8)).visible()
    if let reason = kind.obstacle {
      throw SessionFileError("cannot read '\(name)': \(reason)")
    }
    switch FileBytes.read(Array(path)) {
    case .success(let bytes):
      files.append(Rules(length: folder.count, patterns: Exclusions(contents: bytes)))
    case .failure(let error): throw SessionFileError("cannot read '\(name)': \(error)")
    }
  }
}

private let slash = UInt8(ascii: "/")
