import BindingEngine
import Interpreter

// Why the listeners of a property are notified in this order, for `explain`.
extension Session {
  /// How many listeners are named.
  private static let mostListeners = 8

  /// When a link subscribed to each property that also has other listeners; empty if the order of
  /// subscription does not matter.
  func subscriptions(of link: UInt32) -> [String] {
    guard graphState.ordersBySubscription else { return [] }
    var seen: Set<UInt32> = []
    return graphState.sources(of: link).compactMap { slot in
      let subscribers = graphState.subscribers(of: slot)
      guard seen.insert(slot).inserted, subscribers.count > 1,
        let place = subscribers.firstIndex(where: { $0.link == link && $0.through == 0 })
      else { return nil }
      let names = subscribers.prefix(Session.mostListeners).map { subscriber in
        let number = "#\(graphState.number(of: subscriber.link))"
        guard subscriber.through != 0 else { return number }
        return "\(number) through \(graphState.describe(property: subscriber.through))"
      }
      let rest = subscribers.count - names.count
      return "It subscribed to \(graphState.describe(property: slot)) as number \(place + 1) of"
        + " \(subscribers.count): \(names.joined(separator: ", "))"
        + (rest > 0
          ? " and \(rest) more; 'bindings' and 'observers' list all." : ".")
    }
  }
}
