/// The lessons that come with bindlab, in the order a teacher would choose.
///
/// Each is a file in the format that man 7 bindlab-teaching describes, compiled in.
public enum BuiltinLessons {
  /// The name and the text of each.
  public static let all: [(name: String, text: [UInt8])] = [
    ("first-arrow", PackageResources.first_arrow_md),
    ("directions", PackageResources.directions_md),
    ("transformers", PackageResources.transformers_md),
    ("both-ways", PackageResources.both_ways_md),
    ("paths", PackageResources.paths_md),
    ("observers", PackageResources.observers_md),
    ("computed", PackageResources.computed_md),
    ("order", PackageResources.order_md),
    ("why-not", PackageResources.why_not_md),
    ("events", PackageResources.events_md),
    ("time", PackageResources.time_md),
    ("cells", PackageResources.cells_md),
    ("rings", PackageResources.rings_md),
    ("semantics", PackageResources.semantics_md),
  ]
}
