--- Pages in the browser: the flame graph.

local M = {}

---@type table<string, lsp.Handler>
M.handlers = {
  -- Neovim's own handler waits for the browser for two seconds, and ends it then.
  ["window/showDocument"] = function(err, result, context, config)
    if not result.external then
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
