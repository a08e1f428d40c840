package emit

import (
	"math/bits"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file emits the code of the exits, behind the function's body:
//
//	block $fail
//	  block $failure ... end     one for each call that may fail
//	  block $leave (five i32)
//	    block $group (i32)       one for each way to fill the frames; yields the ID
//	      block $stub ... end    one for each exit
//	      i32.const ID
//	    end
//	    stores; the exit function's arguments
//	  end
//	  call the exit function; return
//	end
//	return the status of the call that failed
//
// A group with one exit is one block without a result, and $leave stands only around
// several groups. Each conditional branch has a block of its own, because the WebAssembly
// compiler does not compare and branch at once where several lead to one: see chooseBranch.

// exitTable is the exits of a function.
type exitTable struct {
	count  int // of the exits, before any is added
	groups []exitGroup
	stubs  []exitStub
	// table is a hash table of the groups by their values and stores: 1 more than
	// their indices, at the first free entry from the hash's on.
	table []int32
	// The status of a call that fails is returned at once: failAt is the depth of the block around the failures' own, failing is
	// how many of these there are, and failed how many of them have a branch.
	failAt          int32
	failing, failed int32
	leaveAt         int32
}

// exitGroup is the exits that differ by nothing but their ID.
type exitGroup struct {
	exit        *ir.Exit
	values      []*ir.Value
	hash        uint64
	first, last int32 // of its stubs
	at          int32
}

// several reports whether the group has more than one stub.
func (g *exitGroup) several() bool { return g.first != g.last }

// exitStub is where exits branch to.
type exitStub struct {
	id   int32
	at   int32
	next int32 // the group's next one, -1: none
}

// addExit returns the stub for an exit with values.
func (e *emitter) addExit(x *ir.Exit, values []*ir.Value) int32 {
	t := &e.exits
	if t.table == nil {
		t.table = make([]int32, 1<<bits.Len(uint(2*t.count)))
		t.groups = make([]exitGroup, 0, t.count)
		t.stubs = make([]exitStub, 0, t.count)
	}
	// FNV-1a by words; the product's upper bits are the better ones.
	hash := uint64(14695981039346656037)
	mix := func(word uint64) { hash = (hash ^ word) * 1099511628211 }
	mix(uint64(x.Passed))
	for _, s := range x.Stores {
		mix(uint64(uint32(s.Offset)))
	}
	for _, v := range values {
		if v.Op == ir.OpConst {
			mix(uint64(v.Imm))
		} else {
			mix(^uint64(v.ID))
		}
	}
	mask := uint64(len(t.table) - 1)
	at := (hash ^ hash>>32) & mask
	for ; t.table[at] != 0; at = (at + 1) & mask {
		if g := &t.groups[t.table[at]-1]; g.hash == hash && g.equal(x, values) {
			return e.addStub(g, x.ID)
		}
	}
	t.groups = append(t.groups, exitGroup{exit: x, values: values, hash: hash, first: -1})
	t.table[at] = int32(len(t.groups))
	return e.addStub(&t.groups[len(t.groups)-1], x.ID)
}

// addStub adds a stub to a group.
func (e *emitter) addStub(g *exitGroup, id int32) int32 {
	t := &e.exits
	stub := int32(len(t.stubs))
	t.stubs = append(t.stubs, exitStub{id: id, next: -1})
	if g.first < 0 {
		g.first = stub
	} else {
		t.stubs[g.last].next = stub
	}
	g.last = stub
	return stub
}

func (g *exitGroup) equal(x *ir.Exit, values []*ir.Value) bool {
	if len(g.exit.Stores) != len(x.Stores) || len(g.values) != len(values) {
		return false
	}
	for i, s := range x.Stores {
		if g.exit.Stores[i] != s {
			return false
		}
	}
	for i, v := range values {
		w := g.values[i]
		if v != w && (v.Op != ir.OpConst || w.Op != ir.OpConst || v.Imm != w.Imm || v.Type != w.Type) {
			return false
		}
	}
	return true
}

// openExits opens the blocks around the body, the first exits' innermost.
func (e *emitter) openExits() {
	t := &e.exits
	for _, b := range e.f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpCall && v.Call.Status >= 0 && v.Exit == nil && e.value(v).live {
				t.failing++
			}
		}
	}
	if t.failing > 0 {
		t.failAt = e.open(wasm.OpBlock)
		for range t.failing {
			e.open(wasm.OpBlock)
		}
	}
	if len(t.groups) > 1 {
		results := make([]wasm.Type, 2+maxPassed)
		for i := range results {
			results[i] = wasm.I32
		}
		index := e.m.Type(wasm.FuncType{Results: wasm.Types(results...)})
		e.body.Code = wasm.Sleb(append(e.body.Code, wasm.OpBlock), int64(index))
		t.leaveAt = e.depth
		e.depth++
	}
	for i := len(t.groups) - 1; i >= 0; i-- {
		g := &t.groups[i]
		if g.several() {
			e.body.Op(wasm.OpBlock, byte(wasm.I32))
			g.at = e.depth
			e.depth++
		}
		for k := g.first; k >= 0; k = t.stubs[k].next {
			e.open(wasm.OpBlock)
		}
		at := e.depth
		for k := g.first; k >= 0; k = t.stubs[k].next {
			at--
			t.stubs[k].at = at
		}
	}
}

// closeExits emits the code of the exits and what returns a failed call's status.
func (e *emitter) closeExits() {
	e.current = nil
	t := &e.exits
	results := e.f.Type.Results
	for i := range t.groups {
		e.leave(&t.groups[i], i == len(t.groups)-1)
	}
	if len(t.groups) > 0 {
		if len(t.groups) > 1 {
			e.closeBlock()
		}
		e.body.Index(wasm.OpCall, e.imports[ir.ExitFunction])
		if len(results) > 1 {
			e.set(e.scratch(&e.status))
			e.body.ConstI32(int32(e.f.Result))
			e.body.Memory(wasm.LoadOf(wasm.Type(results[0])), 0)
			e.get(e.scratch(&e.status))
		}
		if t.failing > 0 {
			e.body.Op(wasm.OpReturn)
		}
	}
	if t.failing > 0 {
		for range t.failing {
			e.closeBlock()
			e.branch(t.failAt)
		}
		e.closeBlock()
		if len(results) > 1 {
			e.constant(wasm.Type(results[0]), 0)
		}
		e.get(e.scratch(&e.status))
	}
	if len(t.groups) == 0 && t.failing == 0 && e.ended == len(e.body.Code) {
		// No block's end is reached, but validation cannot know.
		e.body.Op(wasm.OpUnreachable)
	}
}

// failure is the block that the next call which may fail branches to if it does.
func (e *emitter) failure() int32 {
	e.exits.failed++
	return e.exits.failAt + e.exits.failed
}

// leave emits the code of the exits of a group, down to the arguments of the exit
// function.
func (e *emitter) leave(g *exitGroup, last bool) {
	for k := g.first; k >= 0; k = e.exits.stubs[k].next {
		e.closeBlock()
		if g.several() {
			e.body.ConstI32(e.exits.stubs[k].id)
			if k != g.last {
				e.branch(g.at)
			}
		}
	}
	if g.several() {
		e.end()
		e.set(e.scratch(&e.exitID))
	}
	store := func(i int) {
		e.push(e.f.Frame)
		e.push(g.values[i])
		e.body.Memory(wasm.StoreOf(g.exit.Stores[i].Type), uint32(g.exit.Stores[i].Offset))
	}
	// The highest one first: its bounds check does for all the others.
	highest := 0
	for i, s := range g.exit.Stores {
		if s.Offset > g.exit.Stores[highest].Offset {
			highest = i
		}
	}
	for i := range g.exit.Stores {
		switch {
		case i == 0:
			store(highest)
		case i <= highest:
			store(i - 1)
		default:
			store(i)
		}
	}
	e.push(e.f.Frame)
	if g.several() {
		e.get(e.scratch(&e.exitID))
	} else {
		e.body.ConstI32(e.exits.stubs[g.first].id)
	}
	e.pushAll(g.values[len(g.exit.Stores):])
	for range maxPassed - g.exit.Passed {
		e.body.ConstI32(0)
	}
	if !last {
		e.branch(e.exits.leaveAt)
	}
}
