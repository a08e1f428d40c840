package fdlibm

import "math"

// Arguments beyond which exp is infinite or zero.
const (
	expOverflow  = 7.09782712893383973096e+02
	expUnderflow = -7.45133219101941108420e+02
)

// expP are the coefficients of x - x*(exp(x)+1)/(exp(x)-1) + 2 by x^2, less the
// first.
var expP = [...]float64{
	1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
	-1.65339022054652515390e-06, 4.13813679705723846039e-08,
}

// Exp returns e^x.
func Exp(x float64) float64 {
	hx := high(x) & noSign
	negative := math.Signbit(x)
	switch {
	case x != x:
		return x + x
	case x > expOverflow:
		return math.Inf(1)
	case x < expUnderflow:
		return 0
	}
	var hi, lo float64 // x less k*ln 2
	var k int32
	switch {
	case hx > 0x3FD62E42: // |x| > ln(2)/2
		k, hi, lo = reduceLn2(x, hx, negative)
		x = hi - lo
	case hx < 0x3E300000: // |x| < 2^-28
		return 1 + x
	}
	t := float64(x * x)
	c := x - float64(t*horner(t, expP[:]))
	if k == 0 {
		return 1 - (float64(x*c)/(c-2) - x)
	}
	y := 1 - ((lo - float64(x*c)/(2-c)) - hi)
	if k >= -1021 {
		return addExponent(y, k)
	}
	return float64(addExponent(y, k+1000) * 0x1p-1000) // subnormal
}

// reduceLn2 returns the integer k that is nearest to x/ln 2, and x - k*ln 2 in
// two parts, of which the second is to be subtracted.
func reduceLn2(x float64, hx int32, negative bool) (k int32, hi, lo float64) {
	if hx < 0x3FF0A2B2 { // |x| < 3/2 ln 2
		if negative {
			return -1, x + ln2High, -ln2Low
		}
		return 1, x - ln2High, ln2Low
	}
	half := 0.5
	if negative {
		half = -0.5
	}
	k = int32(float64(invLn2*x) + half)
	t := float64(k)
	return k, x - float64(t*ln2High), float64(t * ln2Low)
}

// expm1Q are the coefficients of 6/x*((exp(x)+1)/(exp(x)-1) - 2/x) by x^2/2.
var expm1Q = [...]float64{
	1, -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
	4.00821782732936239552e-06, -2.01099218183624371326e-07,
}

// Expm1 returns e^x - 1, also exact for small x.
func Expm1(x float64) float64 {
	hx := high(x) & noSign
	negative := math.Signbit(x)
	switch {
	case x != x:
		return x + x
	case x > expOverflow:
		return math.Inf(1)
	case hx >= 0x4043687A && negative: // x <= -56 ln 2
		return -1
	}
	var k int32
	var c float64 // what x is too large after reduction
	switch {
	case hx > 0x3FD62E42: // |x| > ln(2)/2
		var hi, lo float64
		k, hi, lo = reduceLn2(x, hx, negative)
		x = hi - lo
		c = (hi - x) - lo
	case hx < 0x3C900000: // |x| < 2^-54
		return x
	}
	half := float64(0.5 * x)
	square := float64(x * half)
	r := horner(square, expm1Q[:])
	t := 3 - float64(r*half)
	e := float64(square * ((r - t) / (6 - float64(x*t))))
	if k == 0 {
		return x - (float64(x*e) - square)
	}
	e = float64(x*(e-c)) - c
	e -= square
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1:
		if x < -0.25 {
			return float64(-2 * (e - (x + 0.5)))
		}
		return 1 + float64(2*(x-e))
	case k <= -2 || k > 56: // the 1 that is subtracted hardly counts
		return addExponent(1-(e-x), k) - 1
	case k < 20:
		t = fromHigh(oneHigh - 0x200000>>k) // 1 - 2^-k
		return addExponent(t-(e-x), k)
	}
	t = fromHigh((0x3FF - k) << 20) // 2^-k
	return addExponent((x-(e+t))+1, k)
}

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	ix := high(x) & noSign
	if ix >= infHigh {
		return x + x
	}
	a, half := math.Abs(x), math.Copysign(0.5, x)
	switch {
	case ix < 0x40360000: // |x| < 22
		if ix < 0x3E300000 { // |x| < 2^-28
			return x
		}
		t := Expm1(a)
		if ix < oneHigh {
			return float64(half * (float64(2*t) - float64(t*t)/(t+1)))
		}
		return float64(half * (t + t/(t+1)))
	case ix < 0x40862E42: // |x| < ln of the largest number
		return float64(half * Exp(a))
	case a <= sinhOverflow:
		w := Exp(float64(0.5 * a))
		return float64(float64(half*w) * w)
	}
	return float64(x * 1e307) // infinite
}

// sinhOverflow is the largest argument whose hyperbolic sine and cosine are
// finite. Its bits are 0x408633CE8FB9F87D.
const sinhOverflow = 0x1.633ce8fb9f87dp+9

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	ix := high(x) & noSign
	if ix >= infHigh {
		return float64(x * x)
	}
	a := math.Abs(x)
	switch {
	case ix < 0x3FD62E43: // |x| < ln(2)/2
		t := Expm1(a)
		w := 1 + t
		if ix < 0x3C800000 { // |x| < 2^-55
			return w
		}
		return 1 + float64(t*t)/(w+w)
	case ix < 0x40360000: // |x| < 22
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case ix < 0x40862E42: // |x| < ln of the largest number
		return float64(0.5 * Exp(a))
	case a <= sinhOverflow:
		w := Exp(float64(0.5 * a))
		return float64(float64(0.5*w) * w)
	}
	return math.Inf(1)
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	ix := high(x) & noSign
	var z float64 // of |x|
	switch {
	case x != x:
		return x + x
	case ix < 0x3C800000: // |x| < 2^-55
		return float64(x * (1 + x))
	case ix >= 0x40360000: // |x| >= 22
		z = 1
	case ix >= oneHigh:
		t := Expm1(float64(2 * math.Abs(x)))
		z = 1 - 2/(t+2)
	default:
		t := Expm1(float64(-2 * math.Abs(x)))
		z = -t / (t + 2)
	}
	if math.Signbit(x) {
		return -z
	}
	return z
}
