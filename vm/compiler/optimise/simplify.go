package optimise

import (
	"math"
	"math/bits"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file simplifies one operation at a time by algebraic identities that hold
// bit for bit.

// simplify rewrites an operation in place, or gives another value that equals it.
// Its arguments are simplified already.
func (n *walker) simplify(v *ir.Value) *ir.Value {
	if v.Op == ir.OpSelect {
		return n.simplifySelect(v)
	}
	if imm, ok := folded(v); ok {
		return n.constant(v.Type, imm)
	}
	if len(v.Args) == 1 {
		return n.simplifyUnary(v)
	}
	a, b := v.Args[0], v.Args[1]
	code := v.Code
	switch {
	case commutative(code):
		if a.Op == ir.OpConst || b.Op != ir.OpConst && a.ID > b.ID {
			v.Args[0], v.Args[1] = b, a
		}
	case code >= wasm.OpI32Eq && code <= wasm.OpF64Ge && code != wasm.OpI64Eqz:
		if a.Op == ir.OpConst || b.Op != ir.OpConst && a.ID > b.ID {
			v.Args[0], v.Args[1], v.Code = b, a, wasm.Swapped(code)
		}
	}
	switch {
	case code >= wasm.OpI32Eq && code <= wasm.OpI64GeU:
		return n.simplifyCompare(v)
	case code >= wasm.OpI32Add && code <= wasm.OpI32Rotr:
		return n.simplifyInteger(v, code-wasm.OpI32Add, 32)
	case code >= wasm.OpI64Add && code <= wasm.OpI64Rotr:
		return n.simplifyInteger(v, code-wasm.OpI64Add, 64)
	}
	return v
}

// commutative reports whether an operation's arguments may be exchanged. Those of
// floats may not: the bits of a NaN depend on the order.
func commutative(code byte) bool {
	switch code {
	case wasm.OpI32Add, wasm.OpI32Mul, wasm.OpI32And, wasm.OpI32Or, wasm.OpI32Xor,
		wasm.OpI64Add, wasm.OpI64Mul, wasm.OpI64And, wasm.OpI64Or, wasm.OpI64Xor:
		return true
	}
	return false
}

func (n *walker) simplifyUnary(v *ir.Value) *ir.Value {
	a := v.Args[0]
	if v.Sat {
		return v
	}
	switch v.Code {
	case wasm.OpI32Eqz:
		return n.simplifyTest(v, a)
	case wasm.OpI64Eqz:
		switch {
		case pure(a, wasm.OpI64ExtendI32S) || pure(a, wasm.OpI64ExtendI32U):
			return n.pure(wasm.OpI32Eqz, wasm.I32, a.Args[0])
		case pure(a, wasm.OpI64Sub) || pure(a, wasm.OpI64Xor):
			return n.pure(wasm.OpI64Eq, wasm.I32, a.Args[0], a.Args[1])
		}
		if n.nonZero(a) {
			return n.i32(0)
		}
	case wasm.OpI32WrapI64:
		if pure(a, wasm.OpI64ExtendI32S) || pure(a, wasm.OpI64ExtendI32U) {
			return a.Args[0]
		}
	case wasm.OpI32Extend8S:
		if low, high := n.bounds(a, 2); low >= math.MinInt8 && high <= math.MaxInt8 {
			return a
		}
		if pure(a, wasm.OpI32And) && a.Args[1].Op == ir.OpConst && a.Args[1].Imm&0xff == 0xff || pure(a, wasm.OpI32Extend16S) {
			return n.pure(wasm.OpI32Extend8S, wasm.I32, a.Args[0])
		}
	case wasm.OpI32Extend16S:
		if low, high := n.bounds(a, 2); low >= math.MinInt16 && high <= math.MaxInt16 {
			return a
		}
		if pure(a, wasm.OpI32And) && a.Args[1].Op == ir.OpConst && a.Args[1].Imm&0xffff == 0xffff {
			return n.pure(wasm.OpI32Extend16S, wasm.I32, a.Args[0])
		}
	case wasm.OpI32ReinterpretF32:
		if pure(a, wasm.OpF32ReinterpretI32) {
			return a.Args[0]
		}
	case wasm.OpF32ReinterpretI32:
		if pure(a, wasm.OpI32ReinterpretF32) {
			return a.Args[0]
		}
	case wasm.OpI64ReinterpretF64:
		if pure(a, wasm.OpF64ReinterpretI64) {
			return a.Args[0]
		}
	case wasm.OpF64ReinterpretI64:
		if pure(a, wasm.OpI64ReinterpretF64) {
			return a.Args[0]
		}
	case wasm.OpF32Neg, wasm.OpF64Neg:
		if pure(a, v.Code) {
			return a.Args[0]
		}
	case wasm.OpF32Abs, wasm.OpF64Abs:
		if pure(a, v.Code) {
			return a
		}
		if pure(a, v.Code+1) {
			return n.pure(v.Code, v.Type, a.Args[0])
		}
	}
	return v
}

// simplifyTest simplifies i32.eqz a.
func (n *walker) simplifyTest(v, a *ir.Value) *ir.Value {
	if n.nonZero(a) {
		return n.i32(0)
	}
	switch {
	case pure(a, wasm.OpI32Eqz):
		if x := a.Args[0]; boolean(x) {
			return x
		} else {
			return n.pure(wasm.OpI32Ne, wasm.I32, x, n.i32(0))
		}
	case pure(a, wasm.OpI64Eqz):
		return n.pure(wasm.OpI64Ne, wasm.I32, a.Args[0], n.constant(wasm.I64, 0))
	case pure(a, wasm.OpI32Sub) || pure(a, wasm.OpI32Xor):
		return n.pure(wasm.OpI32Eq, wasm.I32, a.Args[0], a.Args[1])
	case comparison(a):
		if code := inverse(a.Code); code != 0 {
			return n.pure(code, wasm.I32, a.Args[0], a.Args[1])
		}
	}
	return v
}

func (n *walker) simplifySelect(v *ir.Value) *ir.Value {
	yes, no := v.Args[0], v.Args[1]
	c, negated := n.condition(v.Args[2])
	if negated {
		yes, no = no, yes
	}
	if t, known := n.decide(c); known {
		if t {
			return yes
		}
		return no
	}
	if yes == no {
		return yes
	}
	if v.Type == wasm.I32 && yes.Op == ir.OpConst && no.Op == ir.OpConst {
		switch {
		case yes.IsConst(1) && no.IsConst(0):
			if boolean(c) {
				return c
			}
			return n.pure(wasm.OpI32Ne, wasm.I32, c, n.i32(0))
		case yes.IsConst(0) && no.IsConst(1):
			return n.pure(wasm.OpI32Eqz, wasm.I32, c)
		}
	}
	if c != v.Args[2] {
		v.Args = []*ir.Value{yes, no, c}
	}
	return v
}

func (n *walker) simplifyCompare(v *ir.Value) *ir.Value {
	a, b := v.Args[0], v.Args[1]
	wide := v.Code >= wasm.OpI64Eqz
	if a == b {
		// Equality, at most and at least hold.
		base := byte(wasm.OpI32Eq)
		if wide {
			base = wasm.OpI64Eq
		}
		which := v.Code - base
		return n.i32(truth(which == 0 || which >= 6))
	}
	if wide {
		return n.simplifyCompareWide(v)
	}
	if t, known := n.decide(v); known {
		return n.i32(truth(t))
	}
	if b.Op != ir.OpConst {
		if (v.Code == wasm.OpI32Eq || v.Code == wasm.OpI32Ne) && pure(a, wasm.OpI32Add) && pure(b, wasm.OpI32Add) && a.Args[1] == b.Args[1] {
			return n.pure(v.Code, wasm.I32, a.Args[0], b.Args[0])
		}
		return v
	}
	if a.Op == ir.OpSelect && a.Args[0].Op == ir.OpConst && a.Args[1].Op == ir.OpConst {
		yes, _ := fold(v.Code, false, a.Args[0].Imm, b.Imm)
		no, _ := fold(v.Code, false, a.Args[1].Imm, b.Imm)
		return n.selection(wasm.I32, n.i32(yes), n.i32(no), a.Args[2])
	}
	if boolean(a) {
		yes, _ := fold(v.Code, false, 1, b.Imm)
		no, _ := fold(v.Code, false, 0, b.Imm)
		switch {
		case yes == no:
			return n.i32(yes)
		case yes == 1:
			return a
		}
		return n.pure(wasm.OpI32Eqz, wasm.I32, a)
	}
	if r := n.compareDifference(v, a, b); r != nil {
		return r
	}
	switch {
	case v.Code == wasm.OpI32Eq && b.IsConst(0), v.Code == wasm.OpI32LtU && b.IsConst(1), v.Code == wasm.OpI32LeU && b.IsConst(0):
		return n.pure(wasm.OpI32Eqz, wasm.I32, a)
	case v.Code == wasm.OpI32GtU && b.IsConst(0), v.Code == wasm.OpI32GeU && b.IsConst(1):
		return n.pure(wasm.OpI32Ne, wasm.I32, a, n.i32(0))
	case v.Code == wasm.OpI32LtS && b.IsConst(1):
		return n.pure(wasm.OpI32LeS, wasm.I32, a, n.i32(0))
	case v.Code == wasm.OpI32GtS && b.IsConst(-1):
		return n.pure(wasm.OpI32GeS, wasm.I32, a, n.i32(0))
	}
	if v.Code == wasm.OpI32Eq || v.Code == wasm.OpI32Ne {
		switch {
		case (pure(a, wasm.OpI32Sub) || pure(a, wasm.OpI32Xor)) && b.IsConst(0):
			return n.pure(v.Code, wasm.I32, a.Args[0], a.Args[1])
		case pure(a, wasm.OpI32Add) && a.Args[1].Op == ir.OpConst:
			return n.pure(v.Code, wasm.I32, a.Args[0], n.i32(b.Imm-a.Args[1].Imm))
		}
	}
	return v
}

// compareDifference simplifies a comparison of p - q with a constant where p and q
// are 0 or 1: so come three-way comparisons.
func (n *walker) compareDifference(v, a, b *ir.Value) *ir.Value {
	if !pure(a, wasm.OpI32Sub) || !boolean(a.Args[0]) || !boolean(a.Args[1]) {
		return nil
	}
	p, q := a.Args[0], a.Args[1]
	if !exclusive(p, q) {
		return nil
	}
	below, _ := fold(v.Code, false, -1, b.Imm)
	zero, _ := fold(v.Code, false, 0, b.Imm)
	above, _ := fold(v.Code, false, 1, b.Imm)
	switch below<<2 | zero<<1 | above {
	case 0:
		return n.i32(0)
	case 0b111:
		return n.i32(1)
	case 0b100:
		return q
	case 0b011:
		return n.pure(wasm.OpI32Eqz, wasm.I32, q)
	case 0b001:
		return p
	case 0b110:
		return n.pure(wasm.OpI32Eqz, wasm.I32, p)
	case 0b010:
		return n.pure(wasm.OpI32Eq, wasm.I32, p, q)
	}
	return nil
}

// exclusive reports whether two comparisons never both hold: x > y and x < y, or
// x > y and not x >= y, or x < y and not x <= y.
func exclusive(p, q *ir.Value) bool {
	pNot, qNot := pure(p, wasm.OpI32Eqz), pure(q, wasm.OpI32Eqz)
	if pNot {
		p = p.Args[0]
	}
	if qNot {
		q = q.Args[0]
	}
	if pNot && qNot || !comparison(p) || !comparison(q) || len(p.Args) != 2 || len(q.Args) != 2 {
		return false
	}
	code := q.Code
	if p.Args[0] == q.Args[1] && p.Args[1] == q.Args[0] {
		code = wasm.Swapped(code)
	} else if p.Args[0] != q.Args[0] || p.Args[1] != q.Args[1] {
		return false
	}
	if pNot {
		// p's comparison and q's are exchanged.
		return weaker(code, p.Code)
	}
	if qNot {
		return weaker(p.Code, code)
	}
	return strict(p.Code) && code == wasm.Swapped(p.Code)
}

// strict reports whether a comparison is less or greater.
func strict(code byte) bool {
	switch code {
	case wasm.OpI32LtS, wasm.OpI32LtU, wasm.OpI32GtS, wasm.OpI32GtU, wasm.OpI64LtS, wasm.OpI64LtU, wasm.OpI64GtS, wasm.OpI64GtU,
		wasm.OpF32Lt, wasm.OpF32Gt, wasm.OpF64Lt, wasm.OpF64Gt:
		return true
	}
	return false
}

// weaker reports whether the second comparison is the first one's with equality.
func weaker(code, with byte) bool {
	if !strict(code) {
		return false
	}
	if code >= wasm.OpF32Eq {
		return with == code+2
	}
	return with == code+4
}

func (n *walker) simplifyCompareWide(v *ir.Value) *ir.Value {
	a, b := v.Args[0], v.Args[1]
	switch {
	case v.Code == wasm.OpI64Eq && b.IsConst(0):
		return n.pure(wasm.OpI64Eqz, wasm.I32, a)
	case v.Code == wasm.OpI64Ne && b.IsConst(0) && n.nonZero(a):
		return n.i32(1)
	case !pure(a, wasm.OpI64ExtendI32S):
		return v
	case pure(b, wasm.OpI64ExtendI32S):
		return n.pure(v.Code-wasm.OpI64Eq+wasm.OpI32Eq, wasm.I32, a.Args[0], b.Args[0])
	case b.Op == ir.OpConst && b.Imm == int64(int32(b.Imm)):
		return n.pure(v.Code-wasm.OpI64Eq+wasm.OpI32Eq, wasm.I32, a.Args[0], n.i32(b.Imm))
	}
	return v
}

// The integer operations from add on, for both widths.
const (
	add = iota
	sub
	mul
	divS
	divU
	remS
	remU
	and
	or
	xor
	shl
	shrS
	shrU
	rotl
	rotr
)

// simplifyInteger simplifies an operation of two integers, its second one being a
// constant where possible.
func (n *walker) simplifyInteger(v *ir.Value, which byte, width int64) *ir.Value {
	a, b := v.Args[0], v.Args[1]
	t := v.Type
	first := v.Code - which
	if a == b {
		switch which {
		case sub, xor:
			return n.constant(t, 0)
		case and, or:
			return a
		}
	}
	if b.Op != ir.OpConst {
		if a.Op == ir.OpConst && a.Imm == 0 {
			switch which {
			case shl, shrS, shrU, rotl, rotr, divS, divU, remS, remU:
				return a
			}
		}
		if which == sub {
			// x - (0 - y), (x + y) - y, (x + y) - x
			switch {
			case pure(b, first+sub) && b.Args[0].IsConst(0):
				return n.pure(first+add, t, a, b.Args[1])
			case pure(a, first+add) && a.Args[1] == b:
				return a.Args[0]
			case pure(a, first+add) && a.Args[0] == b:
				return a.Args[1]
			}
		}
		return v
	}
	c := b.Imm
	switch which {
	case add:
		if c == 0 {
			return a
		}
		if pure(a, first+add) && a.Args[1].Op == ir.OpConst {
			return n.pure(v.Code, t, a.Args[0], n.constant(t, a.Args[1].Imm+c))
		}
		if pure(a, first+sub) && a.Args[0].Op == ir.OpConst {
			return n.pure(first+sub, t, n.constant(t, a.Args[0].Imm+c), a.Args[1])
		}
	case sub:
		return n.pure(first+add, t, a, n.constant(t, -c))
	case mul:
		switch {
		case c == 0:
			return b
		case c == 1:
			return a
		case c == -1:
			return n.pure(first+sub, t, n.constant(t, 0), a)
		case pure(a, v.Code) && a.Args[1].Op == ir.OpConst:
			return n.pure(v.Code, t, a.Args[0], n.constant(t, a.Args[1].Imm*c))
		case powerOfTwo(c, width):
			return n.pure(first+shl, t, a, n.constant(t, int64(bits.TrailingZeros64(uint64(c)))))
		}
	case divS, divU, remS, remU:
		return n.simplifyDivision(v, a, which, c, width)
	case and:
		switch {
		case c == 0:
			return b
		case c == -1:
			return a
		case pure(a, v.Code) && a.Args[1].Op == ir.OpConst:
			return n.pure(v.Code, t, a.Args[0], n.constant(t, a.Args[1].Imm&c))
		}
		if t == wasm.I32 && c > 0 && c&(c+1) == 0 {
			if low, high := n.bounds(a, 2); low >= 0 && high <= c {
				return a
			}
		}
	case or:
		switch {
		case c == 0:
			return a
		case c == -1:
			return b
		case pure(a, v.Code) && a.Args[1].Op == ir.OpConst:
			return n.pure(v.Code, t, a.Args[0], n.constant(t, a.Args[1].Imm|c))
		}
	case xor:
		switch {
		case c == 0:
			return a
		case c == 1 && t == wasm.I32 && boolean(a):
			return n.pure(wasm.OpI32Eqz, t, a)
		case pure(a, v.Code) && a.Args[1].Op == ir.OpConst:
			return n.pure(v.Code, t, a.Args[0], n.constant(t, a.Args[1].Imm^c))
		}
	default:
		return n.simplifyShift(v, a, which, c&(width-1), width)
	}
	return v
}

// simplifyDivision simplifies a division by a constant.
func (n *walker) simplifyDivision(v, a *ir.Value, which byte, c, width int64) *ir.Value {
	t := v.Type
	switch {
	case c == 1 && (which == divS || which == divU):
		return a
	case c == 1, c == -1 && which == remS:
		return n.constant(t, 0)
	case c == -1 && which == divS:
		return n.pure(v.Code-divS+sub, t, n.constant(t, 0), a)
	}
	if n.late {
		if r := n.reduceDivision(v, a, which, c, width); r != nil {
			return r
		}
	}
	return v
}

// powerOfTwo reports whether a constant is a power of two above 1, taken as unsigned.
func powerOfTwo(c, width int64) bool {
	if width == 32 {
		c = int64(uint32(c))
	}
	return c != 0 && c != 1 && c&(c-1) == 0
}

// simplifyShift simplifies a shift or a rotation by a constant.
func (n *walker) simplifyShift(v, a *ir.Value, which byte, by, width int64) *ir.Value {
	t, first := v.Type, v.Code-which
	if by == 0 {
		return a
	}
	if v.Args[1].Imm != by {
		v.Args[1] = n.constant(t, by)
	}
	if which == rotl || which == rotr || !(pure(a, first+shl) || pure(a, first+shrS) || pure(a, first+shrU)) || a.Args[1].Op != ir.OpConst {
		return v
	}
	inner := a.Args[1].Imm & (width - 1)
	switch {
	case a.Code == v.Code && inner+by < width:
		return n.pure(v.Code, t, a.Args[0], n.constant(t, inner+by))
	case a.Code == v.Code && which == shrS:
		return n.pure(v.Code, t, a.Args[0], n.constant(t, width-1))
	case a.Code == v.Code:
		return n.constant(t, 0)
	case inner != by:
		return v
	case which == shrS && a.Code == first+shl && t == wasm.I32 && by == 24:
		return n.pure(wasm.OpI32Extend8S, t, a.Args[0])
	case which == shrS && a.Code == first+shl && t == wasm.I32 && by == 16:
		return n.pure(wasm.OpI32Extend16S, t, a.Args[0])
	case which == shrU && a.Code == first+shl:
		return n.pure(first+and, t, a.Args[0], n.constant(t, int64(uint64(math.MaxUint64)>>(64-width+by))))
	case which == shl:
		return n.pure(first+and, t, a.Args[0], n.constant(t, -1<<by))
	}
	return v
}
