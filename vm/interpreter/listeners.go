package interpreter

import (
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/sampling"
)

// This file samples calls by code patching (sampling.Burst): a method that gets hot has an instruction in front of it that listens to so many calls. Only
// then the compiler is asked for it, so the interpreter executes all of them. Calls that are inlined before are not heard.

// listener is what stands in front of a method.
type listener struct {
	code   [1]decoded.Instruction
	method *classes.Method
	burst  *sampling.Burst
}

// listen has the next calls of a method that has got hot sampled. It reports false if they are not to be, or have been.
func (m *Machine) listen(method *classes.Method) bool {
	if !m.profile.listens || method.Heard || method.Preceded() {
		return false
	}
	method.Heard = true
	l := &listener{method: method, burst: sampling.NewBurst(m.Options.Sampling.Samples, m.clock.executed())}
	l.code[0] = decoded.Instruction{Op: decoded.Listen, P: unsafe.Pointer(l)}
	method.Precede(&l.code[0])
	return true
}

// hear takes a call, by the caller's frame.
func (m *Machine) hear(t *Thread, l *listener, caller memory.Address) {
	if caller == 0 || t.vmWork > 0 {
		return
	}
	fr := m.callerAt(caller)
	if !l.burst.Add(sampling.Site{Caller: fr.Method, BCI: fr.BCI}) {
		return
	}
	l.method.Precede(nil)
	l.burst.Each(m.clock.executed(), func(site sampling.Site, samples, weight uint64) {
		edge := m.Tree.Edge(site.Caller, l.method, site.BCI)
		for range samples {
			m.Tree.Credit(edge, 0, weight)
		}
	})
	m.tiering.Heated(l.method)
}
