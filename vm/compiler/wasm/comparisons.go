package wasm

// Swapped is the comparison that does the same with exchanged operands.
func Swapped(code byte) byte {
	switch {
	case code >= OpI32Eq && code <= OpI32GeU:
		return OpI32Eq + swapInteger[code-OpI32Eq]
	case code >= OpI64Eq && code <= OpI64GeU:
		return OpI64Eq + swapInteger[code-OpI64Eq]
	case code >= OpF32Eq && code <= OpF32Ge:
		return OpF32Eq + swapFloat[code-OpF32Eq]
	}
	return OpF64Eq + swapFloat[code-OpF64Eq]
}

var (
	swapInteger = [...]byte{0, 1, 4, 5, 2, 3, 8, 9, 6, 7}
	swapFloat   = [...]byte{0, 1, 3, 2, 5, 4}
)
