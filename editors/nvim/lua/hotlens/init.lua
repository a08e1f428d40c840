--- hotlens for Neovim: next to Java code, what the last run of the program did.
---
--- This module is the public interface. Each of the others has one job: `config` holds the options,
--- `client` starts and talks to the language server, `trust` decides what may run, `lenses` and `hints`
--- switch the display on, `highlights` names its colours, `runs` reports finished runs, `contexts` shows
--- a method's contexts, `hottest` makes the quickfix list, `commands` defines the user commands, `health`
--- is the health check, and `compat` knows what differs between Neovim versions.

local M = {}

---@param bufnr integer
local function is_java_file(bufnr)
  return vim.bo[bufnr].filetype == "java"
    and vim.bo[bufnr].buftype == ""
    and vim.api.nvim_buf_get_name(bufnr) ~= ""
    -- Other plugins show class files under names such as jdt://...
    and not vim.api.nvim_buf_get_name(bufnr):match("^%a[%w+.-]+://")
end

--- Sets the plugin up. May be called again with other options; they hold for clients started later.
---@param options? hotlens.Options
function M.setup(options)
  if vim.fn.has("nvim-0.10") == 0 then
    vim.notify("hotlens: Neovim 0.10 or newer is needed.", vim.log.levels.ERROR)
    return
  end
  require("hotlens.config").set(options or {})
  require("hotlens.highlights").define()
  require("hotlens.commands").define()

  local client = require("hotlens.client")
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("hotlens", { clear = true }),
    pattern = "java",
    desc = "Start hotlens for Java files",
    callback = function(event)
      if is_java_file(event.buf) then
        client.start(event.buf)
      end
    end,
  })
  -- A plugin manager may load the plugin after the file.
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and is_java_file(bufnr) then
      client.start(bufnr)
    end
  end
end

--- One line about the last run in the current buffer's workspace, for a status line; "" without one.
---@return string
function M.status()
  local client = require("hotlens.client").of_buffer(0)
  return client and require("hotlens.runs").summary(client.id) or ""
end

return M
