package fdlibm

import (
	"math"
	"sync"
)

// HotSpot's Math.log and Math.log10 on x86-64 are those of Intel's LIBM, which are
// followed here operation by operation. With x = 2^k * m, B close to scale/m and
// r = B*m - scale, where scale is near the logarithm of e,
//
//	log(x) = k*log(2) + log(scale/B) + r + r*rest + P(r)

// logarithm is what the functions differ in, and their tables.
type logarithm struct {
	reciprocals *nearReciprocals
	values      [129]float64  // of the rounded reciprocals B
	logs        [129]twoParts // of scale/B
	two         twoParts      // the logarithm of 2, of which the first has zeros at its end
	scale, rest float64
	less        int // bits that the high part of m is without
	// coefficients are those of r^2 to r^7 in P. They belong to a minimax polynomial.
	coefficients [6]float64
}

// fill computes the logarithms with their high parts in multiples of 2^-places.
func (l *logarithm) fill(value func(i int) float64, base float64, places int) {
	natural := naturalLogarithms()
	ofBase, ofScale := newReal(1), natural.of(l.scale)
	if base != math.E {
		ofBase = natural.of(base)
	}
	l.two = split(over(natural.of(2), ofBase), places)
	for i := range l.values {
		l.values[i] = value(i)
		l.logs[i] = split(over(minus(ofScale, natural.of(l.values[i])), ofBase), places)
	}
}

var naturalLogarithm = sync.OnceValue(func() *logarithm {
	l := &logarithm{
		reciprocals: logReciprocals(), scale: 1, rest: 0, less: 45,
		coefficients: [...]float64{
			-0.5, math.Float64frombits(0x3fd5555555555555), -0.25,
			math.Float64frombits(0x3fc999999999999a), math.Float64frombits(0xbfc5555e3d6fb175), math.Float64frombits(0x3fc2492492492492),
		},
	}
	l.fill(logReciprocal, math.E, 43)
	return l
})

var decimalLogarithm = sync.OnceValue(func() *logarithm {
	l := &logarithm{
		reciprocals: log10Reciprocals(), scale: log10Scale, less: 27,
		rest: math.Float64frombits(0x3f5a7a6cbf2e4108), // log10(e)/scale - 1
		coefficients: [...]float64{
			math.Float64frombits(0xbff27af2dc77b115), math.Float64frombits(0x3ffc6a02dc963467), math.Float64frombits(0xc008930964d4ef0d),
			math.Float64frombits(0x4016ab9f7f9d3aa1), math.Float64frombits(0xc025c917385593b1), math.Float64frombits(0x40358874c1a5f12e),
		},
	}
	l.fill(log10Reciprocal, 10, 44)
	return l
})

// of returns the logarithm of a positive and finite x.
func (l *logarithm) of(x float64) float64 {
	shift := 0
	if x < 0x1p-1022 {
		x = float64(x * (1 << 64) * (1 << 64))
		shift = 128
	}
	pattern := math.Float64bits(x)
	k := float64(int(pattern>>52) - 1023 - shift)
	m := math.Float64frombits(pattern&(1<<52-1) | 1023<<52)
	mh := withoutLast(m, l.less)
	i := l.reciprocals.of(pattern)
	b, t, c := l.values[i], &l.logs[i], &l.coefficients
	r := float64((m-mh)*b) + (float64(mh*b) - l.scale)
	square := float64(r * r)
	sum, lost := addAfter(t.high+float64(l.two.high*k), r)
	rest := (lost + float64(l.rest*r)) + (float64(k*l.two.low) + t.low)
	rest += float64((float64((c[3]+float64(c[4]*r))*r) + float64(float64(c[5]*r)*square)) * float64(square*square))
	rest += float64(((c[0] + float64(c[1]*r)) + float64(c[2]*square)) * square)
	return sum + rest
}
