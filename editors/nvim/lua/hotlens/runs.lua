--- Finished runs: the server's notification "hotlens/runFinished".
---
--- Each one triggers the autocommand `User HotlensRunFinished`, with the notification's fields and the
--- client_id in `data`. No message is shown: why there is nothing to see stands where the lenses stand.

local M = {}

---@class hotlens.Run
---@field generation integer Counts the runs of a workspace.
---@field status string "ok", "unchanged", "compile-error", "no-target", "limit", "failed", "cancelled".
---@field wallMillis integer
---@field message string What happened, in one sentence; may be empty.

---@type table<integer, hotlens.Run>
local last = {}

---@type table<string, lsp.Handler>
M.handlers = {
  ---@param run hotlens.Run
  ["hotlens/runFinished"] = function(_, run, context)
    last[context.client_id] = run
    vim.api.nvim_exec_autocmds("User", {
      pattern = "HotlensRunFinished",
      modeline = false,
      data = vim.tbl_extend("force", run, { client_id = context.client_id }),
    })
  end,
}

--- One line about the last run, "" without one.
---@param client_id integer
---@return string
function M.summary(client_id)
  local run = last[client_id]
  if not run then
    return ""
  end
  if run.message and run.message ~= "" then
    return "hotlens: " .. run.message
  end
  return ("hotlens: %s, %d ms"):format(run.status, run.wallMillis)
end

---@param client_id integer
function M.forget(client_id)
  last[client_id] = nil
end

return M
