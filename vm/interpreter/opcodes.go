package interpreter

// The operations of pre-decoded code. Operands A, B, C are offsets in bytes from
// the frame unless said otherwise; in a branch C is the distance to its target
// in bytes and D the correction of the bytecode count; in an instruction that
// calls or returns D is the number of JVM instructions up to and including it.
// A name that ends in K has its second operand in the instruction; one that ends
// in Q is the quickened form of the one without.
const (
	opDecode uint16 = iota
	opNative
	opAbstract
	opUnreachable
	opMove
	opConst
	opConst64
	opLdc
	opLdc2
	opIAdd
	opISub
	opIMul
	opIDiv
	opIRem
	opIAnd
	opIOr
	opIXor
	opIShl
	opIShr
	opIUshr
	opIAddK
	opIMulK
	opIDivK
	opIRemK
	opIAndK
	opIOrK
	opIXorK
	opIShlK
	opIShrK
	opIUshrK
	opINeg
	opLAdd
	opLSub
	opLMul
	opLDiv
	opLRem
	opLAnd
	opLOr
	opLXor
	opLShl
	opLShr
	opLUshr
	opLNeg
	opLCmp
	opLAddK
	opLAndK
	opLShlK
	opLShrK
	opLUshrK
	opFAdd
	opFSub
	opFMul
	opFDiv
	opFRem
	opFNeg
	opFCmpL
	opFCmpG
	opDAdd
	opDSub
	opDMul
	opDDiv
	opDRem
	opDNeg
	opDCmpL
	opDCmpG
	opI2L
	opI2F
	opI2D
	opL2I
	opL2F
	opL2D
	opF2I
	opF2L
	opF2D
	opD2I
	opD2L
	opD2F
	opI2B
	opI2C
	opI2S
	opGoto
	opIfEq
	opIfNe
	opIfLt
	opIfGe
	opIfGt
	opIfLe
	opIfEqK
	opIfNeK
	opIfLtK
	opIfGeK
	opIfGtK
	opIfLeK
	opIfLEq
	opIfLNe
	opIfLLt
	opIfLGe
	opIfLGt
	opIfLLe
	opIfAEq
	opIfANe
	opIfNull
	opIfNonNull
	opTableSwitch
	opLookupSwitch
	opJsr
	opRet
	opLoad32
	opLoad64
	opLoadS8
	opLoadU16
	opLoadS16
	opStore32
	opStore64
	opStore8
	opStore16
	opStoreRef
	opArrayLength
	opNewArray
	opANewArray
	opANewArrayQ
	opMultiANewArray
	opGetField
	opGetField32
	opGetField64
	opGetFieldS8
	opGetFieldU16
	opGetFieldS16
	opPutField
	opPutField32
	opPutField64
	opPutField8
	opPutField16
	opGetStatic
	opGetStatic32
	opGetStatic64
	opGetStaticS8
	opGetStaticU16
	opGetStaticS16
	opPutStatic
	opPutStatic32
	opPutStatic64
	opPutStatic8
	opPutStatic16
	opNew
	opNewQ
	opInstanceOf
	opInstanceOfQ
	opCheckCast
	opCheckCastQ
	opMonitorEnter
	opMonitorExit
	opThrow
	opSyncEnter
	opSyncExit
	opInvokeStatic
	opInvokeStaticQ
	opInvokeSpecial
	opInvokeSpecialQ
	opInvokeVirtual
	opInvokeVirtualQ
	opInvokeInterface
	opInvokeInterfaceQ
	opInvokeDynamic
	opInvokeAppendix
	opInvokeBasic
	opLinkToStatic
	opLinkToSpecial
	opLinkToVirtual
	opLinkToInterface
	opConcat
	opReturn
	opReturnValue
	opCount
)

var opNames = [opCount]string{
	opDecode:           "Decode",
	opNative:           "Native",
	opAbstract:         "Abstract",
	opUnreachable:      "Unreachable",
	opMove:             "Move",
	opConst:            "Const",
	opConst64:          "Const64",
	opLdc:              "Ldc",
	opLdc2:             "Ldc2",
	opIAdd:             "IAdd",
	opISub:             "ISub",
	opIMul:             "IMul",
	opIDiv:             "IDiv",
	opIRem:             "IRem",
	opIAnd:             "IAnd",
	opIOr:              "IOr",
	opIXor:             "IXor",
	opIShl:             "IShl",
	opIShr:             "IShr",
	opIUshr:            "IUshr",
	opIAddK:            "IAddK",
	opIMulK:            "IMulK",
	opIDivK:            "IDivK",
	opIRemK:            "IRemK",
	opIAndK:            "IAndK",
	opIOrK:             "IOrK",
	opIXorK:            "IXorK",
	opIShlK:            "IShlK",
	opIShrK:            "IShrK",
	opIUshrK:           "IUshrK",
	opINeg:             "INeg",
	opLAdd:             "LAdd",
	opLSub:             "LSub",
	opLMul:             "LMul",
	opLDiv:             "LDiv",
	opLRem:             "LRem",
	opLAnd:             "LAnd",
	opLOr:              "LOr",
	opLXor:             "LXor",
	opLShl:             "LShl",
	opLShr:             "LShr",
	opLUshr:            "LUshr",
	opLNeg:             "LNeg",
	opLCmp:             "LCmp",
	opLAddK:            "LAddK",
	opLAndK:            "LAndK",
	opLShlK:            "LShlK",
	opLShrK:            "LShrK",
	opLUshrK:           "LUshrK",
	opFAdd:             "FAdd",
	opFSub:             "FSub",
	opFMul:             "FMul",
	opFDiv:             "FDiv",
	opFRem:             "FRem",
	opFNeg:             "FNeg",
	opFCmpL:            "FCmpL",
	opFCmpG:            "FCmpG",
	opDAdd:             "DAdd",
	opDSub:             "DSub",
	opDMul:             "DMul",
	opDDiv:             "DDiv",
	opDRem:             "DRem",
	opDNeg:             "DNeg",
	opDCmpL:            "DCmpL",
	opDCmpG:            "DCmpG",
	opI2L:              "I2L",
	opI2F:              "I2F",
	opI2D:              "I2D",
	opL2I:              "L2I",
	opL2F:              "L2F",
	opL2D:              "L2D",
	opF2I:              "F2I",
	opF2L:              "F2L",
	opF2D:              "F2D",
	opD2I:              "D2I",
	opD2L:              "D2L",
	opD2F:              "D2F",
	opI2B:              "I2B",
	opI2C:              "I2C",
	opI2S:              "I2S",
	opGoto:             "Goto",
	opIfEq:             "IfEq",
	opIfNe:             "IfNe",
	opIfLt:             "IfLt",
	opIfGe:             "IfGe",
	opIfGt:             "IfGt",
	opIfLe:             "IfLe",
	opIfEqK:            "IfEqK",
	opIfNeK:            "IfNeK",
	opIfLtK:            "IfLtK",
	opIfGeK:            "IfGeK",
	opIfGtK:            "IfGtK",
	opIfLeK:            "IfLeK",
	opIfLEq:            "IfLEq",
	opIfLNe:            "IfLNe",
	opIfLLt:            "IfLLt",
	opIfLGe:            "IfLGe",
	opIfLGt:            "IfLGt",
	opIfLLe:            "IfLLe",
	opIfAEq:            "IfAEq",
	opIfANe:            "IfANe",
	opIfNull:           "IfNull",
	opIfNonNull:        "IfNonNull",
	opTableSwitch:      "TableSwitch",
	opLookupSwitch:     "LookupSwitch",
	opJsr:              "Jsr",
	opRet:              "Ret",
	opLoad32:           "Load32",
	opLoad64:           "Load64",
	opLoadS8:           "LoadS8",
	opLoadU16:          "LoadU16",
	opLoadS16:          "LoadS16",
	opStore32:          "Store32",
	opStore64:          "Store64",
	opStore8:           "Store8",
	opStore16:          "Store16",
	opStoreRef:         "StoreRef",
	opArrayLength:      "ArrayLength",
	opNewArray:         "NewArray",
	opANewArray:        "ANewArray",
	opANewArrayQ:       "ANewArrayQ",
	opMultiANewArray:   "MultiANewArray",
	opGetField:         "GetField",
	opGetField32:       "GetField32",
	opGetField64:       "GetField64",
	opGetFieldS8:       "GetFieldS8",
	opGetFieldU16:      "GetFieldU16",
	opGetFieldS16:      "GetFieldS16",
	opPutField:         "PutField",
	opPutField32:       "PutField32",
	opPutField64:       "PutField64",
	opPutField8:        "PutField8",
	opPutField16:       "PutField16",
	opGetStatic:        "GetStatic",
	opGetStatic32:      "GetStatic32",
	opGetStatic64:      "GetStatic64",
	opGetStaticS8:      "GetStaticS8",
	opGetStaticU16:     "GetStaticU16",
	opGetStaticS16:     "GetStaticS16",
	opPutStatic:        "PutStatic",
	opPutStatic32:      "PutStatic32",
	opPutStatic64:      "PutStatic64",
	opPutStatic8:       "PutStatic8",
	opPutStatic16:      "PutStatic16",
	opNew:              "New",
	opNewQ:             "NewQ",
	opInstanceOf:       "InstanceOf",
	opInstanceOfQ:      "InstanceOfQ",
	opCheckCast:        "CheckCast",
	opCheckCastQ:       "CheckCastQ",
	opMonitorEnter:     "MonitorEnter",
	opMonitorExit:      "MonitorExit",
	opThrow:            "Throw",
	opSyncEnter:        "SyncEnter",
	opSyncExit:         "SyncExit",
	opInvokeStatic:     "InvokeStatic",
	opInvokeStaticQ:    "InvokeStaticQ",
	opInvokeSpecial:    "InvokeSpecial",
	opInvokeSpecialQ:   "InvokeSpecialQ",
	opInvokeVirtual:    "InvokeVirtual",
	opInvokeVirtualQ:   "InvokeVirtualQ",
	opInvokeInterface:  "InvokeInterface",
	opInvokeInterfaceQ: "InvokeInterfaceQ",
	opInvokeDynamic:    "InvokeDynamic",
	opInvokeAppendix:   "InvokeAppendix",
	opInvokeBasic:      "InvokeBasic",
	opLinkToStatic:     "LinkToStatic",
	opLinkToSpecial:    "LinkToSpecial",
	opLinkToVirtual:    "LinkToVirtual",
	opLinkToInterface:  "LinkToInterface",
	opConcat:           "Concat",
	opReturn:           "Return",
	opReturnValue:      "ReturnValue",
}
