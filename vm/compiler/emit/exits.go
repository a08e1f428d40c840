package emit

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file emits the code of the exits, behind the function's body:
//
//	block $fail
//	  block $leave (five i32)
//	    block $group (i32)       one for each way to fill the frames; yields the ID
//	      block $stub ... end    one for each ID
//	      i32.const ID
//	    end
//	    stores; the exit function's arguments
//	  end
//	  call the exit function; return
//	end
//	return the status of the call that failed
//
// A group with one ID is one block without a result, and $leave stands only around
// several groups.

// exitTable is the exits of a function.
type exitTable struct {
	groups []exitGroup
	stubs  []exitStub
	// byHash finds a group by its values and stores, and byID its stub; both are nil
	// until there is an exit.
	byHash map[uint64]int32
	byID   map[stubKey]int32
	// fails says that a call's failure returns its status at once, at failAt.
	fails   bool
	failAt  int32
	leaveAt int32
}

type stubKey struct{ group, id int32 }

// exitGroup is the exits that differ by nothing but their ID.
type exitGroup struct {
	exit   *ir.Exit
	values []*ir.Value
	next   int32   // another group with the same hash, -1: none
	stubs  []int32 // in the order of their first use
	at     int32
}

// exitStub is where exits branch to.
type exitStub struct {
	id int32
	at int32
}

// addExit returns the stub for an exit with values.
func (e *emitter) addExit(x *ir.Exit, values []*ir.Value) int32 {
	t := &e.exits
	if t.byHash == nil {
		t.byHash, t.byID = map[uint64]int32{}, map[stubKey]int32{}
	}
	// FNV-1a by words.
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
	first, ok := t.byHash[hash]
	if !ok {
		first = -1
	}
	g := first
	for g >= 0 && !t.groups[g].equal(x, values) {
		g = t.groups[g].next
	}
	if g < 0 {
		g = int32(len(t.groups))
		t.groups = append(t.groups, exitGroup{exit: x, values: values, next: first})
		t.byHash[hash] = g
	}
	key := stubKey{g, x.ID}
	stub, ok := t.byID[key]
	if !ok {
		stub = int32(len(t.stubs))
		t.stubs = append(t.stubs, exitStub{id: x.ID})
		t.groups[g].stubs = append(t.groups[g].stubs, stub)
		t.byID[key] = stub
	}
	return stub
}

func (g *exitGroup) equal(x *ir.Exit, values []*ir.Value) bool {
	if g.exit.Passed != x.Passed || len(g.values) != len(values) {
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
				t.fails = true
			}
		}
	}
	if t.fails {
		t.failAt = e.open(wasm.OpBlock)
	}
	if len(t.groups) > 1 {
		results := make([]wasm.Type, 2+maxPassed)
		for i := range results {
			results[i] = wasm.I32
		}
		index := e.m.Type(wasm.FuncType{Results: wasm.Types(results...)})
		e.code = wasm.Sleb(append(e.code, wasm.OpBlock), int64(index))
		t.leaveAt = e.depth
		e.depth++
	}
	for i := len(t.groups) - 1; i >= 0; i-- {
		g := &t.groups[i]
		if len(g.stubs) > 1 {
			e.code = append(e.code, wasm.OpBlock, byte(wasm.I32))
			g.at = e.depth
			e.depth++
		}
		for k := len(g.stubs) - 1; k >= 0; k-- {
			t.stubs[g.stubs[k]].at = e.open(wasm.OpBlock)
		}
	}
}

// closeExits emits the code of the exits and what returns a failed call's status.
func (e *emitter) closeExits() {
	t := &e.exits
	results := e.f.Type.Results
	for i := range t.groups {
		e.leave(&t.groups[i], i == len(t.groups)-1)
	}
	if len(t.groups) > 0 {
		if len(t.groups) > 1 {
			e.closeBlock()
		}
		e.index(wasm.OpCall, e.imports[ir.ExitFunction])
		if len(results) > 1 {
			e.set(e.scratch(&e.status))
			e.constI32(int32(e.f.Result))
			e.memory(loads[typeIndex(wasm.Type(results[0]))], 0)
			e.get(e.scratch(&e.status))
		}
		if t.fails {
			e.op(wasm.OpReturn)
		}
	}
	if t.fails {
		e.closeBlock()
		if len(results) > 1 {
			e.constant(wasm.Type(results[0]), 0)
		}
		e.get(e.scratch(&e.status))
	}
	if len(t.groups) == 0 && !t.fails && e.ended == len(e.code) {
		// No block's end is reached, but validation cannot know.
		e.op(wasm.OpUnreachable)
	}
}

// leave emits the code of the exits of a group, down to the arguments of the exit
// function.
func (e *emitter) leave(g *exitGroup, last bool) {
	for i, s := range g.stubs {
		e.closeBlock()
		if len(g.stubs) > 1 {
			e.constI32(e.exits.stubs[s].id)
			if i < len(g.stubs)-1 {
				e.branch(g.at)
			}
		}
	}
	if len(g.stubs) > 1 {
		e.end()
		e.set(e.scratch(&e.exitID))
	}
	for i, s := range g.exit.Stores {
		e.push(e.f.Frame)
		e.push(g.values[i])
		e.memory(stores[typeIndex(s.Type)], uint32(s.Offset))
	}
	e.push(e.f.Frame)
	if len(g.stubs) > 1 {
		e.get(e.scratch(&e.exitID))
	} else {
		e.constI32(e.exits.stubs[g.stubs[0]].id)
	}
	e.pushAll(g.values[len(g.exit.Stores):])
	for range maxPassed - g.exit.Passed {
		e.constI32(0)
	}
	if !last {
		e.branch(e.exits.leaveAt)
	}
}
