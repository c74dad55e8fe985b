import Names
import Syntax
import Values

/// The contents of a world, to find out what could be written.
package protocol WorldContents: World {
  /// An object or a class, as far as the world knows it.
  associatedtype Object

  /// The names declared at top level that begin with `prefix`, with their meaning.
  func declared(beginning prefix: String) -> [(name: Name, kind: SymbolKind)]
  /// The value of a name at top level; nil if it has none.
  func value(ofDeclared name: Name) -> KnownValue<Object>?
  /// What is known about a value that exists.
  func known(_ value: Value) -> KnownValue<Object>
  /// The enumeration of that name.
  func enumeration(named name: Name) -> Enumeration?
  /// The members that the instances of a class have.
  func instance(ofClass name: Name) -> Object?
  /// The members of an object that are offered, in the order of their declarations.
  func members(of object: Object, where isWanted: (Name) -> Bool) -> [KnownMember<Object>]
  /// Whether a path from an object may end at an event.
  func leadsToEvent(_ object: Object) -> Bool
  /// What a declared name means, in a few words.
  func note(ofDeclared name: Name, _ kind: SymbolKind) -> String
  /// Candidates that only this world has: bindings and breakpoints by their numbers.
  func numbered(_ offer: Offer, beginning prefix: String) -> [(word: String, note: String)]
}

extension Candidate {
  /// Where there are more, their notes are not read.
  package static let mostNotes = 1_000
}

extension WorldContents {
  package func note(ofDeclared name: Name, _ kind: SymbolKind) -> String { kind.text }
  package func known(_ value: Value) -> KnownValue<Object> { KnownValue(ValueKinds(of: value)) }
  package func leadsToEvent(_ object: Object) -> Bool {
    members(of: object) { _ in true }.contains { $0.leadsToEvent }
  }
}

/// What is known about a value.
package struct KnownValue<Object> {
  package var kinds: ValueKinds
  /// The object, if the value is one and it is known.
  package var object: Object?
  /// The enumeration of which it is a case, if that is known.
  package var enumeration: Enumeration?
  /// The value itself, if it exists.
  package var contents: Value?

  package init(_ kinds: ValueKinds, object: Object? = nil) {
    self.kinds = kinds
    self.object = object
  }

  static var unknown: KnownValue { KnownValue(.any) }

  /// Whether it may have members, as far as is known.
  var leadsOn: Bool { object != nil || kinds.contains(.object) && kinds != .any }
}

/// What is known about a member of an object.
package struct KnownMember<Object> {
  package var name: Name
  package var kind: MemberKind
  /// For a property: whether it can be written.
  package var isWritable: Bool
  package var value: KnownValue<Object>
  /// A description in a few words.
  package var note: String

  package init(
    name: Name, kind: MemberKind, isWritable: Bool, value: KnownValue<Object>, note: String
  ) {
    self.name = name
    self.kind = kind
    self.isWritable = isWritable
    self.value = value
    self.note = note
  }
}

/// Something that can be written at a place.
package struct Candidate {
  /// Its kind.
  package enum Kind: Equatable {
    /// A word of the language, which may have a meaning only there.
    case word
    case declared(SymbolKind)
    case local(LocalKind)
    case member(MemberKind)
    /// A member that every value of a kind has.
    case tail
    /// A method that every value of a kind has.
    case method
    case function
    case type
    /// A preset, knob or setting.
    case semantics
    /// A number of a binding, observer or breakpoint.
    case number
    case topic
  }

  /// Its origin.
  package enum Origin: Equatable {
    case language
    /// A name declared at top level before the place.
    case world
    /// A local name of the text around the place.
    case text(SourceSpan)
    /// A body in that text.
    case body
    /// A member of the object before the dot, or of `self`.
    case object
  }

  package var word: String
  /// The text to insert after it, with which typing can continue.
  package var suffix = ""
  package var kind: Kind
  package var origin: Origin
  /// A description in a few words, for a list.
  package var note: String
}
