package fdlibm

import (
	"math"
	"testing"
)

// TestNearReciprocals checks that the tables of rounded reciprocals are what a
// processor can make of its approximation: that is wrong by at most 1.5*2^-12 of
// the reciprocal before it is rounded.
func TestNearReciprocals(t *testing.T) {
	const worst = 1.5 / 4096
	for name, table := range map[string]struct {
		*nearReciprocals
		scale float64
		value func(int) float64
		last  int
	}{
		"log":   {logReciprocals(), 1, logReciprocal, 128},
		"log10": {log10Reciprocals(), log10Scale, log10Reciprocal, 128},
		"pow":   {powReciprocals(), powScale, powReciprocal, 512},
	} {
		if table.value(table.last) != table.scale || table.value(0) != table.scale/2 {
			t.Errorf("%s: reciprocals from %v to %v", name, table.value(0), table.value(table.last))
		}
		for cell, i := range table.nearReciprocals {
			value := table.value(int(i))
			step := max(table.value(min(int(i)+1, table.last))-value, value-table.value(max(int(i)-1, 0)))
			from, to := table.scale/(1+float64(cell)/reciprocalCells), table.scale/(1+float64(cell+1)/reciprocalCells)
			if math.Abs(value-from) > step/2+worst*from && math.Abs(value-to) > step/2+worst*to {
				t.Errorf("%s, cell %d: %v is too far from %v", name, cell, value, from)
			}
			if cell > 0 && i > table.nearReciprocals[cell-1] {
				t.Errorf("%s, cell %d: the reciprocals do not fall", name, cell)
			}
		}
	}
}

// TestTables compares tables with Go's functions, which are less exact.
func TestTables(t *testing.T) {
	const close = 0x1p-47
	check := func(name string, n int, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= close*max(1, math.Abs(want))) {
			t.Errorf("%s %d: %v, want %v", name, n, got, want)
		}
	}
	for n, s := range sineSteps() {
		angle := float64(n) * math.Pi / (sinesSize / 2)
		check("sine", n, s.sine, math.Sin(angle))
		check("cosine", n, s.power+s.rest, math.Cos(angle))
	}
	for n, s := range tanStepTable() {
		const r = 0.03
		angle := float64(n)*math.Pi/tanSize + r
		want := math.Tan(angle)
		if s.subtractInverse {
			fromPole := float64(n-tanPole)*math.Pi/tanSize + r
			want = 1/fromPole - 1/math.Tan(fromPole)
		}
		got := s.constant.high + (s.constant.low + (s.power+s.rest)*r)
		for i, c := range s.series {
			got += c * math.Pow(r, float64(i))
		}
		check("tangent", n, got, want)
	}
	for i, l := range powTable().logs {
		check("binary logarithm", i, l.high+l.low, math.Log2(powScale/powReciprocal(i)))
	}
	for i, p := range powTable().powers {
		check("power", i, p.high, math.Exp2(float64(i)/powers256Size))
	}
	for i, l := range naturalLogarithm().logs {
		check("natural logarithm", i, l.high+l.low, -math.Log(logReciprocal(i)))
	}
	for i, l := range decimalLogarithm().logs {
		check("decimal logarithm", i, l.high+l.low, math.Log10(log10Scale/log10Reciprocal(i)))
	}
}
