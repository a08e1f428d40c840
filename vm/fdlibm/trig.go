package fdlibm

import "math"

// Sin returns the sine of x.
func Sin(x float64) float64 {
	switch n, y0, y1 := reduce(x); n & 3 {
	case 0:
		return kernelSin(y0, y1)
	case 1:
		return kernelCos(y0, y1)
	case 2:
		return -kernelSin(y0, y1)
	default:
		return -kernelCos(y0, y1)
	}
}

// Cos returns the cosine of x.
func Cos(x float64) float64 {
	switch n, y0, y1 := reduce(x); n & 3 {
	case 0:
		return kernelCos(y0, y1)
	case 1:
		return -kernelSin(y0, y1)
	case 2:
		return -kernelCos(y0, y1)
	default:
		return kernelSin(y0, y1)
	}
}

// Tan returns the tangent of x.
func Tan(x float64) float64 {
	n, y0, y1 := reduce(x)
	return kernelTan(y0, y1, n&1 != 0)
}

// sinS are the coefficients of sin(x)/x - 1 by x^2, from the second on.
var sinS = [...]float64{
	8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
	-2.50507602534068634195e-08, 1.58969099521155010221e-10,
}

const sinS1 = -1.66666666666666324348e-01

// kernelSin returns sin(x+y) for |x| <= pi/4 and its tail y.
func kernelSin(x, y float64) float64 {
	if high(x)&noSign < 0x3E400000 { // |x| < 2^-27
		return x
	}
	z := float64(x * x)
	v := float64(z * x)
	r := horner(z, sinS[:])
	if y == 0 {
		return x + float64(v*(sinS1+float64(z*r)))
	}
	return x - ((float64(z*(float64(0.5*y)-float64(v*r))) - y) - float64(v*sinS1))
}

// cosC are the coefficients of cos(x) - 1 + x^2/2 by x^2.
var cosC = [...]float64{
	4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
	-2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
}

// kernelCos returns cos(x+y) for |x| <= pi/4 and its tail y.
func kernelCos(x, y float64) float64 {
	ix := high(x) & noSign
	if ix < 0x3E400000 { // |x| < 2^-27
		return 1
	}
	z := float64(x * x)
	r := float64(z * horner(z, cosC[:]))
	correction := float64(z*r) - float64(x*y)
	if ix < 0x3FD33333 { // |x| < 0.3
		return 1 - (float64(0.5*z) - correction)
	}
	// Subtract about a quarter of |x| in a way that loses no bits.
	quarter := 0.28125
	if ix <= 0x3FE90000 { // |x| <= 0.78125
		quarter = fromHigh(ix - 0x00200000)
	}
	half := float64(0.5*z) - quarter
	return (1 - quarter) - (half - correction)
}

// tanOdd and tanEven are the coefficients of tan(x)/x - 1 by x^2, from the
// second on, of its odd and even powers.
var (
	tanOdd = [...]float64{
		1.33333333333201242699e-01, 2.18694882948595424599e-02, 3.59207910759131235356e-03,
		5.88041240820264096874e-04, 7.81794442939557092300e-05, -1.85586374855275456654e-05,
	}
	tanEven = [...]float64{
		5.39682539762260521377e-02, 8.86323982359930005737e-03, 1.45620945432529025516e-03,
		2.46463134818469906812e-04, 7.14072491382608190305e-05, 2.59073051863633712884e-05,
	}
)

const tanT0 = 3.33333333333334091986e-01

// kernelTan returns tan(x+y), or -1/tan(x+y) if inverse, for |x| <= pi/4 and its
// tail y.
func kernelTan(x, y float64, inverse bool) float64 {
	hx := high(x)
	ix := hx & noSign
	if ix < 0x3E300000 && int32(x) == 0 { // |x| < 2^-28
		if !inverse {
			return x
		}
		if x == 0 {
			return 1 / math.Abs(x)
		}
		return minusInverse(x+y, x, y)
	}
	large := ix >= 0x3FE59428 // |x| >= 0.6744: compute tan(pi/4 - x)
	if large {
		if hx < 0 {
			x, y = -x, -y
		}
		x = (quarterPi - x) + (quarterLow - y)
		y = 0
	}
	z := float64(x * x)
	w := float64(z * z)
	r := horner(w, tanOdd[:])
	v := float64(z * horner(w, tanEven[:]))
	s := float64(z * x)
	r = y + float64(z*(float64(s*(r+v))+y))
	r += float64(tanT0 * s)
	w = x + r
	if large {
		v = 1
		if inverse {
			v = -1
		}
		result := v - float64(2*(x-(float64(w*w)/(w+v)-r)))
		if hx < 0 {
			return -result
		}
		return result
	}
	if !inverse {
		return w
	}
	return minusInverse(w, x, r)
}

// minusInverse returns -1/(a+b), of which w is the rounded sum, with less error
// than a division has.
func minusInverse(w, a, b float64) float64 {
	z := chop(w)
	v := b - (z - a)
	inverse := -1 / w
	t := chop(inverse)
	s := 1 + float64(t*z)
	return t + float64(inverse*(s+float64(t*v)))
}
