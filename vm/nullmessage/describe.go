package nullmessage

import (
	"fmt"
	"strconv"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// maxDetail is how many dereferences a description goes back, HotSpot's bound:
// of a.b.c.d.e.f it says b.c.d.e.f.
const maxDetail = 5

// maxParts bounds the length of a description, which grows with the fifth power
// of the nesting of array indices in code made up for it. What people write has
// a few dozen parts.
const maxParts = 1000

// cause says what was null: the value in a slot of the operand stack before the
// instruction at bci, counted from the top. It is "" where that is not known.
func (a *analysis) cause(bci, slot int) string {
	source, ok := a.source(bci, slot)
	if !ok {
		return ""
	}
	text, ok := a.describe(bci, slot, maxDetail)
	switch {
	case ok && a.invokes(source):
		return ` because the return value of "` + text + `" is null`
	case ok:
		return ` because "` + text + `" is null`
	}
	// HotSpot stops in the middle of the sentence where it finds out that it has
	// no name for the source, such as a dynamically computed constant.
	return ` because "`
}

// source is the index of the instruction that pushed the value in a slot of the
// operand stack before the instruction at bci.
func (a *analysis) source(bci, slot int) (source int, ok bool) {
	f := a.frames[bci]
	if f == nil || slot >= len(f.sources) {
		return 0, false
	}
	source = int(f.sources[len(f.sources)-1-slot])
	return source, source != unknown
}

// invokes says whether the instruction at bci calls a method that the class
// file names.
func (a *analysis) invokes(bci int) bool {
	return a.code[bci] >= opcodes.Invokevirtual && a.code[bci] <= opcodes.Invokeinterface
}

// describe writes, as source code would, the value in a slot of the operand
// stack before the instruction at bci, going back over detail dereferences. It
// fails where the value has no simple name.
func (a *analysis) describe(bci, slot, detail int) (text string, ok bool) {
	a.parts++
	if detail <= 0 || a.parts > maxParts {
		return "", false
	}
	at, ok := a.source(bci, slot)
	if !ok {
		return "", false
	}
	switch op := a.code[at]; {
	case op == opcodes.AconstNull:
		return "null", true
	case op >= opcodes.IconstM1 && op <= opcodes.Iconst5:
		return strconv.Itoa(int(op) - opcodes.Iconst0), true
	case op == opcodes.Bipush:
		return strconv.Itoa(int(int8(a.u1(at + 1)))), true
	case op == opcodes.Sipush:
		return strconv.Itoa(a.s2(at + 1)), true
	case op == opcodes.Iload, op == opcodes.Aload:
		return a.local(bci, at, a.u1(at+1)), true
	case op == opcodes.Wide && (a.u1(at+1) == opcodes.Iload || a.u1(at+1) == opcodes.Aload):
		return a.local(bci, at, a.u2(at+2)), true
	case op >= opcodes.Iload0 && op <= opcodes.Iload3:
		return a.local(bci, at, int(op-opcodes.Iload0)), true
	case op >= opcodes.Aload0 && op <= opcodes.Aload3:
		return a.local(bci, at, int(op-opcodes.Aload0)), true
	case op == opcodes.Getstatic:
		class, name, _, err := a.file.Ref(uint16(a.u2(at + 1)))
		return className(class) + "." + name, err == nil
	case op == opcodes.Getfield:
		_, name, _, err := a.file.Ref(uint16(a.u2(at + 1)))
		if object, known := a.describe(at, 0, detail-1); known {
			name = object + "." + name
		}
		return name, err == nil
	case a.invokes(at):
		text = a.invoked(at)
		return text, text != ""
	case op == opcodes.Iaload, op == opcodes.Aaload:
		array, known := a.describe(at, 1, detail-1)
		if !known {
			array = "<array>"
		}
		index, known := a.describe(at, 0, detail)
		if !known {
			index = "..."
		}
		return array + "[" + index + "]", true
	}
	return "", false
}

// local names the local variable in a slot that the instruction at the index at
// has loaded, for its use at bci. Without a LocalVariableTable a parameter is
// known as long as its slot has not been written.
func (a *analysis) local(bci, at, slot int) string {
	for _, v := range a.method.Code.Variables {
		if int(v.Slot) == slot && at >= int(v.Start) && at < int(v.Start)+int(v.Length) {
			return v.Name
		}
	}
	if !a.frames[bci].wrote(slot) {
		first := 0
		if a.method.Flags&classfile.AccStatic == 0 {
			if slot == 0 {
				return "this"
			}
			first = 1
		}
		params, _, _ := classfile.ParseDescriptor(a.method.Descriptor)
		for i, p := range params {
			if slot >= first && slot < first+width(p) {
				return fmt.Sprintf("<parameter%d>", i+1)
			}
			first += width(p)
		}
	}
	return fmt.Sprintf("<local%d>", slot)
}
