import Text

/// The language server in Neovim, which needs no plugin.
enum NeovimServer {
  static var text: String {
    """
    -- The language server for scripts of bindlab, made by 'bindlab editor neovim'.

    -- The top folder of a file's project: the nearest one with a mark, or the folder of the file.
    local function root(path)
      local own = vim.fn.fnamemodify(path, ":p:h")
      local folder = own
      while true do
        for _, mark in ipairs({ \(SettingsFile.projectMarks.map(\.json).joined(separator: ", ")) }) do
          local marked = folder .. "/" .. mark
          if vim.fn.filereadable(marked) == 1 or vim.fn.isdirectory(marked) == 1 then
            return folder
          end
        end
        local above = vim.fn.fnamemodify(folder, ":h")
        if above == folder then
          return own
        end
        folder = above
      end
    end

    -- Shows a result in a window of its own, which 'q' closes.
    local function show(name, text)
      local lines = vim.split(text, "\\n", { plain = true })
      if lines[#lines] == "" and #lines > 1 then
        table.remove(lines)
      end
      local title = "bindlab://" .. name
      local buffer = vim.fn.bufnr("^" .. vim.fn.escape(title, "[]*?{},") .. "$")
      if buffer < 0 then
        buffer = vim.api.nvim_create_buf(false, true)
        vim.api.nvim_buf_set_name(buffer, title)
        vim.api.nvim_buf_set_keymap(buffer, "n", "q", "<cmd>close<cr>", { noremap = true, silent = true })
      end
      vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
      if vim.fn.bufwinid(buffer) < 0 then
        local before = vim.api.nvim_get_current_win()
        vim.cmd("botright 12split")
        vim.api.nvim_win_set_buf(0, buffer)
        vim.api.nvim_set_current_win(before)
      end
    end

    -- Shows a picture or a page with the program that the system has for it.
    local function open(ending, text)
      local path = vim.fn.tempname() .. "." .. ending
      vim.fn.writefile(vim.split(text, "\\n", { plain = true }), path)
      if vim.ui.open and vim.ui.open(path) then
        return
      end
      vim.notify("bindlab: the result is in " .. path)
    end

    -- Has the server run a script, and shows the result.
    local function run(task, client, arguments)
      local parameters = { command = "bindlab." .. task, arguments = arguments }
      client.request("workspace/executeCommand", parameters, function(failure, result)
        if failure then
          vim.notify("bindlab: " .. failure.message, vim.log.levels.ERROR)
        elseif type(result) ~= "string" then
          return
        elseif task == "graph" then
          open("svg", result)
        elseif task == "report" then
          open("html", result)
        else
          show(vim.fn.fnamemodify(vim.uri_to_fname(arguments[1]), ":t") .. "." .. task, result)
        end
      end, vim.api.nvim_get_current_buf())
    end

    local tasks = { run = "Run", trace = "Trace", graph = "Graph", report = "Report" }
    local commands = {}
    for task, _ in pairs(tasks) do
      commands["bindlab." .. task] = function(command, context)
        run(task, vim.lsp.get_client_by_id(context.client_id), command.arguments)
      end
    end

    -- What a buffer gets when the server is there: the commands, and the lenses above the script.
    local function attach(client, buffer)
      vim.api.nvim_buf_set_option(buffer, "omnifunc", "v:lua.vim.lsp.omnifunc")
      for task, name in pairs(tasks) do
        vim.api.nvim_buf_create_user_command(buffer, "Bindlab" .. name, function()
          run(task, client, { vim.uri_from_bufnr(buffer) })
        end, { desc = "bindlab: " .. task })
      end
      local function refresh()
        pcall(vim.lsp.codelens.refresh)
      end
      vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost", "InsertLeave" }, {
        buffer = buffer,
        callback = refresh,
      })
      refresh()
    end

    local clients = {}
    vim.api.nvim_create_autocmd("FileType", {
      pattern = "bindlab",
      callback = function(event)
        local settings = {
          name = "bindlab",
          cmd = { "bindlab", "lsp" },
          root_dir = root(event.file),
          commands = commands,
          on_attach = attach,
          -- The server need not show the results, as this file does.
          init_options = { showsResults = true },
        }
        if vim.lsp.start then
          vim.lsp.start(settings)
        else
          -- Before version 0.8 a client is not found again by its name and folder.
          local known = clients[settings.root_dir]
          if not known or not vim.lsp.get_client_by_id(known) then
            known = vim.lsp.start_client(settings)
            clients[settings.root_dir] = known
          end
          vim.lsp.buf_attach_client(event.buf, known)
        end
      end,
    })

    """
  }
}
