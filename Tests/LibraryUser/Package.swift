// swift-tools-version: 6.0
import PackageDescription

// `.ci/test` sets these: where the repository is, and the commit.
let url = Context.environment["BINDLAB_URL"]
let revision = Context.environment["BINDLAB_REVISION"] ?? "main"

// A program that uses the library as any other package does: in Swift 6 mode, by its public names.
let package = Package(
  name: "LibraryUser",
  dependencies: [
    url.map { .package(url: $0, revision: revision) } ?? .package(name: "bindlab", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "LibraryUser", dependencies: [.product(name: "BindingEngine", package: "bindlab")])
  ],
  swiftLanguageModes: [.v6]
)
