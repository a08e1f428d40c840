package fdlibm

import "math"

// asinP and asinQ are the rational approximation of (asin(x)-x)/x^3 by x^2.
var (
	asinP = [...]float64{
		1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
		-4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05,
	}
	asinQ = [...]float64{
		1, -2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01, 7.70381505559019352791e-02,
	}
)

// asinR returns (asin(x)-x)/x for t = x^2 up to 1/4.
func asinR(t float64) float64 { return float64(t*horner(t, asinP[:])) / horner(t, asinQ[:]) }

// Asin returns the arc sine of x, in -pi/2 to pi/2.
func Asin(x float64) float64 {
	ix := high(x) & noSign
	switch {
	case ix >= oneHigh:
		if math.Abs(x) == 1 {
			return float64(x*halfPi) + float64(x*halfPiLow)
		}
		return (x - x) / (x - x) // NaN
	case ix < 0x3E400000: // |x| < 2^-27
		return x
	case ix < 0x3FE00000: // |x| < 1/2
		return x + float64(x*asinR(float64(x*x)))
	}
	// asin(x) = pi/2 - 2 asin(sqrt((1-|x|)/2))
	t := float64((1 - math.Abs(x)) * 0.5)
	r := asinR(t)
	s := math.Sqrt(t)
	if ix >= 0x3FEF3333 { // |x| > 0.975
		t = halfPi - (float64(2*(s+float64(s*r))) - halfPiLow)
	} else {
		w := chop(s)
		c := (t - float64(w*w)) / (s + w)
		p := float64(2*s*r) - (halfPiLow - float64(2*c))
		q := quarterPi - float64(2*w)
		t = quarterPi - (p - q)
	}
	if high(x) < 0 {
		return -t
	}
	return t
}

// Acos returns the arc cosine of x, in 0 to pi.
func Acos(x float64) float64 {
	ix := high(x) & noSign
	switch {
	case ix >= oneHigh:
		switch x {
		case 1:
			return 0
		case -1:
			return pi + 2*halfPiLow
		}
		return (x - x) / (x - x) // NaN
	case ix < 0x3FE00000: // |x| < 1/2
		if ix <= 0x3C600000 { // |x| < 2^-57
			return halfPi + halfPiLow
		}
		return halfPi - (x - (halfPiLow - float64(x*asinR(float64(x*x)))))
	case x < 0:
		z := float64((1 + x) * 0.5)
		s := math.Sqrt(z)
		w := float64(asinR(z)*s) - halfPiLow
		return pi - float64(2*(s+w))
	}
	z := float64((1 - x) * 0.5)
	s := math.Sqrt(z)
	df := chop(s)
	c := (z - float64(df*df)) / (s + df)
	w := float64(asinR(z)*s) + c
	return float64(2 * (df + w))
}

// atanHigh and atanLow are atan(1/2), atan(1), atan(3/2) and atan(infinity) in
// two parts; atanOdd and atanEven the coefficients of 1 - atan(x)/x by x^2, the
// first and every second one, and those between.
var (
	atanHigh = [...]float64{
		4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, 1.57079632679489655800e+00,
	}
	atanLow = [...]float64{
		2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17,
	}
	atanOdd = [...]float64{
		3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
		6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02,
	}
	atanEven = [...]float64{
		-1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02,
		-5.83357013379057348645e-02, -3.65315727442169155270e-02,
	}
)

// Atan returns the arc tangent of x, in -pi/2 to pi/2.
func Atan(x float64) float64 {
	hx := high(x)
	ix := hx & noSign
	negative := hx < 0
	if ix >= 0x44100000 { // |x| >= 2^66
		switch {
		case x != x:
			return x + x
		case negative:
			return -atanHigh[3] - atanLow[3]
		}
		return atanHigh[3] + atanLow[3]
	}
	id := -1 // the nearest angle of the tables; the rest is the atan of the new x
	if ix < 0x3FDC0000 {
		if ix < 0x3E200000 { // |x| < 2^-29
			return x
		}
	} else {
		x = math.Abs(x)
		switch {
		case ix < 0x3FE60000: // 7/16 <= |x| < 11/16
			id, x = 0, (float64(2*x)-1)/(2+x)
		case ix < 0x3FF30000: // |x| < 19/16
			id, x = 1, (x-1)/(x+1)
		case ix < 0x40038000: // |x| < 39/16
			id, x = 2, (x-1.5)/(1+float64(1.5*x))
		default:
			id, x = 3, -1/x
		}
	}
	z := float64(x * x)
	w := float64(z * z)
	s := float64(z*horner(w, atanOdd[:])) + float64(w*horner(w, atanEven[:]))
	if id < 0 {
		return x - float64(x*s)
	}
	z = atanHigh[id] - ((float64(x*s) - atanLow[id]) - x)
	if negative {
		return -z
	}
	return z
}

// Atan2 returns the angle of the point (x, y), in -pi to pi.
func Atan2(y, x float64) float64 {
	switch {
	case x != x || y != y:
		return x + y
	case x == 1:
		return Atan(y)
	}
	negativeX := math.Signbit(x)
	var z float64 // the angle for |y|
	switch infiniteX, infiniteY := math.IsInf(x, 0), math.IsInf(y, 0); {
	case y == 0 && !negativeX:
		return y
	case y == 0:
		z = pi
	case infiniteX && infiniteY && negativeX:
		z = 3 * quarterPi
	case infiniteX && infiniteY:
		z = quarterPi
	case infiniteX && negativeX:
		z = pi
	case infiniteX:
		z = 0
	case x == 0 || infiniteY:
		z = halfPi
	default:
		z = angle(math.Abs(y), x)
	}
	if math.Signbit(y) {
		return -z
	}
	return z
}

// angle is Atan2 for finite numbers, with y > 0.
func angle(y, x float64) (z float64) {
	const far = 60 // difference of exponents from which on one coordinate does not count
	switch k := (high(y) - high(x)&noSign) >> 20; {
	case k > far:
		z = halfPi + float64(0.5*piLow)
	case x < 0 && k < -far:
		z = 0
	default:
		z = Atan(math.Abs(y / x))
	}
	if x < 0 {
		return pi - (z - piLow)
	}
	return z
}
