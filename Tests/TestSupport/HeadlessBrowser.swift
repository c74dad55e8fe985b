import Foundation

/// A page in Chromium without a window, controlled through a pipe: keys go in, and the state of the
/// page comes out.
///
/// Unchecked, since the tests that share it run one after the other.
public final class HeadlessBrowser: @unchecked Sendable {
  /// Where Debian installs it.
  public static let executable = "/usr/bin/chromium"

  /// Whether there is a browser to run.
  public static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: executable)
  }

  private let process: pid_t
  private var commands: PipeEnds
  private var answers: PipeEnds
  private let profile = TemporaryFolder()
  private var received: [UInt8] = []
  private var lastID = 0
  private var session: String?
  /// The messages on the page's console: exceptions, and what its policy has refused.
  public private(set) var complaints: [String] = []
  private var isLoaded = false

  /// Starts a browser with an empty page.
  public init() throws {
    // The browser reads commands from 3 and writes answers to 4, so these must not be our own ends.
    commands = try PipeEnds(from: 10)
    answers = try PipeEnds(from: 10)
    let (commandsEnd, answersEnd) = (commands.readEnd, answers.writeEnd)
    let arguments = [
      "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=\(profile.path)",
      // Chromium refuses its sandbox to root, who tests in a container.
      "--no-sandbox", "about:blank",
    ]
    let spawning = ProcessSpawning(
      executable: HeadlessBrowser.executable, arguments: arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": profile.path, "LC_ALL": "C.UTF-8",
      ])
    process = try spawning.start(startsSession: true) { actions in
      for stream in 0...2 {
        posix_spawn_file_actions_addopen(&actions, Int32(stream), "/dev/null", O_RDWR, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, commandsEnd, 3)
      posix_spawn_file_actions_adddup2(&actions, answersEnd, 4)
    }
    commands.closeReadEnd()
    answers.closeWriteEnd()
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    guard let page = targets.first(where: { $0["type"] as? String == "page" }),
      let target = page["targetId"] as? String
    else { throw Failure.noPage }
    session =
      try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
      as? String
    for domain in ["Page", "Runtime", "Log"] { _ = try call("\(domain).enable") }
  }

  deinit {
    _ = try? call("Browser.close")
    commands.closeWriteEnd()
    answers.closeReadEnd()
    // It has a session of its own, which no other process is in.
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  public enum Failure: Error {
    case noPage
    case timedOut(String)
    case refused(String)
  }

  // MARK: A page

  /// Loads a file and waits until its script has run.
  ///
  /// - Parameter fragment: The text after `#` in its address.
  public func open(_ path: String, fragment: String = "") throws {
    isLoaded = false
    complaints = []
    // A new fragment of the same address would load nothing.
    _ = try call("Page.navigate", ["url": "about:blank"])
    try waitForLoad("about:blank")
    isLoaded = false
    let address = "file://\(path)" + (fragment.isEmpty ? "" : "#\(fragment)")
    _ = try call("Page.navigate", ["url": address])
    try waitForLoad(address)
  }

  private func waitForLoad(_ address: String) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !isLoaded { _ = try receive(until: deadline, for: "load of \(address)") }
  }

  /// The size of the window, and whether the reader prefers a dark page.
  public func show(width: Int, height: Int, isDark: Bool = false) throws {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    _ = try call("Emulation.setEmulatedMedia", ["features": [scheme]])
  }

  /// Undoes the choices of `show`.
  public func showAsAtFirst() throws {
    _ = try call("Emulation.clearDeviceMetricsOverride")
    _ = try call("Emulation.setEmulatedMedia", ["features": []])
  }

  /// Whether pages may run scripts.
  public func setScripts(areOn: Bool) throws {
    _ = try call("Emulation.setScriptExecutionDisabled", ["value": !areOn])
  }

  /// Presses keys by their names: `n`, `ArrowRight`, `Tab`.
  public func press(_ keys: String...) throws {
    for key in keys {
      let code = ["Tab": 9, "Enter": 13, "Escape": 27][key] ?? 0
      var event: [String: Any] = ["type": "keyDown", "key": key]
      if code > 0 { event["windowsVirtualKeyCode"] = code }
      if key.count == 1 { event["text"] = key }
      if key == "Enter" { event["text"] = "\r" }
      _ = try call("Input.dispatchKeyEvent", event)
      event["type"] = "keyUp"
      event["text"] = nil
      _ = try call("Input.dispatchKeyEvent", event)
    }
  }

  /// What an expression is in the page, as text.
  public func text(_ expression: String) throws -> String {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": "String(\(expression))", "returnByValue": true])
    if let thrown = answer["exceptionDetails"] { throw Failure.refused("\(thrown)") }
    let result = answer["result"] as? [String: Any]
    return result?["value"] as? String ?? ""
  }

  /// The text of the first element that a selector finds.
  public func text(of selector: String) throws -> String {
    try text("document.querySelector(\(quoted(selector))).textContent")
  }

  /// How many elements a selector finds.
  public func count(of selector: String) throws -> Int {
    Int(try text("document.querySelectorAll(\(quoted(selector))).length")) ?? -1
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "\\'") + "'"
  }

  // MARK: The protocol

  /// Sends a command and waits for its answer.
  @discardableResult
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    var bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    while !bytes.isEmpty {
      let count = write(commands.writeEnd, bytes, bytes.count)
      guard count > 0 else { throw ProcessFailure.systemCall("write", code: errno) }
      bytes.removeFirst(count)
    }
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let answer = try receive(until: deadline, for: method)
      guard answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Failure.refused("\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func receive(
    until deadline: ContinuousClock.Instant, for what: String
  ) throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        let object = try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
        take(object)
        return object
      }
      guard ContinuousClock.now < deadline else { throw Failure.timedOut(what) }
      var events = [pollfd(fd: answers.readEnd, events: Int16(POLLIN), revents: 0)]
      guard poll(&events, 1, 100) > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(answers.readEnd, &chunk, chunk.count)
      guard count > 0 else { throw Failure.timedOut("\(what): the browser has ended") }
      received += chunk[..<count]
    }
  }

  private func take(_ message: [String: Any]) {
    let parameters = message["params"] as? [String: Any] ?? [:]
    switch message["method"] as? String {
    case "Page.loadEventFired": isLoaded = true
    case "Runtime.exceptionThrown": complaints.append("\(parameters)")
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any] ?? [:]
      complaints.append("\(entry["text"] ?? "")")
    default: break
    }
  }
}
