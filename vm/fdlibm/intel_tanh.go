package fdlibm

import (
	"math"
	"sync"
)

// HotSpot's Math.tanh on x86-64 is, from JDK 24 on, the one of Intel's LIBM, which is followed here operation by
// operation. With 2^9*log2(e)*|x| = 2^9*k + 2*i + r, where k and i are integers and i < 256, and with T = 2^(-k-i/256)
// and P = 2^(-r/256) - 1, is e^(-2|x|) = T*(1+P), and
//
//	tanh(|x|) = (1 - T - T*P) / (1 + T + T*P).

const (
	tanhCells = 256
	// Upper 16 bits of numbers: below the first they are their own hyperbolic tangent, up to the second a series is
	// enough, and from the third on the result is 1.
	tanhTiny  = 0x3BF0
	tanhSmall = 0x3FB0
	tanhHuge  = 0x4040
	// tanhShifter rounds to an integer when it is added and subtracted again.
	tanhShifter = 0x1.8p52
	// 2^9*log2(e) in two parts; products of the first and upper halves of arguments are exact.
	tanhInverse     = 0x1.715476p9
	tanhInverseRest = 0x1.4ae0bf85ddf44p-17
	// What is kept of numbers: of arguments in their upper half, of 1 + T in its, and of reciprocals.
	tanhUpperHalf  = ^uint64(1<<27 - 1)
	tanhDigits     = ^uint64(1<<36 - 1)
	tanhReciprocal = ^uint64(1<<18 - 1)
)

// tanhSeries are the coefficients of x^3, x^5 and so on to x^13 in the series of tanh(x). Not all are those nearest to
// the true ones.
var tanhSeries = [...]float64{
	math.Float64frombits(0xbfd5555555555555), math.Float64frombits(0x3fc1111111111111), math.Float64frombits(0xbfaba1ba1ba1ba1c),
	math.Float64frombits(0x3f9664f4882c10fa), math.Float64frombits(0xbf8226e355e6c23d), math.Float64frombits(0x3f6d6d3d0e157ddf),
}

// tanhPower are the coefficients of r to r^5 in P: those of the exponential series, truncated.
var tanhPower = [...]float64{
	math.Float64frombits(0xbf662e42fefa39ef), math.Float64frombits(0x3ecebfbdff82c58e), math.Float64frombits(0xbe2c6b08d704a0bf),
	math.Float64frombits(0x3d83b2ab6fba4e77), math.Float64frombits(0xbcd5d87fe78a6731),
}

// tanhPowers holds 2^(-i/256) in two parts.
var tanhPowers = sync.OnceValue(func() *[tanhCells]twoParts {
	step := newReal(0.5)
	for range 8 { // 2^8 = tanhCells
		step.Sqrt(step)
	}
	var table [tanhCells]twoParts
	for i, power := 0, newReal(1); i < tanhCells; i, power = i+1, times(power, step) {
		high := nearest(power)
		table[i] = twoParts{high, nearest(minus(power, newReal(high)))}
	}
	return &table
})

func keep(x float64, mask uint64) float64 { return math.Float64frombits(math.Float64bits(x) & mask) }

// intelTanh returns what LIBM gives for a finite x.
func intelTanh(x float64) float64 {
	switch place := upper(x); {
	case place < tanhTiny:
		return x
	case place < tanhSmall:
		return smallTanh(x)
	case place >= tanhHuge:
		return math.Copysign(1, x)
	}
	size := math.Abs(x)
	first := keep(size, tanhUpperHalf)
	product := float64(first * tanhInverse)
	whole := product + tanhShifter - tanhShifter
	r := float64(tanhInverseRest*size) + float64(tanhInverse*(size-first)) + (product - whole)
	n := uint64(whole)
	scale := math.Float64frombits((1023 - n>>8) << 52)
	power := tanhPowers()[n&(tanhCells-1)]
	t, rest := float64(scale*power.high), float64(scale*power.low)

	c, square := &tanhPower, float64(r*r)
	linear := float64(c[0] * r)
	others := float64((c[3]+float64(c[4]*r))*float64(square*square)) + float64((c[1]+float64(c[2]*r))*square)
	sum := 1 + t
	reciprocal := keep(1/(float64((others+linear)*t)+sum), tanhReciprocal)
	// The denominator in two parts; the second one's terms are added from the greatest on.
	begun := keep(sum, tanhDigits)
	scaled := float64(linear * t)
	high := keep(begun+scaled, tanhDigits)
	low := (1 - begun) + t + rest + float64(rest*linear) + float64(others*t) + (begun - high + scaled)

	quotient := float64(low * reciprocal)
	fault := float64(high*reciprocal) - 1 + quotient // of the reciprocal
	result := float64((high - 2) * reciprocal)
	result += quotient - float64(quotient*fault) - float64(result*fault)
	return math.Copysign(result, x)
}

// smallTanh is the series, of which the greater terms and the lesser ones are added apart.
func smallTanh(x float64) float64 {
	s, square := &tanhSeries, float64(x*x)
	fourth := float64(square * square)
	greater := float64((float64((float64(s[2]*square)+s[1])*square) + s[0]) * square)
	lesser := float64((float64((float64(s[5]*square)+s[4])*square) + s[3]) * float64(fourth*fourth))
	return x + float64((lesser+greater)*x)
}
