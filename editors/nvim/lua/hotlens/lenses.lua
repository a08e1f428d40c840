--- Code lenses: calls, share and change of every method that ran.
---
--- Neovim 0.12 keeps lenses up to date by itself once they are enabled. Before, a client has to ask for
--- them by hand and to handle the server's workspace/codeLens/refresh.

local compat = require("hotlens.compat")

local M = {}

local is_automatic = vim.fn.has("nvim-0.12") == 1

--- The newest request per buffer: an older one's answer is out of date.
---@type table<integer, integer>
local newest = {}

--- Asks for the lenses of a buffer, where Neovim does not do so by itself.
---@param client vim.lsp.Client
---@param bufnr integer
function M.refresh(client, bufnr)
  if is_automatic or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  local number = (newest[bufnr] or 0) + 1
  newest[bufnr] = number
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  -- Not vim.lsp.codelens.refresh: that asks all clients, and drops a refresh that comes while it waits.
  local function on_response(err, result, context)
    if newest[bufnr] == number then
      vim.lsp.codelens.on_codelens(err, result or {}, context, {})
    end
  end
  compat.request(client, "textDocument/codeLens", params, on_response, bufnr)
end

---@type table<string, lsp.Handler>
M.handlers = {}

if not is_automatic then
  M.handlers["workspace/codeLens/refresh"] = function(_, _, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    for bufnr in pairs(client and client.attached_buffers or {}) do
      M.refresh(client, bufnr)
    end
    return vim.NIL
  end
end

--- Shows lenses in a buffer, and keeps them in step with its text.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if is_automatic then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    return
  end
  local uri = vim.uri_from_bufnr(bufnr)
  local group = vim.api.nvim_create_augroup(("hotlens.lenses.%d"):format(bufnr), { clear = true })
  vim.api.nvim_create_autocmd("LspNotify", {
    group = group,
    desc = "Ask for the lenses of a text that changed",
    callback = function(event)
      local sent = event.data
      if
        sent.client_id == client.id
        and sent.method == "textDocument/didChange"
        and sent.params.textDocument.uri == uri
      then
        M.refresh(client, bufnr)
      end
    end,
  })
  vim.api.nvim_create_autocmd("LspDetach", {
    group = group,
    buffer = bufnr,
    desc = "Stop asking for lenses",
    callback = function(event)
      if event.data.client_id == client.id then
        newest[bufnr] = nil
        vim.api.nvim_del_augroup_by_id(group)
      end
    end,
  })
  M.refresh(client, bufnr)
end

return M
