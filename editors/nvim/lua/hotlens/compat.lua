--- Calls that differ between Neovim versions: since 0.11 a client's functions are methods.

local M = {}

local has_methods = vim.fn.has("nvim-0.11") == 1

---@param client vim.lsp.Client
---@param method string
---@param params table
---@param on_response lsp.Handler
---@param bufnr? integer
function M.request(client, method, params, on_response, bufnr)
  if has_methods then
    client:request(method, params, on_response, bufnr)
  else
    client.request(method, params, on_response, bufnr)
  end
end

---@param client vim.lsp.Client
---@param method string
---@param params table
function M.notify(client, method, params)
  if has_methods then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

---@param client vim.lsp.Client
---@return boolean
function M.is_stopped(client)
  if has_methods then
    return client:is_stopped()
  end
  return client.is_stopped()
end

return M
