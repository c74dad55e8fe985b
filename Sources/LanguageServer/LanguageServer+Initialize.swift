import Files
import Language
import Text

/// What the client can show and understand.
struct ClientAbilities {
  var encoding = PositionEncoding.utf16
  var hasRelatedInformation = false
  var hasSnippets = false
  var hasMarkdown = false
  /// Whether it asks for code lenses again when it should.
  var refreshesLenses = false
  /// Whether it can be asked to notice changes of files.
  var watchesFiles = false
  /// Whether an edit may name the version of each text.
  var hasVersionedEdits = false
  /// Whether it asks for findings, so that none are sent by themselves.
  var pullsFindings = false
  /// Whether an answer about one text may have the findings of others.
  var hasRelatedReports = false
  /// Whether it asks again for all findings when it should.
  var refreshesFindings = false
  /// Whether it can be asked to show a file.
  var showsDocuments = false
  /// Whether it shows the result of a command itself.
  var showsResults = false
  /// Whether symbols of a text may be nested.
  var nestsSymbols = false
}

extension LanguageServer {
  func initialize(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let abilities = parameters["capabilities"]
    let text = abilities?["textDocument"]
    let offered = abilities?["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
    // UTF-8 needs no conversion; every client knows UTF-16.
    client.encoding = offered.contains(PositionEncoding.utf8.rawValue) ? .utf8 : .utf16
    client.hasRelatedInformation =
      text?["publishDiagnostics"]?["relatedInformation"]?.bool ?? false
    client.hasSnippets =
      text?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    client.hasMarkdown =
      text?["hover"]?["contentFormat"]?.array?.contains(.string("markdown")) ?? false
    client.refreshesLenses =
      abilities?["workspace"]?["codeLens"]?["refreshSupport"]?.bool ?? false
    client.watchesFiles =
      abilities?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    client.hasVersionedEdits =
      abilities?["workspace"]?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    client.pullsFindings = text?["diagnostic"]?.isObject ?? false
    client.hasRelatedReports = text?["diagnostic"]?["relatedDocumentSupport"]?.bool ?? false
    client.refreshesFindings =
      abilities?["workspace"]?["diagnostics"]?["refreshSupport"]?.bool ?? false
    client.showsDocuments = abilities?["window"]?["showDocument"]?["support"]?.bool ?? false
    client.showsResults =
      parameters["initializationOptions"]?["showsResults"]?.bool ?? false
    client.nestsSymbols =
      text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    if let listed = parameters["workspaceFolders"]?.array {
      folders = listed.compactMap { $0["uri"]?.string }.map(path)
    } else if let root = parameters["rootUri"]?.string {
      folders = [path(of: root)]
    }
    let info: JSONObject = ["name": "bindlab", "version": Version.text]
    let result: JSONObject = ["capabilities": capabilities, "serverInfo": info]
    return result
  }

  /// Asks for a notification whenever a script or a file of settings changes on the disk.
  func watchFiles() {
    let patterns = ["**/*.bind", "**/*.md", "**/.bindlab", "**/.bindlabignore"]
    let watchers = patterns.map { pattern -> JSONObject in ["globPattern": pattern] }
    let registration: JSONObject = [
      "id": "scripts", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": watchers] as JSONObject,
    ]
    ask("client/registerCapability", ["registrations": [registration]])
  }

  private var capabilities: JSONObject {
    let sync: JSONObject = [
      "openClose": true, "change": 2, "save": ["includeText": false] as JSONObject,
    ]
    var found: JSONObject = [
      "positionEncoding": client.encoding.rawValue, "textDocumentSync": sync,
    ]
    found.add(Request.capabilities)
    return found
  }
}
