package fdlibm

import (
	"math"
	"math/bits"
	"sync"
)

// HotSpot's Math.pow on x86-64 is the one of Intel's LIBM, which is followed here
// operation by operation. With x = 2^k * m, B close to log2(e)/m and
// r = B*m - 1.4453125, which is nearly log2(e)*(m/m' - 1) for the m' that B stands
// for,
//
//	log2(x) = k + log2(1.4453125/B) + r*(...)
//
// and then x^y = 2^(n/256) * 2^z, with n/256 the multiple nearest to y*log2(x) and
// z the rest. For x close to 1 and large y more of the logarithm's bits are computed.

const (
	powers256Size = 256
	// quarterByteShifter rounds to multiples of 1/256 when added and subtracted.
	quarterByteShifter = 0x1.8p44
	// powScaleRest is log2(e)/powScale - 1.
	powScaleRest = -0x1.dabe1161bb241p-10
	ln2          = 0x1.62e42fefa39efp-1
	// logPlaces is where the high parts of the table of logarithms end.
	logPlaces = 24

	powNearFrom = 0x3FEF // the upper 16 bits of numbers from 1-1/32 on; those from 1 to 1+1/16 have one more
	powGreatest = 0x4091 // the upper 16 bits of exponents to the base 2 that are in range
	powMoreFrom = 0x40B0 // 16 times the exponent of y from which on more bits are computed near 1
	// Bounds for the size of y*log2(x), as 16 times its exponent.
	powBase   = 15872
	powSimple = 0
	powLarge  = 624
)

// Coefficients of minimax polynomials: of the logarithm's in r, the same where
// more bits are computed, and those of 2^z in z^2 to z^5.
var (
	powLog = [...]float64{
		math.Float64frombits(0xbf8365786dc96112), math.Float64frombits(0xbf9b0301ee241472), // r^8 and r^6, less
		math.Float64frombits(0xbfb528db9f95985a), math.Float64frombits(0xbfd619b6b3841d2a), // r^4 and r^2
		math.Float64frombits(0x3f9004f2518775e3), math.Float64frombits(0x3fa76c9bac8349bb), // r^7 and r^5
		math.Float64frombits(0x3fc4635e486ececc), powScaleRest, // r^3 and r
	}
	powLogMore = [...]float64{
		math.Float64frombits(0xbfb528db9f95985a), math.Float64frombits(0x3ef2531ef8b5787d), // r^4 and r^2
		math.Float64frombits(0x3fc4635e486ececb), math.Float64frombits(0xbdd61bb2412055cc), // r^3 and r
	}
	powExp = [...]float64{
		math.Float64frombits(0x3f55d87fe78a6731), math.Float64frombits(0x3fac6b08d704a0c0), // z^5 and z^3
		math.Float64frombits(0x3f83b2ab6fba4e77), math.Float64frombits(0x3fcebfbdff82c58f), // z^4 and z^2
	}
)

// The coefficients of r^2 and r, with few bits, to which powLogMore's are added.
const (
	powLogSquare = -0x1.61ap-2
	powLogLinear = -0x1.dabe1p-10
)

// powTables holds what pow looks up.
type powTables struct {
	reciprocals *nearReciprocals
	// scaled are the rounded reciprocals, and logs the logarithms of powScale over them.
	scaled [513]float64
	logs   [513]twoParts
	// powers are 2^(j/256).
	powers [powers256Size]twoParts
}

var powTable = sync.OnceValue(func() *powTables {
	table := &powTables{reciprocals: powReciprocals()}
	natural := naturalLogarithms()
	ln2, scaleLog := natural.of(2), natural.of(powScale)
	for i := range table.scaled {
		table.scaled[i] = powReciprocal(i)
		table.logs[i] = split(over(minus(scaleLog, natural.of(table.scaled[i])), ln2), logPlaces)
	}
	step := newReal(2)
	for range 8 { // 2^8 = powers256Size
		step.Sqrt(step)
	}
	power := newReal(1)
	for j := range table.powers {
		high := nearest(power)
		table.powers[j] = twoParts{high, nearest(minus(power, newReal(high)))}
		power = times(power, step)
	}
	table.powers[0].low = 0x1p-72 // not 0, so that its exponent can be added to
	return table
})

// powArgument is x of x^y, taken apart.
type powArgument struct {
	exponent   int
	reciprocal int     // index of the rounded reciprocal
	rh, rl     float64 // r in two parts
}

// newPowArgument takes |x| apart. It also says whether that is so close to 1 that
// the logarithm may need more bits.
func newPowArgument(x float64, table *powTables) (a powArgument, nearOne bool) {
	const (
		nearTo       = powNearFrom + 1
		subnormalBy  = 128 // subnormal numbers are multiplied with 2 to it
		implicit     = uint64(1) << 52
		fractionMask = implicit - 1
		one          = uint64(1023) << 52
	)
	shift, lost := 0, 10 // lost: bits of the upper half that the high part of m is without
	negative := x < 0
	x = math.Abs(x)
	if x < 0x1p-1022 {
		x = float64(x * (1 << 64) * (1 << 64))
		shift = subnormalBy
	}
	pattern := math.Float64bits(x)
	a.exponent = int(pattern>>52) - 1023 - shift
	if shift == 0 {
		coarse := a.exponent
		if negative {
			coarse-- // as LIBM does
		}
		lost = floorLog2(absolute(coarse) + 1)
	}
	fraction := pattern & fractionMask
	mBits := one | fraction
	mask := ^uint64(0) << (32 + lost)
	top := pattern >> 48
	nearOne = shift == 0 && (top == powNearFrom || top == nearTo)
	highBits := mBits
	if nearOne {
		highBits += 1 << 31 // the high part is rounded
	}
	m, mh := math.Float64frombits(mBits), math.Float64frombits(highBits&mask)
	a.reciprocal = table.reciprocals.of(fraction)
	b := table.scaled[a.reciprocal]
	a.rl = float64((m - mh) * b)
	a.rh = float64(mh*b) - powScale
	return a, nearOne
}

func absolute(n int) int { return max(n, -n) }

// floorLog2 returns the exponent of the power of 2 at or below n > 0.
func floorLog2(n int) int { return bits.Len(uint(n)) - 1 }

// upper returns the upper 16 bits of x without its sign: the exponent and the
// first 4 bits of the fraction.
func upper(x float64) int { return int(math.Float64bits(x) >> 48 & 0x7FFF) }

// upperExponent is upper with the fraction's bits cleared: 16 times the exponent.
func upperExponent(x float64) int { return upper(x) &^ 0xF }

// withoutLast returns x with its last n bits cleared.
func withoutLast(x float64, n int) float64 {
	return math.Float64frombits(math.Float64bits(x) >> n << n)
}

// log returns log2(x) as the sum of two numbers.
func (a *powArgument) log(table *powTables) (high, low float64) {
	c, t := &powLog, table.logs[a.reciprocal]
	high = (a.rh + t.high) + float64(a.exponent)
	r := a.rl + a.rh
	square := float64(r * r)
	cube, fourth := float64(r*square), float64(square*square)
	odd := float64((c[6]+float64(c[2]*r))*cube) + (a.rl + t.low)
	odd = float64(fourth*float64((c[4]+float64(c[0]*r))*cube)) + odd
	even := float64(fourth*float64((c[5]+float64(c[1]*r))*r)) + float64((c[7]+float64(c[3]*r))*r)
	return high, even + odd
}

// addAfter returns a+b and what rounding lost of b, for b smaller than a.
func addAfter(a, b float64) (sum, lost float64) {
	sum = a + b
	return sum, (a - sum) + b
}

// logMore is log with more bits, of which the high part leaves 27 out.
func (a *powArgument) logMore(table *powTables) (high, low float64) {
	c, more, t := &powLog, &powLogMore, table.logs[a.reciprocal]
	r := a.rl + a.rh
	high, lost1 := addAfter(float64(a.exponent)+t.high, a.rh+float64(powLogLinear*a.rh))
	high, lost2 := addAfter(high, float64(float64(powLogSquare*a.rh)*a.rh))
	high, lost3 := addAfter(high, a.rl)
	high, lost4 := addAfter(high, float64(powLogLinear*a.rl))
	high, lost5 := addAfter(high, t.low)
	low = float64(float64(powLogSquare*a.rl)*(a.rh+r)) + (lost2 + lost1)
	low += lost3
	low += lost4
	low += lost5

	square := float64(r * r)
	cube, fourth := float64(r*square), float64(square*square)
	odd := float64((more[2]+float64(more[0]*r))*cube) + low
	odd += float64(float64((c[4]+float64(c[0]*r))*cube) * fourth)
	even := float64((more[3]+float64(more[1]*r))*r) + float64(float64((c[5]+float64(c[1]*r))*r)*fourth)
	rounded := withoutLast(high, 27)
	return rounded, (high - rounded) + (odd + even)
}

// powerOf2 returns 2^(a+b+c), |b| and |c| being small, or false if it is not near
// the range of float64.
func powerOf2(table *powTables, a, b, c float64) (result float64, ok bool) {
	shifted := quarterByteShifter + a
	n := shifted - quarterByteShifter
	if upper(n) > powGreatest {
		return 0, false
	}
	z := ((a - n) + b) + c
	steps := int64(int32(math.Float64bits(shifted)))
	k, t := steps>>8, table.powers[steps&(powers256Size-1)]
	// 2^k is multiplied in two steps, so that nothing overflows on the way.
	half := k >> 1
	power := math.Float64frombits(math.Float64bits(t.high) + uint64(half)<<52)
	powerLow := math.Float64frombits(math.Float64bits(t.low) + uint64(half)<<52)
	scale := math.Float64frombits(uint64(k-half+1023) << 52)

	square := float64(z * z)
	fourth := float64(square * square)
	rest := float64(float64(fourth*(powExp[2]+float64(powExp[0]*z)))*power) + (float64(float64(ln2*z)*power) + powerLow)
	rest += float64(float64(square*(powExp[3]+float64(powExp[1]*z))) * power)
	result = float64((rest + power) * scale)
	if upperExponent(result) != 0 {
		return result, true
	}
	return subnormalPower(power, rest, scale, result), true
}

// subnormalPower returns (power+rest)*scale where that is subnormal: the part of
// power that scaling leaves exact, and what remains. Where that part would be
// empty it is result.
func subnormalPower(power, rest, scale, result float64) float64 {
	const (
		kept = -31 // the exponent down to which the upper half stays
		most = 20
	)
	exponent := (upperExponent(scale) + upperExponent(power) - 0x3FF0) >> 4
	cleared := max(kept-exponent, 0)
	if cleared > most {
		return result
	}
	exact := withoutLast(power, 32+cleared)
	return float64(exact*scale) + float64(((power-exact)+rest)*scale)
}

// intelPow returns the magnitude of what LIBM gives for x other than 0, 1 and -1
// and y other than 0, both finite.
func intelPow(x, y float64) float64 {
	const (
		moreTo = 0x40C0 // as powMoreFrom, for y*log2(x), for which the power is out of range
		nearly = -384   // below it the power is 1, and from it on 1 + log(x^y)
		beyond = 752
	)
	table := powTable()
	a, nearOne := newPowArgument(x, table)
	var result float64
	inRange := false
	if nearOne && upperExponent(y) >= powMoreFrom {
		lh, ll := a.logMore(table)
		if upperExponent(y)+upperExponent(lh)-0x3FF0 < moreTo {
			yh := withoutLast(y, 32)
			result, inRange = powerOf2(table, float64(yh*lh), float64((y-yh)*lh)+float64(y*ll), 0)
		}
	} else {
		lh, ll := a.log(table)
		size := floorLog2(absolute(a.exponent)+1)<<4 - powBase + upperExponent(y)
		switch {
		case size < nearly:
			return 1
		case size < powSimple:
			return 1 + float64((float64(lh*y)+float64(y*ll))*ln2)
		case size < powLarge:
			yh := withoutLast(y, 35)
			result, inRange = powerOf2(table, float64(yh*lh), float64((y-yh)*lh), float64(y*ll))
		case size < beyond:
			sum := lh + ll
			sh := withoutLast(sum, 27)
			sl := (ll + (lh - sum)) + (sum - sh)
			yh := withoutLast(y, 27)
			result, inRange = powerOf2(table, float64(yh*sh), float64(y*sl)+float64((y-yh)*sh), 0)
		}
	}
	switch {
	case inRange:
		return result
	case math.Abs(x) > 1 == (y > 0):
		return math.Inf(1)
	}
	return 0
}
