package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hotlens/profiles/cost"
)

// Fitting a cost model. The modelled time of a phase is a sum of terms, each a count times one or two coefficients. The
// coefficients are positive, and what is fitted is the logarithm of each to its value in the model that the fit starts
// from; a ridge holds those near it that the phases say little about. What is minimised is the squared logarithm of
// modelled to measured time, which counts a factor of two alike for all phases, and beyond outlier only linearly
// (Huber, "Robust estimation of a location parameter", 1964).

const (
	// outlier is the logarithm beyond which a phase's error counts linearly: a factor of two. Phases
	// that wait for memory are off by more, and no coefficient can help it.
	outlier = 0.7
	// steps is how often the sums are made linear, and sweeps how often all coefficients are then improved in turn.
	steps, sweeps = 12, 12
	// longestStep bounds how far a coefficient's logarithm moves in a step, because the sums are not linear in them.
	longestStep = 0.5
	// farthest is the logarithm of how far a coefficient may go from where it started.
	farthest = 2.3
	// noticeable is the logarithm from which on a coefficient is said to have been fitted.
	noticeable = 0.02
)

// The ridges: as many phases would have to be off by as much to move a coefficient.
const (
	ridgeMeasured = 2    // of coefficients that were measured by themselves
	ridgeMethod   = 0.5  // of those of single methods
	ridgeFree     = 0.15 // of those that many phases depend on
)

// ridge is how strongly a coefficient is held.
func ridge(row *cost.Row, unit bool) float64 {
	switch {
	case row.What == cost.RowClock, unit && (row.What == cost.RowWarmUp || row.What == cost.RowLarge || row.What == cost.RowCache), !unit && row.What == cost.RowLarge:
		return math.Inf(1) // they say how many, or nothing of costs
	case strings.HasPrefix(row.Source, "measured"):
		return ridgeMeasured
	case row.What == cost.RowMethod || row.What == cost.RowIntrinsic:
		return ridgeMethod
	}
	return ridgeFree
}

// crossValidate is what models say of phases each of which was fitted to the phases of the other programs only.
func crossValidate(model *cost.Model, phases []*measuredPhase) func(*measuredPhase) float64 {
	without := map[string]*cost.Model{}
	for _, p := range phases {
		if without[p.program] == nil {
			without[p.program] = fitFree(model, slices.DeleteFunc(slices.Clone(phases), func(other *measuredPhase) bool { return other.program == p.program }))
		}
	}
	return func(p *measuredPhase) float64 { return predict(without[p.program], p) }
}

// fitFree fits a model's coefficients to phases.
func fitFree(model *cost.Model, phases []*measuredPhase) *cost.Model {
	fitted := model.Clone()
	coefficients := 2 * len(model.Rows)
	start, moved := make([]float64, coefficients), make([]float64, coefficients)
	for c := range start {
		start[c] = cost.Coefficient(c).Of(model)
	}
	value := func(c cost.Coefficient) float64 { return start[c] * math.Exp(moved[c]) }
	// A column of the Jacobian of the logarithms: by phase, the part of its time that a coefficient is in.
	type entry struct {
		phase int
		part  float64
	}
	residuals, weights, mine := make([]float64, len(phases)), make([]float64, len(phases)), make([]float64, coefficients)
	for range steps {
		columns := make([][]entry, coefficients)
		for i, p := range phases {
			total := 0.0
			clear(mine)
			for _, t := range p.terms {
				amount := t.amount(value)
				total += amount
				for _, c := range t.coefficients {
					if c != cost.NoFactor {
						mine[c] += amount
					}
				}
			}
			residuals[i] = math.Log(measured(p) / total)
			weights[i] = min(1, outlier/math.Abs(residuals[i]))
			for c, amount := range mine {
				if amount > 0 {
					columns[c] = append(columns[c], entry{i, amount / total})
				}
			}
		}
		// One step of Gauss and Newton, solved by coordinate descent.
		step := make([]float64, coefficients)
		for range sweeps {
			for c, column := range columns {
				hold := ridge(&model.Rows[c/2], c%2 == 1)
				if len(column) == 0 || math.IsInf(hold, 1) {
					continue
				}
				numerator, denominator := -hold*(moved[c]+step[c]), hold
				for _, e := range column {
					numerator += weights[e.phase] * e.part * residuals[e.phase]
					denominator += weights[e.phase] * e.part * e.part
				}
				delta := max(-farthest, min(farthest, moved[c]+step[c]+numerator/denominator)) - moved[c] - step[c]
				step[c] += delta
				for _, e := range column {
					residuals[e.phase] -= delta * e.part
				}
			}
		}
		for c := range moved {
			moved[c] += max(-longestStep, min(longestStep, step[c]))
		}
	}
	for c := range start {
		fitted.Set(cost.Coefficient(c), value(cost.Coefficient(c)))
		if row := &fitted.Rows[c/2]; math.Abs(moved[c]) > noticeable && !strings.HasPrefix(row.Source, "measured") {
			row.Source = fmt.Sprintf("fitted to %d phases", len(phases))
		}
	}
	return fitted
}

// predict is the time that a model says a phase takes, in nanoseconds.
func predict(model *cost.Model, p *measuredPhase) float64 {
	total := 0.0
	for _, t := range p.terms {
		total += t.amount(func(c cost.Coefficient) float64 { return c.Of(model) })
	}
	return total
}

// amount is the term's part of a phase's time, by the coefficients' values.
func (t term) amount(value func(cost.Coefficient) float64) float64 {
	amount := t.count
	for _, c := range t.coefficients {
		if c != cost.NoFactor {
			amount *= value(c)
		}
	}
	return amount
}
