package fdlibm

import (
	"math"
	"sync"
)

// LIBM's log, log10 and pow choose the entry of their tables by an approximate
// reciprocal of the argument that the processor makes (RCPPS, 12 bits) and that
// they round to 8 or 9 bits. Processors disagree about the approximation, and so
// about the rounded one for arguments near the middle between two. There HotSpot's own results depend on
// the processor, now and then, in the last bit. Here they must not: the tables
// below say what an AMD processor of family 25 does.

const (
	// An approximate reciprocal depends on so many leading bits of the fraction.
	reciprocalBits  = 12
	reciprocalCells = 1 << reciprocalBits
)

// nearReciprocals maps the leading bits of a fraction to the rounded reciprocal,
// counted from the least one.
type nearReciprocals [reciprocalCells]uint16

// newNearReciprocals makes the table for reciprocals that are multiplied with
// scale before they are rounded to one of value(0) to value(len(late)). The
// argument from which on value(i-1) is nearest is known exactly, in cells of
// 2^-12; late tells, from the greatest value to the least, how many cells later
// than one before that the processor gets to it.
func newNearReciprocals(scale float64, value func(i int) float64, late string) *nearReciprocals {
	var table nearReciprocals
	cell := 0
	for step := range len(late) + 1 {
		i := len(late) - step
		end := reciprocalCells
		if i > 0 {
			middle := (value(i) + value(i-1)) / 2
			end = int(math.Floor(float64((scale/middle-1)*reciprocalCells))) + int(late[step]-'0') - 1
		}
		for ; cell < end; cell++ {
			table[cell] = uint16(i)
		}
	}
	return &table
}

// of returns the entry for the fraction of the number with these bits.
func (t *nearReciprocals) of(bits uint64) int { return int(t[bits<<12>>(64-reciprocalBits)]) }

// logReciprocal returns the reciprocals of log: 128/256 to 256/256.
func logReciprocal(i int) float64 { return float64(128+i) / 256 }

var logReciprocals = sync.OnceValue(func() *nearReciprocals {
	return newNearReciprocals(1, logReciprocal,
		"11222322221222222222222122221222223222222222322222222232222232322223222222223222322222222332223223222322233232331222223223233223")
})

// log10Scale is log10(e) in 7 bits: log10's reciprocals are multiplied with it.
const log10Scale = 0.43359375

// log10Reciprocal returns the scaled reciprocals of log10: log10Scale/2 to
// log10Scale in steps of 2^-10 below 1/4 and 2^-9 above.
func log10Reciprocal(i int) float64 {
	const (
		least     = 222 // log10Scale/2 * 1024
		toQuarter = 256 - least
	)
	if i < toQuarter {
		return float64(least+i) / 1024
	}
	return float64(128+i-toQuarter) / 512
}

var log10Reciprocals = sync.OnceValue(func() *nearReciprocals {
	return newNearReciprocals(log10Scale, log10Reciprocal,
		"12222121112221212222222211111222232221212221222222112222122212132221121222321221131223211223311202132212202232222101221212113111")
})

// powScale is log2(e) in 9 bits: pow's reciprocals are multiplied with it.
const powScale = 1.4453125

// powReciprocal returns the scaled reciprocals of pow: powScale/2 to powScale in
// steps of 2^-10 below 1 and 2^-9 above.
func powReciprocal(i int) float64 {
	const (
		least   = 740 // powScale/2 * 1024
		toOne   = 1024 - least
		below   = 1024
		fromOne = 512
	)
	if i < toOne {
		return float64(least+i) / below
	}
	return float64(fromOne+i-toOne) / fromOne
}

var powReciprocals = sync.OnceValue(func() *nearReciprocals {
	return newNearReciprocals(powScale, powReciprocal,
		"21211213212222222112222222111111121122221211111211222221212121212221221122221111322211212122212222222111211222222222112222222222"+
			"22211221221222212112122221222221121133112212111121222122221122212222211221111222222212222111132221221211123222212112222122121212"+
			"22121211212232112011232322221222221122222121212121121212112213223222321121212213220212122222322222112121211322131102121111323232"+
			"31212123121202221312112121321122212321021211221212212231213211311322022322121221212110213232221223210311220230313111312112221312")
})
