package interpreter

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"

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
		m.timing.Take(&m.threads.current.timing)
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

// calibrate measures what timing costs, for each way of calls.
func (m *Machine) calibrate(t *Thread) {
	interpreted := t.calibrationClass()
	if interpreted == nil {
		return // times are as they are measured
	}
	m.timing.Calibrate(&t.timing, m.calibration(timing.Interpreted, interpreted))
	if m.tiering != nil {
		for _, ways := range [][2]timing.Way{{timing.Compiled, timing.Selected}, {timing.KnownCompiled, timing.KnownSelected}} {
			static, selected := ways[0], ways[1]
			first, second := t.calibrationClass(), t.calibrationClass()
			if first == nil || second == nil {
				break
			}
			m.timing.Calibrate(&t.timing, m.calibration(static, first))
			if receivers := t.receivers(first, second); receivers != 0 {
				m.timing.Calibrate(&t.timing, m.selection(selected, first, second, receivers))
			} else {
				m.timing.Correct(selected, m.timing.Correction(static))
			}
		}
	}
	for way, name := range []string{"the interpreter", "compiled code", "compiled code by selection", "compiled code, known", "compiled code by selection, known"} {
		c, tick := m.timing.Correction(timing.Way(way)), m.timing.TickNanos()
		slog.Debug("timing calibrated", "calls of", name, "inner nanoseconds", c.Inner*tick, "outer nanoseconds", c.Outer*tick)
	}
}

// receivers makes an array of an object of each class, which lives as long as the first one; 0 if the heap is full.
func (t *Thread) receivers(of ...*classes.Class) memory.Ref {
	mark := len(t.roots)
	defer func() { t.roots, t.Exception = t.roots[:mark], 0 }()
	var objects []memory.Ref
	for _, class := range of {
		r := t.NewObject(class)
		if r == 0 {
			return 0
		}
		t.Root(r)
		objects = append(objects, r)
	}
	array := t.NewRefArray(of[0].Interfaces[0], objects)
	if array != 0 {
		of[0].Lifetime.Keep(array)
	}
	return array
}

// calibration is that of static calls in a class.
func (m *Machine) calibration(way timing.Way, class *classes.Class) *timing.Calibration {
	c := &timing.Calibration{Way: way, Loop: class.Method("loop", "(II)V"), Plain: class.Method("plain", "(II)V"), Callees: []*classes.Method{class.Method("callee", "(I)I")}}
	m.completeCalibration(c)
	return c
}

// selection is the calibration of calls by selection, on objects of two classes, in an array. What is not timed is the second one's: of the first one it is instrumented already.
func (m *Machine) selection(way timing.Way, first, second *classes.Class, receivers memory.Ref) *timing.Calibration {
	c := &timing.Calibration{
		Way: way, Loop: first.Method("selection", selectionDescriptor), Plain: second.Method("plain", "(II)V"),
		Callees: []*classes.Method{first.Method(selectedName, "(I)I"), second.Method(selectedName, "(I)I")},
	}
	m.completeCalibration(c, Value(receivers))
	return c
}

// completeCalibration adds how the loops of a calibration are compiled and run. first are the first arguments of the loop that is timed.
func (m *Machine) completeCalibration(c *timing.Calibration, first ...Value) {
	if c.Way != timing.Interpreted {
		c.Prepare = func() {
			methods := append([]*classes.Method{c.Plain.Class.Method("plainCallee", "(I)I"), c.Plain, c.Loop}, c.Callees...)
			m.tiering.CompileNow(methods...)
			m.tiering.Forget(methods...)
		}
	}
	c.Run = func(loop *classes.Method, calls, iterations int32) bool {
		arguments := []Value{Value(calls), Value(iterations)}
		if loop == c.Loop {
			arguments = append(slices.Clone(first), arguments...)
		}
		return m.runCalibration(m.threads.current, loop, arguments...)
	}
	for _, loop := range []*classes.Method{c.Loop, c.Plain} {
		c.Run(loop, 2, 1) // so that it is linked, and has seen both receivers
	}
}

// runCalibration runs a loop of a calibration. It reports false if it ended with an exception.
func (m *Machine) runCalibration(t *Thread, loop *classes.Method, arguments ...Value) bool {
	edges := m.profile.edges
	m.profile.edges, t.calibrates = false, true
	defer func() { m.profile.edges, t.calibrates = edges, false }()
	t.account()
	bytecodes := m.clock.bytecodes
	m.profile.samples.Close(m.clock.executed()) // nothing has compiled code leave
	t.slice, t.limit = t.slice+timing.MostBytecodes, t.limit+timing.MostBytecodes
	t.Call(Callback, loop, arguments...)
	t.account()
	m.clock.bytecodes = bytecodes // they are not the program's
	ran := t.Exception == 0
	t.Exception = 0
	return ran
}

// calibrateAgain measures it anew when it is time to, while a thread's time is stopped. By the virtual clock it does not:
// the program would be interrupted at other moments each time.
func (t *Thread) calibrateAgain() {
	if m := t.M; m.timing != nil && !m.clock.virtual && t.vmWork == 0 && t.Exception == 0 && m.timing.Again() {
		m.timing.CalibrateAgain(&t.timing)
	}
}

// calibrationClass makes a class that has loops, whose methods are not compiled by themselves; nil if it cannot.
func (t *Thread) calibrationClass() (class *classes.Class) {
	t.VMWork(func() {
		data, err := calibrationFile()
		if err == nil {
			class = t.DefineClass(t.M.Registry.Boot(), data, linking.DefineOptions{Name: calibrationName, Hidden: true, Strong: true, Trusted: true})
		}
		if class == nil || !t.Initialize(class) {
			class, t.Exception = nil, 0
		}
	})
	if class != nil {
		for _, method := range class.Methods {
			method.Heat = math.MaxInt32
		}
	}
	return class
}

// The class of the calibrations implements an interface of the library.
const (
	calibrationName     = "hotlens/Calibration"
	selectingName       = "java/util/function/IntUnaryOperator"
	selectedName        = "applyAsInt"
	selectionDescriptor = "([L" + selectingName + ";II)V"
)

func calibrationFile() ([]byte, error) {
	const version = 49 // the last one that needs no StackMapTable
	w := writer.New(version, classfile.AccFinal|classfile.AccSuper, calibrationName, "java/lang/Object", []string{selectingName})
	method := func(flags uint16, name, descriptor string, locals, stack uint16, code []byte) {
		w.Method(classfile.Member{Flags: flags, Name: name, Descriptor: descriptor, Code: &classfile.Code{MaxLocals: locals, MaxStack: stack, Bytes: code}})
	}
	for _, names := range [][2]string{{"loop", "callee"}, {"plain", "plainCallee"}} {
		method(classfile.AccStatic, names[1], "(I)I", 2, 2, timing.CalleeCode(0))
		method(classfile.AccStatic, names[0], "(II)V", 2, 1, timing.LoopCode(w.Methodref(calibrationName, names[1], "(I)I")))
	}
	method(classfile.AccPublic, selectedName, "(I)I", 3, 2, timing.CalleeCode(1))
	method(classfile.AccStatic, "selection", selectionDescriptor, 3, 3, timing.SelectionCode(w.InterfaceMethodref(selectingName, selectedName, "(I)I")))
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
	t := m.threads.current
	fp, lowest, called := uint32(stack[0]), uint32(stack[1]), stack[2]
	r := m.frameStateAt(fp)
	inner := &r.Levels[len(r.Levels)-1]
	site := &inner.Method.Code.Instructions[inner.Index]
	callee := m.calleeOf(site, fp, lowest)
	selects := site.Op == decoded.InvokeVirtualQ || site.Op == decoded.InvokeInterfaceQ
	timed := false
	if in := callee.Entry; in.Op == decoded.Timed && t.vmWork == 0 {
		call := timing.Call{Caller: inner.Method, BCI: int(inner.Method.Code.BCIs[inner.Index]), Frame: fp, Way: timing.Compiled}
		if selects {
			call.Way = timing.Selected
		}
		timed = m.timing.Enter(&t.timing, (*timing.Instrumented)(in.P), called, call, t.Name)
	}
	target := m.tiering.Target(callee)
	switch {
	case target == 0: // its code has inlined what has just been instrumented
		target = m.tiering.BridgeOf(callee)
		t.compiled.timed = true
	case timed && (selects || (*classes.CallSite)(site.P).Callee == callee) && hasLevel(r, t.timing.Above()):
		known := timing.Known{State: m.Memory.U32(fp + decoded.FrameIndex), Target: target}
		if selects {
			known.Class = m.Memory.U32(m.Memory.U32(lowest))
		}
		m.timing.Know(&t.timing, known)
	}
	if timed {
		target |= machinecode.TimedBit
	}
	stack[0] = uint64(target)
}

// hasLevel reports whether an activation of a method is among those that a compiled frame stands for: then the frame's state says from which
// bytecode of it a call has come.
func hasLevel(r *compiler.FrameState, method *classes.Method) bool {
	return slices.ContainsFunc(r.Levels, func(l compiler.Level) bool { return l.Method == method })
}

// hostLeaveTimed ends what hostEnterTimed has begun.
func (m *Machine) hostLeaveTimed(stack []uint64) {
	m.timing.Leave(&m.threads.current.timing, stack[0])
}

// hostTick tells compiled code the tick.
func (m *Machine) hostTick(stack []uint64) { stack[0] = m.timing.Now() }

// ForgetEntries implements tiering.Machine.
func (m *Machine) ForgetEntries() {
	if m.timing != nil {
		m.timing.Forget()
	}
}

// ByCounter implements tiering.Machine.
func (m *Machine) ByCounter() bool { return m.timing.ByCounter() }

// Opaque implements timing.Machine.
func (m timedMachine) Opaque(method *classes.Method) bool { return compiler.ExecutesItself(method) }

// enterTimed begins to time the activation of an instrumented method whose frame is on top. It
// reports false if it is in no subgraph that is measured.
func (m *Machine) enterTimed(t *Thread, in *timing.Instrumented, caller memory.Address) bool {
	called := m.timing.Now()
	if !t.timing.Active() && !in.Root() || t.vmWork > 0 {
		return false
	}
	call := timing.Call{BCI: -1, Frame: caller, Way: timing.Interpreted}
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
