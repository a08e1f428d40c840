--- The hottest call sites as a quickfix list.

local M = {}

---@class hotlens.Site
---@field uri string Of the caller's file.
---@field range lsp.Range Of the called name in it.
---@field title string Who calls whom; of several targets each with its share of the calls.
---@field calls integer
---@field share number Of the run by the chosen metric, from 0 to 1.
---@field figure string The same with its unit.

--- Fills the quickfix list and opens it.
---@param sites hotlens.Site[] Hottest first.
---@param offset_encoding string That of the ranges.
---@param metric? string What they are hottest by; nil for that of the settings.
function M.open(sites, offset_encoding, metric)
  if type(sites) ~= "table" or #sites == 0 then
    vim.notify("hotlens: nothing to list yet: there is no finished run.", vim.log.levels.INFO)
    return
  end
  local numbers, texts = require("hotlens.numbers"), require("hotlens.texts")
  local items = {}
  for _, site in ipairs(sites) do
    -- One by one: locations_to_items alone would sort them by place.
    local location = { uri = site.uri, range = site.range }
    local item = vim.lsp.util.locations_to_items({ location }, offset_encoding)[1]
    -- The numbers first: a line that does not fit is wrapped anywhere.
    item.text = ("%s  %s  ×%s  %s"):format(
      numbers.percent(site.share),
      site.figure,
      numbers.grouped(site.calls),
      texts.line(site.title)
    )
    items[#items + 1] = item
  end
  vim.fn.setqflist({}, " ", { title = "hotlens: hottest call sites" .. (metric and " by " .. metric or ""), items = items })
  vim.cmd("botright copen")
end

return M
