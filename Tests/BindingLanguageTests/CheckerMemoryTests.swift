import Language
import ScriptGrammar
import Syntax
import TestSupport
import Testing

@testable import Checking

/// A check leaves nothing behind, whatever its objects hold: the language server checks at each key.
@Suite struct CheckerMemoryTests {
  private struct Weak { weak var object: AnyObject? }

  /// How many objects and classes still exist after a check, of those that could be reached.
  private func remaining(_ file: SourceFile) -> Int {
    var known: [Weak] = []
    let host = TextHost()
    withExtendedLifetime(host) {
      let run = CheckRun(file, host: host, options: CheckOptions())
      _ = run.result()
      var found: [AnyObject] = run.wholes + run.representatives.values
      for name in run.symbols.names {
        switch run.symbols[name]?.symbol {
        case .object(let object?): found.append(object)
        case .constant(let constant): found += [constant.value.object?.object].compactMap { $0 }
        case .classSymbol(let shape), .protocolSymbol(let shape): found.append(shape)
        default: break
        }
      }
      known = found.map { Weak(object: $0) }
    }
    return known.count { $0.object != nil }
  }

  @Test(arguments: [
    "object a { x = 1 }\nextend a { q = new UILabel }\nc.q.remove(at: -1)",
    "object a { x = [1] }\na.x.append(a)", "object a { x = [] }\na.x = [[a], 2]\na.x[0] = a",
    "object a { x = 1 }\nvar l = [a]\nl.append(l)\na.x = l\nlet k = [a, [a]]",
    "class Node { next: Node? }", "class A { b: B? }\nclass B { a: A? }\nprotocol P { p: P? }",
    "let k = new Node\nclass Node { next: Node? }\nclass Long: Node { other: Long? }",
    "class K { k: K?; p = 1 }\nobject a { k: K? = new K }\na.k.k = a.k",
    "object a { x = nil; computed me = self }\na.x = a\nprint a.me",
    "class K { up; init }\nlet k = new K { up = new K }\nk.up.up = k",
    "object a { l = new UIButton; m = nil }\nobserve a.m { a.m = a.l }\na.m = a.l",
  ])
  func `what refers to itself ends with the check`(text: String) {
    #expect(remaining(SourceFile(name: "script", text: text + "\n")) == 0)
  }

  @Test(arguments: Fixture.all)
  func `nothing is left of a fixture`(_ fixture: Fixture) throws {
    #expect(remaining(SourceFile(name: "script", text: try fixture.text())) == 0)
  }

  @Test(arguments: seeds(200))
  func `nothing is left of a random script`(seed: Int) {
    var grammar = Grammar(random: Random(state: UInt64(seed)))
    let text = (0..<12).map { _ in grammar.statement() }.joined(separator: "\n")
    #expect(remaining(SourceFile(name: "script", text: text)) == 0, "\(text)")
  }
}
