--- Tests: the lists of what failed and of what has run, and a run of all.

local h = dofile(vim.env.HOTLENS_TESTDATA .. "/harness.lua")

---@param title string
local function say_list(title)
  h.say("## " .. title)
  h.say(vim.fn.getqflist({ title = 0 }).title)
  for _, item in ipairs(vim.fn.getqflist()) do
    local file = item.bufnr > 0 and vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr)) or "nowhere"
    h.say(("%s:%d %s %s"):format(file, item.lnum, item.type, item.text))
  end
  vim.cmd.cclose()
  vim.fn.setqflist({})
end

---@param command string
local function refused(command)
  local before = #h.messages
  vim.cmd(command)
  h.wait("a message", function()
    return #h.messages > before
  end)
  h.say(h.messages[#h.messages])
end

h.main(function()
  require("hotlens").setup({ cmd = h.server(), trusted = true, settings = vim.tbl_extend("error", h.settings, { classPath = vim.split(vim.env.HOTLENS_JUNIT, ":") }) })
  vim.cmd.edit("src/WordsTest.java")
  h.wait("the client", function()
    return h.client() ~= nil and h.client().attached_buffers[vim.api.nvim_get_current_buf()] ~= nil
  end)
  refused("HotlensTests")
  local run = h.run(vim.cmd.HotlensTest)
  assert(run.status == "ok", run.message)
  vim.cmd.HotlensTests()
  say_list("what failed")
  vim.cmd("HotlensTests!")
  say_list("what has run")

  run = h.run(function()
    vim.cmd("HotlensTest!")
  end)
  assert(run.status == "ok", run.message)
  vim.cmd("HotlensTests!")
  say_list("all tests")

  vim.cmd([[%s/, 3/, 2/]])
  run = h.run(vim.cmd.write)
  assert(run.status == "ok", run.message)
  refused("HotlensTests")

  -- What a build runs by an execution of its own: the server says so of the run.
  require("hotlens.tests").take(h.client().id, {
    generation = 0,
    status = "ok",
    wallMillis = 1,
    message = "",
    execution = "failsafe-it",
    tests = { { class = "OtherTest", method = "passes", status = "failed", message = "no server" } },
  })
  vim.cmd.HotlensTests()
  say_list("what the build runs otherwise")
end)
