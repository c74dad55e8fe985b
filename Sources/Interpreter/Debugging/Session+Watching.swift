import Language
import Syntax
import Text

/// An expression whose value is shown after each turn that changes it.
struct WatchedValue {
  /// As it was written.
  let text: String
  let tree: SyntaxTreeBox
  let node: NodeID
  /// The value that was shown last; nil before that.
  var shown: String?
}

// `watch` and `unwatch`.
extension Session {
  /// Shows what it adds, or all that is watched if nothing is named.
  ///
  /// - Parameter values: Nothing to show what is watched already.
  /// - Complexity: O(*n*) in what it adds, and O(*m*) comparisons with what is watched.
  func watch(_ values: NodeList, in box: SyntaxTreeBox) throws(ScriptFailure) {
    var added: [WatchedValue] = []
    var again: [Int] = []
    for node in values {
      let text = watchText(of: node, in: box.tree)
      if added.contains(where: { $0.text == text }) { continue }
      if let known = state.watchedValues.firstIndex(where: { $0.text == text }) {
        again.append(known)
        continue
      }
      // What cannot be evaluated would only ever show that.
      do {
        if !core.pointee.isInTurn { _ = try value(of: node, in: box) }
      } catch {
        throw .diagnostic(error.diagnostic)
      }
      added.append(WatchedValue(text: text, tree: box, node: node))
    }
    let first = state.watchedValues.count
    state.watchedValues += added
    guard !state.watchedValues.isEmpty else {
      return print(
        hint: "nothing is watched; 'watch PATH' shows a value after each turn that changes it")
    }
    if values.isEmpty {
      _ = updateWatched()
      return print(line(ofWatched: [], width: .max))
    }
    guard !isOnTrial, !options.promptKeepsWatched else { return }
    let shown = again + (first..<state.watchedValues.count)
    let changed = updateWatched(shown)
    print(line(ofWatched: changed, at: shown, width: options.isOnScreen ? options.width : .max))
  }

  /// The watched values as a line above a prompt that keeps it on the screen; what has changed since
  /// the line before is marked. Empty if nothing is watched or the prompt keeps nothing.
  public func watchedHead(width: Int) -> String {
    guard !state.watchedValues.isEmpty, options.promptKeepsWatched else { return "" }
    let changed = updateWatched()
    return line(ofWatched: changed, width: width).visible(.lines).painted(options.theme) + "\n"
  }

  /// The watched values as they are at the event at which a turn is stopped: for the prompt, or
  /// printed if one of them has changed.
  func watchedHeadAtStop() -> String {
    guard !state.watchedValues.isEmpty, host.isInteractive else { return "" }
    var head = ""
    atStoppedEvent {
      head = watchedHead(width: options.width - 1)
      showWatched()
    }
    return head
  }

  /// - Parameter values: Nothing for all.
  func unwatch(_ values: NodeList, in tree: SyntaxTree) throws(ScriptFailure) {
    let texts = values.map { watchText(of: $0, in: tree) }
    for text in texts where !state.watchedValues.contains(where: { $0.text == text }) {
      throw .message("'\(text)' is not watched", help: "'watch' shows what is watched")
    }
    state.watchedValues.removeAll { texts.isEmpty || texts.contains($0.text) }
  }

  /// Shows the watched values in one line if one of them has changed since they were shown.
  func showWatched() {
    guard !state.watchedValues.isEmpty, !isOnTrial, !options.promptKeepsWatched else { return }
    let changed = updateWatched()
    guard !changed.isEmpty else { return }
    print(line(ofWatched: changed, width: options.isOnScreen ? options.width : .max))
  }

  /// Reads the watched values.
  ///
  /// - Parameter positions: Those to read; nil for all.
  /// - Returns: The positions of those that have changed since the last time.
  private func updateWatched(_ positions: [Int]? = nil) -> Set<Int> {
    var changed: Set<Int> = []
    for position in positions ?? Array(state.watchedValues.indices) {
      let watched = state.watchedValues[position]
      let text =
        (try? value(of: watched.node, in: watched.tree)).map { core.pointee.literal($0) }
        ?? "(fails)"
      if watched.shown != text { changed.insert(position) }
      state.watchedValues[position].shown = text
    }
    return changed
  }

  /// - Parameters:
  ///   - changed: Those to mark.
  ///   - positions: Those to show; nil for all.
  private func line(
    ofWatched changed: Set<Int>, at positions: [Int]? = nil, width: Int
  ) -> StyledText {
    let parts = (positions ?? Array(state.watchedValues.indices)).map { position -> StyledText in
      let watched = state.watchedValues[position]
      let value = watched.shown ?? ""
      return changed.contains(position)
        ? "\(.property, watched.text) = \(.new, value)" : "\(.property, watched.text) = \(value)"
    }
    return fitting("\(.quiet, "watch:") ", parts, "", width)
  }

  private func watchText(of node: NodeID, in tree: SyntaxTree) -> String {
    shortText(of: node, in: tree, limit: 60)
  }
}
