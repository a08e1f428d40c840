package cost

import (
	"math"
	"math/bits"

	"hotlens/profiles"
)

// concatenations is a settler that also finds out what the strings take that instructions have joined. Contexts are charged for these as a whole.
type concatenations struct {
	*settler
	profile *profiles.Profile
	model   *Model
	// place is where in methods a method is; -1 for one that has joined nothing.
	place     []int32
	methods   []allocated
	allocates []bool // by coefficient
}

// allocated is what a method has allocated in all of its contexts.
type allocated struct {
	bytes uint64
	cost  sum // which depends on how much was allocated before, and on what the collector never sees
}

func newConcatenations(p *profiles.Profile, m *Model, s *settler) *concatenations {
	c := &concatenations{settler: s, profile: p, model: m, place: make([]int32, len(p.Methods)), allocates: make([]bool, 2*len(m.Rows))}
	for i := range c.place {
		c.place[i] = -1
	}
	for i := range p.Concatenations {
		if caller := p.Concatenations[i].Caller; c.place[caller] < 0 {
			c.place[caller] = int32(len(c.methods))
			c.methods = append(c.methods, allocated{})
		}
	}
	for i := range m.Rows {
		if m.Rows[i].What == RowAllocation || m.Rows[i].What == RowCollection || i == m.find[RowWarmUp][nameMemory] {
			c.allocates[base(i)], c.allocates[unit(i)] = true, true
		}
	}
	return c
}

// Count is the settler's, and takes down what is charged for what a method allocates.
func (c *concatenations) Count(context int, of Coefficient, n uint64) {
	c.settler.Count(context, of, n)
	if !c.allocates[of] {
		return
	}
	if place := c.place[c.profile.Contexts[context].Method]; place >= 0 {
		c.methods[place].cost.add(n, c.fixed[of])
	}
}

// settle gives each concatenation its cost: joining, and a part of what its method's allocations cost, by bytes.
func (c *concatenations) settle() {
	if len(c.methods) == 0 {
		return
	}
	for i := range c.profile.Contexts {
		context := &c.profile.Contexts[i]
		if place := c.place[context.Method]; place >= 0 {
			c.methods[place].bytes += context.AllocatedBytes
		}
	}
	text, operand := c.model.find[RowConcatenation][nameText], c.model.find[RowConcatenation][nameOperand]
	for i := range c.profile.Concatenations {
		row := &c.profile.Concatenations[i]
		var joining sum
		joining.add(row.Strings, c.fixed[base(text)])
		joining.add(row.Bytes, c.fixed[unit(text)])
		joining.add(row.Strings*uint64(row.Operands), c.fixed[base(operand)])
		of := &c.methods[c.place[row.Caller]]
		cost, carry := bits.Add64(joining.nanos(), proportion(of.cost.nanos(), row.ObjectBytes(), of.bytes), 0)
		if carry != 0 {
			cost = math.MaxUint64
		}
		row.Cost = profiles.Measured(cost)
	}
}

// proportion is an amount's part in proportion to one of a whole; all of it where the part is no less than the whole.
func proportion(amount, part, whole uint64) uint64 {
	if part >= whole {
		return amount
	}
	high, low := bits.Mul64(amount, part)
	quotient, _ := bits.Div64(high, low, whole) // less than amount, as part is less than whole
	return quotient
}
