import Files
import Testing

/// Names of files as text keep every byte.
@Suite struct PathTextTests {
  @Test(arguments: [
    "", "plain.bind", "é日🎈", "\u{10FF7F}", "\u{10FF80}", "a\u{10FFFF}b", "\u{0}\u{FFFD}",
  ])
  func `text comes back unchanged`(text: String) {
    #expect(String(pathBytes: Array(text.utf8)).pathBytes == Array(text.utf8))
  }

  @Test func `any bytes come back, and differ where the bytes do`() {
    var state: UInt64 = 7
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var rest = state
      for _ in 0..<Int(rest >> 61) {
        // Lead and continuation bytes of all lengths, and of the characters that stand for single bytes.
        bytes.append([0x61, 0x80, 0xBE, 0xBF, 0xC3, 0xE2, 0xF4, 0x8F][Int(rest & 7)])
        rest >>= 3
      }
      let text = String(pathBytes: bytes)
      #expect(text.pathBytes == bytes)
      #expect(seen[text, default: bytes] == bytes)
      seen[text] = bytes
    }
  }
}
