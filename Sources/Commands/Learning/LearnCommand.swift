import Invocation
import Learning
import LineEditing

/// `bindlab learn [LESSON]`: plays lessons at the prompt.
struct LearnCommand {
  let options: CommandLineOptions
  let host: StandardHost
  /// What is typed; nil for the terminal or standard input.
  var lines: (any LineReader)?

  func run() -> ExitStatus {
    let names = options.inputs.compactMap { if case .file(let name) = $0 { name } else { nil } }
    do {
      if options.checksOnly { return try check(names) }
      if options.printsLesson { return try print(names) }
      guard names.count < 2 else {
        return host.refuse("learn takes one LESSON", "bindlab --help lists the options")
      }
      let entry = try names.first.map { name throws(LessonShelf.Refusal) in
        try LessonShelf.entry(name, host.files)
      }
      return Classroom(options: options, host: host, lines: lines).run(entry)
    } catch {
      host.report("bindlab: \(error.message)\n")
      return error.status
    }
  }

  /// `--print`: prints the file of a lesson, as a starting point for a new one.
  private func print(_ names: [String]) throws(LessonShelf.Refusal) -> ExitStatus {
    guard let name = names.first, names.count == 1 else {
      throw .init(message: "learn --print needs a LESSON", status: .usage)
    }
    host.write(String(decoding: try LessonShelf.entry(name, host.files).text, as: UTF8.self))
    return .success
  }

  /// `--check`: checks that lessons can be read, and that their solutions do their tasks.
  private func check(_ names: [String]) throws(LessonShelf.Refusal) -> ExitStatus {
    var entries: [LessonShelf.Entry] = []
    for name in names { entries.append(try LessonShelf.entry(name, host.files)) }
    if entries.isEmpty { entries = LessonShelf.builtin }
    var status = ExitStatus.success
    for entry in entries {
      let (lesson, problems) = entry.read()
      var found = problems
      if let lesson { found = LessonProof.problems(of: lesson) }
      for problem in found { host.report(problem) }
      if !found.isEmpty { status = .scriptError }
      guard let lesson, found.isEmpty else { continue }
      let count = lesson.interactionCount
      host.write("\(entry.name): \(count) step\(count == 1 ? "" : "s"), all can be done\n")
    }
    return status
  }
}
