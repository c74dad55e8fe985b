/// Writes a view of SwiftUI with its modifiers as the bindings and observers that they are:
/// `TextField("Name", text: $vm.name).onChange(of: vm.name) { … }`.
struct ViewTranslation {
  private let chain: ChainTranslation
  /// The view without its modifiers; empty for modifiers alone.
  private let view: String
  private let type: String
  private let modifiers: [ChainTranslation.Call]

  /// Views, and what each of them is called here.
  private static let names = [
    "TextField": "field", "SecureField": "field", "Toggle": "toggle", "Slider": "slider",
    "Stepper": "stepper", "Picker": "picker", "Text": "label", "Button": "button",
  ]
  /// Modifiers that only views have.
  private static let certain: Set<String> = [
    "onChange", "onReceive", "onTapGesture", "onAppear", "onDisappear", "onSubmit",
  ]
  /// Modifiers that only say how a view looks.
  private static let looks: Set<String> = [
    "font", "padding", "frame", "foregroundColor", "foregroundStyle", "background", "bold",
    "italic",
    "textFieldStyle", "buttonStyle", "pickerStyle", "toggleStyle", "listStyle", "cornerRadius",
    "multilineTextAlignment", "lineLimit", "border", "shadow", "tint", "accentColor", "clipShape",
    "keyboardType", "autocapitalization", "disableAutocorrection", "autocorrectionDisabled",
    "textInputAutocapitalization", "navigationTitle", "labelsHidden", "fixedSize", "imageScale",
    "accessibilityLabel", "accessibilityIdentifier", "layoutPriority", "resizable",
  ]

  /// - Returns: nil if a text is no view with modifiers.
  init?(_ text: ForeignText) {
    guard let chain = ChainTranslation(text) else { return nil }
    self.chain = chain
    var end = 0
    if text.word(0) != "." {
      guard chain.list.isWord(0), text.word(0).first?.isUppercase == true,
        let call = chain.call(0), call.end > 1
      else { return nil }
      end = call.end
    }
    view = text.text(of: 0..<end)
    type = end > 0 ? text.word(0) : ""
    var modifiers: [ChainTranslation.Call] = []
    while end < text.tokens.count, text.word(end) != ";" {
      guard text.word(end) == ".", chain.list.isWord(end + 1), let call = chain.call(end + 1) else {
        return nil
      }
      modifiers.append(call)
      end = call.end
    }
    self.modifiers = modifiers
    let isCertain =
      ViewTranslation.names[type] != nil
      || modifiers.contains { ViewTranslation.certain.contains($0.name) }
    guard isCertain, !modifiers.isEmpty else { return nil }
  }

  /// What has no counterpart here, by its name; nil if everything may have one.
  var obstacle: String? {
    for modifier in modifiers
    where !ViewTranslation.looks.contains(modifier.name) && statement(modifier) == nil {
      return modifier.name
    }
    return type.isEmpty || ViewTranslation.names[type] != nil ? nil : type
  }

  /// The statements here; nil if a part is not understood.
  ///
  /// - Parameter rewrite: Gives the statement for a view without modifiers.
  func result(_ rewrite: (String) -> String?) -> String? {
    var parts: [String] = []
    if !view.isEmpty {
      guard let statement = rewrite(view) else { return nil }
      parts.append(statement)
    }
    for modifier in modifiers where !ViewTranslation.looks.contains(modifier.name) {
      guard let statement = statement(modifier) else { return nil }
      parts.append(statement)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func statement(_ call: ChainTranslation.Call) -> String? {
    switch call.name {
    case "onChange", "onReceive": return observer(call)
    case "disabled":
      guard let name = ViewTranslation.names[type], call.closures.isEmpty, call.arguments.count == 1
      else { return nil }
      return "bind \(MarkupTranslation.negated(call.arguments[0].text)) ~> \(name).enabled"
    default: return nil
    }
  }

  /// `.onChange(of: vm.name) { old, new in … }`, `.onReceive(vm.$name) { name in … }`
  private func observer(_ call: ChainTranslation.Call) -> String? {
    guard let subject = call.argument("of") ?? call.arguments.first?.text,
      let path = ChainTranslation.path(subject),
      let closure = call.closures.last(where: { ["", "perform"].contains($0.label) })
    else { return nil }
    let body = closure.body(with: closure.parameters.count > 1 ? ["old", "value"] : ["value"])
    let passes = call.name == "onReceive" || call.argument("initial") == "true"
    return "observe \(passes ? "initial " : "")\(path) { \(body) }"
  }
}
