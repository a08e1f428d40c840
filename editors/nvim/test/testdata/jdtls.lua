--- Beside jdtls, of which a stand-in in this process answers what it is asked for: a save goes by the class path that it tells.
---
--- The workspace has a program in app/Main.java that uses lib/Library.java, of which only jdtls knows.

local h = dofile(vim.env.HOTLENS_TESTDATA .. "/harness.lua")

--- Whether the stand-in has read the projects, and whether the program may use the library.
local imported, uses_library = false, true

---@param name string
---@return string
local function at(name)
  return vim.fs.joinpath(vim.fn.getcwd(), name)
end

---@param uri string
---@return string
local function name_of(uri)
  return vim.fs.basename(vim.uri_to_fname(uri))
end

local answers = {
  ["java.project.getAll"] = function()
    return imported and { vim.uri_from_fname(at("app")), vim.uri_from_fname(at("lib")) } or {}
  end,
  ["java.project.getClasspaths"] = function(uri)
    local classpaths = { at(name_of(uri) .. "/bin") }
    if name_of(uri) == "app" and uses_library then
      classpaths[2] = at("lib/bin")
    end
    return { projectRoot = uri, classpaths = classpaths, modulepaths = {} }
  end,
  ["java.project.getSettings"] = function(uri)
    return {
      ["org.eclipse.jdt.ls.core.outputPath"] = at(name_of(uri) .. "/bin"),
      ["org.eclipse.jdt.ls.core.classpathEntries"] = { { kind = 3, path = at(name_of(uri)), attributes = vim.empty_dict() } },
    }
  end,
}

local tell -- has the stand-in notify Neovim

--- The stand-in, as vim.lsp.start takes servers that are no process.
local function stand_in(dispatchers)
  tell = dispatchers.notification
  local closing = false
  return {
    request = function(method, params, callback)
      local answer = method == "initialize" and { capabilities = vim.empty_dict() } or vim.NIL
      if method == "workspace/executeCommand" then
        answer = answers[params.command](unpack(params.arguments))
      end
      vim.schedule(function()
        callback(nil, answer)
      end)
      return true, 1
    end,
    notify = function(method)
      if method == "exit" then
        closing = true
        dispatchers.on_exit(0, 0)
      end
      return true
    end,
    is_closing = function()
      return closing
    end,
    terminate = function()
      closing = true
    end,
  }
end

h.main(function()
  vim.cmd.source(vim.env.HOTLENS_PLUGIN .. "/plugin/hotlens.lua")
  require("hotlens").setup({ cmd = h.server(), trusted = true, settings = h.settings, root_markers = { "app" } })
  vim.cmd.edit("app/Main.java")
  h.wait("the client", function()
    return h.client() ~= nil and h.client().attached_buffers[vim.api.nvim_get_current_buf()] ~= nil
  end)
  local states = {}
  local notify = h.client().rpc.notify
  h.client().rpc.notify = function(method, params)
    if method == "hotlens/classpath" then
      states[#states + 1] = params.state
    end
    return notify(method, params)
  end

  --- Saves when our server has been told, and says what came of it.
  local function save(what, state)
    h.wait("the server to be told: " .. state, function()
      return states[#states] == state
    end)
    local run = h.run(vim.cmd.write)
    h.say(what .. ":", run.status)
  end
  local users, heard = vim.lsp.handlers["language/status"], false
  vim.lsp.handlers["language/status"] = function() -- what the user has set, such as nvim-jdtls
    heard = true
  end
  vim.lsp.start({ name = "jdtls", cmd = stand_in, root_dir = vim.fn.getcwd() })
  save("while jdtls reads the projects", "importing")
  imported = true
  tell("language/status", { type = "ServiceReady", message = "" })
  save("when it has read them", "ready")
  assert(heard, "the user's own handler was not called")
  vim.lsp.handlers["language/status"] = users
  states, uses_library = {}, false
  tell("language/eventNotification", { eventType = 100 })
  save("when it has changed its mind", "ready")
  states, uses_library = {}, true
  tell("language/eventNotification", { eventType = 100 })
  save("and back", "ready")
  vim.lsp.stop_client(vim.lsp.get_clients({ name = "jdtls" })[1].id)
  save("when it has ended", "failed")
end)
