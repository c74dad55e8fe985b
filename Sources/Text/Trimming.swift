extension StringProtocol {
  /// Without blanks, tabs and carriage returns at both ends.
  package var trimmed: String {
    let isBlank = { (sign: Character) in sign == " " || sign == "\t" || sign == "\r" }
    var rest = self[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}
