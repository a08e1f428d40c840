package interpreter

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
	"hotlens/vm/opcodes"
)

// This file counts the cycles of a user's own cost model (cost.Cycles). The decoder charges a block's when it is entered,
// by an instruction of its own; what depends on the method that is entered or returned to is charged there. What an
// exception or the end of the run keeps from being executed is given back. Without such a model there is nothing of it in
// the code, and with one everything is interpreted.

// charge emits what charges the instruction at bci at: the block if it starts one, and the return that it may be.
func (d *decoder) charge(at int, starts bool) {
	if starts || d.leader[at] {
		total := uint64(0)
		end, ends := at, false
		for ; !ends && end < len(d.code) && (end == at || !d.leader[end]); end += d.length(end) {
			total += d.fixed(end)
			ends = d.endsBlock(end, d.length(end))
		}
		rest := total
		for k := at; k < end; k += d.length(k) {
			rest -= d.fixed(k)
			d.rest[k] = rest
		}
		if total > 0 {
			d.emit(decoded.Charge, 0, 0, int32(uint32(total))).D = int32(uint32(total >> 32))
		}
	}
	if op := d.code[at]; op >= opcodes.Ireturn && op <= opcodes.Return && d.cycles.Fixed(op) == 0 {
		d.emit(decoded.ChargeReturn, 0, 0, int32(op))
	}
}

// fixed are the cycles of the instruction at bci at that do not depend on another method.
func (d *decoder) fixed(at int) uint64 {
	cycles := d.cycles.Fixed(d.code[at])
	if d.code[at] == opcodes.Wide {
		cycles += d.cycles.Fixed(byte(d.u1(at + 1)))
	}
	return cycles
}

// endsBlock reports whether one of the instructions in so many bytes from bci at on may go on elsewhere than behind it:
// a comparison is translated together with the branch behind it.
func (d *decoder) endsBlock(at, length int) bool {
	ends := false
	for k := at; k < at+length && !ends; k += d.length(k) {
		falls := d.targets(k, func(int) { ends = true })
		ends = ends || !falls
	}
	return ends
}

// rests is what the code has as Rest. What charges has not charged anything before it is executed.
func (d *decoder) rests() []uint64 {
	rests := make([]uint64, len(d.out))
	for i := range d.out {
		switch d.out[i].Op {
		case decoded.ChargeEntry, decoded.SyncEnter, decoded.Charge:
		default:
			rests[i] = d.rest[d.bcis[i]]
		}
	}
	return rests
}

// chargeEntry charges the call that has led to a frame to the caller's context. What Go code calls no instruction has
// called.
func (m *Machine) chargeEntry(fp memory.Address, callee *classes.Method) {
	if m.Memory.U32(fp+decoded.FrameFlags)&decoded.FlagEntry != 0 {
		return
	}
	caller := m.Memory.U32(fp + decoded.FrameCaller)
	if at := m.frameAt(caller); at.BCI >= 0 {
		op := at.Method.Member.Code.Bytes[at.BCI]
		m.AddExtra(m.Memory.U32(caller+decoded.FrameNode), sharedmemory.ExtrasCycles, m.cycles.Entering(op, codeBytes(callee)))
	}
}

// chargeReturn charges the return from a frame, by an opcode, to the frame's own context.
func (m *Machine) chargeReturn(fp memory.Address, op byte) {
	bytes := 0
	if m.Memory.U32(fp+decoded.FrameFlags)&decoded.FlagEntry == 0 {
		bytes = codeBytes(m.frameAt(m.Memory.U32(fp + decoded.FrameCaller)).Method)
	}
	m.AddExtra(m.Memory.U32(fp+decoded.FrameNode), sharedmemory.ExtrasCycles, m.cycles.Entering(op, bytes))
}

// chargeNative charges the call of a native method, and its body.
func (m *Machine) chargeNative(t *Thread) {
	m.chargeEntry(t.fp, nil)
	m.AddExtra(t.node(), sharedmemory.ExtrasCycles, m.cycles.Native())
}

// giveBack takes back what has been charged for the instructions of the block behind the one that a frame has come to.
func (m *Machine) giveBack(node memory.Address, method *classes.Method, index int32) {
	if method.Code != nil && int(index) < len(method.Code.Rest) {
		m.AddExtra(node, sharedmemory.ExtrasCycles, -method.Code.Rest[index])
	}
}

// settleCycles gives back what no frame will execute any more: the run ends.
func (m *Machine) settleCycles() {
	if m.cycles == nil || !m.profile.contexts {
		return
	}
	m.EachStack(func(t *Thread) {
		t.Frames(func(fr Frame) bool {
			if !fr.Method.IsNative() {
				m.giveBack(m.Memory.U32(fr.fp+decoded.FrameNode), fr.Method, fr.index)
			}
			return true
		})
	})
}

// codeBytes is the length of a method's bytecode, 0 if it has none.
func codeBytes(method *classes.Method) int {
	if method == nil || method.Member == nil || method.Member.Code == nil {
		return 0
	}
	return len(method.Member.Code.Bytes)
}
