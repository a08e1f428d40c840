package compiler

import (
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// The functions of the runtime that compiled code calls. Fuel is the number of bytecodes left in the
// time slice, less the ordinal of the instruction. The first three arguments
// of most are the lowest address of the frame, the number of a frame state, and a
// context node.
const (
	FuncExit      = ir.ExitFunction
	FuncYield     = "yield"     // fuel, uncounted bytecodes -> bytecodes left, or a status
	FuncAllocate  = "allocate"  // fuel, class -> object, 0 if an exception is pending
	FuncCell      = "cell"      // class -> an object that has been counted before: no frame, no frame state
	FuncNewArray  = "newArray"  // fuel, class of the array, length -> array, 0 if an exception is pending
	FuncChild     = "child"     // callee's method id -> child node, 0 if an exception is pending
	FuncSlow      = "slow"      // fuel, uncounted bytecodes -> bytecodes left, or a status: the interpreter executes the instruction
	FuncSubtype   = "subtype"   // TIB, class id -> 1 or 0
	FuncInterface = "interface" // TIB, interface method id -> TIB offset, or 0
	FuncContexts  = "contexts"  // frame state, node, counters record: the contexts of what is pending begin -> 0: no frame
	FuncCounters  = "counters"  // node, number of the compiled method -> its counters record there: no frame
	FuncRemainder = "remainder" // dividend, divisor: Java's % of doubles
	FuncNumbers   = "numbers"   // Env.NumberFunction of a native method, its arguments, and 0 for those that it has not: of doubles, without a frame
)

func ints(params, results int) wasm.FuncType {
	var t wasm.FuncType
	for range params {
		t.Params += string([]byte{byte(wasm.I32)})
	}
	for range results {
		t.Results += string([]byte{byte(wasm.I32)})
	}
	return t
}

// hostTypes are the functions' signatures.
var hostTypes = map[string]wasm.FuncType{
	FuncExit: ints(5, 1), FuncYield: ints(5, 1), FuncAllocate: ints(5, 1), FuncCell: ints(1, 1), FuncNewArray: ints(6, 1), FuncChild: ints(4, 1),
	FuncSlow: ints(5, 1), FuncSubtype: ints(2, 1), FuncInterface: ints(2, 1), FuncContexts: ints(3, 1), FuncCounters: ints(2, 1),
	FuncRemainder: {Params: wasm.Types(wasm.F64, wasm.F64), Results: wasm.Types(wasm.F64)},
	FuncNumbers:   {Params: wasm.Types(wasm.I32, wasm.F64, wasm.F64, wasm.F64), Results: wasm.Types(wasm.F64)},
}

// HostType is the signature of one of the runtime's functions.
func HostType(name string) wasm.FuncType { return hostTypes[name] }

// HostFunctions lists the runtime's functions in the order in which modules import
// them.
var HostFunctions = []string{FuncExit, FuncYield, FuncAllocate, FuncNewArray, FuncChild, FuncSlow, FuncSubtype, FuncInterface, FuncRemainder, FuncNumbers, FuncCell, FuncContexts, FuncCounters}
