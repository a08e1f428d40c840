--- Texts that have to fit a place.

local M = {}

--- A text without control characters: a class file can have any in a name, and they would break a line.
---@param text string
---@return string
function M.line(text)
  return (text:gsub("%c", " "))
end

--- Cuts the end off a text that is too wide: between its parts if that leaves half of it, else between words, so that no number is cut.
---@param text string
---@param width integer In cells, at least 1.
---@return string
function M.fit(text, width)
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  local kept = vim.fn.strcharpart(text, 0, width - 1)
  while vim.fn.strdisplaywidth(kept) > width - 1 do
    kept = vim.fn.strcharpart(kept, 0, vim.fn.strchars(kept) - 1)
  end
  for _, ending in ipairs({ "[,;] .*$", " · .*$", " .*$" }) do
    local last = kept:match("^.*()" .. ending)
    if last and last > #kept / 2 then
      kept = kept:sub(1, last - 1)
      break
    end
  end
  return kept .. "…"
end

return M
