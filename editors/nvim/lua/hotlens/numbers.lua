--- Numbers as the server writes them.

local M = {}

---@param number integer
---@return string The number with thousands separators.
function M.grouped(number)
  local digits = ("%d"):format(number)
  return (digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

---@param number integer
---@param unit string
---@return string "1 call", "1,204 calls"
function M.count(number, unit)
  return M.grouped(number) .. " " .. unit .. (number == 1 and "" or "s")
end

--- Two digits, as more say nothing; only 0 is "0%" and only 1 is "100%".
---@param share number From 0 to 1.
---@return string "37%", "5.9%", "<0.1%"
function M.percent(share)
  local percent = 100 * share
  if share <= 0 then
    return "0%"
  elseif share >= 1 then
    return "100%"
  elseif percent < 0.1 then
    return "<0.1%"
  elseif percent >= 99.5 then
    return ">99%"
  end
  return (percent < 9.95 and "%.1f%%" or "%.0f%%"):format(percent)
end

return M
