import Rendering
import Testing

@Test(arguments: [
  ("", 0), ("abc ~", 5), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
  ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("☂", 1),
  ("☂\u{FE0F}", 2),
  ("⌚", 2), ("⌚\u{FE0E}", 1), ("©", 1), ("…", 1), ("→", 1), ("─│└", 3), ("a\u{200B}b", 2),
  ("\u{200D}", 0),
  ("\n", 0), ("\u{1B}", 0), ("\u{AD}", 1), ("ね\u{3099}", 2), ("क\u{94D}ष", 2), ("\u{FFFD}", 1),
  ("𠀀", 2),
  ("א\u{5B0}", 1), ("1\u{FE0F}\u{20E3}", 2),
])
func `text takes the columns of its characters`(_ text: String, _ width: Int) {
  #expect(text.displayWidth == width)
}

@Test func `text is cut between characters, with an ellipsis in the width`() {
  #expect("hello".cut(to: 5) == "hello")
  #expect("hello".cut(to: 4) == "hel…")
  #expect("日本語".cut(to: 5) == "日本…")
  #expect("日本語".cut(to: 4) == "日…")
  #expect("hello".cut(to: 4, ellipsis: "...") == "h...")
}
