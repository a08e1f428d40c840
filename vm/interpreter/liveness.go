package interpreter

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/opcodes"
)

// This file finds the locals that are dead, for the collector.

// liveness is the classical backward data flow over a method's locals: a local
// is live where some path reads it before it is written, or where an entry of the
// operand stack stands for it: pre-decoded code reads a local where its value is
// used, not where the bytecode loads it.
type liveness struct {
	method *classes.Method
	locals int
	before [][]uint64    // by bytecode index: locals live before the instruction
	held   map[int][]int // by bytecode index: locals that operands stand for
	// keeps tells which locals have to be kept although they are dead, by an index in the decoded code; nil: none.
	keeps func(index, local int) bool
	dead  map[int][]bool
}

// maxLivenessWords bounds what the analysis of a method keeps, in words of 64
// locals: 32 MB. Only methods that were made to have that many locals and
// instructions exceed it.
const maxLivenessWords = 1 << 22

// newLiveness analyses a method that has been decoded before, so decoding it
// once more cannot fail.
func newLiveness(registry *classes.Registry, method *classes.Method) *liveness {
	c := method.Member.Code
	d := newDecoder(method, decodingOf(registry, method), &scratch{})
	d.held = map[int][]int{}
	d.scan()
	d.flow()
	d.emitAll()
	l := &liveness{method: method, locals: int(c.MaxLocals), held: d.held, dead: map[int][]bool{}, before: make([][]uint64, len(c.Bytes))}
	words := (l.locals + 63) / 64
	if words*len(c.Bytes) > maxLivenessWords {
		return l // with nothing known, all locals count as live
	}
	var starts []int
	for at := 0; at < len(c.Bytes); at += d.length(at) {
		starts = append(starts, at)
		l.before[at] = make([]uint64, words)
	}
	live := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := len(starts) - 1; i >= 0; i-- {
			at := starts[i]
			clear(live)
			merge := func(target int) {
				for w, v := range l.before[target] {
					live[w] |= v
				}
			}
			if d.targets(at, merge) && i+1 < len(starts) {
				merge(starts[i+1])
			}
			if d.code[at] == opcodes.Ret || d.code[at] == opcodes.Wide && d.code[at+1] == opcodes.Ret {
				// Where a subroutine returns to is not tracked: all is live.
				for w := range live {
					live[w] = ^uint64(0)
				}
			}
			read, write := l.access(d, at)
			for _, k := range write {
				live[k/64] &^= 1 << (k % 64)
			}
			for _, k := range read {
				live[k/64] |= 1 << (k % 64)
			}
			for _, h := range c.Handlers {
				if at >= int(h.Start) && at < int(h.End) {
					merge(int(h.Handler))
				}
			}
			for w, v := range live {
				if l.before[at][w]|v != l.before[at][w] {
					l.before[at][w] |= v
					changed = true
				}
			}
		}
	}
	return l
}

// access lists the locals that the instruction at bci at reads and writes.
func (l *liveness) access(d *decoder, at int) (read, write []int) {
	op := int(d.code[at])
	index := 0
	switch {
	case op >= opcodes.Iload && op < opcodes.Iload0, op >= opcodes.Istore && op < opcodes.Istore0, op == opcodes.Ret, op == opcodes.Iinc:
		index = d.u1(at + 1)
	case op == opcodes.Wide:
		op, index = d.u1(at+1), d.u2(at+2)
	case op >= opcodes.Iload0 && op < opcodes.Iaload:
		index, op = (op-opcodes.Iload0)%4, opcodes.Iload
	case op >= opcodes.Istore0 && op < opcodes.Iastore:
		index, op = (op-opcodes.Istore0)%4, opcodes.Istore
	default:
		return nil, nil
	}
	if index >= l.locals {
		return nil, nil
	}
	switch {
	case op >= opcodes.Iload && op < opcodes.Iload0, op == opcodes.Ret:
		return []int{index}, nil
	case op >= opcodes.Istore && op < opcodes.Istore0:
		return nil, []int{index}
	case op == opcodes.Iinc:
		return []int{index}, nil
	}
	return nil, nil
}

// deadAt tells which locals need not be kept while an instruction executes that has the given indices in the bytecode
// and in the decoded code.
func (l *liveness) deadAt(bci, index int) []bool {
	dead := l.unreadAt(bci)
	if l.keeps == nil || dead == nil {
		return dead
	}
	dead = slices.Clone(dead)
	for i := range dead {
		dead[i] = dead[i] && !l.keeps(index, i)
	}
	return dead
}

// unreadAt tells which locals are dead while the instruction at bci executes.
func (l *liveness) unreadAt(bci int) []bool {
	if bci >= len(l.before) || l.before[bci] == nil {
		return nil
	}
	if d, ok := l.dead[bci]; ok {
		return d
	}
	d := make([]bool, l.locals)
	for i := range d {
		d[i] = l.before[bci][i/64]&(1<<(i%64)) == 0
	}
	for _, i := range l.held[bci] {
		d[i] = false
	}
	if bci == 0 && l.method.Synchronized() && !l.method.Static() {
		d[0] = false // the receiver, which the prologue has yet to lock
	}
	l.dead[bci] = d
	return d
}
