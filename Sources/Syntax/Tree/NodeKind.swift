/// The kinds of nodes. "list" is a position for `SyntaxTree.child(_:_:)`; "|0" may be `NodeID.none`.
public enum NodeKind: UInt8, Sendable {
  case none
  /// The parser could not continue here; an error was reported.
  case missing

  // MARK: Expressions

  case nilLiteral
  case trueLiteral
  case falseLiteral
  /// a, b: the bits of an `Int`.
  case intLiteral
  /// a, b: the bits of a `Double`.
  case doubleLiteral
  /// a, b: the bits of an `Int`, microseconds.
  case durationLiteral
  /// a: index in `strings`.
  case stringLiteral
  /// a: list of string literals and expressions, in order.
  case interpolation
  /// a: list of elements.
  case listLiteral
  /// a: list of keys and values, in turn.
  case dictionaryLiteral
  /// a: `Name`. Used for every name: of declarations, classes, parameters.
  case name
  /// `self`.
  case selfReference
  /// `#3`. a: the number.
  case number
  /// flags: 1 written as a key, `vm["text"]`; a: base; b: `.name` node.
  case member
  /// a: base; b: the index expression.
  case element
  /// a: callee (`.name` or `.member`); b: list of arguments.
  case call
  /// `at: 0`. a: `.name` node; b: expression.
  case labeledArgument
  /// `{ value * 2 }`, the last argument of a call. a: expression.
  case valueBlock
  /// a: class `.name` node; b: body|0.
  case new
  /// flags: `UnaryOperator`; a: operand.
  case unary
  /// flags: `BinaryOperator`; a, b: operands.
  case binary
  /// a: condition; b: list of then, else.
  case conditional
  /// `base responds name`. a: base; b: `.name` node.
  case responds
  /// `base is Int`. a: base; b: type.
  case typeTest
  /// `( … )`. a: the expression.
  case parenthesized

  // MARK: Declarations

  /// a: name; b: list of class or protocol|0, body|0, then protocols.
  case objectDeclaration
  /// a: name; b: list of superclass or protocol|0, body, then protocols.
  case classDeclaration
  /// a: name; b: list of requirements.
  case protocolDeclaration
  /// a: name; b: list of `enumCase` nodes.
  case enumDeclaration
  /// a: name; b: list of names of what it carries.
  case enumCase
  /// An action that a protocol requires. flags: 1 optional; a: name; b: list of parameter names.
  case requirement
  /// a: path; b: body.
  case extend
  /// a: list of members, each a property, computed, … or a binding, observe, on.
  case body
  /// flags: 1 weak; a: name; b: list of type|0, initial value|0, set block|0.
  case property
  /// flags: 1 optional (`?`); a: `Name`.
  case type
  /// a: name; b: expression.
  case computed
  /// a: name.
  case defaultMember
  /// a: name.
  case event
  /// flags: 1 a function; a: name; b: list of block, then parameter names.
  case action
  /// a: name; b: list of parameter|0, after|0, block, begin block|0, cancel block|0.
  case command
  /// a: name; b: expression.
  case letDeclaration
  /// a: name; b: expression.
  case varDeclaration
  /// a: name; b: list of after|0, forward block|0, reverse block|0, then parameter names.
  case transformer
  /// a: name|0; b: list of base|0, then knobs.
  case semantics
  /// a: name; b: name or int literal, the word chosen.
  case knob

  // MARK: Bindings and watching

  /// flags: `Arrow.rawValue`, plus 32 for the `enabled:` of a command, plus 64 when an old spelling
  /// was used, plus 128 for `once`;
  /// a: list of left, right, each|0, transform block|0, observe block|0, kept by|0, as|0, then
  /// stages;
  /// b: a `.name`-less node of kind `.arrow` with the arrow's span, and the flag 1 if the observe
  /// block is `initial`.
  case binding
  case arrow
  /// flags: 1 reversed (`!`); a: name; b: list of arguments.
  case namedStage
  /// a: block; b: reverse block|0.
  case inlineStage
  /// flags: 1 all; a: path or number.
  case unbind
  /// a: name or number; b: list of left, right.
  case rebind
  /// `transform NAME { … }`. a: name or number; b: block.
  case transformBinding
  /// flags: 1 initial, 2 prior, 4 some; a: path; b: list of block, as|0, kept by|0.
  case observe
  /// flags: 1 notification; a: path or name; b: list of block, as|0, kept by|0.
  case on
  /// a: block; b: list of as|0, kept by|0.
  case effect

  // MARK: Doing

  /// flags: 1 silent, plus two times the operator before the `=`, `BinaryOperator.rawValue` + 1;
  /// a: target; b: value.
  case assign
  /// a: path; b: payload|0.
  case fire
  /// a: name; b: payload|0.
  case post
  /// a: path.
  case release
  /// a: expression; b: block.
  case after
  /// a: expression.
  case advance
  case wait
  /// a: block.
  case batch
  /// a: block.
  case untracked
  /// a: condition; b: list of then block, else block or if|0.
  case ifStatement
  /// a: subject; b: list of `switchCase` nodes.
  case switchStatement
  /// flags: 1 `else`; a: block; b: list of `enumCase` nodes.
  case switchCase
  /// a: name; b: list of sequence, block, name of the index|0.
  case forStatement
  /// a: condition; b: block.
  case whileStatement
  /// a: count; b: block.
  case repeatStatement
  /// a: path|0 (a breakpoint); b: condition|0.
  case breakStatement
  case continueStatement
  /// a: expression|0.
  case returnStatement
  /// a: list of expressions.
  case print
  /// a: expression.
  case throwStatement
  /// a: expression.
  case rejectStatement
  case dropStatement
  /// a: string literal.
  case source
  /// a: expression.
  case expression
  /// a: list of statements. The value of a block is that of its last expression statement.
  case block

  // MARK: Checking

  /// a: expression; b: string literal|0.
  case expect
  /// a: string literal|0; b: block.
  case expectError
  /// a: the limit of `settles`, the text of `trace`, or 0; b: block, 0 for `no cycles`;
  /// flags: `ExpectedBehaviour.rawValue`.
  case expectBehaviour

  // MARK: Asking

  /// a: path|0.
  case show
  case objects
  case bindings
  case observers
  case commands
  case coupling
  /// a: name or number.
  case explain
  /// a: path; b: int literal|0, the turn.
  case why
  /// flags: `Arrow.rawValue`, where b is given; a: path; b: path|0.
  case whynot
  /// a: path; b: int literal|0, the turn.
  case blame
  /// a: path.
  case history
  case costs
  /// a: list of expressions.
  case watch
  /// a: list of expressions, empty for all.
  case unwatch
  /// a: path|0; b: string literal|0, the file; flags: `GraphFormat.rawValue`.
  case graph
  case cycles
  /// a: a batch with the block; b: list of names of semantics.
  case compare
  /// a: expression|0, how many turns.
  case rewind
  /// a: expression|0, how many turns.
  case replay
  /// a: a batch with the block.
  case whatif
  /// a: path or number|0; b: expression|0, the condition; flags: `BreakOccasion.rawValue`.
  case breakpoint
  /// a: number|0 for all.
  case unbreak
  case breakpoints
  /// flags: `WalkWord.rawValue`.
  case walk
  /// flags: `TraceWord.rawValue`.
  case trace
  /// a: string literal.
  case save
  case reset
  /// a: string literal|0, the words that follow `help`.
  case help
  case version
  case quit
}

extension NodeKind {
  /// Whether it is parsed as an expression.
  package var isExpression: Bool {
    (NodeKind.missing.rawValue...NodeKind.parenthesized.rawValue).contains(rawValue)
  }
}

/// What an `expect` checks besides values and errors.
package enum ExpectedBehaviour: UInt8 {
  case noCycles, settles, quiet, trace

  /// Its name in messages.
  package var words: String {
    switch self {
    case .noCycles: "expect no cycles"
    case .settles: "expect settles"
    case .quiet: "expect quiet"
    case .trace: "expect trace"
    }
  }
}

/// What a breakpoint stops at, other than a property or a binding.
public enum BreakOccasion: UInt8, Sendable, CaseIterable {
  case glitch = 1
  case cycle, secondWrite, error

  public var word: String { self == .secondWrite ? "second-write" : "\(self)" }
}

/// The words that continue a stopped turn.
public enum WalkWord: UInt8, Sendable, CaseIterable {
  case step, next, back, `continue`, `where`

  /// As it is written. Spelled out, since the name of a case is found by reflection, which took a third
  /// of the time of a start.
  public var text: String {
    switch self {
    case .step: "step"
    case .next: "next"
    case .back: "back"
    case .continue: "continue"
    case .where: "where"
    }
  }
}

/// The arrows of a binding, in their new spellings.
public enum Arrow: UInt8, Sendable, CaseIterable {
  case right, left, both, rightLater, leftLater, bothLater

  /// Its spelling in `bind`.
  public var spelling: String {
    switch self {
    case .right: "~>"
    case .left: "<~"
    case .both: "<>"
    case .rightLater: "!~>"
    case .leftLater: "<~!"
    case .bothLater: "<!>"
    }
  }

  /// Its meaning in a few words.
  package var summary: String {
    switch self {
    case .right: "left to right, and at once"
    case .left: "right to left, and at once"
    case .both: "both ways, at once left to right"
    case .rightLater: "left to right, nothing at once"
    case .leftLater: "right to left, nothing at once"
    case .bothLater: "both ways, nothing at once"
    }
  }

  /// Whether values pass in both directions.
  public var isTwoWay: Bool { self == .both || self == .bothLater }
  /// Whether values pass only from right to left.
  public var isLeftward: Bool { self == .left || self == .leftLater }
  /// Whether a value passes when the binding is made.
  public var isInitial: Bool { self == .right || self == .left || self == .both }
}

/// The word after `graph`; `text` if there is none.
public enum GraphFormat: UInt8, Sendable, CaseIterable {
  case text, dot, mermaid, svg, json

  /// The words that can follow `graph`; `text` has no word.
  package static let words = GraphFormat.allCases.dropFirst().map { "\($0)" }

  /// Its meaning in a few words.
  public var summary: String {
    switch self {
    case .text: "a tree"
    case .dot: "for Graphviz"
    case .mermaid: "for Mermaid, as pages of GitHub draw it"
    case .svg: "a picture, through Graphviz"
    case .json: "for programs"
    }
  }
}

/// The word after `trace`; `state` if there is none.
public enum TraceWord: UInt8, Sendable, CaseIterable {
  case state, on, off, brief, full, flat, last, slow

  /// What it does, for completion.
  var summary: String {
    switch self {
    case .state: "says what is chosen"
    case .on: "each turn as a tree"
    case .off: "no trace"
    case .brief: "each turn in one line"
    case .full: "every event in a line of its own"
    case .flat: "every event in the order of time"
    case .last: "the last turn again, with everything"
    case .slow: "stops at each event"
    }
  }
}

public enum UnaryOperator: UInt8, Sendable {
  case not, negate
}

/// Binary operators; within a precedence level of `precedence`, the loosest first.
public enum BinaryOperator: UInt8, Sendable, CaseIterable {
  case or, and
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case coalesce
  case closedRange, range
  case add, subtract
  case multiply, divide, remainder

  /// Its spelling.
  public var spelling: String {
    switch self {
    case .or: "||"
    case .and: "&&"
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .coalesce: "??"
    case .closedRange: "..."
    case .range: "..<"
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }

  /// Whether it compares two values and gives a Bool.
  package var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}
