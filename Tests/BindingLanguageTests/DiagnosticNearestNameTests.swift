import Exploring
import Interpreter
import Language
import Syntax
import Testing
import Text

@Test(arguments: [
  ("widht", ["width", "height", "with"], "width"),
  ("bnid", ["bind", "unbind", "rebind"], "bind"),
  ("Name", ["nane", "name"], "name"),
  ("NAME", ["name", "same"], "name"),
  ("uppercase", ["Uppercase", "Lowercase"], "Uppercase"),
  ("colour", ["color", "cool"], "color"),
  ("adress", ["address", "dress"], "address"),
  ("x", ["X", "y"], "X"),
])
func `the nearest name is the intended one`(_ name: String, _ among: [String], _ expected: String) {
  #expect(nearest(to: name, among: among) == expected)
  #expect(nearest(to: name, among: among.reversed()) == expected)
}

@Test(arguments: [
  ("x", ["y", "z"]), ("name", ["height", "label"]), ("name", ["name"]), ("", ["a"]), ("ab", ["cd"]),
  ("title", []), (String(repeating: "a", count: 100), [String(repeating: "a", count: 99)]),
])
func `dissimilar names are not suggested`(_ name: String, _ among: [String]) {
  #expect(nearest(to: name, among: among) == nil)
}

@Test func `among equally similar names the choice is always the same`() {
  #expect(nearest(to: "cat", among: ["bat", "cot", "car"]) == "car")
  #expect(nearest(to: "cat", among: ["rat", "bat"]) == "bat")
}
