--- The contexts of a method, which the lens of the method offers: who called it, and at what cost.

local M = {}

---@class hotlens.Context
---@field path string The callers, outermost first.
---@field calls integer
---@field bytecodes integer Executed in this context and in everything called from it.
---@field share number Of the run's bytecodes, from 0 to 1.

---@param number integer
---@return string The number with thousands separators.
local function grouped(number)
  local digits = ("%d"):format(number)
  return (digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

---@param contexts hotlens.Context[] Hottest first.
local function show(contexts)
  if #contexts == 0 then
    vim.notify("hotlens: the last run did not call this method.", vim.log.levels.INFO)
    return
  end
  local rows = { { "share", "calls", "bytecodes" } }
  for _, context in ipairs(contexts) do
    local share = ("%.1f%%"):format(100 * context.share)
    rows[#rows + 1] = { share, grouped(context.calls), grouped(context.bytecodes) }
  end
  local widths = { 0, 0, 0 }
  for _, row in ipairs(rows) do
    for column, cell in ipairs(row) do
      widths[column] = math.max(widths[column], #cell)
    end
  end
  local lines = {}
  for number, row in ipairs(rows) do
    for column, cell in ipairs(row) do
      row[column] = (" "):rep(widths[column] - #cell) .. cell
    end
    local context = contexts[number - 1]
    lines[#lines + 1] = table.concat(row, "  ") .. "  " .. (context and context.path or "context")
  end
  vim.lsp.util.open_floating_preview(lines, "", { border = "rounded", focus_id = "hotlens.contexts" })
end

--- Handles the command of a lens.
---@param command lsp.Command
---@param context {bufnr: integer, client_id: integer}
function M.run(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  require("hotlens.client").execute(client, command.command, command.arguments, show)
  -- Before 0.12, Neovim removes a lens that was run, and counts on new ones.
  require("hotlens.lenses").refresh(client, context.bufnr)
end

return M
