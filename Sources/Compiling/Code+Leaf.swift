import BindingEngine

// Most transformers consist of a few operators: `{ value + 1 }`. Such a block reads nothing but its
// value, sets nothing off and cannot stop in the middle, so it needs no level of its own. If it
// fails, it is run again in the general way, which knows the place.
extension Code {
  /// Must be called when the code is complete.
  package func classifyAsLeaf() {
    for position in 0..<instructions.count {
      switch instructions[UInt32(position)].operation {
      case .constant, .integer, .pushNil, .pushTrue, .pushFalse, .local, .pop, .duplicate, .equal,
        .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .add, .subtract, .multiply,
        .divide, .remainder, .addInteger, .not, .negate, .jump, .jumpIfFalse,
        .jumpIfFalseKeeping, .jumpIfTrueKeeping, .jumpIfValueKeeping, .requireBool, .return,
        .returnNil:
        continue
      default: return
      }
    }
    isLeaf =
      localCount == parameterCount && changeLocal < 0 && maximumStack <= Code.leafStack
  }

  /// The most values that a leaf may have on the stack.
  package static let leafStack = 64
}
