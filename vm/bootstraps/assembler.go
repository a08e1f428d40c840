// Package bootstraps writes the class files that the VM links invokedynamic sites
// with by itself, where the library's bootstrap methods would run up to a
// million bytecodes to the same end (DESIGN section 4, wrinkle 5): Lambda for
// java.lang.invoke.LambdaMetafactory, Record for java.lang.runtime.ObjectMethods,
// Switch for java.lang.runtime.SwitchBootstraps.
// The classes are meant to be defined as hidden classes and nest mates of the
// class that has the site.
//
// Invariant: a class file from here passes the verifier and does what the
// library's own would do. A specification that cannot be met, because it makes
// no sense or exceeds a limit of the format, is an error: the site has to be
// linked by its bootstrap method then, which knows the exception to throw.
//
// Names and descriptors are those of class files: binary names with slashes, in
// modified UTF-8.
package bootstraps

import (
	"encoding/binary"
	"fmt"
	"math"

	"hotlens/vm/classfile"
	"hotlens/vm/classfile/writer"
	"hotlens/vm/opcodes"
)

// version is that of the class files: JDK 17's.
const version = 61

const object = "java/lang/Object"

// assembler writes the code of one method, and follows the operand stack's
// depth.
type assembler struct {
	w          *writer.Writer
	code       []byte
	depth, max int // of the operand stack, in slots
	locals     int
	frames     []int // bytecode indices of the jump targets, where locals are as at the start and the stack is empty
	err        error // the first that occurred, for method to return
}

// maxArguments is how many slots the arguments of a call may take, the receiver
// included (JVMS 4.3.3).
const maxArguments = 255

// width is how many slots a value of the descriptor takes.
func width(desc string) int {
	switch desc {
	case "V":
		return 0
	case "J", "D":
		return 2
	}
	return 1
}

// typed is the variant of an instruction for values of the descriptor, where
// those for int, long, float, double and references follow each other.
func typed(op byte, desc string) byte {
	switch desc[0] {
	case 'J':
		return op + 1
	case 'F':
		return op + 2
	case 'D':
		return op + 3
	case 'L', '[':
		return op + 4
	}
	return op
}

// op appends an instruction that changes the stack's depth by so many slots.
func (a *assembler) op(change int, code ...byte) {
	a.code = append(a.code, code...)
	a.depth += change
	a.max = max(a.max, a.depth)
}

// opIndex appends an instruction with a constant pool index.
func (a *assembler) opIndex(change int, op byte, index uint16) {
	a.op(change, op, byte(index>>8), byte(index))
}

// load pushes a local variable.
func (a *assembler) load(desc string, slot int) {
	a.op(width(desc), typed(opcodes.Iload, desc), byte(slot))
}

// loadAll pushes the local variables from the slot on, of the descriptors.
func (a *assembler) loadAll(descs []string, slot int) {
	for _, d := range descs {
		a.load(d, slot)
		slot += width(d)
	}
}

// getField replaces the object on the stack by its field.
func (a *assembler) getField(class, name, desc string) {
	a.opIndex(width(desc)-1, opcodes.Getfield, a.w.Fieldref(class, name, desc))
}

// invoke calls a method; op tells which way. isInterface is about the class.
func (a *assembler) invoke(op byte, class, name, desc string, isInterface bool) {
	params, ret, err := classfile.ParseDescriptor(desc)
	arguments := slots(params)
	if op != opcodes.Invokestatic {
		arguments++
	}
	if err == nil && arguments > maxArguments {
		err = fmt.Errorf("the call of %s.%s has arguments of %d slots, which are more than %d", class, name, arguments, maxArguments)
	}
	if err != nil {
		a.fail(err)
		return
	}
	index := a.w.Methodref
	if isInterface {
		index = a.w.InterfaceMethodref
	}
	a.opIndex(width(ret)-arguments, op, index(class, name, desc))
	if op == opcodes.Invokeinterface {
		a.op(0, byte(arguments), 0)
	}
}

// call is invoke for a class that is no interface.
func (a *assembler) call(op byte, class, name, desc string) { a.invoke(op, class, name, desc, false) }

// fail keeps the first error.
func (a *assembler) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// instantiate pushes a new object twice, for its constructor and to keep.
func (a *assembler) instantiate(class string) {
	a.opIndex(1, opcodes.New, a.w.Class(class))
	a.op(1, opcodes.Dup)
}

// text pushes a string constant.
func (a *assembler) text(s string) { a.constant(a.w.String(s)) }

// constant pushes a constant of one slot.
func (a *assembler) constant(index uint16) {
	if index <= math.MaxUint8 {
		a.op(1, opcodes.Ldc, byte(index))
	} else {
		a.opIndex(1, opcodes.LdcW, index)
	}
}

// maxNumber is the largest number that number pushes.
const maxNumber = math.MaxInt16

// number pushes a number from 0 to maxNumber.
func (a *assembler) number(n int) {
	switch {
	case n <= 5:
		a.op(1, opcodes.Iconst0+byte(n))
	case n <= math.MaxInt8:
		a.op(1, opcodes.Bipush, byte(n))
	default:
		a.op(1, opcodes.Sipush, byte(n>>8), byte(n))
	}
}

// give returns a value of the descriptor, or nothing for "V".
func (a *assembler) give(desc string) {
	if desc == "V" {
		a.op(0, opcodes.Return)
		return
	}
	a.op(-width(desc), typed(opcodes.Ireturn, desc))
}

// branch appends a conditional jump, whose target land sets, and returns its
// index.
func (a *assembler) branch(change int, op byte) (jump int) {
	a.opIndex(change, op, 0)
	return len(a.code) - 3
}

// land makes the next instruction the target of jumps. The operand stack is
// empty there, and the arguments are as they were.
func (a *assembler) land(jumps ...int) {
	a.depth = 0
	a.frames = append(a.frames, len(a.code))
	for _, j := range jumps {
		binary.BigEndian.PutUint16(a.code[j+1:], uint16(len(a.code)-j))
	}
}

// method adds the method to the class file.
func (a *assembler) method(m classfile.Member) error {
	if a.err != nil {
		return fmt.Errorf("method %s: %w", m.Name, a.err)
	}
	if a.locals > maxArguments {
		return fmt.Errorf("method %s: arguments of %d slots are more than %d", m.Name, a.locals, maxArguments)
	}
	// A jump reaches so far; longer code may have been garbled by land, and a
	// method of 65536 bytes would not be legal either (JVMS 4.7.3).
	if len(a.code) > math.MaxInt16 {
		return fmt.Errorf("method %s: %d bytes of code are more than %d", m.Name, len(a.code), math.MaxInt16)
	}
	m.Code = &classfile.Code{MaxStack: uint16(a.max), MaxLocals: uint16(a.locals), Bytes: a.code, StackMap: a.stackMap()}
	a.w.Method(m)
	return nil
}

// stackMap is the content of the StackMapTable attribute (JVMS 4.7.4), nil for
// straight-line code. All frames are the same as the first.
func (a *assembler) stackMap() []byte {
	if a.frames == nil {
		return nil
	}
	content := binary.BigEndian.AppendUint16(nil, uint16(len(a.frames)))
	next := 0
	for _, at := range a.frames {
		const sameFrame, sameFrameExtended = 63, 251 // the largest of the one, and the other's tag
		if delta := at - next; delta <= sameFrame {
			content = append(content, byte(delta))
		} else {
			content = binary.BigEndian.AppendUint16(append(content, sameFrameExtended), uint16(delta))
		}
		next = at + 1
	}
	return content
}

// slots is how many slots values of the descriptors take together.
func slots(descs []string) (n int) {
	for _, d := range descs {
		n += width(d)
	}
	return n
}
