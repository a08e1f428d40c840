--- The user commands.

local M = {}

--- The client of the current buffer; without one, says why and returns nil.
---@return vim.lsp.Client|nil
local function current_client()
  local client = require("hotlens.client").of_buffer(0)
  if not client then
    vim.notify(
      "hotlens: no server is attached to this buffer. Open a Java file; :checkhealth hotlens says more.",
      vim.log.levels.WARN
    )
  end
  return client
end

--- Has the server execute a command.
---@param command string
---@param arguments any[]
---@param on_result? fun(result: any, client: vim.lsp.Client)
local function execute(command, arguments, on_result)
  local client = current_client()
  if client then
    require("hotlens.client").execute(client, command, arguments, function(result)
      if on_result then
        on_result(result, client)
      end
    end)
  end
end

---@return string
local function current_uri()
  return vim.uri_from_bufnr(0)
end

---@param text string
local function say(text)
  vim.notify("hotlens: " .. text, vim.log.levels.INFO)
end

---@param trusted boolean
local function set_trusted(trusted)
  local client = current_client()
  if client then
    require("hotlens.trust").remember(client.root_dir or client.config.root_dir, trusted)
    require("hotlens.client").set_trusted(client, trusted)
  end
end

--- The formats of the server's hotlens.export.
local formats = { "flamegraph", "pprof", "callgrind", "speedscope", "cpuprofile", "collapsed", "jacoco", "lcov", "json" }

---@param lead string what has been typed of the argument
---@param line string the command line
---@return string[]
local function complete_export(lead, line)
  if line:match("^%s*%S+%s+%S*$") then
    return vim.list_extend(
      vim.tbl_filter(function(format)
        return vim.startswith(format, lead)
      end, formats),
      lead ~= "" and vim.fn.getcompletion(lead, "file") or {}
    )
  end
  return vim.fn.getcompletion(lead, "file")
end

--- What the server's hotlens.hottest can weigh by.
local metrics = { "cost", "bytecodes", "calls", "allocations", "bytes", "time", "wait" }

---@class hotlens.Command
---@field run fun(command: {args: string, fargs: string[], bang: boolean})
---@field desc string
---@field bang? boolean
---@field nargs? string
---@field complete? fun(lead: string, line: string): string[]

---@type table<string, hotlens.Command>
local commands = {
  HotlensProfile = {
    desc = "Run the program of this file and profile it",
    run = function()
      execute("hotlens.profile", { current_uri() })
    end,
  },
  HotlensTest = {
    desc = "Run the tests of this file and profile them; with ! all of the workspace",
    bang = true,
    run = function(command)
      if not command.bang then
        execute("hotlens.test", { current_uri() })
        return
      end
      local client = current_client()
      if client then
        require("hotlens.tests").run_all(client)
      end
    end,
  },
  HotlensTests = {
    desc = "List the tests that failed in the quickfix list; with ! all that have run",
    bang = true,
    run = function(command)
      local client = current_client()
      if client then
        require("hotlens.tests").open(client, command.bang)
      end
    end,
  },
  HotlensStop = {
    desc = "Stop the run",
    run = function()
      local client = current_client()
      if not client then
        return
      end
      if require("hotlens.progress").summary(client.id) then
        require("hotlens.runs").acknowledge_stop(client.id)
        say("stopping the run ...")
      else
        say("nothing is running.")
      end
      require("hotlens.client").execute(client, "hotlens.stop", {})
    end,
  },
  HotlensToggle = {
    desc = "Hide or show what hotlens displays",
    nargs = "?",
    complete = function()
      return { "lenses", "hints", "hovers", "all" }
    end,
    run = function(command)
      execute("hotlens.toggle", { command.args ~= "" and command.args or "all" }, function(result)
        local states = {}
        for _, kind in ipairs({ "lenses", "hints", "hovers" }) do
          states[#states + 1] = ("%s %s"):format(kind, result[kind] and "shown" or "hidden")
        end
        say(table.concat(states, ", ") .. ".")
      end)
    end,
  },
  HotlensClear = {
    desc = "Forget the results",
    run = function()
      execute("hotlens.clear", {}, function(_, client)
        require("hotlens.runs").forget(client.id)
        say("the results and the baseline are forgotten.")
      end)
    end,
  },
  HotlensBaseline = {
    desc = "Compare the coming runs with the last one, with HEAD, or each with the previous one again",
    nargs = "?",
    complete = function()
      return { "HEAD", "previous" }
    end,
    run = function(command)
      if command.args ~= "" then
        execute("hotlens.baseline", { current_uri(), command.args }, function(result)
          if result.commit then
            say(("runs are compared with commit %s, which is built in the background."):format(result.commit:sub(1, 7)))
          else
            say("there is no baseline: each run is compared with the one before it.")
          end
        end)
        return
      end
      execute("hotlens.baseline", {}, function(result)
        local files = require("hotlens.numbers").count(#result.files, "file")
        say(("the last run is the baseline, in %s: coming runs are compared with it."):format(files))
      end)
    end,
  },
  HotlensHistory = {
    desc = "List past runs, to compare them or to go back to one; with ! remove them",
    bang = true,
    run = function(command)
      local client = current_client()
      if client then
        require("hotlens.history")[command.bang and "clear" or "open"](client, current_uri())
      end
    end,
  },
  HotlensHottest = {
    desc = "List the hottest call sites, by a metric if one is given, in the quickfix list",
    nargs = "?",
    complete = function(lead)
      return vim.tbl_filter(function(metric)
        return vim.startswith(metric, lead)
      end, metrics)
    end,
    run = function(command)
      local metric = command.args ~= "" and command.args or nil
      execute("hotlens.hottest", { current_uri(), metric }, function(result, client)
        require("hotlens.hottest").open(result, client.offset_encoding, metric)
      end)
    end,
  },
  HotlensCallGraph = {
    desc = "Show what called the method here, and what it called, call by call",
    run = function()
      local client = current_client()
      if client then
        local position = vim.lsp.util.make_position_params(0, client.offset_encoding).position
        execute("hotlens.callGraph", { current_uri(), { position = position } })
      end
    end,
  },
  HotlensTree = {
    desc = "Show who called the method here, and what it called; with ! the whole run",
    bang = true,
    run = function(command)
      local client = current_client()
      if client then
        require("hotlens.tree").open(client, { whole = command.bang })
      end
    end,
  },
  HotlensView = {
    desc = "Open the flame graph of the last run in the browser",
    run = function()
      execute("hotlens.view", { current_uri() }, function(result)
        say("the flame graph is in " .. result.path)
      end)
    end,
  },
  HotlensOutput = {
    desc = "Show what the program prints or has printed",
    run = function()
      local client = current_client()
      if client then
        require("hotlens.output").show(client, current_uri())
      end
    end,
  },
  HotlensGrowth = {
    desc = "Run at several sizes of the input, and say how each method grows",
    nargs = "*",
    run = function(command)
      local arguments = { current_uri() }
      if #command.fargs > 0 then
        arguments[2] = { sizes = vim.tbl_map(tonumber, command.fargs) }
      end
      execute("hotlens.growth", arguments, function(result)
        local sizes = table.concat(vim.tbl_map(require("hotlens.numbers").grouped, result.sizes), ", ")
        say(("runs at the sizes %s; then lenses say how methods grow."):format(sizes))
      end)
    end,
  },
  HotlensValues = {
    desc = "Run, and say what the call here passes",
    run = function()
      local client = current_client()
      if client then
        local position = vim.lsp.util.make_position_params(0, client.offset_encoding).position
        say("what is passed here is shown as soon as the program has run.")
        require("hotlens.client").execute(client, "hotlens.values", { current_uri(), position })
      end
    end,
  },
  HotlensRoot = {
    desc = "Run, and time what the method here calls",
    run = function()
      local client = current_client()
      if client then
        require("hotlens.root").run(client)
      end
    end,
  },
  HotlensExport = {
    desc = "Write the last run in the format of another tool",
    nargs = "+",
    complete = complete_export,
    run = function(command)
      local format, path = command.fargs[1], command.fargs[2]
      if not vim.tbl_contains(formats, format) then
        format, path = "", path or format -- the name tells
      end
      local arguments = { current_uri(), format }
      if path then
        table.insert(arguments, vim.fn.fnamemodify(vim.fn.expand(path), ":p"))
      end
      execute("hotlens.export", arguments, function(result)
        vim.notify("hotlens: wrote " .. vim.fn.fnamemodify(result.path, ":~:."))
      end)
    end,
  },
  HotlensTrust = {
    desc = "Trust the programs of this workspace; with ! no longer",
    bang = true,
    run = function(command)
      set_trusted(not command.bang)
    end,
  },
}

function M.define()
  for name, command in pairs(commands) do
    vim.api.nvim_create_user_command(name, command.run, {
      desc = command.desc,
      bang = command.bang,
      nargs = command.nargs,
      complete = command.complete,
    })
  end
end

return M
