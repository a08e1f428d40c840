package compiler

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file makes objects, tests their types, and locks them.

// runtime calls one of the runtime's functions that takes the frame, a frame state and
// what else is given, in a place where a collection may happen.
func (b *builder) runtime(l *level, index int, function string, arguments ...*ir.Value) *ir.Value {
	id := b.i32(b.waits(l, index, WaitsInRuntime))
	call := b.value(ir.OpCall, 0, append([]*ir.Value{b.args, id, b.node}, arguments...)...)
	call.Call = &ir.Call{Function: function, Type: hostTypes[function], Arguments: len(call.Args), Status: -1}
	return b.value(ir.OpResult, wasm.I32, call)
}

// newObject translates new.
func (b *builder) newObject(l *level, index int, in *decoded.Instruction) {
	class := (*classes.Class)(in.P)
	object := b.newVirtual(l, index, class)
	if object == nil {
		object = b.allocate(l, index, class)
	}
	b.write(l, in.A, object)
	if in.B != in.A {
		b.write(l, in.B, object)
	}
}

// allocate is a new object.
func (b *builder) allocate(l *level, index int, class *classes.Class) *ir.Value {
	slow := func() *ir.Value { return b.runtime(l, index, FuncAllocate, b.ledger.fuel, b.i32(int32(class.ID))) }
	object := b.cut(l, index, b.fixedSize(uint64(class.InstanceSize)), nil, slow)
	b.store(wasm.OpI32Store, ir.MemoryFixed, object, memory.ObjectTIB, b.i32(int32(class.TIB)))
	b.exact[object] = class
	return object
}

// newArray translates newarray and anewarray.
func (b *builder) newArray(l *level, index int, in *decoded.Instruction, class *classes.Class) {
	length := b.read(l, in.B)
	slow := func() *ir.Value {
		return b.runtime(l, index, FuncNewArray, b.ledger.fuel, b.i32(int32(class.ID)), length)
	}
	var size *cellSize
	var tooLong *ir.Value
	if length.Op == ir.OpConst {
		if n := int32(length.Imm); n >= 0 {
			size = b.fixedSize(memory.ArrayBase + uint64(n)<<class.ElemShift)
		}
	} else if b.env.CellTable != 0 {
		longest := int32((memory.MaxSmallSize - memory.ArrayBase) >> class.ElemShift)
		tooLong = b.pure(wasm.OpI32GtU, wasm.I32, length, b.i32(longest)) // or it is negative
		size = &cellSize{length: length, shift: int32(class.ElemShift)}
	}
	array := b.cut(l, index, size, tooLong, slow)
	b.store(wasm.OpI32Store, ir.MemoryFixed, array, memory.ObjectTIB, b.i32(int32(class.TIB)))
	b.store(wasm.OpI32Store, ir.MemoryFixed, array, memory.ArrayLength, length)
	b.exact[array] = class
	b.write(l, in.A, array)
}

// cellSize is what compiled code cuts from the run of free cells of the object's
// size: a fixed number of bytes, or what an array of variable length takes.
type cellSize struct {
	bytes  uint32
	length *ir.Value // of an array, nil if the size is fixed
	shift  int32
	by     *ir.Value // shifts by it instead, if it is not nil
	whole  *ir.Value // the size of an object of any class, rounded; nil if it is known otherwise
}

// fixedSize is a fixed size, nil where compiled code leaves the allocation to the
// runtime.
func (b *builder) fixedSize(size uint64) *cellSize {
	if b.env.CellTable == 0 || !memory.IsSmall(size) {
		return nil
	}
	return &cellSize{bytes: uint32(size)}
}

// cut takes an object from the run of free cells of its size where that has room and
// no collection is due; else, or if forced is not 0, the runtime makes it.
func (b *builder) cut(l *level, index int, size *cellSize, forced *ir.Value, slow func() *ir.Value) *ir.Value {
	if size == nil {
		object := slow()
		b.guard(l, index, ThrowHere, b.pure(wasm.OpI32Eqz, wasm.I32, object))
		object.Ref, object.NonNil = true, true
		return object
	}
	rare := b.f.NewBlock()
	rare.Cold = true
	unless := func(condition *ir.Value) {
		b.b.Kind, b.b.Control = ir.BlockIf, condition
		b.b.To(rare)
		rest := b.f.NewBlock()
		b.b.To(rest)
		b.b = rest
	}
	if forced != nil {
		unless(forced)
	}
	next := b.take(size, l.activation, unless)
	join := b.f.NewBlock()
	b.b.To(join)
	var made *ir.Value
	b.aside(rare, func() {
		made = slow()
		b.guard(l, index, ThrowHere, b.pure(wasm.OpI32Eqz, wasm.I32, made))
		b.b.To(join)
	})
	b.b = join
	made.Ref, made.NonNil = true, true
	object := b.value(ir.OpPhi, wasm.I32, next, made)
	object.Ref, object.NonNil = true, true
	return object
}

// take takes a zeroed cell from the run of its size and counts the object at a place;
// before it has changed anything it calls unless with what speaks against it.
func (b *builder) take(size *cellSize, activation int, unless func(*ir.Value)) *ir.Value {
	rounded, run, cell := b.sizeAndRun(size)
	zero := b.i32(0)
	allowance := b.load(wasm.OpI64Load, wasm.I64, ir.MemoryAllocator, zero, int64(memory.AllowanceAddress))
	left := b.pure(wasm.OpI64Sub, wasm.I64, allowance, rounded)
	next := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryAllocator, run, memory.RunNext)
	end := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryAllocator, run, memory.RunEnd)
	due := b.pure(wasm.OpI64LtS, wasm.I32, left, b.i64(0))
	unless(b.pure(wasm.OpI32Or, wasm.I32, due, b.pure(wasm.OpI32GeU, wasm.I32, next, end)))
	b.store(wasm.OpI32Store, ir.MemoryAllocator, run, memory.RunNext, b.pure(wasm.OpI32Add, wasm.I32, next, cell))
	b.store(wasm.OpI64Store, ir.MemoryAllocator, zero, int64(memory.AllowanceAddress), left)
	b.allocated(activation, rounded)
	return next
}

// allocated counts an object of so many bytes.
func (b *builder) allocated(activation int, bytes *ir.Value) {
	switch {
	case !b.env.Profile:
	case activation == 0 && bytes.Op == ir.OpConst:
		b.count(b.node, sharedmemory.NodeObjects, 1, bytes.Imm)
	case activation == 0:
		b.count(b.node, sharedmemory.NodeObjects, 1, 0)
		b.profileAdd(b.node, sharedmemory.NodeBytes, bytes)
	case bytes.Op == ir.OpConst:
		b.addEvent(Event{Activation: activation, Objects: 1, Bytes: bytes.Imm}, b.i64(1))
	default:
		b.addEvent(Event{Activation: activation, Objects: 1}, b.i64(1))
		b.addEvent(Event{Activation: activation, Bytes: 1}, bytes)
	}
}

// sizeAndRun is the number of bytes that an object counts as, the address of the run
// that it is cut from, and the size of the run's cells.
func (b *builder) sizeAndRun(size *cellSize) (rounded, run, cell *ir.Value) {
	if size.length == nil && size.whole == nil {
		rounded = b.i64(int64(memory.RoundSize(uint64(size.bytes))))
		return rounded, b.i32(int32(memory.RunAddress(size.bytes))), b.i32(int32(memory.CellSize(size.bytes)))
	}
	bytes := size.whole
	if bytes == nil {
		bytes = b.arrayBytes(size)
	}
	entry := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, b.pure(wasm.OpI32ShrU, wasm.I32, bytes, b.i32(1)), int64(b.env.CellTable))
	run = b.pure(wasm.OpI32ShrU, wasm.I32, entry, b.i32(16))
	return b.pure(wasm.OpI64ExtendI32U, wasm.I64, bytes), run, b.pure(wasm.OpI32And, wasm.I32, entry, b.i32(0xffff))
}

// arrayBytes is the size of an array of variable length.
func (b *builder) arrayBytes(size *cellSize) *ir.Value {
	bytes := size.length
	switch {
	case size.by != nil:
		bytes = b.pure(wasm.OpI32Shl, wasm.I32, bytes, size.by)
	case size.shift > 0:
		bytes = b.pure(wasm.OpI32Shl, wasm.I32, bytes, b.i32(size.shift))
	}
	bytes = b.add(bytes, memory.ArrayBase+7)
	if size.shift < 3 {
		return b.pure(wasm.OpI32And, wasm.I32, bytes, b.i32(^7))
	}
	return b.add(bytes, -7)
}

// slow has the interpreter execute one instruction, whose result is an object.
func (b *builder) slow(l *level, index int, in *decoded.Instruction) {
	b.write(l, in.A, b.interpreted(l, index, in))
}

// interpreted is the object that one instruction results in which the interpreter executes.
func (b *builder) interpreted(l *level, index int, in *decoded.Instruction) *ir.Value {
	b.interpret(l, index)
	v := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFrame, b.args, int64(l.base+in.A))
	v.Ref, v.NonNil = true, true
	return v
}

// interpret has the interpreter execute one instruction.
func (b *builder) interpret(l *level, index int) {
	b.makeAll()
	b.commit() // the frame has no record while the interpreter executes the instruction
	e, values := b.exit(l, index, Resume)
	for i, s := range e.Stores {
		b.frame(s.Offset, values[i])
	}
	b.operands.linked = true
	if b.env.Profile {
		b.frame(b.root.base+decoded.FrameNode, b.node)
	}
	id := b.i32(b.waits(l, index, WaitsInRuntime))
	call := b.value(ir.OpCall, 0, b.args, id, b.node, b.ledger.fuel, b.uncounted(l))
	call.Call = &ir.Call{Function: FuncSlow, Type: hostTypes[FuncSlow], Arguments: 5}
	left := b.value(ir.OpResult, wasm.I32, call)
	thrown, values := b.exit(l, index, ThrowCall)
	thrown.ID = b.frameState(l, index, ThrowFlushed, nil)
	call.Exit, call.Args = thrown, append(call.Args, values...)
	ordinal := int32(l.code.Ordinals[index])
	b.ledger.fuel = b.add(left, ordinal)
	b.counted(l, index)
}

// instanceOf is 1 if an object, not null, has a type.
func (b *builder) instanceOf(object *ir.Value, class *classes.Class) *ir.Value {
	if known := b.classOf(object); known != nil {
		switch {
		case !known.IsSubclassOf(class):
			return b.i32(0)
		case object.NonNil:
			return b.i32(1)
		}
		return b.pure(wasm.OpI32Ne, wasm.I32, object, b.i32(0))
	}
	return b.unlessNull(object, func() *ir.Value { return b.hasType(b.tib(object), class) })
}

// onlyNull leaves for the interpreter, which links a test of an object's class, unless the object is null: then the test has a result
// without the class, so that one which has seen nothing else is never linked. It reports whether the code goes on.
func (b *builder) onlyNull(l *level, index int, in *decoded.Instruction) bool {
	object := b.peek(l, in.B)
	switch {
	case object.NonNil || neverExecuted(in):
		b.leave(l, index, NeverExecuted)
		return false
	case object.Op != ir.OpConst || object.Imm != 0:
		b.guard(l, index, NeverExecuted, b.real(object))
	}
	return true
}

// unlessNull is 0 for null, and otherwise what is gives.
func (b *builder) unlessNull(object *ir.Value, is func() *ir.Value) *ir.Value {
	if object.NonNil {
		return is()
	}
	null, some := b.fork(b.pure(wasm.OpI32Eqz, wasm.I32, object))
	join := b.f.NewBlock()
	b.b = null
	zero := b.i32(0)
	b.b.To(join)
	b.b = some
	one := is()
	b.b.To(join)
	b.b = join
	return b.value(ir.OpPhi, wasm.I32, zero, one)
}

// hasType is 1 if a type is class or a subtype of it.
func (b *builder) hasType(tib *ir.Value, class *classes.Class) *ir.Value {
	if depth := class.Depth(); !class.IsInterface() && !class.IsArray() && depth < memory.DisplaySlots {
		at := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, int64(memory.TIBDisplay+4*depth))
		return b.pure(wasm.OpI32Eq, wasm.I32, at, b.i32(int32(class.TIB)))
	}
	// A cache remembers types: their addresses are even, so that the lowest bit can
	// say whether they are subtypes.
	cache := int64(b.env.NewCache())
	slot := b.cacheSlot(tib, 4)
	known := b.pure(wasm.OpI32Xor, wasm.I32, tib, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, slot, cache))
	return b.cachedSubtype(known, tib, b.i32(int32(class.ID)), func(is *ir.Value) {
		b.store(wasm.OpI32Store, ir.MemoryTable, slot, cache, b.pure(wasm.OpI32Or, wasm.I32, tib, is))
	})
}

// isSubtype is 1 if a type is a class that is a value or a subtype of it. Its number is class, and what stands for it, a type or a mirror, has an even address.
// A cache for each place remembers types, as that of hasType does, each with what it was compared with, in two words.
func (b *builder) isSubtype(tib, of, class *ir.Value) *ir.Value {
	cache := int64(b.env.NewCache())
	slot := b.cacheSlot(b.pure(wasm.OpI32Add, wasm.I32, tib, b.pure(wasm.OpI32Shl, wasm.I32, of, b.i32(1))), 8)
	known := b.pure(wasm.OpI32Xor, wasm.I32, tib, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, slot, cache))
	other := b.pure(wasm.OpI32Xor, wasm.I32, of, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, slot, cache+4))
	return b.cachedSubtype(b.pure(wasm.OpI32Or, wasm.I32, known, other), tib, class, func(is *ir.Value) {
		b.store(wasm.OpI32Store, ir.MemoryTable, slot, cache, b.pure(wasm.OpI32Or, wasm.I32, tib, is))
		b.store(wasm.OpI32Store, ir.MemoryTable, slot, cache+4, of)
	})
}

// cacheSlot is where in a cache what goes with an address may be, in slots of so many bytes: by its product with the golden ratio (Knuth, The Art of Computer Programming 3, 6.4), as types of equal sizes are at
// even distances.
func (b *builder) cacheSlot(of *ir.Value, bytes int32) *ir.Value {
	const goldenRatio = -0x61c88647 // 2^32 divided by it, which is 0x9e3779b9
	product := b.pure(wasm.OpI32Mul, wasm.I32, of, b.i32(goldenRatio))
	return b.pure(wasm.OpI32And, wasm.I32, b.pure(wasm.OpI32ShrU, wasm.I32, product, b.i32(32-cacheBits)), b.i32(CacheBytes-bytes))
}

// cachedSubtype is what a cache knows, if that is 0 or 1, and what the runtime finds
// otherwise, which is kept.
func (b *builder) cachedSubtype(known, tib, class *ir.Value, keep func(is *ir.Value)) *ir.Value {
	hit, other := b.fork(b.pure(wasm.OpI32LtU, wasm.I32, known, b.i32(2)))
	join := b.f.NewBlock()
	hit.To(join)
	b.b = other
	call := b.value(ir.OpCall, 0, tib, class)
	call.Call = &ir.Call{Function: FuncSubtype, Type: hostTypes[FuncSubtype], Arguments: 2, Status: -1, Pure: true}
	is := b.value(ir.OpResult, wasm.I32, call)
	keep(is)
	b.b.To(join)
	b.b = join
	return b.value(ir.OpPhi, wasm.I32, known, is)
}

func (b *builder) checkCast(l *level, index int, in *decoded.Instruction) {
	object, class := b.peek(l, in.B), (*classes.Class)(in.P)
	if object.Op == ir.OpConst && object.Imm == 0 {
		return
	}
	switch known := b.classOf(object); {
	case known == nil:
	case known.IsSubclassOf(class):
		return
	case object.NonNil:
		b.leave(l, index, Resume)
		return
	}
	object = b.real(object)
	check := func() {
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, b.hasType(b.tib(object), class)))
	}
	if class.Flags&classfile.AccFinal != 0 && !class.IsArray() {
		defer b.know(object, class)
	}
	if object.NonNil {
		check()
		return
	}
	null, some := b.fork(b.pure(wasm.OpI32Eqz, wasm.I32, object))
	join := null
	b.b = some
	check()
	b.b.To(join)
	b.b = join
}

// checkStore guards that an array takes a reference.
func (b *builder) checkStore(l *level, index int, array, v *ir.Value) {
	if v.Op == ir.OpConst && v.Imm == 0 {
		return
	}
	check := func() {
		// The type of the array's elements stands in a word of the array's type.
		component := b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, b.tib(array), memory.TIBComponent)
		tib := b.tib(v)
		exact, other := b.fork(b.pure(wasm.OpI32Eq, wasm.I32, component, tib))
		join := b.f.NewBlock()
		b.b = exact
		b.b.To(join)
		b.b = other
		object, rare := b.fork(b.pure(wasm.OpI32Eq, wasm.I32, component, b.i32(int32(b.env.Object.TIB))))
		b.b = object
		b.b.To(join)
		b.b = rare
		b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, b.isSubtype(tib, component, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, component, memory.TIBClass))))
		b.b.To(join)
		b.b = join
	}
	if v.NonNil {
		check()
		return
	}
	null, some := b.fork(b.pure(wasm.OpI32Eqz, wasm.I32, v))
	b.b = some
	check()
	b.b.To(null)
	b.b = null
}

// lock is monitorenter of an object that nobody else has locked; the rest is the
// interpreter's.
func (b *builder) lock(l *level, index int, object *ir.Value) {
	b.nonNull(l, index, object)
	word, thin, mine := b.lockWord(object)
	free := b.pure(wasm.OpI32Eqz, wasm.I32, word)
	// Its owner may enter again as long as the count has room.
	more := b.pure(wasm.OpI32Ne, wasm.I32, b.pure(wasm.OpI32And, wasm.I32, word, b.i32(memory.LockCountMask)), b.i32(memory.LockCountMask))
	again := b.pure(wasm.OpI32And, wasm.I32, mine, more)
	b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, b.pure(wasm.OpI32Or, wasm.I32, free, again)))
	b.store(wasm.OpI32Store, ir.MemoryLock, object, memory.ObjectLock, b.value(ir.OpSelect, wasm.I32, thin, b.add(word, memory.LockCountUnit), free))
}

// unlock is monitorexit of an object that this thread has locked.
func (b *builder) unlock(l *level, index int, object *ir.Value) {
	b.nonNull(l, index, object)
	word, thin, mine := b.lockWord(object)
	b.guard(l, index, Resume, b.pure(wasm.OpI32Eqz, wasm.I32, mine))
	last := b.pure(wasm.OpI32Eq, wasm.I32, word, thin)
	b.store(wasm.OpI32Store, ir.MemoryLock, object, memory.ObjectLock, b.value(ir.OpSelect, wasm.I32, b.i32(0), b.add(word, -memory.LockCountUnit), last))
}

// lockWord is an object's lock word, that of an object which this thread has locked
// once, and whether this thread holds the object's lock by a thin one.
func (b *builder) lockWord(object *ir.Value) (word, thin, mine *ir.Value) {
	word = b.load(wasm.OpI32Load, wasm.I32, ir.MemoryLock, object, memory.ObjectLock)
	thin = b.fixed(ir.MemoryControl, b.words.ThinLock)
	different := b.pure(wasm.OpI32And, wasm.I32, b.pure(wasm.OpI32Xor, wasm.I32, word, thin), b.i32(^memory.LockCountMask))
	return word, thin, b.pure(wasm.OpI32Eqz, wasm.I32, different)
}

func (b *builder) enterSynchronized(l *level, index int) {
	object := b.i32(int32(l.method.Class.Mirror))
	object.NonNil = true
	if !l.method.Static() {
		object = b.of(l).slots[0]
	}
	b.lock(l, index, object)
	b.frame(l.base+decoded.FrameLock, object)
	l.lock = object
}
