import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// What the tests of the files for editors share.
enum EditorPrograms {
  static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  static let hasPygments: Bool = {
    let result = try? ProcessRunner("/usr/bin/python3", arguments: ["-c", "import pygments"]).run()
    return result?.status == 0
  }()

  /// A folder with the files of an editor in `files`, and copies of the samples with numbers as names.
  static func folder(_ editor: Editor) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let result = try bindlab("editor", editor.rawValue, "-o", folder.path + "/files")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == editor.files.map { "\(folder.path)/files/\($0.path)\n" }.joined())
    for (number, text) in try samples().enumerated() {
      try folder.write("\(number).bind", text)
    }
    return folder
  }

  /// The same for VS Code, with room for the packages that its files ask for.
  static func extensionFolder() throws -> TemporaryFolder {
    let folder = try folder(.vscode)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/files/node_modules/vscode-languageclient",
      withIntermediateDirectories: true)
    return folder
  }

  /// The scripts of the samples.
  static func samples() throws -> [String] {
    let root = ExampleRunner.folder + "/Samples"
    let paths = try #require(FileManager.default.enumerator(atPath: root)).compactMap {
      $0 as? String
    }
    return try paths.filter { $0.hasSuffix(".bind") }.sorted().map {
      try String(contentsOfFile: root + "/" + $0, encoding: .utf8)
    }
  }

  /// What an editor must indent, besides the samples.
  static let indented = """
    object vm {
      name = "a \\(min(1, "}".count)) {"
      observe name {
        if value == "{" {
          print "x"
        } else {
          print [
            1,
            2
          ].count
        }
      }
    }
    bind vm.name ~> label.text
      | Uppercase
    let text = \"""
        { as it is
      \"""
    print text // {
    /* {
         so */
    print max(
      1, // (
      2
    )
    let sum = 1 +
      2
    class A: UIView {
      weak b

      // a comment {
      computed c = 1
    }

    """
}
