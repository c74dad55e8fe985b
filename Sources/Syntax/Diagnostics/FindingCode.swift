import Text

/// The kind of a finding of `check`, with a number that stays the same in all versions.
///
/// The numbers have gaps, for more codes of the same kind.
public enum FindingCode: Int, CaseIterable, Sendable {
  // MARK: Errors of syntax

  case brokenText = 1
  case malformedLiteral = 2
  case unexpectedText = 3
  case tooMuch = 4
  case unknownWord = 5
  case misplacedWord = 6
  case reservedName = 7
  case foreignOperator = 8
  case wrongArrow = 9

  // MARK: Errors of names

  case unknownName = 10
  case unknownClass = 11
  case unknownTransformer = 12
  case unknownBinding = 13
  case unknownSemantics = 14
  case usedBeforeDeclared = 15
  case noMember = 16
  case noValue = 17
  case declaredTwice = 18
  case malformedDeclaration = 19

  // MARK: Errors of types and values

  case typeMismatch = 20
  case wrongOperand = 21
  case wrongKindOfValue = 22
  case noList = 23
  case readOnly = 24
  case wrongCall = 25
  case computedReadsItself = 26

  // MARK: Errors of bindings, and of statements where they stand

  case malformedEnd = 30
  case noWayThrough = 31
  case wrongEnd = 32
  case noEvent = 33
  case noObject = 34
  case wrongPlace = 35
  case unreadableFile = 36
  case noHelp = 37
  case orphan = 38

  // MARK: Warnings: true whatever else is run

  case oldArrow = 40
  case selfBinding = 41
  case structuralCycle = 42
  case twoWayChain = 43
  case latentCycle = 44
  case twoWriters = 45
  case neverFires = 46
  case lossyRoundTrip = 47
  case writesWhatItObserves = 48
  case variableInComputed = 49
  case neverAdmitted = 50
  case moreWarnings = 51
  case sameBinding = 52
  case eventMeant = 53
  case codeCycle = 54
  case ownDelegate = 55
  case passesNilFirst = 56
  case noMemberOfClass = 57
  case lostBinding = 58

  // MARK: Notes: true of this script and the files that it reads

  case unused = 60
  case neverRead = 61
  case neverChanged = 62
  case unhandled = 63
  case neverPosted = 64
  case neverFired = 65
  case moreNotes = 66
  case madeAgain = 67
  case retainCycle = 68

  // MARK: Silences

  case silencesNothing = 70
  case unknownCode = 71
  case malformedSilence = 72

  // MARK: Warnings for which the numbers above had no place

  case readsUnannounced = 80
  case missingCases = 81
  case checksNothing = 82
  case givesItself = 83
  case endlessEcho = 84
  case noSuchStatus = 85
  case formulaWithEffect = 86
  case waitsBothWays = 87
  case distinctForNothing = 88
  case unkept = 89
  case unpromisedOrder = 90

  /// As it is printed: `B012`.
  public var text: String {
    let digits = String(rawValue)
    return "B" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The code with this text, in either case: `B012`, `b012`.
  public init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4, bytes[0] | 0x20 == UInt8(ascii: "b") else { return nil }
    let digits = bytes[1...]
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    self.init(rawValue: digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  /// Whether a text looks like a code, whether it exists or not: a `B` and digits, or another letter
  /// and three digits.
  package static func isLike(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else {
      return false
    }
    let digits = text.utf8.dropFirst()
    return !digits.isEmpty && (first | 0x20 == UInt8(ascii: "b") || digits.count == 3)
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// The code whose text was most likely meant.
  package static func near(_ text: String) -> FindingCode? {
    nearest(to: text.uppercased(), among: allCases.map(\.text)).flatMap { FindingCode(text: $0) }
  }

  /// The severity of the findings of this kind.
  public var severity: Diagnostic.Severity {
    switch rawValue {
    case ..<40: .error
    case FindingCode.unused.rawValue..<70: .note
    default: .warning
    }
  }
}
