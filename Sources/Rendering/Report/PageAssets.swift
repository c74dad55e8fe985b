import CReportAssets

/// The parts that are the same in every page. The script steps through the page's data, and inserts
/// all text as text. The style is light or dark by the reader's choice, for narrow and wide windows.
///
/// Each part has the SHA-256 of its text in base64, so that the page's policy can admit it.
enum PageAssets {
  static let script = text(of: report_script())
  static let scriptDigest = "m30ZqQ8oD68kKGuLJU5Pzuj92ZFNzCa4LQrACPqDvJ4="

  static let style = text(of: report_style())
  static let styleDigest = "rTpHlT02hYB/W0JAEKWT+StJV2kge7MCk1Ddm99405Y="

  private static func text(of asset: report_asset) -> String {
    String(decoding: UnsafeBufferPointer(start: asset.text, count: asset.size), as: UTF8.self)
  }
}
