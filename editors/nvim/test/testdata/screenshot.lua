--- What the screenshots show: two files of the demo after a run, one above the other, and the hover of the
--- call that has two targets; or the tree of a method that calls itself, below its source.
---
--- Environment: HOTLENS_SCENE says which ("annotations" or "tree"), HOTLENS_PLUGIN is the plugin's folder, HOTLENS_CMD the server's command line as JSON,
--- HOTLENS_READY a file to make when everything is drawn.

vim.opt.runtimepath:prepend(vim.env.HOTLENS_PLUGIN)
vim.o.number = true
vim.o.termguicolors = true
vim.o.ruler = false
vim.o.statusline = "── %f "
vim.o.fillchars = "eob: ,stl:─,stlnc:─"
vim.o.shortmess = vim.o.shortmess .. "FW"
vim.cmd.filetype("on")
vim.cmd.syntax("on")

-- The default colour scheme hardly colours Java; the backgrounds stay the terminal's own.
for group, colour in pairs({
  Statement = { fg = "#ff9e9e" },
  Type = { fg = "#8cd0f8" },
  StorageClass = { fg = "#ff9e9e" },
  Operator = { fg = "#ff9e9e" },
  javaConceptKind = { link = "StorageClass" },
  Constant = { fg = "#d7b4f3" },
  String = { fg = "#a7dba7" },
  Comment = { fg = "#7f8490", italic = true },
  SpecialComment = { link = "Comment" },
  PreProc = { fg = "#e0b88a" },
  LineNr = { fg = "#4f5258" },
  HotlensLens = { fg = "#f2c572", italic = true },
  HotlensHint = { fg = "#6fd6c9", bg = "#1d2a2c" },
  ["@punctuation.special.markdown"] = { fg = "#6b7080" },
  FloatBorder = { fg = "#6b7080" },
  NormalFloat = { bg = "#1a1d24" },
  StatusLine = { fg = "#6b7080" },
  StatusLineNC = { fg = "#6b7080" },
}) do
  vim.api.nvim_set_hl(0, group, colour)
end

--- Opens a hover below the end of the lower file, where it covers nothing.
local function open_hover()
  local options = { border = "rounded", offset_y = 5 }
  if vim.fn.has("nvim-0.11") == 1 then
    vim.lsp.buf.hover(options)
    return
  end
  vim.lsp.handlers["textDocument/hover"] = vim.lsp.with(vim.lsp.handlers.hover, options)
  vim.lsp.buf.hover()
end

--- Hovers over a call once the lenses and hints are there, and reports when all is drawn.
local function show()
  -- A moving cursor closes hovers, so the hover has to wait until the move has been told to all.
  vim.api.nvim_create_autocmd("CursorMoved", { once = true, callback = vim.schedule_wrap(open_hover) })
  -- The hover's window is the last thing to be drawn.
  vim.api.nvim_create_autocmd("WinNew", {
    once = true,
    callback = vim.schedule_wrap(function()
      vim.cmd("echo '' | redraw")
      vim.fn.writefile({}, vim.env.HOTLENS_READY)
    end),
  })
  vim.fn.cursor(1, 1)
  vim.fn.search([[part\.\zsprice()]])
  vim.fn.winrestview({ topline = 8 })
end

--- How long the tree may take to show what is asked for, in milliseconds.
local patience = 60000

--- Opens the tree of Bundle.price and some of its lines, and reports when all is drawn.
local function show_tree()
  local function wait_for(what, condition)
    assert(vim.wait(patience, condition, 10), "waited in vain for " .. what)
  end
  local function text()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  end
  vim.cmd.edit("src/shop/catalogue/Bundle.java")
  wait_for("the server", function()
    return #vim.lsp.get_clients({ name = "hotlens", bufnr = 0 }) == 1
  end)
  vim.fn.search("price()")
  vim.fn.winrestview({ topline = 8 })
  vim.cmd.HotlensTree()
  wait_for("the tree", function()
    return text():find("callees", 1, true) ~= nil
  end)
  -- The innermost recursive call last, as lines move down when others are opened.
  for _, name in ipairs({ "Order.listPrice", "Money.plus", "Bundle.price (line 15)", "  ▸ Bundle.price (line 15)" }) do
    vim.fn.cursor(2, 1)
    vim.fn.search("\\V" .. name)
    local before = text()
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("<CR>", true, true, true), "x", false)
    wait_for("the lines below " .. name, function()
      return text() ~= before
    end)
  end
  vim.cmd("29 wincmd _ | echo '' | redraw")
  vim.fn.writefile({}, vim.env.HOTLENS_READY)
end

local is_tree = vim.env.HOTLENS_SCENE == "tree"
vim.api.nvim_create_autocmd("User", {
  pattern = "HotlensRunFinished",
  once = true,
  callback = is_tree and vim.schedule_wrap(show_tree) or show,
})

require("hotlens").setup({ cmd = vim.json.decode(vim.env.HOTLENS_CMD), trusted = true, progress = false })
if is_tree then
  vim.cmd.edit("src/shop/Main.java")
else
  vim.cmd.edit("src/shop/report/SalesReport.java")
  vim.o.splitbelow = true
  vim.cmd.split("src/shop/catalogue/Bundle.java")
  vim.cmd("26 wincmd _")
  vim.api.nvim_win_call(vim.fn.win_getid(1), function()
    vim.fn.winrestview({ topline = 25, lnum = 25 })
  end)
end
-- The program is saved last, as it is the one to be run.
vim.cmd.badd("src/shop/Main.java")
vim.fn.bufload("src/shop/Main.java")
vim.api.nvim_create_autocmd("LspAttach", {
  once = true,
  -- Later, as autocommands do not trigger others, and saving is reported by one.
  callback = vim.schedule_wrap(function()
    vim.api.nvim_buf_call(vim.fn.bufnr("src/shop/Main.java"), function()
      vim.cmd("silent write")
    end)
  end),
})
