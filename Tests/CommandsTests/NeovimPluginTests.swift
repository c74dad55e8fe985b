import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// The files for Neovim: where the server's project begins, and what a person gets.
@Suite(.enabled(if: EditorPrograms.isInstalled("nvim"), "Neovim is not installed"))
struct NeovimPluginTests {
  /// What some lines of Lua say, with the files for Neovim and one script open. `client` is the client of
  /// the server.
  private func answers(
    opening path: String, _ files: [String: String], _ lua: String
  ) throws -> [String] {
    let folder = TemporaryFolder()
    #expect(try bindlab("editor", "neovim", "-o", folder.path + "/files").status == 0)
    for (path, text) in files {
      let inner = path.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(inner)", withIntermediateDirectories: true)
      try folder.write(path, text)
    }
    try folder.write(
      "driver.lua",
      """
      local out = io.open("out", "w")
      local top = vim.fn.resolve(vim.fn.getcwd())
      function say(...) out:write(table.concat({...}, " "), "\\n") end
      vim.opt.runtimepath:prepend(vim.fn.getcwd() .. "/files")
      vim.cmd("filetype plugin indent on | runtime plugin/bindlab_lsp.lua")
      vim.cmd("edit \(path)")
      local function clients()
        return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
      end
      vim.wait(20000, function() return clients()[1] and clients()[1].initialized end, 20)
      local client = clients()[1]
      vim.wait(20000, function() return vim.bo.omnifunc:find("lsp") ~= nil end, 20)
      local isRight, failure = pcall(function()
      \(lua)
      end)
      if not isRight then say("failed: " .. tostring(failure)) end
      out:close()
      vim.cmd("qall!")
      """)
    let result = try shell(
      """
      mkdir bin; ln -s "$BINDLAB" bin/bindlab
      export HOME=$PWD XDG_STATE_HOME=$PWD PATH=$PWD/bin:$PATH
      /usr/bin/nvim --headless -u NONE -i NONE -n -S driver.lua </dev/null >log 2>&1; cat out log
      """, folder: folder)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (["p/.bindlab": "", "p/a/b/x.bind": ""], "p"), (["p/.git/HEAD": "", "p/a/b/x.bind": ""], "p"),
    (["p/.git/HEAD": "", "p/a/.bindlab": "", "p/a/b/x.bind": ""], "p/a"),
  ])
  func `the nearest marked folder is the root`(files: [String: String], root: String) throws {
    let found = try answers(
      opening: "p/a/b/x.bind", files,
      "say(vim.fn.resolve(client.config.root_dir):sub(#top + 2))")
    #expect(found == [root])
  }

  @Test func `a name that files share is renamed in all of them`() throws {
    let found = try answers(
      opening: "p/lib/common.bind",
      [
        "p/.bindlab": "", "p/lib/common.bind": "let shared = 1\n",
        "p/use.bind": "source \"lib/common.bind\"\nprint shared\n",
      ],
      """
      local parameters = { textDocument = { uri = vim.uri_from_bufnr(0) },
        position = { line = 0, character = 5 }, newName = "common" }
      local answer = vim.lsp.buf_request_sync(0, "textDocument/rename", parameters, 20000)
      vim.lsp.util.apply_workspace_edit(answer[client.id].result, client.offset_encoding)
      vim.cmd("silent wall")
      say(vim.fn.readfile("p/lib/common.bind")[1])
      say(vim.fn.readfile("p/use.bind")[2])
      """)
    #expect(found == ["let common = 1", "print common"])
  }

  @Test func `completion and the commands are at hand, and a person sees the output`() throws {
    let found = try answers(
      opening: "x.bind", ["x.bind": "print 1 + 1\nprint \"done\"\n"],
      """
      say(vim.bo.omnifunc)
      local function result(task)
        local name = "bindlab://x.bind." .. task
        vim.wait(20000, function() return vim.fn.bufwinnr(name) > 0 end, 20)
        return vim.api.nvim_buf_get_lines(vim.fn.bufnr(name), 0, -1, false)
      end
      vim.cmd("BindlabRun")
      say(unpack(result("run")))
      vim.cmd("BindlabTrace")
      say(#result("trace") > 1 and "a trace" or "none")
      say(vim.fn.expand("%:t"), vim.fn.exists(":BindlabGraph"), vim.fn.exists(":BindlabReport"))
      """)
    #expect(found == ["v:lua.vim.lsp.omnifunc", "2 done", "a trace", "x.bind 2 2"])
  }

  @Test func `a lens above the script runs it`() throws {
    let found = try answers(
      opening: "x.bind", ["x.bind": "print 1 + 1\n"],
      """
      local lenses = {}
      vim.wait(20000, function()
        vim.lsp.codelens.refresh()
        lenses = vim.lsp.codelens.get(0)
        return #lenses > 0
      end, 100)
      local lens = lenses[1]
      client.commands[lens.command.command](lens.command, { bufnr = 0, client_id = client.id })
      local name = "bindlab://x.bind.run"
      vim.wait(20000, function() return vim.fn.bufwinnr(name) > 0 end, 20)
      say(unpack(vim.api.nvim_buf_get_lines(vim.fn.bufnr(name), 0, -1, false)))
      """)
    #expect(found == ["2"])
  }
}
