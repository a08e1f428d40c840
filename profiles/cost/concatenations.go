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
	methods   []joins
	allocates []bool      // by coefficient
	early     Coefficient // of strings that are joined before the best compiler has the code
}

// joins is what a method has joined and allocated in all of its contexts.
type joins struct {
	bytes     uint64
	allocated sum // which depends on how much was allocated before, and on what the collector never sees
	strings   uint64
	early     sum
}

func newConcatenations(p *profiles.Profile, m *Model, s *settler) *concatenations {
	c := &concatenations{settler: s, profile: p, model: m, place: make([]int32, len(p.Methods)), allocates: make([]bool, 2*len(m.Rows)), early: base(m.find[RowWarmUp][nameJoined])}
	for i := range c.place {
		c.place[i] = -1
	}
	for i := range p.Concatenations {
		row := &p.Concatenations[i]
		if c.place[row.Caller] < 0 {
			c.place[row.Caller] = int32(len(c.methods))
			c.methods = append(c.methods, joins{})
		}
		c.methods[c.place[row.Caller]].strings += row.Strings
	}
	for i := range m.Rows {
		if m.Rows[i].What == RowAllocation || m.Rows[i].What == RowCollection || i == m.find[RowWarmUp][nameMemory] {
			c.allocates[base(i)], c.allocates[unit(i)] = true, true
		}
	}
	return c
}

// Count is the settler's, and takes down what is charged for what a method allocates, and for its first strings.
func (c *concatenations) Count(context int32, of Coefficient, n uint64) {
	c.settler.Count(context, of, n)
	if !c.allocates[of] && of != c.early {
		return
	}
	place := c.place[c.profile.Contexts[context].Method]
	if place < 0 {
		return
	}
	if of == c.early {
		c.methods[place].early.add(n, c.fixed[of])
	} else {
		c.methods[place].allocated.add(n, c.fixed[of])
	}
}

// settle gives each concatenation its cost: joining, a part of what its method's first strings cost more, and of what its allocations cost, by bytes.
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
		cost := saturated(joining.nanos(), proportion(of.allocated.nanos(), row.ObjectBytes(), of.bytes))
		row.Cost = profiles.Measured(saturated(cost, proportion(of.early.nanos(), row.Strings, of.strings)))
	}
}

// saturated is a sum, or the largest number.
func saturated(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
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
