package arm64

// IsImportedCall implements regalloc.Instr. Here a call of an imported function is as any other.
func (i *instruction) IsImportedCall() bool { return false }
