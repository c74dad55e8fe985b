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
        || [
          "v-", "x-model", "x-text", "x-show", "x-bind:", "x-on:", ":", "@", "[", "(", "bind:",
          "on:",
        ]
        .contains { name.hasPrefix($0) }
    }

    /// Whether it binds nothing.
    var isPlain: Bool { !isOfTemplate && !isInBraces }

    var isXAML: Bool { xamlStart != nil }

    private var xamlStart: String? {
      ["{Binding", "{x:Bind"].first { value.hasPrefix($0) && value.hasSuffix("}") }
    }

    /// The parts of `{Binding Path=Name, Mode=TwoWay, Converter={StaticResource Upper}}`.
    private var xaml: [String: String] {
      guard let xamlStart else { return [:] }
      var found: [String: String] = [:]
      for part in Attribute.parts(of: value.dropFirst(xamlStart.count).dropLast()) {
        let sign = part.firstIndex(of: "=")
        let key = sign.map { part[..<$0].filter { $0 != " " } } ?? "Path"
        let text = sign.map { part[part.index(after: $0)...] } ?? part[...]
        found[key] = String(text).trimmingBlanks
      }
      if found["Path"] == "" { found["Path"] = nil }
      return found
    }

    /// The parts between commas outside of braces and quotes.
    private static func parts(of text: Substring) -> [String] {
      var parts = [""]
      var open = 0
      var isQuoted = false
      for character in text {
        if character == "'" { isQuoted.toggle() }
        if character == "{" { open += 1 }
        if character == "}" { open -= 1 }
        if character == ",", open == 0, !isQuoted {
          parts.append("")
        } else {
          parts[parts.count - 1].append(character)
        }
      }
      return parts
    }

    /// `TwoWay` and the like; empty where none is named.
    var mode: String {
      isXAML ? xaml["Mode"] ?? (value.hasPrefix("{x:Bind") ? "OneTime" : "") : ""
    }

    /// The transformer that a resource is: `Upper` of `{StaticResource Upper}`.
    var converter: String? {
      let words = ForeignText(xaml["Converter"] ?? "").tokens.map(\.text)
      return words.count == 4 && words[0] == "{" ? words[2] : nil
    }

    /// What is shown for nil, as a value here.
    var fallback: String? {
      guard let text = xaml["FallbackValue"] ?? xaml["TargetNullValue"] else { return nil }
      let plain = text.filter { $0 != "'" }
      return Double(plain) == nil ? "\"\(plain)\"" : plain
    }

    /// The event with which what is typed is taken over; nil where that is at once.
    var commit: String? {
      if xaml["UpdateSourceTrigger"] == "LostFocus" { return "lostFocus" }
      return modifiers.contains("lazy") ? "committed" : nil
    }

    /// What has no counterpart here, by its name; nil if everything has one.
    var obstacle: String? {
      let known: Set<String> = [
        "Path", "Mode", "UpdateSourceTrigger", "Converter", "FallbackValue", "TargetNullValue",
        "ElementName",
      ]
      if let key = xaml.keys.sorted().first(where: { !known.contains($0) }) { return key }
      if xaml["Converter"] != nil, converter == nil { return "Converter" }
      if xaml["UpdateSourceTrigger"] == "Explicit" { return "Explicit" }
      if let modifier = modifiers.first(where: { !knownModifiers.contains($0) }) { return modifier }
      if MarkupTranslation.withoutCounterpart.contains(property.lowercased()) {
        return name.hasPrefix("*") || name.hasPrefix("v-") || name.hasPrefix("x-") ? property : name
      }
      return nil
    }

    /// `lazy` of `v-model.lazy`.
    private var modifiers: [String] {
      name.hasPrefix("[") || name.hasPrefix("(")
        ? [] : name.split(separator: ".").dropFirst().map(String.init)
    }

    private var knownModifiers: Set<String> {
      event == nil ? ["lazy"] : ["prevent", "stop"]
    }

    /// The property of the view.
    var property: String {
      var name = name
      for prefix in [
        "v-bind:", "v-model:", "v-", "x-bind:", "x-", "bind:", ":",
      ] where name.hasPrefix(prefix) {
        name.removeFirst(prefix.count)
        break
      }
      name = String(name.filter { !"[]()".contains($0) })
      return String(name.prefix { $0 != "." })
    }

    var isChecked: Bool { ["checked", "ischecked", "ison"].contains(property.lowercased()) }

    var isBothWays: Bool {
      name.hasPrefix("v-model") || name.hasPrefix("x-model") || name.hasPrefix("[(")
        || name.hasPrefix("bind:")
        || (isOfKnockout && ["value", "textInput", "checked"].contains(name)) || mode == "TwoWay"
    }

    /// The event whose handler it is.
    var event: String? {
      for prefix in ["@", "v-on:", "x-on:", "on:"] where name.hasPrefix(prefix) {
        return String(name.dropFirst(prefix.count).prefix { $0 != "." })
      }
      if name.hasPrefix("("), name.hasSuffix(")") { return String(name.dropFirst().dropLast()) }
      if isOfKnockout { return name == "click" ? name : nil }
      guard isInBraces, name.hasPrefix("on"), name.count > 2 else { return nil }
      return name.dropFirst(2).lowercased()
    }

    /// What is bound; nil if it is not understood.
    var expression: String? {
      guard obstacle == nil else { return nil }
      // `$event`, `$data` and the like are of the library.
      guard isXAML else { return value.isEmpty || value.contains("$") ? nil : value }
      guard let element = xaml["ElementName"] else { return xaml["Path"] }
      return xaml["Path"].map { "\(element).\($0.prefix(1).lowercased() + $0.dropFirst())" }
    }
  }
}
