//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// maxDimensions is the greatest number of dimensions of an array type (JVMS
// 4.3.2).
const maxDimensions = 255

func init() { later(javaLangReflectArray) }

func javaLangReflectArray() {
	methods := table{
		"getLength(Ljava/lang/Object;)I": func(t *Thread, a Args) uint64 {
			if !checkArray(t, a.Ref(0), false) {
				return 0
			}
			return signed(t.M.Memory.I32(a.Ref(0) + memory.ArrayLength))
		},
		"get(Ljava/lang/Object;I)Ljava/lang/Object;":     arrayGet,
		"set(Ljava/lang/Object;ILjava/lang/Object;)V":    arraySet,
		"newArray(Ljava/lang/Class;I)Ljava/lang/Object;": newReflectArray,
		"multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;": func(t *Thread, a Args) uint64 {
			return uint64(newMultiArray(t, a.Ref(0), a.Ref(1)))
		},
	}
	for letter, name := range map[byte]string{'Z': "Boolean", 'B': "Byte", 'C': "Char", 'S': "Short", 'I': "Int", 'J': "Long", 'F': "Float", 'D': "Double"} {
		methods["get"+name+"(Ljava/lang/Object;I)"+string(letter)] = arrayGetPrimitive(letter)
		methods["set"+name+"(Ljava/lang/Object;I"+string(letter)+")V"] = arraySetPrimitive(letter)
	}
	register("java/lang/reflect/Array", methods)
}

// checkArray tests the array operand, with HotSpot's messages.
func checkArray(t *Thread, array Ref, primitive bool) bool {
	if array == 0 {
		t.ThrowNull()
		return false
	}
	c := t.M.ClassOf(array)
	switch {
	case !c.IsArray():
		t.Throw("java/lang/IllegalArgumentException", "Argument is not an array")
	case primitive && !c.Component.IsPrimitive():
		t.Throw("java/lang/IllegalArgumentException", "Argument is not an array of primitive type")
	default:
		return true
	}
	return false
}

// checkIndex tests the index; like HotSpot it gives no message.
func checkIndex(t *Thread, array Ref, index int32) bool {
	if uint32(index) < t.M.Memory.U32(array+memory.ArrayLength) {
		return true
	}
	t.Throw("java/lang/ArrayIndexOutOfBoundsException", "")
	return false
}

// elementAddress is where an array keeps an element.
func elementAddress(t *Thread, array Ref, index int32) memory.Address {
	return array + memory.ArrayBase + uint32(index)<<t.M.ClassOf(array).ElemShift
}

// loadElement reads an element of a primitive array, storeElement writes one.
func loadElement(t *Thread, letter byte, p memory.Address) uint64 {
	m := t.M.Memory
	switch letter {
	case 'Z':
		return uint64(m.U8(p))
	case 'B':
		return signed(int32(int8(m.U8(p))))
	case 'C':
		return uint64(m.U16(p))
	case 'S':
		return signed(int32(int16(m.U16(p))))
	case 'J', 'D':
		return m.U64(p)
	case 'F':
		return uint64(m.U32(p))
	}
	return signed(m.I32(p))
}

func storeElement(t *Thread, letter byte, p memory.Address, v uint64) {
	m := t.M.Memory
	switch classes.SizeOf(letter) {
	case 1:
		m.SetU8(p, uint8(v))
	case 2:
		m.SetU16(p, uint16(v))
	case 4:
		m.SetU32(p, uint32(v))
	default:
		m.SetU64(p, v)
	}
}

// arrayGet is Array.get.
func arrayGet(t *Thread, a Args) uint64 {
	array, index := a.Ref(0), a.Int(1)
	if !checkArray(t, array, false) || !checkIndex(t, array, index) {
		return 0
	}
	p := elementAddress(t, array, index)
	component := t.M.ClassOf(array).Component
	if !component.IsPrimitive() {
		return uint64(t.M.Memory.U32(p))
	}
	return uint64(t.Box(component.Primitive, loadElement(t, component.Primitive, p)))
}

// arrayGetPrimitive implements getInt and its siblings.
func arrayGetPrimitive(letter byte) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		array, index := a.Ref(0), a.Int(1)
		if !checkArray(t, array, true) || !checkIndex(t, array, index) {
			return 0
		}
		from := t.M.ClassOf(array).Component.Primitive
		v, ok := widen(loadElement(t, from, elementAddress(t, array, index)), from, letter)
		if !ok {
			t.Throw("java/lang/IllegalArgumentException", typeMismatch)
			return 0
		}
		return v
	}
}

// arraySet is Array.set.
func arraySet(t *Thread, a Args) uint64 {
	m := t.M
	array, index, value := a.Ref(0), a.Int(1), a.Ref(2)
	if !checkArray(t, array, false) {
		return 0
	}
	component := m.ClassOf(array).Component
	if !component.IsPrimitive() {
		switch {
		case !checkIndex(t, array, index):
		case value != 0 && !m.ClassOf(value).IsSubclassOf(component):
			t.Throw("java/lang/IllegalArgumentException", "array element type mismatch")
		default:
			m.Memory.SetU32(elementAddress(t, array, index), value)
		}
		return 0
	}
	if value == 0 {
		t.Throw("java/lang/IllegalArgumentException", "")
		return 0
	}
	if checkIndex(t, array, index) {
		if v, ok := unboxTo(t, value, component.Primitive); ok {
			storeElement(t, component.Primitive, elementAddress(t, array, index), v)
		}
	}
	return 0
}

// arraySetPrimitive implements setInt and its siblings.
func arraySetPrimitive(letter byte) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		array, index := a.Ref(0), a.Int(1)
		if !checkArray(t, array, true) || !checkIndex(t, array, index) {
			return 0
		}
		v := uint64(a.Long(2))
		if classes.SizeOf(letter) < 8 {
			v = signed(a.Int(2))
		}
		to := t.M.ClassOf(array).Component.Primitive
		v, ok := widen(v, letter, to)
		if !ok {
			t.Throw("java/lang/IllegalArgumentException", typeMismatch)
			return 0
		}
		storeElement(t, to, elementAddress(t, array, index), v)
		return 0
	}
}

// newReflectArray is Array.newArray.
func newReflectArray(t *Thread, a Args) uint64 {
	if c := arrayClass(t, a.Ref(0), 1); c != nil {
		return uint64(t.NewArray(c, a.Int(1)))
	}
	return 0
}

// arrayClass is the class of arrays of the given dimensions over an element
// class; nil with a pending exception.
func arrayClass(t *Thread, mirror Ref, dimensions int) *classes.Class {
	if mirror == 0 {
		t.ThrowNull()
		return nil
	}
	c := t.M.ClassOfMirror(mirror)
	total := dimensions
	for e := c; e.Component != nil; e = e.Component {
		total++
	}
	if c.Primitive == 'V' || dimensions == 0 || total > maxDimensions {
		t.Throw("java/lang/IllegalArgumentException", "")
		return nil
	}
	for ; dimensions > 0 && c != nil; dimensions-- {
		c = t.ArrayOf(c)
	}
	return c
}

// newMultiArray is Array.multiNewArray.
func newMultiArray(t *Thread, mirror, dimensions Ref) Ref {
	m := t.M.Memory
	if dimensions == 0 {
		t.ThrowNull()
		return 0
	}
	lengths := make([]int32, m.U32(dimensions+memory.ArrayLength))
	c := arrayClass(t, mirror, len(lengths))
	if c == nil {
		return 0
	}
	for i := range lengths {
		if lengths[i] = m.I32(dimensions + memory.ArrayBase + 4*uint32(i)); lengths[i] < 0 {
			t.Throwf("java/lang/NegativeArraySizeException", "%d", lengths[i])
			return 0
		}
	}
	return fillMultiArray(t, c, lengths)
}

func fillMultiArray(t *Thread, c *classes.Class, lengths []int32) Ref {
	array := t.NewArray(c, lengths[0])
	if t.Exception != 0 || len(lengths) == 1 {
		return array
	}
	for i := range uint32(lengths[0]) {
		mark := t.RootMark()
		part := fillMultiArray(t, c.Component, lengths[1:])
		if t.Exception != 0 {
			return 0
		}
		t.M.Memory.SetU32(array+memory.ArrayBase+4*i, part)
		t.Release(mark) // the outer array keeps it
	}
	return array
}

// newInts makes an int[] for another class's native method.
func newInts(t *Thread, values ...int32) Ref {
	array := t.NewArray(t.M.PrimitiveArray('I'), int32(len(values)))
	if t.Exception != 0 {
		return 0
	}
	for i, v := range values {
		t.M.Memory.SetU32(array+memory.ArrayBase+4*uint32(i), uint32(v))
	}
	return array
}
