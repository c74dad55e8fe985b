/// Writes an element or an attribute that binds, as templates and XAML have them: `v-model="name"`,
/// `<input bind:value={name}>`, `[(ngModel)]="name"`, `data-bind="text: name"`, `Text="{Binding Name}"`.
///
/// A name alone is a property of `vm`, and the view is named by what it is.
struct MarkupTranslation {
  private var attributes: [Attribute]
  /// The name of the element; empty for an attribute alone.
  private let element: String
  /// What is between the tags of the element.
  private let content: String

  /// - Returns: nil if a text is no element and no attribute that binds.
  init?(_ text: ForeignText) {
    let all = text.all
    guard !all.hasPrefix("{{") else {
      (attributes, element, content) = ([], "", all)
      return
    }
    guard all.hasPrefix("<") else {
      let attributes = Attribute.all(in: all[...])
      guard let attributes, !attributes.isEmpty, attributes.allSatisfy(\.isOfTemplate) else {
        return nil
      }
      (self.attributes, element, content) = (attributes, "", "")
      return
    }
    guard let end = MarkupTranslation.endOfTag(all) else { return nil }
    var tag = all[all.index(after: all.startIndex)..<end]
    if tag.hasSuffix("/") { tag.removeLast() }
    element = String(tag.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" })
    guard !element.isEmpty, let attributes = Attribute.all(in: tag.dropFirst(element.count)) else {
      return nil
    }
    self.attributes = attributes
    var rest = String(all[all.index(after: end)...])
    let close = "</\(element)>"
    if rest.hasSuffix(close) { rest.removeLast(close.count) }
    guard !rest.contains("<") else { return nil }
    content = rest
  }

  /// The `>` of the first tag, outside of all quotes and braces.
  private static func endOfTag(_ text: String) -> String.Index? {
    var quote: Character?
    var open = 0
    for index in text.indices {
      let character = text[index]
      if let current = quote {
        if character == current { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "{" || character == "}" {
        open += character == "{" ? 1 : -1
      } else if character == ">", open == 0 {
        return index
      }
    }
    return nil
  }

  // MARK: Views

  private enum View: String { case field, toggle, slider, picker, button, label }

  /// What the view is called: by the name that the element has, or by what it is.
  private var shownName: String {
    let isXAML = element.first?.isUppercase == true
    for key in ["x:Name", "Name", "id"] where key != "Name" || isXAML {
      guard let value = attributes.first(where: { $0.name == key && !$0.isInBraces })?.value else {
        continue
      }
      let parts = value.split(separator: "-")
      let name =
        (parts.first.map(String.init) ?? "")
        + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      if ForeignText(name).tokens.count == 1, name.first?.isLetter == true { return name }
    }
    return view.rawValue
  }

  private var view: View {
    switch element.lowercased() {
    case "input":
      switch attributes.first(where: { $0.name == "type" })?.value {
      case "checkbox"?: .toggle
      case "range"?: .slider
      case "button"?, "submit"?: .button
      default: .field
      }
    case "textbox", "textarea", "textfield", "entry", "textinput", "editor": .field
    case "checkbox", "switch", "togglebutton", "toggleswitch": .toggle
    case "slider": .slider
    case "select", "combobox", "picker": .picker
    case "button": .button
    case "": viewOfAttribute
    default: .label
    }
  }

  /// The view for an attribute alone.
  private var viewOfAttribute: View {
    if attributes.contains(where: { $0.isChecked }) { return .toggle }
    if attributes.contains(where: { $0.isBothWays || $0.commit != nil }) { return .field }
    return attributes.contains { $0.event != nil } ? .button : .label
  }

  /// What a user changes in a view.
  private var input: String {
    switch view {
    case .field: "text"
    case .toggle: "on"
    case .slider: "value"
    case .picker: "selection"
    case .button, .label: "text"
    }
  }

  private func property(_ name: String) -> String {
    switch name.lowercased() {
    case "value", "textinput", "ngmodel", "model", "model-value", "modelvalue": input
    case "checked", "ischecked", "ison", "istoggled": "on"
    case "text", "innertext", "textcontent", "content", "html", "innerhtml": "text"
    case "isenabled", "enable": "enabled"
    case "selecteditem", "selectedindex": "selection"
    default: name.prefix(1).lowercased() + name.dropFirst()
    }
  }

  // MARK: Statements

  var isXAML: Bool { attributes.contains(where: \.isXAML) }

  /// What has no counterpart here, by its name.
  var obstacle: String? {
    attributes.lazy.filter { !$0.isPlain }.compactMap { attribute in
      if let found = attribute.obstacle { return found }
      if let event = attribute.commit, attribute.converter != nil {
        return event == "lostFocus" ? "LostFocus" : "lazy"
      }
      let isClick = ["click", "tap"].contains(attribute.event)
      return attribute.event.flatMap { isClick ? nil : $0 }
    }.first
  }

  /// The statements here; nil if a part is not understood.
  func result() -> String? {
    var parts: [String] = []
    for attribute in attributes where !attribute.isPlain {
      if attribute.event == "change" || attribute.event == "input", let setter = setter(attribute),
        attributes.contains(where: { $0.expression.map { setter == $0 } ?? false })
      {
        continue
      }
      guard let part = statement(attribute) else { return nil }
      parts.append(part)
    }
    if let text = shownContent { parts.append("bind \(text) ~> \(shownName).text") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// What builds elements, or says how they look.
  static let withoutCounterpart: Set<String> = [
    "for", "if", "else", "slot", "key", "ref", "class", "classname", "style", "css", "attr", "is",
    "ngfor", "ngif", "ngclass", "ngstyle", "foreach", "with", "template", "options", "each",
    "event", "data",
  ]

  private func statement(_ attribute: Attribute) -> String? {
    if let event = attribute.event {
      guard event == "click" || event == "tap", let value = attribute.expression else { return nil }
      return MarkupTranslation.deed(value).map { "on \(shownName) { \($0) }" }
    }
    guard let value = attribute.expression,
      !MarkupTranslation.withoutCounterpart.contains(attribute.property.lowercased())
    else { return nil }
    let source = MarkupTranslation.inPage(value)
    let target = "\(shownName).\(property(attribute.property))"
    let isPath = ChainTranslation.path(value) != nil
    switch attribute.property.lowercased() {
    case "disabled": return "bind \(MarkupTranslation.negated(source)) ~> \(shownName).enabled"
    case "visible", "show":
      return "bind \(MarkupTranslation.negated(source)) ~> \(shownName).hidden"
    default: break
    }
    let isSet = attributes.contains {
      ["change", "input"].contains($0.event ?? "") && setter($0) == value
    }
    let changesSource = property(attribute.property) == input && view != .label && view != .button
    let isBothWays =
      attribute.isBothWays || isSet
      || (attribute.mode == "" && attribute.isXAML && changesSource)
    guard isPath || !isBothWays else { return nil }
    let shown = attribute.converter.map { " | \($0)" } ?? ""
    if let event = attribute.commit, isBothWays {
      // It would have to be converted on its way back.
      guard shown.isEmpty else { return nil }
      return "extend \(shownName) { event \(event) }; bind \(source) ~> \(target); "
        + "on \(shownName).\(event) { \(source) = \(target) }"
    }
    if let fallback = attribute.fallback {
      guard isPath, !isBothWays, attribute.mode != "OneWayToSource" else { return nil }
      let once = attribute.mode == "OneTime" ? "once " : ""
      return "bind \(once)(\(source) ?? \(fallback)) ~> \(target)\(shown)"
    }
    switch attribute.mode {
    case "OneWayToSource": return "bind \(target) ~> \(source)\(shown)"
    case "OneTime": return "bind once \(source) ~> \(target)\(shown)"
    default:
      return
        "bind \(isPath ? source : "(\(source))") \(isBothWays ? "<>" : "~>") \(target)\(shown)"
    }
  }

  /// The state that `e => setName(e.target.value)` sets.
  private func setter(_ attribute: Attribute) -> String? {
    guard let value = attribute.expression, let list = ForeignTokens(ForeignText(value)),
      let closure = list.closure(list.tokens.indices), closure.parameters.count == 1,
      let event = closure.parameters.first
    else { return nil }
    let body = ForeignText(closure.body)
    let name = SignalWrite.state(ofSetter: body.word(0))
    let isCall = ["\(event).target.value", "\(event).target.checked"].contains {
      body.all == "\(body.word(0))(\($0))"
    }
    return isCall ? name : nil
  }

  /// The text between the tags as a source, if it has a value in `{{ }}` or `{ }`.
  private var shownContent: String? {
    let text = content.trimmingBlanks
    guard text.contains("{") else { return nil }
    let isDouble = text.contains("{{")
    let (open, close) = isDouble ? ("{{", "}}") : ("{", "}")
    var result = ""
    var values: [String] = []
    for (index, part) in text.split(on: open).enumerated() {
      guard index > 0 else {
        result += part
        continue
      }
      let pieces = part.split(on: close)
      // Filters of templates have no counterpart.
      guard pieces.count == 2, !pieces[0].contains("|") else { return nil }
      values.append(MarkupTranslation.inPage(pieces[0].trimmingBlanks))
      result += "\\(\(values[values.count - 1]))" + pieces[1]
    }
    if values.count == 1, result == "\\(\(values[0]))" {
      return ChainTranslation.path(values[0]) == nil ? "(\(values[0]))" : values[0]
    }
    return "(\"\(result)\")"
  }

  /// The source of a binding for the opposite of a value.
  static func negated(_ value: String) -> String {
    if ChainTranslation.path(value) != nil { return "(!\(value))" }
    let rest = value.dropFirst()
    return value.hasPrefix("!") && ChainTranslation.path(String(rest)) != nil
      ? String(rest) : "(!(\(value)))"
  }

  /// What the handler of an event does; nil if it uses the event.
  private static func deed(_ handler: String) -> String? {
    let closure = ForeignTokens(ForeignText(handler)).flatMap { $0.closure($0.tokens.indices) }
    let body = ForeignText(closure?.body ?? handler)
    let events = ["event", closure?.parameters.first ?? "event"]
    guard events.allSatisfy({ body.occurrences(of: $0) == 0 }) else { return nil }
    if ChainTranslation.path(body.all) != nil { return inPage(body.all) + "()" }
    return SignalWrite(body, owner: "vm", isCall: false, isValue: true)?.result()
      ?? inPage(body.all, calls: true)
  }

  /// An expression in which a name alone is a property of `vm`.
  ///
  /// - Parameter calls: Whether what is called is an action; otherwise a call reads a signal.
  static func inPage(_ expression: String, calls: Bool = false) -> String {
    ForeignText(expression.withoutSelf).replacingTokens { text, index in
      let isName = text.tokens[index].kind == .word && ![".", "?."].contains(text.word(index - 1))
      guard isName, ![".", "("].contains(text.word(index + 1)),
        !["true", "false", "nil", "null", "undefined", "in"].contains(text.word(index))
      else {
        if isName, calls, text.word(index + 1) == "(" { return ("vm.\(text.word(index))", 1) }
        return isName && text.word(index + 1) == "(" && text.word(index + 2) == ")"
          ? ("vm.\(text.word(index))", 3) : nil
      }
      return ("vm.\(text.word(index))", 1)
    }
  }
}

extension String {
  /// The parts between some characters.
  fileprivate func split(on separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
