import Names
import Syntax

/// What a world has, for whoever asks what could be written.
package protocol WorldContents: World {
  /// An object or a class, as far as the world knows it.
  associatedtype Object

  /// The names declared at top level that begin with `prefix`, with what they stand for.
  func declared(beginning prefix: String) -> [(name: Name, kind: SymbolKind)]
  /// What a name declared at top level holds; nil if it stands for no value.
  func value(ofDeclared name: Name) -> KnownValue<Object>?
  /// What the instances of a class have.
  func instance(ofClass name: Name) -> Object?
  /// The members of an object whose names are wanted, in the order in which they were declared.
  func members(of object: Object, where isWanted: (Name) -> Bool) -> [KnownMember<Object>]
  /// What only this world can offer: bindings and breakpoints by their numbers.
  func numbered(_ offer: Offer) -> [(word: String, note: String)]
}

/// What is known of a value.
package struct KnownValue<Object> {
  package var kinds: ValueKinds
  /// The object that it is, if that is known.
  package var object: Object?

  package init(_ kinds: ValueKinds, object: Object? = nil) {
    self.kinds = kinds
    self.object = object
  }

  static var unknown: KnownValue { KnownValue(.any) }

  /// Whether it may have members of its own, as far as it is known.
  var leadsOn: Bool { object != nil || kinds.contains(.object) && kinds != .any }
}

/// What is known of a member of an object.
package struct KnownMember<Object> {
  package var name: Name
  package var kind: MemberKind
  /// Whether a value can be given to it, where it is a property.
  package var isWritable: Bool
  package var value: KnownValue<Object>
  /// A few words about it.
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

/// Something that can stand at a place.
package struct Candidate {
  /// What it is.
  package enum Kind: Equatable {
    /// A word of the language, also one with a meaning only there.
    case word
    case declared(SymbolKind)
    case local(LocalKind)
    case member(MemberKind)
    /// What every value of a kind has.
    case tail
    /// What can be called on every value of a kind.
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
    /// What was declared at top level before.
    case world
    /// The text around the place.
    case text(SourceSpan)
    /// A body in that text.
    case body
    /// The object in front of the dot, or `self`.
    case object
  }

  package var word: String
  /// The text to insert after it so that typing can go on.
  package var suffix = ""
  package var kind: Kind
  package var origin: Origin
  /// A few words about it, for a list.
  package var note: String
}
