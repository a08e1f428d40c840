package fdlibm

import "math"

// This file is what the compiler has to know of LIBM's functions to make code of them.

// Exponential is what exp is made of, for arguments from Least to Most and from -Most to -Least, whose results are normal numbers: see intelExp.
var Exponential = struct {
	Least, Most      float64
	Inverse, Shifter float64
	Step             [2]float64
	Coefficients     [5]float64
	// Powers are, for each of 64 powers of two, its high part and what is left.
	Powers func() []float64
}{
	Least: expTiny, Most: 700, Inverse: expInverse, Shifter: expShifter, Step: [2]float64{expStep1, expStep2}, Coefficients: expCoefficients,
	Powers: func() (all []float64) {
		for _, p := range powers64() {
			all = append(all, p.high, p.low)
		}
		return all
	},
}

// LogarithmParts is what a logarithm of a positive normal number is made of: see logarithm.of.
type LogarithmParts struct {
	Reciprocals []uint16  // the number of an entry by the first twelve bits of the fraction
	Entries     []float64 // three for each: the rounded reciprocal, and its logarithm in two parts
	Two         [2]float64
	Scale, Rest float64
	Less        int
	// Coefficients are those of the second to the seventh power.
	Coefficients [6]float64
}

// NaturalLogarithm is Math.log.
func NaturalLogarithm() *LogarithmParts { return naturalLogarithm().parts() }

// DecimalLogarithm is Math.log10.
func DecimalLogarithm() *LogarithmParts { return decimalLogarithm().parts() }

func (l *logarithm) parts() *LogarithmParts {
	p := &LogarithmParts{Reciprocals: l.reciprocals[:], Two: [2]float64{l.two.high, l.two.low}, Scale: l.scale, Rest: l.rest, Less: l.less, Coefficients: l.coefficients}
	for i, value := range l.values {
		p.Entries = append(p.Entries, value, l.logs[i].high, l.logs[i].low)
	}
	return p
}

// Sine is what sine and cosine are made of, for arguments from Least to Most and from -Most to -Least: see sineNear.
var Sine = struct {
	Least, Most  float64
	Steps        float64    // steps in a unit
	Step         [3]float64 // one of them, in parts
	Quarter      int32      // steps in a quarter of a turn, of which Turn has four
	Turn         int32
	Sine, Cosine [4]float64 // the series
	// Table is, for each step of a turn, the sine in two parts, and the cosine's nearest power of two and what is left.
	Table func() []float64
}{
	Least: math.Float64frombits(trigTiny << 48), Most: math.Float64frombits(trigHuge<<48 - 1), Steps: trigSteps, Step: [3]float64{trigStep1, trigStep2, trigStep3},
	Quarter: sinesSize / 4, Turn: sinesSize, Sine: sineSeries, Cosine: cosineSeries,
	Table: func() (all []float64) {
		for _, t := range sineSteps() {
			all = append(all, t.sine, t.sineLow, t.power, t.rest)
		}
		return all
	},
}
