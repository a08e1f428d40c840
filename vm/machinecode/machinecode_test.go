//go:build unix

package machinecode_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"hotlens/vm/codecache"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/machinecode"
)

const (
	result = 64 << 10 // address of the word for results
	lowest = 68 << 10 // of the frame
)

// machine is code over a memory of its own, whose bridge is a function of the test.
func machine(t *testing.T, bridge func(stack []uint64)) (*machinecode.Code, []byte) {
	t.Helper()
	return machineWith(t, map[string]func([]uint64){machinecode.BridgeFunction: bridge}, nil)
}

// machineWith is machine with all functions of the runtime, and with code that is kept in cache.
func machineWith(t *testing.T, calls map[string]func(stack []uint64), cache codecache.Store) (*machinecode.Code, []byte) {
	t.Helper()
	memory, err := unix.Mmap(-1, 0, 4<<30, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		t.Fatal(err)
	}
	four := wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32), Results: wasm.Types(wasm.I32)}
	hosts := []machinecode.HostFunction{{Name: machinecode.BridgeFunction, Type: four, Call: calls[machinecode.BridgeFunction]}}
	for _, f := range machinecode.TimerFunctions {
		hosts = append(hosts, machinecode.HostFunction{Name: f.Name, Type: f.Type, Call: calls[f.Name]})
	}
	code, err := machinecode.New(memory, result, hosts, cache)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := code.Close(); err != nil {
			t.Error(err)
		}
		if err := unix.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	return code, memory
}

// install makes the bridge and the trampoline of a signature.
func install(t *testing.T, code *machinecode.Code, signature wasm.FuncType) (bridge, trampoline uint32) {
	t.Helper()
	bridge, trampoline, module, err := code.Shape(signature)
	if err != nil {
		t.Fatal(err)
	}
	translated, err := code.Translate(module)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := code.Install(translated, ""); err != nil {
		t.Fatal(err)
	}
	return bridge, trampoline
}

var signature = wasm.FuncType{
	Params:  wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.F64, wasm.I64),
	Results: wasm.Types(wasm.F64, wasm.I32),
}

// TestShape calls from Go through a signature's trampoline the entry of a method, which
// is a copy of the signature's bridge, and so comes back to Go: arguments and result pass through
// the memory at the offsets of the interpreter's slots.
func TestShape(t *testing.T) {
	const method = 7
	var memory []byte
	code, memory := machine(t, func(stack []uint64) {
		if stack[0] != 1 || stack[1] != lowest || stack[2] != 3 || uint32(stack[3]) != 4000 {
			t.Errorf("the bridge is given %v", stack)
		}
		int32Argument := binary.LittleEndian.Uint32(memory[lowest:])
		doubleArgument := math.Float64frombits(binary.LittleEndian.Uint64(memory[lowest+8:]))
		longArgument := binary.LittleEndian.Uint64(memory[lowest+24:]) // a double takes two slots
		binary.LittleEndian.PutUint64(memory[result:], math.Float64bits(float64(int32Argument)+doubleArgument+float64(longArgument)))
		stack[0] = 3990
	})
	bridge, trampoline := install(t, code, signature)
	if err := code.Set(method, bridge); err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint32(memory[lowest:], 1)
	binary.LittleEndian.PutUint64(memory[lowest+8:], math.Float64bits(0.5))
	binary.LittleEndian.PutUint64(memory[lowest+24:], 40)
	left, err := code.NewEntrance().Enter(trampoline, method, 1, lowest, 3, 4000)
	if err != nil || left != 3990 {
		t.Errorf("the call leaves %d, %v, want 3990", left, err)
	}
	if got := math.Float64frombits(binary.LittleEndian.Uint64(memory[result:])); got != 41.5 {
		t.Errorf("the result is %v, want 41.5", got)
	}
}

// TestPanic demands that a panic in a function of the runtime comes out as an error
// that says where.
func TestPanic(t *testing.T) {
	code, _ := machine(t, func([]uint64) { panic("out of luck") })
	bridge, trampoline := install(t, code, signature)
	_, err := code.NewEntrance().Enter(trampoline, bridge, 1, lowest, 3, 4000)
	if err == nil || !strings.Contains(err.Error(), "out of luck") || !strings.Contains(err.Error(), "machinecode_test.go") {
		t.Errorf("the error is %v", err)
	}
}

// TestEntries demands that entries are given out once, and not without end.
func TestEntries(t *testing.T) {
	code, _ := machine(t, func([]uint64) {})
	seen := map[uint32]bool{}
	for {
		entry, ok := code.NewEntry()
		if !ok {
			break
		}
		if seen[entry] || entry < machinecode.MaxMethods || entry >= machinecode.TableSize {
			t.Fatalf("entry %d", entry)
		}
		seen[entry] = true
	}
	if len(seen) != machinecode.TableSize-machinecode.MaxMethods {
		t.Errorf("%d entries", len(seen))
	}
}
