import Foundation
import TestSupport
import Testing

/// The jobs of `bindlab-ci(7)`, as far as a shell can run them.
@Suite struct CIJobTests {
  private static let examples = ExampleRunner.folder + "/Tests/Examples/ci/"

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: examples + name, encoding: .utf8)
  }

  /// A project with tests, and a tarball of the tool such as `.ci/package` makes.
  private func project(_ names: String...) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let made = try shell(
      """
      mkdir -p pack/bindlab/bin project && cp "$BINDLAB" pack/bindlab/bin/bindlab &&
        tar -C pack -I 'gzip -1' -cf bindlab.tar.gz bindlab && rm -r pack
      """, folder: folder)
    #expect(made.isQuiet)
    for name in names { try folder.write("project/" + name, Self.text(name)) }
    return folder
  }

  /// The shell scripts of the steps of a job for GitHub: what comes after each `run:`.
  private func steps(_ job: String) -> [String] {
    var steps: [String] = []
    var block: Int?
    for line in job.split(separator: "\n", omittingEmptySubsequences: false) {
      let indentation = line.prefix { $0 == " " }.count
      if let outside = block, indentation > outside {
        steps[steps.count - 1] += line.dropFirst(outside + 2) + "\n"
        continue
      }
      block = nil
      guard let run = line.range(of: "run: ") else { continue }
      let command = line[run.upperBound...]
      if command == "|" { block = indentation }
      steps.append(command == "|" ? "" : command + "\n")
    }
    return steps
  }

  /// The commands of a job for GitLab: the lists below some keys.
  private func commands(_ job: String, _ keys: [String]) -> [String] {
    var isInside = false
    var commands: [String] = []
    for line in job.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      if isInside, text.hasPrefix("- ") { commands.append(String(text.dropFirst(2))) }
      if !text.hasPrefix("- ") { isInside = keys.contains { text == $0 + ":" } }
    }
    return commands
  }

  /// Runs each step in a shell of its own, as GitHub does.
  private func runGitHub(_ folder: TemporaryFolder) throws -> ProcessResult {
    let job = try Self.text("github.yml")
    let steps = steps(job)
    #expect(steps.count == 4)
    // These run after a step that failed, too, and so all run below.
    #expect(job.components(separatedBy: "        if: ${{ !cancelled() }}\n").count == 3)
    #expect(job.contains("upload-artifact@v4\n        if: ${{ always() }}\n"))
    for (number, step) in steps.enumerated() { try folder.write("step\(number)", step) }
    return try shell(
      """
      export BINDLAB_TARBALL="file://$PWD/bindlab.tar.gz" GITHUB_PATH="$PWD/path"
      export CI=true GITHUB_ACTIONS=true; touch path; cd project
      for step in 0 1 2 3; do
        [ ! -s ../path ] || export PATH="$(cat ../path):$PATH"
        bash -e -o pipefail ../step$step 2>&1 || echo "step $step: $?"
      done
      """, folder: folder)
  }

  @Test func `the job for GitHub runs, and fails with an annotation or a failed test`() throws {
    let good = try project("total.bind", "invoice.md")
    let result = try runGitHub(good)
    #expect(
      result.output == """
        2 files: 0 would change
        2 files: no findings
        2 tests: 2 passed; 1 expect

        """)
    #expect(try good.read("project/report.xml").contains("tests=\"2\" failures=\"0\""))

    let failing = try project("total.bind", "rate.bind")
    #expect(try runGitHub(failing).output.hasSuffix("step 3: 1\n"))
    #expect(try failing.read("project/report.xml").contains("failures=\"1\""))

    let wrong = try project("total.bind")
    try wrong.write("project/wrong.bind", "print nope\n")
    let found = try runGitHub(wrong)
    #expect(found.output.contains("::error file=wrong.bind,line=1,"))
    #expect(found.output.contains("step 2: 2\n"))
    #expect(found.output.hasSuffix("step 3: 1\n"))
    #expect(try wrong.read("project/report.xml").contains("errors=\"0\""))
  }

  @Test func `the job for GitLab runs, and leaves its reports`() throws {
    let folder = try project("total.bind", "rate.bind")
    let job = try Self.text("gitlab.yml")
    let commands = commands(job, ["before_script", "script"])
    #expect(commands.count == 7)
    try folder.write("job", commands.joined(separator: "\n") + "\n")
    let result = try shell(
      """
      export BINDLAB_TARBALL="file://$PWD/bindlab.tar.gz" CI=true; cd project
      bash -e -o pipefail ../job 2>&1; echo "status $?"
      """, folder: folder)
    #expect(result.output.contains("3 tests: 2 passed, 1 failed") == false)
    #expect(result.output.hasSuffix("2 tests: 1 passed, 1 failed; 2 expects\nstatus 1\n"))
    #expect(try folder.read("project/quality.json") == "[]\n")
    #expect(try folder.read("project/report.xml").contains("failures=\"1\""))
  }

  @Test func `the job for a shell is a script for sh`() throws {
    let job = try Self.text("job.sh")
    #expect(job.hasPrefix("#!/bin/sh\n"))
    let result = try shell("exec /bin/sh -n '\(Self.examples)job.sh'")
    #expect(result.isQuiet)
  }

  @Test func `the manual shows the jobs as they are tested`() throws {
    let page = try String(
      contentsOfFile: ExampleRunner.folder + "/man/bindlab-ci.7", encoding: .utf8)
    for name in ["job.sh", "github.yml", "gitlab.yml"] {
      #expect(page.contains("$ cat Tests/Examples/ci/\(name)\n"))
    }
  }
}
