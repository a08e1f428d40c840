package fdlibm

import "math"

// logL are the coefficients of (log(1+f) - 2s)/s by s^2, where s = f/(2+f).
var logL = [...]float64{
	6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
	1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
}

var (
	logOdd  = [...]float64{logL[0], logL[2], logL[4], logL[6]}
	logEven = [...]float64{logL[1], logL[3], logL[5]}
)

// outsideLog returns the logarithm of what has none: zero, negative numbers,
// infinity and NaN.
func outsideLog(x float64) (result float64, outside bool) {
	switch {
	case x == 0:
		return math.Inf(-1), true
	case x < 0:
		return math.NaN(), true
	case high(x) >= infHigh || x != x:
		return x + x, true
	}
	return 0, false
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	if result, outside := outsideLog(x); outside {
		return result
	}
	var k int32
	if high(x) < 0x00100000 { // subnormal
		k = -54
		x = float64(x * two54)
	}
	// x = 2^k * (1+f), with 1+f between sqrt(2)/2 and sqrt(2)
	hx := high(x)
	k += hx>>20 - 1023
	hx &= 0x000FFFFF
	i := (hx + 0x95F64) & 0x100000
	f := withHigh(x, hx|(i^oneHigh)) - 1
	k += i >> 20
	dk := float64(k)
	if 0x000FFFFF&(2+hx) < 3 { // |f| < 2^-20
		if f == 0 {
			return float64(dk*ln2High) + float64(dk*ln2Low)
		}
		r := float64(f * f * (0.5 - float64(0.33333333333333333*f)))
		if k == 0 {
			return f - r
		}
		return float64(dk*ln2High) - ((r - float64(dk*ln2Low)) - f)
	}
	s := f / (2 + f)
	z := float64(s * s)
	w := float64(z * z)
	r := float64(z*horner(w, logOdd[:])) + float64(w*horner(w, logEven[:]))
	if (hx-0x6147A)|(0x6B851-hx) > 0 { // 1+f between 1.38 and 1.42, or half of that
		half := float64(0.5 * f * f)
		if k == 0 {
			return f - (half - float64(s*(half+r)))
		}
		return float64(dk*ln2High) - ((half - (float64(s*(half+r)) + float64(dk*ln2Low))) - f)
	}
	if k == 0 {
		return f - float64(s*(f-r))
	}
	return float64(dk*ln2High) - ((float64(s*(f-r)) - float64(dk*ln2Low)) - f)
}

// Log10 returns the decimal logarithm of x.
func Log10(x float64) float64 {
	const (
		invLn10   = 4.34294481903251816668e-01
		log2High  = 3.01029995663611771306e-01 // log10(2) in two parts
		log2Lower = 3.69423907715893078616e-13
	)
	if result, outside := outsideLog(x); outside {
		return result
	}
	var k int32
	if high(x) < 0x00100000 { // subnormal
		k = -54
		x = float64(x * two54)
	}
	hx := high(x)
	k += hx>>20 - 1023
	var i int32 // 1 to work with x between 1/2 and 1, so that k rises to at most 0
	if k < 0 {
		i = 1
	}
	y := float64(k + i)
	x = withHigh(x, hx&0x000FFFFF|(0x3FF-i)<<20)
	z := float64(y*log2Lower) + float64(invLn10*Log(x))
	return z + float64(y*log2High)
}

// Log1p returns log(1+x), also exact for small x.
func Log1p(x float64) float64 {
	hx := high(x)
	ax := hx & noSign
	switch {
	case x == -1:
		return math.Inf(-1)
	case x < -1:
		return math.NaN()
	case hx >= infHigh || x != x:
		return x + x
	case ax < 0x3E200000: // |x| < 2^-29
		if ax < 0x3C900000 { // |x| < 2^-54
			return x
		}
		return x - float64(x*x*0.5)
	}
	var k int32
	var c float64                                                            // what 1+x lost to rounding, divided by it
	f, hu := x, int32(1)                                                     // 1+x = 2^k * (1+f); hu is about f, and 0 if f is small
	if bits := uint32(hx); hx >= 0x3FDA827A || hx < 0 && bits > 0xBFD2BEC3 { // 1+x not between sqrt(2)/2 and sqrt(2)
		u := x
		if hx < 0x43400000 {
			u = 1 + x
			if k = high(u)>>20 - 1023; k > 0 {
				c = 1 - (u - x)
			} else {
				c = x - (u - 1)
			}
			c /= u
		} else {
			k = high(u)>>20 - 1023
		}
		hu = high(u) & 0x000FFFFF
		if hu < 0x6A09E {
			u = withHigh(u, hu|oneHigh)
		} else {
			k++
			u = withHigh(u, hu|0x3FE00000)
			hu = (0x00100000 - hu) >> 2
		}
		f = u - 1
	}
	dk := float64(k)
	half := float64(0.5 * f * f)
	if hu == 0 { // |f| < 2^-20
		if f == 0 {
			if k == 0 {
				return 0
			}
			c += float64(dk * ln2Low)
			return float64(dk*ln2High) + c
		}
		r := float64(half * (1 - float64(0.66666666666666666*f)))
		if k == 0 {
			return f - r
		}
		return float64(dk*ln2High) - ((r - (float64(dk*ln2Low) + c)) - f)
	}
	s := f / (2 + f)
	z := float64(s * s)
	r := float64(z * horner(z, logL[:]))
	if k == 0 {
		return f - (half - float64(s*(half+r)))
	}
	return float64(dk*ln2High) - ((half - (float64(s*(half+r)) + (float64(dk*ln2Low) + c))) - f)
}
