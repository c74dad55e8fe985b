import Language
import Syntax
import Testing

/// A word that no status of a command has, wherever the status is compared.
@Suite struct StatusWordTests {
  private static let start = """
    object vm { command load after 1s { 1 }; name = "" }
    object hud: UILabel

    """

  private func words(_ script: String) -> [String] {
    let found = allFindings(Self.start + script)
    #expect(found.allSatisfy { $0.severity != .error }, "\(found.map(\.message))")
    return found.filter { $0.code == .noSuchStatus }.map(\.message)
  }

  @Test(arguments: [
    "bind vm.load.status ~> hud.text | { value == \"WORD\" ? \"ok\" : nil }",
    "bind vm.load.status ~> hud.text | { value != \"WORD\" ? \"ok\" : nil } | { value ?? \"\" }",
    "bind hud.text <~ vm.load.status | { if value == \"WORD\" { reject \"no\" }; value }",
    "bind vm.load.status ~> hud.text transform { value == \"WORD\" ? \"ok\" : nil }",
    "bind vm.load.status ~> hud.text observe { if value == \"WORD\" { print 1 } }",
    "observe vm.load.status { if old == \"WORD\" { print 1 } }",
    "bind (vm.load.status == \"WORD\") ~> hud.hidden",
  ])
  func `a status that no command has is found`(script: String) {
    #expect(words(script.replacing("WORD", with: "successed")).count == 1, "\(script)")
    #expect(words(script.replacing("WORD", with: "succeeded")).isEmpty, "\(script)")
  }

  @Test(arguments: [
    "bind vm.name ~> hud.text | { value == \"successed\" ? \"ok\" : nil }",
    // The second one gets what the first one makes.
    "bind vm.load.status ~> hud.text | { value + \"!\" } | { value == \"successed\" ? \"a\" : \"b\" }",
    "observe vm.name { bind vm.load.status ~> hud.text | { old == \"successed\" ? \"a\" : value } }",
  ])
  func `other values can be anything`(script: String) {
    #expect(words(script).isEmpty, "\(script)")
  }
}
