package compiler

import (
	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/compiler/ir"
	"hotlens/vm/compiler/wasm"
	"hotlens/vm/decoded"
	"hotlens/vm/fdlibm"
	"hotlens/vm/memory"
	"sync"
)

// This file translates calls of some native methods, and of some that the VM substitutes, into what they do. A profile
// counts them like the calls that they replace: package natives has the same
// methods for the interpreter.

// nativeCall is a call of a native method that compiled code executes itself.
type nativeCall struct {
	*builder
	level      *level // of the call
	callee     *classes.Method
	arguments  []*ir.Value // the receiver first
	activation int         // of the call
	rare       *ir.Block   // where the method itself is called, nil while nothing leads there
}

// unless goes on in a new block if condition is 0; else the method itself is called.
func (c *nativeCall) unless(condition *ir.Value) {
	if c.rare == nil {
		c.rare = c.f.NewBlock()
		c.rare.Cold = true
	}
	rest := c.f.NewBlock()
	c.b.Kind, c.b.Control = ir.BlockIf, condition
	c.b.To(c.rare)
	c.b.To(rest)
	c.b = rest
}

// works counts the length of what the method has worked on, an i32 without a sign.
func (c *nativeCall) works(length *ir.Value) {
	if c.env.Profile {
		c.addEvent(Event{Activation: c.activation, Work: 1}, c.pure(wasm.OpI64ExtendI32U, wasm.I64, length))
	}
}

// executesItself is the reason why the call of a native method is no call.
const executesItself = "native, and compiled code executes it itself"

// intrinsic is how a native method is translated.
type intrinsic struct {
	// notNull are the arguments that are not null when translate is called: the
	// interpreter throws what has to be thrown.
	notNull []int
	// substitutes says that the method is Java code in some JDKs, which the VM executes itself in all of them
	// (natives.Find).
	substitutes bool
	// allocates says that it makes objects, which is the runtime's where compiled code
	// does not know the table of cells.
	allocates bool
	// computes says that the result is a double computed from doubles, without a frame, by the runtime if compiled code does not know how. Unlike what compiled code executes without the runtime, that takes time by the
	// virtual clock, and may be timed.
	computes bool
	// only says at which calls it is translated; nil: at all.
	only func(c *nativeCall) bool
	// translate gives the result, nil for void.
	translate func(*nativeCall) *ir.Value
}

// methodName names a method of the library.
type methodName struct{ class, name, descriptor string }

const unsafeClass = "jdk/internal/misc/Unsafe"

var intrinsics = sync.OnceValue(func() map[methodName]intrinsic {
	table := map[methodName]intrinsic{
		{"java/lang/Double", "doubleToRawLongBits", "(D)J"}: unaryIntrinsic(wasm.OpI64ReinterpretF64, wasm.I64),
		{"java/lang/Double", "longBitsToDouble", "(J)D"}:    unaryIntrinsic(wasm.OpF64ReinterpretI64, wasm.F64),
		{"java/lang/Float", "floatToRawIntBits", "(F)I"}:    unaryIntrinsic(wasm.OpI32ReinterpretF32, wasm.I32),
		{"java/lang/Float", "intBitsToFloat", "(I)F"}:       unaryIntrinsic(wasm.OpF32ReinterpretI32, wasm.F32),
		{"java/lang/StrictMath", "sqrt", "(D)D"}:            substitute(unaryIntrinsic(wasm.OpF64Sqrt, wasm.F64)),
		{"java/lang/Math", "abs", "(D)D"}:                   substitute(unaryIntrinsic(wasm.OpF64Abs, wasm.F64)),
		{"java/lang/Math", "floor", "(D)D"}:                 substitute(unaryIntrinsic(wasm.OpF64Floor, wasm.F64)),
		{"java/lang/Math", "ceil", "(D)D"}:                  substitute(unaryIntrinsic(wasm.OpF64Ceil, wasm.F64)),
		{"java/lang/Math", "rint", "(D)D"}:                  substitute(unaryIntrinsic(wasm.OpF64Nearest, wasm.F64)),
		{"java/lang/Math", "min", "(DD)D"}:                  substitute(binaryIntrinsic(wasm.OpF64Min, wasm.F64)),
		{"java/lang/Math", "max", "(DD)D"}:                  substitute(binaryIntrinsic(wasm.OpF64Max, wasm.F64)),
		{"java/lang/Math", "min", "(FF)F"}:                  substitute(binaryIntrinsic(wasm.OpF32Min, wasm.F32)),
		{"java/lang/Math", "max", "(FF)F"}:                  substitute(binaryIntrinsic(wasm.OpF32Max, wasm.F32)),

		{"java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V"}: {notNull: []int{0, 2}, translate: (*nativeCall).arraycopy},
		{"java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I"}:               {translate: (*nativeCall).identityHash},
		{"java/lang/Object", "hashCode", "()I"}:                                         {translate: (*nativeCall).identityHash},
		{"java/lang/Object", "clone", "()Ljava/lang/Object;"}:                           {allocates: true, translate: (*nativeCall).clone},
		{"java/lang/Object", "getClass", "()Ljava/lang/Class;"}:                         {translate: (*nativeCall).mirror},
		{"java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z"}:                      {translate: (*nativeCall).isInstance},
		{"java/lang/Class", "isAssignableFrom", "(Ljava/lang/Class;)Z"}:                 {only: ofObject, translate: (*nativeCall).isAssignableFrom},
		{"java/lang/Class", "isPrimitive", "()Z"}:                                       classIntrinsic((*classes.Class).IsPrimitive),
		{"java/lang/Class", "isArray", "()Z"}:                                           classIntrinsic((*classes.Class).IsArray),
		{"java/lang/Class", "isInterface", "()Z"}:                                       classIntrinsic((*classes.Class).IsInterface),
		{"java/lang/Thread", "currentThread", "()Ljava/lang/Thread;"}:                   {translate: (*nativeCall).currentThread},
		{"jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;"}:    {only: inlinedCaller, translate: (*nativeCall).callerClass},
		{"java/lang/ref/Reference", "get0", "()Ljava/lang/Object;"}:                     {translate: (*nativeCall).referent},
		{"java/lang/ref/Reference", "refersTo0", "(Ljava/lang/Object;)Z"}:               {translate: (*nativeCall).refersTo},
		{"java/lang/ref/PhantomReference", "refersTo0", "(Ljava/lang/Object;)Z"}:        {translate: (*nativeCall).refersTo},
	}
	for name, descriptor := range map[string]string{
		"sin": "(D)D", "cos": "(D)D", "tan": "(D)D", "asin": "(D)D", "acos": "(D)D", "atan": "(D)D", "log": "(D)D", "log10": "(D)D", "log1p": "(D)D", "expm1": "(D)D",
		"sinh": "(D)D", "cosh": "(D)D", "tanh": "(D)D", "atan2": "(DD)D", "IEEEremainder": "(DD)D",
	} {
		table[methodName{"java/lang/StrictMath", name, descriptor}] = intrinsic{computes: true, translate: (*nativeCall).numbers}
	}
	for name, descriptor := range map[string]string{
		"tan": "(D)D", "fma": "(DDD)D",
	} {
		table[methodName{"java/lang/Math", name, descriptor}] = intrinsic{computes: true, substitutes: true, translate: (*nativeCall).numbers}
	}
	for name, translate := range map[methodName]func(*nativeCall) *ir.Value{
		{"java/lang/Math", "sin", "(D)D"}:   sine(0),
		{"java/lang/Math", "cos", "(D)D"}:   sine(1),
		{"java/lang/Math", "exp", "(D)D"}:   (*nativeCall).exponential,
		{"java/lang/Math", "log", "(D)D"}:   logarithm("log", fdlibm.NaturalLogarithm),
		{"java/lang/Math", "log10", "(D)D"}: logarithm("log10", fdlibm.DecimalLogarithm),
		{"java/lang/Math", "pow", "(DD)D"}:  (*nativeCall).power,
	} {
		table[name] = intrinsic{computes: true, substitutes: true, translate: translate}
	}
	for _, fence := range []string{"fullFence", "loadFence", "storeFence"} {
		table[methodName{unsafeClass, fence, "()V"}] = intrinsic{translate: func(*nativeCall) *ir.Value { return nil }}
	}
	for _, k := range []struct {
		name, descriptor string
		load, store      byte
		bytes            int64
	}{
		{"Boolean", "Z", wasm.OpI32Load8U, wasm.OpI32Store8, 1},
		{"Byte", "B", wasm.OpI32Load8S, wasm.OpI32Store8, 1},
		{"Short", "S", wasm.OpI32Load16S, wasm.OpI32Store16, 2},
		{"Char", "C", wasm.OpI32Load16U, wasm.OpI32Store16, 2},
		{"Int", "I", wasm.OpI32Load, wasm.OpI32Store, 4},
		{"Float", "F", wasm.OpF32Load, wasm.OpF32Store, 4},
		{"Long", "J", wasm.OpI64Load, wasm.OpI64Store, 8},
		{"Double", "D", wasm.OpF64Load, wasm.OpF64Store, 8},
		{"Reference", "Ljava/lang/Object;", wasm.OpI32Load, wasm.OpI32Store, 4},
	} {
		letter := k.descriptor[0]
		get := func(c *nativeCall) *ir.Value {
			v := c.load(k.load, typeOf(letter), ir.MemoryOther, c.unsafeAddress(k.bytes, false), 0)
			v.Ref = isRef(letter)
			return v
		}
		put := func(c *nativeCall) *ir.Value {
			address, v := c.unsafeAddress(k.bytes, true), c.arguments[3]
			if letter == 'Z' {
				v = c.pure(wasm.OpI32Ne, wasm.I32, v, c.i32(0))
			}
			c.store(k.store, ir.MemoryOther, address, 0, v)
			return nil
		}
		for _, volatile := range []string{"", "Volatile"} {
			table[methodName{unsafeClass, "get" + k.name + volatile, "(Ljava/lang/Object;J)" + k.descriptor}] = intrinsic{translate: get}
			table[methodName{unsafeClass, "put" + k.name + volatile, "(Ljava/lang/Object;J" + k.descriptor + ")V"}] = intrinsic{translate: put}
		}
		switch k.name {
		case "Int", "Long", "Reference":
			swap := func(exchange bool) func(*nativeCall) *ir.Value {
				return func(c *nativeCall) *ir.Value { return c.compareAndSwap(k.load, k.store, letter, k.bytes, exchange) }
			}
			operands := "(Ljava/lang/Object;J" + k.descriptor + k.descriptor + ")"
			table[methodName{unsafeClass, "compareAndSet" + k.name, operands + "Z"}] = intrinsic{translate: swap(false)}
			table[methodName{unsafeClass, "compareAndExchange" + k.name, operands + k.descriptor}] = intrinsic{translate: swap(true)}
		}
	}
	return table
})

func unaryIntrinsic(code byte, t wasm.Type) intrinsic {
	return intrinsic{translate: func(c *nativeCall) *ir.Value { return c.pure(code, t, c.arguments[0]) }}
}

func binaryIntrinsic(code byte, t wasm.Type) intrinsic {
	return intrinsic{translate: func(c *nativeCall) *ir.Value { return c.pure(code, t, c.arguments[0], c.arguments[1]) }}
}

// substitute is an intrinsic of a method that is Java code in some JDKs.
func substitute(i intrinsic) intrinsic {
	i.substitutes = true
	return i
}

// intrinsicOf is how a call of a method is translated, nil if it is a call.
func (b *builder) intrinsicOf(l *level, callee *classes.Method, arguments []*ir.Value) *intrinsic {
	if callee == nil {
		return nil
	}
	i, ok := intrinsicFor(callee)
	switch {
	case !ok || i.allocates && b.env.CellTable == 0:
		return nil
	case i.computes && callee.Timed():
		b.compiled.LeftTimed = true
		return nil
	case i.computes && b.env.NumberFunction(callee) < 0:
		return nil
	case i.only != nil && !i.only(&nativeCall{builder: b, level: l, callee: callee, arguments: arguments}):
		return nil
	}
	return &i
}

// ExecutesItself reports whether compiled code may execute a method without calling it or the runtime.
func ExecutesItself(method *classes.Method) bool {
	i, ok := intrinsicFor(method)
	return ok && !i.computes
}

func intrinsicFor(method *classes.Method) (i intrinsic, ok bool) {
	if !method.Class.Trusted {
		return i, false
	}
	i, ok = intrinsics()[methodName{method.Class.Name, method.Name, method.Desc}]
	return i, ok && (method.IsNative() || i.substitutes)
}

// onlyCallee is the only method that a virtual call can reach whatever is loaded, nil if there
// may be others: the class of the method that it names is final, or the class that it names.
// Those of arrays are, and all have the methods of java.lang.Object.
func onlyCallee(in *decoded.Instruction, site *classes.CallSite) *classes.Method {
	switch callee, named := site.Callee, site.Named(); {
	case in.Op != decoded.InvokeVirtualQ || callee == nil:
		return nil
	case callee.Class.Flags&classfile.AccFinal != 0:
		return callee
	case named != nil && named.Flags&classfile.AccFinal != 0:
		return named.VTable[tableIndex(in)]
	}
	return nil
}

// tableIndex is the index of a virtual call in virtual tables.
func tableIndex(in *decoded.Instruction) int { return int(uint32(in.C)-memory.TIBVTable) / 4 }

// callIntrinsic executes a native method and gives its result, nil for void. The call
// happens once nothing can fail any more.
func (b *builder) callIntrinsic(l *level, index int, in *decoded.Instruction, site *classes.CallSite, i *intrinsic, arguments []*ir.Value) *ir.Value {
	callee := site.Callee
	arguments = b.reals(arguments)
	b.makeUnpackable()
	for _, k := range i.notNull {
		b.nonNull(l, index, arguments[k])
	}
	b.extent = max(b.extent, l.base+in.B+callee.LocalBytes+callee.FrameBytes)
	c := &nativeCall{builder: b, level: l, callee: callee, arguments: arguments}
	if b.env.Profile {
		c.activation = b.newActivation(l, site, callee)
		b.happens(Event{Activation: c.activation, Calls: 1})
	}
	before := b.owes()
	result := i.translate(c)
	if c.rare != nil {
		result = b.orElse(l, in, c.rare, result, before, func() *ir.Value {
			b.begin(0)
			return b.result(l, index, in, site, b.activationContext(c.activation), arguments, &ir.Call{Slot: callee.ID, Type: Signature(callee)})
		})
	}
	if result != nil {
		result.Ref = result.Ref || isRef(site.Selector.Return)
	}
	return result
}

// writeResult writes the result of a call, nil for none.
func (b *builder) writeResult(l *level, in *decoded.Instruction, result *ir.Value) {
	if result != nil {
		b.write(l, in.A, result)
	}
}

// onlyIntrinsic executes the native method that is all that a call can reach.
func (b *builder) onlyIntrinsic(l *level, index int, in *decoded.Instruction, site *classes.CallSite, i *intrinsic, arguments []*ir.Value) {
	target := Target{Callee: site.Callee}
	targets, total := b.env.CallGraph.Targets(l.method, site)
	for _, t := range targets {
		if t.Callee == site.Callee {
			target = t
		}
	}
	b.note(l, site, target, total, Inlined, executesItself)
	b.writeResult(l, in, b.callIntrinsic(l, index, in, site, i, arguments))
}

// orElse joins what compiled code did itself with a call, made from another block on, which
// owes what the code owed before.
func (b *builder) orElse(l *level, in *decoded.Instruction, other *ir.Block, result *ir.Value, before *state, call func() *ir.Value) *ir.Value {
	join := b.f.NewBlock()
	b.b.To(join)
	states := []*state{b.owes(), nil}
	var called *ir.Value
	b.aside(other, func() {
		b.ledger.restore(&before.ledger)
		called = call()
		states[1] = b.owes()
		b.b.Kind = ir.BlockJump
		b.b.To(join)
	})
	b.overwrite(l, in.B) // the call writes there
	b.b = join
	b.reconcile(join, l, states, false)
	if result != nil {
		phi := b.value(ir.OpPhi, result.Type, result, called)
		phi.Ref = called.Ref
		result = phi
	}
	b.ledger.fuel = b.value(ir.OpPhi, wasm.I32, states[0].ledger.fuel, states[1].ledger.fuel)
	return result
}

// kind is what sort of object has a type, one of memory's Kind values, and isArray
// whether that is an array.
func (c *nativeCall) kind(tib *ir.Value) (kind, isArray *ir.Value) {
	kind = c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, memory.TIBKind)
	return kind, c.pure(wasm.OpI32LtU, wasm.I32, c.add(kind, -memory.KindPrimArray), c.i32(memory.KindRefArray-memory.KindPrimArray+1))
}

// arraycopy copies between arrays of one type, and from any array of references to
// an array of objects.
func (c *nativeCall) arraycopy() *ir.Value {
	from, fromIndex, to, toIndex, length := c.arguments[0], c.arguments[1], c.arguments[2], c.arguments[3], c.arguments[4]
	fromTIB, toTIB := c.tib(from), c.tib(to)
	kind, isArray := c.kind(fromTIB)
	same := c.pure(wasm.OpI32And, wasm.I32, isArray, c.pure(wasm.OpI32Eq, wasm.I32, fromTIB, toTIB))
	component := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, toTIB, memory.TIBComponent)
	toObjects := c.pure(wasm.OpI32And, wasm.I32, c.pure(wasm.OpI32Eq, wasm.I32, kind, c.i32(memory.KindRefArray)),
		c.pure(wasm.OpI32Eq, wasm.I32, component, c.i32(int32(c.env.Object.TIB))))
	c.unless(c.pure(wasm.OpI32Eqz, wasm.I32, c.pure(wasm.OpI32Or, wasm.I32, same, toObjects)))

	// Neither sum exceeds 32 bits when nothing is negative.
	negative := c.pure(wasm.OpI32LtS, wasm.I32, c.pure(wasm.OpI32Or, wasm.I32, c.pure(wasm.OpI32Or, wasm.I32, fromIndex, toIndex), length), c.i32(0))
	beyond := func(array, index *ir.Value) *ir.Value {
		return c.pure(wasm.OpI32GtU, wasm.I32, c.pure(wasm.OpI32Add, wasm.I32, index, length), c.length(array))
	}
	c.unless(c.pure(wasm.OpI32Or, wasm.I32, negative, c.pure(wasm.OpI32Or, wasm.I32, beyond(from, fromIndex), beyond(to, toIndex))))

	shift := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, fromTIB, memory.TIBSize)
	start := func(array, index *ir.Value) *ir.Value {
		return c.add(c.pure(wasm.OpI32Add, wasm.I32, array, c.pure(wasm.OpI32Shl, wasm.I32, index, shift)), memory.ArrayBase)
	}
	size := c.pure(wasm.OpI32Shl, wasm.I32, length, shift)
	copied := c.value(ir.OpCopy, 0, start(to, toIndex), start(from, fromIndex), size)
	copied.Memory = ir.MemoryOther
	c.works(size)
	return nil
}

// clone copies arrays, and what else is Cloneable and java.lang.ref has nothing to do with.
func (c *nativeCall) clone() *ir.Value {
	object := c.arguments[0]
	tib := c.tib(object)
	kind, isArray := c.kind(tib)
	plain, array := c.fork(c.pure(wasm.OpI32Eqz, wasm.I32, isArray))
	join := c.f.NewBlock()

	c.b = array
	shift, length := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, memory.TIBSize), c.length(object)
	longest := c.pure(wasm.OpI32ShrU, wasm.I32, c.i32(memory.MaxSmallSize-memory.ArrayBase), shift)
	c.unless(c.pure(wasm.OpI32GtU, wasm.I32, length, longest))
	first := c.copied(&cellSize{length: length, by: shift}, tib, memory.ArrayBase, c.pure(wasm.OpI32Shl, wasm.I32, length, shift))
	c.store(wasm.OpI32Store, ir.MemoryFixed, first, memory.ArrayLength, length)
	c.b.To(join)

	c.b = plain
	c.unless(c.pure(wasm.OpI32Or, wasm.I32, kind, c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, memory.TIBRefKind)))
	c.unless(c.pure(wasm.OpI32Eqz, wasm.I32, c.hasType(tib, c.env.Cloneable)))
	size := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, memory.TIBSize)
	c.unless(c.pure(wasm.OpI32GtU, wasm.I32, size, c.i32(memory.MaxSmallSize)))
	second := c.copied(&cellSize{whole: size}, tib, memory.ObjectFields, c.add(size, -memory.ObjectFields))
	c.b.To(join)

	c.b = join
	copied := c.value(ir.OpPhi, wasm.I32, first, second)
	copied.Ref, copied.NonNil = true, true
	return copied
}

// copied is a new object of a type, with so many bytes behind its header that are those of the one that is cloned.
func (c *nativeCall) copied(size *cellSize, tib *ir.Value, header int32, bytes *ir.Value) *ir.Value {
	copied := c.take(size, c.activation, c.unless)
	copied.Ref, copied.NonNil = true, true
	c.store(wasm.OpI32Store, ir.MemoryFixed, copied, memory.ObjectTIB, tib)
	c.value(ir.OpCopy, 0, c.add(copied, header), c.add(c.arguments[0], header), bytes).Memory = ir.MemoryOther
	c.works(bytes)
	return copied
}

// identityHash is the hash that an object which nobody has locked keeps in its lock
// word, once it has one.
func (c *nativeCall) identityHash() *ir.Value {
	object := c.arguments[0]
	if !object.NonNil {
		c.unless(c.pure(wasm.OpI32Eqz, wasm.I32, object))
	}
	word := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryLock, object, memory.ObjectLock)
	locked := c.pure(wasm.OpI32And, wasm.I32, word, c.i32(memory.LockTagMask))
	c.unless(c.pure(wasm.OpI32Or, wasm.I32, locked, c.pure(wasm.OpI32Eqz, wasm.I32, word)))
	return c.pure(wasm.OpI32ShrU, wasm.I32, word, c.i32(memory.LockShift))
}

func (c *nativeCall) mirror() *ir.Value {
	v := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, c.tib(c.arguments[0]), memory.TIBMirror)
	v.Ref, v.NonNil = true, true
	return v
}

// isInstance is the test for a class that is a value.
func (c *nativeCall) isInstance() *ir.Value {
	mirror, object := c.arguments[0], c.arguments[1]
	if class := c.classOfMirror(mirror); class != nil {
		if class.IsPrimitive() {
			return c.i32(0)
		}
		return c.instanceOf(object, class)
	}
	return c.unlessNull(object, func() *ir.Value {
		return c.isSubtype(c.tib(object), mirror, c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, mirror, int64(c.env.ClassNumber)))
	})
}

// classOfMirror is the class of a java.lang.Class object that is a constant, nil if that is not known.
func (c *nativeCall) classOfMirror(mirror *ir.Value) *classes.Class {
	if mirror.Op != ir.OpConst || mirror.Imm == 0 {
		return nil
	}
	return c.env.Registry.Classes[c.env.Memory.U32(memory.Address(mirror.Imm)+c.env.ClassNumber)]
}

// classIntrinsic is what holds of a class that is known, its receiver.
func classIntrinsic(holds func(*classes.Class) bool) intrinsic {
	return intrinsic{
		only: func(c *nativeCall) bool { return c.classOfMirror(c.arguments[0]) != nil },
		translate: func(c *nativeCall) *ir.Value {
			if holds(c.classOfMirror(c.arguments[0])) {
				return c.i32(1)
			}
			return c.i32(0)
		},
	}
}

// ofObject says that a call asks about the class of an object at hand: X.isAssignableFrom(o.getClass()), by which reflection checks its arguments.
func ofObject(c *nativeCall) bool {
	of := c.arguments[1]
	return of.Op == ir.OpLoad && of.Memory == ir.MemoryFixed && of.Imm == memory.TIBMirror
}

// isAssignableFrom is the test for a class that is a value, unless the object says that it is of another class than it is.
func (c *nativeCall) isAssignableFrom() *ir.Value {
	mirror, of := c.arguments[0], c.arguments[1]
	number := func(mirror *ir.Value) *ir.Value {
		return c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, mirror, int64(c.env.ClassNumber))
	}
	tib := of.Args[0]
	c.unless(c.pure(wasm.OpI32Ne, wasm.I32, number(of), c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, memory.TIBClass)))
	return c.isSubtype(tib, mirror, number(mirror))
}

// inlinedCaller says that the method that asks for its caller has been inlined into it.
func inlinedCaller(c *nativeCall) bool { return c.caller() != nil }

// caller is the class that has called the method which asks for it, nil if that has not been inlined.
func (c *nativeCall) caller() *classes.Class {
	for l := c.level.up; l != nil; l = l.up {
		if !l.method.IgnoredBySecurity() {
			return l.method.Class
		}
	}
	return nil
}

// callerClass is the java.lang.Class object of the caller.
func (c *nativeCall) callerClass() *ir.Value {
	v := c.i32(int32(c.caller().Mirror))
	v.Ref, v.NonNil = true, true
	return v
}

func (c *nativeCall) currentThread() *ir.Value {
	v := c.fixed(ir.MemoryControl, c.words.Thread)
	v.Ref, v.NonNil = true, true
	return v
}

// referent is the object that a reference refers to, the call's receiver.
func (c *nativeCall) referent() *ir.Value {
	v := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryField, c.arguments[0], int64(c.env.Referent))
	v.Ref = true
	return v
}

func (c *nativeCall) refersTo() *ir.Value {
	return c.pure(wasm.OpI32Eq, wasm.I32, c.referent(), c.arguments[1])
}

// unsafeAddress is the address of what Unsafe accesses by an object, the call's second
// argument, and an offset, its third one: inside the object, or, without one, in the
// memory off the heap. What is written must not be an object's header.
func (c *nativeCall) unsafeAddress(bytes int64, write bool) *ir.Value {
	object, offset := c.arguments[1], c.arguments[2]
	low := c.pure(wasm.OpI32WrapI64, wasm.I32, offset)
	inside := func() *ir.Value {
		tib := c.tib(object)
		_, isArray := c.kind(tib)
		size := c.load(wasm.OpI32Load, wasm.I32, ir.MemoryFixed, tib, memory.TIBSize)
		elements := c.pure(wasm.OpI32Shl, wasm.I32, c.length(object), size)
		end := c.value(ir.OpSelect, wasm.I32, c.pure(wasm.OpI32And, wasm.I32, c.add(elements, memory.ArrayBase+7), c.i32(^7)), size, isArray)
		last := c.pure(wasm.OpI64Sub, wasm.I64, c.pure(wasm.OpI64ExtendI32U, wasm.I64, end), c.i64(bytes))
		outside := c.pure(wasm.OpI64GtU, wasm.I32, offset, last)
		if write {
			first := c.value(ir.OpSelect, wasm.I64, c.i64(memory.ArrayBase), c.i64(memory.ObjectFields), isArray)
			outside = c.pure(wasm.OpI32Or, wasm.I32, outside, c.pure(wasm.OpI64LtU, wasm.I32, offset, first))
		}
		c.unless(outside)
		return c.pure(wasm.OpI32Add, wasm.I32, object, low)
	}
	offHeap := func() *ir.Value {
		from := c.pure(wasm.OpI64Sub, wasm.I64, offset, c.i64(int64(memory.OffHeapBase)))
		used := c.pure(wasm.OpI32Sub, wasm.I32, c.fixed(ir.MemoryControl, memory.OffHeapNextAddress), c.i32(int32(memory.OffHeapBase)))
		last := c.pure(wasm.OpI64Sub, wasm.I64, c.pure(wasm.OpI64ExtendI32U, wasm.I64, used), c.i64(bytes))
		// The first sixteen bytes of the region are always in use: last is not negative.
		c.unless(c.pure(wasm.OpI64GtU, wasm.I32, from, last))
		return low
	}
	switch {
	case object.NonNil:
		return inside()
	case object.IsConst(0):
		return offHeap()
	}
	none, some := c.fork(c.pure(wasm.OpI32Eqz, wasm.I32, object))
	join := c.f.NewBlock()
	c.b = some
	first := inside()
	c.b.To(join)
	c.b = none
	second := offHeap()
	c.b.To(join)
	c.b = join
	return c.value(ir.OpPhi, wasm.I32, first, second)
}

func (c *nativeCall) compareAndSwap(load, store, letter byte, bytes int64, exchange bool) *ir.Value {
	address := c.unsafeAddress(bytes, true)
	expected, by := c.arguments[3], c.arguments[4]
	equal := byte(wasm.OpI32Eq)
	if letter == 'J' {
		equal = wasm.OpI64Eq
	}
	old := c.load(load, typeOf(letter), ir.MemoryOther, address, 0)
	old.Ref = isRef(letter)
	swapped := c.pure(equal, wasm.I32, old, expected)
	// Only one thread runs: nobody sees that an equal value is stored.
	c.store(store, ir.MemoryOther, address, 0, c.value(ir.OpSelect, old.Type, by, old, swapped))
	if exchange {
		return old
	}
	return swapped
}

// announced guards that the edge of a virtual call to the only method that it can
// reach has been announced.
func (b *builder) announced(l *level, index int, in *decoded.Instruction, site *classes.CallSite, receiver *ir.Value) {
	b.entryOf(l, index, site, b.load(wasm.OpI32Load, wasm.I32, ir.MemoryTable, b.tib(receiver), int64(in.C)))
}

// virtualIntrinsic translates a virtual call of a native method that compiled code
// executes itself and that no other overrides, and reports whether it did.
func (b *builder) virtualIntrinsic(l *level, index int, in *decoded.Instruction, site *classes.CallSite, arguments []*ir.Value) bool {
	i := b.intrinsicOf(l, site.Callee, arguments)
	if i == nil || onlyCallee(in, site) != site.Callee {
		return false
	}
	if b.env.Edges {
		b.announced(l, index, in, site, arguments[0])
	}
	b.onlyIntrinsic(l, index, in, site, i, arguments)
	return true
}

// guardedIntrinsic is the translation of the native method that a virtual call names
// where that is what it reaches most of the time, nil where it is not.
func (b *builder) guardedIntrinsic(l *level, in *decoded.Instruction, site *classes.CallSite, arguments []*ir.Value) *intrinsic {
	i := b.intrinsicOf(l, site.Callee, arguments)
	if i == nil || in.Op != decoded.InvokeVirtualQ {
		return nil
	}
	targets, total := b.env.CallGraph.Targets(l.method, site)
	if len(targets) == 0 {
		// Several are known, but not how often each was called: nothing else is inlined.
		if !site.Announced(b.env.Memory, site.Callee) {
			return nil
		}
		targets = []Target{{Callee: site.Callee}}
	}
	sum := SumOf(targets)
	if targets[0].Callee != site.Callee || sum > 0 && share(targets[0].Calls, sum) <= dominantShare {
		return nil
	}
	b.note(l, site, targets[0], total, Guarded, executesItself+"; behind a test of the target")
	for _, t := range targets[1:] {
		b.note(l, site, t, total, Rejected, otherTarget)
	}
	return i
}

// testedIntrinsic executes a native method, unless the caller-target block's entry is
// another's, and writes the result.
func (b *builder) testedIntrinsic(l *level, index int, in *decoded.Instruction, site *classes.CallSite, i *intrinsic, block, entry *ir.Value, arguments []*ir.Value) {
	arguments = b.reals(arguments)
	b.makeUnpackable()
	callee := site.Callee
	same, other := b.fork(b.pure(wasm.OpI32Eq, wasm.I32, entry, b.i32(int32(callee.ID))))
	before := b.owes()
	b.b = same
	result := b.callIntrinsic(l, index, in, site, i, arguments)
	b.writeResult(l, in, b.orElse(l, in, other, result, before, func() *ir.Value {
		return b.callEntry(l, index, in, site, block, entry, arguments)
	}))
}

// callRest calls what a caller-target block's entry says, and writes the result. A native
// method that compiled code executes itself, and that is one of several targets, is worth a
// test however rare it is: the runtime, which calls it otherwise, takes a hundred times as long.
func (b *builder) callRest(l *level, index int, in *decoded.Instruction, site *classes.CallSite, block, entry *ir.Value, arguments []*ir.Value) {
	if i := b.intrinsicOf(l, site.Callee, arguments); i != nil && in.Op == decoded.InvokeVirtualQ && site.Announced(b.env.Memory, site.Callee) {
		b.testedIntrinsic(l, index, in, site, i, block, entry, arguments)
		return
	}
	b.writeResult(l, in, b.callEntry(l, index, in, site, block, entry, arguments))
}
