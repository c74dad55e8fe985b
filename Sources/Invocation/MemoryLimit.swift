import Basics
import Platform

/// How much memory the process may hold, as the user says it.
package enum MemoryLimit: Equatable, Sendable {
  /// Half of what the machine or its control group allows, at most ``most``, divided by the number of
  /// processes that share it.
  case standard(shares: Int)
  case none
  case bytes(Int)

  private static let most = 4 << 30

  /// - Parameter text: A number of bytes, of kilo-, mega- or gigabytes of 1,024 each, or `none`.
  package init?(_ text: String) {
    if text == "none" {
      self = .none
      return
    }
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { units[Character($0.uppercased())] }
    guard let count = Int(shift == nil ? text : String(text.dropLast())), count > 0 else {
      return nil
    }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    if overflow { return nil }
    self = .bytes(bytes)
  }

  /// The bytes that the user has named.
  package var ofUser: Int? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }

  /// The limit of each of several processes.
  package func shared(by processes: Int) -> MemoryLimit {
    guard case .standard = self else { return self }
    return .standard(shares: max(processes, 1))
  }

  /// What the process knows of its memory, with this limit.
  package var measures: ProcessMemory.Measures {
    ProcessMemory.Measures(
      limit: { [self] in bytes }, inUse: { Process.memoryInUse },
      canGet: { Process.canAllocate(max($0, 0)) })
  }

  private var bytes: Int? {
    switch self {
    case .none: nil
    case .bytes(let bytes): bytes
    case .standard(let shares):
      min(Process.memoryOfMachine / 2, MemoryLimit.most) / shares / 1024 * 1024
    }
  }
}
