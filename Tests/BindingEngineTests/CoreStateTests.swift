import Foundation
import Testing

@testable import BindingEngine

/// No stored property of the graph's state is forgotten where all of them are copied, freed or set back.
///
/// A struct that cannot be copied cannot be reflected, so its properties are read from its source.
@Suite struct CoreStateTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/BindingEngine/Graph")

  private func source(_ file: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
  }

  /// The stored properties of `GraphCore`, with the text of each declaration.
  private func properties() throws -> [(name: String, declaration: Substring)] {
    let text = try source("GraphCore.swift")
    let body = try #require(text.components(separatedBy: "package init(names:").first)
    let pattern =
      /^  (?:@usableFromInline )?(?:package )?(?:private )?(?:let|var) (?<name>\w+)[^{\n]*$/
    return body.split(separator: "\n").compactMap { line in
      (try? pattern.wholeMatch(in: line)).flatMap { match in
        match.map { (String($0.output.name), line) }
      }
    }
  }

  /// What a copy gets at its making.
  private static let made: Set = ["inMemory", "tag", "tagBits", "names"]

  @Test func `a copy has every property`() throws {
    let copying = try source("GraphCore+Copy.swift")
    let properties = try properties()
    #expect(properties.count > 70)
    for (name, _) in properties where !Self.made.contains(name) {
      #expect(copying.contains("copy.\(name) = \(name)\n"), "'copy' forgets \(name)")
    }
  }

  /// A table that is missing would be shared by the copies, and freed twice.
  @Test func `every table is separated and freed`() throws {
    let text = try source("GraphCore.swift")
    let list = try #require(
      text.components(separatedBy: "func forEachTable").last?
        .components(separatedBy: "\n  }\n").first)
    let parts: Set = ["Store", "Agenda", "Sweeps", "Holding", "Awaited"]
    for (name, declaration) in try properties() {
      let isPart = parts.contains { declaration.contains("= \($0)()") }
      guard declaration.contains("FlatArray<") || isPart else { continue }
      #expect(list.contains("\n    \(name)."), "'forEachTable' forgets \(name)")
    }
  }

  /// What counts, logs and notes a change cannot be passed by: the compiler lets no other file change a
  /// value, and no other file calls what does.
  @Test func `a value is stored through one door`() throws {
    let folder = Self.folder.deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var callers: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains(/\bstore\.(put|replace|grow)\(/) {
        // The loops that copy numbers have opened the store, and it is closed by the door.
        if text.contains("store.open(forEntries:") {
          #expect(text.contains(/commit\(store, hops: done\)/), "\(file.lastPathComponent)")
        } else {
          callers.insert(file.lastPathComponent)
        }
      }
    }
    #expect(callers == ["GraphCore+Commit.swift"])
    let records = try source("../Store/Store.swift")
    #expect(records.contains("package fileprivate(set) var value"))
    #expect(records.contains("fileprivate init(value: Value, kind: Kind"))
  }

  /// One by one, since assigning all of them makes the write to a pair an eighth slower.
  @Test func `a new turn sets each count back`() throws {
    let beginning = try #require(
      try source("../Propagation/GraphCore+Turn.swift")
        .components(separatedBy: "func startCounting() {").last?
        .components(separatedBy: "\n  }\n").first)
    let names = Mirror(reflecting: TurnCounts()).children.compactMap(\.label)
    #expect(names.count > 10)
    for name in names where name != "number" {
      #expect(
        beginning.contains(try Regex("turn\\.\(name) = (0|false|nil)\\b")), "a turn keeps \(name)")
    }
  }
}
