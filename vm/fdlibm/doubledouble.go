package fdlibm

import "math"

// dd is a number as the unevaluated sum of two, of which lo is at most half an
// ulp of hi: about 106 bits. Operations have relative errors of a few 2^-104.
type dd struct{ hi, lo float64 }

// quickSum returns a+b exactly, for |a| >= |b|.
func quickSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

// twoSum returns a+b exactly.
func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

// twoProduct returns a*b exactly, unless it underflows.
func twoProduct(a, b float64) dd {
	p := float64(a * b)
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a dd) addFloat(b float64) dd {
	s := twoSum(a.hi, b)
	return quickSum(s.hi, s.lo+a.lo)
}

func (a dd) neg() dd { return dd{-a.hi, -a.lo} }

func (a dd) sub(b dd) dd { return a.add(b.neg()) }

func (a dd) mul(b dd) dd {
	p := twoProduct(a.hi, b.hi)
	return quickSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a dd) mulFloat(b float64) dd {
	p := twoProduct(a.hi, b)
	return quickSum(p.hi, p.lo+float64(a.lo*b))
}

func (a dd) div(b dd) dd {
	q := a.hi / b.hi
	r := a.sub(b.mulFloat(q))
	q2 := r.hi / b.hi
	r = r.sub(b.mulFloat(q2))
	return quickSum(q, q2).addFloat(r.hi / b.hi)
}

// scale returns a*2^k for a >= 0, rounded once to a float64 also where that is
// subnormal.
func (a dd) scale(k int) float64 {
	const (
		minExponent  = -1022 // of normal numbers
		fractionBits = 52
	)
	exponent := math.Ilogb(a.hi) + k
	if a.hi == 0 || exponent >= minExponent || exponent < minExponent-fractionBits-1 {
		return math.Ldexp(a.hi, k)
	}
	// Adding a number whose ulp is the least subnormal one (before scaling)
	// rounds to its multiples; what that leaves decides with lo.
	anchor := math.Ldexp(1, minExponent-k)
	s := twoSum(anchor, a.hi)
	return math.Ldexp(s.hi+(s.lo+a.lo)-anchor, k)
}

// inverseFactorial holds 1/n!.
var inverseFactorial = func() (table [25]dd) {
	table[0] = dd{1, 0}
	for n := 1; n < len(table); n++ {
		table[n] = table[n-1].div(dd{float64(n), 0})
	}
	return table
}()

// series returns the sum of x^n/n! for n = first, first+step and so on, with
// alternating signs if alternate. All terms that count are computed in full if
// |x| is below 1.
func series(x dd, first, step int, alternate bool) dd {
	power := dd{1, 0}
	for range step {
		power = power.mul(x)
	}
	if alternate {
		power = power.neg()
	}
	// Horner's rule over the ratios: c[n] + x^step*(c[n+step] + ...)
	last := first + (len(inverseFactorial)-1-first)/step*step
	sum := inverseFactorial[last]
	for n := last - step; n >= first; n -= step {
		sum = inverseFactorial[n].add(power.mul(sum))
	}
	for range first {
		sum = sum.mul(x)
	}
	return sum
}

// Numbers in parts: each is the sum of its parts.
var (
	invLn10DD = dd{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
	halfPiDD  = dd{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
)

const (
	ln2Part1 = 0x1.62e42fefa3800p-1 // has 11 zeros at its end, so that its small multiples are exact
	ln2Part2 = 0x1.ef35793c76730p-45
	ln2Part3 = 0x1.f97b57a079a19p-103
)
