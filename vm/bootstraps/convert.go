package bootstraps

import (
	"strings"

	"hotlens/vm/opcodes"
)

// wrapper is a primitive type with the class that boxes it.
type wrapper struct {
	desc, class string
	unbox       string // name of the method that gives the primitive value
	number      bool   // the class is a java.lang.Number, which gives all numeric types
}

var wrappers = []wrapper{
	{"Z", "java/lang/Boolean", "booleanValue", false},
	{"C", "java/lang/Character", "charValue", false},
	{"B", "java/lang/Byte", "byteValue", true},
	{"S", "java/lang/Short", "shortValue", true},
	{"I", "java/lang/Integer", "intValue", true},
	{"J", "java/lang/Long", "longValue", true},
	{"F", "java/lang/Float", "floatValue", true},
	{"D", "java/lang/Double", "doubleValue", true},
}

// wrapperOf finds the wrapper of a primitive type or of a box class, by its
// descriptor; nil for other types.
func wrapperOf(desc string) *wrapper {
	for i := range wrappers {
		if w := &wrappers[i]; desc == w.desc || desc == "L"+w.class+";" {
			return w
		}
	}
	return nil
}

func isPrimitive(desc string) bool { return len(desc) == 1 }

// className is the name that a Class constant has for a reference type.
func className(desc string) string {
	if desc[0] == 'L' {
		return desc[1 : len(desc)-1]
	}
	return desc
}

// descriptorOf is the inverse of className.
func descriptorOf(class string) string {
	if strings.HasPrefix(class, "[") {
		return class
	}
	return "L" + class + ";"
}

// convert turns the value on the stack from one type into another: by widening,
// boxing, unboxing and casts. A reference is first cast to the type via, the
// instantiated one of a generic method, so that what is not of that type raises
// a ClassCastException. These are the conversions of LambdaMetafactory, which
// allows no others; of types that it rejects this makes no sense either.
func (a *assembler) convert(from, to, via string) {
	switch {
	case from == to && from == via, from == "V", to == "V":
	case isPrimitive(from):
		w := wrapperOf(from)
		if isPrimitive(to) {
			a.widen(from, to)
			return
		}
		if target := wrapperOf(to); target != nil {
			a.widen(from, target.desc)
			w = target
		}
		a.box(w)
		a.cast("L"+w.class+";", to)
	default:
		source := from
		if !isPrimitive(via) {
			a.cast(from, via)
			source = via
		}
		if !isPrimitive(to) {
			a.cast(source, to)
			return
		}
		target := wrapperOf(to)
		switch w := wrapperOf(source); {
		case w == nil && target.number:
			a.cast(source, "Ljava/lang/Number;")
			a.unbox("java/lang/Number", target)
		case w == nil:
			a.cast(source, "L"+target.class+";")
			a.unbox(target.class, target)
		case w.number:
			a.unbox(w.class, target)
		default:
			a.unbox(w.class, w)
			a.widen(w.desc, to)
		}
	}
}

// cast checks that the reference is of another type.
func (a *assembler) cast(from, to string) {
	if from != to && className(to) != object {
		a.opIndex(0, opcodes.Checkcast, a.w.Class(className(to)))
	}
}

// box replaces a primitive value by its object.
func (a *assembler) box(w *wrapper) {
	a.call(opcodes.Invokestatic, w.class, "valueOf", "("+w.desc+")L"+w.class+";")
}

// unbox replaces an object of a class by its value of the primitive type.
func (a *assembler) unbox(class string, w *wrapper) {
	a.call(opcodes.Invokevirtual, class, w.unbox, "()"+w.desc)
}

// widenings are the instructions that turn primitive types into larger ones,
// where it takes one.
var widenings = map[string]byte{
	"IJ": opcodes.I2l, "IF": opcodes.I2f, "ID": opcodes.I2d, "JF": opcodes.L2f, "JD": opcodes.L2d, "FJ": opcodes.F2l, "FD": opcodes.F2d,
}

// widen turns a primitive value into one of a larger type.
func (a *assembler) widen(from, to string) {
	if strings.Contains("BCS", from) {
		from = "I"
	}
	if op, ok := widenings[from+to]; ok {
		a.op(width(to)-width(from), op)
	}
}
