--- Sourced by Neovim when it starts. It defines the commands and waits for Java files; everything else is
--- loaded with the first of them. Without a call of setup(), the defaults hold.

if vim.g.loaded_hotlens then
  return
end
vim.g.loaded_hotlens = true

if vim.fn.has("nvim-0.10") == 1 then
  require("hotlens").enable()
end
