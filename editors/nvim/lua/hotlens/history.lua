--- The kept runs of the workspace, to compare and to go back to.

local M = {}

---@class hotlens.PastRun
---@field id integer
---@field before integer|vim.NIL The run of the same program before it.
---@field title string All about it, in a line.

--- Asks the server.
---@param client vim.lsp.Client
---@param uri string Of a file in the workspace.
---@param request table
---@param on_result fun(result: any)
local function ask(client, uri, request, on_result)
  require("hotlens.client").execute(client, "hotlens.history", { uri, request }, on_result)
end

---@param text string
local function say(text)
  vim.notify("hotlens: " .. text, vim.log.levels.INFO)
end

--- Lets the user choose among runs.
---@param runs hotlens.PastRun[]
---@param prompt string
---@param on_choice fun(run: hotlens.PastRun)
local function choose(runs, prompt, on_choice)
  vim.ui.select(runs, {
    prompt = prompt,
    kind = "hotlens.history",
    format_item = function(run)
      return require("hotlens.texts").line(run.title)
    end,
  }, function(run)
    if run then
      on_choice(run)
    end
  end)
end

--- Lists the kept runs, and lets the user choose one and what to do with it.
---@param client vim.lsp.Client
---@param uri string Of a file in the workspace.
function M.open(client, uri)
  ask(client, uri, vim.empty_dict(), function(result)
    local runs = result.runs
    if #runs == 0 then
      say("no runs of this workspace are kept yet.")
      return
    end
    choose(runs, "hotlens: past runs", function(run)
      local function compare(other)
        ask(client, uri, { compare = { math.min(other, run.id), math.max(other, run.id) } }, function() end)
      end
      local actions = {}
      if type(run.before) == "number" then
        actions[#actions + 1] = { "Compare with the run before it", function()
          compare(run.before)
        end }
      end
      if #runs > 1 then
        actions[#actions + 1] = { "Compare with another run", function()
          local others = vim.tbl_filter(function(other)
            return other.id ~= run.id
          end, runs)
          choose(others, "hotlens: compare with", function(other)
            compare(other.id)
          end)
        end }
      end
      actions[#actions + 1] = { "Make it the baseline", function()
        ask(client, uri, { restore = run.id }, function(restored)
          say(("changes are told since the %s."):format(restored.title))
        end)
      end }
      vim.ui.select(actions, {
        prompt = "hotlens: " .. require("hotlens.texts").line(run.title),
        kind = "hotlens.history.action",
        format_item = function(action)
          return action[1]
        end,
      }, function(action)
        if action then
          action[2]()
        end
      end)
    end)
  end)
end

--- Removes the kept runs of the workspace.
---@param client vim.lsp.Client
---@param uri string Of a file in the workspace.
function M.clear(client, uri)
  ask(client, uri, { clear = true }, function()
    say("the kept runs of this workspace are removed.")
  end)
end

return M
