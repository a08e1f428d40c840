//go:build unix

package natives

import (
	"encoding/binary"

	"hotlens/vm/classes"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// Most natives are private to the library, which passes them what they expect. But a
// program can call all of them, with anything: by reflection into opened packages, and by
// a trusted lookup that it takes with Unsafe. Where HotSpot would crash, they throw. What
// several of them ask of their arguments stands here.

// notNull is f for arguments that are objects in the given slots: a null is a
// NullPointerException.
func notNull(f interpreter.NativeFunc, slots ...int) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		for _, slot := range slots {
			if a.Ref(slot) == 0 {
				t.ThrowNull()
				return 0
			}
		}
		return f(t, a)
	}
}

// classArgument is the class of an argument that is declared as an Object and has to
// be a Class: nil with a pending exception if it is not.
func classArgument(t *Thread, r Ref) *classes.Class {
	switch {
	case r == 0:
		t.ThrowNull()
		return nil
	case t.M.ClassOf(r) != t.M.Known.Class:
		t.Throw("java/lang/IllegalArgumentException", t.M.ClassOf(r).ExternalName()+" is no java.lang.Class")
		return nil
	}
	return t.M.ClassOfMirror(r)
}

// lengthOf is the length of an array.
func lengthOf(t *Thread, array Ref) int { return int(t.M.Memory.U32(array + memory.ArrayLength)) }

// inArray reports whether an array, which is not null, has the length elements from
// index first on. If it has not, an ArrayIndexOutOfBoundsException is pending. It must be
// of the class with this name: writing to a forged one would harm other objects, whose use
// then fails where nobody can tell why.
func inArray(t *Thread, array Ref, class string, first, length int64) bool {
	if t.M.ClassOf(array).Name != class {
		panic(memory.Forgery{Address: array})
	}
	if n := int64(lengthOf(t, array)); first < 0 || length < 0 || first > n || length > n-first {
		t.Throwf("java/lang/ArrayIndexOutOfBoundsException", "Array region %d..%d out of bounds for length %d", first, first+length, n)
		return false
	}
	return true
}

// refsOf are the elements of an array of references, none of null.
func refsOf(t *Thread, array Ref) []Ref {
	if array == 0 {
		return nil
	}
	elements := t.M.Heap.ArrayBytes(array, 2)
	refs := make([]Ref, len(elements)/4)
	for i := range refs {
		refs[i] = binary.LittleEndian.Uint32(elements[4*i:])
	}
	return refs
}
