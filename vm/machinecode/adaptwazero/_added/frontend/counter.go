package frontend

import (
	"github.com/tetratelabs/wazero/internal/engine/wazevo/ssa"
	"github.com/tetratelabs/wazero/internal/engine/wazevo/wazevoapi"
	"github.com/tetratelabs/wazero/internal/wasm"
)

// counterName is the name by which modules import the function that reads the processor's counter (machinecode.CounterFunction).
const counterName = "counter"

// importsCounter reports whether a function is the one that reads the processor's counter.
func (c *Compiler) importsCounter(function wasm.Index) bool {
	for i := range c.m.ImportSection {
		if imported := &c.m.ImportSection[i]; imported.Type == wasm.ExternTypeFunc && imported.IndexPerType == function {
			return imported.Name == counterName
		}
	}
	return false
}

// readCounter has the counter read without the way to Go, by a function that keeps all registers but those that any function may change.
func (c *Compiler) readCounter() {
	signature := &ssa.Signature{ID: c.tryTableLeaveSig.ID + 1, Results: []ssa.Type{ssa.TypeI64}} // the last one that is declared for each module
	c.ssaBuilder.DeclareSignature(signature)
	function := c.ssaBuilder.AllocateInstruction().AsLoad(c.execCtxPtrValue, wazevoapi.ExecutionContextOffsetCounterAddress.U32(), ssa.TypeI64).Insert(c.ssaBuilder).Return()
	call := c.ssaBuilder.AllocateInstruction()
	call.AsCallIndirect(function, signature, c.allocateVarLengthValues(0))
	c.state().push(call.Insert(c.ssaBuilder).Return())
}
