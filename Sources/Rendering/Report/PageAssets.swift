/// What the page brings with it: its script, which steps through the data in the page and puts all
/// text in as text, and its style, light and dark by the reader's choice, narrow and wide.
///
/// Each has the SHA-256 of its text in base64 beside it, by which the page's policy knows it.
enum PageAssets {
  static let script = String(decoding: PackageResources.report_js, as: UTF8.self)
  static let scriptDigest = "m30ZqQ8oD68kKGuLJU5Pzuj92ZFNzCa4LQrACPqDvJ4="

  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  static let styleDigest = "rTpHlT02hYB/W0JAEKWT+StJV2kge7MCk1Ddm99405Y="
}
