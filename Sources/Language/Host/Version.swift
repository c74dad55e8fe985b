/// The version of the language and the tool.
public enum Version {
  public static let text = "0.1.0"
}
