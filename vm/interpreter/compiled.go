package interpreter

import (
	"math"
	"time"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/invoke"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
	"hotlens/vm/tiering"
)

// This file is the border between interpreted and compiled code: how either calls
// the other, and how compiled code leaves for the interpreter.

// compiledState is what a thread keeps for compiled code.
type compiledState struct {
	entrances []*machinecode.Entrance // by nesting
	nesting   int                     // compiled activations that Go code has entered
	lowest    memory.Address          // lowest address of the frame that was entered last
	node      memory.Address          // context of the frame that has called the runtime
	timed     bool                    // the entry that is about to be made has been timed
	asking    bool                    // for the context of a call, which the interpreter makes if it throws
	leaving   int                     // of these, from the outermost on, those that may execute code which has to be left: see leaves
	nextLook  uint64                  // when the machine has executed so many bytecodes, it is looked at: see bytecodesPerLook
}

// entryKind says how a run starts.
type entryKind uint8

const (
	entryStart     entryKind = iota // at the method's entry, which is a yieldpoint
	entryTimed                      // there as well, but the entry has been timed already
	entryResume                     // at the instruction that the frame names
	entryThrow                      // with an exception in that instruction
	entryNext                       // behind that instruction
	entryLeave                      // at the end of a native method
	entryCallThrow                  // with an exception in the call that the frame waits in
)

// What became of an activation of compiled code.
type compiledOutcome uint8

const (
	compiledReturned compiledOutcome = iota // its result is in t.result
	compiledThrew                           // t.Exception is set; its frame is gone
	compiledExited                          // t.fp and t.entry say where the interpreter goes on
)

// maxCompiledNesting bounds the nesting at which the interpreter still enters compiled
// code. Where interpreted and compiled methods call each other in turn, each call nests on the
// Go stack; beyond the bound the interpreter executes both, so that the recursion ends
// where the shadow stack does, as in every tier.
const maxCompiledNesting = 1000

// runNested runs the frame on top of t's stack in an interpreter loop of its own.
func (m *Machine) runNested(t *Thread, kind entryKind) {
	t.entry = kind
	t.depth++
	m.run(t)
	t.depth--
}

// resumed is where the frame's execution goes on after compiled code has left it,
// and the count of bytecodes there.
func (m *Machine) resumed(t *Thread, method *classes.Method, fp unsafe.Pointer) (*decoded.Instruction, int64) {
	index := i32(fp, decoded.FrameIndex)
	n := -int64(method.Code.Ordinals[index])
	switch t.entry {
	case entryCallThrow:
		n-- // the call itself is counted already
	case entryNext:
		index++
	}
	t.entry = entryStart
	return (*decoded.Instruction)(unsafe.Add(method.Base, int(index)*decoded.InstructionSize)), n
}

// frameStateAt is the frame state of a compiled frame that waits, nil for the interpreter's.
func (m *Machine) frameStateAt(fp memory.Address) *compiler.FrameState {
	if id := m.Memory.U32(fp + decoded.FrameIndex); id&compiler.FrameID != 0 {
		return m.tiering.FrameState(id &^ compiler.FrameID)
	}
	return nil
}

// inlinedFrame is one of the activations that a compiled frame stands for.
func inlinedFrame(r *compiler.FrameState, fp memory.Address, i int) Frame {
	l := &r.Levels[i]
	return Frame{Method: l.Method, BCI: int(l.Method.Code.BCIs[l.Index]), fp: tiering.FrameOf(r, fp, i), index: l.Index}
}

// eachCompiledSlot calls f with the references of a compiled frame and returns its
// lowest address.
func (m *Machine) eachCompiledSlot(r *compiler.FrameState, fp memory.Address, f func(Frame, memory.Address)) memory.Address {
	lowest := fp - memory.Address(r.Levels[0].Base)
	fr := inlinedFrame(r, fp, len(r.Levels)-1)
	for _, offset := range r.Refs {
		f(fr, m.Memory.U32(lowest+memory.Address(offset)))
	}
	for i, l := range r.Levels {
		if l.Method.Synchronized() {
			fr := inlinedFrame(r, fp, i)
			f(fr, m.Memory.U32(fr.fp+decoded.FrameLock))
		}
	}
	return lowest
}

// showThread writes what compiled code has to know of the thread that runs.
func (m *Machine) showThread(t *Thread) {
	m.Memory.SetU32(sharedmemory.StackLimit, t.stackLimit)
	m.Memory.SetU32(sharedmemory.ThinLock, t.locks.LockWord)
	m.Memory.SetU32(sharedmemory.CurrentThread, t.Object)
	m.Memory.SetU32(sharedmemory.Unprofiled, uint32(t.vmWork))
}

// startTiering lets methods get hot: main is about to begin.
func (m *Machine) startTiering() {
	if m.tiering == nil {
		return
	}
	var joining *compiler.JoiningTime
	if pace := &m.clock.pace; m.clock.virtual {
		joining = &compiler.JoiningTime{String: pace.Text.Base, Byte: pace.Text.Unit, Operand: pace.Operand.Base, Early: pace.Joined.Base, EarlyStrings: pace.Joined.Unit}
	}
	m.tiering.Start(compiler.Env{
		Concatenation: concatenation, JoiningTime: joining, StringValue: m.Known.StringValue, StringCoder: m.Known.StringCoder,
		Registry: m.Registry, Memory: m.Memory, Profile: m.profile.contexts, Edges: m.profile.edges, BooleanArray: m.booleanArrayTIB, Object: m.Known.Object, String: m.Known.String, Cloneable: m.Known.Cloneable,
		Handles: func() compiler.Handles {
			o := m.threads.current.MemberOffsets()
			return compiler.Handles{Form: o.Form, Entry: o.Entry, Method: o.Method, Target: o.Target}
		},
		Native: func(method *classes.Method) bool { return m.nativeOf(method) != nil }, PrimitiveArray: m.PrimitiveArray,
		Referent: m.Heap.Reference.Referent, ClassNumber: m.Known.ClassVM, NumberFunction: m.numberFunction, NumberTime: func(method *classes.Method) uint64 { return m.nativeOf(method).time.Base },
	})
}

// concatenation is what compiled code has to know of a string concatenation.
func concatenation(in *decoded.Instruction) compiler.Concatenation {
	text, operands, slots, joined := invoke.Concatenation(in)
	return compiler.Concatenation{Text: text, Operands: operands, Slots: slots, Record: (*classes.CallSite)(in.P).Joined, Joined: joined}
}

// hostFunctions are the functions of the runtime that compiled code calls and that have to do
// with its thread.
func (m *Machine) hostFunctions() map[string]func(stack []uint64) {
	return map[string]func([]uint64){
		compiler.FuncExit: m.hostExit, compiler.FuncYield: m.hostYield, compiler.FuncAllocate: m.hostAllocate, compiler.FuncNewArray: m.hostNewArray,
		compiler.FuncChild: m.hostChild, compiler.FuncSlow: m.hostSlow, compiler.FuncSubtype: m.hostSubtype, compiler.FuncInterface: m.hostInterface,
		compiler.FuncRemainder: m.hostRemainder, compiler.FuncNumbers: m.hostNumbers, machinecode.BridgeFunction: m.hostBridge,
		machinecode.EnterFunction: m.hostEnterTimed, machinecode.LeaveFunction: m.hostLeaveTimed,
		machinecode.ClockFunction: m.hostTick, machinecode.CounterFunction: m.hostTick,
	}
}

// heated is called when a method has been interpreted often enough.
func (m *Machine) heated(method *classes.Method) {
	method.Heat = math.MaxInt32
	switch native := m.natives.entries[method] != nil; {
	case m.tiering == nil || native || method.IsNative():
	case method.Code != nil:
		if !m.listen(method) {
			m.tiering.Heated(method)
		}
	case method.Member != nil && method.Member.Code != nil:
		method.Heat = 0 // it is decoded by its first call
	}
}

// enterCompiled runs compiled code on the frame on top of t's stack.
func (m *Machine) enterCompiled(t *Thread, e *tiering.Entry, node memory.Address) compiledOutcome {
	fp := t.fp
	lowest := fp - memory.Address(e.Method.LocalBytes)
	saved := t.compiled.lowest
	t.compiled.lowest = lowest
	if t.compiled.nesting == len(t.compiled.entrances) {
		t.compiled.entrances = append(t.compiled.entrances, m.newEntrance())
	}
	in := t.compiled.entrances[t.compiled.nesting]
	t.compiled.nesting++
	m.showThread(t)
	if !m.profile.contexts {
		node = m.profile.unprofiled // if contexts have been kept, the frame may have one
	}
	status, err := e.Enter(in, m.Memory.U32(fp+decoded.FrameCaller), lowest, node, int32(max(t.limit, math.MinInt32/4)))
	t.compiled.nesting--
	t.compiled.leaving = min(t.compiled.leaving, t.compiled.nesting)
	t.compiled.lowest = saved
	switch {
	case err != nil:
		panic(err)
	case status == compiler.StatusThrown:
		t.fp = fp
		return compiledThrew
	case status == compiler.StatusExited:
		return compiledExited
	}
	t.fp, t.limit = fp, int64(status)
	t.pace()
	t.result = m.Memory.U64(sharedmemory.Result)
	return compiledReturned
}

// newEntrance is an entrance that no thread uses.
func (m *Machine) newEntrance() *machinecode.Entrance {
	if n := len(m.threads.entrances); n > 0 {
		in := m.threads.entrances[n-1]
		m.threads.entrances = m.threads.entrances[:n-1]
		return in
	}
	return m.tiering.NewEntrance()
}

// pause makes the frame of compiled code that calls the runtime the top one.
func (m *Machine) pause(stack []uint64) (t *Thread, r *compiler.FrameState, inner *compiler.Level) {
	t = m.threads.current
	lowest, id := uint32(stack[0]), uint32(stack[1])
	r = m.tiering.FrameState(id)
	t.fp = lowest + memory.Address(r.Levels[0].Base)
	m.Memory.SetU32(t.fp+decoded.FrameIndex, id|compiler.FrameID)
	t.compiled.node = m.tiering.ContextOf(uint32(stack[2]))
	switch {
	case r.Code.Profiled:
		t.compiled.node = m.tiering.Begin(r, t.compiled.node)
	case m.counts(t):
		t.compiled.node = t.contextsOf(r, t.fp)
	}
	m.tiering.MakeVirtuals(r, lowest)
	return t, r, &r.Levels[len(r.Levels)-1]
}

// hostYield is a yieldpoint whose time slice is used up.
func (m *Machine) hostYield(stack []uint64) {
	t, r, inner := m.pause(stack)
	if r.Code.Profiled && r.Kind == compiler.WaitsInRuntime {
		m.tiering.AddBytecodes(t.compiled.node, tiering.Uncounted(inner, stack[4])+tiering.Ordinal(inner))
	}
	t.limit = int64(int32(stack[3]) - tiering.Ordinal(inner))
	entered, ended := r.Kind == compiler.WaitsAtYieldpoint, m.Registry.Ended
	if entered && !r.Code.Profiled && m.counts(t) {
		m.countCall(t.compiled.node) // by code from before contexts were kept
	}
	if m.profile.samples.Window && entered {
		m.countEntered(t)
	}
	if t.lengthen(); t.limit > 0 {
		t.samplingYieldpoint(entered)
	} else {
		if inner.Index == 0 {
			m.tiering.CalleeYielded(t.fp)
		}
		t.safepoint(entered)
		m.showThread(t)
		if now := m.Bytecodes(); now >= t.compiled.nextLook {
			t.compiled.nextLook = now + bytecodesPerLook
			t.mayLeave()
		}
		if r.Kind == compiler.WaitsInRuntime && m.tiering.Replaced(r.Code) {
			stack[0] = statusBits(compiler.StatusThrown) // it leaves, and the interpreter enters the new code
			return
		}
	}
	if m.profile.samples.Window && m.profile.samples.Leaves(r) || t.leaves() || m.Registry.Ended != ended {
		stack[0] = statusBits(compiler.StatusThrown) // it leaves, though nothing is thrown
		return
	}
	stack[0] = t.status()
}

// bytecodesPerLook is after how many bytecodes compiled code is looked at, whether it has counted: less than a tenth of those that may wait to be
// counted, and the deepest stack is looked at in a small part of the time that they take.
const bytecodesPerLook = 80_000_000

// leaves reports whether compiled code leaves at a yieldpoint, as the code of its frame has been put
// aside (tiering.Controller.Instrument and Count) or has too much to count (Overdue), or that of one that waits for it. Such a frame might never be
// at a yieldpoint when a time slice ends, because what it calls is. So what it calls leaves,
// comes back to it by the runtime, and the runtime has it take its next yieldpoint (status). What Go code enters from then on is
// new code, and as fast as ever, whatever waits below.
func (t *Thread) leaves() bool {
	c := &t.compiled
	if c.leaving == 0 || c.leaving < c.nesting {
		return false
	}
	m := t.M
	for fp := t.fp; ; fp = m.Memory.U32(fp + decoded.FrameCaller) { // compiled frames that no Go code has entered return without the runtime
		r := m.frameStateAt(fp)
		if m.tiering.Replaced(r.Code) || m.tiering.Overdue(r, fp, fp != t.fp) {
			return true
		}
		if fp-memory.Address(r.Levels[0].Base) == c.lowest {
			c.leaving = c.nesting - 1
			return false
		}
	}
}

// mayLeave has the thread look whether to leave compiled code, wherever it executes some.
func (t *Thread) mayLeave() { t.compiled.leaving = t.compiled.nesting }

// status is what a function of the runtime tells compiled code. Where that is to leave, for a
// window or for good, it takes the next yieldpoint.
func (t *Thread) status() uint64 {
	if t.Exception != 0 {
		return statusBits(compiler.StatusThrown)
	}
	if c := &t.compiled; t.M.profile.samples.TakesYieldpoint() || c.leaving > 0 && c.leaving == c.nesting {
		t.shorten(atOnce)
	}
	return statusBits(int32(t.limit))
}

func statusBits(status int32) uint64 { return uint64(uint32(status)) }

// hostAllocate makes an object.
func (m *Machine) hostAllocate(stack []uint64) {
	t, _, inner := m.pause(stack)
	t.limit = int64(int32(stack[3]) - tiering.Ordinal(inner))
	mark := t.RootMark()
	r := t.NewObject(m.Registry.Classes[uint32(stack[4])])
	m.returnObject(t, mark, r, stack)
}

// CompileTime is how long the compiler has worked so far.
func (m *Machine) CompileTime() time.Duration {
	if m.tiering == nil {
		return 0
	}
	return m.tiering.CompileTime()
}

// eachHidden calls f with the bytes of the virtual objects of a thread's compiled frames
// that wait in calls.
func (m *Machine) eachHidden(t *Thread, f func(bytes uint64)) {
	if m.tiering == nil {
		return
	}
	for fp := t.fp; fp != 0; fp = m.Memory.U32(fp + decoded.FrameCaller) {
		if r := m.frameStateAt(fp); r != nil {
			f(r.Hidden)
		}
	}
}

// hostNewArray makes an array.
func (m *Machine) hostNewArray(stack []uint64) {
	t, _, inner := m.pause(stack)
	t.limit = int64(int32(stack[3]) - tiering.Ordinal(inner))
	mark := t.RootMark()
	r := t.NewArray(m.Registry.Classes[uint32(stack[4])], int32(stack[5]))
	m.returnObject(t, mark, r, stack)
}

func (m *Machine) returnObject(t *Thread, mark int, r memory.Ref, stack []uint64) {
	t.Release(mark)
	m.showThread(t)
	stack[0] = uint64(r)
	if t.Exception != 0 {
		stack[0] = 0
	}
}

// hostChild finds or makes the context of a call. Where no contexts are kept, it
// announces the call's edge, and gives something else than 0 if it has.
func (m *Machine) hostChild(stack []uint64) {
	t, r, inner := m.pause(stack)
	site := (*classes.CallSite)(inner.Method.Code.Instructions[inner.Index].P)
	callee := m.Registry.Methods[uint32(stack[3])&^compiler.Entered]
	child := memory.Address(0)
	t.compiled.asking = true
	if r.Code.Profiled {
		if child = m.childContext(t, t.compiled.node, inner.Method, callee, site); child != 0 && uint32(stack[3])&compiler.Entered != 0 {
			child = m.tiering.EntranceOf(child)
		}
	} else if t.vmWork == 0 && m.linkCallee(t, callee) {
		if m.profile.edges {
			m.announceCall(inner.Method, callee, site.BCI, m.edgeKind(site.Kind, callee))
		}
		t.reachTimed(callee)
		child = m.profile.unprofiled
	}
	t.compiled.asking = false
	m.showThread(t)
	stack[0] = uint64(child)
	if t.Exception != 0 {
		// The interpreter executes the call again, and throws again.
		t.Exception = 0
		stack[0] = 0
	}
}

// hostSlow has the interpreter execute one instruction of a frame whose slots are in
// memory.
func (m *Machine) hostSlow(stack []uint64) {
	t, r, inner := m.pause(stack)
	if r.Code.Profiled {
		m.tiering.AddBytecodes(t.compiled.node, tiering.Uncounted(inner, stack[4])+tiering.Ordinal(inner))
	}
	t.limit = int64(int32(stack[3]) - tiering.Ordinal(inner))
	t.pace()
	m.Memory.SetU32(t.fp+decoded.FrameNode, t.compiled.node)
	m.Memory.SetU32(t.fp+decoded.FrameMethod, inner.Method.ID)
	m.Memory.SetU32(t.fp+decoded.FrameIndex, uint32(inner.Index))
	if !inner.Method.Synchronized() {
		m.Memory.SetU32(t.fp+decoded.FrameLock, 0)
	}
	fp := t.fp
	m.slow(t, inner.Method, &inner.Method.Code.Instructions[inner.Index], m.at(fp))
	t.fp = fp
	m.showThread(t)
	stack[0] = t.status()
}

// hostSubtype is the test for interfaces, arrays and deep classes.
func (m *Machine) hostSubtype(stack []uint64) {
	is := m.subtype(uint32(stack[0]), m.Registry.Classes[uint32(stack[1])])
	stack[0] = 0
	if is {
		stack[0] = 1
	}
}

// hostInterface looks an interface method up.
func (m *Machine) hostInterface(stack []uint64) {
	stack[0] = uint64(classes.FindInterface(m.Memory.Base, uint32(stack[0]), uint32(stack[1])))
}

// hostRemainder is drem.
func (m *Machine) hostRemainder(stack []uint64) {
	stack[0] = math.Float64bits(math.Mod(math.Float64frombits(stack[0]), math.Float64frombits(stack[1])))
}

// numberFunctions are the native methods that compiled code calls by compiler.FuncNumbers, and room for their arguments: one thread runs at a time.
type numberFunctions struct {
	all       []NativeFunc
	numbers   map[*classes.Method]int32
	arguments [6]uint64 // a double takes two slots
}

// numberFunction numbers a native method of doubles; -1 where that needs a frame: a user's model of cycles charges it, and samples of the time tell its context.
func (m *Machine) numberFunction(method *classes.Method) int32 {
	if m.cycles != nil || m.Options.SamplesTime() {
		return -1
	}
	n := &m.numbers
	number, known := n.numbers[method]
	if !known {
		if n.numbers == nil {
			n.numbers = map[*classes.Method]int32{}
		}
		number = int32(len(n.all))
		n.all = append(n.all, m.nativeOf(method).f)
		n.numbers[method] = number
	}
	return number
}

// hostNumbers computes a double.
func (m *Machine) hostNumbers(stack []uint64) {
	n := &m.numbers
	n.arguments[0], n.arguments[2], n.arguments[4] = stack[1], stack[2], stack[3]
	stack[0] = n.all[uint32(stack[0])](m.threads.current, Args{unsafe.Pointer(&n.arguments)})
}

// hostBridge has the interpreter run what compiled code calls. The call is the one
// that the caller's frame waits in.
func (m *Machine) hostBridge(stack []uint64) {
	t := m.threads.current
	caller, lowest, node, left := uint32(stack[0]), uint32(stack[1]), m.tiering.ContextOf(uint32(stack[2])), int32(stack[3])
	r := m.frameStateAt(caller)
	inner := &r.Levels[len(r.Levels)-1]
	callee := m.calleeOf(&inner.Method.Code.Instructions[inner.Index], caller, lowest)
	t.limit = int64(left)
	t.pace()
	t.fp = caller
	if m.counts(t) && (!r.Code.Profiled || node == m.profile.unprofiled) {
		node = t.countOldCall(caller, callee)
	}
	t.compiled.node = node
	if t.depth >= maxNesting {
		t.throwStackOverflow()
	}
	if t.Exception != 0 {
		m.unwound(t, caller)
		m.showThread(t)
		stack[0] = t.status()
		return
	}
	fp := lowest + memory.Address(callee.LocalBytes)
	m.Memory.SetU32(fp+decoded.FrameCaller, caller)
	m.Memory.SetU32(fp+decoded.FrameNode, node)
	m.Memory.SetU64(fp+decoded.FrameMethod, uint64(callee.ID))
	m.Memory.SetU64(fp+decoded.FrameLock, decoded.FlagEntry<<32)
	t.fp = fp
	mark := t.RootMark()
	callee.Bridged++
	if callee.Heat--; callee.Heat < 0 {
		m.heated(callee)
	}
	if e := callee.Entry; e.Op == decoded.Native {
		t.depth++
		requested := m.enterNative(node)
		t.result = (*nativeEntry)(e.P).f(t, Args{m.at(lowest)})
		t.leaveNative(node, requested)
		t.depth--
	} else {
		kind := entryStart
		if t.compiled.timed {
			t.compiled.timed, kind = false, entryTimed
		}
		m.runNested(t, kind)
	}
	t.Release(mark)
	t.fp = caller
	m.unwound(t, caller)
	m.showThread(t)
	m.Memory.SetU64(sharedmemory.Result, t.result)
	stack[0] = t.status()
}

// calleeOf is the method that a call from the frame caller reaches, whose arguments
// start at lowest.
func (m *Machine) calleeOf(in *decoded.Instruction, caller, lowest memory.Address) *classes.Method {
	site := (*classes.CallSite)(in.P)
	var offset uint32
	switch in.Op {
	case decoded.InvokeVirtualQ:
		offset = uint32(in.C)
	case decoded.InvokeInterfaceQ:
		offset = classes.FindInterface(m.Memory.Base, m.Memory.U32(m.Memory.U32(lowest)), uint32(in.C))
	case decoded.InvokeBasic, decoded.LinkToStatic, decoded.LinkToSpecial, decoded.LinkToVirtual, decoded.LinkToInterface:
		return m.Registry.Methods[m.Memory.U32(caller+decoded.FrameMethod)]
	default:
		return site.Callee
	}
	return m.ClassOf(m.Memory.U32(lowest)).VTable[(offset-memory.TIBVTable)/4]
}

// hostExit makes the interpreter's frames of a compiled one and goes on there.
func (m *Machine) hostExit(stack []uint64) {
	t := m.threads.current
	lowest, id, node, fuel := uint32(stack[0]), uint32(stack[1]), m.tiering.ContextOf(uint32(stack[2])), int32(stack[3])
	r := m.tiering.FrameState(id)
	m.tiering.MakeVirtuals(r, lowest)
	outer := lowest + memory.Address(r.Levels[0].Base)
	switch {
	case !r.Code.Profiled:
		node = m.profile.unprofiled
	case node == m.profile.unprofiled && m.counts(t): // code from before contexts were kept has called it
		node = t.calledContext(m.Memory.U32(outer+decoded.FrameCaller), inlinedFrame(r, outer, 0))
		m.countCall(node)
	}
	inner := m.tiering.Materialize(r, lowest, node, stack[4])
	if !r.Code.Profiled && m.counts(t) {
		t.contextsOf(r, outer)
	}
	if r.Kind <= compiler.ThrowHere {
		t.limit = int64(fuel - tiering.Ordinal(&r.Levels[len(r.Levels)-1]))
		t.pace()
	}
	switch r.Kind {
	case compiler.Resume, compiler.NeverExecuted, compiler.OtherContext:
		t.entry = entryResume
	case compiler.ThrowCall:
		t.entry = entryCallThrow
	default:
		t.entry = entryThrow
		if t.Exception == 0 {
			t.entry = entryResume // a window has been opened
		}
	}
	m.tiering.Exited(r)
	t.fp = inner
	if lowest == t.compiled.lowest {
		t.markBase()
		stack[0] = statusBits(compiler.StatusExited)
		return
	}
	caller := m.Memory.U32(outer + decoded.FrameCaller)
	m.Memory.SetU32(outer+decoded.FrameFlags, decoded.FlagEntry)
	t.markBase()
	mark := t.RootMark()
	m.runNested(t, t.entry)
	t.Release(mark)
	m.unwound(t, caller)
	m.showThread(t)
	m.Memory.SetU64(sharedmemory.Result, t.result)
	stack[0] = t.status()
}

// settleCompiled adds what compiled frames that wait, and compiled code's counters, have not
// yet added to their contexts: the run ends, and they never return.
func (m *Machine) settleCompiled() {
	if m.tiering == nil || !m.profile.contexts {
		return
	}
	m.settleStacks(1)
	m.tiering.SettleCounters()
}

// showCompiled adds so many times what compiled frames that wait, and counters, have yet to add to their contexts; -1 takes it back.
func (m *Machine) showCompiled(times int64) {
	if m.tiering == nil || !m.profile.contexts {
		return
	}
	m.settleStacks(times)
	m.tiering.ShowCounters(times)
}

// settleStacks adds so many times what compiled frames that wait have not yet added to their contexts; -1 takes it back.
func (m *Machine) settleStacks(times int64) {
	if m.tiering == nil || !m.profile.contexts {
		return
	}
	m.EachStack(func(t *Thread) { m.tiering.SettleStack(t.fp, times) })
}

// unwound settles, if an exception is pending, the compiled frames that it leaves from the frame
// fp on.
func (m *Machine) unwound(t *Thread, fp memory.Address) {
	if t.Exception != 0 && m.profile.contexts {
		m.tiering.Unwound(fp, t.compiled.lowest)
	}
}
