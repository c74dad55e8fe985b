import Basics

/// How many columns text takes on a terminal, so that tables and code frames line up.
///
/// Terminals differ in rare cases; this follows what most do. A grapheme cluster is as wide as its
/// scalars together: marks and joiners take no column, East Asian wide characters and emoji take
/// two. Control characters take none, because they are shown as escapes.
extension String {
  /// The columns that the text takes.
  ///
  /// - Complexity: O(*n*); a short test for ASCII.
  package var displayWidth: Int {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The columns that the character takes: 0, 1 or 2, and more only for what no terminal joins.
  package var displayWidth: Int {
    let scalars = unicodeScalars
    let first = scalars[scalars.startIndex]
    if scalars.count == 1 { return first.displayWidth }
    guard first.properties.isEmoji else { return scalars.reduce(0) { $0 + $1.displayWidth } }
    // One picture: flags, joined families, skin tones; or the choice that a selector makes.
    if scalars.contains("\u{FE0E}") { return 1 }
    let isPicture = first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
    return isPicture ? 2 : scalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// The columns that the scalar takes alone.
  package var displayWidth: Int {
    switch value {
    case 0x20..<0x7F: return 1
    case 0..<0xA0: return 0
    // A soft hyphen is a format character that terminals show.
    case 0xAD: return 1
    // Vowels and final consonants that join the Korean syllable before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
  }

  /// Whether the East Asian width is Wide or Fullwidth; emoji are known by their own property.
  private var isEastAsianWide: Bool {
    let ranges = WideRanges.all
    let next = ranges.indices.partitionPoint { ranges[$0].lowerBound > value }
    return next > 0 && ranges[next - 1].contains(value)
  }
}

/// The scalars of East Asian width W and F, in order, that are no emoji.
///
/// Unassigned code points between those of one block are taken with them, so that the table is short
/// and characters to come are right, too.
private enum WideRanges {
  static let all: [ClosedRange<UInt32>] = [
    // Hangul initial consonants.
    0x1100...0x115F,
    // Angle brackets.
    0x2329...0x232A,
    // Trigram and hexagram symbols.
    0x2630...0x2637, 0x268A...0x268F,
    // CJK radicals, Kangxi, ideographic description and punctuation.
    0x2E80...0x303E,
    // Kana, Bopomofo, Hangul compatibility, Kanbun, enclosed and compatibility letters, extension A.
    0x3041...0x3247, 0x3250...0x4DBF,
    // Unified ideographs, Yi.
    0x4E00...0xA4CF,
    // Hangul: extended A and syllables.
    0xA960...0xA97F, 0xAC00...0xD7A3,
    // Compatibility ideographs, vertical and small forms, full-width forms.
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    // Tangut, Khitan, Nüshu, Kana supplements.
    0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF,
    // Tai Xuan Jing symbols, counting rods.
    0x1D300...0x1D376,
    // Squared words and ideographs; planes 2 and 3.
    0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
