package cost

import (
	"hotlens/profiles"
	"hotlens/profiles/instructions"
)

// elapsed is a Charger that passes on what contexts are charged for, and adds up how long that takes: the time at which the collector is at work.
type elapsed struct {
	Charger
	values []float64 // by coefficient
	rates  []float64 // by method: nanoseconds of an instruction
	nanos  float64
}

func newElapsed(to Charger, m *Model, p *profiles.Profile) *elapsed {
	e := &elapsed{Charger: to, values: make([]float64, 2*len(m.Rows)), rates: make([]float64, len(p.Methods))}
	for c := range e.values {
		e.values[c] = Coefficient(c).Of(m)
	}
	for i := range p.Methods {
		kinds(&p.Methods[i], func(kind instructions.Kind, part uint64) {
			e.rates[i] += float64(e.values[base(m.find[RowKind][kind.String()])] * float64(part))
		})
		e.rates[i] /= instructions.Whole
	}
	return e
}

func (e *elapsed) Execute(context, method int32, bytecodes uint64, factor Coefficient) {
	e.Charger.Execute(context, method, bytecodes, factor)
	rate := e.rates[method]
	if factor != NoFactor {
		rate *= e.values[factor]
	}
	e.nanos += float64(rate * float64(bytecodes))
}

func (e *elapsed) Count(context int32, c Coefficient, n uint64) {
	e.Charger.Count(context, c, n)
	e.nanos += float64(e.values[c] * float64(n))
}

func (e *elapsed) CountTimes(context int32, c, factor Coefficient, n uint64) {
	e.Charger.CountTimes(context, c, factor, n)
	e.nanos += float64(e.values[c] * e.values[factor] * float64(n))
}

// millis is the time since the program's start.
func (e *elapsed) millis() float64 { return e.nanos / 1e6 }
