--- Timing: runs the program, and measures what the method at the cursor calls. The server offers it as a code action.

local compat = require("hotlens.compat")

local M = {}

---@param client vim.lsp.Client
function M.run(client)
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = {}, only = { "source.hotlens" } }
  compat.request(client, "textDocument/codeAction", params, function(err, actions)
    for _, action in ipairs(actions or {}) do
      if action.command.command == "hotlens.root" then
        vim.notify(action.title .. " ...", vim.log.levels.INFO)
        require("hotlens.client").execute(client, action.command.command, action.command.arguments)
        return
      end
    end
    vim.notify(
      err and ("hotlens: " .. err.message)
        or "hotlens: here is no method that was compiled as it stands: save the file first, or go into a method.",
      vim.log.levels.WARN
    )
  end, 0)
end

return M
