import Foundation
import TestSupport
import Testing

/// The language server in an editor that is not ours: Neovim without a screen.
@Suite struct EditorTests {
  private static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/nvim")

  private static let script = """
    class Person {
      name = "Ann"
    }
    object vm: Person { age = 3 }
    object view { text = "" }
    bind vm.name -> view.text
    action greet(who) { print "Hi " + who }
    greet(vm.name)
    print vm.nmae
    """

  /// What the editor prints while it runs some lines of Lua. In these `ask(METHOD, LINE, COLUMN, MORE)`
  /// sends a request about the script and gives its result, and `say` prints.
  private func answers(_ lua: String, _ text: String = script) throws -> [String] {
    let folder = TemporaryFolder()
    try folder.write("a.bind", text)
    try folder.write(
      "driver.lua",
      """
      local out = io.open("out", "w")
      function say(...) out:write(table.concat({...}, " "), "\\n") end
      vim.cmd("edit a.bind")
      local buffer = vim.api.nvim_get_current_buf()
      local client = vim.lsp.start_client({
        name = "bindlab", cmd = { vim.env.BINDLAB, "lsp" }, root_dir = vim.fn.getcwd() })
      vim.lsp.buf_attach_client(buffer, client)
      local function ready() return vim.lsp.get_client_by_id(client).initialized end
      assert(vim.wait(20000, ready, 20), "the server does not start")
      function ask(method, line, column, more)
        local uri = vim.uri_from_bufnr(buffer)
        local place = { line = line or 0, character = column or 0 }
        local parameters = vim.tbl_extend("force", {
          textDocument = { uri = uri }, position = place,
          range = { start = place, ["end"] = place } }, more or {})
        local found = vim.lsp.buf_request_sync(buffer, method, parameters, 20000)
        local answer = found and found[client] or {}
        return answer.result, answer.err or answer.error
      end
      function findings()
        vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
        return vim.diagnostic.get(buffer)
      end
      local isRight, failure = pcall(function()
      \(lua)
      end)
      if not isRight then say("failed: " .. tostring(failure)) end
      out:close()
      vim.lsp.stop_client(client)
      vim.cmd("qall!")
      """)
    let result = try shell(
      "export HOME=$PWD XDG_STATE_HOME=$PWD; nvim --headless -u NONE -i NONE -n -S driver.lua"
        + " </dev/null >log 2>&1; cat out",
      folder: folder)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: isInstalled, "Neovim is not installed"))
  func `findings appear, and change with the text`() throws {
    let found = try answers(
      """
      for _, item in ipairs(findings()) do
        say(item.lnum, item.col, item.severity, item.source, item.message:match("[^\\n]*"))
      end
      vim.api.nvim_buf_set_lines(buffer, 8, 9, false, { "print vm.name" })
      local function errors()
        return #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
      end
      vim.wait(20000, function() return errors() == 0 end, 20)
      say("errors", errors())
      """)
    #expect(
      found == [
        "5 13 2 bindlab '->' is the old spelling of '~>'",
        "8 6 1 bindlab no property 'nmae' in 'vm'; did you mean 'name'?", "errors 0",
      ])
  }

  @Test(.enabled(if: isInstalled, "Neovim is not installed"))
  func `names lead to their places`() throws {
    let found = try answers(
      """
      local place = ask("textDocument/definition", 5, 9)[1]
      say("definition", place.range.start.line, place.range.start.character)
      local uses = ask("textDocument/references", 1, 3, { context = { includeDeclaration = true } })
      say("references", #uses)
      say("highlights", #ask("textDocument/documentHighlight", 1, 3))
      say(ask("textDocument/hover", 5, 9).contents.value:match("a property of vm: String"))
      for _, item in ipairs(ask("textDocument/documentSymbol")) do say(item.name) end
      say("found", #ask("workspace/symbol", 0, 0, { query = "greet" }))
      local item = ask("textDocument/prepareCallHierarchy", 5, 22)[1]
      say(item.name, ask("callHierarchy/incomingCalls", 0, 0, { item = item })[1].from.name)
      """)
    #expect(
      found == [
        "definition 1 2", "references 3", "highlights 3", "a property of vm: String", "Person",
        "vm", "view", "greet", "found 1", "view.text vm.name",
      ])
  }

  @Test(.enabled(if: isInstalled, "Neovim is not installed"))
  func `the editor renames, completes, lays out and fixes`() throws {
    let found = try answers(
      """
      findings()
      local edit = ask("textDocument/rename", 1, 3, { newName = "called" })
      vim.lsp.util.apply_workspace_edit(edit, "utf-16")
      say(vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1])
      say(vim.api.nvim_buf_get_lines(buffer, 7, 8, false)[1])
      local _, failure = ask("textDocument/rename", 3, 20, { newName = "called" })
      say(failure.message)
      local items = ask("textDocument/completion", 7, 9).items
      say("completion", items[1].label, items[2].label)
      local help = ask("textDocument/signatureHelp", 7, 6)
      say(help.signatures[1].label)
      local fix = ask("textDocument/codeAction", 5, 14, { context = { diagnostics = {} } })[1]
      vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
      say(vim.api.nvim_buf_get_lines(buffer, 5, 6, false)[1])
      vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "object view  {text=''}" })
      vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "object view  {text=\\"\\"}" })
      vim.lsp.util.apply_text_edits(
        ask("textDocument/formatting", 0, 0, { options = {} }), buffer, "utf-16")
      say(vim.api.nvim_buf_get_lines(buffer, 4, 5, false)[1])
      """)
    #expect(
      found == [
        "  called = \"Ann\"", "greet(vm.called)", "'called' is taken: it is declared in a.bind:2",
        "completion called age", "greet(who)", "bind vm.called ~> view.text",
        "object view { text = \"\" }",
      ])
  }

  @Test(.enabled(if: isInstalled, "Neovim is not installed"))
  func `the editor runs the script above which it says so`() throws {
    let found = try answers(
      """
      local lens = ask("textDocument/codeLens")[1]
      say(lens.command.title, lens.command.command)
      local output = ask("workspace/executeCommand", 0, 0, {
        command = lens.command.command, arguments = lens.command.arguments })
      say(output)
      for _, item in ipairs(ask("textDocument/codeLens")) do
        say(item.range.start.line, item.command.title)
      end
      """,
      "object a { x = 1 }\nobject b { x = 1 }\nbind a.x ~> b.x\na.x = 2\na.x = 3\nprint b.x")
    #expect(
      found == [
        "run bindlab.run", "3", "0 run", "0 run with a trace", "2 fires 3 times, 1 for nothing",
      ])
  }

  @Test(.enabled(if: isInstalled, "Neovim is not installed"))
  func `the editor asks for what it shows around a text`() throws {
    let found = try answers(
      """
      local from, to = { line = 0, character = 0 }, { line = 9, character = 0 }
      local whole = { range = { start = from, ["end"] = to } }
      local fold = ask("textDocument/foldingRange")[1]
      say("fold", fold.startLine, fold.endLine)
      local selection = ask("textDocument/selectionRange", 0, 0, {
        positions = { { line = 5, character = 9 } } })[1]
      say("selection", selection.range.start.character, selection.parent.range.start.character)
      local all = #ask("textDocument/semanticTokens/full").data / 5
      local some = #ask("textDocument/semanticTokens/range", 0, 0, {
        range = { start = from, ["end"] = { line = 2, character = 0 } } }).data / 5
      say("tokens", tostring(all > some), some)
      for _, hint in ipairs(ask("textDocument/inlayHint", 0, 0, whole)) do
        say("hint", hint.position.line, hint.label)
      end
      local named = ask("textDocument/prepareRename", 1, 3)
      say("name", named.placeholder, named.range.start.character)
      local item = ask("textDocument/prepareCallHierarchy", 5, 9)[1]
      say(item.name, ask("callHierarchy/outgoingCalls", 0, 0, { item = item })[1].to.name)
      local option = { label = "object", data = "object" }
      say(ask("completionItem/resolve", 0, 0, option).documentation.value:match("object: [%a ]*"))
      local fixes = ask("textDocument/codeAction", 5, 14, {
        context = { diagnostics = {}, only = { "source.fixAll" } } })
      say(#fixes, fixes[1].title)
      local uri = vim.uri_from_bufnr(buffer)
      local page = ask("workspace/executeCommand", 0, 0, {
        command = "bindlab.report", arguments = { uri } })
      say("page", page:match("<!DOCTYPE html>"))
      local _, failure = ask("workspace/executeCommand", 0, 0, {
        command = "bindlab.graph", arguments = { uri } })
      say("graph", failure.message:match("no property 'nmae' in 'vm'"))
      local _, refused = ask("textDocument/hover", 0, 0, { position = { line = -1, character = "a" } })
      say("nonsense", refused.code)
      vim.api.nvim_buf_set_lines(buffer, 0, 3, false, { "class Person {", "name   = 1", "}" })
      local typed = ask("textDocument/onTypeFormatting", 2, 1, { ch = "}", options = {} })
      say("typed", #typed, typed[1].newText:sub(1, -2))
      local part = ask("textDocument/rangeFormatting", 1, 0, { options = {} })
      say("part", #part, part[1].range.start.line, part[1].range["end"].line)
      """)
    #expect(
      found == [
        "fold 0 1", "selection 8 5", "tokens true 4", "hint 5 #1", "name name 2",
        "vm.name view.text", "object: makes one object with its properties", "1 apply the only fix",
        "page <!DOCTYPE html>", "graph no property 'nmae' in 'vm'", "nonsense -32602",
        "typed 1   name = 1", "part 1 1 2",
      ])
  }
}
