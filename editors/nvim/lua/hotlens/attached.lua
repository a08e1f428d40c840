--- Autocommands that last as long as a buffer is attached to a client.

local M = {}

--- Makes a group of autocommands of a buffer, which is deleted when the client leaves it.
---@param name string
---@param client vim.lsp.Client
---@param bufnr integer
---@param on_detach? fun()
---@return integer
function M.group(name, client, bufnr, on_detach)
  local group = vim.api.nvim_create_augroup(("hotlens.%s.%d"):format(name, bufnr), { clear = true })
  vim.api.nvim_create_autocmd("LspDetach", {
    group = group,
    buffer = bufnr,
    desc = "Stop caring for the buffer",
    callback = function(event)
      if event.data.client_id == client.id then
        if on_detach then
          on_detach()
        end
        vim.api.nvim_del_augroup_by_id(group)
      end
    end,
  })
  return group
end

--- Calls back when Neovim has told the client's server of a buffer's text by one of these notifications.
---@param group integer
---@param client vim.lsp.Client
---@param bufnr integer
---@param methods string[]
---@param desc string
---@param callback fun()
function M.on_sent(group, client, bufnr, methods, desc, callback)
  local uri = vim.uri_from_bufnr(bufnr)
  vim.api.nvim_create_autocmd("LspNotify", {
    group = group,
    desc = desc,
    callback = function(event)
      local sent = event.data
      if
        sent.client_id == client.id
        and vim.tbl_contains(methods, sent.method)
        and sent.params.textDocument.uri == uri
      then
        callback()
      end
    end,
  })
end

return M
