package interpreter

// This file is what the decoder knows of the JVM's instructions: their numbers,
// lengths and effects on the operand stack.

// The JVM's opcodes that the decoder speaks of by name (JVMS chapter 6).
const (
	bcAconstNull = 1
	bcIconst0    = 3
	bcLconst0    = 9
	bcFconst0    = 11
	bcDconst0    = 14
	bcBipush     = 16
	bcSipush     = 17
	bcLdc        = 18
	bcLdcW       = 19
	bcLdc2W      = 20
	bcIload      = 21
	bcIload0     = 26
	bcAload0     = 42
	bcAload1     = 43
	bcIaload     = 46
	bcSaload     = 53
	bcIstore     = 54
	bcIstore0    = 59
	bcIastore    = 79
	bcSastore    = 86
	bcPop        = 87
	bcPop2       = 88
	bcDup        = 89
	bcDupX1      = 90
	bcDupX2      = 91
	bcDup2       = 92
	bcDup2X1     = 93
	bcDup2X2     = 94
	bcSwap       = 95
	bcIadd       = 96
	bcLxor       = 131
	bcIinc       = 132
	bcI2l        = 133
	bcI2s        = 147
	bcLcmp       = 148
	bcDcmpg      = 152
	bcIfeq       = 153
	bcIfle       = 158
	bcIfIcmpeq   = 159
	bcIfIcmple   = 164
	bcIfAcmpeq   = 165
	bcIfAcmpne   = 166
	bcGoto       = 167
	bcJsr        = 168
	bcRet        = 169
	bcTable      = 170
	bcLookup     = 171
	bcIreturn    = 172
	bcAreturn    = 176
	bcReturn     = 177
	bcGetstatic  = 178
	bcPutstatic  = 179
	bcGetfield   = 180
	bcPutfield   = 181
	bcVirtual    = 182
	bcSpecial    = 183
	bcStatic     = 184
	bcInterface  = 185
	bcDynamic    = 186
	bcNew        = 187
	bcNewarray   = 188
	bcAnewarray  = 189
	bcArraylen   = 190
	bcAthrow     = 191
	bcCheckcast  = 192
	bcInstanceof = 193
	bcMonEnter   = 194
	bcMonExit    = 195
	bcWide       = 196
	bcMultianew  = 197
	bcIfnull     = 198
	bcIfnonnull  = 199
	bcGotoW      = 200
	bcJsrW       = 201
)

// lengths of the instructions by opcode; 0 for the variable ones, and for
// opcodes that do not exist.
var lengths = func() [256]uint8 {
	var t [256]uint8
	for i := 0; i <= 201; i++ {
		t[i] = 1
	}
	for _, i := range []int{bcBipush, bcLdc, bcIload, bcIload + 1, bcIload + 2, bcIload + 3, bcIload + 4, bcIstore, bcIstore + 1, bcIstore + 2, bcIstore + 3, bcIstore + 4, bcRet, bcNewarray} {
		t[i] = 2
	}
	for i := bcIfeq; i <= bcJsr; i++ {
		t[i] = 3
	}
	for _, i := range []int{bcSipush, bcLdcW, bcLdc2W, bcIinc, bcGetstatic, bcPutstatic, bcGetfield, bcPutfield, bcVirtual, bcSpecial, bcStatic, bcNew, bcAnewarray, bcCheckcast, bcInstanceof, bcIfnull, bcIfnonnull} {
		t[i] = 3
	}
	t[bcInterface], t[bcDynamic], t[bcGotoW], t[bcJsrW] = 5, 5, 5, 5
	t[bcMultianew] = 4
	t[bcTable], t[bcLookup], t[bcWide] = 0, 0, 0
	return t
}()

// The net effect of simple instructions on the operand stack's shape: what is
// popped (slots) and pushed.
type effectRow struct {
	pops   int8
	pushes string
}

const (
	one = "1"
	two = "2u"
)

var effects = func() [256]effectRow {
	var t [256]effectRow
	set := func(from, to int, pops int, pushes string) {
		for i := from; i <= to; i++ {
			t[i] = effectRow{int8(pops), pushes}
		}
	}
	set(0, 0, 0, "")
	set(1, 8, 0, one)
	set(9, 10, 0, two)
	set(11, 13, 0, one)
	set(14, 15, 0, two)
	set(16, 19, 0, one)
	set(20, 20, 0, two)
	kinds := []string{one, two, one, two, one} // int long float double reference
	for k, p := range kinds {
		set(21+k, 21+k, 0, p)
		set(26+4*k, 29+4*k, 0, p)
		set(54+k, 54+k, len(p), "")
		set(59+4*k, 62+4*k, len(p), "")
		set(172+k, 172+k, len(p), "")
	}
	set(46, 53, 2, one)
	set(47, 47, 2, two)
	set(49, 49, 2, two)
	set(79, 86, 3, "")
	set(80, 80, 4, "")
	set(82, 82, 4, "")
	set(87, 87, 1, "")
	set(88, 88, 2, "")
	for op := 96; op <= 115; op++ { // add sub mul div rem
		p := kinds[(op-96)%4]
		set(op, op, 2*len(p), p)
	}
	for op := 116; op <= 119; op++ {
		p := kinds[op-116]
		set(op, op, len(p), p)
	}
	for op := 120; op <= 131; op++ {
		p := kinds[(op-120)%2]
		pops := 2 * len(p)
		if op <= 125 {
			pops = len(p) + 1 // shift distances are ints
		}
		set(op, op, pops, p)
	}
	set(133, 133, 1, two)
	set(134, 134, 1, one)
	set(135, 135, 1, two)
	set(136, 137, 2, one)
	set(138, 138, 2, two)
	set(139, 139, 1, one)
	set(140, 141, 1, two)
	set(142, 142, 2, one)
	set(143, 143, 2, two)
	set(144, 144, 2, one)
	set(145, 147, 1, one)
	set(148, 148, 4, one)
	set(149, 150, 2, one)
	set(151, 152, 4, one)
	set(153, 158, 1, "")
	set(159, 166, 2, "")
	set(168, 168, 0, one)
	set(170, 171, 1, "")
	set(187, 187, 0, one)
	set(188, 190, 1, one)
	set(191, 191, 1, "")
	set(192, 193, 1, one)
	set(194, 195, 1, "")
	set(198, 199, 1, "")
	set(201, 201, 0, one)
	return t
}()
