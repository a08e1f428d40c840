package optimise

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
)

// This file makes random functions and compares what they do before and after.

// The memory: static fields, a frame, and objects that have a type, two fields, a
// length, and elements.
const (
	statics     = 0x9000
	staticRef   = 0x9040
	frame       = 0xa000
	firstObject = 0x10000
	objectSize  = 0x100
	objects     = 5
	fieldA      = 4
	fieldB      = 12
	length      = 8
	elements    = 16
)

// writesElements says that a call writes nothing but elements of arrays.
const writesElements = 1<<(ir.MemoryArrayRef+1) - 1<<ir.MemoryArray8

func initialMemory(lengths []int) []byte {
	m := make([]byte, memorySize)
	put := func(a int, v uint32) { binary.LittleEndian.PutUint32(m[a:], v) }
	for i := range objects {
		o := firstObject + i*objectSize
		put(o, uint32(i%2+1))
		put(o+length, uint32(lengths[i]))
		put(o+fieldA, uint32(i*7))
		put(o+fieldB, uint32(i*i))
		for k := range lengths[i] {
			put(o+elements+4*k, uint32(k*31+i))
		}
	}
	// What lies in frames is no reference.
	for a := frame; a < frame+0x200; a += 4 {
		put(a, 0x77)
	}
	put(statics, 5)
	put(statics+4, 6)
	put(staticRef, firstObject+objectSize)
	return m
}

// generator makes a function. Its variables are like a Java method's.
type generator struct {
	*rapid.T
	f     *ir.Func
	b     *ir.Block
	ints  []*ir.Value
	longs []*ir.Value
	refs  []*ir.Value
	fl    []*ir.Value
	exits int32
	left  int
}

func (g *generator) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.T, label) }

func (g *generator) constant(t wasm.Type, imm int64) *ir.Value {
	v := g.f.NewValue(g.b, ir.OpConst, t)
	v.Imm = imm
	return v
}

func (g *generator) pure(code byte, t wasm.Type, args ...*ir.Value) *ir.Value {
	v := g.f.NewValue(g.b, ir.OpPure, t, args...)
	v.Code = code
	return v
}

var interesting = []int64{0, 1, 2, 3, 4, 7, 8, 16, 24, 31, 32, -1, -2, 10, 255, 65535, math.MaxInt32, math.MinInt32, -7, 100, 5, 6}

func (g *generator) anyInt() *ir.Value {
	if g.pick("constant", 3) == 0 {
		return g.constant(wasm.I32, interesting[g.pick("which", len(interesting))])
	}
	return g.ints[g.pick("int", len(g.ints))]
}

func (g *generator) anyLong() *ir.Value {
	if g.pick("constant", 3) == 0 {
		c := interesting[g.pick("which", len(interesting))]
		if g.pick("wide", 4) == 0 {
			c = c<<32 + 5
		}
		return g.constant(wasm.I64, c)
	}
	return g.longs[g.pick("long", len(g.longs))]
}

func (g *generator) anyFloat() *ir.Value {
	if g.pick("constant", 3) == 0 {
		c := []float64{0, math.Copysign(0, -1), 1, -1.5, math.Inf(1), math.NaN(), 1e300, 3}[g.pick("which", 8)]
		return g.constant(wasm.F64, int64(math.Float64bits(c)))
	}
	return g.fl[g.pick("float", len(g.fl))]
}

func (g *generator) state() []*ir.Value {
	return slices.Concat(g.ints, g.longs, g.refs, g.fl)
}

func (g *generator) guard(condition *ir.Value) {
	v := g.f.NewValue(g.b, ir.OpGuard, 0, append([]*ir.Value{condition}, g.state()...)...)
	g.exits++
	v.Exit = &ir.Exit{ID: g.exits}
}

func (g *generator) condition() *ir.Value {
	switch g.pick("condition", 8) {
	case 0:
		return g.pure(wasm.OpI32Eqz, wasm.I32, g.anyInt())
	case 1:
		return g.anyInt()
	case 2:
		return g.pure(wasm.OpI32Eqz, wasm.I32, g.condition())
	case 3:
		return g.pure(byte(wasm.OpI64Eq+g.pick("compare", 10)), wasm.I32, g.anyLong(), g.anyLong())
	case 4:
		return g.pure(byte(wasm.OpF64Eq+g.pick("compare", 6)), wasm.I32, g.anyFloat(), g.anyFloat())
	case 5:
		return g.pure([]byte{wasm.OpI32And, wasm.OpI32Or}[g.pick("bool", 2)], wasm.I32, g.condition(), g.condition())
	case 6:
		// As Java compares longs and floats.
		var p, q *ir.Value
		if g.pick("kind", 2) == 0 {
			x, y := g.anyLong(), g.anyLong()
			p, q = g.pure(wasm.OpI64GtS, wasm.I32, x, y), g.pure(wasm.OpI64LtS, wasm.I32, x, y)
		} else {
			x, y := g.anyFloat(), g.anyFloat()
			p = g.pure(wasm.OpF64Gt, wasm.I32, x, y)
			q = g.pure(wasm.OpI32Eqz, wasm.I32, g.pure(wasm.OpF64Ge, wasm.I32, x, y))
		}
		return g.pure(byte(wasm.OpI32Eq+g.pick("compare", 10)), wasm.I32, g.pure(wasm.OpI32Sub, wasm.I32, p, q), g.constant(wasm.I32, interesting[g.pick("which", 3)]))
	}
	return g.pure(byte(wasm.OpI32Eq+g.pick("compare", 10)), wasm.I32, g.anyInt(), g.anyInt())
}

func (g *generator) setInt(v *ir.Value) {
	g.ints[g.pick("variable", len(g.ints))] = v
}

// access is a load or a store at an address.
func (g *generator) access(load bool, code byte, memory ir.Memory, alias int64, address *ir.Value, imm int64) *ir.Value {
	var v *ir.Value
	if load {
		v = g.f.NewValue(g.b, ir.OpLoad, wasm.I32, address)
	} else {
		v = g.f.NewValue(g.b, ir.OpStore, 0, address, g.anyInt())
	}
	v.Code, v.Memory, v.Alias, v.Imm = code, memory, alias, imm
	return v
}

// object is a reference after its null check.
func (g *generator) object() *ir.Value {
	r := g.refs[g.pick("ref", len(g.refs))]
	g.guard(g.pure(wasm.OpI32Eqz, wasm.I32, r))
	return r
}

func (g *generator) memory() {
	switch g.pick("memory", 10) {
	case 0, 1:
		alias := []int64{fieldA, fieldB}[g.pick("field", 2)]
		load := g.pick("load", 2) == 0
		kind := ir.MemoryField
		if g.pick("other", 5) == 0 {
			kind = ir.MemoryOther
		}
		codes := [][]byte{{wasm.OpI32Store, wasm.OpI32Store8, wasm.OpI32Store16}, {wasm.OpI32Load, wasm.OpI32Load8S, wasm.OpI32Load8U, wasm.OpI32Load16S, wasm.OpI32Load16U}}[truth(load)]
		o := g.object()
		code := codes[g.pick("width", len(codes))]
		v := g.access(load, code, kind, alias, o, alias)
		if load {
			g.setInt(v)
		}
	case 2, 3, 4, 5:
		// An element, with all its checks.
		o := g.object()
		l := g.access(true, wasm.OpI32Load, ir.MemoryFixed, 0, o, length)
		i := g.anyInt()
		switch g.pick("mask", 4) {
		case 0, 1:
			i = g.pure(wasm.OpI32And, wasm.I32, i, g.constant(wasm.I32, 3))
		case 2:
			// As a hash table does.
			g.guard(g.pure(wasm.OpI32Eqz, wasm.I32, l))
			i = g.pure(wasm.OpI32And, wasm.I32, g.pure(wasm.OpI32Sub, wasm.I32, l, g.constant(wasm.I32, 1)), i)
		}
		if g.pick("plus", 5) == 0 {
			i = g.pure(wasm.OpI32Add, wasm.I32, i, g.constant(wasm.I32, interesting[g.pick("which", len(interesting))]))
		}
		g.guard(g.pure(wasm.OpI32GeU, wasm.I32, i, l))
		load := g.pick("load", 2) == 0
		a := g.pure(wasm.OpI32Add, wasm.I32, o, g.pure(wasm.OpI32Shl, wasm.I32, i, g.constant(wasm.I32, 2)))
		imm := int64(elements)
		if g.pick("split", 2) == 0 {
			a, imm = g.pure(wasm.OpI32Add, wasm.I32, a, g.constant(wasm.I32, elements)), 0
		}
		code := byte(wasm.OpI32Store)
		if load {
			code = wasm.OpI32Load
		}
		v := g.access(load, code, ir.MemoryArray32, 0, a, imm)
		if load {
			g.setInt(v)
		}
	case 6:
		g.static()
	case 7:
		// A static field that holds a reference.
		a := g.constant(wasm.I32, staticRef)
		if g.pick("load", 2) == 0 {
			v := g.access(true, wasm.OpI32Load, ir.MemoryStatic, staticRef, a, 0)
			v.Ref = true
			g.refs[g.pick("variable", len(g.refs))] = v
			return
		}
		v := g.f.NewValue(g.b, ir.OpStore, 0, a, g.refs[g.pick("ref", len(g.refs))])
		v.Code, v.Memory, v.Alias = wasm.OpI32Store, ir.MemoryStatic, staticRef
	case 8:
		l := g.access(true, wasm.OpI32Load, ir.MemoryFixed, 0, g.object(), length)
		g.setInt(l)
	case 9:
		// Two elements are copied, filled, or get the digits of a number that has eight at most. Objects have room for them.
		if g.pick("digits", 3) == 0 {
			end := g.pure(wasm.OpI32Add, wasm.I32, g.object(), g.constant(wasm.I32, elements+8))
			g.f.NewValue(g.b, ir.OpDigits, 0, end, g.pure(wasm.OpI32And, wasm.I32, g.anyInt(), g.constant(wasm.I32, 1<<24-1))).Memory = ir.MemoryArray32
			return
		}
		to := g.pure(wasm.OpI32Add, wasm.I32, g.object(), g.constant(wasm.I32, elements))
		op, from := ir.OpFill, g.anyInt()
		if g.pick("copy", 2) == 0 {
			op, from = ir.OpCopy, g.pure(wasm.OpI32Add, wasm.I32, g.object(), g.constant(wasm.I32, elements))
		}
		g.f.NewValue(g.b, op, 0, to, from, g.constant(wasm.I32, 8)).Memory = ir.MemoryArray32
	}
}

// static loads a static field or stores it.
func (g *generator) static() {
	alias := int64(statics + 4*g.pick("static", 2))
	load := g.pick("load", 2) == 0
	code := byte(wasm.OpI32Store)
	if load {
		code = wasm.OpI32Load
	}
	address, offset := alias, int64(0)
	if g.pick("offset", 2) == 0 {
		address, offset = 0, alias
	}
	v := g.access(load, code, ir.MemoryStatic, alias, g.constant(wasm.I32, address), offset)
	if load {
		g.setInt(v)
	}
}

func (g *generator) statement(depth int) {
	g.left--
	switch g.pick("statement", 12) {
	case 0, 1:
		code := byte(wasm.OpI32Add + g.pick("operation", 15))
		x, y := g.anyInt(), g.anyInt()
		if code >= wasm.OpI32DivS && code <= wasm.OpI32RemU {
			g.guard(g.pure(wasm.OpI32Eqz, wasm.I32, y))
			if code == wasm.OpI32DivS {
				g.guard(g.pure(wasm.OpI32Eq, wasm.I32, y, g.constant(wasm.I32, -1)))
			}
		}
		g.setInt(g.pure(code, wasm.I32, x, y))
	case 2:
		code := byte(wasm.OpI64Add + g.pick("operation", 15))
		x, y := g.anyLong(), g.anyLong()
		if code >= wasm.OpI64DivS && code <= wasm.OpI64RemU {
			g.guard(g.pure(wasm.OpI64Eqz, wasm.I32, y))
			if code == wasm.OpI64DivS {
				g.guard(g.pure(wasm.OpI64Eq, wasm.I32, y, g.constant(wasm.I64, -1)))
			}
		}
		g.longs[g.pick("variable", len(g.longs))] = g.pure(code, wasm.I64, x, y)
	case 3:
		switch g.pick("conversion", 7) {
		case 0:
			g.setInt(g.pure(wasm.OpI32WrapI64, wasm.I32, g.anyLong()))
		case 1:
			g.setInt(g.pure(byte(wasm.OpI32Extend8S+g.pick("width", 2)), wasm.I32, g.anyInt()))
		case 2:
			g.longs[g.pick("variable", len(g.longs))] = g.pure(byte(wasm.OpI64ExtendI32S+g.pick("sign", 2)), wasm.I64, g.anyInt())
		case 3:
			g.fl[g.pick("variable", len(g.fl))] = g.pure(wasm.OpF64ConvertI32S, wasm.F64, g.anyInt())
		case 4:
			v := g.pure(wasm.SatI32F64S, wasm.I32, g.anyFloat())
			v.Sat = true
			g.setInt(v)
		case 5:
			g.setInt(g.pure(byte(wasm.OpI32Clz+g.pick("count", 3)), wasm.I32, g.anyInt()))
		case 6:
			g.fl[g.pick("variable", len(g.fl))] = g.pure(byte(wasm.OpF64Add+g.pick("operation", 6)), wasm.F64, g.anyFloat(), g.anyFloat())
		}
	case 4:
		v := g.f.NewValue(g.b, ir.OpSelect, wasm.I32, g.anyInt(), g.anyInt(), g.condition())
		g.setInt(v)
	case 5:
		if g.pick("leave", 3) == 0 {
			g.guard(g.condition())
		} else {
			// One that seldom leaves.
			g.guard(g.pure(wasm.OpI32GeS, wasm.I32, g.anyInt(), g.constant(wasm.I32, 70000)))
		}
	case 6, 7, 8:
		g.memory()
	case 9:
		if depth > 0 {
			g.branch(depth - 1)
		}
	case 10:
		if depth > 0 && g.pick("irreducible", 8) == 0 {
			g.irreducible(depth - 1)
		} else if depth > 0 {
			g.loop(depth - 1)
		}
	case 11:
		v := g.f.NewValue(g.b, ir.OpCall, 0, g.anyInt())
		v.Call = &ir.Call{Function: "f", Arguments: 1, Status: -1, Pure: g.pick("pure", 2) == 0, Type: wasm.FuncType{Params: wasm.Types(wasm.I32), Results: wasm.Types(wasm.I32)}}
		if !v.Call.Pure && g.pick("limited", 2) == 0 {
			v.Call.Writes = writesElements
		}
		r := g.f.NewValue(g.b, ir.OpResult, wasm.I32, v)
		g.setInt(r)
	}
}

func (g *generator) statements(depth int) {
	for range g.pick("statements", 6) + 1 {
		if g.left <= 0 {
			return
		}
		g.statement(depth)
	}
}

type variables struct{ ints, longs, refs, fl []*ir.Value }

func (g *generator) save() variables {
	return variables{slices.Clone(g.ints), slices.Clone(g.longs), slices.Clone(g.refs), slices.Clone(g.fl)}
}

func (g *generator) restore(s variables) {
	g.ints, g.longs, g.refs, g.fl = slices.Clone(s.ints), slices.Clone(s.longs), slices.Clone(s.refs), slices.Clone(s.fl)
}

func (s variables) each(f func(list []*ir.Value, i int, t wasm.Type, ref bool)) {
	for k, l := range [][]*ir.Value{s.ints, s.longs, s.refs, s.fl} {
		for i := range l {
			f(l, i, []wasm.Type{wasm.I32, wasm.I64, wasm.I32, wasm.F64}[k], k == 2)
		}
	}
}

// merge gives the current block phis of the variables at the ends of its predecessors.
func (g *generator) merge(states []variables) {
	all := make([][]*ir.Value, 0, 16)
	for _, s := range states {
		var l []*ir.Value
		s.each(func(list []*ir.Value, i int, _ wasm.Type, _ bool) { l = append(l, list[i]) })
		all = append(all, l)
	}
	at := 0
	merged := g.save()
	merged.each(func(list []*ir.Value, i int, t wasm.Type, ref bool) {
		p := g.f.NewValue(g.b, ir.OpPhi, t)
		p.Ref = ref
		for _, l := range all {
			p.Args = append(p.Args, l[at])
		}
		list[i] = p
		at++
	})
	g.restore(merged)
}

func (g *generator) branch(depth int) {
	before := g.b
	n := 2
	if g.pick("switch", 4) == 0 {
		before.Kind, before.Control = ir.BlockSwitch, g.anyInt()
		n = g.pick("cases", 3) + 2
	} else {
		before.Kind, before.Control = ir.BlockIf, g.condition()
	}
	start := g.save()
	end := g.f.NewBlock()
	var states []variables
	for range n {
		if g.pick("empty", 5) == 0 && !slices.Contains(before.Succs, end) {
			before.To(end)
			states = append(states, start)
			continue
		}
		g.b = g.f.NewBlock()
		before.To(g.b)
		g.restore(start)
		g.statements(depth)
		g.b.To(end)
		states = append(states, g.save())
	}
	g.b = end
	g.merge(states)
}

// loop is a loop with a variable that counts, and another one that bounds it.
func (g *generator) loop(depth int) {
	often := g.pick("static", 2) == 0
	if often {
		g.static()
	}
	before, start := g.b, g.save()
	fuel := g.constant(wasm.I32, int64(g.pick("fuel", 16)))
	slice := g.constant(wasm.I32, int64(g.pick("slice", 60)))
	counter := g.anyInt()
	if g.pick("zero", 2) == 0 {
		counter = g.constant(wasm.I32, int64(g.pick("start", 3)))
	}
	step := g.constant(wasm.I32, []int64{1, 1, 1, 2, -1, -1, 3}[g.pick("step", 7)])
	down := step.Imm < 0
	if g.pick("variable", 6) == 0 {
		step, down = g.ints[g.pick("int", len(g.ints))], false
	}
	// The variable may have 64 bits.
	t, narrow, equal, sum := wasm.I32, func(v *ir.Value) *ir.Value { return v }, byte(wasm.OpI32Eq), byte(wasm.OpI32Add)
	widen := narrow
	if g.pick("wide", 4) == 0 {
		t, equal, sum = wasm.I64, wasm.OpI64Eq, wasm.OpI64Add
		narrow = func(v *ir.Value) *ir.Value { return g.pure(wasm.OpI32WrapI64, wasm.I32, v) }
		widen = func(v *ir.Value) *ir.Value { return g.pure(wasm.OpI64ExtendI32S, wasm.I64, v) }
	}
	counter, step = widen(counter), widen(step)
	if t == wasm.I64 && g.pick("long", 4) == 0 {
		counter = g.anyLong()
	}
	header, body, end := g.f.NewBlock(), g.f.NewBlock(), g.f.NewBlock()
	before.To(header)
	g.b = header
	left := g.f.NewValue(header, ir.OpPhi, wasm.I32, fuel)
	remaining := g.f.NewValue(header, ir.OpPhi, wasm.I32, slice)
	i := g.f.NewValue(header, ir.OpPhi, t, counter)
	g.merge([]variables{start})
	phis := g.save()
	bound := g.anyInt()
	if g.pick("length", 2) == 0 {
		bound = g.access(true, wasm.OpI32Load, ir.MemoryFixed, 0, g.object(), length)
	}
	compare := equal + byte(g.pick("compare", 10))
	if g.pick("usual", 3) > 0 {
		compare = equal + wasm.OpI32LtS - wasm.OpI32Eq
	}
	if down && g.pick("down", 2) == 0 {
		compare, bound = equal+wasm.OpI32GeS-wasm.OpI32Eq, g.constant(wasm.I32, 0)
	}
	g.b.Kind, g.b.Control = ir.BlockIf, g.pure(compare, wasm.I32, i, widen(bound))
	atEnd := g.save()
	g.b.To(body)
	g.b.To(end)
	g.b = body
	if g.pick("leave", 2) == 0 {
		g.guard(g.pure(wasm.OpI32Eqz, wasm.I32, left))
	} else {
		// The loop has a second end.
		g.b = g.f.NewBlock()
		body.Kind, body.Control = ir.BlockIf, left
		body.To(g.b)
		body.To(end)
	}
	if often {
		g.static()
		g.static()
	}
	g.setInt(narrow(i))
	g.statements(depth)
	if g.pick("use", 2) == 0 {
		g.setInt(narrow(i))
		g.memory()
	}
	left.Args = append(left.Args, g.pure(wasm.OpI32Sub, wasm.I32, left, g.constant(wasm.I32, 1)))
	i.Args = append(i.Args, g.pure(sum, t, i, step))
	remaining.Args = append(remaining.Args, g.yield(remaining))
	var values []*ir.Value
	g.save().each(func(list []*ir.Value, i int, _ wasm.Type, _ bool) { values = append(values, list[i]) })
	at := 0
	phis.each(func(list []*ir.Value, i int, _ wasm.Type, _ bool) {
		list[i].Args = append(list[i].Args, values[at])
		at++
	})
	g.b.To(header)
	g.b = end
	g.restore(atEnd)
	if len(end.Preds) > 1 {
		g.merge([]variables{atEnd, atEnd})
	}
}

// yield takes something from what remains of the time slice, and calls where nothing
// is left.
func (g *generator) yield(remaining *ir.Value) *ir.Value {
	remaining = g.pure(wasm.OpI32Add, wasm.I32, remaining, g.constant(wasm.I32, -int64(g.pick("taken", 8))))
	cold, next := g.f.NewBlock(), g.f.NewBlock()
	cold.Cold = true
	g.b.Kind, g.b.Control = ir.BlockIf, g.pure(wasm.OpI32LeS, wasm.I32, remaining, g.constant(wasm.I32, 0))
	g.b.To(cold)
	g.b.To(next)
	g.b = cold
	call := g.f.NewValue(cold, ir.OpCall, 0, remaining)
	call.Call = &ir.Call{Function: "yield", Arguments: 1, Status: -1, Type: wasm.FuncType{Params: wasm.Types(wasm.I32), Results: wasm.Types(wasm.I32)}}
	renewed := g.pure(wasm.OpI32Add, wasm.I32, remaining, g.constant(wasm.I32, int64(g.pick("slice", 60))))
	cold.To(next)
	g.b = next
	return g.f.NewValue(next, ir.OpPhi, wasm.I32, remaining, renewed)
}

// irreducible is a loop of two blocks that can be entered at either.
func (g *generator) irreducible(depth int) {
	g.static()
	before, start := g.b, g.save()
	fuel := g.constant(wasm.I32, int64(g.pick("fuel", 6)))
	end := g.f.NewBlock()
	entries := []*ir.Block{g.f.NewBlock(), g.f.NewBlock()}
	before.Kind, before.Control = ir.BlockIf, g.condition()
	before.To(entries[0])
	before.To(entries[1])
	var left []*ir.Value
	var phis, ends []variables
	for _, b := range entries {
		g.b = b
		g.restore(start)
		left = append(left, g.f.NewValue(b, ir.OpPhi, wasm.I32, fuel))
		g.merge([]variables{start})
		phis = append(phis, g.save())
	}
	for k, b := range entries {
		g.b = b
		g.restore(phis[k])
		g.static()
		g.static()
		g.statements(depth)
		ends = append(ends, g.save())
		other := left[1-k]
		other.Args = append(other.Args, g.pure(wasm.OpI32Sub, wasm.I32, left[k], g.constant(wasm.I32, 1)))
		g.b.Kind, g.b.Control = ir.BlockIf, left[k]
		g.b.To(entries[1-k])
		g.b.To(end)
		var values []*ir.Value
		g.save().each(func(list []*ir.Value, i int, _ wasm.Type, _ bool) { values = append(values, list[i]) })
		at := 0
		phis[1-k].each(func(list []*ir.Value, i int, _ wasm.Type, _ bool) {
			list[i].Args = append(list[i].Args, values[at])
			at++
		})
	}
	g.b = end
	g.merge(ends)
}

func generate(t *rapid.T) *ir.Func {
	f := ir.NewFunc("random", wasm.FuncType{Params: wasm.Types(wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I32, wasm.I64, wasm.F64), Results: ""})
	g := &generator{T: t, f: f, b: f.Blocks[0], left: 40}
	f.Frame = f.Params[0]
	for _, r := range f.Params[1:3] {
		r.Ref = true
	}
	g.refs = []*ir.Value{f.Params[1], f.Params[2]}
	g.ints = []*ir.Value{f.Params[3], f.Params[4], g.constant(wasm.I32, 0), f.Params[3]}
	g.longs = []*ir.Value{f.Params[5], g.constant(wasm.I64, 1)}
	g.fl = []*ir.Value{f.Params[6]}
	for g.left > 0 {
		g.statement(3)
	}
	g.b.Kind, g.b.Results = ir.BlockReturn, g.state()
	return f
}

func TestRandomFunctions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := generate(t)
		f.Analyse()
		if err := f.Check(); err != nil {
			t.Fatalf("the generator: %v\n%v", err, f)
		}
		type input struct {
			params []int64
			memory []byte
			before outcome
		}
		var inputs []input
		lengths := make([]int, objects)
		for k := range 5 {
			for i := range lengths {
				lengths[i] = rapid.IntRange(0, 9).Draw(t, "length")
				if k > 1 {
					lengths[i] += 4
				}
			}
			ref := func() int64 {
				i := rapid.IntRange(-1, objects-1).Draw(t, "reference")
				if i < 0 && k > 2 {
					return 0
				}
				return firstObject + int64(max(i, 0))*objectSize
			}
			number := func() int64 {
				if rapid.Bool().Draw(t, "small") {
					return int64(rapid.IntRange(0, 10).Draw(t, "number"))
				}
				return interesting[rapid.IntRange(0, len(interesting)-1).Draw(t, "number")]
			}
			p := []int64{frame, ref(), ref(), number(), number(), number() * 3, int64(math.Float64bits(float64(number())))}
			m := initialMemory(lengths)
			inputs = append(inputs, input{p, m, interpret(f, p, m)})
		}
		text := f.String()
		Run(f)
		if err := f.Check(); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%v", err, text, f)
		}
		for _, in := range inputs {
			after := interpret(f, in.params, in.memory)
			if fmt.Sprint(in.before) != fmt.Sprint(after) || !slices.Equal(in.before.memory, after.memory) {
				t.Fatalf("%v\nwas %v\nis  %v\nbefore:\n%s\nafter:\n%v", in.params, in.before, after, text, f)
			}
		}
	})
}
