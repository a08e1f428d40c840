package mutation

// lengths are the lengths of instructions in bytes by opcode (JVMS 6.5), 0 for
// those that vary and for opcodes that are none.
var lengths = func() (n [256]int) {
	set := func(from, to, length int) {
		for op := from; op <= to; op++ {
			n[op] = length
		}
	}
	set(0x00, 0xC3, 1)
	set(0x10, 0x10, 2) // bipush
	set(0x11, 0x11, 3) // sipush
	set(0x12, 0x12, 2) // ldc
	set(0x13, 0x14, 3)
	set(0x15, 0x19, 2) // loads of locals
	set(0x36, 0x3A, 2) // stores
	set(0x84, 0x84, 3) // iinc
	set(0x99, 0xA8, 3) // branches
	set(0xA9, 0xA9, 2) // ret
	set(0xAA, 0xAB, 0) // switches
	set(0xB2, 0xB8, 3) // fields and calls
	set(0xB9, 0xBA, 5)
	set(0xBB, 0xBB, 3) // new
	set(0xBC, 0xBC, 2) // newarray
	set(0xBD, 0xBD, 3)
	set(0xC0, 0xC1, 3)
	set(0xC4, 0xC4, 0) // wide
	set(0xC5, 0xC5, 4) // multianewarray
	set(0xC6, 0xC7, 3)
	set(0xC8, 0xC9, 5)
	return n
}()

// usesPool reports whether an instruction has a constant pool index.
func usesPool(op byte) bool {
	return op >= 0x12 && op <= 0x14 || op >= 0xB2 && op <= 0xBB || op == 0xBD || op == 0xC0 || op == 0xC1 || op == 0xC5
}

// instructions lists where instructions start, as far as the code can be followed:
// up to the first switch, wide or unknown opcode.
func instructions(code []byte) []int {
	var starts []int
	for at := 0; at < len(code); {
		n := lengths[code[at]]
		if n == 0 || at+n > len(code) {
			break
		}
		starts = append(starts, at)
		at += n
	}
	return starts
}
