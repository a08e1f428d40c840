package cost

import (
	"math"
	"math/bits"

	"hotlens/profiles"
	"hotlens/profiles/instructions"
	"hotlens/profiles/prefault"
)

// fraction is how many bits of a fixed-point number stand behind the point: costs are calculated in
// units of 1/1048576 ns.
const fraction = 20

// fixed is a coefficient as a fixed-point number. Scaling by a power of two is exact, and
// rounding the same, on every machine.
func fixed(value float64) uint64 { return uint64(math.RoundToEven(value * (1 << fraction))) }

// Apply gives each context of a profile its cost, and names the model. A profile without contexts, whose
// calls were not counted, has none.
func Apply(p *profiles.Profile, m *Model) {
	if !p.Counted() {
		return
	}
	s := &settler{sums: prefault.Slice[sum](len(p.Contexts)), rates: make([]uint64, len(p.Methods)), fixed: make([]uint64, 2*len(m.Rows))}
	for i, row := range m.Rows {
		s.fixed[base(i)], s.fixed[unit(i)] = fixed(row.Base), fixed(row.Unit)
	}
	for i := range p.Methods {
		kinds(&p.Methods[i], func(kind instructions.Kind, part uint64) {
			s.rates[i] += s.fixed[base(m.find[RowKind][kind.String()])] * part
		})
		s.rates[i] /= instructions.Whole
	}
	concatenations := newConcatenations(p, m, s)
	m.Walk(p, concatenations)
	total := uint64(0)
	for i := range p.Contexts {
		amount := s.sums[i].nanos()
		p.Contexts[i].Cost = profiles.Measured(amount)
		if total += amount; total < amount {
			total = math.MaxUint64
		}
	}
	concatenations.settle()
	p.Totals.Cost = &total
	p.CostModel = m.Name
}

// settler adds up what contexts are charged.
type settler struct {
	sums  []sum
	rates []uint64 // by method: of an instruction
	fixed []uint64 // by coefficient
}

func (s *settler) Execute(context, method int32, bytecodes uint64, factor Coefficient) {
	rate := s.rates[method]
	if factor != NoFactor {
		high, low := bits.Mul64(rate, s.fixed[factor])
		rate = high<<(64-fraction) | low>>fraction
	}
	s.sums[context].add(bytecodes, rate)
}

func (s *settler) Count(context int32, c Coefficient, n uint64) { s.sums[context].add(n, s.fixed[c]) }

func (s *settler) CountTimes(context int32, c, factor Coefficient, n uint64) {
	high, low := bits.Mul64(s.fixed[c], s.fixed[factor])
	s.sums[context].add(n, high<<(64-fraction)|low>>fraction)
}

// sum is a sum of products.
type sum struct{ high, low uint64 }

func (s *sum) add(a, b uint64) {
	high, low := bits.Mul64(a, b)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high, _ = bits.Add64(s.high, high, carry)
}

// nanos is the sum in nanoseconds, rounded to the nearest one, halves up.
func (s *sum) nanos() uint64 {
	low, carry := bits.Add64(s.low, 1<<(fraction-1), 0)
	high := s.high + carry
	if high >= 1<<fraction {
		return math.MaxUint64
	}
	return high<<(64-fraction) | low>>fraction
}
