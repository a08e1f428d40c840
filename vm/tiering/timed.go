package tiering

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
)

// This file has compiled code time the calls of instrumented methods (package timing). Such a method's
// entry in the table is a timer, a function that calls the runtime, then the method's code by an
// entry of its own, then the runtime again. So its code is as it was. What has to change is
// code that does not call it through the table: that it is inlined into, or that lies in the same module
// and calls it directly. That code is put aside, and entered again when the instrumentation is removed;
// what has been compiled in the meantime is put aside then, for the next time. So measuring the same
// methods time and again compiles nothing and takes no memory.

// version is code of a method that is put aside.
type version struct {
	compiled *compiler.CompiledMethod
	entry    *Entry
}

// maxVersions bounds the code that is put aside of a method, by where it is entered: that
// from before the instrumentation, and what has been compiled since.
const maxVersions = 2

// timers is what is known of instrumented methods.
type timers struct {
	// involving is the code that does not call a method through the table; nil as long as nothing has
	// been instrumented.
	involving map[*classes.Method][]*compiler.CompiledMethod
	active    int // instrumented methods
}

// Instrument has compiled code time the calls of methods from now on. They are preceded (classes.Method.Precede).
// It reports whether code has been put aside that activations may still execute.
func (c *Controller) Instrument(methods []*classes.Method) bool {
	if c.timers.involving == nil {
		c.timers.involving = map[*classes.Method][]*compiler.CompiledMethod{}
		for _, h := range c.methods {
			for _, compiled := range h.installed {
				c.involve(compiled)
			}
		}
	}
	c.timers.active += len(methods)
	for _, method := range methods {
		c.time(method)
	}
	var aside []*compiler.CompiledMethod
	for _, method := range methods {
		for _, compiled := range c.timers.involving[method] {
			aside = c.putAside(compiled, aside)
		}
	}
	c.replace(aside)
	return len(aside) > 0
}

// timed reports whether anything has been timed: then code asks what method handles lead to.
func (c *Controller) timed() bool { return c.timers.involving != nil }

// Remove ends what Instrument has begun. The methods are not preceded any more.
func (c *Controller) Remove(methods []*classes.Method) {
	c.timers.active -= len(methods)
	for _, method := range methods {
		if e := compiledEntry(method); e != nil && e.target != method.ID {
			c.moveEntry(e, method.ID)
		}
	}
	for method, h := range c.methods {
		if unloaded(method) {
			continue
		}
		for _, entry := range entriesOf(h) {
			c.restore(method, h, entry)
		}
	}
}

// entriesOf lists where a method is entered, in order.
func entriesOf(h *history) (entries []int) {
	for entry := range h.installed {
		entries = append(entries, entry)
	}
	for _, v := range h.versions {
		if !slices.Contains(entries, v.compiled.Entry) {
			entries = append(entries, v.compiled.Entry)
		}
	}
	slices.Sort(entries)
	return entries
}

// restore enters the code from before the instrumentation again. Where there is none it is compiled, if
// the instrumentation has kept anything from being inlined.
func (c *Controller) restore(method *classes.Method, h *history, entry int) {
	for _, v := range h.versions {
		if v.compiled.Entry != entry || v.compiled.WhileTimed || !c.valid(v.compiled) {
			continue
		}
		if now := h.installed[entry]; now != nil {
			c.setAside(now)
		}
		c.enterAgain(h, v)
		c.forget(func(r *request) bool { return r.history == h && r.entry == entry })
		return
	}
	if now := h.installed[entry]; now != nil && now.LeftTimed && !h.pending[entry] && h.declined == "" {
		c.request(h, method, entry)
	}
}

// involve notes which methods a piece of code does not call through the table.
func (c *Controller) involve(compiled *compiler.CompiledMethod) {
	add := func(method *classes.Method) {
		if list := c.timers.involving[method]; !slices.Contains(list, compiled) {
			c.timers.involving[method] = append(list, compiled)
		}
	}
	for _, d := range compiled.Decisions {
		if d.Verdict != compiler.Rejected {
			add(d.Callee)
		}
	}
	for _, callee := range compiled.Direct {
		add(callee.Method)
	}
}

// valid reports whether a piece of code calls all instrumented methods through the table, as
// the code does that it calls directly.
func (c *Controller) valid(compiled *compiler.CompiledMethod) bool {
	return validBut(compiled, map[*compiler.CompiledMethod]bool{})
}

func validBut(compiled *compiler.CompiledMethod, seen map[*compiler.CompiledMethod]bool) bool {
	if seen[compiled] {
		return true
	}
	seen[compiled] = true
	for _, d := range compiled.Decisions {
		if d.Verdict != compiler.Rejected && d.Callee.Preceded() {
			return false
		}
	}
	for _, callee := range compiled.Direct {
		if callee.Method.Preceded() || !validBut(callee, seen) {
			return false
		}
	}
	return true
}

// putAside has code not entered any more, nor what calls it directly. It adds them to a list.
func (c *Controller) putAside(compiled *compiler.CompiledMethod, aside []*compiler.CompiledMethod) []*compiler.CompiledMethod {
	if c.Replaced(compiled) {
		return aside
	}
	c.setAside(compiled)
	aside = append(aside, compiled)
	for _, caller := range c.timers.involving[compiled.Method] {
		if slices.Contains(caller.Direct, compiled) {
			aside = c.putAside(caller, aside)
		}
	}
	return aside
}

// setAside has the interpreter execute what the code has executed, from the next entry on.
func (c *Controller) setAside(compiled *compiler.CompiledMethod) {
	method, h := compiled.Method, c.history(compiled.Method)
	v := version{compiled: compiled, entry: h.loops[int32(compiled.Entry)]}
	if compiled.Entry == 0 {
		v.entry = compiledEntry(method)
		if v.entry.target == method.ID && !c.moveEntry(v.entry, 0) {
			return
		}
		method.SetStart(method.Code.Entry)
		c.bridge(c.signatures.ofMethod(method), method)
		method.Heat = min(method.Heat, loopCalls)
	} else {
		delete(h.loops, int32(compiled.Entry))
	}
	delete(h.installed, compiled.Entry)
	h.versions = append(h.versions, v)
	c.dropVersions(h, compiled.Entry, maxVersions)
}

// dropVersions keeps some of what has been put aside of a method: what is oldest, from before the
// instrumentation, and what is newest.
func (c *Controller) dropVersions(h *history, entry, most int) {
	count := 0
	for _, v := range h.versions {
		if v.compiled.Entry == entry {
			count++
		}
	}
	for i := 0; i < len(h.versions) && count > most; i++ {
		if v := h.versions[i]; v.compiled.Entry == entry && (v.compiled.WhileTimed || most == 0) {
			c.freeEntry(v.entry.target)
			h.versions = slices.Delete(h.versions, i, i+1)
			i--
			count--
		}
	}
}

// enterAgain has code entered again that was put aside.
func (c *Controller) enterAgain(h *history, v version) {
	method := v.compiled.Method
	h.versions = slices.DeleteFunc(h.versions, func(other version) bool { return other.compiled == v.compiled })
	h.installed[v.compiled.Entry] = v.compiled
	if v.compiled.Entry != 0 {
		h.loops[int32(v.compiled.Entry)] = v.entry
		method.HotLoops = true
		return
	}
	method.SetStart(&v.entry.code[0])
	if method.Preceded() {
		c.set(method.ID, c.timer(method))
	} else {
		c.moveEntry(v.entry, method.ID)
	}
}

// replace finds other code for what has been put aside, or has it compiled.
func (c *Controller) replace(aside []*compiler.CompiledMethod) {
	for _, compiled := range aside {
		h, entry := c.history(compiled.Method), compiled.Entry
		if h.installed[entry] != nil {
			continue
		}
		if at := slices.IndexFunc(h.versions, func(v version) bool { return v.compiled.Entry == entry && c.valid(v.compiled) }); at >= 0 {
			c.enterAgain(h, h.versions[at])
		} else if !h.pending[entry] && h.declined == "" {
			c.request(h, compiled.Method, entry)
		}
	}
}

// timeReplaced is told of code that is about to be installed. What was compiled while methods were instrumented is not to
// replace what was compiled before.
func (c *Controller) timeReplaced(jobs []*job) {
	for _, j := range jobs {
		if now := j.history.installed[j.compiled.Entry]; now != nil && j.compiled.WhileTimed && !now.WhileTimed && !unloaded(j.entry.Method) {
			c.setAside(now)
		}
	}
}

// timeInstalled is told of new code. It may have been on its way while methods were instrumented.
func (c *Controller) timeInstalled(compiled *compiler.CompiledMethod) {
	if c.timers.involving == nil {
		return
	}
	c.involve(compiled)
	h := c.history(compiled.Method)
	if !compiled.WhileTimed {
		c.dropVersions(h, compiled.Entry, 0) // it is newer
	} else if c.timers.active == 0 {
		c.restore(compiled.Method, h, compiled.Entry)
		return
	}
	if compiled.Entry == 0 && compiled.Method.Preceded() {
		c.time(compiled.Method)
	}
	if !c.valid(compiled) {
		c.replace(c.putAside(compiled, nil))
	}
}

// time has a method's entry in the table be a timer, if the method is compiled: else what calls
// it is the interpreter, which times it itself.
func (c *Controller) time(method *classes.Method) {
	if e := compiledEntry(method); e != nil && e.target == method.ID && c.moveEntry(e, 0) {
		c.set(method.ID, c.timer(method))
	}
}

// Target is the entry in the table of the code of an instrumented method: 0 if it has none.
func (c *Controller) Target(method *classes.Method) uint32 {
	if e := compiledEntry(method); e != nil {
		return e.target
	}
	return 0
}

// BridgeOf is the entry by which compiled code has the interpreter execute a method.
func (c *Controller) BridgeOf(method *classes.Method) uint32 {
	return c.signatures.ofMethod(method).bridge
}

// timer is the entry of the function that times calls of methods of a method's signature.
func (c *Controller) timer(method *classes.Method) uint32 {
	s := c.signatures.ofMethod(method)
	if s.timer == 0 {
		clock := machinecode.ClockFunction
		if c.machine.ByCounter() {
			clock = machinecode.CounterFunction
		}
		entry, module, err := c.code.Timer(compiler.Signature(method), clock)
		if err == nil {
			_, err = c.code.Install(module, "")
		}
		if err != nil {
			c.machine.Fail(err)
			return s.bridge
		}
		s.timer = entry
	}
	return s.timer
}

// compiledEntry is the way into a method's code from its start, nil if it is interpreted.
func compiledEntry(method *classes.Method) *Entry {
	if in := method.Start(); in.Op == decoded.Compiled {
		return (*Entry)(in.P)
	}
	return nil
}

// moveEntry has code entered by another entry of the table, 0 for a free one. It reports false if there is
// none.
func (c *Controller) moveEntry(e *Entry, to uint32) bool {
	if to == 0 {
		var ok bool
		if to, ok = c.code.NewEntry(); !ok {
			return false
		}
	}
	c.set(to, e.target)
	if e.target != e.Method.ID {
		c.freeEntry(e.target)
	}
	e.target = to
	return true
}

func (c *Controller) set(to, from uint32) {
	c.machine.ForgetEntries()
	if err := c.code.Set(to, from); err != nil {
		c.machine.Fail(err)
	}
}

// freeEntry gives an entry back that nothing calls any more.
func (c *Controller) freeEntry(entry uint32) {
	c.machine.ForgetEntries()
	c.code.FreeEntry(entry)
}

// forgetTimed drops what is kept for an unloaded method.
func (c *Controller) forgetTimed(method *classes.Method, h *history) {
	if e := compiledEntry(method); e != nil && e.target != method.ID {
		c.freeEntry(e.target)
	}
	for _, v := range h.versions {
		c.freeEntry(v.entry.target)
	}
	delete(c.timers.involving, method)
	for callee, list := range c.timers.involving {
		c.timers.involving[callee] = slices.DeleteFunc(list, func(compiled *compiler.CompiledMethod) bool { return compiled.Method == method })
	}
}

// CompileNow compiles methods, each by itself, and waits for it. A batch that is on its way is waited for
// as well: it may bring what calls of their signatures need.
func (c *Controller) CompileNow(methods ...*classes.Method) {
	c.finishBatch()
	for _, method := range methods {
		h := c.history(method)
		h.times[0]++
		if j, err := c.translate(h, method, 0); err == nil {
			b := &batch{jobs: []*job{j}}
			c.make(b)
			c.install(b)
		}
	}
}

// Forget takes methods out of the queue.
func (c *Controller) Forget(methods ...*classes.Method) {
	c.forget(func(r *request) bool { return slices.Contains(methods, r.method) })
}

func (c *Controller) forget(which func(*request) bool) {
	c.queue.requests = slices.DeleteFunc(c.queue.requests, func(r *request) bool {
		if !which(r) {
			return false
		}
		delete(r.history.pending, r.entry)
		return true
	})
}
