--- The plugin against the fake server: see fakeserver_test.go for what that answers.

local h = dofile(vim.env.HOTLENS_TESTDATA .. "/harness.lua")

---@type string[]
local questions = {}

--- Stands in for the user, who chooses the first of the offered choices.
vim.ui.select = function(items, options, on_choice)
  questions[#questions + 1] = options.prompt
  h.say("asked:", (options.prompt:gsub("%S+/", ""):gsub("%s+", " ")))
  for _, item in ipairs(items) do
    h.say("  choice:", options.format_item(item))
  end
  on_choice(items[1])
end

h.main(function()
  local hotlens = require("hotlens")
  hotlens.setup({ cmd = h.server(), settings = { minShare = 0.25 }, colour = "blue", root_markers = 3 })
  h.say("complaint:", h.messages[1])
  hotlens.setup({ cmd = h.server(), settings = { minShare = 0.25 } })

  vim.cmd.edit("src/Main.java")
  h.wait("the question", function()
    return #questions == 1
  end)
  h.wait("the first lens", function()
    return h.is_drawn("no run yet")
  end)
  h.say("root:", vim.fs.basename(h.client().config.root_dir))
  h.say("before the run:", unpack(h.drawn()))
  h.say("status: [" .. hotlens.status() .. "]")

  local run = h.run(vim.cmd.write)
  h.say("run:", tostring(run.generation), run.status)
  h.say("status:", hotlens.status())
  h.say("after a save:", table.concat(h.drawn(), "; "))
  h.say("lens colour:", vim.wo.winhighlight, vim.api.nvim_get_hl(0, { name = "HotlensLens" }).link)

  run = h.run(function()
    vim.cmd.HotlensProfile()
  end)
  h.say("run:", tostring(run.generation), run.status)
  h.say("after :HotlensProfile:", table.concat(h.drawn(), "; "))

  -- Text above moves the lens with it, and the server is asked again.
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "// one more line" })
  h.wait("the lens of the changed text", function()
    return h.is_drawn("edited") and not h.is_drawn("hint")
  end)
  h.say("after an edit:", table.concat(h.drawn(), "; "))
  vim.cmd("undo | write")
  h.wait("the third run", function()
    return #h.runs == 3
  end)

  vim.cmd.HotlensToggle()
  h.wait("hidden marks", function()
    return #h.drawn() == 0
  end)
  h.say("after :HotlensToggle:", tostring(#h.drawn()), "marks")
  vim.cmd.HotlensToggle("all")
  h.wait("marks shown again", function()
    return h.is_drawn("run 3") and h.is_drawn("x3")
  end)

  run = h.run(function()
    vim.cmd.HotlensStop()
  end)
  h.say("run:", run.status)
  h.say("status:", hotlens.status())

  vim.cmd.HotlensHottest()
  h.wait("the quickfix list", function()
    return vim.fn.getqflist({ size = 0 }).size > 0
  end)
  for _, item in ipairs(vim.fn.getqflist()) do
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr))
    h.say(("quickfix: %s:%d:%d %s"):format(name, item.lnum, item.col, item.text))
  end
  h.say("quickfix title:", vim.fn.getqflist({ title = 0 }).title)
  vim.cmd.cclose()

  for _, command in ipairs({ "HotlensExport pprof demo.pb.gz", "HotlensExport demo.html" }) do
    local before = #h.messages
    vim.cmd(command)
    h.wait("the name of the file", function()
      return #h.messages > before
    end)
    h.say(command .. ":", vim.fs.basename(h.messages[before + 1]))
  end
  h.say("completion:", table.concat(vim.fn.getcompletion("HotlensExport c", "cmdline"), " "))

  vim.fn.cursor(3, 1)
  vim.lsp.codelens.run()
  h.say("the lens's contexts:")
  h.say(h.float("contexts"))
  h.settle()
  h.say("the lens is still there:", tostring(h.is_drawn("run 3")))

  h.say("the server saw:", h.hover("println"))

  local messages = #h.messages
  vim.cmd("HotlensTrust!")
  vim.cmd.HotlensProfile()
  h.wait("a refusal", function()
    return #h.messages > messages and h.is_drawn("not trusted")
  end)
  h.say("after :HotlensTrust!:", h.messages[messages + 1])
  run = h.run(function()
    vim.cmd.HotlensTrust()
    vim.cmd.HotlensProfile()
  end)
  h.say("after :HotlensTrust:", run.status)

  local remembered = table.concat(vim.fn.readfile(require("hotlens.trust").path()), "")
  h.say("remembered:", (remembered:gsub('"[^"]*/', '"')))
  local second = vim.fs.dirname(vim.api.nvim_buf_get_name(0)) .. "/Other.java"
  vim.cmd.edit(second)
  h.wait("the second file", function()
    return h.is_drawn("run 4")
  end)
  h.say("servers:", tostring(#vim.lsp.get_clients({ name = "hotlens" })), "questions:", tostring(#questions))

  vim.cmd.enew()
  messages = #h.messages
  vim.cmd.HotlensStop()
  h.say("without a Java file:", h.messages[messages + 1])

  vim.cmd("checkhealth hotlens")
  h.say("health:")
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    -- The words are ours, the decoration is the version's.
    for _, word in ipairs({ "OK", "WARNING", "ERROR" }) do
      local text = line:match("^%- .*%f[%u]" .. word .. " (.*)")
      if text then
        h.say(" ", word, (text:gsub("Neovim %d+%S*", "Neovim VERSION"):gsub("%S+/", "")))
      end
    end
  end
end)
