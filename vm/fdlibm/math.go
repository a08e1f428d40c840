package fdlibm

import (
	"math"
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
)

var (
	expTable = sync.OnceValue(func() *[47]dd { // -23/64 to 23/64
		var table [47]dd
		for i := range table {
			table[i] = series(dd{float64(i-23) / expSteps, 0}, 0, 1, false)
		}
		return &table
	})
)

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

// isTiny says whether x is 0, or so close to it that it is its own sine.
func isTiny(x float64) bool { return upper(x) < trigTiny }

// isFinite says whether x is neither infinite nor NaN.
func isFinite(x float64) bool { return upperExponent(x) != 0x7FF0 }

// MathSin returns the sine of x.
func MathSin(x float64) float64 {
	switch {
	case !isFinite(x):
		return math.NaN()
	case isTiny(x):
		return x
	}
	return intelSin(x, 0)
}

// MathCos returns the cosine of x.
func MathCos(x float64) float64 {
	switch {
	case !isFinite(x):
		return math.NaN()
	case isTiny(x):
		return 1
	}
	return intelSin(x, 1)
}

// MathTan returns the tangent of x.
func MathTan(x float64) float64 {
	if !isFinite(x) {
		return math.NaN()
	}
	return intelTan(x)
}
