import CPlatform

package enum Terminal {
  /// The columns and rows of the terminal behind a descriptor; nil if it is none.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard platform_terminal_size(descriptor, &columns, &rows) else { return nil }
    return (Int(columns), Int(rows))
  }
}
