--- What the screenshot shows: the demo's main program after a run, with the hover of its hottest call.
---
--- Environment: HOTLENS_PLUGIN is the plugin's folder, HOTLENS_CMD the server's command line as JSON,
--- HOTLENS_READY a file to make when everything is drawn.

vim.opt.runtimepath:prepend(vim.env.HOTLENS_PLUGIN)
vim.o.number = true
vim.o.termguicolors = true
vim.o.laststatus = 0
vim.o.ruler = false
vim.o.shortmess = vim.o.shortmess .. "FW"
vim.cmd.filetype("on")
vim.cmd.syntax("on")

vim.api.nvim_create_autocmd("User", {
  pattern = "HotlensRunFinished",
  callback = function()
    -- A moving cursor closes hovers, so the hover has to wait until the move has been told to all.
    local hover = vim.schedule_wrap(vim.lsp.buf.hover)
    vim.api.nvim_create_autocmd("CursorMoved", { once = true, callback = hover })
    -- The hover's window is the last thing to be drawn.
    vim.api.nvim_create_autocmd("WinNew", {
      once = true,
      callback = vim.schedule_wrap(function()
        vim.cmd("echo '' | redraw")
        vim.fn.writefile({}, vim.env.HOTLENS_READY)
      end),
    })
    vim.fn.cursor(1, 1)
    vim.fn.search([[\.\zsprice(order, listPrice)]])
  end,
})

require("hotlens").setup({ cmd = vim.json.decode(vim.env.HOTLENS_CMD), trusted = true })
vim.cmd.edit("src/shop/Main.java")
vim.api.nvim_create_autocmd("LspAttach", {
  once = true,
  -- Later, as autocommands do not trigger others, and saving is reported by one.
  callback = vim.schedule_wrap(function()
    vim.cmd("silent write")
  end),
})
