package optimise

import (
	"sync"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file numbers values: it walks over the dominator tree with a table of the
// values that dominate the place. A block's forward predecessors are visited
// before it, so that it is known what memory it finds.

// info is what the walk knows about a value.
type info struct {
	replacement *ir.Value // nil: none
	low, high   int32     // bounds of an i32
	nonZero     bool
	seen        bool  // the walk has come past its definition
	nonNil      int32 // of a phi: how many of its arguments are known not to be null
	relations   int32 // index of the first relation, 0 for none
}

// key identifies a value by what it computes.
type key struct {
	imm       int64
	a, b, c   int32
	version   int32
	op        ir.Op
	code      byte
	kind      wasm.Type
	saturates bool
}

func (k *key) hash() uint32 {
	h := uint64(k.imm)*0x9e3779b97f4a7c15 ^ uint64(uint32(k.a))<<32 ^ uint64(uint32(k.b))
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h ^= uint64(uint32(k.c))<<32 ^ uint64(uint32(k.version)) ^ uint64(k.op)<<24 ^ uint64(k.code)<<16
	h *= 0x94d049bb133111eb
	return uint32(h >> 32)
}

type entry struct {
	key
	value *ir.Value
	next  int32 // 1 + index of the next entry of the bucket
}

// walker is the state of a walk.
type walker struct {
	f         *ir.Func
	late      bool // the last walk: operations may become ones that are harder to understand
	reducible bool
	changed   bool // blocks or edges are to be removed
	loops     *loopTree
	versions
	info      []info
	entries   []entry
	buckets   []int32
	constants []*ir.Value
	placed    []*ir.Value // constants that are to stand in the entry block
	// out are the current block's values so far.
	out   []*ir.Value
	block *ir.Block
	bci   int32
	cut   bool // the rest of the current block is not reached
	facts
	child, sibling []int32 // 1 + order
}

// walk simplifies and numbers a function's values and reports whether the control
// flow graph has changed.
func walk(f *ir.Func, reducible, late bool) bool {
	n := walkers.Get().(*walker)
	defer walkers.Put(n)
	n.begin(f, reducible, late)
	n.visit(f.Blocks[0])
	n.finish()
	return n.changed
}

// walkers keeps the tables of finished walks for the next ones.
var walkers = sync.Pool{New: func() any { return new(walker) }}

// sized is a slice of n zero elements, in the given one's place if that is large enough.
func sized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, n+n/4+16)
	}
	s = s[:n]
	clear(s)
	return s
}

// begin prepares a walk.
func (n *walker) begin(f *ir.Func, reducible, late bool) {
	n.f, n.late, n.reducible, n.changed = f, late, reducible, false
	values, blocks := f.NumValues(), len(f.Blocks)
	n.info = sized(n.info, values)
	for i := range n.info {
		n.info[i].low, n.info[i].high = minimum, maximum
	}
	size := 64
	for size < values {
		size *= 2
	}
	n.buckets, n.constants = sized(n.buckets, size), sized(n.constants, 64)
	n.child, n.sibling = sized(n.child, blocks), sized(n.sibling, blocks)
	n.entries, n.placed, n.log = n.entries[:0], n.placed[:0], n.log[:0]
	n.relations = append(n.relations[:0], relation{})
	// Each state is written before it is read.
	if cap(n.versions.out) < blocks {
		n.versions.out = make([][classes]int32, blocks, blocks+blocks/4)
	}
	n.versions.out, n.versions.next = n.versions.out[:blocks], 0
	n.memoryClasses.n = 0
	n.loops = nil
	if reducible {
		n.loops = findLoops(f, &n.memoryClasses)
	}
	for i := blocks - 1; i > 0; i-- {
		d := f.Blocks[i].Dominator.Order()
		n.sibling[i] = n.child[d]
		n.child[d] = int32(i) + 1
	}
	if f.Frame != nil && f.Frame.Op != ir.OpConst {
		n.info[f.Frame.ID].nonZero = true
	}
}

// finish replaces what could not be replaced on the way, the arguments of phis at
// back edges, and removes dead edges.
func (n *walker) finish() {
	f := n.f
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpPhi {
				for i, a := range v.Args {
					v.Args[i] = n.resolve(a)
				}
			}
		}
	}
	if f.Frame != nil {
		f.Frame = n.resolve(f.Frame)
	}
	entry := f.Blocks[0]
	at := 0
	for at < len(entry.Values) && (entry.Values[at].Op == ir.OpParam || entry.Values[at].Op == ir.OpPhi) {
		at++
	}
	all := make([]*ir.Value, 0, len(entry.Values)+len(n.placed))
	all = append(all, entry.Values[:at]...)
	all = append(all, n.placed...)
	entry.Values = append(all, entry.Values[at:]...)
	for _, b := range f.Blocks {
		n.changed = foldEnd(b) || n.changed
	}
}

func (n *walker) resolve(v *ir.Value) *ir.Value {
	for {
		r := n.info[v.ID].replacement
		if r == nil {
			return v
		}
		v = r
	}
}

// visit walks over a block and what it dominates.
func (n *walker) visit(b *ir.Block) {
	entries, log, relations := len(n.entries), len(n.log), len(n.relations)
	n.block, n.cut = b, false
	clobbered := uint64(0)
	if b.LoopHeader() {
		clobbered = classAll
		if n.reducible {
			clobbered = n.loops.loops[n.loops.innermost[b.Order()]].writes
		}
	}
	n.enter(b, clobbered)
	n.assumeEdge(b)
	n.out = n.out[:0]
	for _, v := range b.Values {
		if n.cut {
			break
		}
		n.bci = v.BCI
		n.value(v)
	}
	if !n.cut {
		n.end(b)
	}
	b.Values = append(b.Values[:0], n.out...)
	n.leave(b)
	for c := n.child[b.Order()]; c != 0; c = n.sibling[c-1] {
		n.visit(n.f.Blocks[c-1])
	}
	for len(n.entries) > entries {
		e := &n.entries[len(n.entries)-1]
		n.buckets[e.hash()&uint32(len(n.buckets)-1)] = e.next
		n.entries = n.entries[:len(n.entries)-1]
	}
	n.undo(log, relations)
}

// value treats one value of the current block.
func (n *walker) value(v *ir.Value) {
	switch v.Op {
	case ir.OpConst:
		n.replace(v, n.canonical(v.Type, v.Imm, v))
		return
	case ir.OpParam:
		n.keep(v)
		return
	}
	for i, a := range v.Args {
		v.Args[i] = n.resolve(a)
	}
	switch v.Op {
	case ir.OpPhi:
		n.phi(v)
	case ir.OpPure, ir.OpSelect:
		n.replace(v, n.number(v))
	case ir.OpLoad:
		n.load(v)
	case ir.OpStore:
		n.store(v)
	case ir.OpGuard:
		n.guard(v)
	default:
		n.clobber(n.writes(v))
		n.keep(v)
	}
}

// keep leaves a value in the block.
func (n *walker) keep(v *ir.Value) {
	v.Block = n.block
	n.out = append(n.out, v)
	n.define(v)
}

// replace has all later uses of a value take another one that equals it.
func (n *walker) replace(v, by *ir.Value) {
	if v == by {
		return
	}
	if v.Ref && by.Op != ir.OpConst {
		by.Ref = true
	}
	n.info[v.ID].replacement = by
}

// constant is the constant with the given bits; there is one for each type and bits.
func (n *walker) constant(t wasm.Type, imm int64) *ir.Value { return n.canonical(t, imm, nil) }

// canonical is the same. If there is none yet, it may become the value c.
func (n *walker) canonical(t wasm.Type, imm int64, c *ir.Value) *ir.Value {
	switch t {
	case wasm.I32:
		imm = int64(int32(imm))
	case wasm.F32:
		imm = int64(uint32(imm))
	}
	if len(n.placed)*2 > len(n.constants) {
		old := n.constants
		n.constants = make([]*ir.Value, 2*len(old))
		for _, o := range old {
			if o != nil {
				*n.constantSlot(o.Type, o.Imm) = o
			}
		}
	}
	slot := n.constantSlot(t, imm)
	if *slot == nil {
		if c == nil {
			c = n.f.Detached(n.f.Blocks[0], ir.OpConst, t)
			n.grow()
		}
		c.Imm, c.Block = imm, n.f.Blocks[0]
		n.define(c)
		*slot = c
		n.placed = append(n.placed, c)
	}
	return *slot
}

func (n *walker) constantSlot(t wasm.Type, imm int64) **ir.Value {
	h := uint64(imm)*0x9e3779b97f4a7c15>>32 + uint64(t)
	for {
		h &= uint64(len(n.constants) - 1)
		c := n.constants[h]
		if c == nil || c.Imm == imm && c.Type == t {
			return &n.constants[h]
		}
		h++
	}
}

func (n *walker) i32(imm int64) *ir.Value { return n.constant(wasm.I32, imm) }

func (n *walker) grow() {
	for len(n.info) < n.f.NumValues() {
		n.info = append(n.info, info{low: minimum, high: maximum})
	}
}

// pure is the value of an operation at the current place, new or not.
func (n *walker) pure(code byte, t wasm.Type, args ...*ir.Value) *ir.Value {
	v := n.f.Detached(n.block, ir.OpPure, t, args...)
	n.grow()
	v.Code, v.BCI = code, n.bci
	return n.number(v)
}

func (n *walker) selection(t wasm.Type, yes, no, condition *ir.Value) *ir.Value {
	v := n.f.Detached(n.block, ir.OpSelect, t, yes, no, condition)
	n.grow()
	v.BCI = n.bci
	return n.number(v)
}

// number simplifies an operation and gives the value that equals it: an earlier
// one, or the operation itself, which then stands in the block.
func (n *walker) number(v *ir.Value) *ir.Value {
	if r := n.simplify(v); r != v {
		return r
	}
	k := key{op: v.Op, code: v.Code, kind: v.Type, saturates: v.Sat, a: int32(v.Args[0].ID), b: -1, c: -1}
	if len(v.Args) > 1 {
		k.b = int32(v.Args[1].ID)
	}
	if len(v.Args) > 2 {
		k.c = int32(v.Args[2].ID)
	}
	if derived(v) {
		k.version = n.current[classSafepoint]
	}
	if e := n.find(&k); e != nil {
		return e
	}
	n.insert(k, v)
	n.keep(v)
	return v
}

func (n *walker) find(k *key) *ir.Value {
	for i := n.buckets[k.hash()&uint32(len(n.buckets)-1)]; i != 0; i = n.entries[i-1].next {
		if e := &n.entries[i-1]; e.key == *k {
			return e.value
		}
	}
	return nil
}

func (n *walker) insert(k key, v *ir.Value) {
	b := &n.buckets[k.hash()&uint32(len(n.buckets)-1)]
	n.entries = append(n.entries, entry{k, v, *b})
	*b = int32(len(n.entries))
}

// phi removes phis that have one value and those that equal another one of the block.
func (n *walker) phi(v *ir.Value) {
	var only *ir.Value
	same := true
	for _, a := range v.Args {
		if a == v || a == only {
			continue
		}
		if a.Op == ir.OpConst && !n.info[a.ID].seen {
			// At a back edge: a constant that the walk has not come to.
			a = n.constant(a.Type, a.Imm)
			if a == only {
				continue
			}
		}
		if only != nil {
			same = false
			break
		}
		only = a
	}
	if same && only != nil {
		n.replace(v, only)
		return
	}
	for i := len(n.out) - 1; i >= 0; i-- {
		w := n.out[i]
		if w.Op != ir.OpPhi {
			break
		}
		if w.Type == v.Type && w.Ref == v.Ref && equalArguments(v, w) {
			n.replace(v, w)
			return
		}
	}
	n.keep(v)
	n.inferPhi(v)
}

// equalArguments reports whether two phis of a block are always equal.
func equalArguments(v, w *ir.Value) bool {
	for i, a := range v.Args {
		if b := w.Args[i]; a != b && (a != v || b != w) {
			return false
		}
	}
	return true
}

// fullStore is the store that writes what a load reads, unchanged: 0 for none.
func fullStore(load byte) byte {
	switch load {
	case wasm.OpI32Load, wasm.OpI64Load, wasm.OpF32Load, wasm.OpF64Load:
		return load - wasm.OpI32Load + wasm.OpI32Store
	}
	return 0
}

func (n *walker) accessKey(op ir.Op, code byte, v *ir.Value) key {
	class := n.memoryClasses.of(v)
	return key{op: op, code: code, a: int32(v.Args[0].ID), b: -1, c: int32(class), imm: v.Imm, version: n.current[class]}
}

func (n *walker) load(v *ir.Value) {
	n.foldAddress(v)
	// Others write the control page.
	if v.Memory == ir.MemoryControl {
		n.keep(v)
		return
	}
	k := n.accessKey(ir.OpLoad, v.Code, v)
	if e := n.find(&k); e != nil && e.Type == v.Type {
		n.replace(v, e)
		return
	}
	stored := func(code byte) *ir.Value {
		k := n.accessKey(ir.OpStore, code, v)
		return n.find(&k)
	}
	var r *ir.Value
	switch v.Code {
	case wasm.OpI32Load8S, wasm.OpI32Load8U:
		if x := stored(wasm.OpI32Store8); x != nil {
			if v.Code == wasm.OpI32Load8S {
				r = n.pure(wasm.OpI32Extend8S, wasm.I32, x)
			} else {
				r = n.pure(wasm.OpI32And, wasm.I32, x, n.i32(0xff))
			}
		}
	case wasm.OpI32Load16S, wasm.OpI32Load16U:
		if x := stored(wasm.OpI32Store16); x != nil {
			if v.Code == wasm.OpI32Load16S {
				r = n.pure(wasm.OpI32Extend16S, wasm.I32, x)
			} else {
				r = n.pure(wasm.OpI32And, wasm.I32, x, n.i32(0xffff))
			}
		}
	default:
		if code := fullStore(v.Code); code != 0 {
			r = stored(code)
		}
	}
	if r != nil {
		n.replace(v, r)
		return
	}
	n.insert(k, v)
	n.keep(v)
}

func (n *walker) store(v *ir.Value) {
	n.foldAddress(v)
	if v.Memory == ir.MemoryControl {
		n.clobber(n.writes(v))
		n.keep(v)
		return
	}
	// What stands there already need not be stored.
	k := n.accessKey(ir.OpStore, v.Code, v)
	if n.find(&k) == v.Args[1] {
		return
	}
	if v.Code <= wasm.OpF64Store {
		l := n.accessKey(ir.OpLoad, v.Code-wasm.OpI32Store+wasm.OpI32Load, v)
		if n.find(&l) == v.Args[1] {
			return
		}
	}
	n.clobber(n.writes(v))
	n.keep(v)
	n.insert(n.accessKey(ir.OpStore, v.Code, v), v.Args[1])
}

// foldAddress moves constants of an address into the offset. WebAssembly adds the
// offset without wrapping, but as no access is below guardSize, an offset that is
// not above that gives the same address.
func (n *walker) foldAddress(v *ir.Value) {
	for {
		base, c := n.split(v.Args[0])
		if base == nil || c+v.Imm < 0 || c+v.Imm > guardSize || v.Imm < 0 || v.Imm > guardSize {
			return
		}
		v.Args = append([]*ir.Value{base}, v.Args[1:]...)
		v.Imm += c
	}
}

// split splits an address into a base and a constant, which may stand in an index,
// as in array + (i + 1) * 4. The base is nil if there is none.
func (n *walker) split(a *ir.Value) (base *ir.Value, c int64) {
	if !pure(a, wasm.OpI32Add) {
		return nil, 0
	}
	if a.Args[1].Op == ir.OpConst {
		return a.Args[0], a.Args[1].Imm
	}
	for i, x := range a.Args {
		by := int64(0)
		if pure(x, wasm.OpI32Shl) && x.Args[1].Op == ir.OpConst {
			x, by = x.Args[0], x.Args[1].Imm
		}
		if !pure(x, wasm.OpI32Add) || x.Args[1].Op != ir.OpConst || by < 0 || by > 3 {
			continue
		}
		if c = x.Args[1].Imm << by; c < -guardSize || c > guardSize {
			continue
		}
		x = x.Args[0]
		if by > 0 {
			x = n.pure(wasm.OpI32Shl, wasm.I32, x, n.i32(by))
		}
		return n.pure(wasm.OpI32Add, wasm.I32, a.Args[1-i], x), c
	}
	return nil, 0
}
