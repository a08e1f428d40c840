--- What the program prints: a buffer that grows while it runs.
---
--- The text is in a file of the server's, which it writes again and tells of when something was printed ("hotlens/output").

local M = {}

--- The clients of which an output was shown.
---@type table<integer, true>
local shown = {}

--- Loads a file's buffer again, if there is one. Whoever looks at its end goes on to see the end.
---@param file string
local function reload(file)
  local buffer = vim.fn.bufnr(vim.fn.fnameescape(file))
  if buffer < 0 or not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  local last = vim.api.nvim_buf_line_count(buffer)
  local following = vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_cursor(window)[1] >= last
  end, vim.fn.win_findbuf(buffer))
  vim.bo[buffer].autoread = true
  vim.cmd("silent! checktime " .. buffer)
  for _, window in ipairs(following) do
    vim.api.nvim_win_set_cursor(window, { vim.api.nvim_buf_line_count(buffer), 0 })
  end
end

--- Shows what the program of a file has printed, and from then on what programs print.
---@param client vim.lsp.Client
---@param uri string|nil The file; nil for the newest run.
function M.show(client, uri)
  require("hotlens.client").execute(client, "hotlens.output", { uri or vim.NIL, { show = true, follow = true } }, function()
    shown[client.id] = true
  end)
end

--- Handles the command of a lens.
---@param command lsp.Command
---@param context {bufnr: integer, client_id: integer}
function M.run(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  M.show(client, (command.arguments or {})[1])
  -- Before 0.12, Neovim removes a lens that was run, and counts on new ones.
  require("hotlens.lenses").refresh(client, context.bufnr)
end

--- A run has ended: what was shown is completed.
---@param client_id integer
function M.finish(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if client and shown[client_id] then
    require("hotlens.client").execute(client, "hotlens.output", { vim.NIL, { show = false, follow = true } }, function(answer)
      reload(vim.uri_to_fname(answer.uri))
    end)
  end
end

---@param client_id integer
function M.forget(client_id)
  shown[client_id] = nil
end

---@type table<string, lsp.Handler>
M.handlers = {
  ["hotlens/output"] = function(_, piece)
    reload(vim.uri_to_fname(piece.uri))
  end,
}

return M
