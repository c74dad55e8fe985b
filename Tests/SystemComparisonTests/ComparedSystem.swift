import Foundation
import TestSupport

/// A system with a preset that can be run here.
enum ComparedSystem: String, CaseIterable {
  case kvo, gobject, qt, javafx, knockout, observation

  /// What an observer may remove while it runs.
  enum EndedWithin { case links, observers, nothing }

  /// What the system supports; the generator uses only this.
  struct Constructs {
    var hasJoins = true
    var hasComputed = false
    /// Whether computed values depend on what was read last, and whether there are joins.
    var computesChoices = false
    var joinsChoices = false
    var hasTwoWay = true
    /// Whether some scenarios have key paths, dependent keys, and observers before a change.
    var hasWays = false
    /// Whether a two-way binding can change its values.
    var convertsBothWays = true
    var hasBatches = false
    /// Whether a batch belongs to one object's properties, and objects have several.
    var hasSeveralMembers = false
    var hasRelease = false
    /// Whether an observer may throw.
    var hasErrors = true
    /// Whether a binding that reaches itself is a loop, which is logged and ends nothing.
    var hasLoops = false
    /// What an observer may remove.
    var endsWithin = EndedWithin.links
    /// Whether changes wait for a tick, which ends each step.
    var waitsForTick = false
    /// Whether a second binding with the same target replaces the first one.
    var bindsOnce = false
    /// Whether values are read by steps of their own and by observers, and all of them only at the end.
    var readsSome = false
    /// Whether the evaluation of a binding is logged, and not only the call of an observer.
    var showsFirings = true
    /// How many of a hundred bindings may close a ring.
    var rings = 10
    /// Whether a one-way binding may. JavaFX fails when the ring is read, and a preset when it is closed.
    var bindsRings = true
  }

  var constructs: Constructs {
    var constructs = Constructs()
    switch self {
    case .kvo:
      constructs.hasErrors = false
      constructs.hasBatches = true
      constructs.hasWays = true
    case .gobject:
      constructs.hasJoins = false
      constructs.hasBatches = true
      constructs.hasSeveralMembers = true
      constructs.hasRelease = true
    case .qt:
      constructs.hasTwoWay = false
      constructs.hasBatches = true
      constructs.hasRelease = true
      constructs.hasErrors = false
      constructs.hasLoops = true
      constructs.joinsChoices = true
      constructs.endsWithin = .observers
      constructs.bindsOnce = true
      constructs.rings = 15
    case .javafx:
      constructs.hasComputed = true
      constructs.computesChoices = true
      constructs.joinsChoices = true
      constructs.readsSome = true
      constructs.hasBatches = true
      constructs.convertsBothWays = false
      constructs.bindsOnce = true
      constructs.showsFirings = false
      constructs.endsWithin = .nothing
      constructs.rings = 2
      constructs.bindsRings = false
    case .knockout:
      constructs.hasComputed = true
      constructs.computesChoices = true
      constructs.hasBatches = true
      constructs.rings = 30
    case .observation:
      constructs.hasComputed = true
      constructs.computesChoices = true
      constructs.joinsChoices = true
      constructs.hasBatches = true
      constructs.waitsForTick = true
      constructs.rings = 20
    }
    return constructs
  }

  // MARK: Running

  private static let python = "/usr/bin/python3"
  private static let javaFX = "/usr/share/java/javafx-base.jar"

  /// Whether the programs that run the system are installed.
  var isInstalled: Bool {
    switch self {
    case .kvo:
      succeeds(["sh", "-c", "gcc -x objective-c -fsyntax-only /dev/null"])
        && succeeds(["gnustep-config", "--base-libs"]) && exists("/usr/lib/libgnustep-base.so")
    case .gobject: succeeds([Self.python, "-c", "from gi.repository import GObject"])
    case .qt: succeeds(["g++", "--version"]) && succeeds(["pkg-config", "--exists", "Qt6Core"])
    case .javafx: exists(Self.javaFX) && succeeds(["javac", "-version"])
    case .knockout: exists("/usr/share/nodejs/knockout") && succeeds(["node", "--version"])
    case .observation: succeeds(["swiftc", "--version"])
    }
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func succeeds(_ command: [String]) -> Bool {
    (try? ProcessRunner("/usr/bin/env", arguments: command).run())?.status == 0
  }

  /// Builds the system's program in `folder`, if it must be built.
  ///
  /// - Returns: The program that runs it.
  func build(in folder: TemporaryFolder) throws -> ProcessRunner {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Systems").standardized.path
    func runner(_ command: [String]) -> ProcessRunner {
      ProcessRunner("/usr/bin/env", arguments: command, timeout: .seconds(300))
    }
    func compile(_ command: String) throws {
      let result = try runner(["sh", "-c", command, "sh", sources, folder.path]).run()
      guard result.status == 0 else { throw BuildFailure(errors: result.errors) }
    }
    switch self {
    case .gobject: return runner([Self.python, "\(sources)/gobject.py"])
    case .knockout: return runner(["node", "\(sources)/knockout.js"])
    case .kvo:
      try compile(
        """
        gcc -std=gnu11 $(gnustep-config --objc-flags) "$1/kvo.m" -o "$2/kvo" \
        $(gnustep-config --base-libs)
        """)
      return runner(["\(folder.path)/kvo"])
    case .observation:
      try compile("swiftc -O \"$1/observation.swift\" -o \"$2/observation\"")
      return runner(["\(folder.path)/observation"])
    case .qt:
      try compile(
        """
        g++ -std=c++20 -O1 -fPIC "$1/qproperty.cpp" -o "$2/qproperty" \
        $(pkg-config --cflags --libs Qt6Core)
        """)
      return runner(["\(folder.path)/qproperty"])
    case .javafx:
      try compile("javac -cp \(Self.javaFX) -d \"$2\" \"$1/Properties.java\"")
      // The stack must be large enough for a run that is stopped by a count.
      return runner([
        "java", "-Xss16m", "-cp", "\(Self.javaFX):\(folder.path)", "Properties",
      ])
    }
  }

  struct BuildFailure: Error {
    var errors: String
  }
}
