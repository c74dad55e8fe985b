extension MarkupTranslation {
  /// An attribute of an element, or one part of `data-bind`.
  struct Attribute {
    let name: String
    let value: String
    /// Whether the value is in braces, as in JSX and Svelte.
    var isInBraces = false
    /// Whether it is a part of `data-bind`.
    var isOfKnockout = false

    /// The attributes in a text; nil if it has something else, too.
    static func all(in text: Substring) -> [Attribute]? {
      var found: [Attribute] = []
      var rest = text.drop { $0.isWhitespace }
      while let first = rest.first {
        let name = rest.prefix { !$0.isWhitespace && !"=\"'{}<>,;".contains($0) }
        guard !name.isEmpty || first == "{" else { return nil }
        rest = rest.dropFirst(name.count)
        guard rest.first == "=" else {
          // `<input disabled>`
          guard !name.isEmpty else { return nil }
          found.append(Attribute(name: String(name), value: ""))
          rest = rest.drop { $0.isWhitespace }
          continue
        }
        rest.removeFirst()
        guard let (value, isInBraces, end) = readValue(rest) else { return nil }
        found += attributes(String(name), value, isInBraces)
        rest = rest[end...].drop { $0.isWhitespace }
      }
      return found
    }

    /// A value in quotes or braces, and where it ends.
    private static func readValue(_ text: Substring) -> (String, Bool, Substring.Index)? {
      guard let open = text.first else { return nil }
      if open == "\"" || open == "'" {
        guard let close = text.dropFirst().firstIndex(of: open) else { return nil }
        return (
          String(text[text.index(after: text.startIndex)..<close]), false, text.index(after: close)
        )
      }
      guard open == "{" else { return nil }
      var depth = 0
      for index in text.indices {
        if text[index] == "{" { depth += 1 }
        if text[index] == "}" { depth -= 1 }
        if depth == 0 {
          return (
            String(text[text.index(after: text.startIndex)..<index]), true, text.index(after: index)
          )
        }
      }
      return nil
    }

    private static func attributes(_ name: String, _ value: String, _ isInBraces: Bool)
      -> [Attribute]
    {
      guard name == "data-bind", let list = ForeignTokens(ForeignText(value)) else {
        return [Attribute(name: name, value: value, isInBraces: isInBraces)]
      }
      return list.parts(list.tokens.indices).compactMap { part in
        guard list.word(part.lowerBound + 1) == ":", part.count > 2 else { return nil }
        return Attribute(
          name: list.word(part.lowerBound),
          value: list.text.text(of: part.lowerBound + 2..<part.upperBound), isOfKnockout: true)
      }
    }

    // MARK: What it means

    /// Whether it can be nothing but an attribute that binds.
    var isOfTemplate: Bool {
      isOfKnockout || isXAML
        || ["v-", ":", "@", "[", "(", "bind:", "on:"].contains { name.hasPrefix($0) }
    }

    /// Whether it binds nothing.
    var isPlain: Bool { !isOfTemplate && !isInBraces }

    var isXAML: Bool { value.hasPrefix("{Binding") }

    /// The parts of `{Binding Path=Name, Mode=TwoWay}`.
    private var xaml: [String: String] {
      var found: [String: String] = [:]
      for part in value.dropFirst("{Binding".count).dropLast().split(separator: ",") {
        let words = part.split(whereSeparator: { $0 == " " || $0 == "=" }).map(String.init)
        if words.count == 1 { found["Path"] = words[0] }
        if words.count == 2 { found[words[0]] = words[1] }
      }
      return found
    }

    /// `TwoWay` and the like; empty where none is named.
    var mode: String { isXAML ? xaml["Mode"] ?? "" : "" }

    /// The property of the view.
    var property: String {
      var name = name
      for prefix in ["v-bind:", "v-model:", "v-", "bind:", ":"] where name.hasPrefix(prefix) {
        name.removeFirst(prefix.count)
        break
      }
      name = String(name.filter { !"[]()".contains($0) })
      return String(name.prefix { $0 != "." })
    }

    var isChecked: Bool { ["checked", "ischecked", "ison"].contains(property.lowercased()) }

    var isBothWays: Bool {
      name.hasPrefix("v-model") || name.hasPrefix("[(") || name.hasPrefix("bind:")
        || (isOfKnockout && ["value", "textInput", "checked"].contains(name)) || mode == "TwoWay"
    }

    /// The event whose handler it is.
    var event: String? {
      for prefix in ["@", "v-on:", "on:"] where name.hasPrefix(prefix) {
        return String(name.dropFirst(prefix.count).prefix { $0 != "." })
      }
      if name.hasPrefix("("), name.hasSuffix(")") { return String(name.dropFirst().dropLast()) }
      if isOfKnockout { return name == "click" ? name : nil }
      guard isInBraces, name.hasPrefix("on"), name.count > 2 else { return nil }
      return name.dropFirst(2).lowercased()
    }

    /// What is bound; nil if it is not understood.
    var expression: String? {
      // `v-model.trim` changes what is typed.
      let modifiers = name.hasPrefix("[") ? [] : name.split(separator: ".").dropFirst()
      let known: Set<Substring> = event == nil ? ["lazy"] : ["prevent", "stop"]
      guard modifiers.allSatisfy({ known.contains($0) }) else { return nil }
      // `$event`, `$data` and the like are of the library.
      guard isXAML else { return value.isEmpty || value.contains("$") ? nil : value }
      let keys: Set<String> = ["Path", "Mode", "UpdateSourceTrigger"]
      return keys.isSuperset(of: xaml.keys) ? xaml["Path"] : nil
    }
  }
}
