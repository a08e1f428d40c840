package mix

import (
	"slices"

	"hotlens/profiles/instructions"
	"hotlens/vm/opcodes"
)

// This file finds the accesses to memory that a processor's caches and prefetchers do not foresee: of objects and arrays that are
// found through others, as the next node of a tree is, and of elements at an index that is no counter. Only the first look at an object
// counts, as all of it is in the cache then. What is iterated over in order is foreseen.

// finding says how a reference was found: 0 for one that was not found through others, else the number of the
// instruction that found it plus 1, and the negative of that once somebody has looked at what it refers to.
type finding int32

// foundByCaller is how an argument was found that the method gives itself when it recurs, plus the argument's index.
const foundByCaller finding = 1 << 20

// meet is how a reference was found that may be either. What has not been looked at in one case has not been looked at.
func (f finding) meet(o finding) finding {
	if f > 0 || o > 0 {
		return max(f, o)
	}
	return min(f, o)
}

// access is what an instruction is of Locality.
type access struct {
	objects, rows, elements bool
	class                   uint32
	read                    uint8
}

// short reports whether an instruction pushes a number of two bytes at most: of elements so many fit into a cache.
func (i *instruction) short() bool { return i.op >= opcodes.IconstM1 && i.op <= opcodes.Sipush }

// mixes reports whether instruction k makes of numbers in order such in no order, as hashing does.
func (t *tracer) mixes(k int) bool {
	switch t.list[k].op {
	case opcodes.Irem, opcodes.Lrem, opcodes.Iushr, opcodes.Lushr, opcodes.Ixor, opcodes.Lxor:
		return true
	case opcodes.Iand, opcodes.Land:
		return k > 0 && !t.list[k-1].constant()
	}
	return false
}

// bits is fromBits if instruction k, which mixes, does so with bits, or with the remainder of a constant. Most numbers are divisible by few others, so the remainder of
// those is not 0 nearly always.
func (t *tracer) bits(k int) origin {
	switch op := t.list[k].op; op {
	case opcodes.Irem, opcodes.Lrem:
		if k == 0 || !t.list[k-1].constant() {
			return 0
		}
	}
	return fromBits
}

// findArguments has those arguments be found that the method finds for itself when it recurs.
func (t *tracer) findArguments(static bool, params []string) {
	slot, index := 0, 0
	argument := func(desc string) {
		if t.recurs>>index&1 != 0 && slot < len(t.entry.locals) {
			t.entry.locals[slot].found = foundByCaller + finding(index)
		}
		slot++
		if desc == "J" || desc == "D" {
			slot++
		}
		index++
	}
	if !static {
		argument("L")
	}
	for _, p := range params {
		argument(p)
	}
}

// scattered reports whether a number is in no order from one time to the next.
func (r reference) scattered() bool {
	return r.origin&fromCounter == 0 && r.origin&(fromElement|fromCall|fromMixed) != 0
}

// looked notes that somebody looks at what was found so.
func (t *tracer) looked(f finding) {
	for _, list := range [][]reference{t.f.locals, t.f.stack} {
		for i := range list {
			if list[i].found == f {
				list[i].found = -f
			}
		}
	}
}

// element notes the load of an array's element by instruction k, and tells how the element was found.
func (t *tracer) element(k int, array, index reference) finding {
	bit := uint8(1) << (t.list[k].op - opcodes.Iaload)
	a := &t.access[k]
	*a = access{}
	if array.found != 0 {
		t.row(k, array.found)
		a.read = bit
	}
	if index.scattered() && !array.small {
		a.elements, a.read = true, bit
	} else if array.found == 0 {
		return 0
	}
	if t.list[k].op != opcodes.Aaload {
		return 0
	}
	return finding(k + 1)
}

// row notes that instruction k looks at an array that was found so.
func (t *tracer) row(k int, f finding) {
	t.access[k].rows = f > 0
	if f > 0 {
		t.looked(f)
	}
}

// loaded notes that a field is loaded of an object that was found so, and tells how its value was found.
func (t *tracer) loaded(i *instruction, class, desc string, f finding) finding {
	k := t.at(i.at)
	t.object(k, class, f)
	if desc[0] == 'L' || desc[0] == '[' && f != 0 {
		return finding(k + 1)
	}
	return 0
}

// object notes that instruction k looks at an object of a class that was found so.
func (t *tracer) object(k int, class string, f finding) {
	a := &t.access[k]
	*a = access{objects: f > 0}
	if f <= 0 {
		return
	}
	if !common(class) {
		a.class = instructions.ClassNumber(class)
	}
	t.looked(f)
}

// common reports whether objects of a class are found so often as parts of others that their number tells nothing.
func common(class string) bool {
	return boxes[class] || class == "java/lang/Object" || class == "java/lang/String"
}

// called notes that a call looks at its receiver, and at what it compares, and tells how its result was found: by a number that is no counter, as the
// element of a list is.
func (t *tracer) called(i *instruction, c callee, arguments []reference) (result finding) {
	k := t.at(i.at)
	t.access[k] = access{}
	if i.op == opcodes.Invokedynamic || i.op == opcodes.Invokespecial {
		return 0
	}
	for j, p := range c.params {
		if (p == "I" || p == "J") && arguments[len(arguments)-len(c.params)+j].scattered() {
			result = finding(k + 1)
		}
	}
	if c.name == t.member.Name && c.desc == t.member.Descriptor && c.class == t.class.Name {
		for index, r := range arguments {
			if bit := uint64(1) << min(index, 63); r.found != 0 && t.recurs&bit == 0 {
				t.recurs |= bit
				t.again = true
			}
		}
		return result // it looks at them itself
	}
	if len(arguments) == 0 {
		return 0
	}
	if i.op != opcodes.Invokestatic {
		if f := arguments[0].found; f > 0 {
			t.object(k, c.class, f)
			return result
		}
	}
	if c.name == "equals" || c.name == "compareTo" || c.name == "compare" {
		if j := slices.IndexFunc(arguments, func(r reference) bool { return r.found > 0 }); j >= 0 {
			t.object(k, "java/lang/Object", arguments[j].found)
		}
	}
	return result
}

// locality is what was found.
func (m *method) locality() (l instructions.Locality) {
	var total, objects, rows, elements, most uint64
	var classes map[uint32]uint64
	tuples := uint8(0) // types of the arrays that hold a few values: besides them nobody knows how many others a method makes
	for k := range m.list {
		weight := m.list[k].weight
		total += weight
		if made := m.made(k); k > 0 && m.list[k-1].constant() && m.list[k-1].op <= opcodes.Bipush {
			tuples |= made
		} else {
			l.Made |= made
		}
		a := &m.access[k]
		l.Read |= a.read
		if a.rows {
			rows += weight
		}
		if a.elements {
			elements += weight
		}
		if a.objects {
			objects += weight
			if a.class != 0 {
				if classes == nil {
					classes = map[uint32]uint64{}
				}
				classes[a.class] += weight
				if sum := classes[a.class]; sum > most || sum == most && a.class < l.Class {
					most, l.Class = sum, a.class
				}
			}
		}
	}
	l.Made &^= tuples
	if total == 0 {
		return l
	}
	part := func(sum uint64) uint16 { return uint16(sum * instructions.Whole / total) }
	if l.Class != 0 {
		l.Objects = part(objects)
	}
	l.Rows, l.Elements = part(rows), part(elements)
	return l
}

// elementTypes are the bits of the element types of newarray (JVMS table 6.5.newarray-A), from boolean on.
var elementTypes = [...]uint8{
	instructions.ElementByte, instructions.ElementChar, instructions.ElementFloat, instructions.ElementDouble,
	instructions.ElementByte, instructions.ElementShort, instructions.ElementInt, instructions.ElementLong,
}

// made is the type of elements of the array that instruction k makes; 0 if it makes none.
func (m *method) made(k int) uint8 {
	i := &m.list[k]
	switch i.op {
	case opcodes.Newarray:
		if code := int(m.code[i.at+1]) - 4; code >= 0 && code < len(elementTypes) {
			return elementTypes[code]
		}
	case opcodes.Anewarray:
		return instructions.ElementReference
	case opcodes.Multianewarray:
		name, err := m.class.ClassName(uint16(u2(m.code, i.at+1)))
		if err != nil {
			return 0
		}
		switch name[len(name)-1] {
		case 'I':
			return instructions.ElementInt
		case 'J':
			return instructions.ElementLong
		case 'F':
			return instructions.ElementFloat
		case 'D':
			return instructions.ElementDouble
		case 'B', 'Z':
			return instructions.ElementByte
		case 'C':
			return instructions.ElementChar
		case 'S':
			return instructions.ElementShort
		}
		return instructions.ElementReference
	}
	return 0
}
