--- The language client: starts the server, one per workspace, and talks to it.

local classpath = require("hotlens.classpath")
local compat = require("hotlens.compat")
local config = require("hotlens.config")
local contexts = require("hotlens.contexts")
local highlights = require("hotlens.highlights")
local hints = require("hotlens.hints")
local lenses = require("hotlens.lenses")
local neighbours = require("hotlens.neighbours")
local output = require("hotlens.output")
local progress = require("hotlens.progress")
local runs = require("hotlens.runs")
local trust = require("hotlens.trust")
local view = require("hotlens.view")

local M = {}

local name = "hotlens"

--- How many lines are looked at for the declaration of the package: a licence may stand in front of it.
local package_lines = 100

--- The folder in which the packages lie that a file's own is one of: of shop/orders/Order.java in the package
--- shop.orders the one that has the folder shop.
---@param bufnr integer
---@return string
local function folder_of_packages(bufnr)
  local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(bufnr))
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, package_lines, false)) do
    local package = line:match("^%s*package%s+([%w_$.]+)%s*;")
    if package then
      local inside = "/" .. package:gsub("%.", "/")
      return vim.endswith(folder, inside) and folder:sub(1, #folder - #inside) or folder
    end
  end
  return folder
end

---@param folder string|nil
---@return boolean # whether a folder is not the home folder, that of temporary files, nor all of the disk
local function is_workspace(folder)
  if not folder or folder == "" or folder == "/" then
    return false
  end
  for _, shared in ipairs({ vim.uv.os_homedir() or "", vim.uv.os_tmpdir() or "" }) do
    if folder == vim.fs.normalize(shared) then
      return false
    end
  end
  return true
end

---@param bufnr integer
---@return string root The nearest folder with a root marker, else the one in which the file's packages lie, else its own. It is
---  never the home folder, nor that of temporary files, in which a `src` may lie that has nothing to do with the file, nor all of the disk, as long as there is another.
local function root_of(bufnr)
  for _, root in ipairs({ vim.fs.root(bufnr, config.get().root_markers) or "", folder_of_packages(bufnr) }) do
    if is_workspace(root) then
      return root
    end
  end
  return vim.fs.dirname(vim.api.nvim_buf_get_name(bufnr))
end

---@return lsp.ClientCapabilities
local function capabilities()
  return vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), {
    workspace = { codeLens = { refreshSupport = true } },
    window = { showDocument = { support = true } },
    experimental = { hotlens = { trustHint = ":HotlensTrust trusts it" } },
  })
end

---@param client vim.lsp.Client
---@param root string
local function ask_for_trust(client, root)
  trust.ask(root, function(trusted)
    if trusted and not compat.is_stopped(client) then
      M.set_trusted(client, true)
    end
  end)
end

--- Starts the server for the buffer's workspace, or attaches the buffer to the one that runs.
---@param bufnr integer
function M.start(bufnr)
  local options = config.get()
  if vim.fn.executable(options.cmd[1]) == 0 then
    vim.notify_once(
      ("hotlens: %q is not an executable program. Put hotlens on PATH, or set `cmd` in setup()."):format(
        options.cmd[1]
      ),
      vim.log.levels.WARN
    )
    return
  end
  local root = root_of(bufnr)
  local trusted = trust.of(root)
  local settings = vim.tbl_extend("force", options.settings, { trusted = trusted == true })
  vim.lsp.start({
    name = name,
    cmd = options.cmd,
    root_dir = root,
    capabilities = capabilities(),
    init_options = settings,
    settings = { hotlens = settings },
    commands = { ["hotlens.contexts"] = contexts.run, ["hotlens.output"] = output.run },
    handlers = vim.tbl_extend(
      "error",
      hints.handlers,
      lenses.handlers,
      neighbours.handlers,
      output.handlers,
      runs.handlers,
      view.handlers
    ),
    on_init = function(client)
      highlights.define()
      progress.attach(client.id)
      if trusted == nil then
        ask_for_trust(client, root)
      end
    end,
    on_attach = function(client, attached)
      lenses.attach(client, attached)
      hints.attach(client, attached)
      highlights.attach(attached)
      neighbours.attach(client, attached)
      classpath.attach(client, attached)
    end,
    on_exit = function(code, _, client_id)
      vim.schedule(function()
        runs.forget(client_id)
        output.forget(client_id)
        progress.forget(client_id)
        classpath.forget(client_id)
        if code ~= 0 then
          vim.notify(
            ("hotlens: the server ended with status %d; its messages are in %s."):format(
              code,
              require("vim.lsp.log").get_filename()
            ),
            vim.log.levels.ERROR
          )
        end
      end)
    end,
  }, { bufnr = bufnr })
end

---@param bufnr integer 0 for the current buffer.
---@return vim.lsp.Client|nil
function M.of_buffer(bufnr)
  return vim.lsp.get_clients({ name = name, bufnr = bufnr })[1]
end

---@return vim.lsp.Client[]
function M.all()
  return vim.lsp.get_clients({ name = name })
end

--- Has the server execute one of its commands.
---@param client vim.lsp.Client
---@param command string
---@param arguments any[]
---@param on_result? fun(result: any) Not called if the command fails; the user sees the error.
function M.execute(client, command, arguments, on_result)
  local params = { command = command, arguments = arguments }
  local function on_response(err, result)
    if err then
      vim.notify("hotlens: " .. err.message, vim.log.levels.ERROR)
    elseif on_result then
      on_result(result)
    end
  end
  compat.request(client, "workspace/executeCommand", params, on_response)
end

--- Tells the server whether it may compile and run the workspace's programs.
---@param client vim.lsp.Client
---@param trusted boolean
function M.set_trusted(client, trusted)
  client.settings.hotlens.trusted = trusted
  compat.notify(client, "workspace/didChangeConfiguration", { settings = client.settings })
  classpath.ask(client)
end

return M
