import CLessons

/// The lessons that come with bindlab, in the order a teacher would choose.
package enum BuiltinLessons {
  /// The name and the text of each.
  package static let all: [(name: String, text: [UInt8])] = {
    var lessons: [(name: String, text: [UInt8])] = []
    while let name = lessons_at(lessons.count).name {
      let lesson = lessons_at(lessons.count)
      lessons.append(
        (String(cString: name), Array(UnsafeBufferPointer(start: lesson.text, count: lesson.size))))
    }
    return lessons
  }()
}
