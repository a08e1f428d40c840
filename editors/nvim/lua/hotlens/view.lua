--- Pages in the browser, such as the flame graph, and texts in a window of their own, such as what a program has printed.

local M = {}

--- How many lines of a text are seen: as many as of the quickfix list.
local height = 10

--- Goes to the window for a text: one that shows it, or another of its kind, else a new one below all others. What a program prints is of a kind of its own, as
--- it grows while others are read.
---@param file string
local function make_room(file)
  local kind = vim.fn.fnamemodify(file, ":e") == "log"
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local shown = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window))
    if vim.fs.dirname(shown) == vim.fs.dirname(file) and (vim.fn.fnamemodify(shown, ":e") == "log") == kind then
      vim.api.nvim_set_current_win(window)
      return
    end
  end
  vim.cmd(("botright %dsplit"):format(height))
end

--- Opens a text of the server's beside the source, not in place of it. It may come long after it was asked for: who is typing goes on where they are.
---@param result {uri: string}
local function show_text(err, result, context, config)
  local typing = vim.api.nvim_get_mode().mode ~= "n" and vim.api.nvim_get_current_win()
  make_room(vim.uri_to_fname(result.uri))
  local answer = vim.lsp.handlers["window/showDocument"](err, result, context, config)
  if typing then
    vim.api.nvim_set_current_win(typing)
  end
  return answer
end

---@type table<string, lsp.Handler>
M.handlers = {
  -- Neovim's own handler waits for the browser for two seconds, and ends it then.
  ["window/showDocument"] = function(err, result, context, config)
    if not result.external then
      return show_text(err, result, context, config)
    end
    local process, problem = vim.ui.open(result.uri)
    if not process then
      vim.notify(("hotlens: no browser was found: %s"):format(problem or "unknown"), vim.log.levels.WARN)
    end
    return { success = process ~= nil }
  end,
}

return M
