import Testing

/// What is released later was there in the turns before.
@Suite struct ReleasedInPastTests {
  @Test(arguments: ["history s.items", "blame s.items @ 4", "why s.items @ 4", "history s.byName"])
  func `an element that is released later has its name in earlier turns`(
    _ question: String
  ) throws {
    let script = try QuestionScript(
      """
      class Item { n = 0 }
      object s { items = []; byName = [:]; one: Item? = nil }
      let p = new Item
      s.items = [p]
      s.byName = ["p": p]
      s.items.append(new Item)
      release p
      s.items = []
      """)
    let live = script.ask(question)
    #expect(live.contains(question.contains("byName") ? "[\"p\": p]" : "[p"), "\(live)")
    #expect(try script.askOffline(question) == live)
  }
}
