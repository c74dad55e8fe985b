/// The classes for which BIND registers shorthands, under their own names, and the transformers that
/// need no declaration: written in the language, compiled into the tool.
package enum Prelude {
  package static let text = """
    // Views, each with the property that the view alone stands for in a binding.
    class UIView { hidden: Bool = false; alpha: Number = 1.0; backgroundColor }
    class UILabel: UIView { text: String?; textColor; default text }
    class UITextField: UIView { text: String?; placeholder: String?; enabled: Bool = true; default text }
    class UITextView: UIView { text: String?; default text }
    class UIButton: UIView { title: String?; enabled: Bool = true; event onTouchUpInside; default onTouchUpInside }
    class UISwitch: UIView { on: Bool = false; default on }
    class UISlider: UIView { value: Number = 0.0; default value }
    class UIImageView: UIView { image; default image }
    class UIScrollView: UIView { contentOffset; default contentOffset }
    class UITableViewCell: UIView { textLabel = new UILabel; detailTextLabel = new UILabel; imageView = new UIImageView; rowHeight: Number = 44; viewModel; event onTouchUpInside; default onTouchUpInside }
    class UITableSection { header; footer; rows: List = [] }
    class UITableView: UIScrollView { sections: List = []; rows: List = [] }

    // The object that holds a command's status, which 'command' makes: vm.save.status.
    class BKResponse { content; error }
    class BKCommand { status: String = "default"; entry; response }

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

    """
}
