package verifier

// ownInstruction is an instruction that HotSpot's interpreter puts in place of others. A class file cannot have
// it, but the messages about one that does have its name, and it ends where the interpreter's would.
type ownInstruction struct {
	name   string
	length int // in bytes; 0 where it depends on the operands
}

// The opcodes of the own instructions with operands like those of lookupswitch.
const (
	fastLinearswitch = 228
	fastBinaryswitch = 229
)

// ownInstructions are by opcode, from the first behind those of the specification on. They are the same in JDK 17, 21 and 25,
// whose messages they were read from.
var ownInstructions = []ownInstruction{
	{"breakpoint", 1},
	{"fast_agetfield", 3}, {"fast_bgetfield", 3}, {"fast_cgetfield", 3}, {"fast_dgetfield", 3},
	{"fast_fgetfield", 3}, {"fast_igetfield", 3}, {"fast_lgetfield", 3}, {"fast_sgetfield", 3},
	{"fast_aputfield", 3}, {"fast_bputfield", 3}, {"fast_zputfield", 3}, {"fast_cputfield", 3}, {"fast_dputfield", 3},
	{"fast_fputfield", 3}, {"fast_iputfield", 3}, {"fast_lputfield", 3}, {"fast_sputfield", 3},
	{"fast_aload_0", 1}, {"fast_iaccess_0", 4}, {"fast_aaccess_0", 4}, {"fast_faccess_0", 4},
	{"fast_iload", 2}, {"fast_iload2", 4}, {"fast_icaload", 3},
	{"fast_invokevfinal", 3}, {"fast_linearswitch", 0}, {"fast_binaryswitch", 0}, {"fast_aldc", 2}, {"fast_aldc_w", 3},
	{"return_register_finalizer", 1}, {"invokehandle", 3},
	{"nofast_getfield", 3}, {"nofast_putfield", 3}, {"nofast_aload_0", 1}, {"nofast_iload", 2}, {"_shouldnotreachhere", 1},
}

// ownInstructionOf is the own instruction with an opcode. It reports false if there is none.
func ownInstructionOf(op int) (ownInstruction, bool) {
	if at := op - len(mnemonics); at >= 0 && at < len(ownInstructions) {
		return ownInstructions[at], true
	}
	return ownInstruction{}, false
}
