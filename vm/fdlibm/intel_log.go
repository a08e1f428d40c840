package fdlibm

import (
	"math"
	"sync"
)

// HotSpot's Math.log on x86-64 is the one of Intel's LIBM, which is followed here
// operation by operation. With x = 2^k * m, B close to 1/m and r = B*m - 1,
//
//	log(x) = k*log(2) - log(B) + log(1 + r)

// log(2) in two parts, of which the first has zeros at its end.
const (
	logLn2High = 0x1.62e42fefa38p-1
	logLn2Low  = 0x1.ef35793c7673p-45
)

// logCoefficients are those of r^2 to r^7 in log(1 + r). They belong to a minimax
// polynomial.
var logCoefficients = [...]float64{
	-0.5, math.Float64frombits(0x3fd5555555555555), -0.25,
	math.Float64frombits(0x3fc999999999999a), math.Float64frombits(0xbfc5555e3d6fb175), math.Float64frombits(0x3fc2492492492492),
}

// logTables holds what log looks up: the rounded reciprocals B and -log(B).
type logTables struct {
	reciprocals *nearReciprocals
	values      [129]float64
	logs        [129]twoParts
}

var logTable = sync.OnceValue(func() *logTables {
	const places = 43 // where the high parts end
	table := &logTables{reciprocals: logReciprocals()}
	naturals := realLogarithms()
	for i := range table.values {
		table.values[i] = logReciprocal(i)
		// of 1024 over 1024*B
		table.logs[i] = split(minus(naturals[512], naturals[4*i]), places)
	}
	return table
})

// intelLog returns what LIBM gives for a positive and finite x.
func intelLog(x float64) float64 {
	const highMask = ^uint64(1<<45 - 1) // the leading bits of m
	shift := 0
	if x < 0x1p-1022 {
		x = float64(x * (1 << 64) * (1 << 64))
		shift = 128
	}
	pattern := math.Float64bits(x)
	k := float64(int(pattern>>52) - 1023 - shift)
	mBits := pattern&(1<<52-1) | 1023<<52
	m, mh := math.Float64frombits(mBits), math.Float64frombits(mBits&highMask)
	table := logTable()
	i := table.reciprocals.of(pattern)
	b, t, c := table.values[i], table.logs[i], &logCoefficients
	r := float64((m-mh)*b) + (float64(mh*b) - 1)
	square := float64(r * r)
	base := t.high + float64(logLn2High*k)
	sum, lost := addAfter(base, r)
	rest := lost + (float64(k*logLn2Low) + t.low)
	rest += float64((float64((c[3]+float64(c[4]*r))*r) + float64(float64(c[5]*r)*square)) * float64(square*square))
	rest += float64(((c[0] + float64(c[1]*r)) + float64(c[2]*square)) * square)
	return sum + rest
}
