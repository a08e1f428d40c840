package invoke

import (
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

// This file wraps primitive values in the library's objects, and takes them out.

var boxClasses = map[byte]string{'Z': "java/lang/Boolean", 'B': "java/lang/Byte", 'C': "java/lang/Character", 'S': "java/lang/Short", 'I': "java/lang/Integer", 'J': "java/lang/Long", 'F': "java/lang/Float", 'D': "java/lang/Double"}

// Box wraps a primitive value, through the library's valueOf.
func (t *Thread) Box(letter byte, v linking.Value) memory.Ref {
	c := t.FindBootClass(boxClasses[letter])
	if c == nil || !t.Initialize(c) {
		return 0
	}
	var r memory.Ref
	t.Java.VMWork(func() {
		r = memory.Ref(t.Java.Call(sharedmemory.Callback, c.Method("valueOf", "("+string(letter)+")L"+c.Name+";"), v))
	})
	return r
}

// BoxLetter is the primitive type that an object wraps, 0 if it is no wrapper.
func (l *Linker) BoxLetter(r memory.Ref) byte {
	if r == 0 {
		return 0
	}
	c := l.ClassOf(r)
	for letter, name := range boxClasses {
		if c.Name == name && c.Loader.Mirror == 0 {
			return letter
		}
	}
	return 0
}

// Unbox is the value of a wrapper object, as bits; integral types are sign- or
// zero-extended to 64 bits.
func (l *Linker) Unbox(r memory.Ref) linking.Value {
	c := l.ClassOf(r)
	f := c.Field("value", "")
	switch f.Desc[0] {
	case 'Z':
		return linking.Value(l.Memory.U8(r + f.Offset))
	case 'B':
		return linking.Value(int64(int8(l.Memory.U8(r + f.Offset))))
	case 'C':
		return linking.Value(l.Memory.U16(r + f.Offset))
	case 'S':
		return linking.Value(int64(int16(l.Memory.U16(r + f.Offset))))
	case 'J', 'D':
		return l.Memory.U64(r + f.Offset)
	case 'F':
		return linking.Value(l.Memory.U32(r + f.Offset))
	}
	return linking.Value(int64(l.Memory.I32(r + f.Offset)))
}
