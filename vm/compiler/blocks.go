package compiler

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
)

// This file finds the basic blocks of decoded code, the slots that are live, and
// the types of slots where compiled code is entered in the middle.

// block is a basic block of decoded code.
type block struct {
	start, end int // instructions, end exclusive
	succs      []int
	preds      []int
	order      int  // in reverse postorder, -1 when not reached
	header     bool // some predecessor does not stand before it in the order
	live       set  // slots live at the start
}

// set is a set of slots.
type set []uint64

func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// flow is what is known of a method's control flow.
type flow struct {
	method *classes.Method
	code   *decoded.Code
	slots  int
	blocks []block
	at     []int // block by its first instruction, -1 for other instructions
	order  []int // blocks in reverse postorder
	live   []set // by instruction: the slots that are live before it
}

// slotOf is the index of the slot at an offset from the frame: locals first, then
// the operand stack.
func slotOf(m *classes.Method, offset int32) int {
	if offset < 0 {
		return int(offset+m.LocalBytes) / decoded.SlotBytes
	}
	return int(m.LocalBytes+offset-decoded.FrameHeader) / decoded.SlotBytes
}

// offsetOf is the inverse of slotOf.
func offsetOf(m *classes.Method, slot int) int32 {
	if o := int32(slot) * decoded.SlotBytes; o < m.LocalBytes {
		return o - m.LocalBytes
	}
	return int32(slot)*decoded.SlotBytes - m.LocalBytes + decoded.FrameHeader
}

func slotCount(m *classes.Method) int {
	return int(m.LocalBytes+m.FrameBytes-decoded.FrameHeader) / decoded.SlotBytes
}

// isBranch reports whether an operation has a target in C.
func isBranch(op uint16) bool { return op >= decoded.Goto && op <= decoded.MarkEdge }

// ends reports whether control does not fall through an operation.
func ends(op uint16) bool {
	switch op {
	case decoded.Goto, decoded.MarkEdge, decoded.TableSwitch, decoded.LookupSwitch, decoded.Throw, decoded.Return, decoded.ReturnValue, decoded.Unreachable, decoded.Ret, decoded.Jsr:
		return true
	}
	return false
}

// target is the index of the instruction that a branch leads to.
func target(code *decoded.Code, index int) int {
	return index + int(code.Instructions[index].C)/decoded.InstructionSize
}

// targets calls f with the targets of the instruction at index, which may be a
// switch.
func targets(code *decoded.Code, index int, f func(int)) {
	in := &code.Instructions[index]
	switch {
	case isBranch(in.Op):
		f(target(code, index))
	case in.Op == decoded.TableSwitch, in.Op == decoded.LookupSwitch:
		s := (*decoded.SwitchTable)(in.P)
		for i := range s.Targets {
			f(int(s.Targets[i].Index))
		}
		f(int(s.Fallback.Index))
	}
}

// newFlow analyses a method's code from instruction entry on. Exception handlers
// are left to the interpreter: only their needs count, as far as liveness goes.
func newFlow(m *classes.Method, entry int) *flow {
	w := liveFlow(m, entry)
	if m.Code.KeepsLocals {
		w.eachHeld(func(index, slot int) { w.live[index].add(slot) })
	}
	return w
}

// Liveness tells which slots of a method's frame hold what is needed while an instruction executes.
type Liveness struct {
	method *classes.Method
	live   []set // by instruction; nil if that is not known
}

// maxLivenessWords bounds what is kept of a method for Liveness, in words of 64 slots: 32 MB. Only methods that were made to have that many
// locals and instructions exceed it.
const maxLivenessWords = 1 << 22

// LivenessOf is that of a method that has been decoded. It goes by what compiled code goes by that leaves values for the interpreter: the
// collector finds the same in interpreted frames as in compiled ones, and nothing that compiled code has left unwritten.
func LivenessOf(m *classes.Method) *Liveness {
	l := &Liveness{method: m}
	if words := (slotCount(m) + 63) / 64; words*len(m.Code.Instructions) <= maxLivenessWords && !m.Code.HasSubroutines() {
		l.live = newFlow(m, 0).live
	}
	return l
}

// Has reports whether the slot at an offset from the frame is live before the instruction at index.
func (l *Liveness) Has(index, offset int32) bool {
	return l.live == nil || l.live[index].has(slotOf(l.method, offset))
}

// eachHeld calls f with the locals that hold references before each instruction, on whichever way that has been reached.
func (w *flow) eachHeld(f func(index, slot int)) {
	in := w.types()
	stack := slotOf(w.method, decoded.FrameHeader)
	for i := range w.blocks {
		if in[i] == nil {
			continue
		}
		w.eachType(i, in[i], func(index int, now []byte) {
			for slot, letter := range now[:stack] {
				if letter == 'L' {
					f(index, slot)
				}
			}
		})
	}
}

// liveFlow is newFlow of a method that keeps no locals.
func liveFlow(m *classes.Method, entry int) *flow {
	code := m.Code
	n := len(code.Instructions)
	w := &flow{method: m, code: code, slots: slotCount(m), at: make([]int, n)}
	leader := make([]bool, n+1)
	leader[0], leader[entry] = true, true
	for i := range code.Instructions {
		targets(code, i, func(t int) { leader[t] = true })
		if op := code.Instructions[i].Op; ends(op) || isBranch(op) {
			leader[i+1] = true
		}
	}
	for _, h := range code.Handlers {
		leader[h.Target] = true
	}
	for i := 0; i < n; {
		j := i + 1
		for j < n && !leader[j] {
			j++
		}
		w.blocks = append(w.blocks, block{start: i, end: j, order: -1})
		for k := i; k < j; k++ {
			w.at[k] = -1
		}
		w.at[i] = len(w.blocks) - 1
		i = j
	}
	for i := range w.blocks {
		b := &w.blocks[i]
		last := b.end - 1
		targets(code, last, func(t int) { b.succs = append(b.succs, w.at[t]) })
		if !ends(code.Instructions[last].Op) && b.end < n {
			b.succs = append(b.succs, w.at[b.end])
		}
	}
	w.sort(w.at[entry])
	w.liveness()
	return w
}

// sort orders the blocks that are reached from entry and finds the loop headers.
func (w *flow) sort(entry int) {
	type visit struct{ b, next int }
	seen := make([]bool, len(w.blocks))
	work := []visit{{entry, 0}}
	seen[entry] = true
	for len(work) > 0 {
		top := &work[len(work)-1]
		if succs := w.blocks[top.b].succs; top.next < len(succs) {
			s := succs[top.next]
			top.next++
			if !seen[s] {
				seen[s] = true
				work = append(work, visit{s, 0})
			}
			continue
		}
		w.order = append(w.order, top.b)
		work = work[:len(work)-1]
	}
	slices.Reverse(w.order)
	for i, b := range w.order {
		w.blocks[b].order = i
	}
	for _, b := range w.order {
		for _, s := range w.blocks[b].succs {
			w.blocks[s].preds = append(w.blocks[s].preds, b)
			if w.blocks[s].order <= w.blocks[b].order {
				w.blocks[s].header = true
			}
		}
	}
}

// liveness is the backward data flow over slots. What a handler needs is live in
// all that it covers.
func (w *flow) liveness() {
	words := (w.slots + 63) / 64
	code := w.code
	storage := make(set, words*len(code.Instructions))
	w.live = make([]set, len(code.Instructions))
	for i := range w.live {
		w.live[i] = storage[i*words : (i+1)*words]
	}
	handlers := make([]set, 0, len(code.Handlers))
	for _, h := range code.Handlers {
		handlers = append(handlers, w.live[h.Target])
	}
	now := make(set, words)
	for changed := true; changed; {
		changed = false
		for i := len(w.blocks) - 1; i >= 0; i-- {
			b := &w.blocks[i]
			clear(now)
			for _, s := range b.succs {
				for k, v := range w.live[w.blocks[s].start] {
					now[k] |= v
				}
			}
			for index := b.end - 1; index >= b.start; index-- {
				defines(&code.Instructions[index], func(o int32, _ byte) { now.remove(slotOf(w.method, o)) })
				uses(code, index, func(o int32) { now.add(slotOf(w.method, o)) })
				if code.Instructions[index].Op == decoded.SyncEnter && !w.method.Static() {
					now.add(0)
				}
				for k, h := range code.Handlers {
					if bci := code.BCIs[index]; bci >= h.Start && bci < h.End {
						for j, v := range handlers[k] {
							if j == slotOf(w.method, decoded.FrameHeader)/64 {
								v &^= 1 << (slotOf(w.method, decoded.FrameHeader) % 64) // the exception itself
							}
							now[j] |= v
						}
					}
				}
				for k, v := range now {
					if w.live[index][k] != v {
						w.live[index][k], changed = v, true
					}
				}
			}
		}
	}
	for i := range w.blocks {
		w.blocks[i].live = w.live[w.blocks[i].start]
	}
}

// types are the types of the slots at the start of every block that is reached from
// the method's entry or a handler: I, J, F, D, L; 0 where there is none.
func slotTypes(m *classes.Method) (*flow, [][]byte) {
	w := newFlow(m, 0)
	return w, w.types()
}

func (w *flow) types() [][]byte {
	m := w.method
	in := make([][]byte, len(w.blocks))
	entry := make([]byte, w.slots)
	slot := 0
	if !m.Static() {
		entry[0] = 'L'
		slot = 1
	}
	for _, p := range m.Selector.Params {
		entry[slot] = decoded.SlotType(p)
		slot += classes.SlotsOf(p)
	}
	work := []int{0}
	in[0] = entry
	merge := func(to int, from []byte) {
		if in[to] == nil {
			in[to] = slices.Clone(from)
			work = append(work, to)
			return
		}
		changed := false
		for i, t := range from {
			if in[to][i] != t && in[to][i] != 0 {
				in[to][i], changed = 0, true
			}
		}
		if changed {
			work = append(work, to)
		}
	}
	stack := slotOf(m, decoded.FrameHeader)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		now := w.eachType(i, in[i], func(index int, now []byte) {
			for _, h := range w.code.Handlers {
				if bci := w.code.BCIs[index]; bci >= h.Start && bci < h.End {
					caught := make([]byte, w.slots)
					copy(caught, now[:stack])
					caught[stack] = 'L'
					merge(w.at[h.Target], caught)
				}
			}
		})
		for _, s := range w.blocks[i].succs {
			merge(s, now)
		}
	}
	return in
}

// eachType calls f with the types of the slots before each instruction of a block, of which those at its start are given, and returns
// those at its end.
func (w *flow) eachType(block int, start []byte, f func(index int, now []byte)) (end []byte) {
	now := slices.Clone(start)
	for index := w.blocks[block].start; index < w.blocks[block].end; index++ {
		f(index, now)
		ip := &w.code.Instructions[index]
		defines(ip, func(o int32, letter byte) {
			if letter == 0 {
				letter = now[slotOf(w.method, ip.B)]
			}
			now[slotOf(w.method, o)] = letter
		})
	}
	return now
}
