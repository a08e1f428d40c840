--- The plugin and the real server on the demo workspace.

local h = dofile(vim.env.HOTLENS_TESTDATA .. "/harness.lua")

--- Gives the first of the answers to the newest question: that the workspace is trusted, or the lens to run.
local answer

vim.ui.select = function(items, _, on_choice)
  answer = function()
    on_choice(items[1])
  end
end

---@param title string
local function say_drawn(title)
  h.say("## " .. title)
  for _, line in ipairs(h.drawn()) do
    h.say(line)
  end
end

---@param text string
local function say_hover(text)
  h.say("## hover at " .. text)
  h.say(h.hover(text))
end

h.main(function()
  require("hotlens").setup({ cmd = h.server(), settings = h.settings })
  vim.cmd.edit("src/shop/Main.java")
  h.wait("the question, and the lens that says why there is nothing else", function()
    return answer ~= nil and h.is_drawn("not trusted")
  end)
  say_drawn("Main.java before the answer")
  answer()
  h.wait("the server to be trusted", function()
    return not h.is_drawn("not trusted")
  end)
  local run = h.run(vim.cmd.write)
  assert(run.status == "ok", run.message)

  say_drawn("Main.java")
  say_hover("price(order, listPrice)")

  if vim.fn.has("nvim-0.12") == 0 then -- since then Neovim itself draws lenses
    local columns, bufnr = vim.o.columns, vim.api.nvim_get_current_buf()
    vim.cmd.enew() -- where a text is not shown, no window says how wide it may be
    vim.o.columns = 50
    require("hotlens.lenses").refresh(h.client(), bufnr)
    h.settle()
    vim.cmd.buffer(bufnr)
    h.wait("the lenses of a narrow window", function()
      return h.is_drawn("1 call /")
    end)
    vim.o.columns = columns
    require("hotlens.lenses").refresh(h.client(), vim.api.nvim_get_current_buf())
    h.wait("the lenses of a wide window", function()
      return not h.is_drawn("1 call /")
    end)
  end

  -- Each entry leads to the place where the method that it names is called.
  vim.cmd.HotlensHottest()
  h.wait("the quickfix list", function()
    return vim.fn.getqflist({ size = 0 }).size > 0
  end)
  h.say("## the hottest calls")
  for number, item in ipairs(vim.fn.getqflist()) do
    local path = vim.api.nvim_buf_get_name(item.bufnr)
    local line = vim.fn.readfile(path)[item.lnum]
    local called = line:sub(item.col):match("^[%w_]+")
    local caller, callee = item.text:match("  ×%S+  (.-) › ([^%s,(]+)")
    local class = vim.fn.fnamemodify(path, ":t:r")
    assert(caller and caller:find(class, 1, true), item.text .. " stands in " .. path)
    assert(called and (callee == "new" or callee == "lambda" or callee:match("[%w_]+$") == called), item.text .. " stands at: " .. line)
    if number <= 4 then
      h.say(("%s:%d %s: %s"):format(vim.fs.basename(path), item.lnum, called, (item.text:gsub("  ≈ %S+ %S+", ""))))
    end
  end
  vim.cmd.cclose()
  vim.fn.setqflist({})
  vim.cmd.HotlensHottest("calls")
  h.wait("the other list", function()
    return vim.fn.getqflist({ size = 0 }).size > 0
  end)
  h.say(vim.fn.getqflist({ title = 0 }).title, vim.fn.getqflist()[1].text)
  vim.cmd.cclose()

  h.say("## the call graph of Main.main")
  vim.fn.cursor(1, 1)
  vim.fn.search("price(order")
  vim.cmd.HotlensCallGraph()
  h.wait("the call graph", function()
    return vim.api.nvim_buf_get_name(0):match("calls%.txt$") ~= nil
  end)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    h.say((line:gsub("/%S*/", ".../")))
  end
  vim.cmd.close()
  h.say("the source is still there:", vim.fn.expand("%:t"))

  h.say("## the tree of Main.main")
  vim.fn.cursor(1, 1)
  vim.fn.search("price(order")
  vim.cmd.HotlensTree()
  local tree = function()
    return vim.api.nvim_buf_get_lines(0, 0, -1, false)
  end
  h.wait("the tree", function()
    return vim.bo.filetype == "hotlens-tree"
  end)
  for number, line in ipairs(tree()) do
    if number > 2 and number < 12 then
      h.say((line:gsub("^.*≈ %S+ %S+", " "):gsub("%s%s+", "  ")))
    end
  end
  vim.cmd.normal("q")
  vim.fn.cursor(1, 1)
  local messages = #h.messages
  vim.cmd.HotlensTree()
  h.wait("the refusal", function()
    return #h.messages > messages
  end)
  h.say(h.messages[#h.messages])
  assert(vim.bo.filetype == "java", "a tree without anything in it")

  h.say("## timed")
  vim.fn.search("price(order")
  run = h.run(vim.cmd.HotlensRoot)
  h.say(run.status, (run.message:gsub("%d[%d,]*", "N")))
  vim.fn.search("main(", "b")
  local timed
  h.wait("the time of main", function()
    for _, line in ipairs(h.drawn()) do
      timed = timed or line:match("%d[%d.]* ?[mµ]?s, 100%% of measured time")
    end
    return timed ~= nil
  end)
  h.say((timed:gsub("%d[%d.]* ?[mµ]?s", "N ms")))

  h.say("## what the program printed")
  vim.cmd.HotlensOutput()
  h.wait("the output", function()
    return vim.api.nvim_buf_get_name(0):match("%.log$") ~= nil
  end)
  h.say((vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]))
  h.say("windows:", tostring(h.windows()))
  vim.cmd.wincmd("p")
  h.say("the source is still there:", vim.fn.expand("%:t"))
  vim.cmd.HotlensOutput()
  h.wait("the output's window", function()
    return vim.api.nvim_buf_get_name(0):match("%.log$") ~= nil
  end)
  h.say("windows:", tostring(h.windows()))
  vim.cmd.close()

  h.say("## the lens that runs main")
  run = h.run(function()
    vim.fn.search("main(", "b")
    answer = nil
    vim.lsp.codelens.run()
    h.wait("the choice of a lens", function()
      return answer ~= nil
    end)
    answer()
  end)
  h.say(run.status)

  for _, name in ipairs({ "pricing/Packing", "catalogue/Bundle", "report/SalesReport" }) do
    vim.cmd.edit("src/shop/" .. name .. ".java")
    h.wait("the buffer to be attached", function()
      return #vim.lsp.get_clients({ name = "hotlens", bufnr = 0 }) == 1
    end)
    h.wait("the lenses of " .. name, function()
      return #h.drawn() > 0
    end)
    h.settle()
    say_drawn(name)
  end

  vim.cmd.edit("src/shop/catalogue/Bundle.java")
  say_hover("price() {")

  h.say("## the output grows while the program runs")
  vim.cmd.edit("src/shop/Main.java")
  vim.cmd.HotlensOutput()
  h.wait("the output", function()
    return vim.api.nvim_buf_get_name(0):match("%.log$") ~= nil
  end)
  local output = vim.api.nvim_get_current_win()
  local function printed()
    return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(output), 0, -1, false)
  end
  vim.cmd("normal! G")
  vim.cmd.split("src/shop/Main.java")
  vim.fn.cursor(1, 1)
  vim.fn.append(
    vim.fn.search("main("),
    'for (long i = 1; i != 0; i++) if (i % 20_000_000 == 0) System.out.println(i / 20_000_000 + " rounds");'
  )
  run = h.run(function()
    vim.cmd.write()
    for _, rounds in ipairs({ "1 rounds", "3 rounds" }) do
      h.wait(rounds, function()
        return vim.list_contains(printed(), rounds)
      end)
    end
    assert(vim.api.nvim_win_get_cursor(output)[1] == #printed(), "whoever looks at the end does not see the end")
    vim.cmd.HotlensStop()
  end)
  h.wait("the end of the output", function()
    return printed()[#printed()]:match("stopped") ~= nil
  end)
  h.say(run.status, printed()[#printed()])
end)
