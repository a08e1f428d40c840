--- What became of the tests, as a quickfix list, and runs of all of them.

local M = {}

---@class hotlens.Test
---@field class string With slashes.
---@field method string|nil None for a class that failed as a whole.
---@field display string|nil What the framework calls the invocation.
---@field status string "passed", "failed", "aborted", "skipped", "unfinished".
---@field reason string|nil Why it was skipped, or did not end.
---@field message string|nil Of what it has thrown.
---@field expected string|nil
---@field actual string|nil
---@field calls integer|nil
---@field uri string|nil
---@field range lsp.Range|nil
---@field failedAt lsp.Location|nil
---@field execution string|nil What of the build it was run as, where that is not the usual one.

--- The newest results by client, then by class and method: each invocation of it.
---@type table<integer, table<string, hotlens.Test[]>>
local results = {}

--- What is yet to be run of all tests, by client: a run for each source set.
---@class hotlens.Queue
---@field rest fun()[]
---@field generation integer|nil Of the run that is under way, nil until that is known.
---@field early hotlens.Run|nil The last run that has finished until then.

---@type table<integer, hotlens.Queue>
local queues = {}

---@param test hotlens.Test
local function failed(test)
  return test.status == "failed" or test.status == "unfinished"
end

--- What people call a test.
---@param test hotlens.Test
---@return string
local function name(test)
  local class = test.class:match("[^/]+$"):gsub("%$", ".")
  local text = test.method and class .. "." .. test.method or class
  text = test.display and text .. " " .. test.display or text
  return test.execution and ("%s (%s)"):format(text, test.execution) or text
end

--- What there is to say of a test, in one line.
---@param test hotlens.Test
---@return string
local function sentence(test)
  local texts = require("hotlens.texts")
  if failed(test) then
    local text = test.message or test.reason or test.status
    return "✗ " .. name(test) .. ": " .. texts.line(text)
  elseif test.status == "passed" then
    local calls = test.calls and "  " .. require("hotlens.numbers").count(test.calls, "call") or ""
    return "✓ " .. name(test) .. calls
  end
  return "○ " .. name(test) .. ": " .. texts.line(test.reason or test.message or test.status)
end

--- Begins the next run of all tests, if there is one.
---@param client_id integer
local function go_on(client_id)
  local queue = queues[client_id]
  local next = table.remove(queue.rest, 1)
  if next then
    queue.generation, queue.early = nil, nil
    next()
  else
    queues[client_id] = nil
  end
end

--- A run has ended: if it is the one that the queue waits for, the next begins.
---@param client_id integer
---@param run hotlens.Run
local function finish(client_id, run)
  local queue = queues[client_id]
  if not queue then
    return
  elseif not queue.generation then
    queue.early = run -- the answer that says which one it is has yet to come
  elseif queue.generation == run.generation then
    if run.status == "cancelled" then -- by a save, or by the user
      queues[client_id] = nil
    else
      go_on(client_id)
    end
  end
end

--- Takes over what a run says of tests.
---@param client_id integer
---@param run hotlens.Run
function M.take(client_id, run)
  local known, new = results[client_id] or {}, {}
  for _, test in ipairs(run.tests or {}) do
    local key = test.class .. "#" .. (test.method or "")
    if not new[key] then
      new[key], known[key] = true, {}
      if test.method then
        known[test.class .. "#"] = nil -- it no longer fails as a whole
      end
    end
    test.execution = run.execution
    table.insert(known[key], test)
  end
  results[client_id] = known
  finish(client_id, run)
end

---@param client_id integer
function M.forget(client_id)
  results[client_id], queues[client_id] = nil, nil
end

--- Fills the quickfix list with the tests that failed when they last ran, or with all, the failed ones first.
---@param client vim.lsp.Client
---@param all boolean
function M.open(client, all)
  ---@type hotlens.Test[]
  local tests, count = {}, { failed = 0, all = 0 }
  for _, invocations in pairs(results[client.id] or {}) do
    for _, test in ipairs(invocations) do
      count.all = count.all + 1
      count.failed = count.failed + (failed(test) and 1 or 0)
      if all or failed(test) then
        tests[#tests + 1] = test
      end
    end
  end
  local numbers = require("hotlens.numbers")
  if #tests == 0 then
    vim.notify(
      "hotlens: " .. (count.all == 0 and "no test has run yet." or "no test has failed, of " .. numbers.count(count.all, "test") .. "."),
      vim.log.levels.INFO
    )
    return
  end
  local place = {}
  for _, test in ipairs(tests) do
    local start = test.range and test.range.start or { line = 0, character = 0 }
    place[test] = ("%s %s %08d %s"):format(failed(test) and "0" or "1", test.uri or "", start.line, name(test))
  end
  table.sort(tests, function(a, b)
    return place[a] < place[b]
  end)
  local items = {}
  for _, test in ipairs(tests) do
    local location = test.failedAt or test.uri and test.range and { uri = test.uri, range = test.range }
    -- One by one: locations_to_items alone would sort them by place.
    local item = location and vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1] or {}
    item.text = sentence(test)
    item.type = failed(test) and "E" or test.status == "passed" and "I" or "W"
    items[#items + 1] = item
  end
  local title = ("hotlens: %d of %s failed"):format(count.failed, numbers.count(count.all, "test"))
  vim.fn.setqflist({}, " ", { title = title, items = items })
  vim.cmd("botright copen")
end

--- Runs all tests of the workspace that its build runs: those of each source set together, one set after the other.
---@param client vim.lsp.Client
function M.run_all(client)
  require("hotlens.compat").request(client, "hotlens/tests", vim.empty_dict(), function(err, listed)
    if err or type(listed) ~= "table" then
      vim.notify("hotlens: the tests could not be listed: " .. (err and err.message or "no answer"), vim.log.levels.ERROR)
      return
    end
    local sets, order = {}, {}
    for _, test in ipairs(listed) do
      if not test.method and not test.left then
        if not sets[test.set] then
          sets[test.set] = { uri = test.uri }
          order[#order + 1] = sets[test.set]
        end
        table.insert(sets[test.set], { class = test.class })
      end
    end
    if #order == 0 then
      vim.notify("hotlens: there are no tests in this workspace.", vim.log.levels.INFO)
      return
    end
    local queue = { rest = {} }
    for _, set in ipairs(order) do
      table.insert(queue.rest, function()
        local uri = set.uri
        set.uri = nil
        require("hotlens.client").execute(client, "hotlens.test", { uri, set, { asBuild = true } }, function(result)
          queue.generation = result.generation
          if queue.early then
            finish(client.id, queue.early)
          end
        end)
      end)
    end
    queues[client.id] = queue
    go_on(client.id)
  end)
end

return M
