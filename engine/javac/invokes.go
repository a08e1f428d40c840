package javac

import (
	"encoding/binary"
	"fmt"

	"hotlens/vm/classfile"
)

// methodKey names a method.
type methodKey struct{ class, name, descriptor string }

// invoke is an invoke instruction and what it calls: for invokedynamic through
// LambdaMetafactory, the implementation method.
type invoke struct {
	bci                     int
	class, name, descriptor string
	ordinal                 int // among those of the method with the same name and descriptor; -1 for invokedynamic
}

// invokeTable holds the invoke instructions of class files by method and by the
// bytecode index behind them.
type invokeTable map[methodKey]map[int]invoke

func (t invokeTable) endingAt(method methodKey, end int) (invoke, bool) {
	in, ok := t[method][end]
	return in, ok
}

// add adds the methods of a class file.
func (t invokeTable) add(content []byte) error {
	class, err := classfile.Parse(content)
	if err != nil {
		return err
	}
	for _, m := range class.Methods {
		if m.Code == nil {
			continue
		}
		invokes, err := invokesOf(class, m.Code.Bytes)
		if err != nil {
			return fmt.Errorf("method %s%s: %w", m.Name, m.Descriptor, err)
		}
		t[methodKey{class.Name, m.Name, m.Descriptor}] = invokes
	}
	return nil
}

// The opcodes (JVMS 6.5) that matter here.
const (
	opIinc            = 0x84
	opTableSwitch     = 0xaa
	opLookupSwitch    = 0xab
	opInvokeVirtual   = 0xb6
	opInvokeInterface = 0xb9 // invokespecial and invokestatic are between
	opInvokeDynamic   = 0xba
	opWide            = 0xc4
	lastOpcode        = 0xc9
)

// lengths are the sizes in bytes of the instructions, by runs of opcodes: each
// run starts where the one before ends. The three whose size varies are 0.
var lengths = []struct{ last, length int }{
	{0x0f, 1}, {0x10, 2}, {0x11, 3}, {0x12, 2}, {0x14, 3}, // constants
	{0x19, 2}, {0x35, 1}, {0x3a, 2}, {0x83, 1}, {opIinc, 3}, {0x98, 1}, // loads, stores, arithmetic
	{0xa8, 3}, {0xa9, 2}, {opLookupSwitch, 0}, {0xb1, 1}, // jumps and returns
	{0xb8, 3}, {opInvokeDynamic, 5}, {0xbb, 3}, {0xbc, 2}, {0xbd, 3}, {0xbf, 1}, {0xc1, 3}, {0xc3, 1}, // members and objects
	{opWide, 0}, {0xc5, 4}, {0xc7, 3}, {lastOpcode, 5},
}

// lengthOf holds the lengths by opcode.
var lengthOf = func() (table [lastOpcode + 1]int) {
	opcode := 0
	for _, run := range lengths {
		for ; opcode <= run.last; opcode++ {
			table[opcode] = run.length
		}
	}
	return table
}()

// invokesOf returns the invoke instructions of a method's code by the bytecode
// index behind them.
func invokesOf(class *classfile.Class, code []byte) (map[int]invoke, error) {
	type callee struct{ name, descriptor string }
	invokes := make(map[int]invoke)
	seen := make(map[callee]int)
	for bci := 0; bci < len(code); {
		length, err := instructionLength(code, bci)
		if err != nil {
			return nil, err
		}
		end := bci + length
		switch opcode := code[bci]; {
		case opcode >= opInvokeVirtual && opcode <= opInvokeInterface:
			owner, name, descriptor, err := class.Ref(binary.BigEndian.Uint16(code[bci+1:]))
			if err != nil {
				return nil, err
			}
			c := callee{name, descriptor}
			invokes[end] = invoke{bci, owner, name, descriptor, seen[c]}
			seen[c]++
		case opcode == opInvokeDynamic:
			if owner, name, descriptor, ok := implementation(class, binary.BigEndian.Uint16(code[bci+1:])); ok {
				invokes[end] = invoke{bci, owner, name, descriptor, -1}
			}
		}
		bci = end
	}
	return invokes, nil
}

// instructionLength returns the size of the instruction at bci, all of which lies
// in code.
func instructionLength(code []byte, bci int) (int, error) {
	opcode := int(code[bci])
	length := 0
	if opcode <= lastOpcode {
		length = lengthOf[opcode]
	}
	rest := code[bci:]
	aligned := 4 - bci%4 // where a switch's operands start, relative to bci
	switch {
	case opcode == opWide && len(rest) > 1:
		length = 4
		if rest[1] == opIinc {
			length = 6
		}
	case opcode == opTableSwitch && len(rest) >= aligned+12:
		low := int32(binary.BigEndian.Uint32(rest[aligned+4:]))
		high := int32(binary.BigEndian.Uint32(rest[aligned+8:]))
		length = aligned + 12 + 4*(int(high)-int(low)+1)
	case opcode == opLookupSwitch && len(rest) >= aligned+8:
		pairs := int32(binary.BigEndian.Uint32(rest[aligned+4:]))
		length = aligned + 8 + 8*int(pairs)
	}
	if length <= 0 || length > len(rest) {
		return 0, fmt.Errorf("malformed instruction %#x at %d", opcode, bci)
	}
	return length, nil
}

// implementationArgument is where LambdaMetafactory's static arguments hold the
// handle of the implementation method.
const implementationArgument = 1

// implementation returns the method that the function object made by an
// InvokeDynamic constant calls. Other call sites, such as string concatenation,
// have none.
func implementation(class *classfile.Class, index uint16) (owner, name, descriptor string, ok bool) {
	site := class.Pool.At(index).A // Parse has checked the indices
	if int(site) >= len(class.BootstrapMethods) {
		return "", "", "", false
	}
	arguments := class.BootstrapMethods[site].Arguments
	if len(arguments) <= implementationArgument || class.Pool.Tag(arguments[implementationArgument]) != classfile.TagMethodHandle {
		return "", "", "", false
	}
	handle := class.Pool.At(arguments[implementationArgument])
	owner, name, descriptor, err := class.Ref(handle.B)
	return owner, name, descriptor, err == nil
}
