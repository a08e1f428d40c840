--- :checkhealth hotlens

local M = {}

local health = vim.health

--- How long a command of the server may take, in milliseconds. `hotlens doctor` starts a JDK.
local command_timeout = 20000

--- The command line of the server as far as its program: what starts it, such as `nice`, may stand in front.
---@return string[]
local function program()
  local cmd = require("hotlens.config").get().cmd
  for i = 2, #cmd do
    if cmd[i] == "lsp" then
      return vim.list_slice(cmd, 1, i - 1)
    end
  end
  return { cmd[1] }
end

--- Runs the server's program with another command than the configured one.
---@param ... string
---@return vim.SystemCompleted
local function run(...)
  return vim.system(vim.list_extend(program(), { ... }), { text = true, timeout = command_timeout }):wait()
end

--- What reports a finding of `hotlens doctor`, by its verdict.
local reports = { ok = health.ok, warning = health.warn, missing = health.error }

--- Reports what `hotlens doctor` has written: a verdict, in columns of their own what it is about and what was found, and in a
--- line below what to do about it.
---@param text string
local function report(text)
  local lines = vim.split(vim.trim(text), "\n", { plain = true })
  for i, line in ipairs(lines) do
    local verdict, subject, found = line:match("^(%l+)%s+(%S.-)%s%s+(.*)$")
    if reports[verdict] then
      local advice = (lines[i + 1] or ""):match("^%s+%-> (.*)")
      reports[verdict](("%s: %s"):format(subject, found), advice and { advice } or nil)
    elseif not vim.startswith(line, " ") then
      health.info(line)
    end
  end
end

local function check_neovim()
  health.start("hotlens: Neovim")
  if vim.fn.has("nvim-0.10") == 1 then
    health.ok("Neovim " .. tostring(vim.version()))
  else
    health.error("Neovim 0.10 or newer is needed", { "Install a newer Neovim." })
  end
  if vim.fn.exists(":HotlensProfile") == 2 then
    health.ok("the plugin is loaded")
  else
    health.error("the plugin is not loaded", { "Put the folder editors/nvim on 'runtimepath', or call setup()." })
  end
end

local function check_server()
  health.start("hotlens: server")
  local command = program()
  if vim.fn.executable(command[1]) == 0 then
    health.error(
      ("%q is not an executable program"):format(command[1]),
      { "Put hotlens on PATH, or set `cmd` in setup() to its full path." }
    )
    return
  end
  local version = run("version")
  if version.code ~= 0 then
    health.error(("%s version: exit status %d"):format(table.concat(command, " "), version.code), vim.trim(version.stderr or ""))
    return
  end
  health.ok(vim.trim(version.stdout))
  local arguments = { "--editor" }
  local jdk = require("hotlens.config").get().settings.jdk
  if jdk then
    vim.list_extend(arguments, { "--jdk", jdk })
  end
  local doctor = run("doctor", unpack(arguments))
  report(doctor.stdout or "")
  if doctor.code ~= 0 then
    health.warn(("%s doctor: exit status %d"):format(table.concat(command, " "), doctor.code), vim.trim(doctor.stderr or ""))
  end
end

local function check_clients()
  health.start("hotlens: workspaces")
  local clients = require("hotlens.client").all()
  if #clients == 0 then
    health.info("no server runs: it starts with the first Java file")
  end
  for _, client in ipairs(clients) do
    local root = client.root_dir or client.config.root_dir
    if client.settings.hotlens.trusted then
      health.ok(root .. ": trusted")
    else
      health.warn(root .. ": not trusted, so nothing is compiled or run", { ":HotlensTrust trusts it." })
    end
    local summary = require("hotlens.runs").summary(client.id)
    if summary ~= "" then
      health.info("last run: " .. summary)
    end
  end
end

function M.check()
  check_neovim()
  check_server()
  check_clients()
end

return M
