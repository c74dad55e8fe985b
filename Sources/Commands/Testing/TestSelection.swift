import Interpreter
import Invocation
import Language

/// The files that a run of tests takes: those that the filter leaves, of its shard, in its order.
struct TestSelection {
  private let settings: TestSettings
  private var files: ScriptFiles
  /// How many files the filter has left so far.
  private var position = 0
  private let first: Set<[UInt8]>
  /// All files in their new order, backwards; nil if they come in the order of their names.
  private var ordered: [ScriptFile]?

  /// The seed of the order; nil for the order of names.
  let seed: UInt64?
  var roots: [ScriptFiles.Root] { files.roots }
  /// How many of these files are in other shards.
  private(set) var elsewhere = 0

  /// - Parameter first: The files that come before all others.
  init(_ files: ScriptFiles, _ settings: TestSettings, first: Set<[UInt8]> = []) {
    self.files = files
    self.first = first
    self.settings = settings
    seed =
      switch settings.order {
      case .names: nil
      case .shuffled(let seed): seed
      // Few digits are easy to type again.
      case .random: UInt64.random(in: 0..<1_000_000)
      }
  }

  /// - Parameter report: Takes what is wrong with a file or folder.
  mutating func next(report: (String) -> Void) -> ScriptFile? {
    if seed == nil, first.isEmpty { return nextByName(report) }
    if ordered == nil {
      var all: [ScriptFile] = []
      while let file = nextByName(report) { all.append(file) }
      if let seed {
        var random = SeededRandom(state: seed)
        for end in all.indices.reversed() where end > 0 {
          all.swapAt(end, random.next(below: end + 1))
        }
      }
      let (early, late) = (
        all.filter { first.contains($0.path) }, all.filter { !first.contains($0.path) }
      )
      ordered = (early + late).reversed()
    }
    return ordered?.popLast()
  }

  private mutating func nextByName(_ report: (String) -> Void) -> ScriptFile? {
    while let item = files.next() {
      switch item {
      case .problem(let text): report(text)
      case .file(let file):
        guard settings.filter.contains(file.name) else { continue }
        position += 1
        if let shard = settings.shard, (position - 1) % shard.count != shard.number - 1 {
          elsewhere += 1
          continue
        }
        return file
      }
    }
    return nil
  }
}
