import Foundation
import TestSupport
import Testing

/// The folder of a user's files, whatever bytes its name consists of.
@Suite struct HomeFolderTests {
  @Test(arguments: ["HOME", "XDG_STATE_HOME"])
  func `history goes to a folder whose name is not UTF-8`(variable: String) throws {
    let folder = TemporaryFolder()
    var tool = builtExecutable("bindlab")
    if !tool.hasPrefix("/") { tool = FileManager.default.currentDirectoryPath + "/" + tool }
    var variables = PseudoTerminal.usualEnvironment
    variables["XDG_STATE_HOME"] = nil
    let terminal = try PseudoTerminal(
      "/bin/bash",
      arguments: [
        "-c",
        "cd '\(folder.path)'; mkdir $'h\\xff'; export \(variable)=$PWD/$'h\\xff'; exec '\(tool)' -q",
      ], environment: variables)
    try terminal.expect("> ")
    try terminal.send("print 41 + 1\r")
    try terminal.expect("42\r\n> ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
    let found = try shell(
      "cat h?/bindlab/history h?/.local/state/bindlab/history; ls -b", folder: folder)
    #expect(found.output == "print 41 + 1\nh\\377\n")
  }
}
