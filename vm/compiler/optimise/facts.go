package optimise

import (
	"math"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file keeps what is known at a place: bounds of values, which values are not
// 0, and that one value is at most another one plus a constant (as in Bodik, Gupta
// and Sarkar, "ABCD: Eliminating Array Bounds Checks on Demand", 2000). Facts come
// from the branches and guards that dominate the place, and removes guards that
// cannot fail.

const (
	minimum = math.MinInt32
	maximum = math.MaxInt32
	// effort bounds the steps of a proof.
	effort = 24
)

// relation says that a value is at most other + offset, as numbers without wrapping.
type relation struct {
	other  *ir.Value
	offset int64
	next   int32
}

// change is what the info of a value was.
type change struct {
	id        int32
	low, high int32
	relations int32
	nonZero   bool
}

type facts struct {
	log       []change
	relations []relation
}

func (n *walker) remember(v *ir.Value) *info {
	i := &n.info[v.ID]
	n.log = append(n.log, change{int32(v.ID), i.low, i.high, i.relations, i.nonZero})
	return i
}

func (n *walker) undo(log, relations int) {
	for len(n.log) > log {
		c := n.log[len(n.log)-1]
		n.log = n.log[:len(n.log)-1]
		i := &n.info[c.id]
		i.low, i.high, i.relations, i.nonZero = c.low, c.high, c.relations, c.nonZero
	}
	n.relations = n.relations[:relations]
}

// condition strips a condition, of which only matters whether it is 0, of tests
// for 0; negated says that the result is 0 where the condition was not.
func (n *walker) condition(c *ir.Value) (result *ir.Value, negated bool) {
	for {
		switch {
		case pure(c, wasm.OpI32Eqz):
			c, negated = c.Args[0], !negated
		case pure(c, wasm.OpI32Ne) && c.Args[1].IsConst(0):
			c = c.Args[0]
		default:
			return c, negated
		}
	}
}

// guard removes a guard that does not leave, and what follows one that does.
func (n *walker) guard(v *ir.Value) {
	c, negated := n.condition(v.Args[0])
	if t, known := n.decide(c); known {
		if t == negated {
			return
		}
		b := n.block
		b.Kind, b.Control, b.Results, b.Exit = ir.BlockExit, nil, v.Args[1:], v.Exit
		n.cut = true
		return
	}
	if !negated {
		v.Args[0] = c
	}
	n.keep(v)
	n.assume(c, negated)
}

// assumeEdge enters what follows from the branch that leads to the block.
func (n *walker) assumeEdge(b *ir.Block) {
	if len(b.Preds) != 1 {
		return
	}
	p := b.Preds[0]
	switch p.Kind {
	case ir.BlockIf:
		n.assume(p.Control, p.Succs[0] == b)
	case ir.BlockSwitch:
		for i, s := range p.Succs[:len(p.Succs)-1] {
			if s == b {
				n.bound(p.Control, int64(i), int64(i))
			}
		}
	}
}

// bound narrows the bounds of a value.
func (n *walker) bound(v *ir.Value, low, high int64) {
	if v.Type != wasm.I32 {
		return
	}
	low, high = max(low, minimum), min(high, maximum)
	i := n.info[v.ID]
	if low <= int64(i.low) && high >= int64(i.high) || low > maximum || high < minimum {
		return
	}
	j := n.remember(v)
	j.low, j.high = max(i.low, int32(low)), min(i.high, int32(high))
}

func (n *walker) setNonZero(v *ir.Value) {
	if !n.info[v.ID].nonZero {
		n.remember(v).nonZero = true
	}
	if i := n.info[v.ID]; v.Type == wasm.I32 && i.low == 0 && i.high > 0 {
		n.bound(v, 1, maximum)
	}
}

// assume enters that a condition is not 0, or that it is.
func (n *walker) assume(c *ir.Value, is bool) { n.assumeDeep(c, is, conditionDepth) }

func (n *walker) assumeDeep(c *ir.Value, is bool, depth int) {
	if is {
		n.setNonZero(c)
	} else if c.Type == wasm.I32 {
		n.bound(c, 0, 0)
	}
	if c.Op != ir.OpPure || c.Sat || depth == 0 {
		return
	}
	switch c.Code {
	case wasm.OpI32Eqz, wasm.OpI64Eqz:
		n.assumeDeep(c.Args[0], !is, depth-1)
		return
	case wasm.OpI32And:
		if is && boolean(c) {
			n.assumeDeep(c.Args[0], true, depth-1)
			n.assumeDeep(c.Args[1], true, depth-1)
		}
		return
	case wasm.OpI32Or:
		if !is {
			n.assumeDeep(c.Args[0], false, depth-1)
			n.assumeDeep(c.Args[1], false, depth-1)
		}
		return
	}
	if len(c.Args) != 2 {
		return
	}
	x, y, code := c.Args[0], c.Args[1], c.Code
	switch code {
	case wasm.OpI64Eq, wasm.OpI64Ne:
		if is == (code == wasm.OpI64Ne) && y.IsConst(0) {
			n.setNonZero(x)
		}
		return
	}
	if !is {
		code = inverse(code)
	}
	switch code {
	case wasm.OpI32Eq:
		n.relate(x, y, 0)
		n.relate(y, x, 0)
		if n.nonZero(y) {
			n.setNonZero(x)
		} else if n.nonZero(x) {
			n.setNonZero(y)
		}
	case wasm.OpI32Ne:
		if y.IsConst(0) {
			n.setNonZero(x)
		}
		n.exclude(x, y)
		n.exclude(y, x)
	case wasm.OpI32LtS:
		n.relate(x, y, -1)
	case wasm.OpI32GtS:
		n.relate(y, x, -1)
	case wasm.OpI32LeS:
		n.relate(x, y, 0)
	case wasm.OpI32GeS:
		n.relate(y, x, 0)
	case wasm.OpI32LtU:
		n.relateUnsigned(x, y, -1)
	case wasm.OpI32GtU:
		n.relateUnsigned(y, x, -1)
	case wasm.OpI32LeU:
		n.relateUnsigned(x, y, 0)
	case wasm.OpI32GeU:
		n.relateUnsigned(y, x, 0)
	}
}

// exclude narrows the bounds of a value that is not y.
func (n *walker) exclude(x, y *ir.Value) {
	lowX, highX := n.bounds(x, 1)
	lowY, highY := n.bounds(y, 1)
	if lowY != highY {
		return
	}
	if lowX == lowY {
		n.bound(x, lowX+1, maximum)
	} else if highX == highY {
		n.bound(x, minimum, highX-1)
	}
}

// relateUnsigned enters that x is at most y + offset, both unsigned.
func (n *walker) relateUnsigned(x, y *ir.Value, offset int64) {
	if offset < 0 {
		n.setNonZero(y)
	}
	if low, _ := n.bounds(y, 2); low >= 0 {
		n.bound(x, 0, maximum)
		n.relate(x, y, offset)
	}
}

// relate enters that x is at most y + offset.
func (n *walker) relate(x, y *ir.Value, offset int64) {
	for range 4 {
		lowX, _ := n.bounds(x, 1)
		_, highY := n.bounds(y, 1)
		n.bound(x, minimum, highY+offset)
		n.bound(y, lowX-offset, maximum)
		if x.Op == ir.OpConst {
			return
		}
		if y.Op != ir.OpConst {
			n.remember(x).relations = int32(len(n.relations))
			n.relations = append(n.relations, relation{y, offset, n.log[len(n.log)-1].relations})
		}
		z, c, ok := n.sum(x)
		if !ok {
			return
		}
		x, offset = z, offset-c
	}
}

// sum splits a value that is the sum of another one and a constant and does not wrap.
func (n *walker) sum(v *ir.Value) (x *ir.Value, c int64, ok bool) {
	if !pure(v, wasm.OpI32Add) || v.Args[1].Op != ir.OpConst {
		return nil, 0, false
	}
	x, c = v.Args[0], int64(int32(v.Args[1].Imm))
	i, low, high := n.info[v.ID], int64(n.info[x.ID].low), int64(n.info[x.ID].high)
	switch {
	case c >= 0:
		// A sum that wraps is below minimum + c.
		ok = high+c <= maximum || int64(i.low) >= minimum+c
	default:
		ok = low+c >= minimum || int64(i.high) <= maximum+c
	}
	return x, c, ok
}

// bounds are the bounds of a value, looking at what it is computed from.
func (n *walker) bounds(v *ir.Value, depth int) (low, high int64) {
	if v.Op == ir.OpConst {
		return int64(int32(v.Imm)), int64(int32(v.Imm))
	}
	i := &n.info[v.ID]
	low, high = int64(i.low), int64(i.high)
	if !i.seen && arrayLength(v) {
		low = max(low, 0)
	}
	if depth == 0 || low == high {
		return low, high
	}
	l, h := n.computed(v, depth-1)
	return max(low, l), min(high, h)
}

// computed are the bounds of a value that follow from its operation.
func (n *walker) computed(v *ir.Value, depth int) (low, high int64) {
	low, high = minimum, maximum
	if v.Type != wasm.I32 {
		return low, high
	}
	switch v.Op {
	case ir.OpLoad:
		switch v.Code {
		case wasm.OpI32Load8S:
			return math.MinInt8, math.MaxInt8
		case wasm.OpI32Load8U:
			return 0, math.MaxUint8
		case wasm.OpI32Load16S:
			return math.MinInt16, math.MaxInt16
		case wasm.OpI32Load16U:
			return 0, math.MaxUint16
		}
		if arrayLength(v) {
			return 0, maximum
		}
		return low, high
	case ir.OpSelect:
		a, b := n.bounds(v.Args[0], depth)
		c, d := n.bounds(v.Args[1], depth)
		return min(a, c), max(b, d)
	case ir.OpPure:
	default:
		return low, high
	}
	if v.Sat {
		return low, high
	}
	if comparison(v) {
		return 0, 1
	}
	a, b := n.bounds(v.Args[0], depth)
	var c, d int64
	if len(v.Args) > 1 && v.Args[1].Type == wasm.I32 {
		c, d = n.bounds(v.Args[1], depth)
	}
	fit := func(l, h int64) (int64, int64) {
		if l < minimum || h > maximum {
			return minimum, maximum
		}
		return l, h
	}
	switch v.Code {
	case wasm.OpI32Clz, wasm.OpI32Ctz, wasm.OpI32Popcnt:
		return 0, 32
	case wasm.OpI32Extend8S:
		return math.MinInt8, math.MaxInt8
	case wasm.OpI32Extend16S:
		return math.MinInt16, math.MaxInt16
	case wasm.OpI32Add:
		return fit(a+c, b+d)
	case wasm.OpI32Sub:
		return fit(a-d, b-c)
	case wasm.OpI32Mul:
		if c == d && c >= 0 && c < 1<<16 {
			return fit(a*c, b*c)
		}
	case wasm.OpI32And:
		switch {
		case a >= 0 && c >= 0:
			return 0, min(b, d)
		case a >= 0:
			return 0, b
		case c >= 0:
			return 0, d
		}
	case wasm.OpI32Or, wasm.OpI32Xor:
		if a >= 0 && c >= 0 {
			return 0, maximum
		}
	case wasm.OpI32Shl:
		if c == d {
			return fit(a<<(c&31), b<<(c&31))
		}
	case wasm.OpI32ShrS:
		if c == d {
			return a >> (c & 31), b >> (c & 31)
		}
		if a >= 0 {
			return 0, b
		}
	case wasm.OpI32ShrU:
		if a >= 0 {
			if c == d {
				return a >> (c & 31), b >> (c & 31)
			}
			return 0, b
		}
		if c == d && c&31 != 0 {
			return 0, 1<<(32-c&31) - 1
		}
	case wasm.OpI32DivS:
		if a >= 0 && c > 0 {
			return 0, b / c
		}
	case wasm.OpI32RemS:
		if c > 0 {
			if a >= 0 {
				return 0, min(b, d-1)
			}
			return max(a, -d+1), max(min(b, d-1), 0)
		}
	case wasm.OpI32RemU:
		if c > 0 {
			return 0, d - 1
		}
	}
	return low, high
}

// define enters what follows from a value's operation: it holds wherever the value does.
func (n *walker) define(v *ir.Value) {
	i := &n.info[v.ID]
	i.seen = true
	if nonNil(v) {
		i.nonZero = true
	}
	if v.Op == ir.OpConst {
		i.nonZero = v.Imm != 0 && (v.Type == wasm.I32 || v.Type == wasm.I64)
		if v.Type == wasm.I32 {
			i.low, i.high = int32(v.Imm), int32(v.Imm)
		}
		return
	}
	if v.Type == wasm.I32 {
		l, h := n.computed(v, 1)
		i.low, i.high = max(i.low, int32(l)), min(i.high, int32(h))
	}
}

// nonNil reports whether a value is marked as a reference that is not null. Marks of
// calls' results do not count: a result is marked because a guard behind the call
// makes sure of it, and that guard must stay.
func nonNil(v *ir.Value) bool { return v.NonNil && v.Op != ir.OpResult }

// nonZero reports whether a value is known not to be 0.
func (n *walker) nonZero(v *ir.Value) bool {
	i := &n.info[v.ID]
	if i.nonZero || nonNil(v) || v.Op == ir.OpConst && v.Imm != 0 {
		return true
	}
	if v.Type == wasm.I32 {
		low, high := n.bounds(v, 1)
		return low > 0 || high < 0
	}
	return false
}

// decide tells whether a condition is not 0, if that is known.
func (n *walker) decide(c *ir.Value) (is, known bool) { return n.decideDeep(c, conditionDepth) }

// conditionDepth bounds how many conditions inside of conditions are looked at.
const conditionDepth = 3

func (n *walker) decideDeep(c *ir.Value, depth int) (is, known bool) {
	if c.Op == ir.OpConst {
		return c.Imm != 0, true
	}
	if n.nonZero(c) {
		return true, true
	}
	if i := &n.info[c.ID]; c.Type == wasm.I32 && i.low == 0 && i.high == 0 {
		return false, true
	}
	if c.Op != ir.OpPure || c.Sat || depth == 0 {
		return false, false
	}
	switch c.Code {
	case wasm.OpI32Eqz, wasm.OpI64Eqz:
		is, known = n.decideDeep(c.Args[0], depth-1)
		return !is, known
	case wasm.OpI32And, wasm.OpI32Or:
		a, knownA := n.decideDeep(c.Args[0], depth-1)
		b, knownB := n.decideDeep(c.Args[1], depth-1)
		if c.Code == wasm.OpI32Or {
			return a && knownA || b && knownB, a && knownA || b && knownB || knownA && knownB
		}
		if knownA && !a || knownB && !b {
			return false, true
		}
		return true, knownA && knownB && boolean(c)
	}
	if c.Code < wasm.OpI32Eq || c.Code > wasm.OpI32GeU {
		return false, false
	}
	x, y := c.Args[0], c.Args[1]
	switch c.Code {
	case wasm.OpI32Eq, wasm.OpI32Ne:
		if n.atMost(x, y, -1) || n.atMost(y, x, -1) || y.IsConst(0) && n.nonZero(x) {
			return c.Code == wasm.OpI32Ne, true
		}
		if n.atMost(x, y, 0) && n.atMost(y, x, 0) {
			return c.Code == wasm.OpI32Eq, true
		}
		return false, false
	case wasm.OpI32GtS:
		return n.less(y, x)
	case wasm.OpI32LtS:
		return n.less(x, y)
	case wasm.OpI32LeS:
		is, known = n.less(y, x)
		return !is, known
	case wasm.OpI32GeS:
		is, known = n.less(x, y)
		return !is, known
	case wasm.OpI32GtU:
		return n.lessUnsigned(y, x)
	case wasm.OpI32LtU:
		return n.lessUnsigned(x, y)
	case wasm.OpI32LeU:
		is, known = n.lessUnsigned(y, x)
		return !is, known
	default:
		is, known = n.lessUnsigned(x, y)
		return !is, known
	}
}

// less tells whether x is below y, if that is known.
func (n *walker) less(x, y *ir.Value) (is, known bool) {
	if n.atMost(x, y, -1) {
		return true, true
	}
	return false, n.atMost(y, x, 0)
}

func (n *walker) lessUnsigned(x, y *ir.Value) (is, known bool) {
	lowX, highX := n.bounds(x, 2)
	lowY, highY := n.bounds(y, 2)
	switch {
	case lowX >= 0 && lowY >= 0:
		return n.less(x, y)
	case lowX >= 0 && highY < 0:
		return true, true
	case highX < 0 && lowY >= 0:
		return false, true
	case lowX >= 0 && n.atMost(x, y, -1):
		// y is above x, so it is not negative either.
		return true, true
	}
	return false, false
}

// atMost reports whether x is known to be at most y + offset.
func (n *walker) atMost(x, y *ir.Value, offset int64) bool {
	left := effort
	return n.prove(x, y, offset, &left)
}

func (n *walker) prove(x, y *ir.Value, offset int64, left *int) bool {
	if x == y {
		return offset >= 0
	}
	_, high := n.bounds(x, 1)
	low, _ := n.bounds(y, 1)
	if high <= low+offset {
		return true
	}
	if *left == 0 {
		return false
	}
	*left--
	for i := n.info[x.ID].relations; i != 0; i = n.relations[i].next {
		r := &n.relations[i]
		if n.prove(r.other, y, offset-r.offset, left) {
			return true
		}
	}
	if z, c, ok := n.sum(x); ok && n.prove(z, y, offset-c, left) {
		return true
	}
	if z, c, ok := n.sum(y); ok && n.prove(x, z, offset+c, left) {
		return true
	}
	return n.proveComputed(x, y, offset, left)
}

// proveComputed uses x's operation.
func (n *walker) proveComputed(x, y *ir.Value, offset int64, left *int) bool {
	if x.Op == ir.OpSelect {
		return n.prove(x.Args[0], y, offset, left) && n.prove(x.Args[1], y, offset, left)
	}
	if x.Op != ir.OpPure || x.Sat || len(x.Args) != 2 || x.Type != wasm.I32 {
		return false
	}
	a, b := x.Args[0], x.Args[1]
	notNegative := func(v *ir.Value) bool {
		low, _ := n.bounds(v, 2)
		return low >= 0
	}
	switch x.Code {
	case wasm.OpI32And:
		return notNegative(a) && n.prove(a, y, offset, left) || notNegative(b) && n.prove(b, y, offset, left)
	case wasm.OpI32ShrS, wasm.OpI32ShrU, wasm.OpI32DivU:
		return notNegative(a) && n.prove(a, y, offset, left)
	case wasm.OpI32DivS:
		return notNegative(a) && notNegative(b) && n.prove(a, y, offset, left)
	case wasm.OpI32Sub:
		// Without wrapping: both are not negative.
		return notNegative(a) && notNegative(b) && n.prove(a, y, offset, left)
	case wasm.OpI32RemS:
		return notNegative(b) && n.prove(b, y, offset+1, left) || notNegative(a) && n.prove(a, y, offset, left)
	case wasm.OpI32RemU:
		return notNegative(b) && n.prove(b, y, offset+1, left)
	}
	return false
}
