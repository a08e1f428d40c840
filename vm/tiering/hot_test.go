package tiering

import (
	"testing"

	"hotlens/vm/classes"
	"hotlens/vm/compiler"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
	"hotlens/vm/memory"
)

// code is that of a method: so many instructions, of which those at the given indices branch
// back to others.
func code(instructions int, branches map[int]int) *decoded.Code {
	c := &decoded.Code{Instructions: make([]decoded.Instruction, instructions)}
	for at, to := range branches {
		c.Instructions[at] = decoded.Instruction{Op: decoded.Goto, C: int32((to - at) * decoded.InstructionSize)}
	}
	return c
}

// TestHeat demands that nothing gets hot before main, and what does, by then, after hotCalls.
func TestHeat(t *testing.T) {
	b := newBench(1)
	method := b.methods[0]
	b.started = false
	b.LoopYielded(method, 3)
	b.CalleeYielded(0)
	if b.heat() < 1<<30 || len(b.queue.requests) > 0 {
		t.Error("methods get hot before main")
	}
	b.started = true
	if b.heat() != hotCalls {
		t.Errorf("a method gets hot after %d calls, want %d", b.heat(), hotCalls)
	}
	method.Heat = hotCalls/2 + 1
	if b.hot(method) {
		t.Error("a method is hot when half its calls are left")
	}
	if method.Heat--; !b.hot(method) {
		t.Error("a method is not hot when half its calls are used up")
	}
}

// TestLoopsGetHot demands that a loop is asked for when hotYields time slices have ended in it,
// once, and that its method gets hot soon then.
func TestLoopsGetHot(t *testing.T) {
	b := newBench(2)
	method := b.methods[1]
	method.Code = code(10, nil)
	for n := range hotYields + 3 {
		b.LoopYielded(method, 3)
		want := "[]"
		if n+1 >= hotYields {
			want = "[[1 3]]"
		}
		if got := b.queued(); got != want {
			t.Fatalf("after %d time slices %s are asked for, want %s", n+1, got, want)
		}
	}
	b.queue.requests, b.history(method).pending = nil, map[int]bool{}
	if b.LoopYielded(method, 3); len(b.queue.requests) > 0 {
		t.Error("the loop is asked for again")
	}
	if method.Heat != loopCalls {
		t.Errorf("the method gets hot after %d calls, want %d", method.Heat, loopCalls)
	}
}

// TestLoopEntries demands that a large method has entries at few of its loops.
func TestLoopEntries(t *testing.T) {
	for _, c := range []struct{ instructions, want int }{
		{100, 50}, // all there are
		{loopEntryInstructions / 10, 10},
		{loopEntryInstructions, minLoopEntries},
	} {
		h := &history{loops: map[int32]*Entry{}}
		method := &classes.Method{Code: code(c.instructions, nil)}
		for index := int32(1); index <= 50 && h.admits(method); index++ {
			h.loops[index] = &Entry{}
		}
		if len(h.loops) != c.want {
			t.Errorf("a method of %d instructions has entries at %d loops, want %d", c.instructions, len(h.loops), c.want)
		}
	}
}

// TestCompiledAgainInVain demands that a method is compiled again no more than maxCompilations
// times, and not at all once it has been declined.
func TestCompiledAgainInVain(t *testing.T) {
	b := newBench(2)
	method := b.methods[0]
	h := b.history(method)
	asked := 0
	for range maxCompilations + 3 {
		b.Heated(method)
		asked += len(b.queue.requests)
		b.queue.requests, h.pending = nil, map[int]bool{}
	}
	if asked != maxCompilations {
		t.Errorf("it was asked for %d times, want %d", asked, maxCompilations)
	}
	b.decline(b.history(b.methods[1]), b.methods[1], &compiler.Declined{Reason: "it is too long"})
	if b.Heated(b.methods[1]); len(b.queue.requests) > 0 {
		t.Error("what has been declined is asked for again")
	}
}

// TestExits demands that code is compiled again where it leaves often because something had never
// been executed, less and less soon, and never for the other exits.
func TestExits(t *testing.T) {
	b := newBench(2)
	method := b.methods[1]
	h := b.history(method)
	for times := 1; times <= 3; times++ {
		h.times[0] = times
		compiled := b.job(1, 0).compiled
		h.installed[0] = compiled
		rare, never := &compiler.FrameState{Code: compiled, Kind: compiler.Resume}, &compiler.FrameState{Code: compiled, Kind: compiler.NeverExecuted}
		exits := 0
		for len(b.queue.requests) == 0 && exits < 10_000 {
			exits++
			b.Exited(rare)
			b.Exited(never)
		}
		if want := relinkExits << (2 * (times - 1)); exits != want || rare.Taken != want {
			t.Errorf("compiled %d times, it is compiled again after %d exits, want %d", times, exits, want)
		}
		b.queue.requests, h.pending = nil, map[int]bool{}
	}
	replaced := &compiler.FrameState{Code: b.job(1, 0).compiled, Kind: compiler.OtherContext, Taken: 10_000}
	if b.Exited(replaced); len(b.queue.requests) > 0 || !h.manyContexts {
		t.Errorf("code that has been replaced is compiled again: %s; many contexts: %t", b.queued(), h.manyContexts)
	}
}

// TestLoopAround demands the innermost loop around an instruction.
func TestLoopAround(t *testing.T) {
	nested := code(20, map[int]int{18: 2, 10: 5, 8: 5})
	for index, want := range map[int32]int32{1: -1, 2: 2, 4: 2, 5: 5, 8: 5, 10: 5, 11: 2, 18: 2, 19: -1} {
		if got := loopAround(nested, index); got != want {
			t.Errorf("instruction %d is in the loop from %d on, want %d", index, got, want)
		}
	}
}

// TestCalleeYielded demands that a time slice that ends in a callee counts for the loop that calls
// it, by way of methods without loops and of compiled ones.
func TestCalleeYielded(t *testing.T) {
	b := newBench(5)
	m := b.withMemory(t)
	for _, method := range b.methods {
		method.Code = code(10, nil)
	}
	const looping = 3
	b.methods[looping].Code = code(10, map[int]int{7: 2})
	b.frameStates = []*compiler.FrameState{{}}
	fp := memory.Address(0)
	for i, method := range []uint32{1, looping, 4, 0, 2} { // the oldest first
		next := memory.StacksBase + 256*memory.Address(i+1)
		m.SetU32(next+decoded.FrameCaller, fp)
		m.SetU32(next+decoded.FrameMethod, method)
		m.SetU32(next+decoded.FrameIndex, 5)
		if method == 0 {
			m.SetU32(next+decoded.FrameIndex, compiler.FrameID) // compiled code, with frame state 0
		}
		fp = next
	}
	for range hotYields {
		b.CalleeYielded(fp)
	}
	if got, want := b.queued(), "[[3 2]]"; got != want {
		t.Errorf("%s are asked for, want %s", got, want)
	}
}

// TestQueueOrder demands that what is compiled again goes first, then what is executed most of late for what it takes to compile,
// and that what is no longer executed waits.
func TestQueueOrder(t *testing.T) {
	b := newBench(6)
	var chosen []string
	b.options.Log = func(format string, arguments ...any) { chosen = append(chosen, arguments[0].(*classes.Method).Name) }
	for _, method := range b.methods {
		b.Heated(method)
		// The compiler declines them at once, and says so.
		method.ID = machinecode.MaxMethods
	}
	b.history(b.methods[5]).installed[0] = &compiler.CompiledMethod{}
	for i, executed := range []int64{10, 3 * hotBytecodes, 0, 4 * hotBytecodes, 2 * hotBytecodes, 0} {
		b.methods[i].Interpreted = executed
		b.queue.requests[i].score = 0
	}
	b.methods[3].Code = code(4*instructionsBesides, nil) // takes some four times as long to compile
	b.next()
	if got, want := len(chosen), 4; got != want {
		t.Fatalf("%v are chosen, want %d", chosen, want)
	}
	for i, want := range []string{"m5", "m1", "m4", "m3"} {
		if chosen[i] != want {
			t.Errorf("%v are chosen, want %s in place %d", chosen, want, i)
		}
	}
	if len(b.queue.requests) != 2 {
		t.Errorf("%d methods wait, want two", len(b.queue.requests))
	}
	// What was executed before the last choice counts half.
	b.methods[0].Interpreted += hotBytecodes - 10
	if b.next(); len(chosen) != 4 {
		t.Errorf("%v are chosen, although the last has executed %d bytecodes", chosen, hotBytecodes-10+10/2)
	}
}
