import Text

/// The requests that the server answers, in one table: what a client may ask for, and what the server
/// says about it at the beginning.
struct Request {
  typealias Answer =
    @Sendable (LanguageServer) -> (JSONTree) throws(ProtocolError) -> any JSONWritable

  let method: String
  /// What the server says that it can do, if that is all that there is to say.
  var ability: String?
  let answer: Answer

  init(_ method: String, _ ability: String? = nil, _ answer: @escaping Answer) {
    (self.method, self.ability, self.answer) = (method, ability, answer)
  }

  static func named(_ method: String) -> Request? { byName[method] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: (navigation + writing + showing).map { ($0.method, $0) })

  private static let navigation = [
    Request("textDocument/definition", "definitionProvider") { $0.definition },
    Request("textDocument/declaration", "declarationProvider") { $0.definition },
    Request("textDocument/typeDefinition", "typeDefinitionProvider") { $0.typeDefinition },
    Request("textDocument/references", "referencesProvider") { $0.references },
    Request("textDocument/documentHighlight", "documentHighlightProvider") { $0.highlights },
    Request("textDocument/documentSymbol", "documentSymbolProvider") { $0.documentSymbols },
    Request("workspace/symbol", "workspaceSymbolProvider") { $0.workspaceSymbols },
    Request("textDocument/selectionRange", "selectionRangeProvider") { $0.selectionRanges },
    Request("textDocument/foldingRange", "foldingRangeProvider") { $0.foldingRanges },
  ]

  private static let writing = [
    Request("textDocument/completion") { $0.completion },
    Request("completionItem/resolve") { $0.resolveCompletion },
    Request("textDocument/formatting", "documentFormattingProvider") { $0.formatting },
    Request("textDocument/rangeFormatting", "documentRangeFormattingProvider") {
      $0.rangeFormatting
    },
    Request("textDocument/onTypeFormatting") { $0.onTypeFormatting },
    Request("textDocument/codeAction") { $0.codeActions },
    Request("textDocument/prepareRename") { $0.prepareRename },
    Request("textDocument/rename") { $0.rename },
  ]

  private static let showing = [
    Request("textDocument/hover", "hoverProvider") { $0.hover },
    Request("textDocument/signatureHelp") { $0.signatureHelp },
    Request("textDocument/codeLens") { $0.codeLenses },
    Request("textDocument/documentLink") { $0.documentLinks },
    Request("textDocument/diagnostic") { $0.documentReport },
    Request("workspace/diagnostic") { $0.workspaceReport },
    Request("workspace/executeCommand") { $0.executeCommand },
    Request("textDocument/inlayHint", "inlayHintProvider") { $0.inlayHints },
    Request("textDocument/prepareCallHierarchy", "callHierarchyProvider") { $0.prepareHierarchy },
    Request("callHierarchy/incomingCalls") { $0.incomingFlows },
    Request("callHierarchy/outgoingCalls") { $0.outgoingFlows },
    Request("textDocument/semanticTokens/full") { $0.semanticTokens },
    Request("textDocument/semanticTokens/full/delta") { $0.semanticTokensDelta },
    Request("textDocument/semanticTokens/range") { $0.semanticTokensInRange },
  ]

  // MARK: Abilities

  /// What `initialize` says that the server can do, besides following changes.
  static var capabilities: JSONObject {
    var found: JSONObject = [:]
    for request in navigation + writing + showing {
      if let ability = request.ability { found.add(ability, true) }
    }
    let folders: JSONObject = ["supported": true, "changeNotifications": true]
    found.add([
      "completionProvider": [
        "triggerCharacters": [".", "~", "|", "\"", "/"], "resolveProvider": true,
      ] as JSONObject,
      "documentLinkProvider": ["resolveProvider": false] as JSONObject,
      "diagnosticProvider": [
        "identifier": "bindlab", "interFileDependencies": true, "workspaceDiagnostics": true,
      ] as JSONObject,
      "signatureHelpProvider": ["triggerCharacters": ["(", ","]] as JSONObject,
      "documentOnTypeFormattingProvider": [
        "firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"],
      ] as JSONObject,
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll"]]
        as JSONObject,
      "codeLensProvider": ["resolveProvider": false] as JSONObject,
      "executeCommandProvider": [
        "commands": ScriptTask.allCases.map(\.command) + [LanguageServer.stopCommand],
        "workDoneProgress": true,
      ] as JSONObject,
      "renameProvider": ["prepareProvider": true] as JSONObject,
      "semanticTokensProvider": [
        "legend": [
          "tokenTypes": LanguageServer.TokenKind.allCases.map(\.rawValue),
          "tokenModifiers": LanguageServer.TokenTrait.allCases.map(\.rawValue),
        ] as JSONObject, "full": ["delta": true] as JSONObject, "range": true,
      ] as JSONObject,
      "workspace": ["workspaceFolders": folders] as JSONObject,
    ])
    return found
  }
}
