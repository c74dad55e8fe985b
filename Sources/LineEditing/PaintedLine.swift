/// A part of a line that is shown in a colour.
public struct PaintedPart: Equatable, Sendable {
  /// Offsets in the line's UTF-8, between characters.
  public var range: Range<Int>

  /// The code of an ANSI escape, such as `1;94`.
  public var code: String

  /// - Parameters:
  ///   - range: Offsets in the line's UTF-8, between characters.
  ///   - code: The code of an ANSI escape.
  public init(range: Range<Int>, code: String) {
    self.range = range
    self.code = code
  }
}

/// A line on the screen, each character in the cell in which libedit has drawn it.
///
/// Writing it again over itself in other colours changes nothing that libedit knows of.
struct PaintedLine {
  private struct Cell {
    var row: Int
    var column: Int
    var text: String
    /// The offset in the line's UTF-8.
    var offset: Int
  }

  private var cells: [Cell] = []
  private var (row, column) = (0, 0)
  private var cursor = (row: 0, column: 0)
  private let columns: Int
  private let width: (Unicode.Scalar) -> Int

  /// Lays out a line as libedit does.
  ///
  /// - Parameters:
  ///   - prompt: What stands before it.
  ///   - cursor: Where the cursor is, in scalars of the line.
  ///   - columns: The size of the screen, with `rows`.
  ///   - width: How many columns a character takes; below 0 if it is shown as something else.
  /// - Returns: nil if a part of it is not on the screen, or is not shown as it is.
  init?(
    prompt: String, _ line: String, cursor: Int, columns: Int, rows: Int,
    width: @escaping (Unicode.Scalar) -> Int
  ) {
    guard columns > 1 else { return nil }
    self.columns = columns
    self.width = width
    for scalar in prompt.unicodeScalars {
      guard add(scalar, at: 0) else { return nil }
    }
    cells = []
    var (position, offset) = (0, 0)
    for scalar in line.unicodeScalars {
      if position == cursor {
        // libedit looks ahead only for the character itself.
        let isBroken = width(scalar) > 1 && column + width(scalar) > columns
        self.cursor = isBroken ? (row + 1, 0) : (row, column)
      }
      guard add(scalar, at: offset), row < rows else { return nil }
      position += 1
      offset += UTF8.width(scalar)
    }
    if position <= cursor { self.cursor = (row, column) }
  }

  private mutating func add(_ scalar: Unicode.Scalar, at offset: Int) -> Bool {
    switch scalar {
    case "\n": (row, column) = (row + 1, 0)
    case "\t":
      repeat { put(" ", 1, at: offset) } while column % 8 != 0
    default:
      let columns = width(scalar)
      guard columns >= 0 else { return false }
      if columns > 0 {
        put(String(scalar), columns, at: offset)
      } else if scalar.properties.generalCategory == .nonspacingMark,
        !scalar.properties.isVariationSelector, let last = cells.indices.last
      {
        // libedit loses it, since it takes no cell.
        cells[last].text.unicodeScalars.append(scalar)
      }
    }
    return true
  }

  private mutating func put(_ text: String, _ width: Int, at offset: Int) {
    while column + width > columns { put(" ", 1, at: offset) }
    cells.append(Cell(row: row, column: column, text: text, offset: offset))
    column += width
    if column >= columns { (row, column) = (row + 1, 0) }
  }

  /// What a terminal is sent to show the line in colours, with the cursor where it was.
  ///
  /// - Parameter parts: In order; none overlap.
  func escapes(_ parts: [PaintedPart]) -> String {
    guard let first = cells.first else { return "" }
    var text = "\u{1B}7"
    if cursor.row > first.row { text += "\u{1B}[\(cursor.row - first.row)A" }
    if cursor.row < first.row { text += "\u{1B}[\(first.row - cursor.row)B" }
    var place = (row: first.row, column: -1)
    var code = ""
    var next = 0
    for cell in cells {
      if cell.row != place.row || cell.column != place.column {
        // No row is left by its edge: the last column of some terminals holds the cursor back.
        if cell.row > place.row { text += "\u{1B}[\(cell.row - place.row)B" }
        text += "\r"
        if cell.column > 0 { text += "\u{1B}[\(cell.column)C" }
      }
      while next < parts.count, parts[next].range.upperBound <= cell.offset { next += 1 }
      let isPainted = next < parts.count && parts[next].range.contains(cell.offset)
      let wanted = isPainted ? parts[next].code : ""
      if wanted != code {
        if !code.isEmpty { text += "\u{1B}[0m" }
        if !wanted.isEmpty { text += "\u{1B}[\(wanted)m" }
        code = wanted
      }
      text += cell.text
      place = (cell.row, cell.column + cell.text.unicodeScalars.first.map(width)!)
    }
    if !code.isEmpty { text += "\u{1B}[0m" }
    return text + "\u{1B}8"
  }
}
