import Files
import Platform

/// What a name stands for that a file of a folder may have, such as `.bindlab`: a file, or a symbolic link
/// to one.
package enum LinkedFile: Equatable {
  case regular
  /// A folder, a pipe or a device.
  case other
  /// A symbolic link to nothing, or one that leads to itself.
  case brokenLink
  case unknown(SystemError)

  /// nil if there is nothing of this name.
  package init?(_ path: [UInt8]) {
    if let status = FileStatus(at: path) {
      self = status.kind == .regular ? .regular : .other
      return
    }
    let error = SystemError.last
    if FileStatus(ofLink: path)?.kind == .link {
      self = .brokenLink
      return
    }
    guard error != .notFound else { return nil }
    self = .unknown(error)
  }

  /// Why it cannot be read; nil for a regular file.
  package var obstacle: String? {
    switch self {
    case .regular: nil
    // Nobody may ever write to a pipe.
    case .other: "it is not a regular file"
    case .brokenLink: "it is a symbolic link that leads to no file"
    case .unknown(let error): "\(error)"
    }
  }
}
