// Classes, protocols, properties, methods and enumerations.
extension ObjectiveCTranslation {
  /// A class, an extension of one or a protocol, as it is put together.
  struct Container {
    var head: String
    var members: [String] = []

    /// Adds a member; a property with a value takes the place of one without.
    mutating func add(_ member: String) {
      let name = member.prefix { $0 != " " }
      if member.hasPrefix("\(name) = ") {
        members.removeAll { $0 == name || $0.hasPrefix("\(name):") }
      }
      members.append(member)
    }

    /// A class that transforms values, as the transformer that it is here.
    var transformer: Container? {
      func block(_ name: String) -> String? {
        let head = "action \(name)("
        guard let member = members.first(where: { $0.hasPrefix(head) }),
          let end = member.firstIndex(of: ")")
        else { return nil }
        let parameter = String(member[..<end].dropFirst(head.count))
        let body = ForeignText(String(member[member.index(after: end)...].dropFirst()))
        return ForeignText.spaced(
          body.tokens.map { $0.text == parameter ? "value" : $0.text }.filter { $0 != "return" })
      }
      guard let forward = block("transformValue") else { return nil }
      let name = head.split(separator: " ")[1].filter { $0 != ":" }
      let reverse = block("reverseTransformValue").map { ["reverse \($0)"] } ?? []
      return Container(head: "transformer \(name)", members: ["forward \(forward)"] + reverse)
    }

    var text: String { "\(head) \(ObjectiveCTranslation.braced(members))" }
  }

  /// Declarations and statements, those of a class in one body.
  mutating func declarationsOrStatements(_ range: Range<Int>) -> [String]? {
    var order: [String] = []
    var containers: [String: Container] = [:]
    var index = range.lowerBound
    while index < range.upperBound {
      let end: Int
      switch word(index) {
      case "@interface", "@implementation", "@protocol":
        guard let stop = container(index, in: range, &containers, &order) else { return nil }
        end = stop
      case "@end", ";":
        end = index + 1
      case "@property":
        guard let member = property(index, in: range) else { return nil }
        order.append(search.isInBody ? member.text : "object vm { \(member.text) }")
        end = member.end
      case "typedef":
        guard let declared = enumeration(index, in: range) else { return nil }
        if !declared.text.isEmpty { order.append(declared.text) }
        end = declared.end
      case "-", "+":
        guard let (members, stop) = method(index, in: range, isDeclaredOnly: false) else {
          return nil
        }
        order += members
        end = stop
      default:
        var stop = index
        while stop < range.upperBound, !isStartOfDeclaration(stop) {
          stop = (partners[stop] ?? stop) + 1
        }
        guard stop > index, let parts = statements(index..<min(stop, range.upperBound)) else {
          return nil
        }
        order += parts
        end = stop
      }
      index = max(end, index + 1)
    }
    return order.compactMap { part in
      guard let container = containers[part] else { return standingAlone(part) }
      // A private interface without anything says nothing.
      return container.head.hasPrefix("extend") && container.members.isEmpty ? nil : container.text
    }
  }

  private func isStartOfDeclaration(_ index: Int) -> Bool {
    let isFirst = index == 0 || [";", "}"].contains(word(index - 1))
    switch word(index) {
    case "@interface", "@implementation", "@protocol", "@end", "@property", "typedef": return true
    case "-", "+": return isFirst && word(index + 1) == "("
    default: return false
    }
  }

  /// A command is a member; alone it needs an object.
  private func standingAlone(_ part: String) -> String {
    part.hasPrefix("command ") && !search.isInBody ? "object vm { \(part) }" : part
  }

  /// `@interface C : B <P> … @end` and the like; returns the token after it.
  private mutating func container(
    _ start: Int, in range: Range<Int>, _ containers: inout [String: Container],
    _ order: inout [String]
  ) -> Int? {
    let name = word(start + 1)
    guard start + 1 < range.upperBound, tokens[start + 1].kind == .word else { return nil }
    let isProtocol = word(start) == "@protocol"
    var index = start + 2
    if isProtocol, [";", ","].contains(word(index)) { return endOfStatement(index, in: range) }
    var types: [String] = []
    if word(index) == ":" {
      let superclass = word(index + 1)
      if let type = ObjectiveCTranslation.cells[superclass] {
        types.append(type)
      } else if ObjectiveCTranslation.isKnownHere(superclass) {
        types.append(superclass)
      }
      index += 2
    }
    let isExtension = word(index) == "("
    if isExtension { index = (partners[index] ?? index) + 1 }
    if word(index) == "<" {
      index += 1
      while index < range.upperBound, word(index) != ">" {
        if word(index) != ",", word(index) != "NSObject", !isProtocol { types.append(word(index)) }
        index += 1
      }
      index += 1
    }
    // Its interface is elsewhere, and only a cell has what its bindings name.
    if types.isEmpty, word(start) == "@implementation", containers[name] == nil,
      name.hasSuffix("Cell")
    {
      types.append("UITableViewCell")
    }
    // Variables of the instance.
    if word(index) == "{" { index = (partners[index] ?? index) + 1 }
    if containers[name] == nil {
      let isExtended = isExtension && word(start) == "@interface"
      containers[name] = Container(
        head: isProtocol ? "protocol \(name)" : isExtended ? "extend \(name)" : "class \(name)")
      order.append(name)
    }
    if !types.isEmpty, let head = containers[name]?.head, head.hasPrefix("class") {
      containers[name]?.head =
        head + (head.contains(":") ? ", " : ": ") + types.joined(separator: ", ")
    }
    let isInterface = word(start) != "@implementation"
    isInBody = true
    defer { isInBody = false }
    var isOptional = false
    while index < range.upperBound, word(index) != "@end" {
      switch word(index) {
      case ";", "@required":
        isOptional = word(index) == "@required" ? false : isOptional
        index += 1
      case "@optional":
        isOptional = true
        index += 1
      case "@property":
        guard let member = property(index, in: range) else { return nil }
        if !isProtocol { containers[name]?.members.append(member.text) }
        index = member.end
      case "-", "+":
        guard let (members, end) = method(index, in: range, isDeclaredOnly: isInterface) else {
          return nil
        }
        if isProtocol {
          containers[name]?.members += members.map { isOptional ? "optional \($0)" : $0 }
        } else if !isInterface {
          for member in members { containers[name]?.add(member) }
        }
        index = end
      case "#", "@synthesize", "@dynamic", "@class": index = endOfStatement(index, in: range)
      default:
        let end = endOfStatement(index, in: range)
        guard !isInterface, let parts = statements(index..<end) else { return nil }
        containers[name]?.members += parts
        index = end
      }
    }
    if let transformer = containers[name]?.transformer { containers[name] = transformer }
    return index + 1
  }

  /// Whether a class of the system is built in here, or one of the program's own.
  private static func isKnownHere(_ name: String) -> Bool {
    guard
      ["UI", "NS", "BND"].contains(where: { prefix in
        name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase == true
      })
    else { return true }
    return builtIn.contains(name)
  }

  private static let cells = [
    "BNDTableViewCell": "UITableViewCell", "BNDCollectionViewCell": "UICollectionViewCell",
  ]

  private static let builtIn: Set<String> = [
    "UIView", "UILabel", "UITextField", "UITextView", "UIButton", "UISwitch", "UISlider",
    "UIStepper", "UISegmentedControl", "UIDatePicker", "UIImageView", "UIScrollView",
    "UITableView", "UITableViewCell", "UICollectionView", "UICollectionViewCell", "UIControl",
  ]

  /// `@property (nonatomic, weak) id<P> name;`
  private func property(_ start: Int, in range: Range<Int>) -> (text: String, end: Int)? {
    let end = endOfStatement(start, in: range)
    var index = start + 1
    var isWeak = false
    if word(index) == "(", let close = partners[index] {
      isWeak = (index..<close).contains { word($0) == "weak" || word($0) == "assign" }
      index = close + 1
    }
    let words = (index..<end).map(word).filter {
      !["IBOutlet", "_Nullable", "_Nonnull", "nullable", "__kindof", "const"].contains($0)
    }
    guard let name = words.last, words.count > 1, words.allSatisfy({ $0 != "^" }),
      tokens[end - 1].kind == .word
    else { return nil }
    let type: String
    switch words[0] {
    case "NSString", "NSMutableString": type = ": String?"
    case "BOOL", "bool": type = ": Bool = false"
    case "CGFloat", "float", "double", "NSTimeInterval": type = ": Double = 0.0"
    case let word where ObjectiveCTranslation.numberTypes.contains(word): type = ": Int = 0"
    case "NSArray", "NSMutableArray": type = ": List?"
    case "NSDictionary", "NSMutableDictionary": type = ": Dictionary?"
    case "id" where words.count > 3 && words[1] == "<": type = ": \(words[2])?"
    case let word where words.contains("*") && ObjectiveCTranslation.isKnownHere(word):
      type = word == "BKCommand" ? "" : ": \(word)?"
    default: type = ""
    }
    let isReference = type.isEmpty || type.hasSuffix("?")
    return ("\(isWeak && isReference ? "weak " : "")\(name)\(type)", end)
  }

  /// `typedef enum : NSUInteger { A, B } T;` and `typedef NS_ENUM(NSUInteger, T) { A, B };`
  private func enumeration(_ start: Int, in range: Range<Int>) -> (text: String, end: Int)? {
    let end = endOfStatement(start, in: range)
    guard let open = (start..<end).first(where: { word($0) == "{" }), let close = partners[open]
    else { return ("", end) }
    var name = word(close + 1)
    if word(start + 1) == "NS_ENUM" || word(start + 1) == "NS_OPTIONS" { name = word(open - 2) }
    var cases: [String] = []
    var index = open + 1
    while index < close {
      cases.append(word(index))
      while index < close, word(index) != "," { index += 1 }
      index += 1
    }
    guard end > close, !name.isEmpty, name != ";" else { return nil }
    return ("enum \(name) { \(cases.joined(separator: ", ")) }", end)
  }

  /// A method as an action, a computed property, an observer, or, for `init`, as members.
  private mutating func method(
    _ start: Int, in range: Range<Int>, isDeclaredOnly: Bool
  ) -> ([String], end: Int)? {
    guard word(start + 1) == "(", let typeEnd = partners[start + 1] else { return nil }
    let givesValue = word(start + 2) != "void"
    var selector: [String] = []
    var parameters: [String] = []
    var index = typeEnd + 1
    while index < range.upperBound, tokens[index].kind == .word {
      selector.append(word(index))
      index += 1
      guard word(index) == ":" else { break }
      index += 1
      if word(index) == "(", let close = partners[index] { index = close + 1 }
      guard index < range.upperBound, tokens[index].kind == .word else { return nil }
      parameters.append(word(index))
      index += 1
    }
    guard let first = selector.first else { return nil }
    // Delegates of tables say in the second part what they are asked.
    let name =
      selector.count > 1 && ["tableView", "collectionView"].contains(first) ? selector[1] : first
    var open = index
    while word(open) == ";" { open += 1 }
    guard word(open) == "{", let close = partners[open] else {
      return isDeclaredOnly
        ? (["action \(name)(\(parameters.joined(separator: ", ")))"], index) : nil
    }
    // A parameter with the name of a property that the method writes would hide it.
    for parameter in parameters where isOfObject(parameter, in: open..<close) {
      naming[parameter] = "new" + parameter.prefix(1).uppercased() + parameter.dropFirst()
    }
    defer { naming = [:] }
    let call = "\(name)(\(parameters.map(variableName).joined(separator: ", ")))"
    guard
      let members = members(
        name, call, parameters, body: open + 1..<close, givesValue: givesValue)
    else { return nil }
    return (members, close + 1)
  }

  private mutating func members(
    _ name: String, _ call: String, _ parameters: [String], body: Range<Int>, givesValue: Bool
  ) -> [String]? {
    // A setter that does more than to store: what it does is done at each change.
    if let property = ObjectiveCTranslation.property(ofSetter: name), parameters.count == 1,
      body.contains(where: { word($0) == "_\(property)" && word($0 + 1) == "=" })
    {
      (naming, isInMethod) = ([parameters[0]: "value"], true)
      defer { isInMethod = false }
      guard let parts = statements(body) else { return nil }
      let rest = parts.filter { $0 != "\(property) = value" }
      return ["observe \(property) \(ObjectiveCTranslation.braced(rest))"]
    }
    isInMethod = true
    defer { isInMethod = false }
    guard let parts = statements(body) else { return nil }
    if name == "dealloc" {
      // Observers and bindings end with their object here.
      let needless = ["removeObserver", "removeAllObservers", "unobserve", "unbind"]
      let rest = parts.filter { part in !needless.contains { part.contains($0) } }
      return rest.isEmpty ? [] : ["action dealloc() \(ObjectiveCTranslation.braced(rest))"]
    }
    let isInitializer =
      givesValue && name.hasPrefix("init") && name.dropFirst(4).first?.isLowercase != true
    if isInitializer, parameters.isEmpty {
      let members = parts.filter(ObjectiveCTranslation.isMember)
      let rest = parts.filter { !ObjectiveCTranslation.isMember($0) }
      return members
        + (rest.isEmpty ? [] : ["action setUp() \(ObjectiveCTranslation.braced(rest))"])
    }
    if givesValue, parameters.isEmpty, let last = parts.last, last.hasPrefix("return ") {
      if parts.count == 1, isInBody || search.isInBody {
        return ["computed \(name) = \(last.dropFirst(7))"]
      }
      // What is made when it is first read.
      let head = "if \(name) == nil { \(name) = "
      if parts.count == 2, last == "return \(name)", parts[0].hasPrefix(head) {
        return ["\(name) = \(parts[0].dropFirst(head.count).dropLast(2))"]
      }
    }
    let shown = isInitializer ? "set" + call.dropFirst(4) : call
    return ["action \(shown) \(ObjectiveCTranslation.braced(parts))"]
  }

  /// Whether a property of the object with a name is used.
  private func isOfObject(_ name: String, in range: Range<Int>) -> Bool {
    range.contains { index in
      word(index) == "_\(name)"
        || (word(index) == name && [".", "->"].contains(word(index - 1))
          && ForeignText.selves.contains(word(index - 2)))
    }
  }

  /// Statements in braces.
  static func braced(_ parts: [String]) -> String {
    parts.isEmpty ? "{ }" : "{ \(parts.joined(separator: "; ")) }"
  }

  private static func isMember(_ statement: String) -> Bool {
    ["on ", "observe ", "bind ", "command "].contains { statement.hasPrefix($0) }
  }
}
