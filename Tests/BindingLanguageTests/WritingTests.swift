import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// The table of the words of other writings, and their completion.
struct WritingTests {
  @Test(arguments: Writing.all.map(\.name))
  func `every entry is complete and fits a terminal`(_ name: String) throws {
    let writing = try #require(Writing.all.first { $0.name == name })
    for word in writing.words {
      #expect(!word.meaning.isEmpty && !word.meaning.hasSuffix("."), "\(word.names)")
      #expect(!word.there.isEmpty && !word.here.isEmpty && !word.names.isEmpty, "\(word.names)")
      #expect(writing.folders.contains { word.sample.hasPrefix($0 + "/") }, "\(word.names)")
      let texts = [word.meaning, word.there, word.here, word.note, word.example]
      for line in texts.flatMap({ $0.split(separator: "\n") }) {
        #expect(line.count <= 92, "\(line)")
      }
    }
    let names = writing.words.flatMap { $0.names.map { $0.lowercased() } }
    #expect(Set(names).count == names.count)
  }

  @Test func `a word is found without its arguments`() {
    for topic in ["BINDSR(vm, name, ~>, label)", "bindLeft:withRight:", " tempway "] {
      #expect(WritingMatches(topic).words.count == 1, "\(topic)")
    }
    for topic in ["", ":", "(", "~>", "Goo BINDSR", "BIND TwoWay", "nonsense"] {
      #expect(WritingMatches(topic).isEmpty, "\(topic)")
    }
  }

  @Test(arguments: [
    ("help twow", ["TwoWay"]), ("help BINDS", ["BINDS", "BINDSR", "BINDSL"]),
    ("help bindsr", ["BINDSR"]), ("help IQ", ["IQDataBinding", "IQWatchDog"]),
    ("help Goo T", ["TwoWay", "TempWay"]), ("help BIND TwoW", []), ("print Two", []),
  ])
  func `help is completed with words of other writings`(line: String, words: [String]) {
    let host = CheckerHost()
    let list = Session(host: host).completions(in: line, at: line.utf8.count)
    #expect(list.candidates.map(\.text) == words)
    #expect(list.candidates.allSatisfy { !$0.note.isEmpty })
  }
}
