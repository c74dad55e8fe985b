/// The visible contents of a terminal after everything that was sent to it: enough of an xterm for
/// libedit's drawing, and a failure for sequences that it does not know.
public struct PseudoTerminalScreen {
  /// The rows, without the spaces at their ends.
  public var lines: [String] {
    cells.map { row in
      var text = row.compactMap { $0 }.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Where the cursor is, from 0.
  public private(set) var row = 0
  public private(set) var column = 0

  /// Sequences that this screen does not know; a test expects none.
  private var saved = (row: 0, column: 0)
  public private(set) var unknownSequences: [String] = []

  /// The rows that tmux keeps above the screen when it is cleared from its first cell on, and that come
  /// back when the window gets larger.
  public private(set) var keptRows: [String] = []

  /// A wide character is in the first of its cells, and the second is nil.
  private var cells: [[String?]]
  private let columns: Int
  /// The last column is filled, and the next character goes to the next row.
  private var wrapsNext = false

  /// An empty screen.
  public init(rows: Int, columns: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// Processes what was sent.
  public mutating func show(_ output: some Sequence<UInt8>) {
    var scalars = String(decoding: Array(output), as: UTF8.self).unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\r": moveTo(row, 0)
      case "\n": lineFeed()
      case "\u{8}": moveTo(row, column - 1)
      case "\t": moveTo(row, (column / 8 + 1) * 8)
      case "\u{7}": break
      case "\u{1B}": escape(&scalars)
      default: put(scalar)
      }
    }
  }

  private mutating func moveTo(_ newRow: Int, _ newColumn: Int) {
    row = min(max(0, newRow), cells.count - 1)
    column = min(max(0, newColumn), columns - 1)
    wrapsNext = false
  }

  private mutating func lineFeed() {
    wrapsNext = false
    if row < cells.count - 1 {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: " ", count: columns))
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    if wrapsNext || column + width > columns {
      lineFeed()
      column = 0
    }
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = nil }
    column += width
    if column >= columns {
      column = columns - 1
      wrapsNext = true
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }

  private mutating func escape(_ scalars: inout String.UnicodeScalarView.Iterator) {
    switch scalars.next() {
    case "[": break
    case "(", ")":
      _ = scalars.next()
      return
    case "7":
      saved = (row, column)
      return
    case "8":
      moveTo(saved.row, saved.column)
      return
    case let other:
      unknownSequences.append("ESC \(other.map(String.init) ?? "")")
      return
    }
    var parameters = ""
    while let scalar = scalars.next() {
      guard ("@"..."~").contains(scalar) else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      command(scalar, parameters)
      return
    }
  }

  private mutating func command(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": moveTo(row - count, column)
    case "B": moveTo(row + count, column)
    case "C": moveTo(row, column + count)
    case "D": moveTo(row, column - count)
    case "G": moveTo(row, count - 1)
    case "H": moveTo(count - 1, numbers.count > 1 ? numbers[1] - 1 : 0)
    case "K" where parameters.isEmpty: clear(row, from: column)
    case "J" where parameters.isEmpty:
      if row == 0, column == 0 { keptRows += lines.filter { !$0.isEmpty } }
      clear(row, from: column)
      for below in cells.indices.dropFirst(row + 1) { clear(below, from: 0) }
    case "J" where parameters == "2":
      for each in cells.indices { clear(each, from: 0) }
    case "M":
      for _ in 0..<min(count, cells.count - row) {
        cells.remove(at: row)
        cells.append(Array(repeating: " ", count: columns))
      }
    case "P":
      let removed = min(count, columns - column)
      cells[row].removeSubrange(column..<(column + removed))
      cells[row] += Array(repeating: " ", count: removed)
    case "@":
      let added = min(count, columns - column)
      cells[row].insert(contentsOf: Array(repeating: " ", count: added), at: column)
      cells[row].removeLast(added)
    case "m", "h", "l": break
    default: unknownSequences.append("ESC [ \(parameters)\(final)")
    }
  }

  private mutating func clear(_ row: Int, from column: Int) {
    for index in column..<columns { cells[row][index] = " " }
  }
}

extension PseudoTerminal {
  /// The visible contents now, if the terminal always had this size.
  public func screen(rows: Int = 24, columns: Int = 80) -> PseudoTerminalScreen {
    var screen = PseudoTerminalScreen(rows: rows, columns: columns)
    screen.show(output)
    return screen
  }
}
