import Checking
import Syntax

/// The scripts of a text: itself, those of a Markdown text, or none in a file of settings.
extension LanguageServer {
  func parts(of document: OpenDocument) -> [OpenDocument] {
    switch document.kind {
    case .settings: []
    case .script: [document]
    case .markdown where document.part != nil: [document]
    case .markdown: markdown(document).parts.enumerated().map { document.part($0, $1) }
    }
  }

  /// What a Markdown text holds.
  func markdown(_ document: OpenDocument) -> MarkdownParts {
    if let known = markdown[document.uri], known.stamp == document.stamp,
      known.generation == generation
    {
      return known.found
    }
    let whole = host.documents[document.uri] ?? document
    let found = settings(of: document.path).markdown(whole.file)
    markdown[document.uri] = (document.stamp, generation, found)
    return found
  }

  /// How the script that a text is, or a part of it, is checked and run.
  func settings(of document: OpenDocument) -> ScriptSettings {
    guard let part = document.part else { return settings(of: document.path).script }
    return markdown(document).parts[part].settings
  }

  /// What is wrong with a text alone, as `check` reports it.
  ///
  /// - Parameter document: Says what the text is.
  func findings(in file: SourceFile, like document: OpenDocument) -> [Diagnostic] {
    func findings(_ file: SourceFile, _ settings: ScriptSettings) -> [Diagnostic] {
      Checker.check(file, host: host, options: settings.check).compactMap(settings.selected)
    }
    let settings = settings(of: document.path)
    guard document.kind == .markdown else { return findings(file, settings.script) }
    let found = settings.markdown(file)
    return found.problems
      + found.parts.flatMap { part in
        findings(part.file, part.settings).map { $0.moved(from: part.file, to: file) }
      }
  }

  /// Whether a file of a program is one script of a Markdown text.
  func isPart(_ file: SourceFile) -> Bool {
    markdown.values.contains { $0.found.parts.contains { $0.file === file } }
  }

  /// The text that an editor shows for a file of a program: of a part, the whole text.
  func shown(_ file: SourceFile) -> SourceFile {
    for (uri, known) in markdown where known.found.parts.contains(where: { $0.file === file }) {
      return host.documents[uri]?.file ?? file
    }
    return file
  }
}
