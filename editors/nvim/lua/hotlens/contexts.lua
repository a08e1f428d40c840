--- The contexts of a method, which the lens of the method offers: who called it, from where, and at what cost.

local numbers = require("hotlens.numbers")
local texts = require("hotlens.texts")

local M = {}

---@class hotlens.Context
---@field path string The callers with the lines of their calls, outermost first.
---@field calls integer
---@field figure string What was spent in this context and in everything called from it, with its unit.
---@field share number The same of the run, from 0 to 1.

---@param contexts hotlens.Context[] Hottest first.
local function show(contexts)
  if #contexts == 0 then
    vim.notify("hotlens: the last run did not call this method.", vim.log.levels.INFO)
    return
  end
  local rows = { { "share", "cost", "calls" } }
  for _, context in ipairs(contexts) do
    rows[#rows + 1] = { numbers.percent(context.share), context.figure or "", numbers.grouped(context.calls) }
  end
  local widths = { 0, 0, 0 }
  for _, row in ipairs(rows) do
    for column, cell in ipairs(row) do
      widths[column] = math.max(widths[column], vim.fn.strdisplaywidth(cell))
    end
  end
  local lines = {}
  for number, row in ipairs(rows) do
    for column, cell in ipairs(row) do
      row[column] = (" "):rep(widths[column] - vim.fn.strdisplaywidth(cell)) .. cell
    end
    local context = contexts[number - 1]
    lines[#lines + 1] = table.concat(row, "  ") .. "  " .. (context and texts.line(context.path) or "called from")
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
