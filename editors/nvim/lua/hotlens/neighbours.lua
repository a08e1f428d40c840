--- Other Java servers in the same buffer, such as that of nvim-jdtls: hotlens leaves to them what is theirs.

local compat = require("hotlens.compat")

local M = {}

--- The names under which servers run that report what does not compile.
local compilers = { "jdtls", "java_language_server", "javac" }

---@param client vim.lsp.Client Ours.
---@param bufnr integer
---@return vim.lsp.Client[] the others that answer hovers in the buffer
local function with_hovers(client, bufnr)
  return vim.tbl_filter(function(other)
    return other.id ~= client.id
  end, vim.lsp.get_clients({ bufnr = bufnr, method = "textDocument/hover" }))
end

---@type table<string, lsp.Handler>
M.handlers = {}

-- Since 0.11 Neovim shows the hovers of all servers in one window. Before, each opens one of its own: a second one
-- would move the cursor into the first, and a server with nothing to say would do so in a message.
if vim.fn.has("nvim-0.11") == 0 then
  M.handlers["textDocument/hover"] = function(err, result, context, config)
    local client = vim.lsp.get_client_by_id(context.client_id)
    if not (client and #with_hovers(client, context.bufnr) > 0) then
      return vim.lsp.handlers["textDocument/hover"](err, result, context, config)
    end
    if result and context.bufnr == vim.api.nvim_get_current_buf() then
      local lines = vim.lsp.util.convert_input_to_markdown_lines(result.contents)
      return vim.lsp.util.open_floating_preview(lines, "markdown", { focus_id = "hotlens.hover" })
    end
  end
end

--- Leaves the diagnostics of the compiler to another server of the buffer, unless the user has decided.
---@param client vim.lsp.Client Ours.
---@param bufnr integer
local function leave_diagnostics(client, bufnr)
  local settings = client.settings.hotlens
  if settings.diagnostics ~= nil then
    return
  end
  for _, other in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
    if vim.list_contains(compilers, other.name) then
      settings.diagnostics = "exceptions"
      compat.notify(client, "workspace/didChangeConfiguration", { settings = client.settings })
      return
    end
  end
end

---@param client vim.lsp.Client Ours.
---@param bufnr integer
function M.attach(client, bufnr)
  leave_diagnostics(client, bufnr)
  vim.api.nvim_create_autocmd("LspAttach", {
    group = vim.api.nvim_create_augroup(("hotlens.neighbours.%d"):format(bufnr), { clear = true }),
    buffer = bufnr,
    desc = "Leave diagnostics to the other Java server",
    callback = function()
      if not compat.is_stopped(client) then
        leave_diagnostics(client, bufnr)
      end
    end,
  })
end

return M
