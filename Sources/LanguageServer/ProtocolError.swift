/// Why a request has no result, with the number that the protocol has for it.
struct ProtocolError: Error {
  var code: Int
  var message: String

  static func parse(_ text: String) -> ProtocolError { ProtocolError(code: -32700, message: text) }
  static func invalid(_ text: String) -> ProtocolError {
    ProtocolError(code: -32600, message: text)
  }
  static func noMethod(_ name: String) -> ProtocolError {
    ProtocolError(code: -32601, message: "there is no method '\(name)'")
  }
  static func parameters(_ text: String) -> ProtocolError {
    ProtocolError(code: -32602, message: text)
  }
  static let notInitialized = ProtocolError(
    code: -32002, message: "the first request must be 'initialize'")
  static let cancelled = ProtocolError(code: -32800, message: "the request was cancelled")
  /// A request that is right, but cannot be done.
  static func failed(_ text: String) -> ProtocolError { ProtocolError(code: -32803, message: text) }
}
