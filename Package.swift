// swift-tools-version: 6.0
import PackageDescription

// `.ci/install` sets this for the executable that it installs. It is not the rule, since another package
// cannot depend by URL on a product with such flags.
let isInstalled = Context.environment["BINDLAB_INSTALLED"] != nil

// A session runs on one thread and reads objects of other modules at each statement. In a release,
// where tests have shown that no two accesses overlap, checking that would take a tenth of the time.
// The attribute for single properties has no effect in another module.
let unchecked: [SwiftSetting] =
  isInstalled
  ? [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))] : []

let package = Package(
  name: "bindlab",
  // The first macOS whose standard library has all that is used. Linux needs no entry.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bindlab", targets: ["bindlab"]),
    .library(name: "BindingEngine", targets: ["BindingEngine"]),
  ],
  targets: [
    // Alone knows the C library, Glibc, Musl or Darwin, and what differs between systems.
    .target(name: "Platform", dependencies: ["CPlatform"]),
    // What Swift does not import, and what has other names on other systems.
    .target(name: "CPlatform"),
    // What runs before `main`. A library does not link it.
    .target(name: "CStart"),
    // What even the engine needs. Small, since everything waits for it when all is built anew.
    .target(name: "Basics"),
    // What a name is: one number for each text, shared by the parser and the engine.
    .target(name: "Names"),
    // What the engine and the language both speak of, so that the language need not wait for the engine.
    .target(name: "Values", dependencies: ["Basics"]),
    // No Foundation and no input or output: usable from any Swift package.
    .target(name: "BindingEngine", dependencies: ["Basics", "Names", "Platform", "Values"]),
    .target(name: "Text", dependencies: ["Basics", "Platform"]),
    .target(name: "Syntax", dependencies: ["Basics", "Names", "Text"]),
    .target(name: "Layout", dependencies: ["Syntax", "Text"]),
    .target(
      name: "Language",
      dependencies: [
        "Basics", "Names", "Platform", "Syntax", "Text", "Values",
      ]),
    .target(
      name: "Checking",
      dependencies: ["Basics", "BindingEngine", "Language", "Names", "Syntax", "Text", "Values"]),
    // Like the checker, it links no interpreter.
    .target(
      name: "LanguageServer",
      dependencies: [
        "Basics", "Checking", "Files", "Language", "Layout", "Names", "Syntax", "Text",
      ]),
    .target(
      name: "Rendering", dependencies: ["Basics", "BindingEngine", "CReportAssets", "Text"]),
    // The page's script and style, which C compiles in.
    .target(name: "CReportAssets", exclude: ["report.js", "report.css"]),
    .target(
      name: "Compiling", dependencies: ["BindingEngine", "Language", "Names", "Syntax"]),
    .target(
      name: "CodeCycles",
      dependencies: ["BindingEngine", "Compiling", "Language", "Names", "Syntax"],
      swiftSettings: unchecked),
    .target(
      name: "Interpreter",
      dependencies: [
        "Basics", "BindingEngine", "CodeCycles", "Compiling", "Language", "Names", "Rendering",
        "Syntax", "Text",
      ],
      swiftSettings: unchecked),
    .target(
      name: "Exploring",
      dependencies: [
        "Basics", "BindingEngine", "CodeCycles", "Interpreter", "Language", "Names", "Rendering",
        "Syntax", "Text",
      ]),
    .target(
      name: "Learning",
      dependencies: [
        "BindingEngine", "Exploring", "Interpreter", "Language", "Names", "Syntax", "Text",
      ]),
    .target(
      name: "ScriptTesting",
      dependencies: [
        "Exploring", "Interpreter", "Language", "Layout", "Learning", "Syntax", "Text",
      ]),
    .target(
      name: "Reporting",
      dependencies: [
        "BindingEngine", "Exploring", "Interpreter", "Language", "Rendering", "Syntax",
      ]),
    .target(
      name: "RecordedTraces",
      dependencies: [
        "Basics", "BindingEngine", "Language", "Platform", "Rendering", "Syntax", "Text",
      ]),

    // Variadic C (`el_set`) and the `stdin` macro do not reach Swift 6.
    // On Linux, a static executable names every library that libedit itself needs;
    // a dynamic one drops those it does not use. macOS has libedit.
    .target(
      name: "CEditLine",
      linkerSettings: [
        .linkedLibrary("edit"),
        .linkedLibrary("tinfo", .when(platforms: [.linux])),
        .linkedLibrary("bsd", .when(platforms: [.linux])),
        .linkedLibrary("md", .when(platforms: [.linux])),
      ]),
    // Reading and writing whole files so that nothing is lost.
    .target(name: "Files", dependencies: ["Basics", "Platform"]),
    .target(
      name: "LineEditing",
      dependencies: [
        "Basics", "CEditLine", "Files", "Platform", "Text",
      ]),

    // Markdown files, which C compiles in.
    .target(name: "CLessons", sources: ["lessons.c"]),

    // What the subcommands share, built while the compiler is still at the answers.
    .target(
      name: "Invocation",
      dependencies: [
        "Basics", "BindingEngine", "CLessons", "Checking", "Files", "Language", "Layout",
        "LineEditing", "Platform", "Rendering", "Syntax", "Text",
      ]),
    .target(
      name: "Commands",
      dependencies: [
        "Basics", "BindingEngine", "CStart", "Checking", "Exploring", "Files", "Interpreter",
        "Invocation", "Language", "LanguageServer", "Learning", "LineEditing", "Names", "Platform",
        "RecordedTraces", "Rendering", "Reporting", "ScriptTesting", "Syntax", "Text",
      ]),
    .executableTarget(name: "bindlab", dependencies: ["Commands", "Invocation", "Platform"]),
    .executableTarget(
      name: "bindlab-bench",
      dependencies: [
        "BindingEngine", "Checking", "Exploring", "Files", "Interpreter", "Language", "Platform",
        "Syntax", "Text",
      ]),

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Scripts at random, for the fuzzer and for tests of what holds of all scripts.
    .target(
      name: "ScriptGrammar", dependencies: ["BindingEngine", "Syntax"], path: "Tests/Fuzz/Grammar"),
    .testTarget(
      name: "BindingEngineTests", dependencies: ["BindingEngine", "Names", "TestSupport", "Values"]),
    .testTarget(
      name: "RenderingTests",
      dependencies: ["Rendering", "BindingEngine", "Names", "TestSupport", "Text"]),
    .testTarget(
      name: "BindingLanguageTests",
      dependencies: [
        "BindingEngine", "Checking", "CodeCycles", "Exploring", "Interpreter", "Language",
        "Layout", "Learning", "Names", "RecordedTraces", "Rendering", "Reporting", "ScriptGrammar",
        "ScriptTesting", "Syntax", "TestSupport", "Text",
      ]),
    // Checking must link without the interpreter.
    .testTarget(name: "CheckingTests", dependencies: ["Checking", "Language", "Syntax"]),
    // The server must link without the interpreter, too.
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["LanguageServer", "Language", "ScriptGrammar", "Syntax", "TestSupport"]),
    // A session in the small, for tests that need a terminal to type into.
    .executableTarget(
      name: "line-editing-probe", dependencies: ["LineEditing", "Platform"],
      path: "Tests/LineEditingProbe"),
    // The executables are dependencies so that they are built before their tests run them.
    .testTarget(
      name: "LineEditingTests",
      dependencies: [
        "LineEditing", "Files", "Platform", "TestSupport", "Text", "line-editing-probe",
      ]),
    // Runs programs below Tests/Systems where what they need is installed.
    .testTarget(name: "SystemComparisonTests", dependencies: ["BindingEngine", "TestSupport"]),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "Files", "Invocation", "ScriptGrammar", "TestSupport", "bindlab",
        "bindlab-bench",
      ]),
  ]
)

// What works once for an answer is optimised for size in a release: built sooner, read sooner.
let small: Set = [
  "Commands", "Exploring", "Files", "Invocation", "LanguageServer", "Learning", "LineEditing",
  "Reporting", "ScriptTesting",
]
for target in package.targets where isInstalled && small.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
}

// Built only on request, since it needs libFuzzer: Tests/Fuzz/README.md says how.
if Context.environment["BINDLAB_FUZZ"] != nil {
  package.targets += [
    .target(name: "FuzzDriver", path: "Tests/Fuzz/Driver"),
    .executableTarget(
      name: "bindlab-fuzz",
      dependencies: [
        "BindingEngine", "Checking", "Exploring", "FuzzDriver", "Interpreter", "Language", "Names",
        "RecordedTraces", "ScriptGrammar", "Syntax",
      ],
      path: "Tests/Fuzz/Target"),
  ]
}

// `.ci/test` sets this: the modules in which tests spend their time are optimised, with all assertions,
// which makes the tests several times faster. It is not the rule, since another package cannot depend
// on a target with such flags, and since a change would take longer to compile.
if Context.environment["BINDLAB_TESTING"] != nil {
  let tested: Set = [
    "Basics", "BindingEngine", "Checking", "CodeCycles", "Compiling", "Exploring", "Files",
    "Interpreter", "Language", "LanguageServer", "Layout",
    "Names", "Platform", "RecordedTraces", "Rendering", "ScriptGrammar", "Syntax", "TestSupport",
    "Text",
    "Values",
  ]
  for target in package.targets where tested.contains(target.name) {
    target.swiftSettings = [
      .unsafeFlags([
        "-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2",
        // The package manager asks for it, and the compiler warns that both do not go together.
        "-disable-batch-mode",
      ])
    ]
  }
}
