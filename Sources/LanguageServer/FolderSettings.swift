import Checking
import Language
import Layout
import Syntax

/// What holds for the scripts of a folder, as the files of settings say it.
public struct FolderSettings {
  public var script: ScriptSettings
  package var layout = ScriptLayout()
  /// Finds the scripts of a Markdown file.
  public var markdown: (SourceFile) -> MarkdownParts = { _ in MarkdownParts() }
  /// Finds the scripts and Markdown files in a folder and below, without those that are left out.
  public var scripts: (_ folder: String) -> FolderScripts = { _ in FolderScripts() }
  /// Whether the findings of a file are left out, given the client's folders.
  public var leavesOut: (_ path: String, _ folders: [String]) -> Bool = { _, _ in false }
  /// Why the file of settings cannot be used, so that the command line alone counts.
  public var problem: SettingsProblem?

  public init(_ script: ScriptSettings) { self.script = script }
}

/// The scripts and Markdown files in a folder and below.
public struct FolderScripts {
  public var paths: [String]
  /// Why more files are not looked at; nil if these are all.
  public var limit: String?

  public init(_ paths: [String] = [], limit: String? = nil) {
    (self.paths, self.limit) = (paths, limit)
  }
}

/// How a script is checked and run.
public struct ScriptSettings {
  public var check: CheckOptions
  /// A finding as it counts; nil if it is left out.
  public var selected: (Diagnostic) -> Diagnostic? = { $0 }
  /// Begins to run a script because the user asks for it. Files are read on another thread, where
  /// `texts` has those that are open.
  public var run:
    (ScriptTask, SourceFile, _ texts: @escaping (String) -> [UInt8]?) -> any ScriptRun = {
      _, _, _ in EndedRun(.failure(SessionFileError("scripts are not run here")))
    }

  public init(_ check: CheckOptions) { self.check = check }
}

/// A run of a script, which goes on while the server answers.
public protocol ScriptRun: AnyObject {
  /// What it gave; nil as long as it goes on.
  var outcome: Result<ScriptOutcome, SessionFileError>? { get }
  /// Ends it soon. What it gives then is not used.
  func stop()
}

/// A run that was over at once.
public final class EndedRun: ScriptRun {
  public let outcome: Result<ScriptOutcome, SessionFileError>?

  public init(_ outcome: Result<ScriptOutcome, SessionFileError>) { self.outcome = outcome }

  public func stop() {}
}

/// The scripts of a Markdown file.
///
/// Each is as long as the file, with blanks for everything that is not of it, so that a place in it is
/// that place in the file.
public struct MarkdownParts {
  public struct Part {
    public var file: SourceFile
    public var settings: ScriptSettings
    /// The bytes of its blocks.
    public var blocks: [Range<Int>]

    public init(file: SourceFile, settings: ScriptSettings, blocks: [Range<Int>]) {
      (self.file, self.settings, self.blocks) = (file, settings, blocks)
    }
  }

  public var parts: [Part]
  /// What is wrong with the file, besides what is wrong with its scripts.
  public var problems: [Diagnostic]

  public init(parts: [Part] = [], problems: [Diagnostic] = []) {
    (self.parts, self.problems) = (parts, problems)
  }
}

/// What is wrong with a file of settings.
public struct SettingsProblem: Equatable {
  public var path: String
  /// From 1; nil if the file cannot be read.
  public var line: Int?
  public var message: String

  public init(path: String, line: Int?, message: String) {
    (self.path, self.line, self.message) = (path, line, message)
  }
}
