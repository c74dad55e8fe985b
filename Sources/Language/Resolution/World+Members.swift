import Names
import Values

// What is wrong with the name of a member.
extension World {
  /// - Parameter members: The members of the object with the name `owner`.
  package func noProperty(_ name: Name, of owner: String, having members: [String]) -> Mistake {
    .noProperty(
      text(name), owner: owner,
      near: Prelude.member(calledInSwift: text(name), among: members) ?? near(name, among: members),
      known: members)
  }

  /// What is wrong with a path through properties that are declared with classes, whatever objects
  /// they hold: each name is looked up in the declared class.
  ///
  /// - Parameter step: The result of a name in a class.
  package func mistake<Class>(
    ofPath names: [Name], from type: Class, step: (Name, Class) -> DeclaredStep<Class>
  ) -> (mistake: Mistake, position: Int)? {
    var type = type
    for (position, name) in names.enumerated() {
      switch step(name, type) {
      case .leads(let next): type = next
      case .open: return nil
      case .missing(let owner, let members):
        return (noProperty(name, of: owner, having: members), position)
      }
    }
    return nil
  }

  package func unknownTurnField(_ name: Name) -> Mistake {
    .unknownTurnField(text(name), near: near(name, among: TurnField.allCases.map(\.rawValue)))
  }

  package func unknownChangeField(_ name: Name) -> Mistake {
    switch text(name) {
    case "old", "oldValue": .valueOfChange(text(name), meant: "old")
    case "new", "newValue", "value": .valueOfChange(text(name), meant: "value")
    default: noProperty(name, of: "change", having: ChangeField.allCases.map(\.rawValue))
    }
  }

  /// Why instances of the class `name` cannot show an element of a list.
  ///
  /// - Parameter viewModel: The kind of the member `viewModel` of the class.
  package func mistake(
    ofCell name: Name, viewModel: MemberKind?, isComputed: Bool
  ) -> Mistake? {
    viewModel == .property && !isComputed ? nil : .cellWithoutViewModel(text(name))
  }
}

/// The result of a name in a class, according to the declarations.
package enum DeclaredStep<Class> {
  case leads(Class)
  /// A value, or an object of a class that is not declared.
  case open
  case missing(owner: String, members: [String])
}

/// The fields of `change` in a block.
package enum ChangeField: String, CaseIterable {
  case kind, index, count
}

// What is wrong with the use of a member, by its kind.
extension MemberKind {
  /// - Parameter text: The member, as written.
  package func mistake(ofReading text: @autoclosure () -> String) -> Mistake? {
    switch self {
    case .property, .command: nil
    case .event: .eventAsValue(text())
    case .action: .actionAsValue(text())
    }
  }

  /// - Parameter path: The name of the member in messages.
  package func mistake(ofWriting path: @autoclosure () -> String, isComputed: Bool) -> Mistake? {
    guard self == .property else { return .notAssignable(path(), self) }
    return isComputed ? .readOnly(path()) : nil
  }

  package func mistake(ofCalling text: @autoclosure () -> String) -> Mistake? {
    self == .action ? nil : .notAnAction(text(), self)
  }

  package func mistake(ofFiring path: @autoclosure () -> String) -> Mistake? {
    self == .event ? nil : .notFired(path(), self)
  }

  package func mistake(ofHandling path: @autoclosure () -> String) -> Mistake? {
    self == .event ? nil : .notHandled(path(), self)
  }

  package func mistake(ofObserving path: @autoclosure () -> String) -> Mistake? {
    self == .property ? nil : .notObserved(path(), self)
  }
}
