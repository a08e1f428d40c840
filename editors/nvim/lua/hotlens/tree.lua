--- The tree of a method in a buffer: who called it above, what it called below, with the costs beside. It grows
--- where a line is opened, page by page, so that a run with a million contexts costs what is looked at.

local compat = require("hotlens.compat")
local numbers = require("hotlens.numbers")
local texts = require("hotlens.texts")

local M = {}

local namespace = vim.api.nvim_create_namespace("hotlens.tree")

--- How many branches of a node are asked for at once.
local page = 50

---@class hotlens.TreeNode An answer of hotlens.tree, and what became of it here.
---@field step table Leads to the node from its parent; the same in the next run.
---@field name string
---@field origin string "app", "library" or "vm"
---@field calls integer
---@field share number
---@field figure string
---@field self? string Of callees: without what they call.
---@field expandable boolean
---@field line integer Of the call, 0 when unknown.
---@field call? lsp.Location
---@field declaration? lsp.Location
---@field steps table[] From the root.
---@field is_open? boolean
---@field is_loading? boolean
---@field children? hotlens.TreeNode[]
---@field total? integer Of the children, also of those not asked for yet.

---@class hotlens.Tree
---@field client vim.lsp.Client
---@field bufnr integer
---@field uri string Of the file whose run it is.
---@field method? table nil: the whole run.
---@field position? lsp.Position Instead of the method, until the server has told it.
---@field metric? string nil: that of the settings.
---@field title string
---@field summary string
---@field metrics string[]
---@field window integer The one that it was opened from.
---@field whole? boolean
---@field is_shown? boolean
---@field generation integer Counts how often everything was asked for.
---@field sections hotlens.TreeSection[]
---@field rows table<integer, {node?: hotlens.TreeNode, section?: hotlens.TreeSection, more?: hotlens.TreeNode}> By line.
---@field problem? string Why there is nothing to show.

--- A section is a node without a call: the root of one of the two trees.
---@class hotlens.TreeSection: hotlens.TreeNode
---@field heading string
---@field direction string

--- The trees, by buffer.
---@type table<integer, hotlens.Tree>
local trees = {}

local help = "<CR> open or close · gd to the call · gD to the method · m other metric · R anew · q close"

---@param node hotlens.TreeNode
---@return string
local function key_of(node)
  local method = node.step.method
  return ("%s.%s%s@%d"):format(method.class, method.name, method.descriptor, node.step.bci)
end

--- Asks for a page of a node's children, behind those that are there.
---@param tree hotlens.Tree
---@param section hotlens.TreeSection
---@param node hotlens.TreeNode
---@param on_done fun(problem?: string)
local function load(tree, section, node, on_done)
  local request = {
    direction = section.direction,
    method = tree.method,
    position = tree.position,
    metric = tree.metric,
    steps = #node.steps > 0 and node.steps or nil,
    offset = node.children and #node.children or 0,
    limit = page,
  }
  local params = { command = "hotlens.tree", arguments = { tree.uri, request } }
  if node.is_loading then
    return
  elseif compat.is_stopped(tree.client) then
    on_done("the server has ended; open the tree again from a Java file")
    return
  end
  node.is_loading = true
  local generation = tree.generation
  compat.request(tree.client, "workspace/executeCommand", params, function(err, result)
    node.is_loading = false
    if generation ~= tree.generation then
      return -- everything has been asked for again in the meantime
    elseif err then
      on_done(err.message)
      return
    end
    tree.title, tree.summary = texts.line(result.title), texts.line(result.summary)
    tree.metric, tree.metrics = result.metric, result.metrics
    if result.method.name ~= "" then
      tree.method, tree.position = result.method, nil
    end
    node.children = node.children or {}
    for _, child in ipairs(result.nodes) do
      child.name = texts.line(child.name)
      child.steps = vim.list_extend({}, node.steps)
      table.insert(child.steps, child.step)
      table.insert(node.children, child)
    end
    node.total = result.total
    node.is_open = true
    on_done()
  end, tree.bufnr)
end

--- One line of the buffer: its text, and what of it is drawn how.
---@class hotlens.TreeLine
---@field text string
---@field marks {[1]: integer, [2]: integer, [3]: string}[] From, to (in bytes), highlight group.

---@param cell string
---@param width integer
---@return string
local function right(cell, width)
  return (" "):rep(width - vim.fn.strdisplaywidth(cell)) .. cell
end

--- The cells beside all nodes that are to be seen, so that the columns can be made as wide as they need.
---@param node hotlens.TreeNode
---@return string[]
local function cells_of(node)
  return { numbers.percent(node.share), node.figure, node.self or "", numbers.grouped(node.calls) }
end

---@param node hotlens.TreeNode
---@param widths integer[]
local function widen(node, widths)
  for _, child in ipairs(node.is_open and node.children or {}) do
    for column, cell in ipairs(cells_of(child)) do
      widths[column] = math.max(widths[column], vim.fn.strdisplaywidth(cell))
    end
    widen(child, widths)
  end
end

---@param tree hotlens.Tree
local function render(tree)
  if not vim.api.nvim_buf_is_loaded(tree.bufnr) then
    return
  end
  ---@type hotlens.TreeLine[]
  local lines = {}
  tree.rows = {}
  local function add(text, marks, row)
    lines[#lines + 1] = { text = text, marks = marks }
    tree.rows[#lines] = row
  end
  local heading = tree.summary ~= "" and ("%s · %s"):format(tree.title, tree.summary) or tree.title
  add(heading, { { 0, #heading, "HotlensTreeTitle" } })
  local keys = tree.metric and ("by %s · %s"):format(tree.metric, help) or help
  add(keys, { { 0, #keys, "HotlensTreeKeys" } })
  if tree.problem then
    add("", {})
    add(tree.problem, {})
  end

  local titles = { "share", "cost", "itself", "calls" }
  local widths = vim.tbl_map(string.len, titles)
  for _, section in ipairs(tree.sections) do
    widen(section, widths)
  end
  local indent = 2 * #widths
  for _, width in ipairs(widths) do
    indent = indent + width
  end
  local function add_children(node, section, depth)
    for _, child in ipairs(node.is_open and node.children or {}) do
      local columns = {}
      for column, cell in ipairs(cells_of(child)) do
        columns[column] = right(cell, widths[column])
      end
      local costs = table.concat(columns, "  ")
      local sign = not child.expandable and " " or child.is_open and "▾" or "▸"
      local text = ("%s  %s%s %s"):format(costs, ("  "):rep(depth), sign, child.name)
      if child.line > 0 then
        text = ("%s (line %d)"):format(text, child.line)
      end
      local marks = { { 0, #costs, "HotlensTreeCosts" } }
      if child.origin ~= "app" and child.origin ~= "" then
        text = ("%s · %s"):format(text, child.origin)
        marks[2] = { #costs, #text, "HotlensTreeLibrary" }
      end
      add(text, marks, { node = child, section = section })
      add_children(child, section, depth + 1)
    end
    local missing = node.is_open and node.total - #node.children or 0
    if missing > 0 then
      local text = ("%s  … %s more"):format((" "):rep(indent + 2 * depth), numbers.grouped(missing))
      add(text, { { 0, #text, "HotlensTreeLibrary" } }, { more = node, section = section })
    end
  end
  for _, section in ipairs(tree.problem and {} or tree.sections) do
    add("", {})
    local columns = {}
    for column, title in ipairs(titles) do
      columns[column] = right(title == "itself" and section.direction == "callers" and "" or title, widths[column])
    end
    local text = ("%s  %s"):format(table.concat(columns, "  "), section.heading)
    if section.total == 0 then
      text = ("%s: %s"):format(text, section.direction == "callers" and "none; a thread began here" or "none")
    end
    add(text, { { 0, #text, "HotlensTreeHeading" } }, { section = section })
    add_children(section, section, 0)
  end

  local texts = vim.tbl_map(function(line)
    return line.text
  end, lines)
  vim.bo[tree.bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(tree.bufnr, 0, -1, false, texts)
  vim.bo[tree.bufnr].modifiable = false
  vim.bo[tree.bufnr].modified = false
  vim.api.nvim_buf_clear_namespace(tree.bufnr, namespace, 0, -1)
  for number, line in ipairs(lines) do
    for _, mark in ipairs(line.marks) do
      vim.api.nvim_buf_set_extmark(tree.bufnr, namespace, number - 1, mark[1], { end_col = mark[2], hl_group = mark[3] })
    end
  end
end

--- Opens a window with the tree, below the others, once there is something to see.
---@param tree hotlens.Tree
local function show(tree)
  if tree.is_shown then
    return
  end
  tree.is_shown = true
  vim.cmd("botright sbuffer " .. tree.bufnr)
  vim.bo[tree.bufnr].bufhidden = "wipe"
  vim.wo[0][0].wrap = false
  vim.wo[0][0].number = false
  vim.wo[0][0].relativenumber = false
  vim.wo[0][0].cursorline = true
end

--- Asks for everything again, at first, after another run or by another metric, and opens what was open. Only the
--- whole is shown, so that nothing is seen to close and open, and no number of one metric beside those of another.
---@param tree hotlens.Tree
local function reload(tree)
  tree.generation = tree.generation + 1
  local older, sections, waiting = tree.sections, {}, 0
  local problem

  local function finish()
    if problem and not tree.is_shown then
      vim.notify("hotlens: " .. problem .. ".", vim.log.levels.WARN)
      vim.api.nvim_buf_delete(tree.bufnr, { force = true })
      return
    end
    tree.sections, tree.problem = sections, problem
    -- The number keeps trees of the same method apart.
    pcall(vim.api.nvim_buf_set_name, tree.bufnr, ("hotlens://%d/%s"):format(tree.bufnr, tree.title))
    render(tree)
    show(tree)
  end

  --- Loads a node, and then those below it that were open in its older version.
  ---@param section hotlens.TreeSection
  ---@param node hotlens.TreeNode
  ---@param before? hotlens.TreeNode
  ---@param on_loaded? fun()
  local function load_again(section, node, before, on_loaded)
    waiting = waiting + 1
    load(tree, section, node, function(failure)
      local open = {}
      for _, child in ipairs(before and before.is_open and before.children or {}) do
        open[key_of(child)] = child.is_open and child or nil
      end
      for _, child in ipairs(node.children or {}) do
        if open[key_of(child)] and child.expandable then
          load_again(section, child, open[key_of(child)])
        end
      end
      if failure and not node.step then
        problem = failure
      elseif on_loaded then
        on_loaded()
      end
      waiting = waiting - 1
      if waiting == 0 then
        finish()
      end
    end)
  end

  --- The second tree is asked for after the first, whose answer names the method.
  local function load_sections(directions)
    local direction, heading = unpack(directions[1] or {})
    if not direction then
      return
    end
    ---@type hotlens.TreeSection
    local section = { heading = heading, direction = direction, steps = {} }
    sections[#sections + 1] = section
    local before
    for _, candidate in ipairs(older) do
      before = candidate.direction == direction and candidate or before
    end
    load_again(section, section, before, function()
      load_sections(vim.list_slice(directions, 2))
    end)
  end

  load_sections(tree.whole and { { "callees", "the run" } } or { { "callers", "callers" }, { "callees", "callees" } })
end

---@return hotlens.Tree tree Of the current buffer.
---@return {node?: hotlens.TreeNode, section?: hotlens.TreeSection, more?: hotlens.TreeNode} row
local function here()
  local tree = trees[vim.api.nvim_get_current_buf()]
  return tree, tree.rows[vim.api.nvim_win_get_cursor(0)[1]] or {}
end

--- Shows a place in the window that the tree was opened from, or in a new one.
---@param tree hotlens.Tree
---@param location lsp.Location|nil
local function jump(tree, location)
  if not location then
    vim.notify("hotlens: there is no source for this, or it was edited since the run.", vim.log.levels.INFO)
    return
  end
  local target = tree.window
  if not (target and vim.api.nvim_win_is_valid(target)) then
    vim.cmd("aboveleft split")
    target = vim.api.nvim_get_current_win()
  end
  vim.api.nvim_set_current_win(target)
  vim.lsp.util.show_document(location, tree.client.offset_encoding, { focus = true })
end

local keys = {
  ["<CR>"] = {
    "Open or close the line",
    function()
      local tree, row = here()
      local node = row.more or row.node
      if not node then
        return
      elseif not row.more and node.children then
        node.is_open = not node.is_open
        render(tree)
      elseif row.more or node.expandable then
        load(tree, row.section, node, function(problem)
          if problem then
            vim.notify("hotlens: " .. problem, vim.log.levels.WARN)
          end
          render(tree)
        end)
      end
    end,
  },
  gd = {
    "Go to the call",
    function()
      local tree, row = here()
      jump(tree, row.node and row.node.call)
    end,
  },
  gD = {
    "Go to the method",
    function()
      local tree, row = here()
      jump(tree, row.node and row.node.declaration)
    end,
  },
  m = {
    "Show another metric",
    function()
      local tree = here()
      for number, metric in ipairs(tree.metrics) do
        if metric == tree.metric then
          tree.metric = tree.metrics[number % #tree.metrics + 1]
          break
        end
      end
      reload(tree)
    end,
  },
  R = {
    "Ask again",
    function()
      reload((here()))
    end,
  },
  q = { "Close", "<Cmd>close<CR>" },
}

---@param tree hotlens.Tree
local function prepare_buffer(tree)
  local bufnr = tree.bufnr
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = "hotlens-tree"
  for key, mapping in pairs(keys) do
    vim.keymap.set("n", key, mapping[2], { buffer = bufnr, nowait = true, silent = true, desc = mapping[1] })
  end
  local group = vim.api.nvim_create_augroup(("hotlens.tree.%d"):format(bufnr), { clear = true })
  vim.api.nvim_create_autocmd("User", {
    group = group,
    pattern = "HotlensRunFinished",
    desc = "Show the new run",
    callback = function(event)
      local changed = event.data.status == "ok" or event.data.status == "limit"
      if changed and event.data.client_id == tree.client.id then
        reload(tree)
      end
    end,
  })
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = bufnr,
    desc = "Forget the tree",
    callback = function()
      trees[bufnr] = nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

--- Opens the tree of the method at the cursor, or of the whole run.
---@param client vim.lsp.Client
---@param options {whole?: boolean}
function M.open(client, options)
  local source = vim.api.nvim_get_current_win()
  ---@type hotlens.Tree
  local tree = {
    client = client,
    bufnr = 0,
    window = source,
    uri = vim.uri_from_bufnr(0),
    whole = options.whole,
    title = "hotlens",
    summary = "",
    metrics = {},
    generation = 0,
    sections = {},
    rows = {},
  }
  if not options.whole then
    tree.position = vim.lsp.util.make_position_params(source, client.offset_encoding).position
  end
  tree.bufnr = vim.api.nvim_create_buf(false, true)
  trees[tree.bufnr] = tree
  prepare_buffer(tree)
  reload(tree)
end

return M
