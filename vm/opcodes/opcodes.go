// Package opcodes has the numbers of the JVM's instructions and their lengths (JVMS 6.5), for
// all that reads or writes bytecode. Their mnemonics are in profiles/instructions.
package opcodes

// The opcodes, by their mnemonics.
const (
	Nop             = 0
	AconstNull      = 1
	IconstM1        = 2
	Iconst0         = 3
	Iconst1         = 4
	Iconst2         = 5
	Iconst3         = 6
	Iconst4         = 7
	Iconst5         = 8
	Lconst0         = 9
	Lconst1         = 10
	Fconst0         = 11
	Fconst1         = 12
	Fconst2         = 13
	Dconst0         = 14
	Dconst1         = 15
	Bipush          = 16
	Sipush          = 17
	Ldc             = 18
	LdcW            = 19
	Ldc2W           = 20
	Iload           = 21
	Lload           = 22
	Fload           = 23
	Dload           = 24
	Aload           = 25
	Iload0          = 26
	Iload1          = 27
	Iload2          = 28
	Iload3          = 29
	Lload0          = 30
	Lload1          = 31
	Lload2          = 32
	Lload3          = 33
	Fload0          = 34
	Fload1          = 35
	Fload2          = 36
	Fload3          = 37
	Dload0          = 38
	Dload1          = 39
	Dload2          = 40
	Dload3          = 41
	Aload0          = 42
	Aload1          = 43
	Aload2          = 44
	Aload3          = 45
	Iaload          = 46
	Laload          = 47
	Faload          = 48
	Daload          = 49
	Aaload          = 50
	Baload          = 51
	Caload          = 52
	Saload          = 53
	Istore          = 54
	Lstore          = 55
	Fstore          = 56
	Dstore          = 57
	Astore          = 58
	Istore0         = 59
	Istore1         = 60
	Istore2         = 61
	Istore3         = 62
	Lstore0         = 63
	Lstore1         = 64
	Lstore2         = 65
	Lstore3         = 66
	Fstore0         = 67
	Fstore1         = 68
	Fstore2         = 69
	Fstore3         = 70
	Dstore0         = 71
	Dstore1         = 72
	Dstore2         = 73
	Dstore3         = 74
	Astore0         = 75
	Astore1         = 76
	Astore2         = 77
	Astore3         = 78
	Iastore         = 79
	Lastore         = 80
	Fastore         = 81
	Dastore         = 82
	Aastore         = 83
	Bastore         = 84
	Castore         = 85
	Sastore         = 86
	Pop             = 87
	Pop2            = 88
	Dup             = 89
	DupX1           = 90
	DupX2           = 91
	Dup2            = 92
	Dup2X1          = 93
	Dup2X2          = 94
	Swap            = 95
	Iadd            = 96
	Ladd            = 97
	Fadd            = 98
	Dadd            = 99
	Isub            = 100
	Lsub            = 101
	Fsub            = 102
	Dsub            = 103
	Imul            = 104
	Lmul            = 105
	Fmul            = 106
	Dmul            = 107
	Idiv            = 108
	Ldiv            = 109
	Fdiv            = 110
	Ddiv            = 111
	Irem            = 112
	Lrem            = 113
	Frem            = 114
	Drem            = 115
	Ineg            = 116
	Lneg            = 117
	Fneg            = 118
	Dneg            = 119
	Ishl            = 120
	Lshl            = 121
	Ishr            = 122
	Lshr            = 123
	Iushr           = 124
	Lushr           = 125
	Iand            = 126
	Land            = 127
	Ior             = 128
	Lor             = 129
	Ixor            = 130
	Lxor            = 131
	Iinc            = 132
	I2l             = 133
	I2f             = 134
	I2d             = 135
	L2i             = 136
	L2f             = 137
	L2d             = 138
	F2i             = 139
	F2l             = 140
	F2d             = 141
	D2i             = 142
	D2l             = 143
	D2f             = 144
	I2b             = 145
	I2c             = 146
	I2s             = 147
	Lcmp            = 148
	Fcmpl           = 149
	Fcmpg           = 150
	Dcmpl           = 151
	Dcmpg           = 152
	Ifeq            = 153
	Ifne            = 154
	Iflt            = 155
	Ifge            = 156
	Ifgt            = 157
	Ifle            = 158
	IfIcmpeq        = 159
	IfIcmpne        = 160
	IfIcmplt        = 161
	IfIcmpge        = 162
	IfIcmpgt        = 163
	IfIcmple        = 164
	IfAcmpeq        = 165
	IfAcmpne        = 166
	Goto            = 167
	Jsr             = 168
	Ret             = 169
	Tableswitch     = 170
	Lookupswitch    = 171
	Ireturn         = 172
	Lreturn         = 173
	Freturn         = 174
	Dreturn         = 175
	Areturn         = 176
	Return          = 177
	Getstatic       = 178
	Putstatic       = 179
	Getfield        = 180
	Putfield        = 181
	Invokevirtual   = 182
	Invokespecial   = 183
	Invokestatic    = 184
	Invokeinterface = 185
	Invokedynamic   = 186
	New             = 187
	Newarray        = 188
	Anewarray       = 189
	Arraylength     = 190
	Athrow          = 191
	Checkcast       = 192
	Instanceof      = 193
	Monitorenter    = 194
	Monitorexit     = 195
	Wide            = 196
	Multianewarray  = 197
	Ifnull          = 198
	Ifnonnull       = 199
	GotoW           = 200
	JsrW            = 201
)

// Count is the number of opcodes that class files may have: those from 0 on.
const Count = JsrW + 1

// Length is an instruction's length in bytes with its operands; 0 where it depends on the
// operands (the switches, wide), and for what is no opcode.
func Length(op byte) int {
	if int(op) >= len(lengths) {
		return 0
	}
	return int(lengths[op] - '0')
}

// lengths are the lengths by opcode, a digit each.
const lengths = "" +
	"111111111111111123233222221111111111111111111111111111222221" +
	"111111111111111111111111111111111111111111111111111111111111" +
	"111111111111311111111111111111111333333333333333320011111133" +
	"3333355323113311043355"
