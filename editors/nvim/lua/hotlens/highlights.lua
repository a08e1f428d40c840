--- Highlight groups: HotlensLens and HotlensHint, HotlensProgress, and those of the tree's buffer.
---
--- Neovim draws every server's lenses with LspCodeLens and hints with LspInlayHint. In windows that show
--- a buffer of hotlens these two are mapped to our groups, which look like them until the user says otherwise.

local M = {}

local mapping = { LspCodeLens = "HotlensLens", LspInlayHint = "HotlensHint" }

--- The other groups, and what they are drawn like.
local others = {
  HotlensProgress = "NormalFloat",
  HotlensTreeTitle = "Title",
  HotlensTreeHeading = "Statement",
  HotlensTreeCosts = "Number",
  HotlensTreeLibrary = "Comment",
  HotlensTreeKeys = "Comment",
}

--- What a group is drawn like: as the colour scheme says, but where that leaves it to Neovim, which draws it like the signs for what is
--- no text, numbers would hardly be readable.
---@param original string
---@return string
local function model_of(original)
  return vim.api.nvim_get_hl(0, { name = original }).link == "NonText" and "Comment" or original
end

--- Defines the groups, unless the user or the colour scheme has done so.
function M.define()
  for original, ours in pairs(mapping) do
    vim.api.nvim_set_hl(0, ours, { link = model_of(original), default = true })
  end
  for ours, original in pairs(others) do
    vim.api.nvim_set_hl(0, ours, { link = original, default = true })
  end
end

--- Maps the groups in the current window, for as long as it shows its present buffer.
local function map_in_current_window()
  local options = vim.wo[0][0]
  local entries = vim.split(options.winhighlight, ",", { trimempty = true })
  for original, ours in vim.spairs(mapping) do
    local entry = original .. ":" .. ours
    if not vim.list_contains(entries, entry) then
      entries[#entries + 1] = entry
    end
  end
  options.winhighlight = table.concat(entries, ",")
end

--- Maps the groups in all windows that show the buffer, now and later.
---@param bufnr integer
function M.attach(bufnr)
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    vim.api.nvim_win_call(window, map_in_current_window)
  end
  vim.api.nvim_create_autocmd("BufWinEnter", {
    group = vim.api.nvim_create_augroup(("hotlens.highlights.%d"):format(bufnr), { clear = true }),
    buffer = bufnr,
    desc = "Use the highlight groups of hotlens",
    callback = map_in_current_window,
  })
end

return M
