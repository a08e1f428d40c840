package fdlibm

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// HotSpot's Math.sin and Math.cos on x86-64 are those of Intel's LIBM, which are
// followed here operation by operation. With x = N*pi/32 + r + c, where c is what
// rounding lost of r, and B = N*pi/32,
//
//	sin(x) = sin(B) + cos(B)*r + sin(B)*(cos(r)-1) + cos(B)*(sin(r)-r) + c*(cos(B) - sin(B)*r)
//
// and cos(x) = sin(x + pi/2). The power of 2 that is nearest to cos(B) is
// multiplied with r separately, which is exact.

const (
	sinesSize = 64 // steps of pi/32 in a turn
	// trigSteps is 32/pi; the three steps are pi/32 in parts, of which the first two
	// have so few bits that their product with N is exact.
	trigSteps = 0x1.45f306dc9c883p3
	trigStep1 = 0x1.921fb544p-4
	trigStep2 = 0x1.0b4611a6p-38
	trigStep3 = 0x1.3198a2e037073p-73
	// Upper 16 bits of numbers: below the first they are their own sine and have
	// the cosine 1, from the second on they need more bits of pi.
	trigTiny = 0x3030
	trigHuge = 0x40F6
)

// Coefficients of r^3, r^5 and so on in the sine's series, and of r^2, r^4 and so
// on in the cosine's.
var (
	sineSeries   = [...]float64{-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880}
	cosineSeries = [...]float64{-1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320}
)

// sineStep holds sin(B) in two parts, of which the second has 24 bits, and cos(B)
// as its nearest power of 2 and the rest.
type sineStep struct{ sine, sineLow, power, rest float64 }

var sineSteps = sync.OnceValue(func() *[sinesSize]sineStep {
	var table [sinesSize]sineStep
	sines := realSines()
	for n := range table {
		sine, cosine := sines[n], sines[(n+sinesSize/4)%sinesSize]
		t := &table[n]
		t.sine = nearest(sine)
		t.sineLow = float64(float32(nearest(minus(sine, newReal(t.sine)))))
		t.power = nearestPower(nearest(cosine))
		t.rest = nearest(minus(cosine, newReal(t.power)))
	}
	return &table
})

// realSines returns the sines of all multiples of pi/32 of a turn.
func realSines() (all [sinesSize]*big.Float) {
	const quarter = sinesSize / 4
	// cos(pi/32), by halving an angle four times.
	cosine := newReal(0)
	for range 4 {
		cosine = newReal(0).Sqrt(times(newReal(0.5), plus(newReal(1), cosine)))
	}
	// sin((n+1)a) = 2cos(a)sin(na) - sin((n-1)a)
	double := times(newReal(2), cosine)
	all[0] = newReal(0)
	all[1] = newReal(0).Sqrt(minus(newReal(1), times(cosine, cosine)))
	for n := 2; n < quarter; n++ {
		all[n] = minus(times(double, all[n-1]), all[n-2])
	}
	all[quarter] = newReal(1)
	for n := range quarter {
		all[2*quarter-n] = all[n]
	}
	for n := 1; n < 2*quarter; n++ {
		all[2*quarter+n] = newReal(0).Neg(all[n])
	}
	return all
}

// nearestPower returns the power of 2 that is nearest to x, with its sign, or 0 for 0.
func nearestPower(x float64) float64 {
	if x == 0 {
		return 0
	}
	fraction, exponent := math.Frexp(math.Abs(x))
	if fraction <= 0.75 { // 1/2 is nearer than 1
		exponent--
	}
	return math.Copysign(math.Ldexp(1, exponent), x)
}

// intelSin returns what LIBM gives for the sine of x + quarters*pi/2, x being
// finite and not tiny.
func intelSin(x float64, quarters int) float64 {
	n := quarters * (sinesSize / 4)
	if upper(x) < trigHuge {
		return sineNear(x, 0, n)
	}
	octants, r, c := reduceHuge(x, &octantReduction)
	return sineNear(r, c, n+octants*(sinesSize/8))
}

// toward returns the integer that is nearest to x, the greater in magnitude of two.
func toward(x float64) int { return int(x + math.Copysign(0.5, x)) }

// sineNear returns the sine of x + c + n*pi/32, where |c| is at most half an ulp of x.
func sineNear(x, c float64, n int) float64 {
	step := toward(float64(x * trigSteps))
	fstep := float64(step)
	t := &sineSteps()[(n+step)&(sinesSize-1)]
	first := x - float64(fstep*trigStep1)
	second := float64(fstep * trigStep2)
	r := first - second
	minusC := float64(fstep*trigStep3) - ((first - r) - second) - c

	square := float64(r * r)
	fourth := float64(square * square)
	sine := (sineSeries[0] + float64(sineSeries[1]*square)) + float64((sineSeries[2]+float64(float64(sineSeries[3]*first)*r))*fourth)
	cosine := (cosineSeries[0] + float64(cosineSeries[1]*square)) + float64((cosineSeries[2]+float64(float64(cosineSeries[3]*first)*r))*fourth)
	cosB := t.rest + t.power
	sine = float64(sine * float64(float64(cosB*r)*square))
	cosine = float64(cosine * float64(t.sine*square))

	high, lost1 := addAfter(t.sine, float64(t.power*r))
	high, lost2 := addAfter(high, float64(t.rest*r))
	low := float64(minusC*(float64(t.sine*r)-cosB)) + t.sineLow
	low += lost1
	low += lost2
	low += sine
	low += cosine
	return high + low
}

// reduction says into which parts of a turn huge arguments are divided.
type reduction struct {
	bits      int // of the number of the part in a turn
	high, low float64
}

var (
	// octantReduction and quadrantReduction leave a remainder of at most half their
	// part. Both come with pi/4, in two parts.
	octantReduction   = reduction{3, 0x1.921fb4p-1, 0x1.4442d18469899p-25}
	quadrantReduction = reduction{2, 0x1.921fbp-1, 0x1.5110b4611a626p-23}
)

// reduceHuge returns the remainder of x modulo a part of a turn, as the sum of two
// numbers, and the number of the part modulo 2^bits. It multiplies x with 6 words
// of 32 bits of 2/pi and half of a seventh.
func reduceHuge(x float64, by *reduction) (part int, r, c float64) {
	const firstExponent = 1014 // biased, of numbers that are multiplied from the first word on
	pattern := math.Float64bits(x)
	exponent := int(pattern>>52) & 0x7FF
	first := (exponent - firstExponent) / 32
	word := func(i int) uint64 { return twoOverPiBits(32*(first+i-2)) >> 32 }
	lower, top := pattern&(1<<32-1), pattern>>32&(1<<20-1)|1<<20

	// The product in digits of 32 bits, the least first, and what is above them.
	var digits [5]uint64
	carry := word(6) * top
	for i := range digits {
		w := word(5 - i)
		sum, over := bits.Add64(lower*w, carry, 0)
		digits[i] = sum & (1<<32 - 1)
		carry = sum>>32 + over<<32 + w*top
	}
	point := 32*first + 19 - (exponent - 1023)
	part, negative, f := by.split(carry+lower*word(0), digits, point)
	if math.Signbit(x) {
		part, negative = -part, !negative
	}
	r, c = by.remainder(f, point+32, negative)
	return part, r, c
}

// split splits a product, given as digits of 32 bits, the least first, and what is
// above them, into the number of the nearest part and what is left, which is
// subtracted if negative. Left are words of 64 bits, the greatest first.
func (by *reduction) split(above uint64, digits [5]uint64, point int) (part int, negative bool, f [3]uint64) {
	fractionBits := 32 - by.bits // below the part's number, where that has the upper bits of a word
	f = [3]uint64{0, digits[3]<<32 | digits[2], digits[1]<<32 | digits[0]}
	var number, unit uint64 // unit: a whole part, as f[0] counts
	if point >= by.bits-2 {
		shift := 29 - point
		word := uint32(above << shift)
		number = uint64(word >> fractionBits)
		negative = word>>(fractionBits-1)&1 == 1
		f[0] = uint64(word&(1<<fractionBits-1)>>shift)<<32 | digits[4]
		unit = uint64(1<<fractionBits>>shift) << 32
	} else { // the part's number reaches into the first digit
		shift := by.bits - 3 - point
		word := (above<<32 | digits[4]) << shift
		number = word >> 32
		negative = word>>31&1 == 1
		f[0] = uint64(uint32(word) >> shift)
		unit = 1 << 32 >> shift
	}
	if negative {
		number++
		var borrow uint64
		f[2], borrow = bits.Sub64(0, f[2], 0)
		f[1], borrow = bits.Sub64(0, f[1], borrow)
		f[0], _ = bits.Sub64(unit, f[0], borrow)
	}
	return int(number & (1<<by.bits - 1)), negative, f
}

// remainder returns pi/4 * f * 2^-point, with the point counted in f[0].
func (by *reduction) remainder(f [3]uint64, point int, negative bool) (r, c float64) {
	const leading = 30 // bits that the first word is left with
	for range 2 {
		if f[0] == 0 {
			f = [3]uint64{f[1], f[2], 0}
			point += 64
		}
	}
	if shift := leading - bits.Len64(f[0]); shift >= 0 {
		f[0] = f[0]<<shift | f[1]>>(64-shift)
		f[1] = f[1]<<shift | f[2]>>(64-shift)
		point += shift
	} else {
		f[1] = f[1]>>-shift | f[0]<<(64+shift)
		f[0] >>= -shift
		point += shift
	}
	scale := math.Ldexp(1, -point)
	if negative {
		scale = -scale
	}
	high := float64(float64(f[0]) * scale)
	low := float64(float64(f[1]>>1) * float64(scale*0x1p-63))
	rest := float64((high+low)*by.low) + float64(low*by.high)
	return addAfter(float64(high*by.high), rest)
}
