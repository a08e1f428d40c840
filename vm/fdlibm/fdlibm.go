// Package fdlibm computes the functions of java.lang.StrictMath that the class
// library leaves to native code, bit for bit as its specification asks: with the algorithms of fdlibm 5.3 ("Freely
// Distributable Math Library"). It also has the functions that java.lang.Math
// leaves to the platform, under the names MathSin, MathExp and so on, with the
// bits that HotSpot's stubs on x86-64 give: with the algorithms of Intel's LIBM.
//
// Invariant: results are the same on every architecture. Go may fuse x*y + z
// into one rounding where the machine can, even across statements, unless the
// product is converted explicitly. So every product stands in float64(), but for
// those that are only multiplied or divided further; a test enforces it.
//
// The names of polynomial coefficients and the bounds of intervals, given as the
// upper half of a number's bits, are those of the algorithms' descriptions.
package fdlibm

import "math"

// high returns the upper 32 bits of x: sign, exponent and the top 20 bits of the
// fraction.
func high(x float64) int32 { return int32(math.Float64bits(x) >> 32) }

// withHigh returns x with other upper 32 bits.
func withHigh(x float64, h int32) float64 {
	return math.Float64frombits(uint64(uint32(h))<<32 | math.Float64bits(x)&0xFFFFFFFF)
}

// fromHigh returns the number whose upper bits are h and whose lower ones are 0.
func fromHigh(h int32) float64 { return math.Float64frombits(uint64(uint32(h)) << 32) }

// chop returns x with its lower 32 bits cleared, so that products of two such
// numbers are exact or nearly so.
func chop(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ 0xFFFFFFFF) }

// addExponent returns x*2^k by adding to the exponent field.
func addExponent(x float64, k int32) float64 { return withHigh(x, high(x)+k<<20) }

// Parts of the upper 32 bits.
const (
	noSign  = 0x7FFFFFFF // all but the sign
	infHigh = 0x7FF00000 // of infinity; NaNs are above
	oneHigh = 0x3FF00000 // of 1
)

// horner returns c[0] + z*(c[1] + z*(c[2] + ...)).
func horner(z float64, c []float64) float64 {
	sum := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		sum = c[i] + float64(z*sum)
	}
	return sum
}

// Constants that several functions share.
const (
	ln2High = 6.93147180369123816490e-01 // ln 2 in two parts, of which the first has 32 bits
	ln2Low  = 1.90821492927058770002e-10
	invLn2  = 1.44269504088896338700e+00

	pi         = 3.14159265358979311600e+00 // pi and its fractions in two parts
	piLow      = 1.2246467991473531772e-16
	halfPi     = 1.57079632679489655800e+00
	halfPiLow  = 6.12323399573676603587e-17
	quarterPi  = 7.85398163397448278999e-01
	quarterLow = 3.06161699786838301793e-17

	two54      = 1 << 54
	two24      = 1 << 24
	twoMinus24 = 1.0 / two24
)

// Sqrt returns the square root of x, correctly rounded.
func Sqrt(x float64) float64 { return math.Sqrt(x) }

// Min returns the lesser of x and y, where -0 is less than 0, and what is not a number if one is: Go's
// math.Min prefers an infinity, and its built-in min mixes the bits of two that are none.
func Min(x, y float64) float64 {
	switch {
	case x != x:
		return x
	case x == y && math.Signbit(x), x < y:
		return x
	}
	return y
}

// Max returns the greater of x and y, as Min does the lesser.
func Max(x, y float64) float64 {
	switch {
	case x != x:
		return x
	case x == y && math.Signbit(y), x > y:
		return x
	}
	return y
}

// IEEEremainder returns x - y*n for the integer n that is nearest to x/y (the
// even one of two), which is always exact.
func IEEEremainder(x, y float64) float64 { return math.Remainder(x, y) }

// FMAFloat returns x*y + z, rounded once.
func FMAFloat(x, y, z float32) float32 {
	product, addend := float64(float64(x)*float64(y)), float64(z) // both exact
	sum := product + addend
	// Where the sum is not exact its last bit is made 1, so that it is not in the
	// middle between two numbers when it is rounded again.
	added := sum - product
	lost := (product - (sum - added)) + (addend - added)
	if bits := math.Float64bits(sum); lost != 0 && bits&1 == 0 && !math.IsInf(sum, 0) {
		if lost > 0 == (sum > 0) {
			bits++
		} else {
			bits--
		}
		sum = math.Float64frombits(bits)
	}
	return float32(sum)
}
