package compiler

import (
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file keeps objects out of the heap (Stadler, Würthinger and Mössenböck, "Partial
// Escape Analysis and Scalar Replacement for Java", CGO 2014). A new object is virtual at
// first: its fields are values of the representation, and a value without a definition,
// its key, stands in the slots for the object itself. Where the object escapes, it is
// made: where it is passed, returned or stored into the heap, or where ways meet that do
// not agree on it. A side exit and a call of the runtime describe the virtual objects in
// the slots, and the runtime makes them.
//
// The profile and the collector do not notice: an object is counted, and its bytes are
// taken from the allowance, where new stands. Making it later only takes the cell.
//
// What a loop does to an object is known at the end of its body. The method is built
// again when it is not what was assumed: see hints.

// virtualFields bounds the fields of classes whose objects may be virtual, and
// virtualObjects how many there are at a time.
const (
	virtualFields  = 10
	virtualObjects = 16
	// MaxVirtualBytes bounds the size of a virtual object.
	MaxVirtualBytes = memory.ObjectFields + 8*virtualFields + 8
)

// maxBuilds is how often a method is built before objects are left alone.
const maxBuilds = 6

// Virtual is an object that is not made yet, as an exit or a call of the runtime finds it.
type Virtual struct {
	Class  *classes.Class
	Fields []VirtualField
	Slots  []int32 // where references to it belong, from the lowest address of the outermost frame
}

// VirtualField is a field that is not 0.
type VirtualField struct {
	Field *classes.Field
	At    int32 // where the value lies, from the lowest address of the outermost frame
	Other int32 // or the index of the virtual object that it refers to, -1: none
}

// hints are what earlier attempts to build a method have found out.
type hints struct {
	made    map[uint64]bool // objects of these sites are made at once
	changes map[change]bool // these fields change in loops
	wrong   bool            // this attempt has found out more
	none    bool            // no object is virtual
}

// change is a field of the objects of a site.
type change struct {
	site  uint64
	field int
}

// changed reports whether a field of an object changes in loops.
func (h *hints) changed(o *object, field int) bool { return h.changes[change{o.site, field}] }

// layoutOf are the instance fields of a class by their offsets, nil if its objects are
// always made.
func (b *builder) layoutOf(class *classes.Class) []*classes.Field {
	if layout, ok := b.layouts[class]; ok {
		return layout
	}
	layout := []*classes.Field{}
	for c := class; c != nil; c = c.Super {
		for _, f := range c.Fields {
			if !f.Static() {
				layout = append(layout, f)
			}
		}
	}
	if class.Finalizable || class.RefKind != memory.ReferenceNone || len(layout) > virtualFields || !memory.IsSmall(uint64(class.InstanceSize)) {
		layout = nil
	}
	slices.SortFunc(layout, func(f, g *classes.Field) int { return int(f.Offset) - int(g.Offset) })
	b.layouts[class] = layout
	return layout
}

// isVirtual reports whether a value stands for an object that is not made.
func (b *builder) isVirtual(v *ir.Value) bool {
	o := b.escape.find(v)
	return o != nil && o.real == nil
}

// newVirtual is a new object that is virtual, nil if it is made at once.
func (b *builder) newVirtual(l *level, index int, class *classes.Class) *ir.Value {
	site := siteOf(l, index)
	layout := b.layoutOf(class)
	virtual := 0
	for i := range b.escape.objects {
		if b.escape.objects[i].real == nil {
			virtual++
		}
	}
	if layout == nil || b.hints.none || b.hints.made[site] || virtual >= virtualObjects {
		return nil
	}
	b.countVirtual(l, index, class)
	o := object{class: class, site: site, key: b.f.Detached(b.b, ir.OpInvalid, wasm.I32)}
	o.key.Ref, o.key.NonNil = true, true
	for _, f := range layout {
		zero := b.constant(typeOf(f.Desc[0]), 0)
		zero.Ref = isRef(f.Desc[0])
		o.fields = append(o.fields, zero)
	}
	b.exact[o.key] = class
	b.escape.objects = append(slices.Clone(b.escape.objects), o)
	return o.key
}

// siteOf tells the allocations of a method that is built from each other, those of what is
// inlined included.
func siteOf(l *level, index int) uint64 {
	hash := uint64(14695981039346656037) // FNV-1a
	for k, at := l, index; k != nil; k, at = k.up, k.index {
		hash = (hash ^ uint64(k.method.ID)<<32 ^ uint64(at)) * 1099511628211
	}
	return hash
}

// countVirtual counts an object as if it were made. Where a collection is due the runtime
// makes one that nobody uses.
func (b *builder) countVirtual(l *level, index int, class *classes.Class) {
	slow := func() {
		made := b.runtime(l, index, FuncAllocate, b.ledger.fuel, b.i32(int32(class.ID)))
		b.guard(l, index, ThrowHere, b.pure(wasm.OpI32Eqz, wasm.I32, made))
	}
	if b.env.CellTable == 0 {
		slow()
		return
	}
	zero, rounded := b.i32(0), b.i64(int64(memory.RoundSize(uint64(class.InstanceSize))))
	allowance := b.load(wasm.OpI64Load, wasm.I64, ir.MemoryAllocator, zero, int64(memory.AllowanceAddress))
	left := b.pure(wasm.OpI64Sub, wasm.I64, allowance, rounded)
	rare, rest := b.split(b.pure(wasm.OpI64LtS, wasm.I32, left, b.i64(0)))
	join := b.f.NewBlock()
	b.b = rest
	b.store(wasm.OpI64Store, ir.MemoryAllocator, zero, int64(memory.AllowanceAddress), left)
	b.allocated(l.activation, rounded)
	b.b.To(join)
	b.aside(rare, func() {
		slow()
		b.b.To(join)
	})
	b.b = join
}

// real is a value that may go anywhere: an object that is virtual is made.
func (b *builder) real(v *ir.Value) *ir.Value {
	o := b.escape.find(v)
	switch {
	case o == nil:
		return v
	case o.real != nil:
		return o.real
	}
	class, fields := o.class, o.fields
	made := b.newCell(class)
	b.escape.edit(v).real = made
	for i, f := range b.layoutOf(class) {
		if value := b.real(fields[i]); value.Op != ir.OpConst || value.Imm != 0 {
			b.store(fieldStore(f), ir.MemoryField, made, int64(f.Offset), value)
		}
	}
	return made
}

// reals are values that may go anywhere.
func (b *builder) reals(values []*ir.Value) []*ir.Value {
	made := slices.Clone(values)
	for i, v := range made {
		made[i] = b.real(v)
	}
	return made
}

// newCell is an object whose fields are 0, and which has been counted.
func (b *builder) newCell(class *classes.Class) *ir.Value {
	make := func() *ir.Value {
		call := b.value(ir.OpCall, 0, b.i32(int32(class.ID)))
		call.Call = &ir.Call{Function: FuncCell, Type: hostTypes[FuncCell], Arguments: 1, Status: -1}
		return b.value(ir.OpResult, wasm.I32, call)
	}
	made := func() *ir.Value {
		if b.env.CellTable == 0 {
			return make()
		}
		_, run, cell := b.sizeAndRun(&cellSize{bytes: class.InstanceSize})
		next := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryAllocator, run, memory.RunNext)
		end := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryAllocator, run, memory.RunEnd)
		rare, rest := b.split(b.pure(wasm.OpI32GeU, wasm.I32, next, end))
		join := b.f.NewBlock()
		rest.To(join)
		b.b = rest
		b.store(wasm.OpI32Store, ir.MemoryAllocator, run, memory.RunNext, b.pure(wasm.OpI32Add, wasm.I32, next, cell))
		b.b = rare
		other := make()
		other.Ref, other.NonNil = true, true
		b.b.To(join)
		b.b = join
		return b.value(ir.OpPhi, wasm.I32, next, other)
	}()
	made.Ref, made.NonNil = true, true
	b.exact[made] = class
	b.store(wasm.OpI32Store, ir.MemoryFixed, made, memory.ObjectTIB, b.i32(int32(class.TIB)))
	return made
}

func fieldStore(f *classes.Field) byte {
	switch f.Desc[0] {
	case 'Z', 'B':
		return wasm.OpI32Store8
	case 'C', 'S':
		return wasm.OpI32Store16
	}
	return wasm.StoreOf(typeOf(f.Desc[0]))
}

// fieldAt is the number of the field of a virtual object at an offset, -1 for none.
func (b *builder) fieldAt(o *object, offset int32) int {
	return slices.IndexFunc(b.layoutOf(o.class), func(f *classes.Field) bool { return int32(f.Offset) == offset })
}

// getVirtual reads a field of a virtual object; ok is false if the object is none.
func (b *builder) getVirtual(l *level, in *decoded.Instruction) (ok bool) {
	v := b.peek(l, in.B)
	if !b.isVirtual(v) {
		return false
	}
	o := b.escape.find(v)
	i := b.fieldAt(o, in.C)
	if i < 0 {
		return false
	}
	value := o.fields[i]
	switch in.Op {
	case decoded.GetFieldS8:
		value = b.pure(wasm.OpI32Extend8S, wasm.I32, value)
	case decoded.GetFieldU16:
		value = b.pure(wasm.OpI32And, wasm.I32, value, b.i32(0xffff))
	case decoded.GetFieldS16:
		value = b.pure(wasm.OpI32Extend16S, wasm.I32, value)
	}
	b.write(l, in.A, value)
	return true
}

// putVirtual writes a field of a virtual object; ok is false if the object is none.
func (b *builder) putVirtual(l *level, in *decoded.Instruction) (ok bool) {
	v := b.peek(l, in.A)
	if !b.isVirtual(v) {
		return false
	}
	i := b.fieldAt(b.escape.find(v), in.C)
	if i < 0 {
		return false
	}
	o := b.escape.edit(v)
	o.fields = slices.Clone(o.fields)
	o.fields[i] = b.peek(l, in.B)
	return true
}

// compareVirtual compares references of which one is virtual; ok is false if none is.
func (b *builder) compareVirtual(first, second *ir.Value) (same, ok bool) {
	if !b.isVirtual(first) && !b.isVirtual(second) {
		return false, false
	}
	return first == second, true
}

// describe lists the virtual objects among the values of slots, whose offsets from the
// lowest address of the outermost frame are given, and where the values of their fields
// are to be stored.
func (b *builder) describe(l *level, slots []int32, values []*ir.Value) (virtuals []Virtual, stores []ir.Store, stored []*ir.Value) {
	if len(values) == 0 {
		return nil, nil, nil
	}
	scratch := (l.base + l.method.FrameBytes + 7) &^ 7
	indices := map[*ir.Value]int32{}
	var add func(key *ir.Value) int32
	add = func(key *ir.Value) int32 {
		if i, ok := indices[key]; ok {
			return i
		}
		o := b.escape.find(key)
		index := int32(len(virtuals))
		indices[key] = index
		virtuals = append(virtuals, Virtual{Class: o.class})
		var fields []VirtualField
		for i, f := range b.layoutOf(o.class) {
			v := b.escape.resolve(o.fields[i])
			switch {
			case b.isVirtual(v):
				fields = append(fields, VirtualField{Field: f, Other: add(v)})
			case v.Op != ir.OpConst || v.Imm != 0:
				fields = append(fields, VirtualField{Field: f, At: scratch, Other: -1})
				stores = append(stores, ir.Store{Offset: scratch, Type: v.Type})
				stored = append(stored, v)
				scratch += decoded.SlotBytes
			}
		}
		virtuals[index].Fields = fields
		return index
	}
	for i, v := range values {
		at := add(v)
		virtuals[at].Slots = append(virtuals[at].Slots, slots[i])
	}
	b.extent = max(b.extent, scratch)
	return virtuals, stores, stored
}

// packed is how many references of a virtual object a slot can keep.
const packed = decoded.SlotBytes / 4

// pack lists the references that a virtual object leads to, and its bytes with those of
// the virtual objects that it refers to.
func (b *builder) pack(key *ir.Value) (refs []*ir.Value, bytes uint64) {
	seen := map[*ir.Value]bool{}
	var add func(v *ir.Value)
	add = func(v *ir.Value) {
		v = b.escape.resolve(v)
		if seen[v] {
			return
		}
		seen[v] = true
		if o := b.escape.find(v); o != nil {
			bytes += memory.RoundSize(uint64(o.class.InstanceSize))
			for _, field := range o.fields {
				add(field)
			}
		} else if v.Ref && v.Op != ir.OpConst {
			refs = append(refs, v)
		}
	}
	add(key)
	return refs, bytes
}

// makeUnpackable makes the virtual objects whose references do not fit into a slot of
// a frame while that waits in a call.
func (b *builder) makeUnpackable() {
	for i := range b.escape.objects {
		if b.escape.objects[i].real == nil {
			if refs, _ := b.pack(b.escape.objects[i].key); len(refs) > packed {
				b.real(b.escape.objects[i].key)
			}
		}
	}
}

// makeAll makes all virtual objects.
func (b *builder) makeAll() {
	for i := range b.escape.objects {
		b.real(b.escape.objects[i].key)
	}
}

// equal reports whether two descriptions are the same.
func (v Virtual) equal(w Virtual) bool {
	return v.Class == w.Class && slices.Equal(v.Fields, w.Fields) && slices.Equal(v.Slots, w.Slots)
}
