--- Finished runs: the server's notification "hotlens/runFinished".
---
--- Each one triggers the autocommand `User HotlensRunFinished`, with the notification's fields and the
--- client_id in `data`. No message is shown, unless the user has stopped the run: why there is nothing to see
--- stands where the lenses stand.

local M = {}

---@class hotlens.Run
---@field generation integer Counts the runs of a workspace.
---@field status string "ok", "unchanged", "compile-error", "no-target", "limit", "failed", "cancelled".
---@field wallMillis integer
---@field message string What happened, in one sentence; may be empty.
---@field tests hotlens.Test[]|nil What became of the tests of a run of tests.
---@field execution string|nil What of the build the tests were run as, where that is not the usual one.
---@field save {message: string}|nil How far the save has come that has led to it, if that runs anything else.
---@field again hotlens.Run|nil Of a program that is unchanged: its last run, whose results are shown again.
---@field inVain boolean|nil Tests that were never run before were tried, and have nothing to do with what was saved.

--- What is told, by client.
---@type table<integer, hotlens.Run>
local last = {}

--- The clients whose run the user wants to end.
---@type table<integer, true>
local stopping = {}

--- One line about a run.
---@param run hotlens.Run
---@return string
local function sentence(run)
  if run.message and run.message ~= "" then
    return "hotlens: " .. run.message
  end
  return ("hotlens: %s, %d ms"):format(run.status, run.wallMillis)
end

---@type table<string, lsp.Handler>
M.handlers = {
  ---@param run hotlens.Run
  ["hotlens/runFinished"] = function(_, run, context)
    local client_id = context.client_id
    local before = last[client_id]
    if run.inVain and before and before.status ~= "no-target" then
      last[client_id] = before -- what the save has run before says more
    elseif run.status == "unchanged" and not run.save then
      last[client_id] = run.again or run
    else
      last[client_id] = run
    end
    if stopping[client_id] then
      stopping[client_id] = nil
      vim.notify(sentence(run), vim.log.levels.INFO)
    end
    vim.cmd("redrawstatus!")
    require("hotlens.tests").take(client_id, run)
    if run.status == "ok" or run.status == "limit" or run.status == "failed" then
      require("hotlens.output").finish(client_id)
    end
    vim.api.nvim_exec_autocmds("User", {
      pattern = "HotlensRunFinished",
      modeline = false,
      data = vim.tbl_extend("force", run, { client_id = client_id }),
    })
  end,
}

--- One line about the last run, and what the same save has run besides; "" without one.
---@param client_id integer
---@return string
function M.summary(client_id)
  local run = last[client_id]
  if not run then
    return ""
  end
  return run.save and "hotlens: " .. run.save.message or sentence(run)
end

--- The end of the run that is under way is to be acknowledged, as the user has asked for it.
---@param client_id integer
function M.acknowledge_stop(client_id)
  stopping[client_id] = true
end

---@param client_id integer
function M.forget(client_id)
  last[client_id], stopping[client_id] = nil, nil
  require("hotlens.tests").forget(client_id)
  vim.cmd("redrawstatus!")
end

return M
