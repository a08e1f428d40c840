package nullmessage

// The facts of each instruction, a digit per opcode: how many stack slots it
// pops and pushes, and how many bytes of operands it has. What depends on the
// operands is not here and has a 0: the accesses to fields, the calls, the stack
// instructions from dup to swap, multianewarray, wide, and the operands of
// switches. A checkcast pops and pushes nothing: the value keeps its source.
const (
	popped = "" +
		"0000000000" + // 0 nop
		"0000000000" + // 10 lconst_1
		"0000000000" + // 20 ldc2_w
		"0000000000" + // 30 lload_0
		"0000002222" + // 40 dload_2
		"2222121211" + // 50 aaload
		"1112222111" + // 60 istore_1
		"1222211113" + // 70 fstore_3
		"4343333120" + // 80 lastore
		"0000002424" + // 90 dup_x1
		"2424242424" + // 100 isub
		"2424241212" + // 110 fdiv .. drem, ineg
		"2323232424" + // 120 ishl
		"2401112221" + // 130 ixor
		"1122211142" + // 140 f2l
		"2441111112" + // 150 fcmpg
		"2222222000" + // 160 if_icmpne
		"1112121000" + // 170 tableswitch
		"0000000011" + // 180 getfield
		"1101110011" + // 190 arraylength
		"00"
	pushed = "" +
		"0111111112" + // 0 nop
		"2111221111" + // 10 lconst_1
		"2121211111" + // 20 ldc2_w
		"2222111122" + // 30 lload_0
		"2211111212" + // 40 dload_2
		"1111000000" + // 50 aaload
		"0000000000" + // 60 istore_1
		"0000000000" + // 70 fstore_3
		"0000000000" + // 80 lastore
		"0000001212" + // 90 dup_x1
		"1212121212" + // 100 isub
		"1212121212" + // 110 fdiv
		"1212121212" + // 120 ishl
		"1202121121" + // 130 ixor
		"2212111111" + // 140 f2l
		"1110000000" + // 150 fcmpg
		"0000000010" + // 160 if_icmpne
		"0000000000" + // 170 tableswitch
		"0000000111" + // 180 getfield
		"1001000000" + // 190 arraylength
		"01"
	operandBytes = "" +
		"0000000000" + // 0 nop
		"0000001212" + // 10 lconst_1
		"2111110000" + // 20 ldc2_w
		"0000000000" + // 30 lload_0
		"0000000000" + // 40 dload_2
		"0000111110" + // 50 aaload
		"0000000000" + // 60 istore_1
		"0000000000" + // 70 fstore_3
		"0000000000" + // 80 lastore
		"0000000000" + // 90 dup_x1
		"0000000000" + // 100 isub
		"0000000000" + // 110 fdiv
		"0000000000" + // 120 ishl
		"0020000000" + // 130 ixor
		"0000000000" + // 140 f2l
		"0002222222" + // 150 fcmpg
		"2222222221" + // 160 if_icmpne
		"0000000022" + // 170 tableswitch
		"2222244212" + // 180 getfield
		"0022000322" + // 190 arraylength
		"44"
)

// pops is how many stack slots op takes off, 0 for bytes that are no opcodes.
func pops(op byte) int { return digit(popped, op) }

// pushes is how many stack slots op puts on.
func pushes(op byte) int { return digit(pushed, op) }

func digit(facts string, op byte) int {
	if int(op) >= len(facts) {
		return 0
	}
	return int(facts[op] - '0')
}
