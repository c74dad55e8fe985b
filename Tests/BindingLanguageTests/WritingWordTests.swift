import Exploring
import Foundation
import Interpreter
import Language
import Syntax
import Testing

/// The words that a reader of the writings looks up, and the lines that one pastes.
///
/// `Tests/Writings` has the words, a file for each writing.
@Suite struct WritingWordTests {
  private static let folder = #filePath.replacing(
    "BindingLanguageTests/WritingWordTests.swift", with: "Writings")

  private static func words(_ name: String) throws -> [String] {
    try String(contentsOfFile: "\(folder)/\(name).txt", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private static func help(on topic: String) -> (text: String, errors: [String]) {
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "help.bind", text: "help \(topic)\n"))
    return (host.output, host.errors)
  }

  @Test(arguments: [
    ("goo", 25), ("iqdatabinding", 33), ("essay", 30), ("bind", 60), ("bkmvvmkit", 80),
    ("swift", 29), ("desktop", 20),
  ])
  func `every word of a writing has an answer of its own`(name: String, atLeast: Int) throws {
    let words = try Self.words(name)
    #expect(words.count >= atLeast)
    for word in words {
      #expect(HelpIndex.hasHelp(on: word), "\(word)")
      let (text, errors) = Self.help(on: word)
      #expect(errors.isEmpty, "\(word)")
      // It is named, and not only what stands for it.
      let key = word.prefix { $0 != ":" }
      #expect(text.localizedCaseInsensitiveContains(key), "\(word): \(text.prefix(80))")
    }
  }

  @Test func `a part is explained before the word that it belongs to`() {
    let text = Self.help(on: "transformValue").text
    #expect(text.hasPrefix("transformValue (BIND): the method from left to right"))
    #expect(text.contains("\nNSValueTransformer (BIND): "))
    #expect(Self.help(on: "Presenter").text.hasPrefix("Presenter (essay): "))
  }

  @Test func `a list of words with no answer is noticed`() {
    #expect(!HelpIndex.hasHelp(on: "BKCommandStatusDone"))
    #expect(!Self.help(on: "BKCommandStatusDone").errors.isEmpty)
  }

  // MARK: Pasted lines

  @Test func `a pasted line is answered with the statement here`() throws {
    let path = "\(Self.folder)/pasted.txt"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let pasted = lines.filter { $0.hasPrefix("> ") }.map {
      $0.dropFirst(2).replacing("\\n", with: "\n")
    }
    let expected = lines.filter { $0.hasPrefix("= ") }.map { $0.dropFirst(2) }
    try #require(pasted.count == expected.count && pasted.count > 30)
    for (text, statement) in zip(pasted, expected) {
      let host = TextHost()
      Session(host: host).run(SourceFile(name: "pasted.bind", text: text + "\n"))
      #expect(host.help == "write: \(statement)", "\(text): \(host.errors)")
    }
  }

  // MARK: Pasted classes

  /// The classes of the essay, each with the lines that begin it there, and what their answers do.
  @Test(arguments: [
    (
      """
      @implementation Manager
      // 庆祝Task完成
      - (void)celebratePrintTask {
      NSLog(@"celebrate Task!");
      }
      - (void)beginPrintTask {
      Worker *woker = [[Worker alloc] init];
      [woker doPrintTask];
      }
      @end
      """,
      """
      @implementation Worker
      - (void)doPrintTask {
      NSLog(@"finish work!");
      Manager *manager = [[Manager alloc] init];
      [manager celebratePrintTask];
      }
      @end
      """, "object m: Manager\nm.beginPrintTask()"
    ),
    (
      """
      @protocol delegateWorkerDelegate <NSObject>
      - (void)donePrintTask;
      @end
      @interface delegateWoker : NSObject
      @property (nonatomic, weak) id<delegateWorkerDelegate> workerDelegate;
      - (void)doPrintTask;
      @end
      @implementation delegateWoker
      - (void)doPrintTask {
      NSLog(@"finish work!");
      [_workerDelegate donePrintTask];
      }
      @end
      """,
      """
      @interface delelgateManager : NSObject <delegateWorkerDelegate>
      - (void)beginPrintTask;
      @end
      @implementation delelgateManager
      - (void)beginPrintTask {
      delegateWoker *woker = [[delegateWoker alloc] init];
      woker.workerDelegate = self;
      [woker doPrintTask];
      }
      - (void)donePrintTask
      {
      NSLog(@"celebrate Task!");
      }
      @end
      """, "object m: delelgateManager\nm.beginPrintTask()"
    ),
    (
      """
      @implementation notifyManager
      - (instancetype)init {
      self = [super init];
      if (self) {
      [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(celebrateWork) name:DONE object:nil];
      }
      return self;
      }
      - (void)beginPrintTask {
      [[NSNotificationCenter defaultCenter] postNotificationName:BEGIN object:nil userInfo:nil];
      }
      - (void)celebrateWork {
      NSLog(@"celebrate Task!");
      }
      @end
      """,
      """
      @implementation notifyWorker
      - (instancetype)init {
      self = [super init];
      if (self) {
      [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(doPrintTask) name:BEGIN object:nil];
      }
      return self;
      }
      - (void)doPrintTask {
      NSLog(@"%@ work!", @"finish");
      [[NSNotificationCenter defaultCenter] postNotificationName:DONE object:nil];
      }
      @end
      """, "object m: notifyManager\nobject w: notifyWorker\nm.beginPrintTask()"
    ),
  ])
  func `the answers to pasted classes work together`(
    first: String, second: String, rest: String
  ) throws {
    var script = ""
    for pasted in [first, second] {
      let host = TextHost()
      Session(host: host).run(SourceFile(name: "pasted.bind", text: pasted + "\n"))
      let help = try #require(host.help)
      #expect(help.hasPrefix("write: "), "\(help)")
      script += help.dropFirst(7) + "\n"
    }
    let host = TextHost()
    Session(host: host).run(SourceFile(name: "answers.bind", text: script + rest + "\n"))
    #expect(host.errors == [], "\(script)")
    #expect(host.output == "finish work!\ncelebrate Task!\n", "\(script)")
  }
}
