import Text

/// What a learner can type in a lesson besides statements of the language.
enum LessonWord: String, CaseIterable {
  case hint, solution, task, again, skip, lessons, quit

  /// The word in a line, with or without a `;` after it.
  init?(typed line: String) {
    var text = line.trimmed
    while text.last == ";" { text = String(text.dropLast()).trimmed }
    self.init(rawValue: text)
  }

  var summary: String {
    switch self {
    case .hint: "shows a hint, each time another one"
    case .solution: "shows a way to do it"
    case .task: "shows the task again"
    case .again: "restores everything as it was before this task"
    case .skip: "goes on without doing the task"
    case .lessons: "lists the lessons"
    case .quit: "leaves; progress is kept"
    }
  }
}
