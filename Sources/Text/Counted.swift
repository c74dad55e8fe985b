/// `1 test`, `2 tests`.
package func counted(_ count: Int, _ word: String) -> String {
  "\(count) \(word)\(count == 1 ? "" : "s")"
}
