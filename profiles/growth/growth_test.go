package growth_test

import (
	"math"
	"testing"

	"hotlens/profiles/growth"
)

func TestOf(t *testing.T) {
	sizes := []uint64{1000, 2000, 4000, 8000}
	small := []uint64{5, 8, 12, 20}
	log := func(n uint64) float64 { return math.Log2(float64(n)) }
	for name, test := range map[string]struct {
		sizes []uint64
		count func(n uint64) float64
		want  string // "" for none
	}{
		"constant":           {sizes, func(uint64) float64 { return 17 }, "1"},
		"nearly constant":    {sizes, func(n uint64) float64 { return 1_000_000 + float64(n) }, "1 ± 0.3%"},
		"binary search":      {sizes, func(n uint64) float64 { return math.Round(200 * log(n)) }, "log n"},
		"a loop":             {sizes, func(n uint64) float64 { return 400 + 13*float64(n) }, "n"},
		"merge sort":         {sizes, func(n uint64) float64 { return math.Round(5000 + 7*float64(n)*log(n)) }, "n log n"},
		"pairs":              {sizes, func(n uint64) float64 { return float64(n*(n-1)/2) + 99 }, "n²"},
		"sorting each time":  {sizes, func(n uint64) float64 { return math.Round(float64(n*n) * log(n)) }, "n² log n"},
		"matrices":           {small, func(n uint64) float64 { return float64(n * n * n) }, "n³"},
		"all subsets":        {small, func(n uint64) float64 { return math.Exp2(float64(n)) + 5 }, "2ⁿ"},
		"the root":           {[]uint64{100, 10_000, 1_000_000, 100_000_000}, func(n uint64) float64 { return math.Sqrt(float64(n)) }, "n^0.5"},
		"shrinking":          {sizes, func(n uint64) float64 { return 1e9 / float64(n) }, ""},
		"not called at once": {sizes, func(n uint64) float64 { return float64(n - 1000) }, ""},
		"up and down":        {sizes, func(n uint64) float64 { return float64(100 + n*n%7001) }, ""},
		"too few":            {sizes[:3], func(n uint64) float64 { return float64(n) }, ""},
		"sizes out of range": {[]uint64{2, math.MaxUint64 / 4, math.MaxUint64 / 2, math.MaxUint64}, func(n uint64) float64 { return float64(n) / 2 }, "n"},
	} {
		t.Run(name, func(t *testing.T) {
			var points []growth.Point
			for _, n := range test.sizes {
				points = append(points, growth.Point{Size: n, Count: uint64(test.count(n))})
			}
			fit, ok := growth.Of(points)
			got := ""
			if ok {
				got = fit.String()
			}
			if got != test.want {
				t.Errorf("%v grow as %q, want %q", points, got, test.want)
			}
		})
	}
}
