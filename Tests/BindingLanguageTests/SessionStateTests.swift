import Exploring
import ScriptGrammar
import Syntax
import TestSupport
import Testing

@testable import Interpreter
@testable import Language

/// Every stored property of a session, found by reflection and not listed by hand: `reset` makes it what it
/// is in a new session, and rolling back what it was. A property that is added later is compared, too.
@Suite struct SessionStateTests {
  /// What stays after `reset`, with the reason.
  private static let keptByReset = [
    "errors": "makes the exit status", "warnings": "makes the exit status",
    "expectations": "makes the exit status",
    "hasChosenTrace": "tells whether the output before has a trace",
    "forwardDeclaredClasses": "has a place for each name, and the names stay",
    "reserved": "has a place for each name, and the names stay",
  ]

  /// What rolling back leaves, with the reason.
  private static let keptByRollback = [
    "origins": "only grows: links of earlier states have places in it",
    "originTokens": "only grows, with the places",
    "callables": "only grows: compiled code may name them",
    "transformerParameters": "only grows: compiled code may name them",
    "forwardDeclaredClasses": "only grows: compiled code may name them",
    "protocolNodes": "only grows: compiled code may name them",
    "ownSemantics": "only grows: their numbers are in the table of names",
    "predictionSteps": "is set before each answer", "wasTracing": "is set before each question",
    "madeBeforeAsking": "is set before each question", "tried": "is set by each trial",
    "operands": "is set by each expectation", "reportedCodes": "answers what was said, not what is",
    "typedChain": "what was typed, whatever it did",
    "given": "warnings are given once", "hasChosenTrace": "tells whether there was a trace",
    "breakpoints": "the tools of who debugs stay",
    "breakpointCount": "the tools of who debugs stay",
    "isSlow": "the tools of who debugs stay", "keepsTraces": "says whether there was a question",
    "lastValue": "is what was shown", "classLayouts": "only grows: compiled code may name them",
    "commandCode": "is made once", "notificationSlots": "an event of a notification stays",
    "versionWhenFailed": "says when to look again",
    "failedBlocks": "each is compiled again when it runs, and is there again if it fails",
    "hasMemberCode": "only says whether it is worth looking",
    "warnedCycles": "warnings are given once", "warnedCodeCycles": "warnings are given once",
  ]

  /// What was there before and what came, as statements: random ones, and what changes each property.
  private func statements(_ seed: Int) -> [String] {
    var grammar = Grammar(random: Random(state: UInt64(seed) &* 7_919 &+ 1))
    return (0..<20).map { _ in grammar.statement() } + ResetPropertyTests.changes
  }

  @Test(arguments: seeds(8))
  func `'reset' forgets no property`(seed: Int) {
    let (fresh, used) = (ReflectedSession(), ReflectedSession())
    statements(seed).forEach(used.run)
    used.run("reset")
    let (new, old) = (fresh.state, used.state)
    for name in new.keys.sorted() where Self.keptByReset[name] == nil && old[name] != new[name] {
      Issue.record("\(name) is \(old[name] ?? "gone"), and in a new session \(new[name] ?? "")")
    }
  }

  @Test(arguments: seeds(8))
  func `rolling back forgets no property`(seed: Int) {
    let used = ReflectedSession()
    let all = statements(seed)
    all.prefix(12).forEach(used.run)
    let session = used.session
    guard !session.isOver, session.core.pointee.journal.limit == 0 else { return }
    let point = SessionCheckpoint(session)
    session.core.pointee.openCheckpoint()
    let before = used.state
    all.dropFirst(12).forEach(used.run)
    session.core.pointee.rollBack()
    point.restore(session)
    session.core.pointee.closeCheckpoint()
    let after = used.state
    for name in before.keys.sorted()
    where Self.keptByRollback[name] == nil && before[name] != after[name] {
      Issue.record("\(name) is \(after[name] ?? "gone"), and was \(before[name] ?? "")")
    }
    #expect(session.checkInvariants() == [])
  }

  @Test func `what is kept exists`() {
    let names = Set(ReflectedSession().state.keys)
    for name in Set(Self.keptByReset.keys).union(Self.keptByRollback.keys) {
      #expect(names.contains(name), "there is no property \(name)")
    }
  }
}

/// A session, and what its stored properties are.
final class ReflectedSession {
  private let host = SayingHost()
  let session: Session

  init() {
    var options = SessionOptions()
    options.journalLimit = 0
    options.maximumSteps = 40_000
    session = Session(host: host, options: options)
  }

  func run(_ text: String) {
    session.run(session.typed(text))
    session.forgetInterruption()
  }

  /// The properties with what they hold, in words that do not depend on addresses.
  var state: [String: String] {
    var state: [String: String] = [:]
    func add(_ subject: Any) {
      for case (let name?, let value) in Mirror(reflecting: subject).children {
        switch value {
        case is SessionState, is SessionState.Turned, is SessionState.Running: add(value)
        default: state[name] = ReflectedSession.words(value, depth: 3)
        }
      }
    }
    add(session)
    return state
  }

  private static func words(_ value: Any, depth: Int) -> String {
    switch value {
    case let text as String: return "'\(text)'"
    case is any BinaryInteger, is Bool, is Double: return "\(value)"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    let type = "\(Swift.type(of: value))"
    if type.hasPrefix("Unsafe") { return type }
    // The tag of a graph differs from session to session.
    if ["ObjectID", "ClassID", "PropertyID", "BindingID"].contains(type) { return type }
    if depth == 0 { return "\(type) of \(mirror.children.count)" }
    switch mirror.displayStyle {
    case .class, .foreignReference: return type
    case .set, .dictionary:
      return "{"
        + mirror.children.map { words($0.value, depth: depth - 1) }.sorted()
        .joined(separator: ", ") + "}"
    case .optional:
      return mirror.children.first.map { words($0.value, depth: depth) } ?? "nil"
    default:
      let parts = mirror.children.map { "\($0.label ?? ""): \(words($0.value, depth: depth - 1))" }
      return parts.isEmpty ? "\(value)" : "(" + parts.joined(separator: ", ") + ")"
    }
  }
}
