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

// PowerParts is what pow is made of, for positive normal numbers but 1 whose logarithm needs no more bits, and powers of a middling size that are normal: see intelPow.
type PowerParts struct {
	NearOne  int32 // the upper 16 bits of numbers below 1 that are near it; those of numbers above are one more
	MoreFrom int32 // 16 times the exponent of powers from which on numbers near 1 need more bits
	// LeastSize and MostSize bound 16 times the exponent of the power and of the number's own exponent.
	LeastSize, MostSize int32
	Reciprocals         []uint16  // as LogarithmParts has them
	Entries             []float64 // the same, with binary logarithms
	Powers              []float64 // for each of 256 powers of two, its two parts
	Scale, Shifter      float64
	Range               float64 // of the binary logarithm of results
	Log, Exp            []float64
}

// Power is Math.pow.
func Power() *PowerParts {
	table := powTable()
	p := &PowerParts{
		NearOne: powNearFrom, MoreFrom: powMoreFrom, LeastSize: powBase + powSimple, MostSize: powBase + powLarge, Reciprocals: table.reciprocals[:],
		Scale: powScale, Shifter: quarterByteShifter, Range: math.Float64frombits((powGreatest + 1) << 48), Log: powLog[:], Exp: powExp[:],
	}
	for i, value := range table.scaled {
		p.Entries = append(p.Entries, value, table.logs[i].high, table.logs[i].low)
	}
	for _, power := range table.powers {
		p.Powers = append(p.Powers, power.high, power.low)
	}
	return p
}
