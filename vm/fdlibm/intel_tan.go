package fdlibm

import (
	"math"
	"math/big"
	"sync"
)

// HotSpot's Math.tan on x86-64 is the one of Intel's LIBM, which is followed here
// operation by operation. With x = N*pi/32 + r + c, where c is what rounding lost
// of r, the tangent is the series in r around B = N*pi/32. Near the poles, for N
// from 9 to 23 modulo 32, the series is that of tan(x) + 1/s instead, where s is x
// less the pole, and 1/s is subtracted.

const (
	tanSize  = 32 // steps of pi/32 in the tangent's period
	tanPole  = 16
	tanTerms = 16

	// Upper 16 bits of numbers: below the first they are their own tangent, up to the
	// second a polynomial is enough, and from the third on they need more bits of pi.
	tanTiny  = 0x3E20
	tanSmall = 0x3FBA
	tanHuge  = 0x40C9
)

// pi/32 in parts, for the multiples of pi/2 and for those of pi/32: products of the
// first two with the multiples' numbers are exact.
var (
	tanHalfSteps = [...]float64{0x1.921fb54444p-4, -0x1.2e7b967674p-44, 0x1.8a2e03707344ap-85}
	tanSteps     = [...]float64{0x1.921fb54440000p-4, 0x1.68c234c4cp-43, 0x1.98a2e03707345p-81}
)

const (
	tanHalfRest = 0x1.2e7b9676733afp-44 // what the first part of tanHalfSteps is too great by
	halfTurns   = 0x1.45f306dc9c883p-1  // 2/pi
)

// tanSmallSeries are the coefficients of x^3, x^5 and so on for small x. They
// belong to a minimax polynomial.
var tanSmallSeries = [...]float64{
	math.Float64frombits(0x3fd5555555555612), math.Float64frombits(0x3fc1111111092746), math.Float64frombits(0x3faba1ba52c4c8ab),
	math.Float64frombits(0x3f9664a0bf847a43), math.Float64frombits(0x3f82609ab8fe4d77),
}

// tanStep is the series around B.
type tanStep struct {
	constant        twoParts
	power, rest     float64 // the coefficient of r, of which power is multiplied separately
	series          [tanTerms]float64
	subtractInverse bool // tells that it is the series of tan(x) + 1/s
}

var tanStepTable = sync.OnceValue(func() *[tanSize]tanStep {
	const (
		poleFrom = 9
		poleTo   = 23
		highBits = 40 // of the constant's high part near poles
	)
	var table [tanSize]tanStep
	sines, angle := realSines(), over(realPi(), newReal(tanSize))
	for n := range table {
		t := &table[n]
		t.subtractInverse = n >= poleFrom && n <= poleTo
		var series [tanTerms]*big.Float
		if t.subtractInverse {
			series = poleSeries(sines, angle, n)
			high := new(big.Float).SetPrec(highBits).Set(series[0])
			t.constant.high = nearest(high)
		} else {
			series = tangentSeries(over(sines[n], sines[(n+sinesSize/4)%sinesSize]))
			t.constant.high = nearest(series[0])
			t.power = powerBelow(nearest(series[1]))
		}
		t.constant.low = nearest(minus(series[0], newReal(t.constant.high)))
		t.rest = nearest(minus(series[1], newReal(t.power)))
		for i := 2; i < tanTerms; i++ {
			t.series[i] = nearest(series[i])
		}
	}
	return &table
})

// powerBelow returns 1 or 2, to which the derivative of the tangent is close.
func powerBelow(derivative float64) float64 {
	if derivative < 1.5 {
		return 1
	}
	return 2
}

// convolution returns the coefficient of r^n in the square of a series.
func convolution(c []*big.Float, n int) *big.Float {
	sum := newReal(0)
	for i := range n + 1 {
		sum = plus(sum, times(c[i], c[n-i]))
	}
	return sum
}

// tangentSeries returns the coefficients of tan(B + r) in r, by tan' = 1 + tan^2.
func tangentSeries(tangent *big.Float) (c [tanTerms]*big.Float) {
	c[0] = tangent
	for n := range tanTerms - 1 {
		next := convolution(c[:], n)
		if n == 0 {
			next = plus(next, newReal(1))
		}
		c[n+1] = over(next, newReal(float64(n+1)))
	}
	return c
}

// poleSeries returns the coefficients of w = tan(B + r) + 1/s in r, where s = d + r
// is the distance from the pole: s*w' = s*(1 + w^2) - 2w.
func poleSeries(sines [sinesSize]*big.Float, angle *big.Float, n int) (c [tanTerms]*big.Float) {
	d := times(angle, newReal(float64(n-tanPole)))
	if n == tanPole { // n*c[n] = [n = 1] + (w^2)[n-1] - 2*c[n]
		c[0] = newReal(0)
		for i := 1; i < tanTerms; i++ {
			next := convolution(c[:], i-1)
			if i == 1 {
				next = plus(next, newReal(1))
			}
			c[i] = over(next, newReal(float64(i+2)))
		}
		return c
	}
	c[0] = plus(over(sines[n], sines[n+sinesSize/4]), over(newReal(1), d))
	for i := range tanTerms - 1 { // i*c[i] + d*(i+1)*c[i+1] = d*(1+w^2)[i] + (1+w^2)[i-1] - 2*c[i]
		next := times(d, convolution(c[:], i))
		if i > 0 {
			next = plus(next, convolution(c[:], i-1))
		}
		switch i {
		case 0:
			next = plus(next, d)
		case 1:
			next = plus(next, newReal(1))
		}
		next = minus(next, times(newReal(float64(i+2)), c[i]))
		c[i+1] = over(next, times(d, newReal(float64(i+1))))
	}
	return c
}

// intelTan returns what LIBM gives for the tangent of a finite x.
func intelTan(x float64) float64 {
	switch u := upper(x); {
	case u < tanTiny:
		return x
	case u < tanSmall:
		square := float64(x * x)
		return x + float64(horner(square, tanSmallSeries[:])*float64(x*square))
	case u < tanHuge:
		return tanNear(x, 0, 0)
	}
	quadrants, r, c := reduceHuge(x, &quadrantReduction)
	return tanNear(r, c, quadrants*tanPole)
}

// tanNear returns the tangent of x + c + n*pi/32, where |c| is at most half an ulp of x.
func tanNear(x, c float64, n int) float64 {
	step := toward(float64(x * trigSteps))
	t := &tanStepTable()[(n+step)&(tanSize-1)]
	fstep := float64(step)
	first := x - float64(fstep*tanSteps[0])
	second := float64(fstep * tanSteps[1])
	r := first - second
	rest := ((first - r) - second) - float64(fstep*tanSteps[2]) + c

	square := float64(r * r)
	fourth := float64(square * square)
	s := &t.series
	lower := ((s[0] + float64(s[1]*r)) + float64((s[2]+float64(s[3]*r))*square)) + float64(s[4]*fourth)
	lower += float64(((s[5] + float64(s[6]*r)) + float64(s[7]*square)) * float64(r*fourth))
	higher := ((s[8] + float64(s[9]*r)) + float64((s[10]+float64(s[11]*r))*square)) + float64(s[12]*fourth)
	higher += float64(((s[13] + float64(s[14]*r)) + float64(s[15]*square)) * float64(r*fourth))
	low := float64(float64(fourth*fourth)*higher) + lower

	linear, lost := addAfter(float64(t.power*r), float64(t.rest*r))
	low += ((float64((t.power+t.rest)*rest) + t.constant.low) + lost)
	var inverse twoParts
	if t.subtractInverse {
		inverse = inverseOfRest(x, c)
	}
	constant := inverse.high - t.constant.high
	high := linear - constant
	low += linear - (constant + high)
	low -= inverse.low
	return low + high
}

// inverseOfRest returns 1/s, where s is what is left of x + c modulo pi/2.
func inverseOfRest(x, c float64) twoParts {
	const (
		restLess    = 18 // bits that the number is inverted without
		inverseLess = 35 // bits that the high part of the inverse is without
	)
	steps := float64(toward(float64(x*halfTurns)) * tanPole)
	first := x - float64(steps*tanHalfSteps[0])
	second := float64(steps * tanHalfSteps[1])
	s := first - second
	rounded := withoutLast(float64(steps*tanHalfRest)+first, restLess)
	rest := ((first - s) - second) - float64(steps*tanHalfSteps[2]) + c + (s - rounded)
	inverse := 1 / rounded
	high := withoutLast(inverse, inverseLess)
	return twoParts{high, float64(((1 - float64(rounded*high)) - float64(rest*inverse)) * inverse)}
}
