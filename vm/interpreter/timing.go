package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
	"hotlens/vm/timing"
)

// This file is the border between the machine and the profiler that times methods: where
// activations begin and end, and what of their time is the VM's own work.

// StartTiming has the call subgraphs timed that the configuration names: main is about to begin.
func (m *Machine) StartTiming(main *classes.Method) {
	if !m.Options.TimesCalls() {
		return
	}
	options := m.Options.Timing
	if len(options.Roots) == 0 && main != nil {
		options.Roots = []string{main.Class.Name + "." + main.Name + main.Desc}
	}
	m.profiler().Start(options)
}

// profiler is the machine's time profiler, made when it is first needed.
func (m *Machine) profiler() *timing.Profiler {
	if m.timing == nil {
		m.timing = timing.New(timedMachine{m}, m.Registry, m.Tree, m.Tree.MaxContexts)
		m.Registry.OnClass = m.timing.Loaded
	}
	return m.timing
}

// timedMachine implements timing.Machine.
type timedMachine struct{ *Machine }

// Instrument implements timing.Machine.
func (m timedMachine) Instrument(methods []*timing.Instrumented) {
	for _, in := range methods {
		in.Method.Precede(&in.Code[0])
	}
	if m.tiering != nil {
		m.tiering.Instrument(methodsOf(methods))
	}
}

func methodsOf(instrumented []*timing.Instrumented) (methods []*classes.Method) {
	for _, in := range instrumented {
		methods = append(methods, in.Method)
	}
	return methods
}

// Remove implements timing.Machine.
func (m timedMachine) Remove(methods []*timing.Instrumented) {
	for _, in := range methods {
		in.Method.Precede(nil)
	}
	if m.tiering != nil {
		m.tiering.Remove(methodsOf(methods))
	}
}

// hostEnterTimed begins to time a call that compiled code makes of an instrumented method, and
// says which code is the method's.
func (m *Machine) hostEnterTimed(stack []uint64) {
	t := m.threads.current
	fp, lowest := uint32(stack[0]), uint32(stack[1])
	r := m.frameStateAt(fp)
	inner := &r.Levels[len(r.Levels)-1]
	callee := m.calleeOf(&inner.Method.Code.Instructions[inner.Index], fp, lowest)
	timed := false
	if in := callee.Entry; in.Op == decoded.Timed && t.vmWork == 0 {
		call := timing.Call{Caller: inner.Method, BCI: int(inner.Method.Code.BCIs[inner.Index]), Tier: timing.Compiled}
		timed = m.timing.Enter(&t.timing, (*timing.Instrumented)(in.P), call, t.Name)
	}
	target := m.tiering.Target(callee)
	if target == 0 { // its code has inlined what has just been instrumented
		target = m.tiering.BridgeOf(callee)
		t.compiled.timed = true
	}
	if timed {
		target |= machinecode.TimedBit
	}
	stack[0] = uint64(target)
}

// hostLeaveTimed ends what hostEnterTimed has begun.
func (m *Machine) hostLeaveTimed([]uint64) {
	m.timing.Leave(&m.threads.current.timing)
}

// Opaque implements timing.Machine.
func (m timedMachine) Opaque(method *classes.Method) bool { return compiler.ExecutesItself(method) }

// enterTimed begins to time the activation of an instrumented method whose frame is on top. It
// reports false if it is in no subgraph that is measured.
func (m *Machine) enterTimed(t *Thread, in *timing.Instrumented, caller memory.Address) bool {
	if !t.timing.Active() && !in.Root() || t.vmWork > 0 {
		return false
	}
	call := timing.Call{BCI: -1, Tier: timing.Interpreted}
	if caller != 0 {
		fr := m.callerAt(caller)
		call.Caller, call.BCI = fr.Method, fr.BCI
	}
	return m.timing.Enter(&t.timing, in, call, t.Name)
}

// callerAt is the activation that calls, by its frame.
func (m *Machine) callerAt(fp memory.Address) Frame {
	if r := m.frameStateAt(fp); r != nil {
		return inlinedFrame(r, fp, len(r.Levels)-1)
	}
	return m.frameAt(fp)
}

// reachTimed is told of calls that no instruction names.
func (t *Thread) reachTimed(method *classes.Method) {
	if t.timing.Active() && t.vmWork == 0 {
		t.M.timing.Reached(method)
	}
}

// pauseTiming takes the time that passes until resumeTiming out of what is measured: it is the
// VM's own work.
func (t *Thread) pauseTiming() {
	if t.timing.Active() {
		t.M.timing.Pause(&t.timing)
	}
}

func (t *Thread) resumeTiming() {
	if t.timing.Active() {
		t.M.timing.Resume(&t.timing)
	}
}

// countsProcessorTime tells whether time passes only while a thread has the baton.
func (m *Machine) countsProcessorTime() bool { return m.Options.Timing.Clock == configuration.CPUTime }
