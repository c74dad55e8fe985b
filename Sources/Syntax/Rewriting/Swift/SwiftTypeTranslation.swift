/// Writes a class of Swift, with properties that have subscribers, as a class of this language.
struct SwiftTypeTranslation {
  private let list: ForeignTokens
  private let name: String
  private let body: Range<Int>
  private var superclass: String?
  /// Properties whose values are read as `x.value`.
  private var states: Set<String> = []
  private var events: Set<String> = []

  private static let attributes: Set<String> = [
    "public", "private", "internal", "fileprivate", "open", "final", "dynamic", "override", "lazy",
    "mutating", "nonisolated", "required", "convenience", "indirect",
  ]
  /// What gives its present value to each new subscriber.
  private static let statefulTypes: Set<String> = [
    "BehaviorRelay", "BehaviorSubject", "CurrentValueSubject", "MutableProperty", "Variable",
  ]
  private static let eventTypes: Set<String> = [
    "PassthroughSubject", "PublishRelay", "PublishSubject",
  ]
  private static let keepers: Set<String> = [
    "AnyCancellable", "DisposeBag", "CompositeDisposable", "Disposable", "ScopedDisposable",
  ]
  private static let plainTypes: Set<String> = ["Int", "Double", "String", "Bool"]

  /// - Returns: nil if a text is not one class, each of whose members is declared with a word of Swift.
  init?(_ text: ForeignText) {
    let end = SwiftTypeTranslation.endOfAttributes(text, 0)
    guard ["class", "struct", "actor"].contains(text.word(end)), let list = ForeignTokens(text),
      list.isWord(end + 1),
      let open = (end + 2..<text.tokens.count).first(where: { text.word($0) == "{" }),
      list.partners[open] == text.tokens.count - 1
    else { return nil }
    self.list = list
    name = text.word(end + 1)
    body = open + 1..<text.tokens.count - 1
    superclass =
      text.word(end + 2) == ":"
      ? text.tokens[end + 3..<open].map(\.text).first {
        $0 != "," && !Rewriting.baseClasses.contains($0)
      } : nil
    let isOfSwift = members(of: body).allSatisfy { member in
      let start = SwiftTypeTranslation.endOfAttributes(text, member.lowerBound)
      return ["let", "var", "func", "init", "weak"].contains(text.word(start))
    }
    guard isOfSwift else { return nil }
  }

  /// Whether a text is the beginning of a class of Swift, of which more lines may be on their way.
  static func isOpen(_ text: ForeignText) -> Bool {
    guard let open = text.openBrackets, !open.isEmpty, open.allSatisfy({ $0 == "{" }) else {
      return false
    }
    let closed = text.all + String(repeating: " }", count: open.count)
    return SwiftTypeTranslation(ForeignText(closed)) != nil
  }

  /// Whether a line begins with the head of a class of Swift.
  static func isHead(_ line: ForeignText) -> Bool {
    let end = endOfAttributes(line, 0)
    return ["class", "struct", "actor"].contains(line.word(end)) && line.tokens.last?.text == "{"
  }

  /// What a text declares that builds views, for which there is nothing here: `View` of
  /// `struct Page: View {`; nil if it declares none.
  static func builder(in text: ForeignText) -> String? {
    let end = endOfAttributes(text, 0)
    guard ["class", "struct", "extension"].contains(text.word(end)), text.word(end + 2) == ":"
    else {
      return nil
    }
    return text.tokens[(end + 3)...].prefix { $0.text != "{" }.map(\.text)
      .first { builders.contains($0) }
  }

  private static let builders: Set<String> = [
    "View", "App", "Scene", "ViewModifier", "UIViewRepresentable", "NSViewRepresentable",
  ]

  /// The token after `@Published private(set)` and the like.
  private static func endOfAttributes(_ text: ForeignText, _ start: Int) -> Int {
    var end = start
    while attributes.contains(text.word(end)) || text.word(end).hasPrefix("@") {
      end += 1
      if text.word(end) == "(",
        let close = text.tokens[end...].firstIndex(where: { $0.text == ")" })
      {
        end = close + 1
      }
    }
    return end
  }

  /// What stands between the `;` of a body.
  private func members(of range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index <= range.upperBound {
      if index == range.upperBound || list.word(index) == ";" {
        if start < index { found.append(start..<index) }
        start = index + 1
      }
      index = (list.partners[index] ?? index) + 1
    }
    return found
  }

  /// The class here; nil if a part of it is not understood.
  mutating func result(_ search: inout RewritingSearch) -> String? {
    if body.isEmpty { return nil }
    let members = members(of: body).map {
      SwiftTypeTranslation.endOfAttributes(list.text, $0.lowerBound)..<$0.upperBound
    }
    var parts: [String] = []
    // A method may use a property that is declared behind it.
    for member in members where ["let", "var", "weak"].contains(list.word(member.lowerBound)) {
      guard let property = property(member) else { return nil }
      parts += property
    }
    for member in members where ["func", "init"].contains(list.word(member.lowerBound)) {
      guard let method = method(member, &search) else { return nil }
      parts += method
    }
    let head = "class \(name)" + (superclass.map { ": \($0)" } ?? "")
    return parts.isEmpty ? head : "\(head) { \(parts.joined(separator: "; ")) }"
  }

  // MARK: Properties

  private mutating func property(_ member: Range<Int>) -> [String]? {
    let isWeak = list.word(member.lowerBound) == "weak"
    let start = member.lowerBound + (isWeak ? 2 : 1)
    guard list.isWord(start) else { return nil }
    let name = list.word(start)
    var end = member.upperBound
    // `{ … }` behind it.
    var block: Range<Int>?
    if list.word(end - 1) == "}",
      let open = list.partners.first(where: { $0.value == end - 1 })?.key,
      list.word(open - 1) != "="
    {
      block = open + 1..<end - 1
      end = open
    }
    let sign = (start..<end).first { list.word($0) == "=" }
    let type = list.word(start + 1) == ":" ? start + 2..<(sign ?? end) : start + 1..<start + 1
    let types = list.tokens[type].map(\.text)
    if !SwiftTypeTranslation.keepers.isDisjoint(with: types) { return [] }
    // The views of SwiftUI are no values here.
    if types.first == "some" { return nil }
    guard let sign else {
      if let block { return computed(name, block) }
      let isPlain = SwiftTypeTranslation.plainTypes.contains(types.first ?? "") && types.count < 3
      return [
        (isWeak ? "weak " : "") + name
          + (types.last == "?" && (isPlain || isWeak)
            ? ": \(types.joined())" : "")
      ]
    }
    guard let value = value(sign + 1..<end, of: name) else { return nil }
    if value.isEmpty { return events.contains(name) ? ["event \(name)"] : [] }
    let isTyped = types.count == 1 && SwiftTypeTranslation.plainTypes.contains(types[0])
    let declared = ["\(name)\(isTyped ? ": \(types[0])" : "") = \(value)"]
    guard let block else { return declared }
    guard list.word(block.lowerBound) == "didSet", list.word(block.lowerBound + 1) == "{",
      list.partners[block.lowerBound + 1] == block.upperBound - 1
    else { return nil }
    let body = plain(block.lowerBound + 2..<block.upperBound - 1)
    return declared + [
      "observe \(name) \(ForeignText(body).renaming("oldValue", to: "old").inBraces)"
    ]
  }

  private func computed(_ name: String, _ block: Range<Int>) -> [String]? {
    var range = block
    if list.word(range.lowerBound) == "get", list.word(range.lowerBound + 1) == "{" {
      guard list.partners[range.lowerBound + 1] == range.upperBound - 1 else { return nil }
      range = range.lowerBound + 2..<range.upperBound - 1
    }
    if list.word(range.lowerBound) == "return" { range = range.lowerBound + 1..<range.upperBound }
    guard !range.isEmpty, !range.contains(where: { list.word($0) == ";" }) else { return nil }
    return ["computed \(name) = \(plain(range))"]
  }

  /// The first value of a property; empty if it is no property here.
  private mutating func value(_ range: Range<Int>, of name: String) -> String? {
    guard let first = range.first else { return nil }
    let type = list.word(first)
    let last = range.upperBound - 1
    guard list.word(last) == ")", let open = list.partners.first(where: { $0.value == last })?.key
    else {
      return list.text.text(of: range)
    }
    let argument = list.arguments(open).last.map { list.text.text(of: $0.range) }
    let isKeeper = !SwiftTypeTranslation.keepers.isDisjoint(with: list.tokens[range].map(\.text))
    if isKeeper { return "" }
    if SwiftTypeTranslation.statefulTypes.contains(type) {
      states.insert(name)
      return argument
    }
    if SwiftTypeTranslation.eventTypes.contains(type) {
      events.insert(name)
      return ""
    }
    if type == "[", argument == nil {
      return list.tokens[range].contains { $0.text == ":" } ? "[:]" : "[]"
    }
    return type.first?.isUppercase == true && open == first + 1 && argument == nil
      ? "new \(type)" : list.text.text(of: range)
  }

  // MARK: Methods

  private func method(_ member: Range<Int>, _ search: inout RewritingSearch) -> [String]? {
    let isInit = list.word(member.lowerBound) == "init"
    let open = member.lowerBound + (isInit ? 1 : 2)
    guard list.word(open) == "(", let close = list.partners[open],
      let brace = (close..<member.upperBound).first(where: { list.word($0) == "{" }),
      list.partners[brace] == member.upperBound - 1
    else { return nil }
    let parameters = list.parts(open + 1..<close).compactMap { part in
      part.first { list.word($0) == ":" }.map { list.word($0 - 1) }
    }
    var statements: [String] = []
    for range in members(of: brace + 1..<member.upperBound - 1) {
      // What is given to a new object is written in its braces.
      if isInit, isOfInit(range, parameters) { continue }
      let text = ForeignText(plain(range))
      if ChainTranslation.isIn(text), var chain = ChainTranslation(text) {
        guard let written = chain.result() else { return nil }
        statements.append(ForeignText(written).suiting(DeclaredMembers([])))
      } else if isInit {
        return nil
      } else {
        statements.append(search.rewritten(text.all, in: "action") ?? text.all)
      }
    }
    if isInit { return statements }
    let body = statements.joined(separator: "; ").inBraces
    return [
      "action \(list.word(member.lowerBound + 1))(\(parameters.joined(separator: ", "))) \(body)"
    ]
  }

  /// Whether a statement only gives a property the value of a parameter, or calls the class above.
  private func isOfInit(_ range: Range<Int>, _ parameters: [String]) -> Bool {
    let words = list.tokens[range].map(\.text)
    if words.first == "super" { return words.count > 2 && words[2] == "init" }
    return words.count > 2 && words[words.count - 2] == "="
      && parameters.contains(words[words.count - 1])
  }

  /// A part of a method, in which properties with subscribers are read and written by their names.
  private func plain(_ range: Range<Int>) -> String {
    let text = ForeignText(list.text.text(of: range).withoutSelf)
    guard let partners = text.partners else { return text.all }
    return text.replacingTokens { part, index in
      let name = part.word(index)
      guard states.contains(name) || events.contains(name), part.word(index - 1) != ".",
        part.word(index + 1) == "."
      else { return nil }
      switch part.word(index + 2) {
      case "value" where states.contains(name): return (name, 3)
      case "accept", "send", "onNext":
        // In a string there are no statements.
        guard part.bytes == text.bytes, let close = partners[index + 3] else { return nil }
        let isLabelled = part.word(index + 5) == ":"
        let value = part.text(of: (isLabelled ? index + 6 : index + 4)..<close)
        let given = ForeignText(value).replacingTokens { inner, place in
          states.contains(inner.word(place)) && inner.word(place + 1) == "."
            && inner.word(place + 2) == "value" ? (inner.word(place), 3) : nil
        }
        let isEmpty = given.isEmpty || given == "()"
        let fired = "fire \(name)" + (isEmpty ? "" : "(\(given))")
        return (events.contains(name) ? fired : "\(name) = \(given)", close - index + 1)
      default: return nil
      }
    }
  }
}
