import Files
import Language
import Platform
import Text

/// What the environment says about the terminal and about files.
package enum Environment {
  package static subscript(name: String) -> String? {
    guard let value = EnvironmentVariables[name], !value.isEmpty else { return nil }
    return String(pathBytes: value)
  }

  /// The variables that give the locations of a user's files.
  package static var homes: [String: String] {
    var homes: [String: String] = [:]
    for name in ["HOME", "XDG_STATE_HOME"] { homes[name] = self[name] }
    return homes
  }

  /// Whether the locale's characters are UTF-8.
  private static var hasUTF8: Bool {
    let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? ""
    let text = locale.lowercased()
    return text.hasSuffix("utf-8") || text.hasSuffix("utf8")
  }

  /// Whether only ASCII can be shown there: on a terminal of another locale. What goes to a file or a
  /// pipe is the same everywhere.
  package static func isASCII(_ descriptor: Int32) -> Bool {
    !hasUTF8 && Descriptor.isTerminal(descriptor)
  }

  /// Whether this is a job of a CI system. Some of them are switched off by an empty value, 0 or false.
  package static var isJob: Bool {
    self["CI"].map { !["0", "false"].contains($0.lowercased()) } ?? false
  }

  /// The standard theme as `BINDLAB_COLORS` changes it, and what is wrong with that.
  package static func theme() -> (Theme, [Theme.Mistake]) {
    var theme = Theme.standard
    let mistakes = self["BINDLAB_COLORS"].map { theme.apply($0) } ?? []
    return (theme, mistakes)
  }

  /// `NO_COLOR` and `CLICOLOR_FORCE` as their conventions have it: set and not empty, and for the
  /// latter not 0.
  package static func isColored(_ color: CommandLineOptions.Color, on descriptor: Int32) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto where self["NO_COLOR"] != nil: false
    case .auto where self["CLICOLOR_FORCE"].map({ $0 != "0" }) == true: true
    case .auto: Descriptor.isTerminal(descriptor) && self["TERM"] != "dumb"
    }
  }

  /// The width of the terminal; 100 if there is none.
  package static var width: Int { screen?.columns ?? 100 }

  /// Asked once, since a session that is driven through a pipe asks for each line.
  private static let writesToTerminal = Descriptor.isTerminal(Descriptor.output)

  /// The terminal on which answers are read; nil if there is none, or it does not say its size.
  package static var screen: (columns: Int, rows: Int)? {
    guard writesToTerminal, let size = Terminal.size(of: Descriptor.output), size.columns >= 40
    else { return nil }
    return size
  }

  /// Lets answers fit the terminal as it is now.
  package static func fit(_ options: inout SessionOptions) {
    options.width = width
    options.isOnScreen = screen != nil
    options.height = screen.map { max($0.rows, 10) } ?? options.height
  }

  /// The start-up file of the REPL; nil without a home folder.
  package static var initPath: String? {
    if let folder = self["XDG_CONFIG_HOME"] { return folder + "/bindlab/init.bind" }
    return self["HOME"].map { $0 + "/.config/bindlab/init.bind" }
  }
}
