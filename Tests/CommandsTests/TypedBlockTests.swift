import TestSupport
import Testing

/// Blocks that are typed line by line, or come through a pipe to the prompt.
@Suite struct TypedBlockTests {
  /// The first line of a block that cannot be used.
  @Test(arguments: [
    "observ vm.name {", "override func f() {", "foo(1) {", "LaunchedEffect(vm.name) {",
    "Rectangle {",
  ])
  func `the lines of a block with a wrong head do not run`(head: String) throws {
    let typed = """
      object vm { name = "Kim"; count = 0 }
      \(head)
        vm.count += 1
        if vm.count > 0 {
          vm.count = 7
        }
      }
      print vm.count

      """
    let result = try bindlab("-i", "-n", input: typed)
    #expect(result.output == "0\n")
    #expect(result.errors.contains("error:") && !result.errors.contains("closes nothing"))
  }
}
