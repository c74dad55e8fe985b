import Foundation
import TestSupport
import Testing

/// Whether the programs that make the site and show it are installed.
private let canShowSite =
  HeadlessBrowser.isInstalled
  && ["/usr/bin/mandoc", "/usr/bin/lowdown"].allSatisfy(FileManager.default.isExecutableFile)

/// The folder of HTML that `.ci/site` makes: every page in a browser, and every link.
@Suite(
  .serialized, .enabled(if: canShowSite, "Chromium, mandoc or lowdown is not installed"),
  OneBrowser())
struct SiteTests {
  private let folder = TemporaryFolder()

  /// Makes the site.
  ///
  /// - Returns: The paths of its pages.
  private func pages() throws -> [String] {
    let result = try ProcessRunner(
      "/bin/sh", arguments: [ExampleRunner.folder + "/.ci/site", folder.path]
    ).run()
    try #require(result.status == 0, "\(result.output)\(result.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return files.filter { $0.hasSuffix(".html") }.sorted()
  }

  /// The links of a page, and its link targets.
  private struct Links: Decodable {
    var to: [String]
    var anchors: [String]
  }

  @Test func `every link of the site leads to an existing page and place`() throws {
    let browser = try #require(OneBrowser.current)
    try browser.showAsAtFirst()
    var links: [String: Links] = [:]
    for page in try pages() {
      try browser.open("\(folder.path)/\(page)")
      #expect(browser.complaints == [], "\(page)")
      let text = try browser.text(
        """
        JSON.stringify({
          to: [...document.querySelectorAll('a[href]')].map(a => a.href)
            .concat([...document.images].map(i => i.src))
            .concat([...document.querySelectorAll('link[href]')].map(l => l.href)),
          anchors: [...document.querySelectorAll('[id]')].map(e => e.id)
        })
        """)
      links["\(folder.path)/\(page)"] = try JSONDecoder().decode(Links.self, from: Data(text.utf8))
      let broken = try browser.text("[...document.images].filter(i => !i.naturalWidth).length")
      #expect(broken == "0", "\(page) has an image that cannot be shown")
    }
    try #require(links.count > 50)
    var reached: Set<String> = []
    for (page, found) in links {
      for link in found.to where !link.hasPrefix("https://") {
        let url = try #require(URL(string: link), "\(page): \(link)")
        try #require(url.isFileURL, "\(page): \(link)")
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        #expect(isThere && !isFolder.boolValue, "\(page): \(link) is not there")
        reached.insert(url.path)
        guard let fragment = url.fragment(percentEncoded: false), !fragment.isEmpty else {
          continue
        }
        #expect(
          links[url.path]?.anchors.contains(fragment) == true, "\(page): \(link) has no such place")
      }
    }
    for page in links.keys { #expect(reached.contains(page), "no link leads to \(page)") }
  }

  @Test func `pages fit into narrow windows, and follow the reader's colour scheme`() throws {
    let browser = try #require(OneBrowser.current)
    let all = try pages()
    var papers: Set<String> = []
    for (width, isDark) in [(360, false), (1200, true)] {
      try browser.show(width: width, height: 800, isDark: isDark)
      for page in all where !page.hasPrefix("Samples/") || page.hasSuffix("README.html") {
        try browser.open("\(folder.path)/\(page)")
        let tooWide = try browser.text("document.documentElement.scrollWidth > innerWidth")
        #expect(tooWide == "false", "\(page) at \(width)")
        papers.insert(
          try browser.text("getComputedStyle(document.documentElement).backgroundColor"))
      }
    }
    try browser.showAsAtFirst()
    #expect(papers == ["rgb(255, 255, 255)", "rgb(21, 24, 27)"])
  }
}
