//go:build unix

package natives

import (
	"math"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// address turns an Unsafe operand into an address of the linear memory: an
// object and an offset, or with a null object an absolute off-heap address. A
// wild address is an InternalError, never an access outside.
func address(t *Thread, base Ref, offset int64, size uint64) (memory.Address, bool) {
	return locate(t, base, offset, size, 0)
}

// writable is address for an operand that is written to: an object's header,
// with the length of an array, stays as it is.
func writable(t *Thread, base Ref, offset int64, size uint64) (memory.Address, bool) {
	first := uint64(memory.ObjectFields)
	if base != 0 {
		switch t.M.Memory.U32(t.M.Memory.U32(base) + memory.TIBKind) {
		case memory.KindPrimArray, memory.KindRefArray:
			first = memory.ArrayBase
		}
	}
	return locate(t, base, offset, size, first)
}

func locate(t *Thread, base Ref, offset int64, size, first uint64) (memory.Address, bool) {
	switch {
	case base == 0:
		if t.M.Memory.OffHeap.Contains(uint64(offset), size) {
			return memory.Address(offset), true
		}
	case uint64(offset) >= first && uint64(offset) <= math.MaxUint64-size && uint64(offset)+size <= t.M.Heap.ObjectSize(base):
		return base + memory.Address(offset), true
	case isStatic(t, base, uint64(offset), size):
		return memory.Address(offset), true
	}
	t.Throwf("java/lang/InternalError", "a fault occurred in an unsafe memory access operation (address 0x%x)", uint64(offset))
	return 0, false
}

// isStatic reports whether offset is the absolute address of a static field of
// the class whose mirror is base, as staticFieldBase and staticFieldOffset give
// it.
func isStatic(t *Thread, base Ref, offset, size uint64) bool {
	if t.M.Memory.U32(t.M.Memory.U32(base)+memory.TIBKind) != memory.KindMirror {
		return false
	}
	c := t.M.ClassOfMirror(base)
	return c != nil && offset >= uint64(c.Statics) && offset < uint64(c.StaticsEnd) && offset+size <= uint64(c.StaticsEnd)
}

func get[T any](size uint64, widen func(T) uint64) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		p, ok := address(t, a.Ref(1), a.Long(2), size)
		if !ok {
			return 0
		}
		return widen(*(*T)(t.M.Memory.At(p)))
	}
}

func put[T any](size uint64, narrow func(a Args) T) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		if p, ok := writable(t, a.Ref(1), a.Long(2), size); ok {
			*(*T)(t.M.Memory.At(p)) = narrow(a)
		}
		return 0
	}
}

func compareAndSwap[T comparable](size uint64, operand func(a Args, slot int) T, next int, result func(old T, swapped bool) uint64) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		p, ok := writable(t, a.Ref(1), a.Long(2), size)
		if !ok {
			return 0
		}
		cell := (*T)(t.M.Memory.At(p))
		old := *cell
		if old == operand(a, 4) {
			*cell = operand(a, next)
			return result(old, true)
		}
		return result(old, false)
	}
}

func init() { later(jdkInternalMiscUnsafe) }

func jdkInternalMiscUnsafe() {
	const unsafeClass = "jdk/internal/misc/Unsafe"
	methods := table{
		"registerNatives()V": nothing,
		"fullFence()V":       nothing,
		"loadFence()V":       nothing,
		"storeFence()V":      nothing,
		// There is no memory that survives the machine.
		"writeback0(J)V":        nothing,
		"writebackPreSync0()V":  nothing,
		"writebackPostSync0()V": nothing,
	}
	type accessor struct {
		name, desc string
		read       interpreter.NativeFunc
		write      interpreter.NativeFunc
	}
	for _, k := range []accessor{
		{"Boolean", "Z", get(1, func(v uint8) uint64 { return uint64(v) }), put(1, func(a Args) uint8 { return uint8(boolean(a.Bool(4))) })},
		{"Byte", "B", get(1, func(v int8) uint64 { return uint64(int64(v)) }), put(1, func(a Args) uint8 { return uint8(a.Int(4)) })},
		{"Short", "S", get(2, func(v int16) uint64 { return uint64(int64(v)) }), put(2, func(a Args) uint16 { return uint16(a.Int(4)) })},
		{"Char", "C", get(2, func(v uint16) uint64 { return uint64(v) }), put(2, func(a Args) uint16 { return uint16(a.Int(4)) })},
		{"Int", "I", get(4, func(v int32) uint64 { return uint64(int64(v)) }), put(4, func(a Args) int32 { return a.Int(4) })},
		{"Float", "F", get(4, func(v uint32) uint64 { return uint64(v) }), put(4, func(a Args) int32 { return a.Int(4) })},
		{"Long", "J", get(8, func(v uint64) uint64 { return v }), put(8, func(a Args) int64 { return a.Long(4) })},
		{"Double", "D", get(8, func(v uint64) uint64 { return v }), put(8, func(a Args) int64 { return a.Long(4) })},
		{"Reference", "Ljava/lang/Object;", get(4, func(v uint32) uint64 { return uint64(v) }), put(4, func(a Args) uint32 { return a.Ref(4) })},
	} {
		for _, volatile := range []string{"", "Volatile"} {
			methods["get"+k.name+volatile+"(Ljava/lang/Object;J)"+k.desc] = k.read
			methods["put"+k.name+volatile+"(Ljava/lang/Object;J"+k.desc+")V"] = k.write
		}
	}
	swapped := func(_ uint32, ok bool) uint64 { return boolean(ok) }
	old := func(v uint32, _ bool) uint64 { return uint64(v) }
	word := func(a Args, slot int) uint32 { return uint32(a.Int(slot)) }
	long := func(a Args, slot int) uint64 { return uint64(a.Long(slot)) }
	methods["compareAndSetInt(Ljava/lang/Object;JII)Z"] = compareAndSwap(4, word, 5, swapped)
	methods["compareAndExchangeInt(Ljava/lang/Object;JII)I"] = compareAndSwap(4, word, 5, old)
	methods["compareAndSetReference(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z"] = compareAndSwap(4, word, 5, swapped)
	methods["compareAndExchangeReference(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"] = compareAndSwap(4, word, 5, old)
	methods["compareAndSetLong(Ljava/lang/Object;JJJ)Z"] = compareAndSwap(8, long, 6, func(_ uint64, ok bool) uint64 { return boolean(ok) })
	methods["compareAndExchangeLong(Ljava/lang/Object;JJJ)J"] = compareAndSwap(8, long, 6, func(v uint64, _ bool) uint64 { return v })
	register(unsafeClass, methods)

	register(unsafeClass, table{
		"arrayBaseOffset0(Ljava/lang/Class;)I": constant(memory.ArrayBase),
		"arrayIndexScale0(Ljava/lang/Class;)I": notNull(func(t *Thread, a Args) uint64 {
			return 1 << t.M.ClassOfMirror(a.Ref(1)).ElemShift
		}, 1),
		"objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J": notNull(func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(1))
			name := t.M.Text(a.Ref(2))
			f := c.Field(name, "")
			if f == nil || f.Static() {
				t.Throw("java/lang/InternalError", name)
				return 0
			}
			return uint64(f.Offset)
		}, 1, 2),
		"objectFieldOffset0(Ljava/lang/reflect/Field;)J": func(t *Thread, a Args) uint64 {
			if f := fieldOfReflection(t, a.Ref(1)); f != nil {
				return uint64(f.Offset)
			}
			return 0
		},
		"staticFieldOffset0(Ljava/lang/reflect/Field;)J": func(t *Thread, a Args) uint64 {
			if f := fieldOfReflection(t, a.Ref(1)); f != nil {
				return uint64(f.Address)
			}
			return 0
		},
		"staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			if f := fieldOfReflection(t, a.Ref(1)); f != nil {
				return uint64(f.Class.Mirror)
			}
			return 0
		},
		"ensureClassInitialized0(Ljava/lang/Class;)V": notNull(func(t *Thread, a Args) uint64 {
			t.Initialize(t.M.ClassOfMirror(a.Ref(1)))
			return 0
		}, 1),
		"shouldBeInitialized0(Ljava/lang/Class;)Z": notNull(func(t *Thread, a Args) uint64 {
			return boolean(!t.M.ClassOfMirror(a.Ref(1)).Ready())
		}, 1),
		"allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;": notNull(func(t *Thread, a Args) uint64 {
			c := t.M.ClassOfMirror(a.Ref(1))
			switch {
			case c.IsPrimitive():
				t.Throw("java/lang/InstantiationException", "")
			case c == t.M.Known.Class:
				t.Throw("java/lang/IllegalAccessException", c.ExternalName())
			case c.IsAbstract() || c.IsInterface() || c.IsArray():
				t.Throw("java/lang/InstantiationException", c.ExternalName())
			}
			if t.Exception != 0 {
				return 0
			}
			if !t.Initialize(c) {
				return 0
			}
			return uint64(t.NewObject(c))
		}, 1),
		"throwException(Ljava/lang/Throwable;)V": func(t *Thread, a Args) uint64 {
			if t.Exception = a.Ref(1); t.Exception == 0 {
				t.ThrowNull()
			}
			return 0
		},
		"park(ZJ)V": func(t *Thread, a Args) uint64 {
			absolute, time := a.Bool(1), a.Long(2)
			deadline := int64(-1)
			switch {
			case absolute:
				deadline = t.M.After(saturatingNanos(max(0, time-t.M.Millis())))
			case time > 0:
				deadline = t.M.After(time)
			}
			t.Park(deadline)
			return 0
		},
		"unpark(Ljava/lang/Object;)V": func(t *Thread, a Args) uint64 {
			if a.Ref(1) != 0 {
				if o := t.M.ThreadOf(a.Ref(1)); o != nil {
					t.M.Unpark(o)
				}
			}
			return 0
		},
		"allocateMemory0(J)J": func(t *Thread, a Args) uint64 { return uint64(t.M.Memory.OffHeap.Allocate(uint64(a.Long(1)))) },
		"freeMemory0(J)V": func(t *Thread, a Args) uint64 {
			if !t.M.Memory.OffHeap.Free(memory.Address(a.Long(1))) {
				t.Throw("java/lang/InternalError", "Unsafe.freeMemory of an address that was not allocated")
			}
			return 0
		},
		"reallocateMemory0(JJ)J": func(t *Thread, a Args) uint64 {
			o := &t.M.Memory.OffHeap
			old, size := memory.Address(a.Long(1)), uint64(a.Long(3))
			p := o.Allocate(size)
			if p != 0 && old != 0 {
				n := min(uint64(o.SizeOf(old)), size)
				t.Work(int(n))
				copy(t.M.Memory.Slice(p, int(n)), t.M.Memory.Slice(old, int(n)))
				o.Free(old)
			}
			return uint64(p)
		},
		"setMemory0(Ljava/lang/Object;JJB)V": func(t *Thread, a Args) uint64 {
			n := uint64(a.Long(4))
			if p, ok := writable(t, a.Ref(1), a.Long(2), n); ok {
				t.Work(int(n))
				b := t.M.Memory.Slice(p, int(n))
				v := byte(a.Int(6))
				for i := range b {
					b[i] = v
				}
			}
			return 0
		},
		"copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V": func(t *Thread, a Args) uint64 {
			n := uint64(a.Long(7))
			from, ok := address(t, a.Ref(1), a.Long(2), n)
			if !ok {
				return 0
			}
			if to, ok := writable(t, a.Ref(4), a.Long(5), n); ok {
				t.Work(int(n))
				copy(t.M.Memory.Slice(to, int(n)), t.M.Memory.Slice(from, int(n)))
			}
			return 0
		},
		"copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V": func(t *Thread, a Args) uint64 {
			n, size := uint64(a.Long(7)), int(a.Long(9))
			from, ok := address(t, a.Ref(1), a.Long(2), n)
			if !ok {
				return 0
			}
			to, ok := writable(t, a.Ref(4), a.Long(5), n)
			if !ok || size <= 0 {
				return 0
			}
			t.Work(int(n))
			source := append([]byte(nil), t.M.Memory.Slice(from, int(n))...)
			target := t.M.Memory.Slice(to, int(n))
			for i := 0; i+size <= len(source); i += size {
				for k := range size {
					target[i+k] = source[i+size-1-k]
				}
			}
			return 0
		},
		"defineClass0(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/Class;": notNull(func(t *Thread, a Args) uint64 {
			return defineClass(t, a.Ref(5), a.Ref(1), t.M.Bytes(a.Ref(2)), a.Int(3), a.Int(4), a.Ref(6), "")
		}, 2),
		"getLoadAverage0([DI)I": constant(^uint64(0)),
	})
}
