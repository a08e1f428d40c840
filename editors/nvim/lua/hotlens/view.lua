--- Pages in the browser, such as the flame graph, and texts in a window of their own, such as what a program has printed.

local M = {}

--- How many lines of a text are seen: as many as of the quickfix list.
local height = 10

--- Opens a window below all others, unless one shows the file.
---@param file string
local function make_room(file)
  local buffer = vim.fn.bufnr(vim.fn.fnameescape(file))
  if buffer < 0 or #vim.fn.win_findbuf(buffer) == 0 then
    vim.cmd(("botright %dsplit"):format(height))
  end
end

---@type table<string, lsp.Handler>
M.handlers = {
  -- Neovim's own handler waits for the browser for two seconds, and ends it then.
  ["window/showDocument"] = function(err, result, context, config)
    if not result.external then
      if vim.endswith(result.uri, ".log") then -- beside the source, not in place of it
        make_room(vim.uri_to_fname(result.uri))
      end
      return vim.lsp.handlers["window/showDocument"](err, result, context, config)
    end
    local process, problem = vim.ui.open(result.uri)
    if not process then
      vim.notify(("hotlens: no browser was found: %s"):format(problem or "unknown"), vim.log.levels.WARN)
    end
    return { success = process ~= nil }
  end,
}

return M
