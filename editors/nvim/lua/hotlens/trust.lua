--- Trust: whether the programs of a workspace may be compiled and run.
---
--- Answers are kept, by the workspace's real path, in one JSON file under stdpath("state"). The file is
--- read at every question, as other Neovim instances write it too.

local config = require("hotlens.config")

local M = {}

local choices = {
  { text = "Trust: compile and run its programs when a file is saved", trusted = true },
  { text = "Do not trust: run nothing", trusted = false },
}

--- The workspaces that the user was asked about in this session, answered or not.
---@type table<string, true>
local asked = {}

---@param root string
local function key_of(root)
  return vim.uv.fs_realpath(root) or vim.fs.normalize(root)
end

---@return string
function M.path()
  return vim.fs.joinpath(vim.fn.stdpath("state") --[[@as string]], "hotlens", "trusted.json")
end

---@return table<string, boolean>
local function read()
  local file = io.open(M.path(), "r")
  if not file then
    return {}
  end
  local text = file:read("*a")
  file:close()
  local ok, answers = pcall(vim.json.decode, text)
  if ok and type(answers) == "table" then
    return answers
  end
  vim.notify_once(
    ("hotlens: %s is not valid JSON and was ignored; delete it."):format(M.path()),
    vim.log.levels.WARN
  )
  return {}
end

---@param answers table<string, boolean>
---@return string|nil problem
local function write(answers)
  local path = M.path()
  vim.fn.mkdir(vim.fs.dirname(path), "p")
  -- Written beside it and renamed, so that no reader sees half a file.
  local temporary = ("%s.%d"):format(path, vim.uv.os_getpid())
  local file, problem = io.open(temporary, "w")
  if not file then
    return problem
  end
  file:write(vim.json.encode(answers), "\n")
  file:close()
  local _, failure = vim.uv.fs_rename(temporary, path)
  return failure
end

--- Remembers the user's answer for a workspace.
---@param root string
---@param trusted boolean
function M.remember(root, trusted)
  local answers = read()
  answers[key_of(root)] = trusted
  local problem = write(answers)
  if problem then
    vim.notify(
      ("hotlens: the answer holds for this session only, as it could not be saved: %s."):format(problem),
      vim.log.levels.WARN
    )
  end
end

--- What is known about a workspace: the option `trusted`, unless the user has answered for this workspace, or trusts the nearest folder around it of
--- which there is an answer.
--- `trusted = true` needs no answer; after `trusted = false` only |:HotlensTrust| gives one.
---@param root string
---@return boolean|nil trusted nil when the user has to be asked.
function M.of(root)
  local trusted = config.get().trusted
  local answers, key = read(), key_of(root)
  if type(answers[key]) == "boolean" then
    return answers[key]
  end
  for folder in vim.fs.parents(key) do
    if answers[folder] == true then
      return true
    elseif answers[folder] == false then
      break -- one that is trusted lies further out, and does not count
    end
  end
  if trusted == nil or type(trusted) == "boolean" then
    return trusted
  end
  return trusted(root) == true
end

--- What the user is asked to trust. A home folder has more in it than programs to try.
---@param root string
---@return string
local function described(root)
  local home = vim.uv.os_homedir()
  if home and key_of(root) == key_of(home) then
    return "your home folder and all folders in it"
  end
  return vim.fn.fnamemodify(root, ":~")
end

--- Asks the user, at most once per workspace and session, and remembers the answer.
---@param root string
---@param on_answer fun(trusted: boolean) Not called when the user closes the question.
function M.ask(root, on_answer)
  local key = key_of(root)
  if asked[key] then
    return
  end
  asked[key] = true
  vim.ui.select(choices, {
    prompt = ("hotlens: do you trust the programs in %s?"):format(described(root)),
    kind = "hotlens-trust",
    format_item = function(choice)
      return choice.text
    end,
  }, function(choice)
    if choice then
      M.remember(root, choice.trusted)
      on_answer(choice.trusted)
    end
  end)
end

return M
