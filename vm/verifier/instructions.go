package verifier

import (
	"hotlens/profiles/instructions"
	"hotlens/vm/opcodes"
)

// This file holds the facts of the JVM's instructions (JVMS chapter 6).

// mnemonics of the instructions by opcode.
var mnemonics = instructions.Mnemonics

// effects says of each instruction whose effect on the operand stack does not
// depend on its operands what it pops and pushes: I, F, J and D are the
// primitive types, N is null, A any reference, O a reference to an initialised object,
// 1 any value of one slot. The last letter of what it pops is the top.
var effects = func() [opcodes.JsrW + 1]string {
	var t [opcodes.JsrW + 1]string
	opcodes := make(map[string]int, len(mnemonics))
	for op, mnemonic := range mnemonics {
		opcodes[mnemonic] = op
	}
	set := func(effect string, names ...string) {
		for _, name := range names {
			t[opcodes[name]] = effect
		}
	}
	set(">", "nop", "goto", "goto_w", "iinc", "return")
	set(">N", "aconst_null")
	set(">I", "iconst_m1", "iconst_0", "iconst_1", "iconst_2", "iconst_3", "iconst_4", "iconst_5", "bipush", "sipush")
	set(">J", "lconst_0", "lconst_1")
	set(">F", "fconst_0", "fconst_1", "fconst_2")
	set(">D", "dconst_0", "dconst_1")
	set("1>", "pop")
	for letter, prefix := range map[string]string{"I": "i", "J": "l", "F": "f", "D": "d"} {
		set(letter+letter+">"+letter, prefix+"add", prefix+"sub", prefix+"mul", prefix+"div", prefix+"rem")
		set(letter+">"+letter, prefix+"neg")
	}
	for letter, prefix := range map[string]string{"I": "i", "J": "l"} {
		set(letter+letter+">"+letter, prefix+"and", prefix+"or", prefix+"xor")
		set(letter+"I>"+letter, prefix+"shl", prefix+"shr", prefix+"ushr")
	}
	for from, f := range map[string]string{"I": "i", "J": "l", "F": "f", "D": "d"} {
		for to, t := range map[string]string{"I": "i", "J": "l", "F": "f", "D": "d"} {
			if from != to {
				set(from+">"+to, f+"2"+t)
			}
		}
	}
	set("I>I", "i2b", "i2c", "i2s")
	set("JJ>I", "lcmp")
	set("FF>I", "fcmpl", "fcmpg")
	set("DD>I", "dcmpl", "dcmpg")
	set("I>", "ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle", "tableswitch", "lookupswitch")
	set("II>", "if_icmpeq", "if_icmpne", "if_icmplt", "if_icmpge", "if_icmpgt", "if_icmple")
	set("AA>", "if_acmpeq", "if_acmpne")
	set("A>", "ifnull", "ifnonnull", "monitorenter", "monitorexit")
	return t
}()

// arrayDescriptors are the types of arrays that iaload to saload and iastore to
// sastore access, in the order of the opcodes; "" for those that take several.
var arrayDescriptors = [8]string{"[I", "[J", "[F", "[D", "", "", "[C", "[S"}

// elementTypes are the types of what iaload to saload push.
var elementTypes = [8]Type{integer, long, float, double, top, integer, integer, integer}

// kindTypes are the types that iload to aload, istore to astore and ireturn to
// areturn are for, in the order of the opcodes.
var kindTypes = [5]Type{integer, long, float, double, anyReference}

// Codes of newarray's element types (JVMS 6.5, newarray), from newarrayFirst on.
var newarrayDescriptors = [8]string{"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"}

const newarrayFirst = 4

// second is the type of the slot behind a long or double.
func second(t Type) Type { return t + 1 }
