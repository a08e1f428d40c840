package fdlibm

import "math"

// The functions of this file are those that HotSpot on x86-64 computes with
// stubs, in the algorithms of Intel's LIBM, instead of with StrictMath. Their
// results are the stubs', bit for bit. Special cases are those of StrictMath.

// MathExp returns e^x.
func MathExp(x float64) float64 {
	if x != x || x > expOverflow || x < expUnderflow || x == 0 {
		return Exp(x)
	}
	return intelExp(x)
}

// MathLog returns the natural logarithm of x.
func MathLog(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return Log(x)
	}
	return naturalLogarithm().of(x)
}

// MathLog10 returns the decimal logarithm of x.
func MathLog10(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return Log10(x)
	}
	return decimalLogarithm().of(x)
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
	return float64(sign * intelPow(x, y))
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

// MathTanh returns the hyperbolic tangent of x, as from JDK 24 on.
func MathTanh(x float64) float64 {
	switch {
	case x != x:
		return x
	case !isFinite(x):
		return math.Copysign(1, x)
	}
	return intelTanh(x)
}

// MathCbrt returns the cube root of x, as from JDK 25 on.
func MathCbrt(x float64) float64 {
	if x == 0 || !isFinite(x) {
		return x
	}
	return intelCbrt(x)
}
