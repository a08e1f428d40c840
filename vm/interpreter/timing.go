package interpreter

import (
	"context"
	"errors"
	"log/slog"
	"math"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/compiler"
	"hotlens/vm/configuration"
	"hotlens/vm/decoded"
	"hotlens/vm/linking"
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
	// The program sees none of that.
	m.threads.current.account()
	m.clock.startMain()
}

// profiler is the machine's time profiler, made when it is first needed.
func (m *Machine) profiler() *timing.Profiler {
	if m.timing == nil {
		m.timing = timing.New(timedMachine{m}, m.Registry, m.Tree, m.Tree.MaxContexts)
		m.Registry.OnClass = m.timing.Loaded
		m.calibrate(m.threads.current)
	}
	return m.timing
}

// Time has the call subgraphs timed that options name, from now on, in place of those that have been; nil ends that.
// Activations that are under way end as they have begun. It returns when that has happened, at the next
// yieldpoint of a thread, and what ends at once if all wait; or when the context ends. Any goroutine may call it while the program runs.
func (m *Machine) Time(ctx context.Context, options *configuration.Timing) error {
	if m.Options.KeepsContexts() {
		return errors.New("all calls of this program are counted, which would be timed, too: profile it with --profilers time instead")
	}
	return m.ask(ctx, options == nil, func() {
		m.beginMeasurement()
		switch {
		case options != nil:
			m.Options.Timing = *options
			m.profiler().Start(*options)
		case m.timing != nil:
			m.timing.Stop()
		}
	})
}

// calibrate measures what timing costs, in each tier.
func (m *Machine) calibrate(t *Thread) {
	edges := m.profile.edges
	m.profile.edges = false
	defer func() { m.profile.edges = edges }()
	var class *classes.Class
	t.VMWork(func() {
		data, err := calibrationClass()
		if err == nil {
			class = t.DefineClass(m.Registry.Boot(), data, linking.DefineOptions{Name: calibrationName, Hidden: true, Trusted: true})
		}
		if class == nil || !t.Initialize(class) {
			class, t.Exception = nil, 0
		}
	})
	if class == nil {
		return // times are as they are measured
	}
	calibration := timing.Calibration{
		Loop: class.Method("loop", "(II)V"), Callee: class.Method("callee", "(I)I"), Plain: class.Method("plain", "(II)V"), Stack: &t.timing,
		Run: func(loop *classes.Method, iterations int32) {
			t.account()                                 // a round ends within the time slice that it begins,
			m.profile.samples.Close(m.clock.executed()) // and nothing has compiled code leave
			t.Call(Callback, loop, timing.Pairs, Value(iterations))
		},
	}
	for _, method := range class.Methods {
		method.Heat = math.MaxInt32 // it is not to be compiled
	}
	for _, loop := range []*classes.Method{calibration.Loop, calibration.Plain} {
		calibration.Run(loop, 1) // so that it is linked
	}
	m.timing.Calibrate(calibration, func() {})
	if m.tiering != nil {
		calibration.Tier = timing.Compiled
		m.timing.Calibrate(calibration, func() { m.tiering.CompileNow(class.Methods...) })
		m.tiering.Forget(class.Methods...)
	}
	for tier, name := range []string{"the interpreter", "compiled code"} {
		c, tick := m.timing.Correction(timing.Tier(tier)), m.timing.TickNanos()
		slog.Debug("timing calibrated", "calls of", name, "inner nanoseconds", c.Inner*tick, "outer nanoseconds", c.Outer*tick)
	}
}

// calibrationName is the name of the class that has the loop.
const calibrationName = "hotlens/Calibration"

func calibrationClass() ([]byte, error) {
	const version = 49 // the last one that needs no StackMapTable
	w := writer.New(version, classfile.AccFinal|classfile.AccSuper, calibrationName, "java/lang/Object", nil)
	for _, names := range [][2]string{{"loop", "callee"}, {"plain", "plainCallee"}} {
		loop, callee := names[0], names[1]
		for _, m := range []classfile.Member{
			{Name: callee, Descriptor: "(I)I", Code: &classfile.Code{MaxLocals: 2, MaxStack: 2, Bytes: timing.CalleeCode()}},
			{Name: loop, Descriptor: "(II)V", Code: &classfile.Code{MaxLocals: 2, MaxStack: 1, Bytes: timing.LoopCode(w.Methodref(calibrationName, callee, "(I)I"))}},
		} {
			m.Flags = classfile.AccStatic
			w.Method(m)
		}
	}
	return w.Bytes()
}

// timedMachine implements timing.Machine.
type timedMachine struct{ *Machine }

// Instrument implements timing.Machine.
func (m timedMachine) Instrument(methods []*timing.Instrumented) {
	for _, in := range methods {
		in.Method.Precede(&in.Code[0])
	}
	if m.tiering != nil && m.tiering.Instrument(methodsOf(methods)) {
		for _, t := range m.threads.list {
			t.mayLeave()
		}
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
	called := m.timing.Now()
	t := m.threads.current
	fp, lowest := uint32(stack[0]), uint32(stack[1])
	r := m.frameStateAt(fp)
	inner := &r.Levels[len(r.Levels)-1]
	callee := m.calleeOf(&inner.Method.Code.Instructions[inner.Index], fp, lowest)
	timed := false
	if in := callee.Entry; in.Op == decoded.Timed && t.vmWork == 0 {
		call := timing.Call{Caller: inner.Method, BCI: int(inner.Method.Code.BCIs[inner.Index]), Frame: fp, Tier: timing.Compiled}
		timed = m.timing.Enter(&t.timing, (*timing.Instrumented)(in.P), called, call, t.Name)
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
	called := m.timing.Now()
	if !t.timing.Active() && !in.Root() || t.vmWork > 0 {
		return false
	}
	call := timing.Call{BCI: -1, Frame: caller, Tier: timing.Interpreted}
	if caller != 0 {
		fr := m.callerAt(caller)
		call.Caller, call.BCI = fr.Method, fr.BCI
	}
	return m.timing.Enter(&t.timing, in, called, call, t.Name)
}

// Waiting implements timing.Machine.
func (m timedMachine) Waiting(call timing.Call, method *classes.Method) (bci int) {
	bci, left := -1, mostPassed
	m.threads.current.framesFrom(call.Frame, func(fr Frame) bool {
		if fr.Method == method {
			bci = fr.BCI
			return false
		}
		left--
		return left > 0
	})
	return bci
}

// mostPassed is how many activations of methods that are not timed are looked through for the one that has called by way of them. A
// lambda has one, what method handles lead to has some adapters: the library makes chains of about ten for string concatenation.
const mostPassed = 32

// Kind implements timing.Machine.
func (m timedMachine) Kind(caller *classes.Method, bci int, callee *classes.Method) uint32 {
	if callee.Name == "<clinit>" {
		return sharedmemory.Initializer
	}
	if caller.IsNative() {
		return m.threads.current.upcall
	}
	if caller.Code != nil {
		for i := range caller.Code.Instructions {
			in := &caller.Code.Instructions[i]
			if int(caller.Code.BCIs[i]) != bci || in.Op < decoded.InvokeStatic || in.Op > decoded.LinkToInterface {
				continue
			}
			if site := (*classes.CallSite)(in.P); site.Callee != nil {
				return m.edgeKind(site.Kind, callee)
			}
		}
	}
	return Callback
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
