// Package decoded is the form of a method's code that the interpreter executes and
// the compiler starts from: the operations of pre-decoded instructions, and where
// their operands lie in a frame (DESIGN section 4).
package decoded

// The operations of pre-decoded code. Operands A, B, C are offsets in bytes from
// the frame unless said otherwise; in a branch C is the distance to its target
// in bytes and D the correction of the bytecode count; in an instruction that
// calls or returns D is the number of JVM instructions up to and including it.
// A name that ends in K has its second operand in the instruction; one that ends
// in Q is the quickened form of the one without.
const (
	Decode uint16 = iota
	Native
	Abstract
	Unreachable
	Move
	Const
	Const64
	Ldc
	Ldc2
	IAdd
	ISub
	IMul
	IDiv
	IRem
	IAnd
	IOr
	IXor
	IShl
	IShr
	IUshr
	IAddK
	IMulK
	IDivK
	IRemK
	IAndK
	IOrK
	IXorK
	IShlK
	IShrK
	IUshrK
	INeg
	LAdd
	LSub
	LMul
	LDiv
	LRem
	LAnd
	LOr
	LXor
	LShl
	LShr
	LUshr
	LNeg
	LCmp
	LAddK
	LAndK
	LShlK
	LShrK
	LUshrK
	FAdd
	FSub
	FMul
	FDiv
	FRem
	FNeg
	FCmpL
	FCmpG
	DAdd
	DSub
	DMul
	DDiv
	DRem
	DNeg
	DCmpL
	DCmpG
	I2L
	I2F
	I2D
	L2I
	L2F
	L2D
	F2I
	F2L
	F2D
	D2I
	D2L
	D2F
	I2B
	I2C
	I2S
	Goto
	IfEq
	IfNe
	IfLt
	IfGe
	IfGt
	IfLe
	IfEqK
	IfNeK
	IfLtK
	IfGeK
	IfGtK
	IfLeK
	IfLEq
	IfLNe
	IfLLt
	IfLGe
	IfLGt
	IfLLe
	IfAEq
	IfANe
	IfNull
	IfNonNull
	MarkEdge // the mark of an edge, from which it goes on to its target; P is a MarkedEdge, A the mark's address, B 1 if it goes backwards
	TableSwitch
	LookupSwitch
	Jsr
	Ret
	Load32
	Load64
	LoadS8
	LoadU16
	LoadS16
	Store32
	Store64
	Store8
	Store16
	StoreRef
	ArrayLength
	NewArray
	ANewArray
	ANewArrayQ
	ANewArrayTyped
	MultiANewArray
	GetField
	GetField32
	GetField64
	GetFieldS8
	GetFieldU16
	GetFieldS16
	PutField
	PutField32
	PutField64
	PutField8
	PutField16
	GetStatic
	GetStatic32
	GetStatic64
	GetStaticS8
	GetStaticU16
	GetStaticS16
	PutStatic
	PutStatic32
	PutStatic64
	PutStatic8
	PutStatic16
	New
	NewQ
	NewTyped
	InstanceOf
	InstanceOfQ
	CheckCast
	CheckCastQ
	MonitorEnter
	MonitorExit
	Throw
	SyncEnter
	SyncExit
	InvokeStatic
	InvokeStaticL // linked, but not announced: only the VM's own work has come by
	InvokeStaticQ
	InvokeSpecial
	InvokeSpecialL
	InvokeSpecialQ
	InvokeVirtual
	InvokeVirtualQ
	InvokeInterface
	InvokeInterfaceQ
	InvokeDynamic
	InvokeAppendix
	InvokeAppendixQ
	InvokeHandle // an InvokeAppendix with a receiver, which must not be null
	InvokeHandleQ
	InvokeBasic
	LinkToStatic
	LinkToSpecial
	LinkToVirtual
	LinkToInterface
	Concat
	Return
	ReturnValue
	Charge       // the cycles of a block: C and D are the low and high half
	ChargeEntry  // the cycles of the call that has entered the method
	ChargeReturn // the cycles of returning by opcode C
	Observe      // what the call behind it is about to pass, from B on; C is 1 if that has a receiver
	Mark         // leaves a mark at address A, which makes it a Marked
	Marked       // a mark that has been left: nothing
	Compiled     // the method's machine code, instead of its instructions
	Start        // what a run starts with that does not start at a method's entry
	Timed        // in front of a method whose entries and exits are timed
	Listen       // in front of a method whose calls are sampled
	Count
)

var names = [Count]string{
	Decode:           "Decode",
	Native:           "Native",
	Abstract:         "Abstract",
	Unreachable:      "Unreachable",
	Move:             "Move",
	Const:            "Const",
	Const64:          "Const64",
	Ldc:              "Ldc",
	Ldc2:             "Ldc2",
	IAdd:             "IAdd",
	ISub:             "ISub",
	IMul:             "IMul",
	IDiv:             "IDiv",
	IRem:             "IRem",
	IAnd:             "IAnd",
	IOr:              "IOr",
	IXor:             "IXor",
	IShl:             "IShl",
	IShr:             "IShr",
	IUshr:            "IUshr",
	IAddK:            "IAddK",
	IMulK:            "IMulK",
	IDivK:            "IDivK",
	IRemK:            "IRemK",
	IAndK:            "IAndK",
	IOrK:             "IOrK",
	IXorK:            "IXorK",
	IShlK:            "IShlK",
	IShrK:            "IShrK",
	IUshrK:           "IUshrK",
	INeg:             "INeg",
	LAdd:             "LAdd",
	LSub:             "LSub",
	LMul:             "LMul",
	LDiv:             "LDiv",
	LRem:             "LRem",
	LAnd:             "LAnd",
	LOr:              "LOr",
	LXor:             "LXor",
	LShl:             "LShl",
	LShr:             "LShr",
	LUshr:            "LUshr",
	LNeg:             "LNeg",
	LCmp:             "LCmp",
	LAddK:            "LAddK",
	LAndK:            "LAndK",
	LShlK:            "LShlK",
	LShrK:            "LShrK",
	LUshrK:           "LUshrK",
	FAdd:             "FAdd",
	FSub:             "FSub",
	FMul:             "FMul",
	FDiv:             "FDiv",
	FRem:             "FRem",
	FNeg:             "FNeg",
	FCmpL:            "FCmpL",
	FCmpG:            "FCmpG",
	DAdd:             "DAdd",
	DSub:             "DSub",
	DMul:             "DMul",
	DDiv:             "DDiv",
	DRem:             "DRem",
	DNeg:             "DNeg",
	DCmpL:            "DCmpL",
	DCmpG:            "DCmpG",
	I2L:              "I2L",
	I2F:              "I2F",
	I2D:              "I2D",
	L2I:              "L2I",
	L2F:              "L2F",
	L2D:              "L2D",
	F2I:              "F2I",
	F2L:              "F2L",
	F2D:              "F2D",
	D2I:              "D2I",
	D2L:              "D2L",
	D2F:              "D2F",
	I2B:              "I2B",
	I2C:              "I2C",
	I2S:              "I2S",
	Goto:             "Goto",
	IfEq:             "IfEq",
	IfNe:             "IfNe",
	IfLt:             "IfLt",
	IfGe:             "IfGe",
	IfGt:             "IfGt",
	IfLe:             "IfLe",
	IfEqK:            "IfEqK",
	IfNeK:            "IfNeK",
	IfLtK:            "IfLtK",
	IfGeK:            "IfGeK",
	IfGtK:            "IfGtK",
	IfLeK:            "IfLeK",
	IfLEq:            "IfLEq",
	IfLNe:            "IfLNe",
	IfLLt:            "IfLLt",
	IfLGe:            "IfLGe",
	IfLGt:            "IfLGt",
	IfLLe:            "IfLLe",
	IfAEq:            "IfAEq",
	IfANe:            "IfANe",
	IfNull:           "IfNull",
	IfNonNull:        "IfNonNull",
	MarkEdge:         "MarkEdge",
	TableSwitch:      "TableSwitch",
	LookupSwitch:     "LookupSwitch",
	Jsr:              "Jsr",
	Ret:              "Ret",
	Load32:           "Load32",
	Load64:           "Load64",
	LoadS8:           "LoadS8",
	LoadU16:          "LoadU16",
	LoadS16:          "LoadS16",
	Store32:          "Store32",
	Store64:          "Store64",
	Store8:           "Store8",
	Store16:          "Store16",
	StoreRef:         "StoreRef",
	ArrayLength:      "ArrayLength",
	NewArray:         "NewArray",
	ANewArray:        "ANewArray",
	ANewArrayQ:       "ANewArrayQ",
	ANewArrayTyped:   "ANewArrayTyped",
	MultiANewArray:   "MultiANewArray",
	GetField:         "GetField",
	GetField32:       "GetField32",
	GetField64:       "GetField64",
	GetFieldS8:       "GetFieldS8",
	GetFieldU16:      "GetFieldU16",
	GetFieldS16:      "GetFieldS16",
	PutField:         "PutField",
	PutField32:       "PutField32",
	PutField64:       "PutField64",
	PutField8:        "PutField8",
	PutField16:       "PutField16",
	GetStatic:        "GetStatic",
	GetStatic32:      "GetStatic32",
	GetStatic64:      "GetStatic64",
	GetStaticS8:      "GetStaticS8",
	GetStaticU16:     "GetStaticU16",
	GetStaticS16:     "GetStaticS16",
	PutStatic:        "PutStatic",
	PutStatic32:      "PutStatic32",
	PutStatic64:      "PutStatic64",
	PutStatic8:       "PutStatic8",
	PutStatic16:      "PutStatic16",
	New:              "New",
	NewQ:             "NewQ",
	NewTyped:         "NewTyped",
	InstanceOf:       "InstanceOf",
	InstanceOfQ:      "InstanceOfQ",
	CheckCast:        "CheckCast",
	CheckCastQ:       "CheckCastQ",
	MonitorEnter:     "MonitorEnter",
	MonitorExit:      "MonitorExit",
	Throw:            "Throw",
	SyncEnter:        "SyncEnter",
	SyncExit:         "SyncExit",
	InvokeStatic:     "InvokeStatic",
	InvokeStaticL:    "InvokeStaticL",
	InvokeStaticQ:    "InvokeStaticQ",
	InvokeSpecial:    "InvokeSpecial",
	InvokeSpecialL:   "InvokeSpecialL",
	InvokeSpecialQ:   "InvokeSpecialQ",
	InvokeVirtual:    "InvokeVirtual",
	InvokeVirtualQ:   "InvokeVirtualQ",
	InvokeInterface:  "InvokeInterface",
	InvokeInterfaceQ: "InvokeInterfaceQ",
	InvokeDynamic:    "InvokeDynamic",
	InvokeAppendix:   "InvokeAppendix",
	InvokeAppendixQ:  "InvokeAppendixQ",
	InvokeHandle:     "InvokeHandle",
	InvokeHandleQ:    "InvokeHandleQ",
	InvokeBasic:      "InvokeBasic",
	LinkToStatic:     "LinkToStatic",
	LinkToSpecial:    "LinkToSpecial",
	LinkToVirtual:    "LinkToVirtual",
	LinkToInterface:  "LinkToInterface",
	Concat:           "Concat",
	Return:           "Return",
	ReturnValue:      "ReturnValue",
	Charge:           "Charge",
	ChargeEntry:      "ChargeEntry",
	ChargeReturn:     "ChargeReturn",
	Observe:          "Observe",
	Mark:             "Mark",
	Marked:           "Marked",
}

// Name is the name of an operation.
func Name(op uint16) string {
	if int(op) < len(names) {
		return names[op]
	}
	return "?"
}
