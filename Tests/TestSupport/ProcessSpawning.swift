import Foundation

/// The arguments of `posix_spawn`, in one place for pipes and terminals.
struct ProcessSpawning {
  let executable: String
  let arguments: [String]
  let environment: [String: String]

  /// Held while a process starts, and while there is a descriptor that it must not inherit.
  static let lock = NSLock()

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - startsSession: Whether it leads a session of its own, as `login` does.
  ///   - connect: Connects the descriptors 0, 1 and 2; all others of this process are closed
  ///     automatically.
  func start(
    startsSession: Bool, connect: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    // A test that writes to a process that has ended should get an error, not end.
    signal(SIGPIPE, SIG_IGN)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    connect(&actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test runner's threads block signals and ignore some, which children would inherit.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    // POSIX_SPAWN_SETSID, which glibc declares for GNU sources only.
    if startsSession { flags |= 0x80 }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let argv = ([executable] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    Self.lock.lock()
    defer { Self.lock.unlock() }
    let code = posix_spawn(&process, executable, &actions, &attributes, argv, envp)
    guard code == 0 else { throw ProcessFailure.cannotStart(executable: executable, code: code) }
    return process
  }
}

/// The path of an executable of this package, beside which the running tests were built.
///
/// The test target has to depend on the executable, or it may be old or missing.
public func builtExecutable(_ name: String) -> String {
  // `swift test` runs the test bundle itself, or names it to a helper of the toolchain.
  let arguments = CommandLine.arguments
  let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments[$0 + 1] }
  let candidates = [bundle, arguments.first, Bundle.main.executablePath].compactMap { $0 }
  for candidate in candidates {
    var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
    while folder.path != "/" {
      let path = folder.appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: path), !isFolder(path) { return path }
      folder.deleteLastPathComponent()
    }
  }
  return ".build/debug/\(name)"
}

private func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}
