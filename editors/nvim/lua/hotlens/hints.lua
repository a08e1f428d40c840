--- Inlay hints: calls and shares at every call site.
---
--- Neovim asks for hints, refreshes and draws them itself, but draws each line only once per version of the
--- text. Hints that change while the text does not (after a run) would so be missed: always in 0.10, and
--- later whenever a redraw comes between the question and the answer. The handlers below see to it that each
--- version's last answer is the one that is drawn.

local attached = require("hotlens.attached")
local lenses = require("hotlens.lenses")

local M = {}

---@param client vim.lsp.Client
---@param bufnr integer
---@return boolean whether there is a question to which the server has not answered yet
local function is_waiting(client, bufnr)
  return vim.iter(pairs(client.requests)):any(function(_, request)
    return request.type == "pending" and request.method == "textDocument/inlayHint" and request.bufnr == bufnr
  end)
end

--- Enabling hints once more makes Neovim ask, and forget which lines it has drawn.
---@param bufnr integer
local function ask_again(bufnr)
  if vim.api.nvim_buf_is_loaded(bufnr) and vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }) then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
end

---@type table<string, lsp.Handler>
M.handlers = {
  ["workspace/inlayHint/refresh"] = function(_, _, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    for bufnr in pairs(client and client.attached_buffers or {}) do
      ask_again(bufnr)
    end
    return vim.NIL
  end,

  ["textDocument/inlayHint"] = function(err, result, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    if client and not is_waiting(client, context.bufnr) then
      vim.lsp.handlers["textDocument/inlayHint"](err, result, context)
      lenses.fit(context.client_id, context.bufnr)
    end
  end,
}

---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  local group = attached.group("hints", client, bufnr)
  -- Neovim asks for the hints of a text that it reads again from its file while that is closed.
  attached.on_sent(group, client, bufnr, { "textDocument/didOpen" }, "Ask for the hints of a text that was read again", function()
    ask_again(bufnr)
  end)
end

return M
