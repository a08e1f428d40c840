package fdlibm

import (
	"math"
	"math/big"
	"sync"
)

// HotSpot's Math.exp on x86-64 is the one of Intel's LIBM: less than one ulp off,
// in one of 400 arguments not correctly rounded. It is followed here
// operation by operation. With x = (64n + j) * log(2)/64 + r,
//
//	e^x = 2^n * 2^(j/64) * (1 + P(r)).

const (
	powers64Size = 64
	expTiny      = 0x1p-54 // below it e^x is 1 + x
	// expShifter rounds to an integer when it is added and subtracted again.
	expShifter = 0x1.8p52
	// expInverse is 64/log(2); expStep1 and expStep2 are log(2)/64 in two parts, the
	// first with trailing zeros.
	expInverse = 0x1.71547652b82fep6
	expStep1   = 0x1.62e42fefap-7
	expStep2   = 0x1.cf79abc9e3b3ap-46
)

// expCoefficients are the coefficients of r^2 to r^6 in P. They are not the
// reciprocals of factorials but those of a minimax polynomial.
var expCoefficients = [...]float64{
	math.Float64frombits(0x3fdffffffffffffe), math.Float64frombits(0x3fc5555555548ba1), math.Float64frombits(0x3fa55555555b9e25),
	math.Float64frombits(0x3f811115c090cf0f), math.Float64frombits(0x3f56c15ce3289860),
}

// power64 is 2^(j/64) = high * (1 + low), both truncated.
type power64 struct{ high, low float64 }

var powers64 = sync.OnceValue(func() *[powers64Size]power64 {
	const precision = 256
	step := big.NewFloat(2).SetPrec(precision)
	for range 6 { // 2^6 = powers64Size
		step.Sqrt(step)
	}
	var table [powers64Size]power64
	power := big.NewFloat(1).SetPrec(precision)
	for j := range table {
		table[j].high = truncated(power)
		high := new(big.Float).SetPrec(precision).SetFloat64(table[j].high)
		rest := new(big.Float).SetPrec(precision).Sub(power, high)
		table[j].low = truncated(rest.Quo(rest, high))
		power.Mul(power, step)
	}
	return &table
})

func truncated(x *big.Float) float64 {
	f, _ := new(big.Float).SetMode(big.ToZero).SetPrec(53).Set(x).Float64()
	return f
}

// intelExp returns what LIBM gives for x between the bounds of MathExp.
func intelExp(x float64) float64 {
	const (
		normalFrom   = -1022 // the exponents of normal numbers
		fractionBits = 52
	)
	if math.Abs(x) < expTiny {
		return 1 + x
	}
	rounded := float64(x*expInverse) + expShifter
	m := int64(int32(math.Float64bits(rounded)))
	steps := rounded - expShifter
	n, t := m>>6, powers64()[m&(powers64Size-1)]
	r := x - float64(expStep1*steps)
	r -= float64(expStep2 * steps)
	square := float64(r * r)
	cube := float64(r * square)
	fifth := float64(float64(cube*square) * (expCoefficients[3] + float64(expCoefficients[4]*r)))
	third := float64(cube * (expCoefficients[1] + float64(expCoefficients[2]*r)))
	p := third + (r + t.low + fifth)
	p += float64(square * expCoefficients[0])
	// 2^n is multiplied in two steps, so that nothing overflows on the way.
	half := n >> 1
	power := math.Float64frombits(math.Float64bits(t.high) + uint64(n-half)<<52)
	scale := math.Float64frombits(uint64(half+1023) << 52)
	lost := normalFrom - n // bits of power that a subnormal result has no place for
	if lost < 0 || lost > fractionBits {
		return float64((float64(p*power) + power) * scale)
	}
	kept := withoutLast(power, int(lost))
	rest := float64(p*power) + (power - kept)
	result := float64((rest + kept) * scale)
	if upperExponent(result) == 0 {
		return float64(rest*scale) + float64(kept*scale)
	}
	return result
}
