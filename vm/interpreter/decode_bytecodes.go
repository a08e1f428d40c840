package interpreter

// This file is what the decoder knows of the JVM's instructions: their effects on the
// operand stack.

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
