package fdlibm

import "math"

// Cbrt returns the cube root of x.
func Cbrt(x float64) float64 {
	const (
		normalBias    = 715094163 // (682-0.03306235651)*2^20: a third of the exponent, biased again
		subnormalBias = 696219795 // (664-0.03306235651)*2^20

		c = 5.42857142857142815906e-01 // 19/35
		d = -7.05306122448979611050e-01
		e = 1.41428571428571436819e+00 // 99/70
		f = 1.60714285714285720630e+00 // 45/28
		g = 3.57142857142857150787e-01 // 5/14
	)
	if x == 0 || x != x || math.IsInf(x, 0) {
		return x
	}
	a := math.Abs(x)
	var t float64 // the root, to 5 bits
	if a < 0x1p-1022 {
		t = float64(two54 * a)
		t = withHigh(t, high(t)/3+subnormalBias)
	} else {
		t = fromHigh(high(a)/3 + normalBias)
	}
	// to 23 bits
	r := float64(t*t) / a
	s := c + float64(r*t)
	t = float64(t * (g + f/(s+e+d/s)))
	// rounded up to 20 bits, and by Newton to 53
	t = chop(t)
	t = withHigh(t, high(t)+1)
	s = float64(t * t)
	r = a / s
	r = (r - t) / (t + t + r)
	t += float64(t * r)
	return math.Copysign(t, x)
}

// Hypot returns the square root of x^2 + y^2, without overflow in between.
func Hypot(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	switch {
	case math.IsInf(a, 1) || math.IsInf(b, 1):
		return math.Inf(1)
	case a != a || b != b:
		return a + b
	case b > a:
		a, b = b, a
	}
	ha, hb := high(a), high(b)
	if ha-hb > 60<<20 {
		return a + b
	}
	k := 0 // the result is to be scaled by 2^k
	const shift = 600
	if a > 0x1.00000ffffffffp500 {
		ha -= shift << 20
		hb -= shift << 20
		a = float64(a * 0x1p-600)
		b = float64(b * 0x1p-600)
		k += shift
	}
	if b < 0x1p-500 {
		switch {
		case b == 0:
			return a
		case b < 0x1p-1022: // subnormal: ha and hb stay as they were, as in the original
			b = float64(b * 0x1p1022)
			a = float64(a * 0x1p1022)
			k -= 1022
		default:
			ha += shift << 20
			hb += shift << 20
			a = float64(a * 0x1p600)
			b = float64(b * 0x1p600)
			k -= shift
		}
	}
	var w float64
	if d := a - b; d > b {
		t1 := fromHigh(ha)
		t2 := a - t1
		w = math.Sqrt(float64(t1*t1) - (float64(b*-b) - float64(t2*(a+t1))))
	} else {
		a += a
		y1 := fromHigh(hb)
		y2 := b - y1
		t1 := fromHigh(ha + 0x00100000)
		t2 := a - t1
		w = math.Sqrt(float64(t1*y1) - (float64(d*-d) - (float64(t1*y2) + float64(t2*b))))
	}
	if k != 0 {
		return float64(math.Ldexp(1, k) * w)
	}
	return w
}

// Pow returns x^y.
func Pow(x, y float64) float64 {
	if result, special := specialPow(x, y); special {
		return result
	}
	switch y {
	case 1:
		return x
	case -1:
		return 1 / x
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
	t1, t2, result, extreme := log2(math.Abs(x), y)
	if extreme {
		return float64(sign * result)
	}
	// y*log2(x), in two parts
	y1 := chop(y)
	pl := float64((y-y1)*t1) + float64(y*t2)
	ph := float64(y1 * t1)
	z := pl + ph
	const overflowTail = 8.0085662595372944372e-17 // -(1024 - log2(largest number + half an ulp))
	switch {
	case z > 1024 || z == 1024 && pl+overflowTail > z-ph:
		return float64(sign * math.Inf(1))
	case z < -1075 || z == -1075 && pl <= z-ph:
		return float64(sign * 0)
	}
	return float64(sign * exp2(ph, pl))
}

// parity says what kind of number an exponent is.
type parity int

const (
	notInteger parity = iota
	odd
	even
)

func integrality(y float64) parity {
	a := math.Abs(y)
	switch {
	case a >= 0x1p53:
		return even
	case a != math.Floor(a):
		return notInteger
	case int64(a)&1 == 1:
		return odd
	}
	return even
}

// specialPow returns the powers that need no computing.
func specialPow(x, y float64) (result float64, special bool) {
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case y == 0:
		return 1, true
	case x != x || y != y:
		return x + y, true
	case y == 2:
		return float64(x * x), true
	case y == 0.5 && x >= -math.MaxFloat64:
		return math.Sqrt(x + 0), true // of -0 it is 0
	case math.IsInf(ay, 1):
		switch {
		case ax == 1:
			return math.NaN(), true
		case ax > 1 == (y > 0):
			return math.Inf(1), true
		}
		return 0, true
	case ax == 0 || ax == 1 || math.IsInf(ax, 1):
		result = ax
		if y < 0 {
			result = 1 / ax
		}
		if math.Signbit(x) {
			switch kind := integrality(y); {
			case ax == 1 && kind == notInteger:
				return math.NaN(), true
			case kind == odd:
				result = -result
			}
		}
		return result, true
	}
	return 0, false
}

// log2L are the coefficients of 3/2*(log(x) - 2s - 2/3*s^3) by s^2, over s^5.
var log2L = [...]float64{
	0x1.3333333333303p-1, 0x1.b6db6db6fabffp-2, 0x1.55555518f264dp-2,
	0x1.17460a91d4101p-2, 0x1.d864a93c9db65p-3, 0x1.a7e284a454eefp-3,
}

// log2 returns the binary logarithm of x > 0 in two parts, of which the first
// has its lower 32 bits clear. If y is so large that x^y is infinite or zero for
// any logarithm of that size, it returns the power instead.
func log2(x, y float64) (t1, t2, power float64, extreme bool) {
	if math.Abs(y) > 0x1.00000ffffffffp31 {
		return log2NearOne(x, y)
	}
	const (
		cp     = 0x1.ec709dc3a03fdp-1 // 2/(3 ln 2), and in two parts
		cpHigh = 0x1.ec709ep-1
		cpLow  = -0x1.e2fe0145b01f5p-28
	)
	var n int32
	if x < 0x1p-1022 {
		x = float64(x * 0x1p53)
		n = -53
	}
	ix := high(x)
	n += ix>>20 - 0x3FF
	j := ix & 0x000FFFFF
	ix = j | oneHigh
	// The logarithm of x/base is computed, with base 1 or 3/2.
	var k int32
	base, baseHigh, baseLow := 1.0, 0.0, 0.0
	switch {
	case j <= 0x3988E: // x < sqrt(3/2)
	case j < 0xBB67A: // x < sqrt(3)
		k = 1
		base, baseHigh, baseLow = 1.5, 0x1.2b8034p-1, 0x1.cfdeb43cfd006p-27
	default:
		n++
		ix -= 0x00100000
	}
	x = withHigh(x, ix)

	// s = sh + sl = (x-base)/(x+base)
	u := x - base
	v := 1 / (x + base)
	s := float64(u * v)
	sh := chop(s)
	th := fromHigh((ix>>1 | 0x20000000) + 0x00080000 + k<<18)
	tl := x - (th - base)
	sl := float64(v * ((u - float64(sh*th)) - float64(sh*tl)))
	// log(x/base)
	s2 := float64(s * s)
	r := float64(s2 * s2 * horner(s2, log2L[:]))
	r += float64(sl * (sh + s))
	s2 = float64(sh * sh)
	th = chop(3 + s2 + r)
	tl = r - ((th - 3) - s2)
	u = float64(sh * th)
	v = float64(sl*th) + float64(tl*s)
	ph := chop(u + v)
	pl := v - (ph - u)
	zh := float64(cpHigh * ph)
	zl := float64(cpLow*ph) + float64(pl*cp) + baseLow
	t := float64(n)
	t1 = chop(((zh + zl) + baseHigh) + t)
	return t1, zl - (((t1 - t) - baseHigh) - zh), 0, false
}

// log2NearOne is log2 for a huge |y|.
func log2NearOne(x, y float64) (t1, t2, power float64, extreme bool) {
	const (
		inv     = 0x1.71547652b82fep0 // 1/ln 2, and in two parts
		invHigh = 0x1.715476p0
		invLow  = 0x1.4ae0bf85ddf44p-26
	)
	if x < 0x1.fffffp-1 || x > 0x1.00000ffffffffp0 {
		if x < 1 == (y < 0) {
			return 0, 0, math.Inf(1), true
		}
		return 0, 0, 0, true
	}
	t := x - 1
	w := float64(float64(t*t) * (0.5 - float64(t*(0.3333333333333333333333-float64(t*0.25)))))
	u := float64(invHigh * t)
	v := float64(t*invLow) - float64(w*inv)
	t1 = chop(u + v)
	return t1, v - (t1 - u), 0, false
}

// exp2 returns 2^(ph+pl) for a sum between -1075 and 1024.
func exp2(ph, pl float64) float64 {
	const (
		lg2     = 0x1.62e42fefa39efp-1 // ln 2, and in two parts
		lg2High = 0x1.62e43p-1
		lg2Low  = -0x1.05c610ca86c39p-29
	)
	j := high(pl + ph)
	var n int32
	if i := j & noSign; i > 0x3FE00000 { // above 1/2: split off the nearest integer
		k := i>>20 - 0x3FF
		n = j + 0x00100000>>(k+1)
		k = n&noSign>>20 - 0x3FF
		ph -= fromHigh(n &^ (0x000FFFFF >> k))
		n = (n&0x000FFFFF | 0x00100000) >> (20 - k)
		if j < 0 {
			n = -n
		}
	}
	t := chop(pl + ph)
	u := float64(t * lg2High)
	v := float64((pl-(t-ph))*lg2) + float64(t*lg2Low)
	z := u + v
	w := v - (z - u)
	t = float64(z * z)
	t1 := z - float64(t*horner(t, expP[:]))
	r := float64(z*t1)/(t1-2) - (w + float64(z*w))
	z = 1 - (r - z)
	if high(z)>>20+n <= 0 {
		return math.Ldexp(z, int(n)) // subnormal
	}
	return addExponent(z, n)
}
