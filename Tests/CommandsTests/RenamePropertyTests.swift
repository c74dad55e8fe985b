import Foundation
import TestSupport
import Testing

/// Random scripts that source one another: another name for something changes what they do in nothing but
/// the name.
@Suite struct RenamePropertyTests {
  private typealias Object = ServerConversation.Object

  /// Scripts in which a name is declared in one file, and used in those that read it.
  private struct Project {
    var texts: [String: String] = [:]
    /// The names that can change.
    var names: [String] = []
    /// The scripts that can be run alone.
    var mains: [String] = []

    init(_ random: inout SeededRandom) {
      /// The names that each library has, with those that it reads.
      var libraries: [(path: String, names: [String])] = []
      for number in 0..<(1 + random.below(3)) {
        let path = random.chance(50) ? "lib/l\(number).bind" : "l\(number).bind"
        var text = ""
        var known: [String] = []
        // Only the library before, as a file that is read twice declares everything twice.
        if let before = libraries.last, random.chance(60) {
          text += "source \"\(Project.path(to: before.path, from: path))\"\n"
          known = before.names
        }
        let own = [
          "k\(number)", "o\(number)", "C\(number)", "go\(number)", "n\(number)", "p\(number)",
        ]
        text += """
          let k\(number) = \(random.below(9))
          class C\(number) { p\(number) = k\(number) }
          object o\(number): C\(number)
          action go\(number)(by) { o\(number).p\(number) = o\(number).p\(number) + by }
          on notification n\(number) { print "n", o\(number).p\(number) }

          """
        text += Project.uses(of: known, as: "x\(number)", &random)
        texts[path] = text
        names += own
        libraries.append((path, known + own))
      }
      for number in 0..<(2 + random.below(3)) {
        let path = random.chance(30) ? "sub/m\(number).bind" : "m\(number).bind"
        let library = libraries[random.below(libraries.count)]
        texts[path] =
          "source \"\(Project.path(to: library.path, from: path))\"\n"
          + Project.uses(of: library.names, as: "y", &random)
        mains.append(path)
      }
      // The same names, and nothing to do with the others.
      texts["alone.bind"] = "let k0 = 7\nobject o0 { p0 = k0 }\nprint o0.p0\n"
      mains.append("alone.bind")
    }

    private static func path(to path: String, from script: String) -> String {
      (script.contains("/") ? "../" : "") + path
    }

    private static func uses(
      of names: [String], as own: String, _ random: inout SeededRandom
    ) -> String {
      let numbers = Set(names.compactMap { $0.last }).sorted()
      guard !numbers.isEmpty else { return "" }
      return (0..<(1 + random.below(5))).map { line in
        let number = numbers[random.below(numbers.count)]
        return switch random.below(6) {
        case 0: "print k\(number) + \(line)\n"
        case 1: "print o\(number).p\(number), \"\\(k\(number))\"\n"
        case 2: "go\(number)(\(line))\n"
        case 3: "post n\(number)\n"
        case 4:
          "object \(own)\(line): C\(number) { p\(number) = \(line) }\nprint \(own)\(line).p\(number)\n"
        default: "observe o\(number).p\(number) { print value }\n"
        }
      }.joined()
    }
  }

  private func outcome(_ folder: TemporaryFolder, _ mains: [String]) throws -> String {
    let commands =
      mains.map { "echo '== \($0)'; bindlab --color never '\($0)' 2>&1" } + [
        "echo == check; bindlab check --color never . 2>&1"
      ]
    let output = try shell(commands.joined(separator: "\n"), folder: folder).output
    // Another name may be more or less like the others.
    return output.replacing(/; did you mean '[^']*'\?/, with: "")
  }

  /// The words of a text, so that a name of another length moves nothing.
  private func words(_ text: String, renaming old: String, to new: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map { $0 == old ? new : String($0) }
  }

  private func apply(_ edits: [Object], to text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let places = edits.map { edit -> (line: Int, start: Int, end: Int, text: String) in
      let range = edit["range"] as! Object
      let (start, end) = (range["start"] as! Object, range["end"] as! Object)
      return (
        start["line"] as! Int, start["character"] as! Int, end["character"] as! Int,
        edit["newText"] as! String
      )
    }
    for place in places.sorted(by: { ($0.line, $0.start) > ($1.line, $1.start) }) {
      lines[place.line].replaceSubrange(place.start..<place.end, with: place.text.utf8)
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  @Test(arguments: seeds(12))
  func `a rename changes nothing but the name`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let project = Project(&random)
    let folder = TemporaryFolder()
    for inner in ["lib", "sub"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(inner)", withIntermediateDirectories: true)
    }
    try folder.write(".bindlab", "")
    for (path, text) in project.texts { try folder.write(path, text) }
    let before = try outcome(folder, project.mains)
    #expect(!before.contains("error"), "\(before)")

    let client = try ServerConversation(in: folder)
    let paths = project.texts.keys.sorted()
    for (path, text) in project.texts where random.chance(40) { client.open(path, text) }
    for round in 0..<6 {
      // Any place of any name, in any file.
      let path = paths[random.below(paths.count)]
      let text = project.texts[path]!
      let places = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap {
          line, words in
          words.split { !($0.isLetter || $0.isNumber) }
            .filter { project.names.contains(String($0)) }.map {
              (
                line: line, column: words.utf8.distance(from: words.startIndex, to: $0.startIndex),
                name: String($0)
              )
            }
        }
      guard !places.isEmpty else { continue }
      let place = places[random.below(places.count)]
      client.open(path, text)
      // A name that is new, or perhaps taken.
      let isNew = round % 3 != 0
      let new = isNew ? "fresh\(round)" : project.names[random.below(project.names.count)]
      var parameters = client.at(place.line, place.column, path)
      parameters["newName"] = new
      let answer = client.ask("textDocument/rename", parameters)
      guard let changes = (answer["result"] as? Object)?["changes"] as? [String: [Object]] else {
        #expect(!isNew, "\(seed): \(place) of \(path): \(answer)")
        continue
      }
      let changed = TemporaryFolder()
      for inner in ["lib", "sub"] {
        try FileManager.default.createDirectory(
          atPath: "\(changed.path)/\(inner)", withIntermediateDirectories: true)
      }
      for (path, text) in project.texts {
        try changed.write(path, apply(changes[client.uri(path)] ?? [], to: text))
      }
      #expect(changes.keys.allSatisfy { uri in paths.contains { client.uri($0) == uri } })
      let after = try outcome(changed, project.mains)
      let (old, now) = (
        words(before, renaming: place.name, to: new), words(after, renaming: place.name, to: new)
      )
      #expect(
        old.filter { Int($0) == nil } == now.filter { Int($0) == nil },
        "\(seed): \(place) of \(path) as \(new)\n\(before)\n\(after)")
    }
  }
}
