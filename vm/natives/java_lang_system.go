//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/memory"
)

func init() { later(javaLangSystem) }

func javaLangSystem() {
	set := func(field, desc string) func(t *Thread, a Args) uint64 {
		return func(t *Thread, a Args) uint64 {
			c := t.M.Registry.Boot().Classes["java/lang/System"]
			t.M.Memory.SetU32(c.Field(field, desc).Address, a.Ref(0))
			return 0
		}
	}
	register("java/lang/System", table{
		"registerNatives()V":                    nothing,
		"nanoTime()J":                           func(t *Thread, _ Args) uint64 { return uint64(t.M.Nanos()) },
		"currentTimeMillis()J":                  func(t *Thread, _ Args) uint64 { return uint64(t.M.Millis()) },
		"identityHashCode(Ljava/lang/Object;)I": func(t *Thread, a Args) uint64 { return uint64(t.M.IdentityHash(a.Ref(0))) },
		"setIn0(Ljava/io/InputStream;)V":        set("in", "Ljava/io/InputStream;"),
		"setOut0(Ljava/io/PrintStream;)V":       set("out", "Ljava/io/PrintStream;"),
		"setErr0(Ljava/io/PrintStream;)V":       set("err", "Ljava/io/PrintStream;"),
		"mapLibraryName(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				t.ThrowNull()
				return 0
			}
			return uint64(t.NewString("lib" + t.M.Text(a.Ref(0)) + ".so"))
		},
		"arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V": arraycopy,
	})
}

// arraycopy is System.arraycopy with HotSpot's messages. Arrays of references of
// a stricter type are copied up to the first element that does not fit.
func arraycopy(t *Thread, a Args) uint64 {
	m := t.M
	from, to := a.Ref(0), a.Ref(2)
	fromIndex, toIndex, length := a.Int(1), a.Int(3), a.Int(4)
	if from == 0 || to == 0 {
		t.ThrowNull()
		return 0
	}
	fc, tc := m.ClassOf(from), m.ClassOf(to)
	switch {
	case !fc.IsArray():
		t.Throw("java/lang/ArrayStoreException", "arraycopy: source type "+fc.ExternalName()+" is not an array")
		return 0
	case !tc.IsArray():
		t.Throw("java/lang/ArrayStoreException", "arraycopy: destination type "+tc.ExternalName()+" is not an array")
		return 0
	case fc.Component.IsPrimitive() != tc.Component.IsPrimitive():
		if fc.Component.IsPrimitive() {
			t.Throw("java/lang/ArrayStoreException", "arraycopy: type mismatch: can not copy "+fc.Component.Name+"[] into object array[]")
		} else {
			t.Throw("java/lang/ArrayStoreException", "arraycopy: type mismatch: can not copy object array[] into "+tc.Component.Name+"[]")
		}
		return 0
	case fc.Component.IsPrimitive() && fc != tc:
		t.Throw("java/lang/ArrayStoreException", "arraycopy: type mismatch: can not copy "+fc.Component.Name+"[] into "+tc.Component.Name+"[]")
		return 0
	}
	if !copyRanges(t, copied{fc, fromIndex, m.Memory.U32(from + memory.ArrayLength)}, copied{tc, toIndex, m.Memory.U32(to + memory.ArrayLength)}, length) {
		return 0
	}
	if length == 0 {
		return 0
	}
	shift := fc.ElemShift
	source := m.Memory.Slice(from+memory.ArrayBase+uint32(fromIndex)<<shift, int(length)<<shift)
	target := m.Memory.Slice(to+memory.ArrayBase+uint32(toIndex)<<shift, int(length)<<shift)
	if fc.Component.IsPrimitive() || fc == tc || fc.Component.IsSubclassOf(tc.Component) {
		copy(target, source)
		t.Work(len(source))
		return 0
	}
	for i := range uint32(length) {
		r := m.Memory.U32(from + memory.ArrayBase + (uint32(fromIndex)+i)*4)
		if r != 0 && !m.ClassOf(r).IsSubclassOf(tc.Component) {
			t.Work(4 * int(i))
			throwElement(t, fc.Component, tc.Component)
			return 0
		}
		m.Memory.SetU32(to+memory.ArrayBase+(uint32(toIndex)+i)*4, r)
	}
	t.Work(len(source))
	return 0
}

// throwElement complains of an element that does not fit. HotSpot says that the types
// do not match where the destination's is not one of the source's subtypes, although
// an element might be of both.
func throwElement(t *Thread, from, to *classes.Class) {
	text := "element type mismatch: can not cast one of the elements of %s[] to the type of the destination array, %s"
	if !to.IsSubclassOf(from) {
		text = "type mismatch: can not copy %s[] into %s[]"
	}
	t.Throwf("java/lang/ArrayStoreException", "arraycopy: "+text, from.ExternalName(), to.ExternalName())
}

// copied is one side of an arraycopy.
type copied struct {
	class  *classes.Class
	index  int32
	length uint32 // of the array
}

// copyRanges checks that both arrays have what is copied, in HotSpot's order.
func copyRanges(t *Thread, from, to copied, length int32) bool {
	outside := func(what string, index int64, of copied) bool {
		kind := "object array["
		if of.class.Component.IsPrimitive() {
			kind = of.class.Component.Name + "["
		}
		t.Throwf("java/lang/ArrayIndexOutOfBoundsException", "arraycopy: %s %d out of bounds for %s%d]", what, index, kind, of.length)
		return false
	}
	switch {
	case from.index < 0:
		return outside("source index", int64(from.index), from)
	case to.index < 0:
		return outside("destination index", int64(to.index), to)
	case length < 0:
		t.Throwf("java/lang/ArrayIndexOutOfBoundsException", "arraycopy: length %d is negative", length)
		return false
	case uint32(from.index)+uint32(length) > from.length:
		return outside("last source index", int64(from.index)+int64(length), from)
	case uint32(to.index)+uint32(length) > to.length:
		return outside("last destination index", int64(to.index)+int64(length), to)
	}
	return true
}
