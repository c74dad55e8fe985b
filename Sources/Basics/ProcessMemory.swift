/// How much memory the process may hold: one account for source texts, syntax trees, the graph, the
/// journal and output that waits, because all of it comes from one place.
///
/// The program says once what it knows of its process, before it reads anything. A program that uses
/// the library says nothing, and has no limit.
///
/// What is about to be allocated is asked for first: an allocation that fails ends the process.
public enum ProcessMemory {
  /// What a program knows of its process.
  public struct Measures: Sendable {
    /// How many bytes may be held; nil for no limit. It is asked when it is first needed, since a
    /// short run needs it never.
    public var limit: @Sendable () -> Int?
    /// How many bytes are allocated and not freed.
    public var inUse: @Sendable () -> Int
    /// Whether the system would give so many bytes more.
    public var canGet: @Sendable (Int) -> Bool

    public init(
      limit: @escaping @Sendable () -> Int?, inUse: @escaping @Sendable () -> Int,
      canGet: @escaping @Sendable (Int) -> Bool
    ) {
      self.limit = limit
      self.inUse = inUse
      self.canGet = canGet
    }
  }

  /// Why something may not be allocated.
  public enum Refusal: Error, Equatable, Sendable {
    /// It would be more than this limit, in bytes.
    case beyond(limit: Int)
    /// The system would not give it, as after `ulimit -v`.
    case systemLimit
  }

  /// Written before the first reading, by the only thread that there is then.
  nonisolated(unsafe) private static var measures: Measures?
  nonisolated(unsafe) private static var limit: Int?
  nonisolated(unsafe) private static var knowsLimit = false

  /// So little can be taken without asking: it is there in every process that could start.
  public static let free = 4 << 20
  /// The most that is granted at once. What was freed since is not known, so asking rarely costs only
  /// precision.
  private static let mostGranted = 1 << 21
  /// No address space is larger.
  private static let most = 1 << 47
  /// What must be there besides, for what is allocated without being asked for.
  private static let reserve = 16 << 20

  public static func become(_ newMeasures: Measures?) {
    (measures, knowsLimit) = (newMeasures, false)
  }

  /// The bytes that may be held; nil if there is no limit.
  public static var maximum: Int? {
    if !knowsLimit { (limit, knowsLimit) = (measures?.limit(), true) }
    return limit
  }

  /// How many bytes are allocated; 0 if that is not known.
  public static var inUse: Int { measures?.inUse() ?? 0 }

  /// Why `bytes` may not be allocated now; nil if they may.
  ///
  /// - Parameter spare: Bytes in use that what follows can take.
  /// - Complexity: O(1), about a microsecond.
  public static func refusal(of bytes: Int, spare: Int = 0) -> Refusal? {
    do { _ = try grant(bytes, spare: spare) } catch { return error }
    return nil
  }

  /// How many bytes besides `bytes` may be allocated before the next question.
  ///
  /// - Parameter own: A limit besides that of the process, of a session that is one of several.
  public static func grant(
    _ bytes: Int, spare: Int = 0, within own: Int? = nil
  ) throws(Refusal) -> Int {
    guard let measures else { return .max }
    let maximum = [own, maximum].compactMap(\.self).min()
    if bytes > most { throw maximum.map { .beyond(limit: $0) } ?? .systemLimit }
    let used = max(measures.inUse() - spare, 0)
    var room = mostGranted * 4
    if let maximum {
      room = maximum - used - bytes
      if room < 0 { throw .beyond(limit: maximum) }
    }
    // An array that grows is there twice for a moment.
    guard measures.canGet(used + bytes + reserve) else { throw .systemLimit }
    return min(room / 4, mostGranted)
  }

  /// A size as `--max-memory` takes it.
  public static func text(ofBytes bytes: Int) -> String {
    for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")] where bytes & (1 << shift - 1) == 0 {
      return "\(bytes >> shift)\(unit)"
    }
    return "\(bytes) bytes"
  }
}

extension ProcessMemory.Refusal: CustomStringConvertible {
  /// What is needed and not there, for a message: "this needs …".
  public var description: String {
    switch self {
    case .beyond(let limit):
      "more memory than the run may use: \(ProcessMemory.text(ofBytes: limit)) (--max-memory)"
    case .systemLimit: "more memory than the system gives (ulimit -v)"
    }
  }
}
