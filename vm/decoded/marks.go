package decoded

// This file is what leaves marks where code is executed for the first time, and nothing from then on (package coverage). A mark in front of an
// instruction becomes one that does nothing. A mark on an edge stands behind the method's code, and what led to it leads past it from
// then on. So neither changes what else there is to know of the code: how many bytecodes were executed, and which branches go backwards.

// MarkedEdge is what leads to a mark on an edge: a branch, or cases of a switch.
type MarkedEdge struct {
	Branch   *Instruction // nil for a switch
	Distance int32        // what the branch has as C without the mark
	Switch   *SwitchTable
	BCI      int32 // the bytecode index of the cases' target
	Index    int32 // and its instruction
}

// Remove has what led to the mark lead past it.
func (e *MarkedEdge) Remove() {
	if e.Branch != nil {
		e.Branch.C = e.Distance
		return
	}
	e.Switch.each(func(t *SwitchTarget) {
		if t.BCI == e.BCI {
			t.Index = e.Index
		}
	})
}

// each calls f with all targets.
func (s *SwitchTable) each(f func(*SwitchTarget)) {
	for i := range s.Targets {
		f(&s.Targets[i])
	}
	f(&s.Fallback)
}

// Insert has the cases lead to a mark, the instruction with that index.
func (e *MarkedEdge) Insert(mark int32) {
	e.Switch.each(func(t *SwitchTarget) {
		if t.BCI == e.BCI {
			t.Index = mark
		}
	})
}

// Size is how many instructions there are besides marks: decisions go by it, and are what they are without marks.
func (c *Code) Size() int { return len(c.Instructions) - c.Marks }

// IsMark reports whether an instruction is a mark, left or not.
func IsMark(op uint16) bool { return op == Mark || op == Marked || op == MarkEdge }

// Target is the index of the instruction that a branch leads to, past a mark; ok is false if the instruction at index is none.
func (c *Code) Target(index int) (to int, ok bool) {
	branch := &c.Instructions[index]
	if branch.Op < Goto || branch.Op > IfNonNull {
		return 0, false
	}
	to = index + int(branch.C)/InstructionSize
	if in := &c.Instructions[to]; in.Op == MarkEdge {
		to += int(in.C) / InstructionSize
	}
	return to, true
}
