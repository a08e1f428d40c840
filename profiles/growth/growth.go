// Package growth says how a method's counts grow with the size of the program's input, from runs at several sizes. Counts are exact, so
// a few sizes tell laws apart that times would not (Goldsmith, Aiken and Wilkerson, "Measuring Empirical Computational
// Complexity", FSE 2007; Coppa, Demetrescu and Finocchi, "Input-Sensitive Profiling", PLDI 2012).
//
// Invariant: what is told is about the sizes that were run. It proves nothing about others.
package growth

import (
	"fmt"
	"math"

	"hotlens/profiles/numbers"
)

// Point is what was counted at a size.
type Point struct {
	Size  uint64 // at least 1
	Count uint64
}

// MinPoints is the least number of sizes that can tell laws apart: one more than a law with two coefficients and
// an exponent could always pass through.
const MinPoints = 4

// Fit is the law that the counts follow best.
type Fit struct {
	Law   string  // "1" for counts that do not grow, "log n", "n", "n log n", "n²", "n² log n", "n³", "2ⁿ", or a power such as "n^1.5"
	Error float64 // root mean square of how far off the law is, relative to the counts
}

// String is how a lens says it: "n log n ± 0.4%".
func (f Fit) String() string {
	if f.Error < exact {
		return f.Law
	}
	return f.Law + " ± " + numbers.Percent(f.Error)
}

const (
	// exact is the error below which none is told: what numbers.Percent has no digit for.
	exact = 0.001
	// noGrowth is the error of a constant below which the counts are said not to grow, whatever else would fit better.
	noGrowth = 0.01
	// misfit is the error of the best law above which a power of n is told in its place. Neighbouring laws are further
	// apart than that over sizes that differ eightfold: n and n log n by 20 % at n = 1,000.
	misfit = 0.05
	// noLaw is the error of a power above which nothing is told: that of counts that go up and down.
	noLaw = 0.2
)

// laws are those that algorithms usually follow, the slowest first.
var laws = []struct {
	name string
	of   func(n float64) float64
}{
	{"log n", math.Log},
	{"n", func(n float64) float64 { return n }},
	{"n log n", func(n float64) float64 { return n * math.Log(n) }},
	{"n²", func(n float64) float64 { return n * n }},
	{"n² log n", func(n float64) float64 { return n * n * math.Log(n) }},
	{"n³", func(n float64) float64 { return n * n * n }},
	{"2ⁿ", math.Exp2},
}

// Of finds the law a + b·f(n), with b above 0, that has the least error. It reports false for fewer than MinPoints points, and for
// counts that are 0 somewhere, shrink, or follow no law.
func Of(points []Point) (Fit, bool) {
	if len(points) < MinPoints {
		return Fit{}, false
	}
	for _, p := range points {
		if p.Count == 0 || p.Size == 0 {
			return Fit{}, false
		}
	}
	if _, _, e := line(points, func(float64) float64 { return 0 }); e < noGrowth {
		return Fit{"1", e}, true
	}
	best := Fit{Error: math.Inf(1)}
	for _, law := range laws {
		if _, b, e := line(points, law.of); b > 0 && e < best.Error {
			best = Fit{law.name, e}
		}
	}
	if best.Error > misfit {
		k, e := power(points)
		best = Fit{fmt.Sprintf("n^%.1f", k), e}
		return best, k > 0 && e < noLaw
	}
	return best, true
}

// line finds the a and b for which a + b·f(n) has the least squares of relative errors, and their root mean square. With a function
// that is 0 b is 0; with one that is not finite, the error is infinite.
func line(points []Point, f func(float64) float64) (a, b, rms float64) {
	// Scaled to its largest value, no law is out of a number's range.
	scale := 0.0
	for _, p := range points {
		scale = max(scale, f(float64(p.Size)))
	}
	if math.IsInf(scale, 0) {
		return 0, 0, math.Inf(1)
	}
	if scale == 0 {
		scale = 1
	}
	// With weights 1/count: minimise the sum of (1 - a·u - b·v)², u = 1/count, v = f/count.
	var uu, uv, vv, su, sv float64
	for _, p := range points {
		u := 1 / float64(p.Count)
		v := f(float64(p.Size)) / scale * u
		uu, uv, vv, su, sv = uu+u*u, uv+u*v, vv+v*v, su+u, sv+v
	}
	if determinant := uu*vv - uv*uv; vv == 0 {
		a = su / uu
	} else if determinant > 0 {
		a, b = (su*vv-sv*uv)/determinant, (sv*uu-su*uv)/determinant
	} else {
		b = sv / vv
	}
	var sum float64
	for _, p := range points {
		off := 1 - (a+b*f(float64(p.Size))/scale)/float64(p.Count)
		sum += off * off
	}
	return a, b / scale, math.Sqrt(sum / float64(len(points)))
}

// power finds the exponent of n by the slope of the logarithms, and the root mean square of the relative errors.
func power(points []Point) (exponent, rms float64) {
	var x, y, xx, xy float64
	n := float64(len(points))
	for _, p := range points {
		lx, ly := math.Log(float64(p.Size)), math.Log(float64(p.Count))
		x, y, xx, xy = x+lx, y+ly, xx+lx*lx, xy+lx*ly
	}
	exponent = (n*xy - x*y) / (n*xx - x*x)
	offset := (y - exponent*x) / n
	var sum float64
	for _, p := range points {
		off := 1 - math.Exp(offset+exponent*math.Log(float64(p.Size)))/float64(p.Count)
		sum += off * off
	}
	return exponent, math.Sqrt(sum / n)
}
