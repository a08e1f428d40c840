package ssa

// importedCall is what distinguishes, in the field that distinguishes calls of memmove as well, a call of an imported function.
const importedCall = 2

// AsCallImported initializes this instruction as a call of an imported function, which is one of Go's. Such a call leaves every register as it is,
// but for those of its arguments and results.
func (i *Instruction) AsCallImported(function Value, sig *Signature, args Values) {
	i.AsCallIndirect(function, sig, args)
	i.u2 = importedCall
}

// CallsImported reports whether the instruction is a call of an imported function.
func (i *Instruction) CallsImported() bool {
	return i.opcode == OpcodeCallIndirect && i.u2 == importedCall
}
