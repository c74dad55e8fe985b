import Testing

/// `orphan = error`: no object ends while it is observed, and nothing is unbound twice.
@Suite struct OrphanTests {
  private static let links = [
    "bind m.n ~> l.t", "bind m.n <> l.t", "bind l.t <~ m.n", "bind (m.n + 0) ~> l.t",
    "bind m.k.n ~> l.t", "observe m.n { l.t = value }", "observe m.k.n { l.t = value }",
    "observe prior m.n { value }", "effect { l.t = m.n }",
  ]
  private static let presets = ["bind", "kvo", "goo", "mobx", "rxswift", "gobject"]

  private let declared = """
    class K { n = 0 }
    object m { n = 1; k = new K; event go }
    object l { t = 0 }
    object bag

    """

  private func outcome(_ script: String, under preset: String, _ word: String) throws -> String {
    let result = try bindlab(
      "-e", "semantics s: \(preset) { orphan = \(word) }", "-e", "semantics s",
      "-e", declared + script)
    return result.errors.split(separator: "\n").first { $0.contains("error:") }.map(String.init)
      ?? "no error"
  }

  @Test(arguments: links, presets)
  func `an object cannot end while it is observed`(link: String, preset: String) throws {
    let released = link.contains("m.k") ? ["m", "m.k"] : ["m"]
    for path in released {
      let held = try outcome("\(link) as o\nrelease \(path)", under: preset, "error")
      #expect(held.contains("cannot be released while it is observed: #"), "\(link): \(held)")
      // It says who observes, and to do what it says mends it.
      for mended in [
        "\(link) as o\nunbind o\nrelease \(path)",
        "\(link) kept by bag\nunbind bag\nrelease \(path)",
        "\(link) kept by m\nrelease m", "\(link) as o\nrelease l\nunbind o\nrelease \(path)",
      ] where !mended.contains("release l") || preset != "gobject" && !link.contains("<>") {
        let mended = try outcome(mended, under: preset, "error")
        #expect(mended == "no error", "\(link), \(preset)")
      }
      let ignored = try outcome("\(link) as o\nrelease \(path)\nunbind o", under: preset, "ignore")
      #expect(ignored == "no error", "\(link), \(preset)")
    }
    let twice = try outcome("\(link) as o\nunbind o\nunbind o", under: preset, "error")
    #expect(twice.contains("is unbound already"), "\(link): \(twice)")
  }

  @Test func `what an object has for itself ends with it, and the rest of it stays`() throws {
    let own = """
      class Own { n = 0; k = new K; bind n ~> k.n; observe k.n { n = value }; on go { n = 1 }; event go }
      object o: Own
      release o
      """
    #expect(try outcome(own, under: "kvo", "error") == "no error")
    let other = "class Other { t = 0; bind m.n ~> t }\nobject o: Other\n"
    #expect(try outcome(other + "release o", under: "kvo", "error") == "no error")
    #expect(try outcome(other + "release m", under: "kvo", "error").contains("#1"))
    let undone = """
      observe m.n { value }
      expect error "observed" { batch { l.t = 3; release m } }
      expect l.t == 0 && m.n == 1
      """
    #expect(try outcome(undone, under: "kvo", "error") == "no error")
    // An event is no property, and a target is not observed.
    #expect(try outcome("on m.go { l.t = 2 }\nrelease m", under: "kvo", "error") == "no error")
    #expect(try outcome("bind l.t ~> m.n\nrelease m", under: "kvo", "error") == "no error")
  }

  @Test func `check finds what certainly fails, and nothing else`() throws {
    for (script, isFound) in [
      ("observe m.n { print value }\nrelease m", true),
      ("bind m.n ~> l.t as b\nrelease m", true),
      ("bind m.n ~> l.t as b\nunbind b\nunbind b", true),
      ("bind m.n ~> l.t as b\nunbind b\nrelease m", false),
      ("bind m.n ~> l.t kept by bag\nrelease bag\nrelease m", false),
      ("action end() { unbind all }\nobserve m.n { print value }\nend()\nrelease m", false),
      ("bind l.t ~> m.n\nrelease m", false),
      // What has ended by itself, or may be another object by then.
      ("bind once m.n ~> l.t\nrelease m", false),
      ("var v = m\nobserve v.n { print value }\nv = bag\nrelease v", false),
      (
        "semantics e: kvo { orphan = error; death = either }\nsemantics e\nbind m.n ~> l.t\nrelease l\nrelease m",
        false
      ),
      (
        "semantics q: qt { orphan = error }\nsemantics q\nbind m.n ~> l.t\nl.t = 3\nrelease m",
        false
      ),
      (
        "observe m.n { print value } as o\nunbind o\nobserve m.n { print value } as o\nrelease m",
        true
      ),
      (
        "observe m.n { print value } as o\nunbind o\nobserve m.n { print value } as o\nunbind o\nrelease m",
        false
      ),
    ] {
      let text = "semantics s: kvo { orphan = error }\nsemantics s\n\(declared)\(script)\n"
      let found = try bindlab("check", "-e", text)
      let run = try bindlab("-e", text)
      let isReported = (found.output + found.errors).contains("[B038]")
      #expect(isReported == isFound, "\(script): \(found.output)\(found.errors)")
      #expect(run.errors.contains("error:") == isFound, "\(script): \(run.errors)")
    }
  }
}
