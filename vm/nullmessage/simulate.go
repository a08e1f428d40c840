package nullmessage

import (
	"encoding/binary"
	"slices"

	"hotlens/vm/opcodes"
)

// unknown is the source of a value that may come from several instructions.
const unknown = -1

// Bounds on the simulation. HotSpot stops at maxEntries too; the other one is
// ours: a method's instructions are simulated about twice, unless its code runs
// against the order of its addresses.
const (
	maxEntries = 1_000_000  // operand stack slots in all frames of a method
	maxSteps   = 10_000_000 // instructions simulated
)

// trackedLocals is how many local variables are watched for being written. The
// others count as written, as in HotSpot.
const trackedLocals = 64

// frame is what is known before an instruction.
type frame struct {
	sources []int32 // of each operand stack slot, bottom first: the index of the instruction that pushed it, or unknown
	written uint64  // the local variable slots that may have been stored to, a bit each; an iinc does not count
}

func (f *frame) clone() *frame {
	return &frame{sources: slices.Clone(f.sources), written: f.written}
}

// wrote says whether a local variable may have been written.
func (f *frame) wrote(slot int) bool {
	return slot >= trackedLocals || f.written&(1<<slot) != 0
}

// write marks n local variable slots as written.
func (f *frame) write(slot, n int) {
	for ; n > 0; slot, n = slot+1, n-1 {
		if slot < trackedLocals {
			f.written |= 1 << slot
		}
	}
}

// pop removes n values. It fails if there are not as many.
func (f *frame) pop(n int) bool {
	if n > len(f.sources) {
		return false
	}
	f.sources = f.sources[:len(f.sources)-n]
	return true
}

// push adds n slots that the instruction at bci has pushed.
func (f *frame) push(bci, n int) {
	for range n {
		f.sources = append(f.sources, int32(bci))
	}
}

// merge keeps of f what is also true of g. It fails if their stacks differ in
// depth, which verified code has nowhere (JVMS 4.10.2.2).
func (f *frame) merge(g *frame) bool {
	if len(f.sources) != len(g.sources) {
		return false
	}
	for i, s := range g.sources {
		if f.sources[i] != s {
			f.sources[i] = unknown
		}
	}
	f.written |= g.written
	return true
}

// simulate fills in the frames, until that of the target is known. It goes over
// the code in the order of addresses, as often as that reaches new instructions.
// This is not a fixed point: what a later backward branch would add to a frame
// is not carried on, since HotSpot's messages, which these have to equal, are
// made so. Malformed code ends it early.
func (a *analysis) simulate(target int) {
	a.frames = make([]*frame, len(a.code)+1)
	a.frames[0] = &frame{}
	for _, h := range a.method.Code.Handlers {
		if int(h.Handler) < len(a.code) && a.frames[h.Handler] == nil {
			a.frames[h.Handler] = &frame{sources: []int32{int32(h.Handler)}}
		}
	}
	steps := 0
	for {
		missing, added := false, false
		for bci := 0; bci < len(a.code); {
			length := a.length(bci)
			if length == 0 || steps == maxSteps {
				return
			}
			steps++
			if a.frames[bci] == nil {
				missing = true
			} else {
				n, ok := a.step(bci, length)
				if !ok || a.entries > maxEntries {
					return
				}
				added = added || n > 0
			}
			if bci += length; bci == target && a.frames[bci] != nil {
				return
			}
		}
		if !missing || !added {
			return
		}
	}
}

// step simulates the instruction at bci and carries its frame on to the
// instructions that may follow it. It returns how many of these had none yet,
// and false if the code is malformed.
func (a *analysis) step(bci, length int) (added int, ok bool) {
	f := a.frames[bci].clone()
	if !a.execute(f, bci) {
		return 0, false
	}
	flow := func(to int) bool {
		if to < 0 || to >= len(a.frames) {
			return false
		}
		if known := a.frames[to]; known == nil {
			added++
			a.entries += len(f.sources)
		} else if !f.merge(known) {
			return false
		}
		a.frames[to] = f.clone()
		return true
	}
	op := a.code[bci]
	if op == opcodes.Wide {
		op = byte(a.u1(bci + 1))
	}
	if !endsFlow(op) && !flow(bci+length) {
		return added, false
	}
	for _, to := range a.targets(bci) {
		if !flow(to) {
			return added, false
		}
	}
	return added, true
}

// endsFlow says whether the next instruction does not follow op. After a
// subroutine (JVMS 3.13) it does, but by a way that is not followed.
func endsFlow(op byte) bool {
	return op >= opcodes.Goto && op <= opcodes.Return || op == opcodes.Athrow || op == opcodes.GotoW || op == opcodes.JsrW
}

// targets are the bytecode indices that the instruction at bci may jump to.
func (a *analysis) targets(bci int) []int {
	switch op := a.code[bci]; {
	case op >= opcodes.Ifeq && op <= opcodes.Jsr, op == opcodes.Ifnull, op == opcodes.Ifnonnull:
		return []int{bci + a.s2(bci+1)}
	case op == opcodes.GotoW, op == opcodes.JsrW:
		return []int{bci + a.s4(bci+1)}
	case op == opcodes.Tableswitch:
		at := aligned(bci)
		to := []int{bci + a.s4(at)}
		for i := range a.s4(at+8) - a.s4(at+4) + 1 {
			to = append(to, bci+a.s4(at+12+4*i))
		}
		return to
	case op == opcodes.Lookupswitch:
		at := aligned(bci)
		to := []int{bci + a.s4(at)}
		for i := range a.s4(at + 4) {
			to = append(to, bci+a.s4(at+12+8*i))
		}
		return to
	}
	return nil
}

// execute changes the frame as the instruction at bci does. It fails if that is
// impossible.
func (a *analysis) execute(f *frame, bci int) bool {
	op, at := a.code[bci], bci+1
	local := a.u1(at)
	if op == opcodes.Wide {
		op, local = byte(a.u1(at)), a.u2(at+1)
	}
	switch {
	case op >= opcodes.Dup && op <= opcodes.Swap:
		return f.shuffle(shuffles[op-opcodes.Dup])
	case op >= opcodes.Getstatic && op <= opcodes.Putfield:
		_, _, desc, err := a.file.Ref(uint16(a.u2(at)))
		if err != nil || op >= opcodes.Getfield && op != opcodes.Putfield && !f.pop(1) {
			return false
		}
		if op == opcodes.Getstatic || op == opcodes.Getfield {
			f.push(bci, width(desc))
			return true
		}
		return f.pop(width(desc)) && (op == opcodes.Putstatic || f.pop(1))
	case op >= opcodes.Invokevirtual && op <= opcodes.Invokedynamic:
		return a.executeInvoke(f, bci)
	case op == opcodes.Multianewarray:
		if !f.pop(a.u1(at + 2)) {
			return false
		}
		f.push(bci, 1)
		return true
	}
	if !f.pop(pops(op)) {
		return false
	}
	f.push(bci, pushes(op))
	switch {
	case op >= opcodes.Istore && op <= opcodes.Astore:
		f.write(local, pops(op))
	case op >= opcodes.Istore0 && op <= opcodes.Astore3:
		f.write(int(op-opcodes.Istore0)%4, pops(op))
	}
	return true
}

func (a *analysis) executeInvoke(f *frame, bci int) bool {
	op, index := a.code[bci], uint16(a.u2(bci+1))
	var desc string
	var err error
	if op == opcodes.Invokedynamic {
		if int(index) >= a.file.Pool.Len() {
			return false
		}
		_, desc, err = a.file.NameAndType(a.file.Pool.At(index).B)
	} else {
		_, _, desc, err = a.file.Ref(index)
	}
	slots, ok := argumentSlots(desc)
	if err != nil || !ok {
		return false
	}
	if op != opcodes.Invokestatic && op != opcodes.Invokedynamic {
		slots++
	}
	if !f.pop(slots) {
		return false
	}
	switch ret := desc[len(desc)-1]; {
	case ret == 'V':
	case desc[len(desc)-2] == ')':
		f.push(bci, width(desc[len(desc)-1:]))
	default:
		f.push(bci, 1)
	}
	return true
}

// shuffles are the stack instructions from dup to swap: how many slots each
// pops, and which of these it pushes, the deepest of them being 0.
var shuffles = [...]struct {
	pop  int
	push []int
}{
	{1, []int{0, 0}},             // dup
	{2, []int{1, 0, 1}},          // dup_x1
	{3, []int{2, 0, 1, 2}},       // dup_x2
	{2, []int{0, 1, 0, 1}},       // dup2
	{3, []int{1, 2, 0, 1, 2}},    // dup2_x1
	{4, []int{2, 3, 0, 1, 2, 3}}, // dup2_x2
	{2, []int{1, 0}},             // swap
}

func (f *frame) shuffle(s struct {
	pop  int
	push []int
}) bool {
	base := len(f.sources) - s.pop
	if base < 0 {
		return false
	}
	old := slices.Clone(f.sources[base:])
	f.sources = f.sources[:base]
	for _, i := range s.push {
		f.sources = append(f.sources, old[i])
	}
	return true
}

// length is the length of the instruction at bci, 0 if the code ends within it
// or it is none.
func (a *analysis) length(bci int) int {
	op := a.code[bci]
	var n int
	switch {
	case op == opcodes.Tableswitch:
		at := aligned(bci)
		low, high := a.s4(at+4), a.s4(at+8)
		if low > high || high-low >= len(a.code) {
			return 0
		}
		n = at + 12 + 4*(high-low+1) - bci
	case op == opcodes.Lookupswitch:
		at := aligned(bci)
		pairs := a.s4(at + 4)
		if pairs < 0 || pairs >= len(a.code) {
			return 0
		}
		n = at + 8 + 8*pairs - bci
	case op == opcodes.Wide && a.u1(bci+1) == opcodes.Iinc:
		n = 6
	case op == opcodes.Wide:
		n = 4
	case int(op) < len(operandBytes):
		n = 1 + int(operandBytes[op]-'0')
	}
	if n > len(a.code)-bci {
		return 0
	}
	return n
}

// aligned is where the operands of a switch instruction start.
func aligned(bci int) int { return (bci + 4) &^ 3 }

// u1 and the others read an operand, unsigned or signed, which is 0 behind the
// end of the code.
func (a *analysis) u1(at int) int {
	if at >= len(a.code) {
		return 0
	}
	return int(a.code[at])
}

func (a *analysis) u2(at int) int {
	if at+2 > len(a.code) {
		return 0
	}
	return int(binary.BigEndian.Uint16(a.code[at:]))
}

func (a *analysis) s2(at int) int { return int(int16(a.u2(at))) }

func (a *analysis) s4(at int) int {
	if at+4 > len(a.code) {
		return 0
	}
	return int(int32(binary.BigEndian.Uint32(a.code[at:])))
}
