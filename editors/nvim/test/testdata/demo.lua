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
  require("hotlens").setup({ cmd = h.server() })
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
end)
