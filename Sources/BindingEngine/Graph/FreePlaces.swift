/// Places in the tables that are not used any more, for what is made next. The place that became
/// free last is used first.
struct FreePlaces {
  var objects: [UInt32] = []
  /// Runs of `properties` by their length.
  var blocks: [UInt32: [UInt32]] = [:]
  var links: [UInt32] = []
  /// Two neighbouring places each, for the directions of a two-way binding.
  var pairs: [UInt32] = []
  var details: [UInt32] = []
  var paths: [UInt32] = []
  /// Runs of `stages` by their length.
  var stages: [UInt32: [UInt32]] = [:]
}
