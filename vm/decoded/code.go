package decoded

import (
	"slices"
	"unsafe"
)

// This file is the code of a method: its instructions, and what belongs to each of them.

// Code is a method's pre-decoded form. Every operand is an offset in bytes from
// the frame: locals lie below it, the operand stack above its header.
type Code struct {
	Instructions []Instruction
	BCIs         []uint16 // bytecode index of each instruction
	Ordinals     []uint16 // how many JVM instructions of the method precede it
	Depths       []uint16 // operand stack slots in use before it, arguments of a call included
	Handlers     []Handler
	Rest         []uint64 // cycles of what stands behind each instruction in its block, if it has been charged; nil where cycles are not counted
	Entry        *Instruction
	Marks        int  // how many of the instructions are marks (marks.go)
	CallSites    int  // how many invoke instructions it has
	Recursive    bool // what it calls may lead back to it, as far as it tells
	// KeepsLocals says that locals hold references until they are overwritten, as in HotSpot's interpreter, and not only until they
	// have been read for the last time.
	KeepsLocals bool
	// ShowsLocals says that the runtime reads locals in frames of the method: it is interpreted always, as compiled code has them wherever it pleases.
	ShowsLocals bool
}

// HasSubroutines reports whether the code has jsr or ret: where these lead is not tracked.
func (c *Code) HasSubroutines() bool {
	return slices.ContainsFunc(c.Instructions, func(i Instruction) bool { return i.Op == Jsr || i.Op == Ret })
}

// Handler is an exception table entry in decoded terms.
type Handler struct {
	Start, End uint16 // bytecode indices, End exclusive
	Target     int32  // instruction index
	Ordinal    uint16 // of the target
	Type       uint16 // constant pool index, 0 for any
}

// Instruction is one pre-decoded instruction. What the operands mean is the
// interpreter's affair; P points to a CallSite, Class or Field of the Go side.
type Instruction struct {
	Op uint16
	// Letter is the type of the value by its descriptor, or how many dimensions multianewarray makes.
	Letter     uint16
	A, B, C, D int32
	P          unsafe.Pointer
}

// PassedNull is D of a CheckCast or an InstanceOf that is not linked, as null needs no class, and has been executed.
const PassedNull = 1

// InstructionSize is the distance of two instructions in bytes.
const InstructionSize = int(unsafe.Sizeof(Instruction{}))
