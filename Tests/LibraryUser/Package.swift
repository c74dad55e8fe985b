// swift-tools-version: 6.0
import PackageDescription

// A program that uses the library as any other package does: in Swift 6 mode, by its public names.
let package = Package(
  name: "LibraryUser",
  dependencies: [.package(name: "bindlab", path: "../..")],
  targets: [
    .executableTarget(
      name: "LibraryUser", dependencies: [.product(name: "BindingEngine", package: "bindlab")])
  ],
  swiftLanguageModes: [.v6]
)
