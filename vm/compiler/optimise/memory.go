package optimise

import (
	"math/bits"

	"hotlens/vm/compiler/ir"
)

// This file tells what values write. Memory is divided into at most 64 classes, one
// bit each: the kinds of memory, and fields and static fields by their Alias.

const (
	classSafepoint = int(ir.MemoryOther) + 1 // written by whatever may start the collector
	classFirst     = classSafepoint + 1      // of the fields
	classes        = 64
	classFixed     = uint64(1)<<ir.MemoryFixed | 1<<ir.MemoryFinal
	classAll       = ^classFixed
	classStores    = classAll &^ (1<<classSafepoint | 1<<ir.MemoryHierarchy)
)

// memoryClasses gives fields their classes.
type memoryClasses struct {
	known [classes - classFirst]struct {
		memory ir.Memory
		alias  int64
	}
	n int
}

// of is the class of a load or a store. Where there are more fields than classes,
// some share one.
func (c *memoryClasses) of(v *ir.Value) int {
	if v.Memory != ir.MemoryField && v.Memory != ir.MemoryStatic {
		return int(v.Memory)
	}
	for i := range c.known[:c.n] {
		if c.known[i].memory == v.Memory && c.known[i].alias == v.Alias {
			return classFirst + i
		}
	}
	if c.n < len(c.known) {
		c.known[c.n].memory, c.known[c.n].alias = v.Memory, v.Alias
		c.n++
		return classFirst + c.n - 1
	}
	return classFirst + int(uint64(v.Alias)>>2%uint64(len(c.known)))
}

// writes are the classes whose contents a value may change.
func (c *memoryClasses) writes(v *ir.Value) uint64 {
	switch v.Op {
	case ir.OpStore, ir.OpCopy, ir.OpFill, ir.OpDigits, ir.OpCount:
		if v.Memory == ir.MemoryOther {
			return classStores
		}
		w := uint64(1) << c.of(v)
		if v.Memory == ir.MemoryField || v.Memory == ir.MemoryStatic {
			if v.Op != ir.OpStore {
				// Several fields at once.
				return classStores
			}
		}
		return w&^classFixed | 1<<ir.MemoryOther
	case ir.OpCall:
		switch w := uint64(v.Call.Writes); {
		case v.Call.Pure:
		case w == 0 && v.Call.KeepsHierarchy:
			return classAll &^ (1 << ir.MemoryHierarchy)
		case w == 0:
			return classAll
		case w&(1<<ir.MemoryField|1<<ir.MemoryStatic) != 0:
			return classStores // of any alias
		default:
			return w | 1<<ir.MemoryOther
		}
	}
	return 0
}

// loop is a natural loop.
type loop struct {
	header *ir.Block
	parent int // -1: none
	writes uint64
}

// loopTree is the nest of loops of a function.
type loopTree struct {
	loops     []loop
	innermost []int // by the block's order: the innermost loop, -1 for none
	wrote     []uint64
}

// findLoops finds the loops of a reducible graph, inner loops before outer ones,
// and what they write.
func findLoops(f *ir.Func, c *memoryClasses) *loopTree {
	n := len(f.Blocks)
	t := &loopTree{innermost: make([]int, n), wrote: make([]uint64, n)}
	for i, b := range f.Blocks {
		t.innermost[i] = -1
		for _, v := range b.Values {
			t.wrote[i] |= c.writes(v)
		}
	}
	var work []*ir.Block
	for i := n - 1; i >= 0; i-- {
		h := f.Blocks[i]
		if !h.LoopHeader() {
			continue
		}
		id := len(t.loops)
		t.loops = append(t.loops, loop{header: h, parent: -1, writes: t.wrote[i]})
		work = work[:0]
		for _, p := range h.Preds {
			if p.BackEdge(h) {
				work = append(work, p)
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			at := t.innermost[b.Order()]
			if b == h || at == id {
				continue
			}
			if at < 0 {
				t.innermost[b.Order()] = id
				t.loops[id].writes |= t.wrote[b.Order()]
				work = append(work, b.Preds...)
				continue
			}
			for t.loops[at].parent >= 0 {
				at = t.loops[at].parent
			}
			if at == id {
				continue
			}
			t.loops[at].parent = id
			t.loops[id].writes |= t.loops[at].writes
			for _, p := range t.loops[at].header.Preds {
				if !p.BackEdge(t.loops[at].header) {
					work = append(work, p)
				}
			}
		}
		t.innermost[i] = id
	}
	return t
}

// within reports whether loop inner is loop outer or inside it.
func (t *loopTree) within(inner, outer int) bool {
	for inner >= 0 && inner != outer {
		inner = t.loops[inner].parent
	}
	return inner == outer
}

// versions are the states of memory: two accesses of one class at the same version
// see the same contents.
type versions struct {
	memoryClasses
	next    int32
	current [classes]int32
	out     [][classes]int32 // by the block's order
}

// enter sets the state at a block's beginning. All forward predecessors have been left.
func (s *versions) enter(b *ir.Block, clobbered uint64) {
	first := true
	for _, p := range b.Preds {
		if p.BackEdge(b) {
			continue
		}
		out := &s.out[p.Order()]
		if first {
			s.current, first = *out, false
			continue
		}
		for k := range out {
			if out[k] != s.current[k] {
				clobbered |= 1 << k
			}
		}
	}
	if first {
		s.current = [classes]int32{}
	}
	s.clobber(clobbered)
}

func (s *versions) clobber(written uint64) {
	for ; written != 0; written &= written - 1 {
		s.next++
		s.current[bits.TrailingZeros64(written)] = s.next
	}
}

func (s *versions) leave(b *ir.Block) { s.out[b.Order()] = s.current }
