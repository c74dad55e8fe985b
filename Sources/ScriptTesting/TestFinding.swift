/// Something that makes a test fail.
package struct TestFinding: Equatable {
  /// Reports call each by the name of its case.
  package enum Kind: UInt8 {
    /// An `expect` that did not hold.
    case expectation
    /// An error of the script, or a warning if warnings count as errors.
    case error
    /// Output that is not the one expected.
    case output
    /// A file that is not a valid test: it cannot be read, or a block has no end.
    case file
    /// It took longer than allowed.
    case timeout
    /// It crashed the process that it ran in.
    case crash
    /// It passed, although it is marked as a known failure, and warnings count as errors.
    case pass
    /// It checked nothing, although it seems to, and that counts as a failure.
    case risky
    /// It was running when the run of all tests was interrupted.
    case interruption
  }

  package var kind: Kind
  /// The file and the line, from 1; 0 if there is none.
  package var file: String
  package var line: Int
  /// What it is, in one line.
  package var title: String
  /// All of its text, including the title.
  package var text: [String]

  package init(_ kind: Kind, file: String, line: Int, title: String, text: [String]) {
    self.kind = kind
    self.file = file
    self.line = line
    self.title = title
    self.text = text
  }

  /// A finding with only a title, at its place.
  package init(_ kind: Kind, file: String, line: Int, _ title: String, help: String? = nil) {
    let place = line > 0 ? "\(file):\(line)" : file
    self.init(
      kind, file: file, line: line, title: title,
      text: ["\(place): error: \(title)"] + (help.map { ["help: \($0)"] } ?? []))
  }
}
