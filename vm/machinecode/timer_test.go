//go:build unix

package machinecode_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/machinecode"
)

// timed calls a method of a signature by a timer, which reads the clock by a function of the runtime, and returns the ticks in the order
// in which it was at them: of the call, at the beginning of the method, of its end, and back in the caller. tick is the runtime's clock.
func timed(t *testing.T, clock string, tick func() uint64) (ticks []uint64) {
	t.Helper()
	const method = 7
	var memory []byte
	var bridge uint32
	marked := func() { ticks = append(ticks, binary.LittleEndian.Uint64(memory[sharedmemory.TimingMark:])) }
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
	timer, module, err := code.Timer(signature, clock)
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

// TestKnownCalls demands that a timer times calls that it knows by itself, by the place where the caller waits and by the receiver's class if that matters, and has the
// runtime time all others.
func TestKnownCalls(t *testing.T) {
	const (
		frame    = 80 << 10
		receiver = 84 << 10
		table    = 128 << 10
		off      = 88 << 10
		inner    = 0.25
		outer    = 0.5
		state    = 4711
		top      = 96 << 10  // times record of the caller's context
		one      = 100 << 10 // of the callees', whose counts stand behind
		two      = 104 << 10
		class1   = 1 << 20 // type information blocks
		class2   = 2 << 20
		byItself = 3990 // what the methods return
		asked    = 2000
	)
	for _, receives := range []bool{false, true} {
		signature := wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.F64), Results: wasm.Types(wasm.I32)}
		if receives {
			signature.Params = wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32)
		}
		for _, test := range []struct {
			name         string
			top, state   uint32
			class        uint32
			known        [][3]uint32 // classes, callees' contexts, and what is added to the state for their places
			child        uint32      // 0: the runtime is asked
			needReceiver bool
		}{
			{name: "nothing is known", top: top, state: state, class: class1},
			{name: "nothing is timed", state: state, class: class1, known: [][3]uint32{{0, one}}},
			{name: "one callee", top: top, state: state, known: [][3]uint32{{0, one}}, child: one},
			{name: "another place", top: top, state: state + 1, known: [][3]uint32{{0, one}}},
			{name: "another context", top: two, state: state, known: [][3]uint32{{0, one}}},
			{name: "the receiver's class", top: top, state: state, class: class1, known: [][3]uint32{{class1, one}}, child: one, needReceiver: true},
			{name: "another class", top: top, state: state, class: class2, known: [][3]uint32{{class1, one}}},
			{name: "a second class", top: top, state: state, class: class2, known: [][3]uint32{{class1, one}, {class2, two, class2}}, child: two, needReceiver: true},
			{name: "a third class", top: top, state: state, class: 3 << 20, known: [][3]uint32{{class1, one}, {class2, two, class2}}},
		} {
			if test.needReceiver && !receives {
				test.child = 0
			}
			t.Run(fmt.Sprintf("%s, receives %v", test.name, receives), func(t *testing.T) {
				var memory []byte
				word := func(at uint32) uint32 { return binary.LittleEndian.Uint32(memory[at:]) }
				set := func(at, to uint32) { binary.LittleEndian.PutUint32(memory[at:], to) }
				setFloat := func(at uint32, to float64) { binary.LittleEndian.PutUint64(memory[at:], math.Float64bits(to)) }
				during, entered := uint32(0), false
				var bridge uint32
				now := uint64(10)
				code, memory := machineWith(t, map[string]func(stack []uint64){
					machinecode.BridgeFunction: func(stack []uint64) {
						during = word(sharedmemory.TimingTop)
						stack[0] = byItself
						if entered {
							stack[0] = asked
						}
					},
					machinecode.EnterFunction: func(stack []uint64) {
						entered = true
						stack[0] = uint64(bridge)
					},
					machinecode.LeaveFunction: func([]uint64) { t.Error("the runtime ends what it has not begun") },
					machinecode.ClockFunction: func(stack []uint64) { now *= 2; stack[0] = now },
				}, nil)
				bridge, trampoline := install(t, code, signature)
				timer, module, err := code.Timer(signature, machinecode.ClockFunction)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := code.Install(module, ""); err != nil {
					t.Fatal(err)
				}
				set(sharedmemory.KnownCalls, table)
				set(sharedmemory.TimingTop, test.top)
				set(frame+decoded.FrameIndex, test.state)
				set(receiver, test.class)
				if receives {
					set(lowest, receiver)
				}
				setFloat(off+sharedmemory.OffInner, inner)
				setFloat(off+sharedmemory.OffOuter, outer)
				for _, known := range test.known {
					at := table + sharedmemory.KnownSize*sharedmemory.KnownHash(top, state+known[2])
					set(at+sharedmemory.KnownTop, top)
					set(at+sharedmemory.KnownState, state)
					set(at+sharedmemory.KnownClass, known[0])
					set(at+sharedmemory.KnownChild, known[1])
					set(at+sharedmemory.KnownCount, known[1]+sharedmemory.TimesSize)
					set(at+sharedmemory.KnownTarget, bridge)
					set(at+sharedmemory.KnownOff, off)
				}
				left, err := code.NewEntrance().Enter(trampoline, timer, frame, lowest, 3, 4000)
				if err != nil {
					t.Fatal(err)
				}
				type result struct {
					left                 int32
					during, after        uint32
					mark                 uint64
					topTicks, childTicks float64
					calls                uint32
				}
				ticks := func(of uint32) float64 {
					return math.Float64frombits(binary.LittleEndian.Uint64(memory[of+sharedmemory.TimesTicks:]))
				}
				child := max(test.child, one)
				got := result{
					left, during, word(sharedmemory.TimingTop), binary.LittleEndian.Uint64(memory[sharedmemory.TimingMark:]),
					ticks(top), ticks(child), word(child + sharedmemory.TimesSize),
				}
				want := result{left: asked, during: test.top, after: test.top, mark: 40} // ticks are 20, 40, 80, 160
				if test.child != 0 {
					want = result{left: byItself, during: test.child, after: top, mark: 160, topTicks: 20 - outer, childTicks: 80 - 40 - inner, calls: 1}
				}
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
					t.Errorf("the call does (-want +got):\n%s", diff)
				}
			})
		}
	}
}
