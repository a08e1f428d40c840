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
  vim.cmd.source(vim.env.HOTLENS_PLUGIN .. "/plugin/hotlens.lua")
  local loaded = {}
  for name in pairs(package.loaded) do
    loaded[#loaded + 1] = name:match("^hotlens%f[.%z].*")
  end
  table.sort(loaded)
  h.say("loaded before any Java file:", unpack(loaded))
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
  for _, width in ipairs({ 60, 59, 32, 5 }) do
    h.say("fits " .. width .. ":", require("hotlens.texts").fit("shop.Main: exit status 1, 143,821 calls, 2,618,509 bytecodes", width))
  end
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
  -- A text that is read again, as its file has changed outside the editor, is another one, too.
  assert(vim.fn.writefile({ "// The end." }, vim.api.nvim_buf_get_name(0), "a") == 0)
  vim.bo.modified = false
  vim.cmd("set autoread | checktime")
  h.wait("the lens of the text that was read again", function()
    return h.is_drawn("lens run 2") and h.is_drawn("hint x2")
  end)
  vim.cmd.write()
  h.wait("the third run", function()
    return #h.runs == 3
  end)

  vim.cmd.HotlensToggle()
  h.wait("hidden marks", function()
    return #h.drawn() == 0
  end)
  h.say("after :HotlensToggle:", tostring(#h.drawn()), "marks")
  -- There is room for the lens behind its line, but not behind the hint that comes later.
  local columns = vim.o.columns
  local text = vim.fn.getline(3) .. " run 3"
  vim.o.columns = vim.fn.strdisplaywidth(text) + vim.fn.getwininfo(vim.api.nvim_get_current_win())[1].textoff
  vim.cmd.HotlensToggle("all")
  h.wait("marks shown again", function()
    return h.is_drawn("run 3") and h.is_drawn("x3")
  end)
  h.settle()
  h.say("in a narrow window:", table.concat(h.drawn(), "; "))
  vim.o.columns = columns

  h.say("said:", h.messages[#h.messages])

  --- Does something that is to be acknowledged, and says by what.
  local function acknowledged(command)
    local before = #h.messages
    vim.cmd(command)
    h.wait("an acknowledgement of " .. command, function()
      return #h.messages > before
    end)
    h.settle()
    h.say(command .. ":", h.messages[before + 1])
    if command == "HotlensClear" then
      h.say("status:", require("hotlens").status() == "" and "none" or require("hotlens").status())
    end
  end
  for _, command in ipairs({ "HotlensStop", "HotlensBaseline", "HotlensBaseline HEAD", "HotlensBaseline previous", "HotlensClear", "HotlensGrowth 500 1000 2000" }) do
    acknowledged(command)
  end

  --- Lists the past runs, and chooses these places of the lists that appear one after the other.
  local function choosing(...)
    local places = { ... }
    local select = vim.ui.select
    ---@diagnostic disable-next-line: duplicate-set-field
    vim.ui.select = function(items, options, on_choice)
      h.say(("%s: %s"):format(options.prompt, table.concat(vim.tbl_map(options.format_item, items), " | ")))
      local place = table.remove(places, 1)
      on_choice(items[place], place)
    end
    vim.cmd.HotlensHistory()
    h.wait("the lists of past runs", function()
      return #places == 0
    end)
    vim.ui.select = select
  end
  choosing(1, 1) -- with the run before it
  choosing(2, 1, 2) -- with another
  local told = #h.messages
  choosing(1, 3) -- the baseline
  h.wait("an acknowledgement of the baseline", function()
    return #h.messages > told
  end)
  h.say("baseline:", h.messages[#h.messages])
  acknowledged("HotlensHistory!")

  -- A run that takes long is seen in a corner, and in a status line that redraws itself.
  vim.o.statusline = "%{v:lua.require'hotlens'.status()}"
  vim.o.laststatus = 3
  acknowledged("HotlensRoot")
  h.wait("the line about the run", function()
    return h.corner() ~= nil
  end)
  h.say("corner:", (h.corner():gsub("%d+ s", "N s")))
  h.say("status line:", (h.status_line():gsub(" · %d+ s", "")))
  -- The last line stays for a moment only, so it is read when it is drawn.
  local farewell
  vim.api.nvim_create_autocmd("LspProgress", {
    pattern = "end",
    once = true,
    callback = function()
      farewell = h.corner()
    end,
  })
  run = h.run(function()
    acknowledged("HotlensStop")
  end)
  h.wait("the acknowledgement of the end", function()
    return h.messages[#h.messages] == "hotlens: The run was stopped."
  end)
  h.say("run:", run.status, h.messages[#h.messages])
  h.say("corner:", (farewell:gsub(" · %d+ s", "")))
  h.say("status line:", h.status_line())
  h.wait("the line to go", function()
    return h.corner() == nil
  end)
  vim.o.laststatus = 2

  -- What a save has run before does not go unsaid.
  require("hotlens.runs").handlers["hotlens/runFinished"](
    nil,
    { status = "ok", wallMillis = 5, message = "Tool: 5 calls", save = { message = "all 2 ran, Main failed" } },
    { client_id = h.client().id }
  )
  h.say("status:", require("hotlens").status())
  require("hotlens.runs").handlers["hotlens/runFinished"](
    nil,
    {
      status = "unchanged",
      wallMillis = 5,
      message = "the program is the same as at the last run",
      again = { status = "ok", wallMillis = 5, message = "Main: 7 calls" },
    },
    { client_id = h.client().id }
  )
  h.say("status of the same program:", require("hotlens").status())

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

  -- The tree: opened here and there, page by page, by another metric, and again after another run.
  vim.fn.cursor(4, 20)
  vim.cmd.HotlensTree()
  local function tree_has(text)
    return function()
      return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find(text, 1, true) ~= nil
    end
  end
  local function press(key, on, wanted)
    vim.fn.cursor(1, 1)
    assert(vim.fn.search("\\V" .. on, "cW") > 0, "not in the tree: " .. on)
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, true, true), "x", false)
    h.wait(wanted, tree_has(wanted))
  end
  local function say_tree(title)
    h.say("tree, " .. title .. ":")
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      if number ~= 2 and not line:match("callee[3-9]") and not line:match("callee%d%d") then
        h.say("  " .. line)
      end
    end
  end
  h.wait("the tree", tree_has("callee1"))
  h.say("keys:", vim.api.nvim_buf_get_lines(0, 1, 2, false)[1])
  say_tree("at first")
  press("<CR>", "caller1", "caller2")
  press("<CR>", "callee1 ", "Main.inner")
  press("<CR>", "more", "callee100")
  say_tree("opened")
  press("m", "callers", "by calls")
  say_tree("by calls")
  press("<CR>", "callee1 ", "callee1 ")
  h.say("closed again:", tostring(not tree_has("Main.inner")()))
  h.say("name:", (vim.api.nvim_buf_get_name(0):gsub("%d+", "N")))
  vim.fn.search("callee2 ", "w")
  vim.cmd.normal("gd")
  h.say("jumped to:", vim.fn.expand("%:t"), vim.inspect(vim.api.nvim_win_get_cursor(0), { newline = "" }))
  h.run(vim.cmd.HotlensProfile)
  vim.cmd.wincmd("j")
  h.wait("the tree of the new run", tree_has("110 more"))
  h.say("opened in the new run, too:", tostring(tree_has("caller2")()))
  vim.cmd.normal("q")
  h.say("closed:", vim.fn.expand("%:t"))

  -- Texts stand in one window beside the source. Who types is not disturbed when one comes.
  local source = vim.api.nvim_get_current_win()
  local function texts(title)
    h.wait("the text", function()
      return vim.fn.bufwinid("hotlens-values.md") > 0
    end)
    h.say(("%s: %d windows, in the source: %s"):format(title, #vim.api.nvim_list_wins(), vim.api.nvim_get_current_win() == source))
  end
  acknowledged("HotlensValues")
  texts("a text")
  vim.api.nvim_set_current_win(source)
  vim.cmd.HotlensValues()
  h.settle()
  texts("again")
  vim.cmd.close()
  local mode = vim.api.nvim_get_mode
  vim.api.nvim_get_mode = function()
    return { mode = "i", blocking = false }
  end
  vim.cmd.HotlensValues()
  texts("while typing")
  vim.api.nvim_get_mode = mode
  vim.cmd.only()

  vim.ui.open = function(uri)
    h.say("browser:", uri)
    return { pid = 1 }
  end
  acknowledged("HotlensView")

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
  h.say("the lens is still there:", tostring(h.is_drawn("run 4")))

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
    return h.is_drawn("run 5")
  end)
  h.say("servers:", tostring(#vim.lsp.get_clients({ name = "hotlens" })), "questions:", tostring(#questions))

  -- Beside another Java server: that one reports what does not compile, and hotlens does not disturb its hovers.
  local asked = {}
  vim.lsp.start({
    name = "jdtls",
    cmd = function()
      return {
        request = function(method, _, on_response)
          asked[#asked + 1] = method
          local results = { initialize = { capabilities = { hoverProvider = true } } }
          on_response(nil, results[method])
          return true, #asked
        end,
        notify = function() end,
        is_closing = function()
          return false
        end,
        terminate = function() end,
      }
    end,
  })
  h.wait("the other server", function()
    return #vim.lsp.get_clients({ name = "jdtls", bufnr = 0 }) == 1
  end)
  local seen = h.hover("println")
  h.say("beside jdtls the server has:", seen:match("^(.-);"))
  h.say("windows:", tostring(#vim.api.nvim_list_wins()))
  vim.lsp.stop_client(vim.lsp.get_clients({ name = "jdtls" }), true)

  -- A folder without a root marker: the workspace is where the packages lie, and whoever trusts it trusts what is in it.
  -- What others have put beside it in the folder of temporary files marks none.
  local lone = vim.fs.joinpath(vim.fn.tempname(), "lone")
  vim.env.TMPDIR = vim.fs.dirname(lone)
  vim.fn.mkdir(vim.fs.joinpath(vim.env.TMPDIR, "src"), "p")
  --- Opens a file of that folder and returns the name of its workspace.
  local function workspace_of(name, text)
    local path = vim.fs.joinpath(lone, name)
    vim.fn.mkdir(vim.fs.dirname(path), "p")
    vim.fn.writefile({ text }, path)
    vim.cmd.edit(path)
    h.wait("the server of " .. name, function()
      return require("hotlens.client").of_buffer(0) ~= nil
    end)
    h.settle()
    return vim.fs.basename(require("hotlens.client").of_buffer(0).config.root_dir)
  end
  h.say("workspace of a package:", workspace_of("bank/accounts/Main.java", "package bank.accounts;"))
  h.say("workspace of a file in another package's folder:", workspace_of("inner/Main.java", "package elsewhere;"))
  h.say("questions:", tostring(#questions))
  local trust = require("hotlens.trust")
  local root = require("hotlens.client").of_buffer(0).config.root_dir
  trust.remember(vim.fs.joinpath(root, "vendor"), false)
  h.say("in a folder that is trusted:", tostring(trust.of(vim.fs.joinpath(root, "own", "deep"))))
  h.say("in one in it that is not:", tostring(trust.of(vim.fs.joinpath(root, "vendor", "deep"))))

  trust.ask(vim.uv.os_homedir(), function() end)

  vim.cmd.enew()
  messages = #h.messages
  vim.cmd.HotlensStop()
  h.say("without a Java file:", h.messages[messages + 1])

  local config = require("hotlens.config").get()
  config.settings.jdk = "/opt/jdk"
  config.cmd = vim.list_extend({ "env" }, config.cmd) -- as with "nice"
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
