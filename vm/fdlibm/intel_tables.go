package fdlibm

import (
	"math"
	"math/big"
	"sync"
)

// The tables of LIBM's functions are computed when a function is first used. Some
// of LIBM's own are not as exact in their last bits: six low parts of pow's powers,
// the low parts of tan's constants and a few of its last coefficients. Less than
// 2^-80 of a result depends on those.

// tablePrecision is what the tables of LIBM's functions are computed with, in
// bits, before they are rounded to what the algorithms use. It is far more than
// those, since some differences cancel.
const tablePrecision = 224

func newReal(x float64) *big.Float { return new(big.Float).SetPrec(tablePrecision).SetFloat64(x) }
func plus(x, y *big.Float) *big.Float {
	return newReal(0).Add(x, y)
}
func minus(x, y *big.Float) *big.Float { return newReal(0).Sub(x, y) }
func times(x, y *big.Float) *big.Float { return newReal(0).Mul(x, y) }
func over(x, y *big.Float) *big.Float  { return newReal(0).Quo(x, y) }

// nearest returns the float64 that is nearest to x.
func nearest(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// roundedTo returns the multiple of 2^-places that is nearest to x.
func roundedTo(x *big.Float, places int) float64 {
	integer := newReal(0).SetMantExp(x, places)
	half := newReal(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	whole, _ := plus(integer, half).Int(nil)
	return nearest(newReal(0).SetMantExp(newReal(0).SetInt(whole), -places))
}

// twoParts is a number as the sum of a part with few bits and the rest.
type twoParts struct{ high, low float64 }

// split returns x with a high part in multiples of 2^-places.
func split(x *big.Float, places int) twoParts {
	high := roundedTo(x, places)
	return twoParts{high, nearest(minus(x, newReal(high)))}
}

// inverseTangents returns the sum of (sign^k)/(2k+1) * (1/n)^(2k+1): the arc
// tangent of 1/n with sign -1, the hyperbolic one with 1.
func inverseTangents(n, sign int64) *big.Float {
	total := newReal(0)
	power := over(newReal(1), newReal(float64(n)))
	square := newReal(float64(sign * n * n))
	for k := 1.0; power.Sign() != 0 && power.MantExp(nil) > -tablePrecision; k += 2 {
		total = plus(total, over(power, newReal(k)))
		power = over(power, square)
	}
	return total
}

// realPi returns pi, by Machin's formula.
func realPi() *big.Float {
	return times(newReal(4), minus(times(newReal(4), inverseTangents(5, -1)), inverseTangents(239, -1)))
}

// realLn2 returns the natural logarithm of 2.
func realLn2() *big.Float { return times(newReal(2), inverseTangents(3, 1)) }

// realLogarithms holds the natural logarithms of 512 to 1024.
type realLogarithms [513]*big.Float

var naturalLogarithms = sync.OnceValue(func() *realLogarithms {
	const first = 512
	var all realLogarithms
	all[0] = times(newReal(9), realLn2())
	for i := int64(1); i < int64(len(all)); i++ { // log(n/(n-1)) = 2 artanh(1/(2n-1))
		all[i] = plus(all[i-1], times(newReal(2), inverseTangents(2*(first+i)-1, 1)))
	}
	return &all
})

// of returns the natural logarithm of a positive number of at most 10 bits.
func (l *realLogarithms) of(x float64) *big.Float {
	fraction, exponent := math.Frexp(x)
	log2 := minus(l[512], l[0])
	return plus(l[int(fraction*1024)-512], times(log2, newReal(float64(exponent-10))))
}
