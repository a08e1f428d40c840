package amd64

import (
	"slices"

	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/backend/regalloc"
)

// init has no function keep registers for floating point. A copy of bytes is Go's memmove, which uses all of them, so that each function with one
// would store eight of them when it begins and load them when it ends.
func init() {
	floats := regalloc.NewRegSet(regInfo.AllocatableRegisters[regalloc.RegTypeFloat]...)
	regInfo.CalleeSavedRegisters &^= floats
	regInfo.CallerSavedRegisters |= floats
}

// IsImportedCall implements regalloc.Instr.
func (i *instruction) IsImportedCall() bool { return i.kind == callIndirect && i.b1 }

// keptRegisters are those that are the same after a call of a function of Go: all but those of its results.
func keptRegisters(abi *backend.FunctionABI) []regalloc.VReg {
	return slices.DeleteFunc(slices.Clone(stackGrowSaveVRegs), func(v regalloc.VReg) bool {
		return slices.ContainsFunc(abi.Rets, func(r backend.ABIArg) bool {
			return r.Kind == backend.ABIArgKindReg && r.Reg.RealReg() == v.RealReg()
		})
	})
}
