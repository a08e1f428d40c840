// Package nullmessage explains a NullPointerException that the VM has raised:
// which operation failed, and which variable, field, array element or method
// result was null (JEP 358), in the words of HotSpot 17.
//
//	Cannot read field "next" because "<parameter1>.root" is null
//
// message.go says what failed, describe.go what was null, and simulate.go finds
// out where each value on the operand stack came from.
//
// Invariant: Message is a pure function. It neither panics nor runs for long,
// whatever the bytecode is; of code that makes no sense it says less.
package nullmessage

import (
	"strings"
	"unicode/utf16"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// Message returns the message of a NullPointerException that the instruction at
// bci of a method of the class has raised. It is "" where HotSpot has none: for
// instructions that dereference nothing, among them the call of a constructor,
// where an explicit "new NullPointerException()" appears to come from, and for
// methods without code.
func Message(file *classfile.Class, method *classfile.Member, bci int) string {
	if method == nil || method.Code == nil || bci < 0 || bci >= len(method.Code.Bytes) || file.Name == reflectiveConstructor {
		return ""
	}
	a := &analysis{file: file, method: method, code: method.Code.Bytes}
	action, slot := a.action(bci)
	if action == "" {
		return ""
	}
	a.simulate(bci)
	return decode(action + a.cause(bci, slot))
}

// reflectiveConstructor is where an exception appears to come from that was made
// by reflection, which explains nothing.
const reflectiveConstructor = "jdk/internal/reflect/NativeConstructorAccessorImpl"

// analysis is the work on one message.
type analysis struct {
	file    *classfile.Class
	method  *classfile.Member
	code    []byte
	frames  []*frame // before each instruction, by bytecode index; nil where not known
	entries int      // operand stack slots in frames
	parts   int      // parts described so far
}

// arrays names the arrays of the instructions from iaload and iastore on.
var arrays = [8]string{"int", "long", "float", "double", "object", "byte/boolean", "char", "short"}

// action says what the instruction at bci failed to do, and which slot of the
// operand stack, counted from the top, held the null that it met. The action is
// "" if the instruction raises no NullPointerException.
func (a *analysis) action(bci int) (text string, slot int) {
	switch op := a.code[bci]; op {
	case opcodes.Getfield, opcodes.Putfield:
		_, name, desc, err := a.file.Ref(uint16(a.u2(bci + 1)))
		switch {
		case err != nil:
			return "", 0
		case op == opcodes.Getfield:
			return `Cannot read field "` + name + `"`, 0
		}
		return `Cannot assign field "` + name + `"`, width(desc)
	case opcodes.Invokevirtual, opcodes.Invokespecial, opcodes.Invokeinterface:
		_, name, desc, err := a.file.Ref(uint16(a.u2(bci + 1)))
		slots, ok := argumentSlots(desc)
		if err != nil || !ok || name == "<init>" {
			return "", 0
		}
		return `Cannot invoke "` + a.invoked(bci) + `"`, slots
	case opcodes.Arraylength:
		return "Cannot read the array length", 0
	case opcodes.Athrow:
		return "Cannot throw exception", 0
	case opcodes.Monitorenter:
		return "Cannot enter synchronized block", 0
	case opcodes.Monitorexit:
		return "Cannot exit synchronized block", 0
	default:
		switch {
		case op >= opcodes.Iaload && op <= opcodes.Saload:
			return "Cannot load from " + arrays[op-opcodes.Iaload] + " array", 1
		case op >= opcodes.Iastore && op <= opcodes.Sastore:
			return "Cannot store to " + arrays[op-opcodes.Iastore] + " array", pops(op) - 1
		}
		return "", 0
	}
}

// invoked is the method that the invoke instruction at bci names, as
// "Class.name(parameter types)"; "" if the class file does not say.
func (a *analysis) invoked(bci int) string {
	class, name, desc, err := a.file.Ref(uint16(a.u2(bci + 1)))
	if err != nil {
		return ""
	}
	params, _, err := classfile.ParseDescriptor(desc)
	if err != nil {
		return ""
	}
	types := make([]string, len(params))
	for i, p := range params {
		types[i] = typeName(p)
	}
	return className(class) + "." + name + "(" + strings.Join(types, ", ") + ")"
}

// className is the name of a class for people.
func className(binary string) string {
	switch binary {
	case "java/lang/Object":
		return "Object"
	case "java/lang/String":
		return "String"
	}
	return strings.ReplaceAll(binary, "/", ".")
}

// primitives names the primitive types by their descriptors.
var primitives = map[byte]string{'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'Z': "boolean"}

// typeName is a field descriptor's type as a parameter is written in Java.
// Object, String and, because HotSpot compares prefixes, every other type whose
// name starts like theirs go without their package.
func typeName(desc string) string {
	element := strings.TrimLeft(desc, "[")
	suffix := strings.Repeat("[]", len(desc)-len(element))
	name, primitive := primitives[element[0]]
	if !primitive {
		name = strings.ReplaceAll(element[1:len(element)-1], "/", ".")
		const pkg = "java.lang."
		if strings.HasPrefix(name, pkg+"Object") || strings.HasPrefix(name, pkg+"String") {
			name = name[len(pkg):]
		}
	}
	return name + suffix
}

// width is how many stack slots a value of a field descriptor takes.
func width(desc string) int {
	if desc == "J" || desc == "D" {
		return 2
	}
	return 1
}

// argumentSlots is how many stack slots the arguments of a method descriptor
// take, without the receiver.
func argumentSlots(desc string) (slots int, ok bool) {
	params, _, err := classfile.ParseDescriptor(desc)
	for _, p := range params {
		slots += width(p)
	}
	return slots, err == nil
}

// decode turns modified UTF-8, which names in class files are in, into UTF-8.
func decode(s string) string {
	if classfile.IsASCII(s) {
		return s
	}
	return string(utf16.Decode(classfile.DecodeUtf8(s)))
}
