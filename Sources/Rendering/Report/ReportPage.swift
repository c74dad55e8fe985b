import BindingEngine

/// A run of a script, ready to be shown as one HTML page: plain data with every name and value.
package struct ReportPage: Sendable {
  /// A script, or a file that it reads with `source`.
  package struct File: Sendable {
    package var name: String
    package var lines: [String]

    package init(name: String, lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  /// A place in one of `files`; lines are counted from 1.
  package struct Place: Sendable, Equatable {
    package var file: Int
    package var lines: ClosedRange<Int>

    package init(file: Int, lines: ClosedRange<Int>) {
      self.file = file
      self.lines = lines
    }
  }

  /// What is known about a property's value.
  package enum Known: Sendable, Equatable {
    case text(String)
    /// A `computed` that is not evaluated yet, or a variable that is set in the middle of a turn,
    /// since no event says when.
    case unknown
    /// Its object is released, or was never made because its turn was rolled back.
    case gone
  }

  /// The new value of a property from this event on.
  package struct Change: Sendable, Equatable {
    /// Its index in `properties`.
    package var property: Int
    package var value: Known

    package init(property: Int, value: Known) {
      self.property = property
      self.value = value
    }
  }

  /// A binding, an observer or a `computed`.
  package struct Link: Sendable {
    /// nil for a `computed`.
    package var number: Int?
    package var text: String
    package var place: Place?
    /// Where it is, `FILE:LINE`, for a page that does not contain the file.
    package var placeText = ""

    package init(number: Int?, text: String, place: Place?) {
      self.number = number
      self.text = text
      self.place = place
    }

    package init(number: Int?, text: String, placeText: String) {
      self.init(number: number, text: text, place: nil)
      self.placeText = placeText
    }
  }

  /// What an entry of a trace changes in the picture and in the values.
  package struct Step: Sendable {
    /// Indices into `links`, into the edges of `picture` and into `properties`.
    package var link: Int?
    package var edge: Int?
    package var property: Int?
    package var changes: [Change] = []

    package init() {}
  }

  package struct Turn: Sendable {
    package var trace: TurnTrace
    package var place: Place?
    /// What changed between the turn shown before this one and this turn.
    package var before: [Change] = []
    /// One for each entry of the trace.
    package var steps: [Step] = []

    package init(trace: TurnTrace) { self.trace = trace }
  }

  /// A message that the run wrote to standard error.
  package struct Message: Sendable {
    package var isError: Bool
    package var text: String
    /// The turn after which it was reported; 0 before the first one.
    package var turn: Int

    package init(isError: Bool, text: String, turn: Int) {
      self.isError = isError
      self.text = text
      self.turn = turn
    }
  }

  /// The name of the script: its path as it was given.
  package var title: String
  package var version = ""
  /// The names of the semantics that its turns ran under, in that order.
  package var semantics: [String] = []
  package var files: [File] = []
  /// The names of the properties and variables, in the order in which they were made.
  package var properties: [String] = []
  /// Their final values.
  package var finalValues: [Known] = []
  /// The number of properties beyond those.
  package var propertiesLeftOut = 0
  package var links: [Link] = []
  package var picture = GraphPicture()
  /// For each edge of the picture, its index in `links`.
  package var linksOfEdges: [Int] = []
  /// For each node of the picture, its index in `properties`; nil for an observer.
  package var nodeProperties: [Int?] = []
  /// For each property, whether its value never changes and no binding touches it.
  var isCalm: [Bool] = []
  /// For each property, the number of characters of its longest value, as a node shows it.
  var longestValues: [Int] = []
  /// The positions of the picture; nil if it has no layout.
  package var drawing: GraphDrawing?
  /// Why there is no drawing, as a sentence without a full stop.
  package var missingDrawing = ""
  /// The turns in order. Those that are left out come before the index `turnsLeftOutAt`.
  package var turns: [Turn] = []
  package var turnsLeftOut = 0
  package var turnsLeftOutAt = 0
  package var messages: [Message] = []
  package var messagesLeftOut = 0
  package var comparison: SemanticsTable?
  /// Whether everything comes from a recorded trace, so there is no source and nothing is run again.
  package var isOfTrace = false
  /// How often each link fired, as lines of text; empty if it is unknown.
  package var costs: [String] = []

  package init(title: String) { self.title = title }
}

/// A comparison of semantics, as tables of text.
package struct SemanticsTable: Sendable {
  package struct Row: Sendable {
    package var name: String
    package var outcome: String
    /// One for each of `counts`.
    package var numbers: [Int]
    package var cycle: String

    package init(name: String, outcome: String, numbers: [Int], cycle: String) {
      self.name = name
      self.outcome = outcome
      self.numbers = numbers
      self.cycle = cycle
    }
  }

  /// The column headings for the numbers of a row.
  package var counts: [String]
  package var rows: [Row]
  /// A summary in one sentence.
  package var verdict: String
  /// Errors, each with the semantics in which they occur.
  package var errors: [(names: [String], text: String)] = []
  /// The names of semantics that agree, and the values in which the groups differ.
  package var groups: [[String]] = []
  package var differences: [(property: String, values: [String])] = []
  package var differencesLeftOut = 0
  /// The first difference of two traces: the lines in both, then those of each semantics.
  package var common: [String] = []
  package var sides: [(semantics: String, lines: [String])] = []
  package var note: String?

  package init(counts: [String], rows: [Row], verdict: String) {
    self.counts = counts
    self.rows = rows
    self.verdict = verdict
  }
}
