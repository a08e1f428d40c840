--- What jdtls knows of the projects (class paths, folders of sources, options of the compiler) is passed on to our server, which
--- cannot reach jdtls. Nothing is asked in a workspace that is not trusted.

local compat = require("hotlens.compat")

local M = {}

--- The name under which nvim-jdtls and nvim-lspconfig run Eclipse's language server.
local jdtls_name = "jdtls"

--- For how long jdtls has to be quiet before it is asked, in milliseconds: an import tells of one project after the other.
local settling = 500

--- How long it may take over the answers about one project, in milliseconds.
local patience = 30000

--- How many projects it is asked about.
local most_projects = 2000

--- What is asked of each project: see our server, which understands Eclipse's keys.
local settings = { "org.eclipse.jdt.ls.core.classpathEntries", "org.eclipse.jdt.ls.core.outputPath" }
for _, key in ipairs({
  "source",
  "release",
  "codegen.targetPlatform",
  "codegen.methodParameters",
  "problem.enablePreviewFeatures",
  "processAnnotations",
}) do
  settings[#settings + 1] = "org.eclipse.jdt.core.compiler." .. key
end

--- Events that change class paths: updated, imported, deleted (jdtls, EventType).
local changing = { [100] = true, [200] = true, [210] = true }

--- What has been asked for each of our clients, by its id.
---@type table<integer, { generation: integer, told: boolean }>
local asked = {}

--- The clients of jdtls that say when they know something new, by their ids, and whether they have read the projects.
---@type table<integer, { ready: boolean }>
local followed = {}

---@param client vim.lsp.Client Ours.
---@return vim.lsp.Client|nil
local function jdtls_of(client)
  for bufnr in pairs(client.attached_buffers) do
    for _, other in ipairs(vim.lsp.get_clients({ bufnr = bufnr, name = jdtls_name })) do
      if not compat.is_stopped(other) then
        return other
      end
    end
  end
end

---@param jdtls vim.lsp.Client
---@param command string
---@param arguments any[]
---@param on_answer fun(problem: string|nil, answer: any)
local function execute(jdtls, command, arguments, on_answer)
  compat.request(jdtls, "workspace/executeCommand", { command = command, arguments = arguments }, function(err, answer)
    on_answer(err and err.message, answer)
  end)
end

--- Asks for several things at once, and waits for all answers, but not without end.
---@param jdtls vim.lsp.Client
---@param questions { [1]: string, [2]: any[] }[]
---@param on_answers fun(problem: string|nil, answers: any[])
local function execute_all(jdtls, questions, on_answers)
  local answers, open, over = {}, #questions, false
  local function finish(problem)
    if not over then
      over = true
      on_answers(problem, answers)
    end
  end
  vim.defer_fn(function()
    finish(("it has not answered within %d s"):format(patience / 1000))
  end, patience)
  for number, question in ipairs(questions) do
    execute(jdtls, question[1], question[2], function(problem, answer)
      answers[number], open = answer, open - 1
      if problem or open == 0 then
        finish(problem)
      end
    end)
  end
end

--- Asks about one project after the other. One that jdtls cannot tell of is left out, unless there is no other.
---@param jdtls vim.lsp.Client
---@param roots string[]
---@param is_wanted fun(): boolean
---@param on_projects fun(problem: string|nil, projects: table[])
local function ask_projects(jdtls, roots, is_wanted, on_projects)
  local projects, failure = {}, nil
  local function ask(number)
    local root = roots[number]
    if not is_wanted() then
      return
    elseif not root or number > most_projects then
      return on_projects(#projects == 0 and failure or nil, projects)
    end
    execute_all(jdtls, {
      { "java.project.getClasspaths", { root, vim.json.encode({ scope = "runtime" }) } },
      { "java.project.getClasspaths", { root, vim.json.encode({ scope = "test" }) } },
      { "java.project.getSettings", { root, settings } },
    }, function(problem, answers)
      if problem then
        failure = problem
      elseif answers[1] and answers[2] then
        projects[#projects + 1] = {
          root = answers[1].projectRoot or root,
          runtime = answers[1],
          test = answers[2],
          settings = answers[3] and next(answers[3]) and answers[3] or vim.empty_dict(),
        }
      end
      ask(number + 1)
    end)
  end
  ask(1)
end

---@param client vim.lsp.Client Ours.
local function ask(client)
  local generation = asked[client.id].generation
  local function is_wanted()
    return asked[client.id] ~= nil and asked[client.id].generation == generation and not compat.is_stopped(client)
  end
  local function tell(said)
    if is_wanted() then
      asked[client.id].told = true
      compat.notify(client, "hotlens/classpath", vim.tbl_extend("force", { name = jdtls_name }, said))
    end
  end
  if not is_wanted() or not client.settings.hotlens.trusted then
    return
  end
  local jdtls = jdtls_of(client)
  if not jdtls then
    if asked[client.id].told then
      tell({ state = "failed", message = "it has ended" })
    end
    return
  end
  local importing = { state = "importing", message = "it is still reading the projects" }
  tell(importing)
  execute_all(jdtls, { { "java.project.getAll", {} } }, function(problem, answers)
    if problem then
      return tell({ state = "failed", message = problem })
    end
    local roots = answers[1] or {}
    if #roots == 0 and not (followed[jdtls.id] and followed[jdtls.id].ready) then
      return -- it will say when it is ready
    end
    ask_projects(jdtls, roots, is_wanted, function(failure, projects)
      tell(failure and { state = "failed", message = failure } or { state = "ready", projects = projects })
    end)
  end)
end

--- Asks for a client of ours as soon as jdtls is quiet. What is being answered is out of date.
---@param client vim.lsp.Client Ours.
local function ask_soon(client)
  asked[client.id] = asked[client.id] or { generation = 0, told = false }
  asked[client.id].generation = asked[client.id].generation + 1
  local generation = asked[client.id].generation
  vim.defer_fn(function()
    if asked[client.id] and asked[client.id].generation == generation then
      ask(client)
    end
  end, settling)
end

--- Asks again for all clients of ours that share a buffer with a client of jdtls.
---@param jdtls vim.lsp.Client
local function ask_for(jdtls)
  for id in pairs(asked) do
    local client = vim.lsp.get_client_by_id(id)
    local other = client and jdtls_of(client)
    if client and other and other.id == jdtls.id then
      ask_soon(client)
    end
  end
end

--- Listens to what jdtls tells, beside those who listen already.
---@param jdtls vim.lsp.Client
local function follow(jdtls)
  if followed[jdtls.id] then
    return
  end
  followed[jdtls.id] = { ready = false }
  local function listen(method, on_message)
    local before = jdtls.handlers[method] or vim.lsp.handlers[method]
    jdtls.handlers[method] = function(err, message, ...)
      if type(message) == "table" then
        on_message(message)
      end
      if before then
        return before(err, message, ...)
      end
    end
  end
  listen("language/status", function(message)
    if message.type == "ServiceReady" then
      followed[jdtls.id].ready = true
      ask_for(jdtls)
    end
  end)
  listen("language/eventNotification", function(message)
    if changing[message.eventType] then
      ask_for(jdtls)
    end
  end)
end

--- Has jdtls asked for a client of ours, as far as both run.
---@param client vim.lsp.Client Ours.
function M.ask(client)
  local jdtls = jdtls_of(client)
  if jdtls then
    follow(jdtls)
    ask_soon(client)
  end
end

---@param client vim.lsp.Client Ours.
---@param bufnr integer
function M.attach(client, bufnr)
  M.ask(client)
  vim.api.nvim_create_autocmd({ "LspAttach", "LspDetach" }, {
    group = vim.api.nvim_create_augroup(("hotlens.classpath.%d"):format(bufnr), { clear = true }),
    buffer = bufnr,
    desc = "Ask jdtls for the class path, or do without",
    callback = function(event)
      local other = vim.lsp.get_client_by_id(event.data.client_id)
      if not other or other.name ~= jdtls_name or compat.is_stopped(client) then
        return
      elseif event.event == "LspAttach" then
        M.ask(client)
      elseif asked[client.id] then
        ask_soon(client)
      end
    end,
  })
end

---@param client_id integer Of ours, which has ended.
function M.forget(client_id)
  asked[client_id] = nil
end

return M
