/// The classes for which BIND registers shorthands, under their own names, and the transformers that
/// need no declaration: written in the language, compiled into the tool.
package enum Prelude {
  package static let text = """
    // Views, each with the property that the view alone stands for in a binding.
    class UIView { hidden: Bool = false; alpha: Number = 1.0; backgroundColor }
    class UILabel: UIView { text: String?; textColor; default text }
    class UIControl: UIView { enabled: Bool = true }
    class UITextField: UIControl { text: String?; placeholder: String?; default text }
    class UITextView: UIView { text: String?; default text }
    class UIButton: UIControl { title: String?; event onTouchUpInside; default onTouchUpInside }
    class UISwitch: UIControl { on: Bool = false; default on }
    class UISlider: UIControl { value: Number = 0.0; default value }
    class UIStepper: UIControl { value: Number = 0.0; stepValue: Number = 1.0; default value }
    class UISegmentedControl: UIControl { selectedSegmentIndex: Int = -1; default selectedSegmentIndex }
    class UIDatePicker: UIControl { date; default date }
    class UIImageView: UIView { image; default image }
    class UIScrollView: UIView { contentOffset; default contentOffset }
    class UITableViewCell: UIView { textLabel = new UILabel; detailTextLabel = new UILabel; imageView = new UIImageView; rowHeight: Number = 44; viewModel; event onTouchUpInside; default onTouchUpInside }
    class UITableSection { header; footer; rows: List = [] }
    class UITableView: UIScrollView { sections: List = []; rows: List = [] }
    class UICollectionViewCell: UIView { textLabel = new UILabel; imageView = new UIImageView; viewModel; event onTouchUpInside; default onTouchUpInside }
    class UICollectionView: UIScrollView { sections: List = []; items: List = [] }

    // The object that holds a command's status, which 'command' makes: vm.save.status.
    class BKCommandResponse { content; error }
    class BKCommand { status: String = "default"; entry; response; enabled: Bool = true }

    // Transformers.
    transformer Uppercase { forward { value.uppercased } }
    transformer Lowercase { forward { value.lowercased } }
    transformer Trim { forward { value.trimmed } }
    transformer Not { forward { !value } reverse { !value } }
    transformer Negate { forward { -value } reverse { -value } }
    transformer IsNil { forward { value == nil } }
    transformer IsNotNil { forward { value != nil } }
    transformer NilToEmpty { forward { value ?? "" } reverse { value == "" ? nil : value } }
    transformer ToString { forward { value.string } }
    transformer ToInt { forward { value.int } reverse { value.string } }
    transformer ToDouble { forward { value.double } reverse { value.string } }
    transformer ToIntOrReject { forward { if value.int == nil { reject "'\\(value)' is not an Int" } ; value.int } reverse { value.string } }
    transformer ToDoubleOrReject { forward { if value.double == nil { reject "'\\(value)' is not a number" } ; value.double } reverse { value.string } }

    // Transformers that keep something for each binding, or let a value wait.
    transformer Debounce(time) after time late drop { forward { value } reverse { value } }
    transformer Throttle(time, var free = 0s) after free > now() ? free - now() : nil late replace { forward { free = now() + time; value } reverse { value } }
    transformer ThrottleFirst(time, var free = 0s) { forward { if now() < free { reject "it passes nothing until \\(free)" } ; free = now() + time; value } reverse { value } }
    transformer Delay(time) after time late queue { forward { value } reverse { value } }
    transformer Distinct(var passed = []) { forward { if passed == [value] { reject "it is equal to the value before" } ; passed = [value]; value } reverse { value } }
    transformer Skip(count, var skipped = 0) { forward { if skipped < count { skipped += 1; reject "the first \\(count) are skipped: this is number \\(skipped)" } ; value } reverse { value } }

    """

  /// How the properties of the views are called here, by their names in Swift.
  private static let namesInSwift = [
    "isOn": "on", "isHidden": "hidden", "isEnabled": "enabled",
    "selectedIndex": "selectedSegmentIndex",
  ]

  /// The member of a view that a name from Swift means; nil if there is none.
  static func member(calledInSwift name: String, among members: [String]) -> String? {
    namesInSwift[name].flatMap { members.contains($0) ? $0 : nil }
  }
}
