import BindingEngine
import Language
import Names
import Syntax

/// A compiled block.
///
/// Filled by one compiler and then only read, so that its properties need no checks for exclusive
/// access, which would cost a script of short statements a tenth of its time.
package final class Code {
  /// What the machine reads, flat so that nothing is copied before a statement runs.
  @exclusivity(unchecked) package var instructions = FlatArray<Instruction>(minimumCapacity: 4)
  @exclusivity(unchecked) package var spans: [SourceSpan] = []
  @exclusivity(unchecked) package var constants: [Value] = []
  /// The types that `is` tests for.
  @exclusivity(unchecked) package var types: [ValueType] = []
  @exclusivity(unchecked) package var enumerations: [Enumeration] = []
  @exclusivity(unchecked) package var caches = FlatArray<MemberCache>(minimumCapacity: 2)
  @exclusivity(unchecked) package var failures: [Diagnostic] = []
  /// Statements that are compiled when they are reached.
  @exclusivity(unchecked) package var rests: [BlockRest] = []
  /// Locals, parameters and copies included.
  @exclusivity(unchecked) package var localCount = 0
  /// The most values that the code has on the stack at once.
  @exclusivity(unchecked) package var maximumStack = 0
  package let tree: SyntaxTreeBox
  /// Whether it reads how the last turn ended, which must be determined before the next one begins.
  @exclusivity(unchecked) package var usesLastTurn = false
  /// Whether it only evaluates a value; see `Code+Leaf.swift`.
  @exclusivity(unchecked) package var isLeaf = false
  /// The code for the engine, if it consists of properties and numbers only.
  @exclusivity(unchecked) package private(set) var formula: UnsafeMutablePointer<FormulaStep>?
  /// Those of its loops that are formulas.
  @exclusivity(unchecked) package var loopFormulas: [LoopFormula] = []
  /// What is still to be compiled: a block's names are looked up when it first runs.
  @exclusivity(unchecked) package var pending: PendingBlock? {
    didSet { isPending = pending != nil }
  }
  /// Whether something is still to be compiled: all that a block needs to check each time it runs.
  @exclusivity(unchecked) package private(set) var isPending = false

  @exclusivity(unchecked) package var bindingPlans: [BindingPlan] = []
  @exclusivity(unchecked) package var observePlans: [ObservePlan] = []
  @exclusivity(unchecked) package var classPlans: [ClassPlan] = []
  @exclusivity(unchecked) package var blockPlans: [BlockPlan] = []
  @exclusivity(unchecked) package var expectPlans: [ExpectPlan] = []
  /// How many of the locals are the names that its kind of block has; -1 if it has others too.
  @exclusivity(unchecked) package var parameterCount = -1
  /// Whether a rejection in it counts for its caller: a transformer's block.
  @exclusivity(unchecked) package var mayReject = false
  /// How many choices it has, if it is an expression that is followed.
  @exclusivity(unchecked) package var choiceCount: Int32 = 0
  /// The locals with the state of a transformer that it keeps.
  @exclusivity(unchecked) package var states = 0..<0
  /// Whether it is a function's, which calls no action and writes nothing.
  @exclusivity(unchecked) package var isFunction = false
  /// Whether it is the block of an `on`, which has no `old`.
  @exclusivity(unchecked) package var isOn = false
  /// What it may set off; nil until it is first needed.
  @exclusivity(unchecked) package var reading: CodeReading?
  /// The local that the block asks for `change`; -1 for none.
  @exclusivity(unchecked) package var changeLocal = -1

  package init(tree: SyntaxTreeBox) { self.tree = tree }

  deinit {
    instructions.destroy()
    caches.destroy()
    formula?.deallocate()
  }

  /// Whether its formula reads properties of the object that it belongs to.
  @exclusivity(unchecked) package private(set) var readsOwnMembers = false

  package func keepFormula(_ steps: [FormulaStep]) {
    readsOwnMembers = steps.contains { $0.operation == .ownMember }
    precondition(formula == nil, "a block is compiled once more only where that failed")
    let memory = UnsafeMutablePointer<FormulaStep>.allocate(capacity: steps.count)
    memory.initialize(from: steps, count: steps.count)
    formula = memory
  }

  /// The first instruction.
  package var entry: UnsafeMutablePointer<Instruction> { instructions.base }

  /// Whether it has plans, from which something may be made that outlives the statement.
  package var hasPlans: Bool {
    !bindingPlans.isEmpty || !observePlans.isEmpty || !classPlans.isEmpty || !blockPlans.isEmpty
  }

  /// Empties a top-level statement's code for the next statement, keeping its memory.
  package func clear() {
    instructions.truncate(to: 0)
    spans.removeAll(keepingCapacity: true)
    constants.removeAll(keepingCapacity: true)
    if !types.isEmpty { types = [] }
    if !loopFormulas.isEmpty { loopFormulas = [] }
    caches.truncate(to: 0)
    localCount = 0
    maximumStack = 0
    usesLastTurn = false
    if !failures.isEmpty { failures = [] }
    if !rests.isEmpty { rests = [] }
    if !bindingPlans.isEmpty { bindingPlans = [] }
    if !observePlans.isEmpty { observePlans = [] }
    if !classPlans.isEmpty { classPlans = [] }
    if !blockPlans.isEmpty { blockPlans = [] }
    if !enumerations.isEmpty { enumerations = [] }
    if !expectPlans.isEmpty { expectPlans = [] }
  }
}

/// What a block sees of its surroundings, for its later compilation.
package struct PendingBlock {
  /// The block or expression.
  package var node: NodeID
  package var role: BlockRole
  /// Names copied from around it, in the order in which the block's locals begin.
  package var copies: [Name]
  /// Whether one of them is what an observer around it gets of the change.
  package var copiesChange = false
  package var members: MemberScope?
  /// The parameters of an action or a command; nil for those of the role.
  package var parameters: [Name]?
  /// Which of the copies are the state of a transformer.
  package var states = 0..<0

  package init(
    node: NodeID, role: BlockRole, copies: [Name], copiesChange: Bool = false,
    members: MemberScope?, parameters: [Name]? = nil, states: Range<Int> = 0..<0
  ) {
    self.node = node
    self.role = role
    self.copies = copies
    self.copiesChange = copiesChange
    self.members = members
    self.parameters = parameters
    self.states = states
  }
}

/// The members that a block inside a class or an object sees by bare name.
package final class MemberScope {
  private var known: SharedNames
  /// Gives more of them when they are first asked for: most statements that add to an object name none.
  private var others: (() -> SharedNames)?

  /// The members of `self`, as far as they are known.
  package var names: SharedNames {
    if let others {
      known.formUnion(others())
      self.others = nil
    }
    return known
  }

  package init(names: SharedNames, and others: (() -> SharedNames)? = nil) {
    known = names
    self.others = others
  }
}
