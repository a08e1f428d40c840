--- What was not executed is faded, if the user asks for it, until it is edited or executed.

local h = dofile(vim.env.HOTLENS_TESTDATA .. "/harness.lua")

--- The lines of the current buffer that Neovim draws faded, with the words about them.
---@return string[]
local function faded()
  vim.cmd.redraw()
  local marks, words = {}, {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    words[diagnostic.lnum] = diagnostic.message
  end
  for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
      if mark[4].hl_group == "DiagnosticUnnecessary" then
        local text = vim.api.nvim_buf_get_lines(0, mark[2], mark[2] + 1, true)[1]
        marks[#marks + 1] = ("%d %s: %s"):format(mark[2] + 1, vim.trim(text), words[mark[2]] or "no words")
      end
    end
  end
  table.sort(marks)
  return marks
end

---@param title string
local function say_faded(title)
  h.say("## " .. title)
  for _, line in ipairs(faded()) do
    h.say(line)
  end
end

h.main(function()
  require("hotlens").setup({ cmd = h.server(), trusted = true, settings = vim.tbl_extend("error", h.settings, { coverage = true }) })
  vim.cmd.edit("Covered.java")
  h.wait("the client", function()
    return h.client() ~= nil and h.client().attached_buffers[vim.api.nvim_get_current_buf()] ~= nil
  end)
  say_faded("before a run")
  local run = h.run(vim.cmd.write)
  assert(run.status == "ok", run.message)
  h.wait("something faded", function()
    return #faded() > 0
  end)
  say_faded("after a run")

  vim.api.nvim_buf_set_lines(0, 0, 0, true, { "// one line more" })
  h.wait("it to move", function()
    return (faded()[1] or ""):find("^9 .*not executed") ~= nil
  end)
  say_faded("below a new line")

  vim.cmd([[%s/run(0)/run(1)/]])
  run = h.run(vim.cmd.write)
  assert(run.status == "ok", run.message)
  h.wait("another line to be faded", function()
    return (faded()[1] or ""):find("^11 .*not executed") ~= nil
  end)
  say_faded("when the other way was taken")

end)
