//go:build unix

package machinecode_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"hotlens/vm/machinecode"
)

// mark is the address of the word that has the tick from which on time counts.
const mark = 72 << 10

// timed calls a method of a signature by a timer, which reads the clock by a function of the runtime, and returns the ticks in the order
// in which it was at them: of the call, at the beginning of the method, of its end, and back in the caller. tick is the runtime's clock.
func timed(t *testing.T, clock string, tick func() uint64) (ticks []uint64) {
	t.Helper()
	const method = 7
	var memory []byte
	var bridge uint32
	marked := func() { ticks = append(ticks, binary.LittleEndian.Uint64(memory[mark:])) }
	calls := map[string]func(stack []uint64){
		machinecode.BridgeFunction: func(stack []uint64) {
			marked()
			stack[0] = 3990
		},
		machinecode.EnterFunction: func(stack []uint64) {
			if stack[0] != 1 || stack[1] != lowest {
				t.Errorf("a call is told of with frame %d and lowest address %d", stack[0], stack[1])
			}
			ticks = append(ticks, stack[2])
			stack[0] = uint64(bridge | machinecode.TimedBit)
		},
		machinecode.LeaveFunction: func(stack []uint64) { ticks = append(ticks, stack[0]) },
	}
	for _, name := range []string{machinecode.ClockFunction, machinecode.CounterFunction} {
		calls[name] = func(stack []uint64) { stack[0] = tick() }
	}
	code, memory := machineWith(t, calls, nil)
	bridge, trampoline := install(t, code, signature)
	timer, module, err := code.Timer(signature, clock, mark)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := code.Install(module, ""); err != nil {
		t.Fatal(err)
	}
	if err := code.Set(method, timer); err != nil {
		t.Fatal(err)
	}
	if left, err := code.NewEntrance().Enter(trampoline, method, 1, lowest, 3, 4000); err != nil || left != 3990 {
		t.Errorf("the call leaves %d, %v, want 3990", left, err)
	}
	marked()
	return ticks
}

// TestTimer demands that a timer reads the clock before and after each of its ways to the runtime, and writes what it has read when it is back.
func TestTimer(t *testing.T) {
	now := uint64(0)
	got := timed(t, machinecode.ClockFunction, func() uint64 { now++; return now })
	if want := []uint64{1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("the ticks are %v, want %v", got, want)
	}
}

// TestTimerByCounter demands the same of one that reads the processor's counter, and of the copy of wazero that it does so without the runtime.
func TestTimerByCounter(t *testing.T) {
	asked := 0
	got := timed(t, machinecode.CounterFunction, func() uint64 { asked++; return uint64(asked) })
	if len(got) != 4 || !slices.IsSorted(got) || got[0] == got[3] {
		t.Errorf("the ticks are %v", got)
	}
	if asked != 0 {
		t.Errorf("the runtime has been asked %d times: is this built with the copy of wazero that the Makefile makes?", asked)
	}
}
