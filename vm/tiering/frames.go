package tiering

import (
	"fmt"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file reads the frames of compiled code by their frame states: which of the interpreter's frames
// each stands for, what it has yet to add to its contexts, and which objects it has not made.

// FrameState is the frame state with a number.
func (c *Controller) FrameState(id uint32) *compiler.FrameState { return c.frameStates[id] }

// FrameStateAt is that of the compiled frame at fp, which waits; nil for a frame of the
// interpreter.
func (c *Controller) FrameStateAt(fp memory.Address) *compiler.FrameState {
	if id := c.options.Memory.U32(fp + decoded.FrameIndex); id&compiler.FrameID != 0 {
		return c.frameStates[id&^compiler.FrameID]
	}
	return nil
}

// FrameOf is the address that the frame of one of the levels of a frame state has, or would have, where the
// outermost is at fp.
func FrameOf(r *compiler.FrameState, fp memory.Address, level int) memory.Address {
	return fp + memory.Address(r.Levels[level].Base-r.Levels[0].Base)
}

// Ordinal is the number of JVM instructions that precede a level's.
func Ordinal(l *compiler.Level) int32 { return int32(l.Method.Code.Ordinals[l.Index]) }

// Uncounted is the number of bytecodes of a level that wait to be counted, less those
// of its instruction; word is the part of it that is no constant.
func Uncounted(l *compiler.Level, word uint64) int32 {
	if l.Stored {
		return l.Uncounted + int32(word)
	}
	return l.Uncounted
}

// waiting is Uncounted of a level, at fp, that waits in its instruction's call.
func (c *Controller) waiting(l *compiler.Level, fp memory.Address) int32 {
	return Uncounted(l, uint64(c.options.Memory.U32(fp+compiler.FramePending))) + l.Method.Code.Instructions[l.Index].D
}

// maxWaiting is how many bytecodes may wait to be counted when that is looked at: the code keeps the number in 32 bits, with a sign.
const maxWaiting = 1 << 30

// Overdue reports whether too many bytecodes wait to be counted in a compiled frame at fp, which waits in a call, or is at a yieldpoint, where its innermost level counts.
// Loops count at their own yieldpoints, when a time slice ends there; but where a method that a loop calls has a yieldpoint, too, a slice that begins
// at it may always end at it.
func (c *Controller) Overdue(r *compiler.FrameState, fp memory.Address, calls bool) bool {
	if !r.Code.Profiled {
		return false
	}
	levels := r.Levels
	if !calls {
		levels = levels[:len(levels)-1]
	}
	for i := range levels {
		if c.waiting(&levels[i], FrameOf(r, fp, i)) > maxWaiting {
			return true
		}
	}
	return false
}

// Begin makes the contexts of what is pending in a frame that calls the runtime, whose
// outermost context is root. It returns the context of the innermost level.
func (c *Controller) Begin(r *compiler.FrameState, root memory.Address) memory.Address {
	counters := c.countersOf(r.Code, root)
	c.begin(r, root, counters)
	return c.activationContext(r.Code, root, counters, r.Levels[len(r.Levels)-1].Activation)
}

// Materialize writes the headers of the frames that a compiled one stands for, adds
// their bytecodes to their contexts, and returns the innermost. word is what the exit
// has passed of the innermost level's uncounted bytecodes.
func (c *Controller) Materialize(r *compiler.FrameState, lowest, node memory.Address, word uint64) memory.Address {
	m := c.options.Memory
	var fp memory.Address
	root, counters := node, memory.Address(0)
	if r.Code.Profiled {
		counters = c.countersOf(r.Code, root)
		c.happened(r, root, counters, 1)
	}
	for i := range r.Levels {
		l := &r.Levels[i]
		caller := fp
		fp = lowest + memory.Address(l.Base)
		if r.Code.Profiled {
			node = c.activationContext(r.Code, root, counters, l.Activation)
		}
		m.SetU32(fp+decoded.FrameNode, node)
		if i > 0 {
			m.SetU32(fp+decoded.FrameCaller, caller)
			m.SetU32(fp+decoded.FrameFlags, 0)
		}
		m.SetU32(fp+decoded.FrameMethod, l.Method.ID)
		m.SetU32(fp+decoded.FrameIndex, uint32(l.Index))
		if !l.Method.Synchronized() {
			m.SetU32(fp+decoded.FrameLock, 0)
		}
		if !r.Code.Profiled {
			continue
		}
		pending := int32(0)
		switch {
		case r.Kind == compiler.ThrowCall || i < len(r.Levels)-1:
			pending = c.waiting(l, fp)
		case r.Kind != compiler.ThrowFlushed:
			pending = Uncounted(l, word) + Ordinal(l)
		}
		c.AddBytecodes(node, pending)
	}
	return fp
}

// AddBytecodes adds to a context's count.
func (c *Controller) AddBytecodes(node memory.Address, count int32) {
	*(*uint64)(c.options.Memory.At(node + sharedmemory.NodeBytecodes)) += uint64(int64(count))
}

// SettleStack adds so many times what the compiled frames of a stack, the newest of which is at fp, have not yet
// added to their contexts: once where the run ends, and they never return; -1 times takes it back.
func (c *Controller) SettleStack(fp memory.Address, times int64) {
	for ; fp != 0; fp = c.options.Memory.U32(fp + decoded.FrameCaller) {
		if r := c.FrameStateAt(fp); r != nil && r.Code.Profiled {
			c.settleFrame(r, fp, times)
		}
	}
}

// SettleCounters adds all counters to the contexts.
func (c *Controller) SettleCounters() { c.counters.each(c.add) }

// settleFrame adds so many times what a compiled frame that waits has not yet added to its contexts.
func (c *Controller) settleFrame(r *compiler.FrameState, fp memory.Address, times int64) {
	root := c.ContextOf(c.options.Memory.U32(fp + decoded.FrameNode))
	counters := c.countersOf(r.Code, root)
	c.happened(r, root, counters, times)
	for i := range r.Levels {
		l := &r.Levels[i]
		node := c.activationContext(r.Code, root, counters, l.Activation)
		at := FrameOf(r, fp, i)
		switch {
		case i < len(r.Levels)-1 || r.Kind == compiler.WaitsInCall:
			c.AddBytecodes(node, int32(times)*c.waiting(l, at))
		case r.Kind == compiler.WaitsAtYieldpoint:
			c.AddBytecodes(node, int32(times)*(Uncounted(l, uint64(c.options.Memory.U32(at+compiler.FramePending)))+Ordinal(l)))
		}
	}
}

// Unwound settles the compiled frames that an exception leaves from the frame fp on: those above
// the first that handles it, and above Go code, which has entered the one whose lowest address is
// given. They only return, so that unwinding costs no call of the runtime for each.
func (c *Controller) Unwound(fp, lowest memory.Address) {
	for {
		r := c.FrameStateAt(fp)
		if r == nil || r.Handled {
			return
		}
		if r.Code.Profiled {
			c.settleFrame(r, fp, 1)
		}
		if fp-memory.Address(r.Levels[0].Base) == lowest {
			return
		}
		fp = c.options.Memory.U32(fp + decoded.FrameCaller)
	}
}

// hostCell makes an object that has been counted before. It collects nothing.
func (c *Controller) hostCell(stack []uint64) {
	stack[0] = uint64(c.newCounted(c.options.Registry.Classes[uint32(stack[0])]))
}

// newCounted makes an object that has been counted before. Only a heap full of gaps has no
// room for it: then the run fails, and what is given is not used any more.
func (c *Controller) newCounted(class *classes.Class) memory.Ref {
	r := c.options.Heap.AllocateCounted(uint64(class.InstanceSize))
	if r == 0 {
		c.machine.Fail(fmt.Errorf("the heap has no room left between its objects"))
		r = c.codeData.spare
	}
	c.options.Memory.SetU32(r, class.TIB)
	return r
}

// MakeVirtuals makes the objects of a compiled frame that are virtual, and stores the
// references to them. A frame that goes on as compiled code does not look at them: they are
// for the collector.
func (c *Controller) MakeVirtuals(r *compiler.FrameState, lowest memory.Address) {
	if len(r.Virtuals) == 0 {
		return
	}
	m := c.options.Memory
	var room [8]memory.Ref
	made := room[:0]
	for i := range r.Virtuals {
		made = append(made, c.newCounted(r.Virtuals[i].Class))
	}
	for i := range r.Virtuals {
		v := &r.Virtuals[i]
		for _, f := range v.Fields {
			to, from := made[i]+f.Field.Offset, lowest+memory.Address(f.At)
			switch {
			case f.Other >= 0:
				m.SetU32(to, made[f.Other])
			default:
				size := int(classes.SizeOf(f.Field.Desc[0]))
				copy(m.Slice(to, size), m.Slice(from, size))
			}
		}
		for _, slot := range v.Slots {
			m.SetU32(lowest+memory.Address(slot), made[i])
		}
	}
}
