package machinecode

import (
	"fmt"

	"github.com/tetratelabs/wazero"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
)

// This file makes timers, through which instrumented methods are called (package timing).
//
// A timer has the runtime begin the activation, which finds the context, and end it. Where a call that waits at the same place of the same code, in the same context, has been
// seen before, it does that itself: it looks in the table of known calls for what the runtime has found, and adds to the contexts' ticks and calls. Programs of short methods take 0.35 to
// 0.45 of the time by that, of which most is reading the clock, four times a call.

// TimerFunctions are the functions of the runtime that timers call: caller's frame, lowest address, tick of the call ->
// entry of the code to call, with TimedBit if the activation is timed; tick of the return ->, which ends
// such an activation; and two that tell the tick.
var TimerFunctions = []struct {
	Name string
	Type wasm.FuncType
}{
	{EnterFunction, wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I64), Results: wasm.Types(wasm.I32)}},
	{LeaveFunction, wasm.FuncType{Params: wasm.Types(wasm.I64)}},
	{ClockFunction, wasm.FuncType{Results: wasm.Types(wasm.I64)}},
	{CounterFunction, wasm.FuncType{Results: wasm.Types(wasm.I64)}},
}

// The names of the TimerFunctions, and what the first adds to its result. Of those that tell the tick the last one is for clocks that are the
// processor's counter: the copy of wazero has machine code read that itself.
const (
	EnterFunction   = "enterTimed"
	LeaveFunction   = "leaveTimed"
	ClockFunction   = "clock"
	CounterFunction = "counter"
	TimedBit        = 1 << 31
)

// Timer reserves an entry for calls of signature t that are timed, and makes the module that
// fills it. clock is one of ClockFunction and CounterFunction. After an activation has begun or ended, the
// module writes the tick to sharedmemory.TimingMark: so its ways to the runtime and back, or what it does itself, is nobody's time.
func (c *Code) Timer(t wasm.FuncType, clock string) (entry uint32, module wazero.CompiledModule, err error) {
	entry, ok := c.NewEntry()
	if !ok {
		return 0, nil, fmt.Errorf("the table of compiled functions is full")
	}
	m := c.NewModule()
	b := &timer{Body: wasm.NewBody(len(t.Params)), t: t, typeIndex: m.Type(t), clock: c.host(clock)}
	// The first argument is the receiver, perhaps, which tells the callee.
	b.receives = len(t.Params) > leading && wasm.Type(t.Params[leading]) == wasm.I32
	if b.receives {
		b.get(lowestParameter)
		b.get(leading)
		b.Memory(wasm.OpI32Store, 0)
	}
	b.now = b.Local(wasm.I64)
	b.tick()
	b.Index(wasm.OpLocalSet, b.now)
	b.Op(wasm.OpBlock, wasm.BlockVoid)
	b.find()
	b.known()
	b.Op(wasm.OpReturn)
	b.Op(wasm.OpEnd)
	b.byRuntime(c.host(EnterFunction), c.host(LeaveFunction))
	m.Element(entry, m.Function(t, b.Bytes()))
	module, err = c.Translate(m.Bytes())
	return entry, module, err
}

// The leading parameters that a timer looks at.
const (
	frameParameter  = 0
	lowestParameter = 1
)

// timer is the body of one.
type timer struct {
	*wasm.Body
	t         wasm.FuncType
	typeIndex uint32
	clock     uint32
	receives  bool   // an argument that may be a receiver
	now       uint32 // local: the tick
	top       uint32 // local: the caller's context
	call      uint32 // local: the known call
}

func (b *timer) get(local uint32) { b.Index(wasm.OpLocalGet, local) }
func (b *timer) set(local uint32) { b.Index(wasm.OpLocalSet, local) }
func (b *timer) tick()            { b.Index(wasm.OpCall, b.clock) }

// load has a 32-bit word of what is at the address in a local.
func (b *timer) load(local, offset uint32) {
	b.get(local)
	b.Memory(wasm.OpI32Load, offset)
}

// control has a 32-bit word of the control page.
func (b *timer) control(word uint32) {
	b.ConstI32(0)
	b.Memory(wasm.OpI32Load, word)
}

// setMark has time count from now on.
func (b *timer) setMark() {
	b.ConstI32(0)
	b.tick()
	b.Memory(wasm.OpI64Store, sharedmemory.TimingMark)
}

// callTarget calls the method's code. Its results stay where they are.
func (b *timer) callTarget(entry func()) {
	for i := range b.t.Params {
		b.get(uint32(i))
	}
	entry()
	b.CallIndirect(b.typeIndex)
}

// byRuntime has the runtime begin and end the activation.
func (b *timer) byRuntime(enter, leave uint32) {
	target := b.Local(wasm.I32)
	b.get(frameParameter)
	b.get(lowestParameter)
	b.get(b.now)
	b.Index(wasm.OpCall, enter)
	b.set(target)
	b.setMark()
	b.callTarget(func() {
		b.get(target)
		b.ConstI32(TimedBit - 1)
		b.Op(wasm.OpI32And)
	})
	b.get(target)
	b.ConstI32(0)
	b.Op(wasm.OpI32LtS)
	b.Op(wasm.OpIf, wasm.BlockVoid)
	b.tick()
	b.Index(wasm.OpCall, leave)
	b.setMark()
	b.Op(wasm.OpEnd)
}

// find finds the known call, or leaves the block around it.
func (b *timer) find() {
	const found, notKnown = 0, 1 // labels, from within the block of this function
	b.top, b.call = b.Local(wasm.I32), b.Local(wasm.I32)
	state, class := b.Local(wasm.I32), b.Local(wasm.I32)
	b.control(sharedmemory.TimingTop)
	b.Index(wasm.OpLocalTee, b.top)
	b.Op(wasm.OpI32Eqz)
	b.Index(wasm.OpBrIf, notKnown-1) // that block has not begun
	b.load(frameParameter, decoded.FrameIndex)
	b.set(state)
	b.Op(wasm.OpBlock, wasm.BlockVoid)
	b.at(func() { b.get(state) })
	b.differs(state)
	b.Index(wasm.OpBrIf, notKnown)
	b.load(b.call, sharedmemory.KnownClass)
	b.Index(wasm.OpLocalTee, class)
	b.Op(wasm.OpI32Eqz)
	b.Index(wasm.OpBrIf, found)
	if !b.receives {
		b.Index(wasm.OpBr, notKnown)
		b.Op(wasm.OpEnd)
		return
	}
	// The call is by the receiver, so there is one.
	b.get(class)
	b.load(leading, 0)
	b.Index(wasm.OpLocalTee, class)
	b.Op(wasm.OpI32Eq)
	b.Index(wasm.OpBrIf, found)
	b.at(func() {
		b.get(state)
		b.get(class)
		b.Op(wasm.OpI32Add)
	})
	b.differs(state)
	b.load(b.call, sharedmemory.KnownClass)
	b.get(class)
	b.Op(wasm.OpI32Ne, wasm.OpI32Or)
	b.Index(wasm.OpBrIf, notKnown)
	b.Op(wasm.OpEnd)
}

// at sets the local for the known call by sharedmemory.KnownHash.
func (b *timer) at(state func()) {
	state()
	b.ConstI32(multiplier(sharedmemory.HashState))
	b.Op(wasm.OpI32Mul)
	b.get(b.top)
	b.Op(wasm.OpI32Add)
	b.ConstI32(multiplier(sharedmemory.HashAll))
	b.Op(wasm.OpI32Mul)
	b.ConstI32(32 - sharedmemory.KnownBits)
	b.Op(wasm.OpI32ShrU)
	b.ConstI32(sharedmemory.KnownSize)
	b.Op(wasm.OpI32Mul)
	b.control(sharedmemory.KnownCalls)
	b.Op(wasm.OpI32Add)
	b.set(b.call)
}

func multiplier(of uint32) int32 { return int32(of) }

// differs tells whether the known call is one of another context, or from another place.
func (b *timer) differs(state uint32) {
	b.load(b.call, sharedmemory.KnownTop)
	b.get(b.top)
	b.Op(wasm.OpI32Ne)
	b.load(b.call, sharedmemory.KnownState)
	b.get(state)
	b.Op(wasm.OpI32Ne, wasm.OpI32Or)
}

// known begins the activation of a known call, and ends it. The call is not looked at afterwards, as it may be forgotten in the meantime. An activation that is
// begun while this one lasts has ended before it does, so that the caller's context is known without a stack.
func (b *timer) known() {
	child, off := b.Local(wasm.I32), b.Local(wasm.I32)
	b.load(b.call, sharedmemory.KnownChild)
	b.set(child)
	b.load(b.call, sharedmemory.KnownOff)
	b.set(off)
	b.addTicks(b.top, b.passed)
	count := b.Local(wasm.I32)
	b.load(b.call, sharedmemory.KnownCount)
	b.Index(wasm.OpLocalTee, count)
	b.get(count)
	b.Memory(wasm.OpI64Load, 0)
	b.ConstI64(1)
	b.Op(wasm.OpI64Add)
	b.Memory(wasm.OpI64Store, 0)
	b.setTop(child)
	b.setMark()
	b.callTarget(func() { b.load(b.call, sharedmemory.KnownTarget) })
	b.tick()
	b.set(b.now)
	b.addTicks(child, func() {
		b.passed()
		b.get(off)
		b.Memory(wasm.OpF64Load, sharedmemory.OffInner)
		b.Op(wasm.OpF64Sub)
	})
	b.addTicks(b.top, func() {
		b.get(off)
		b.Memory(wasm.OpF64Load, sharedmemory.OffOuter)
		b.Op(wasm.OpF64Neg)
	})
	b.setTop(b.top)
	b.setMark()
}

// passed has the ticks since the mark.
func (b *timer) passed() {
	b.get(b.now)
	b.ConstI32(0)
	b.Memory(wasm.OpI64Load, sharedmemory.TimingMark)
	b.Op(wasm.OpI64Sub, wasm.OpF64ConvertI64S)
}

// addTicks adds to those of a context.
func (b *timer) addTicks(times uint32, what func()) {
	b.get(times)
	b.get(times)
	b.Memory(wasm.OpF64Load, sharedmemory.TimesTicks)
	what()
	b.Op(wasm.OpF64Add)
	b.Memory(wasm.OpF64Store, sharedmemory.TimesTicks)
}

func (b *timer) setTop(times uint32) {
	b.ConstI32(0)
	b.get(times)
	b.Memory(wasm.OpI32Store, sharedmemory.TimingTop)
}
