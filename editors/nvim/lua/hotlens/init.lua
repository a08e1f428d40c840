--- hotlens for Neovim: next to Java code, what the last run of the program did.
---
--- This module is the public interface, and loads the others when they are needed. Each has one job: `config`
--- holds the options, `client` starts and talks to the language server, `trust` decides what may run, `lenses`
--- and `hints` switch the display on, `highlights` names its colours, `progress` shows what is under way, `runs`
--- reports finished runs, `contexts` shows a method's contexts, `tree` is the buffer with callers and callees,
--- `root` has a method timed, `neighbours` gets along with other Java servers, `classpath` passes on what jdtls knows of the projects, `view` opens pages in the browser, `hottest` makes the quickfix list, `commands` defines the user commands,
--- `health` is the health check, `numbers` and `texts` write what is shown, and `compat` knows what differs between Neovim versions.

local M = {}

--- What a status line has room for beside a file's name, in cells. Messages of runs can be longer.
local status_width = 60

--- The languages whose files may show numbers. Only Java's have the server started: a build script may be written in one of the others.
local languages = { "java", "kotlin", "scala", "groovy" }

---@param bufnr integer
local function is_shown(bufnr)
  local language = vim.bo[bufnr].filetype
  return vim.tbl_contains(languages, language)
    and (language == "java" or #vim.lsp.get_clients({ name = "hotlens" }) > 0)
    and vim.bo[bufnr].buftype == ""
    and vim.api.nvim_buf_get_name(bufnr) ~= ""
    -- Other plugins show class files under names such as jdt://...
    and not vim.api.nvim_buf_get_name(bufnr):match("^%a[%w+.-]+://")
end

---@param bufnr integer
local function start(bufnr)
  if is_shown(bufnr) then
    require("hotlens.client").start(bufnr)
  end
end

--- Starts the server for the Java files that are open already: a plugin manager may load the plugin after them.
local function start_for_open_files()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      start(bufnr)
    end
  end
end

--- Defines the commands, and has the server started with Java files. Called when Neovim sources the plugin.
function M.enable()
  vim.g.loaded_hotlens = true
  require("hotlens.commands").define()
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("hotlens", { clear = true }),
    pattern = languages,
    desc = "Start hotlens for Java files",
    callback = function(event)
      start(event.buf)
    end,
  })
  -- Later, so that the options of a setup() that follows hold for them.
  vim.schedule(start_for_open_files)
end

--- Sets the plugin up. May be called again with other options; they hold for clients started later.
---@param options? hotlens.Options
function M.setup(options)
  if vim.fn.has("nvim-0.10") == 0 then
    vim.notify("hotlens: Neovim 0.10 or newer is needed.", vim.log.levels.ERROR)
    return
  end
  require("hotlens.config").set(options or {})
  M.enable()
end

--- One line for a status line, about what is under way or about the last run in the current buffer's workspace;
--- "" without one. The status lines are redrawn when it changes.
---@return string
function M.status()
  -- Asked at every redraw, also before any Java file: without a client nothing is loaded.
  if not package.loaded["hotlens.client"] then
    return ""
  end
  local client = require("hotlens.client").of_buffer(0)
  if not client then
    return ""
  end
  local line = require("hotlens.progress").summary(client.id) or require("hotlens.runs").summary(client.id)
  local texts = require("hotlens.texts")
  return texts.fit(texts.line(line), status_width)
end

return M
