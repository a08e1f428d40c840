package frontend

import "github.com/tetratelabs/wazero/internal/engine/wazevo/ssa"

// defineMemoryBase has one value be the base of the linear memory in all of the function, as no call changes it: hotlens' memory stays where it is.
func (c *Compiler) defineMemoryBase() {
	c.memoryBase = ssa.ValueInvalid
	if c.needMemory {
		c.memoryBase = c.getMemoryBaseValue(true)
	}
}

// knownAddress keeps the sum of the memory's base and a value, if there is none yet.
func (k *knownSafeBound) knownAddress(sum ssa.Value) {
	if !k.absoluteAddr.Valid() {
		k.absoluteAddr = sum
	}
}

// commonAddress is the sum of the memory's base and a value that is known at the end of every block which leads to the current one, if all have the same:
// what is known in all of them has been computed in a block that dominates the current one. The value is the one in front of c.pointers.
func (c *Compiler) commonAddress() ssa.Value {
	common := ssa.ValueInvalid
	if !c.ssaBuilder.CurrentBlock().Sealed() {
		return common // Others may come to lead here.
	}
	for i, known := range c.bounds {
		switch sum := known[c.pointers[i]-1].absoluteAddr; {
		case i == 0:
			common = sum
		case sum != common:
			return ssa.ValueInvalid
		}
	}
	return common
}
