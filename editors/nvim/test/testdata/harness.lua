--- What the test scripts share. A script runs inside a real, headless Neovim, drives it as a user would,
--- and writes what the user would then see to standard output, which the Go test compares.
---
--- Environment: HOTLENS_PLUGIN is the plugin's folder, HOTLENS_CMD the server's command line as JSON.

local M = {}

--- How long anything may take, in milliseconds: generous, as it only passes when something is broken.
local patience = 120000

--- Settings of the server for that a busy machine ends no run before its time.
M.settings = { timeout = "2m" }

--- Messages that the user was shown, in order.
---@type string[]
M.messages = {}

--- Runs that the server has reported, in order.
---@type table[]
M.runs = {}

---@param what string
---@param condition fun(): boolean
function M.wait(what, condition)
  if not vim.wait(patience, condition, 10) then
    error("waited in vain for " .. what .. "; messages: " .. table.concat(M.messages, " | "), 2)
  end
end

---@param ... string
function M.say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end

---@return string[] The server's command line.
function M.server()
  return vim.json.decode(vim.env.HOTLENS_CMD)
end

---@return vim.lsp.Client|nil
function M.client()
  return vim.lsp.get_clients({ name = "hotlens" })[1]
end

--- Waits until the server has answered every question of the editor.
function M.settle()
  M.wait("the server's answers", function()
    for _, request in pairs(M.client().requests) do
      if request.type == "pending" then
        return false
      end
    end
    return true
  end)
end

--- Does something that makes the server run the program, and waits for the end of that run.
---@param action fun()
---@return table run
function M.run(action)
  local before = #M.runs
  action()
  M.wait("the end of a run", function()
    return #M.runs > before
  end)
  M.settle()
  return M.runs[#M.runs]
end

--- The lenses and hints that are drawn in the current buffer, a line each: where they stand, and their text.
---@return string[]
function M.drawn()
  vim.cmd.redraw()
  local lines = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    local kind = name:match("codelens") and "lens" or name:match("inlay") and "hint"
    if kind then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
        -- Before 0.12 a lens stands at the end of its line if it has the room, else in a line of its own above it, as since then.
        local parts = {} -- of the lenses of one line
        for _, chunks in ipairs(mark[4].virt_lines or { mark[4].virt_text or {} }) do
          local text = {}
          for _, chunk in ipairs(chunks) do
            text[#text + 1] = chunk[1]
          end
          parts[#parts + 1] = table.concat(text)
        end
        local column = kind == "hint" and mark[3] + 1 or 0
        local shown = table.concat(vim.tbl_map(vim.trim, parts), " / ")
        local line = vim.api.nvim_buf_get_lines(0, mark[2], mark[2] + 1, false)[1] or ""
        local columns = vim.api.nvim_win_get_width(0) - vim.fn.getwininfo(vim.api.nvim_get_current_win())[1].textoff
        local is_behind = kind == "lens" and mark[4].virt_text and mark[2] > 0
        local hints = "" -- what makes the line longer
        for _, item in ipairs(is_behind and vim.lsp.inlay_hint.get({ bufnr = 0 }) or {}) do
          local hint = item.inlay_hint
          if hint.position.line == mark[2] then
            local label = type(hint.label) == "string" and { { value = hint.label } } or hint.label
            hints = hints .. (hint.paddingLeft and " " or "") .. table.concat(vim.tbl_map(function(part)
              return part.value
            end, label))
          end
        end
        if is_behind and vim.fn.strdisplaywidth(line .. hints .. " " .. parts[1]) > columns then
          shown = "cut off: " .. shown
        end
        if shown ~= "" then
          lines[#lines + 1] = { row = mark[2] + 1, column = column, text = kind .. " " .. shown }
        end
      end
    end
  end
  table.sort(lines, function(a, b)
    if a.row ~= b.row then
      return a.row < b.row
    elseif a.column ~= b.column then
      return a.column < b.column
    end
    return a.text < b.text
  end)
  return vim.tbl_map(function(line)
    local source = vim.trim(vim.api.nvim_buf_get_lines(0, line.row - 1, line.row, false)[1] or "")
    if line.column > 0 then
      return ("%d:%d %s"):format(line.row, line.column, line.text)
    end
    return ("%d %s    <- %s"):format(line.row, line.text, source)
  end, lines)
end

---@param text string Something that is drawn.
---@return boolean
function M.is_drawn(text)
  return table.concat(M.drawn(), "\n"):find(text, 1, true) ~= nil
end

--- The text of the status line, as it is on the screen: without a redraw of ours.
---@return string
function M.status_line()
  local cells = {}
  local row = vim.o.lines - vim.o.cmdheight
  for column = 1, vim.o.columns do
    cells[column] = vim.fn.screenstring(row, column)
  end
  return vim.trim(table.concat(cells))
end

---@param window integer
local function is_corner(window)
  return vim.wo[window].winhighlight:find("HotlensProgress", 1, true) ~= nil
end

--- The line in the corner that tells what is under way, nil for none.
---@return string|nil
function M.corner()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if is_corner(window) then
      return vim.trim(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 1, false)[1])
    end
  end
end

--- Waits for a floating window, closes it, and returns its text.
---@param what string
---@return string
function M.float(what)
  local lines
  M.wait("the window with " .. what, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" and not is_corner(window) then
        lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
    return false
  end)
  return vim.trim(table.concat(lines, "\n"))
end

--- The text of the hover window at the given text of the current buffer.
---@param text string
---@return string
function M.hover(text)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. text, "cW") > 0, "not in the file: " .. text)
  vim.lsp.buf.hover()
  return M.float("the hover at " .. text)
end

--- Runs the script and ends Neovim, and so the server: with status 1 after an error.
---@param script fun()
function M.main(script)
  vim.opt.runtimepath:prepend(vim.env.HOTLENS_PLUGIN)
  -- Hints are drawn only where a window shows them, so the whole file must be visible.
  vim.o.lines = 500
  vim.o.swapfile = false
  vim.cmd.filetype("on")
  vim.notify = function(message)
    M.messages[#M.messages + 1] = message
  end
  vim.notify_once = vim.notify
  vim.api.nvim_create_autocmd("User", {
    pattern = "HotlensRunFinished",
    callback = function(event)
      M.runs[#M.runs + 1] = event.data
    end,
  })
  local ok, problem = xpcall(script, debug.traceback)
  if not ok then
    io.stderr:write(problem, "\n")
  end
  vim.cmd(ok and "qall!" or "cquit 1")
end

--- How many windows share the screen: without floating ones, which come and go with the progress of runs.
---@return integer
function M.windows()
  return #vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_config(window).relative == ""
  end, vim.api.nvim_list_wins())
end

return M
