//go:build unix

package natives

import "math"

// typeMismatch is HotSpot's message for a value that no widening turns into the
// type that reflection wants.
const typeMismatch = "argument type mismatch"

// widen converts a primitive value by identity or widening (JLS 5.1.2), both
// types given by their descriptors' letters. It reports false where there is no
// such conversion.
func widen(v uint64, from, to byte) (uint64, bool) {
	if from == to {
		return v, true
	}
	switch to {
	case 'S':
		return v, from == 'B'
	case 'I', 'J':
		// Values are kept sign- or zero-extended, so the bits are right already.
		switch from {
		case 'B', 'S', 'C':
			return v, true
		case 'I':
			return v, to == 'J'
		}
	case 'F':
		switch from {
		case 'B', 'S', 'C', 'I', 'J':
			return uint64(math.Float32bits(float32(int64(v)))), true
		}
	case 'D':
		switch from {
		case 'B', 'S', 'C', 'I', 'J':
			return math.Float64bits(float64(int64(v))), true
		case 'F':
			return math.Float64bits(float64(math.Float32frombits(uint32(v)))), true
		}
	}
	return 0, false
}

// unboxTo is the value of a wrapper object, widened to a primitive type. It
// reports false with a pending IllegalArgumentException, which like HotSpot's
// has no message for null.
func unboxTo(t *Thread, object Ref, to byte) (uint64, bool) {
	if object == 0 {
		t.Throw("java/lang/IllegalArgumentException", "")
		return 0, false
	}
	if from := t.M.BoxLetter(object); from != 0 {
		if v, ok := widen(t.M.Unbox(object), from, to); ok {
			return v, true
		}
	}
	t.Throw("java/lang/IllegalArgumentException", typeMismatch)
	return 0, false
}
