/// What can be said in a lesson besides statements of the language.
enum LessonWord: String, CaseIterable {
  case hint, solution, task, again, skip, lessons, quit

  /// The word that a line is, with or without a `;` behind it.
  init?(typed line: String) {
    var text = line.trimmed
    while text.last == ";" { text = String(text.dropLast()).trimmed }
    self.init(rawValue: text)
  }

  var summary: String {
    switch self {
    case .hint: "a hint, and with each another one"
    case .solution: "a way to do it"
    case .task: "the task again"
    case .again: "everything as it was before this task"
    case .skip: "go on without it"
    case .lessons: "the lessons that there are"
    case .quit: "leave; progress is kept"
    }
  }
}
