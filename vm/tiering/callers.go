package tiering

import "hotlens/vm/compiler"

// This file deals with code that is called directly, and not through the table: what
// methods of one module call of each other. Such a call does not find the newer code that
// replaces the one it calls. So code is compiled again together with what it calls
// directly, and a loop that runs in code which has been replaced leaves it at the end of
// the time slice. Recursion stays in the code that it began in, until it has ended.

// link notes which code of an installed batch calls which directly.
func (c *Controller) link(jobs []*job) {
	for _, callee := range jobs {
		if callee.compiled.Entry != 0 {
			continue
		}
		callee.history.callers = nil
		if !callee.direct {
			continue
		}
		for _, caller := range jobs {
			if caller.compiled.Callees[callee.compiled.Method.ID] {
				caller.compiled.Direct = append(caller.compiled.Direct, callee.compiled)
			}
			if caller != callee && caller.compiled.Callees[callee.compiled.Method.ID] {
				callee.history.callers = append(callee.history.callers, caller.compiled)
				c.log("%v calls %v directly", caller.compiled.Method, callee.compiled.Method)
			}
		}
	}
}

// recompileCallers has what calls the code of a method directly compiled again, as the
// method is. It is not counted as a compilation: there is at most one for each of the
// other methods in the module.
func (c *Controller) recompileCallers(h *history) {
	for _, compiled := range h.callers {
		caller := c.history(compiled.Method)
		if c.Replaced(compiled) || caller.pending[compiled.Entry] || caller.declined != "" {
			continue
		}
		c.log("%v is compiled again: it calls directly what is compiled again", compiled.Method)
		c.request(caller, compiled.Method, compiled.Entry)
	}
}

// Replaced reports whether newer code has replaced that of a compiled method.
func (c *Controller) Replaced(compiled *compiler.CompiledMethod) bool {
	return c.history(compiled.Method).installed[compiled.Entry] != compiled
}
