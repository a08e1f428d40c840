--- The options given to setup().

local M = {}

---@class hotlens.Options
---@field cmd? string[] The server's command line.
---@field trusted? boolean|fun(root: string): boolean Whether programs of a workspace may be compiled and run.
---  Without it, the user is asked once per workspace.
---@field root_markers? string[] Names of files or folders that mark a workspace's root.
---@field progress? boolean Whether a line in a corner says what is under way.
---@field settings? table<string, any> The server's configuration section "hotlens".

---@class hotlens.Config
---@field cmd string[]
---@field trusted boolean|nil|fun(root: string): boolean
---@field root_markers string[]
---@field progress boolean
---@field settings table<string, any>

---@type hotlens.Config
local defaults = {
  cmd = { "hotlens", "lsp" },
  trusted = nil,
  root_markers = { ".hotlens", "pom.xml", "build.gradle", "build.gradle.kts", ".git", "src" },
  progress = true,
  settings = {},
}

---@type hotlens.Config
local current = defaults

---@param value any
local function is_command(value)
  return vim.islist(value)
    and #value > 0
    and vim.iter(value):all(function(argument)
      return type(argument) == "string"
    end)
end

---@type table<string, {check: fun(value: any): boolean, wanted: string}>
local rules = {
  cmd = { check = is_command, wanted = "a list of strings" },
  trusted = {
    check = function(value)
      return type(value) == "boolean" or vim.is_callable(value)
    end,
    wanted = "true, false or a function",
  },
  root_markers = { check = is_command, wanted = "a list of strings" },
  progress = {
    check = function(value)
      return type(value) == "boolean"
    end,
    wanted = "true or false",
  },
  settings = {
    check = function(value)
      return type(value) == "table"
    end,
    wanted = "a table",
  },
}

--- Takes over the options. Those that are unknown or of a wrong type are named in one warning and ignored.
---@param options hotlens.Options
function M.set(options)
  local config, complaints = vim.deepcopy(defaults), {}
  for name, value in pairs(options) do
    local rule = rules[name]
    if not rule then
      complaints[#complaints + 1] = ("unknown option %q"):format(name)
    elseif not rule.check(value) then
      complaints[#complaints + 1] = ("option %q must be %s"):format(name, rule.wanted)
    else
      config[name] = value
    end
  end
  current = config
  if #complaints > 0 then
    table.sort(complaints)
    vim.notify("hotlens: setup: " .. table.concat(complaints, "; ") .. ".", vim.log.levels.WARN)
  end
end

---@return hotlens.Config
function M.get()
  return current
end

return M
