--- Code lenses: calls, share and change of every method that ran.
---
--- Neovim 0.12 keeps lenses up to date by itself once they are enabled. Before, a client has to ask for
--- them by hand and to handle the server's workspace/codeLens/refresh.

local attached = require("hotlens.attached")
local compat = require("hotlens.compat")

local M = {}

local is_automatic = vim.fn.has("nvim-0.12") == 1

--- The newest request per buffer: an older one's answer is out of date.
---@type table<integer, integer>
local newest = {}

--- How many columns there are for a buffer's text, in the narrowest window that shows it.
---@param bufnr integer
---@return integer
local function room(bufnr)
  local least = math.huge
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    least = math.min(least, vim.api.nvim_win_get_width(window) - vim.fn.getwininfo(window)[1].textoff)
  end
  return least
end

--- How many columns the hints take that are drawn within a buffer's lines, by row.
---@param bufnr integer
---@return table<integer, integer>
local function hint_widths(bufnr)
  local widths = {}
  if not vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }) then
    return widths
  end
  for _, item in ipairs(vim.lsp.inlay_hint.get({ bufnr = bufnr })) do
    local hint = item.inlay_hint
    local parts = type(hint.label) == "string" and { { value = hint.label } } or hint.label --[[@as lsp.InlayHintLabelPart[] ]]
    local width = (hint.paddingLeft and 1 or 0) + (hint.paddingRight and 1 or 0)
    for _, part in ipairs(parts) do
      width = width + vim.fn.strdisplaywidth(part.value)
    end
    local row = hint.position.line
    widths[row] = (widths[row] or 0) + width
  end
  return widths
end

--- What stands between the lenses of a line, as Neovim before 0.12 draws it, and between the parts of one.
local between, within = " | ", " · "

--- Puts the lenses of a line into lines that are no wider than a window, as far as their parts allow: a line is cut off
--- anywhere, also in the middle of a number.
---@param chunks [string, string][] Texts with their highlight groups.
---@param indent string
---@param columns number
---@return [string, string?][][]
local function wrapped(chunks, indent, columns)
  local start = vim.fn.strdisplaywidth(indent)
  local lines, width, separator = { { { indent } } }, start, nil
  local function add(text, group)
    local line, needed = lines[#lines], vim.fn.strdisplaywidth((separator and separator[1] or "") .. text)
    if width > start and width + needed > columns then
      lines[#lines + 1] = { { indent }, { text, group } }
      width = start + vim.fn.strdisplaywidth(text)
    else
      line[#line + 1] = separator
      line[#line + 1] = { text, group }
      width = width + needed
    end
    separator = nil
  end
  for _, chunk in ipairs(chunks) do
    local text, group = chunk[1], chunk[2]
    if text == between then
      separator = chunk
    else
      for _, part in ipairs(vim.split(text, within, { plain = true })) do
        add(part, group)
        separator = { within, group }
      end
      separator = nil
    end
  end
  return lines
end

--- Puts lenses above their lines where they would be cut off behind them: Neovim before 0.12 draws all behind. Hints make lines
--- longer, so this has to be done again when there are others.
---@param client_id integer
---@param bufnr integer
function M.fit(client_id, bufnr)
  local namespace = vim.api.nvim_get_namespaces()["vim_lsp_codelens:" .. client_id]
  if is_automatic or not namespace then
    return
  end
  local columns, hints = room(bufnr), hint_widths(bufnr)
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })) do
    local id, row, chunks = mark[1], mark[2], mark[4].virt_text
    local line = vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ""
    local width = vim.fn.strdisplaywidth(line) + (hints[row] or 0) + 1
    for _, chunk in ipairs(chunks or {}) do
      width = width + vim.fn.strdisplaywidth(chunk[1])
    end
    if chunks and width > columns and row > 0 then -- above the first line nothing is seen
      local above = wrapped(chunks, (" "):rep(vim.fn.strdisplaywidth(line:match("^%s*"))), columns)
      local options = { id = id, virt_lines = above, virt_lines_above = true }
      vim.api.nvim_buf_set_extmark(bufnr, namespace, row, 0, options)
    end
  end
end

--- Asks for the lenses of a buffer, where Neovim does not do so by itself.
---@param client vim.lsp.Client
---@param bufnr integer
function M.refresh(client, bufnr)
  if is_automatic or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  local number = (newest[bufnr] or 0) + 1
  newest[bufnr] = number
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  -- Not vim.lsp.codelens.refresh: that asks all clients, and drops a refresh that comes while it waits.
  local function on_response(err, result, context)
    if newest[bufnr] == number then
      vim.lsp.codelens.on_codelens(err, result or {}, context, {})
      M.fit(context.client_id, bufnr)
    end
  end
  compat.request(client, "textDocument/codeLens", params, on_response, bufnr)
end

---@type table<string, lsp.Handler>
M.handlers = {}

if not is_automatic then
  M.handlers["workspace/codeLens/refresh"] = function(_, _, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    for bufnr in pairs(client and client.attached_buffers or {}) do
      M.refresh(client, bufnr)
    end
    return vim.NIL
  end
end

--- Has Neovim 0.12 draw the lenses of a text that is read again from its file. It asks for them a moment after it has closed and
--- opened the document, but draws only lines of a text that has another version, which this one has not. It forgets what it has drawn when
--- a server tells of other lenses, which is done in the server's place once the answer is there: before, that would drop the questions to other servers.
---@param client vim.lsp.Client
---@param bufnr integer
---@param group integer
local function draw_again(client, bufnr, group)
  local is_reopened = false
  attached.on_sent(group, client, bufnr, { "textDocument/didOpen" }, "See that the text was read again", function()
    is_reopened = true
  end)
  vim.api.nvim_create_autocmd("LspRequest", {
    group = group,
    buffer = bufnr,
    desc = "Draw the lenses of a text that was read again",
    callback = function(event)
      local request = event.data.request
      if
        is_reopened
        and event.data.client_id == client.id
        and request.method == "textDocument/codeLens"
        and request.type == "complete"
      then
        is_reopened = false
        local method = "workspace/codeLens/refresh"
        vim.lsp.handlers[method](nil, nil, { method = method, client_id = client.id })
      end
    end,
  })
end

--- Shows lenses in a buffer, and keeps them in step with its text.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  local group = attached.group("lenses", client, bufnr, function()
    newest[bufnr] = nil
  end)
  if is_automatic then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    draw_again(client, bufnr, group)
    return
  end
  local methods = { "textDocument/didChange", "textDocument/didOpen" }
  attached.on_sent(group, client, bufnr, methods, "Ask for the lenses of a text that changed, or was read again", function()
    M.refresh(client, bufnr)
  end)
  -- Where lenses stand depends on the windows' widths.
  vim.api.nvim_create_autocmd("BufWinEnter", {
    group = group,
    buffer = bufnr,
    desc = "Place the lenses for the window",
    callback = function()
      M.refresh(client, bufnr)
    end,
  })
  vim.api.nvim_create_autocmd("WinResized", {
    group = group,
    desc = "Place the lenses for windows of another width",
    callback = function()
      for _, window in ipairs(vim.v.event.windows) do
        if vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == bufnr then
          M.refresh(client, bufnr)
          return
        end
      end
    end,
  })
  M.refresh(client, bufnr)
end

return M
