--- What is under way: a line in a corner of the screen while a run takes long, and for status lines.
---
--- The server reports the progress of a run (LSP 3.17, "work done progress"); Neovim itself shows nothing of it.

local config = require("hotlens.config")
local texts = require("hotlens.texts")

local M = {}

--- A run that is over sooner, in milliseconds, is not worth a line that appears and disappears: its results
--- are there before it could be read.
local patience = 400

--- How often the seconds are counted on, and how long the last line stays, in milliseconds.
local interval, farewell = 500, 2500

---@class hotlens.Progress
---@field title string
---@field message string
---@field began integer In milliseconds of the event loop's clock.
---@field token lsp.ProgressToken

--- By client.
---@type table<integer, hotlens.Progress>
local current = {}

---@type integer|nil
local window
---@type integer|nil
local buffer
---@type uv.uv_timer_t|nil
local timer

--- Counts what was drawn, so that a farewell that is out of date does not close a newer line.
local drawn = 0

local function redraw_status()
  vim.cmd("redrawstatus!")
end

local function close()
  if timer then
    timer:stop()
    timer:close()
    timer = nil
  end
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_close(window, true)
  end
  window = nil
end

--- Shows a line at the lower right, above the status line and the messages.
---@param text string
local function draw(text)
  drawn = drawn + 1
  text = " " .. texts.fit(texts.line(text), math.max(1, vim.o.columns - 2)) .. " "
  if not (buffer and vim.api.nvim_buf_is_valid(buffer)) then
    buffer = vim.api.nvim_create_buf(false, true)
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { text })
  local place = {
    relative = "editor",
    anchor = "SE",
    row = vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0),
    col = vim.o.columns,
    width = math.max(1, math.min(vim.fn.strdisplaywidth(text), vim.o.columns)),
    height = 1,
    style = "minimal",
    focusable = false,
    zindex = 40, -- below hovers
  }
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_set_config(window, place)
  else
    place.noautocmd = true
    -- In the command-line window no window can be opened.
    local opened, handle = pcall(vim.api.nvim_open_win, buffer, false, place)
    window = opened and handle or nil
    if window then
      vim.wo[window].winhighlight = "Normal:HotlensProgress,NormalFloat:HotlensProgress"
    end
  end
end

---@param progress hotlens.Progress
---@return string
local function line_of(progress)
  local line = progress.title
  if progress.message ~= "" then
    line = line .. ": " .. progress.message
  end
  local seconds = math.floor((vim.uv.now() - progress.began) / 1000)
  return seconds > 0 and ("%s · %d s"):format(line, seconds) or line
end

--- The run that has been under way for longest.
---@return hotlens.Progress|nil
local function oldest()
  local found
  for _, progress in pairs(current) do
    if not found or progress.began < found.began then
      found = progress
    end
  end
  return found
end

local function tick()
  local progress = oldest()
  if not progress then
    return
  end
  if vim.uv.now() - progress.began >= patience and config.get().progress then
    draw(line_of(progress) .. " · :HotlensStop ends it")
  end
  redraw_status()
end

---@param client_id integer
---@param token lsp.ProgressToken
---@param value {title?: string, message?: string}
local function begin(client_id, token, value)
  current[client_id] = {
    title = value.title or "hotlens",
    message = value.message or "",
    began = vim.uv.now(),
    token = token,
  }
  if not timer then
    timer = assert(vim.uv.new_timer())
    timer:start(patience, interval, vim.schedule_wrap(tick))
  end
end

--- Ends the progress of a client, and says how it ended if it was shown.
---@param client_id integer
---@param message? string
local function finish(client_id, message)
  local progress = current[client_id]
  current[client_id] = nil
  if next(current) then
    return
  end
  if not window or not message then
    close()
    return
  end
  progress.message = message
  draw(line_of(progress))
  local mine = drawn
  vim.defer_fn(function()
    if drawn == mine then
      close()
    end
  end, farewell)
end

--- Follows the progress that a client's server reports.
---@param client_id integer
function M.attach(client_id)
  vim.api.nvim_create_autocmd("LspProgress", {
    group = vim.api.nvim_create_augroup(("hotlens.progress.%d"):format(client_id), { clear = true }),
    desc = "Show what hotlens does",
    callback = function(event)
      if event.data.client_id ~= client_id then
        return
      end
      local token, value = event.data.params.token, event.data.params.value
      local progress = current[client_id]
      if value.kind == "begin" then
        begin(client_id, token, value)
      elseif progress and progress.token == token then
        if value.kind == "end" then
          finish(client_id, value.message)
        else
          progress.message = value.message or progress.message
        end
      end
      redraw_status()
    end,
  })
end

--- One line about what is under way, nil when nothing is.
---@param client_id integer
---@return string|nil
function M.summary(client_id)
  return current[client_id] and line_of(current[client_id])
end

---@param client_id integer
function M.forget(client_id)
  pcall(vim.api.nvim_del_augroup_by_name, ("hotlens.progress.%d"):format(client_id))
  if current[client_id] then
    finish(client_id)
  end
end

return M
