package fdlibm

import (
	"math"
	"math/bits"
	"sync"
)

// The functions of this file compute in dd, with an error of about 2^-100, and
// round once. A result is not the nearest only if the exact one is within that
// error of the middle between two numbers. Special cases are those of StrictMath.
//
// Measured with 200,000 random arguments each, HotSpot 17's intrinsics on x86-64
// differ from this by one ulp for sin in 0.08 % of them, cos 0.07 %, tan 0.22 %,
// exp 0.14 %, pow 0.03 %, log and log10 in none.

// Tables of function values at steps from the origin on, computed when first
// needed, so that only a small rest is left to the series.
const (
	expSteps  = 64 // per unit
	trigSteps = 32
)

var (
	expTable = sync.OnceValue(func() *[47]dd { // -23/64 to 23/64
		var table [47]dd
		for i := range table {
			table[i] = series(dd{float64(i-23) / expSteps, 0}, 0, 1, false)
		}
		return &table
	})
	trigTable = sync.OnceValue(func() *[27]sinCos { // 0 to 26/32
		var table [27]sinCos
		for i := range table {
			x := dd{float64(i) / trigSteps, 0}
			table[i] = sinCos{series(x, 1, 2, true), series(x, 0, 2, true)}
		}
		return &table
	})
)

type sinCos struct{ sin, cos dd }

// small is the largest coefficient of the tails below that is computed in dd:
// beyond it terms are so small that a float64 holds all bits that count.
const small = 7

// tailOf returns the sum of x^n/n! from n on in steps, over x^n, in a float64.
func tailOf(x float64, n, step int) float64 {
	const terms = 4
	sum := 0.0
	for i := n + (terms-1)*step; i >= n; i -= step {
		sum = inverseFactorial[i].hi + float64(x*sum)
	}
	return sum
}

// expDD returns e^x as m*2^k.
func expDD(x dd) (m dd, k int) {
	k = int(math.RoundToEven(float64(x.hi * invLn2)))
	fk := float64(k)
	// fk*ln2Part1 is exact, and so is the difference.
	r := twoSum(x.hi-float64(fk*ln2Part1), x.lo).sub(twoProduct(fk, ln2Part2)).addFloat(-float64(fk * ln2Part3))
	j := math.RoundToEven(float64(r.hi * expSteps))
	r = r.addFloat(-j / expSteps)
	sum := dd{tailOf(r.hi, small, 1), 0}
	for n := small - 1; n >= 1; n-- {
		sum = inverseFactorial[n].add(r.mul(sum))
	}
	base := expTable()[int(j)+23]
	return base.add(base.mul(r.mul(sum))), k
}

// MathExp returns e^x.
func MathExp(x float64) float64 {
	if x != x || x > expOverflow || x < expUnderflow || x == 0 {
		return Exp(x)
	}
	if result, ok := intelExp(x); ok {
		return result
	}
	m, k := expDD(dd{x, 0})
	return m.scale(k)
}

// logDD returns the natural logarithm of x, which is positive and finite.
func logDD(x float64) dd {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m = float64(m * 2)
		k--
	}
	y := logReduced(m)
	if k == 0 {
		return y
	}
	fk := float64(k)
	return twoProduct(fk, ln2Part1).add(twoProduct(fk, ln2Part2)).add(y).addFloat(float64(fk * ln2Part3))
}

// logReduced is logDD for sqrt(2)/2 <= m < sqrt(2).
func logReduced(m float64) dd {
	if f := m - 1; math.Abs(f) < 0x1p-8 {
		// log(m) = 2*(s + s^3/3 + s^5/5 + ...), s = f/(2+f)
		s := dd{f, 0}.div(twoSum(2, f))
		s2 := s.mul(s)
		sum := dd{}
		for n := 13; n >= 1; n -= 2 {
			sum = dd{1, 0}.div(dd{float64(n), 0}).add(s2.mul(sum))
		}
		return s.mul(sum).mulFloat(2)
	}
	// One step of Halley's method triples the bits of an approximation.
	y := Log(m)
	e, k := expDD(dd{y, 0})
	scale := math.Ldexp(1, k)
	e = dd{float64(e.hi * scale), float64(e.lo * scale)}
	step := dd{m, 0}.sub(e).div(dd{m, 0}.add(e)).mulFloat(2)
	return step.addFloat(y)
}

// MathLog returns the natural logarithm of x.
func MathLog(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return Log(x)
	}
	return intelLog(x)
}

// MathLog10 returns the decimal logarithm of x.
func MathLog10(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return Log10(x)
	}
	return logDD(x).mul(invLn10DD).hi
}

// MathPow returns x^y.
func MathPow(x, y float64) float64 {
	if result, special := specialPow(x, y); special {
		return result
	}
	sign := 1.0
	if x < 0 {
		switch integrality(y) {
		case notInteger:
			return math.NaN()
		case odd:
			sign = -1
		}
	}
	return float64(sign * intelPow(math.Abs(x), y))
}

// reduceDD returns x modulo pi/2, between -pi/4 and pi/4, and the quotient
// modulo 4, for finite |x| > pi/4. It multiplies x with the 256 bits of 2/pi of
// which those before have no part in the quotient modulo 4, nor those behind in
// the first 120 bits of the fraction.
func reduceDD(x float64) (quadrant int, r dd) {
	const fractionBits = 53
	m, exponent := math.Frexp(math.Abs(x))
	mantissa := uint64(math.Ldexp(m, fractionBits))
	// x = mantissa * 2^(exponent-53): take the bits of 2/pi from 2 places before
	// the one that the mantissa's last bit moves to the point.
	start := exponent - fractionBits - 2
	var product [4]uint64 // the fraction, its first two bits being the quadrant
	var carry uint64
	for i := 3; i >= 0; i-- {
		hi, lo := bits.Mul64(mantissa, twoOverPiBits(start+64*i))
		var c uint64
		product[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	quadrant = int(product[0] >> 62)
	// Shift the quadrant out, and round to the nearest quadrant.
	for i := range 3 {
		product[i] = product[i]<<2 | product[i+1]>>62
	}
	product[3] <<= 2
	negative := product[0]>>63 == 1
	if negative { // fraction - 1, by its complement
		quadrant++
		for i := range product {
			product[i] = ^product[i]
		}
	}
	r = fractionDD(product).mul(halfPiDD)
	if negative != (x < 0) {
		r = r.neg()
	}
	if x < 0 {
		quadrant = -quadrant
	}
	return quadrant & 3, r
}

// fractionDD converts a fraction of 256 bits: it takes the first 106 from the
// first one on.
func fractionDD(f [4]uint64) dd {
	shift := 0
	for f[0] == 0 && shift < 192 {
		f = [4]uint64{f[1], f[2], f[3], 0}
		shift += 64
	}
	zeros := bits.LeadingZeros64(f[0])
	shift += zeros
	a := f[0]<<zeros | f[1]>>(64-zeros)
	b := f[1]<<zeros | f[2]>>(64-zeros)
	// a and b in parts that a float64 holds exactly
	hi := quickSum(math.Ldexp(float64(a>>11), -53-shift), math.Ldexp(float64(a&0x7FF), -64-shift))
	return hi.add(dd{math.Ldexp(float64(b>>11), -117-shift), 0})
}

// sinCosDD returns sine and cosine of a number between -pi/4 and pi/4.
func sinCosDD(r dd) sinCos {
	negative := r.hi < 0
	if negative {
		r = r.neg()
	}
	j := math.RoundToEven(float64(r.hi * trigSteps))
	r = r.addFloat(-j / trigSteps)
	r2 := r.mul(r)
	minus := r2.neg()
	s := dd{tailOf(minus.hi, small+2, 2), 0}
	for n := small; n >= 1; n -= 2 {
		s = inverseFactorial[n].add(minus.mul(s))
	}
	s = r.mul(s)
	c := dd{tailOf(minus.hi, small+1, 2), 0}
	for n := small - 1; n >= 2; n -= 2 {
		c = inverseFactorial[n].add(minus.mul(c))
	}
	c = minus.mul(c) // cosine less 1
	base := trigTable()[int(j)]
	result := sinCos{s, c.addFloat(1)}
	if j != 0 {
		result = sinCos{
			base.sin.add(base.sin.mul(c).add(base.cos.mul(s))),
			base.cos.add(base.cos.mul(c).sub(base.sin.mul(s))),
		}
	}
	if negative {
		result.sin = result.sin.neg()
	}
	return result
}

// trig returns sine and cosine of x, or ok false where StrictMath's are as good:
// for NaN, infinities, and numbers that are their own sine.
func trig(x float64) (result sinCos, ok bool) {
	ix := high(x) & noSign
	if ix >= infHigh || ix < 0x3E400000 { // |x| < 2^-27
		return sinCos{}, false
	}
	if ix < 0x3FE90000 { // |x| < 0.78125, which is below pi/4
		return sinCosDD(dd{x, 0}), true
	}
	quadrant, r := reduceDD(x)
	sc := sinCosDD(r)
	switch quadrant {
	case 1:
		sc = sinCos{sc.cos, sc.sin.neg()}
	case 2:
		sc = sinCos{sc.sin.neg(), sc.cos.neg()}
	case 3:
		sc = sinCos{sc.cos.neg(), sc.sin}
	}
	return sc, true
}

// MathSin returns the sine of x.
func MathSin(x float64) float64 {
	if sc, ok := trig(x); ok {
		return sc.sin.hi
	}
	return Sin(x)
}

// MathCos returns the cosine of x.
func MathCos(x float64) float64 {
	if sc, ok := trig(x); ok {
		return sc.cos.hi
	}
	return Cos(x)
}

// MathTan returns the tangent of x.
func MathTan(x float64) float64 {
	if sc, ok := trig(x); ok {
		return sc.sin.div(sc.cos).hi
	}
	return Tan(x)
}
