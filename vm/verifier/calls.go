package verifier

import (
	"hotlens/vm/classes"
	"hotlens/vm/opcodes"
)

// This file walks bytecode for those who only want to know what a method calls.

// Shape is what is to be seen of a method's bytecode at a glance.
type Shape struct {
	Calls  []uint16 // the constant pool indices of what it calls, invokedynamic left out
	Static []bool   // by call: the callee is the method named, or one it inherits, and none that overrides it
	Loops  bool     // it branches backwards
	Other  bool     // it throws, makes objects, locks, or links call sites
}

// ShapeOf walks over the bytecode of a method, which need not have been verified.
func ShapeOf(m *classes.Method) (s Shape) {
	c := code{method: m, bytes: m.Member.Code.Bytes}
	for at, n := 0, 0; at < len(c.bytes); at += n {
		if n = c.length(at); n <= 0 || n > len(c.bytes)-at {
			return s // the class has not been verified, and is not what it should be
		}
		switch op := c.u1(at); {
		case op == opcodes.Invokevirtual, op == opcodes.Invokeinterface, op == opcodes.Invokespecial, op == opcodes.Invokestatic:
			s.Calls = append(s.Calls, uint16(c.u2(at+1)))
			s.Static = append(s.Static, op == opcodes.Invokespecial || op == opcodes.Invokestatic)
		case op >= opcodes.Ifeq && op <= opcodes.Jsr, op == opcodes.Ifnull, op == opcodes.Ifnonnull:
			s.Loops = s.Loops || c.s2(at+1) <= 0
		case op == opcodes.GotoW, op == opcodes.Tableswitch, op == opcodes.Lookupswitch: // rare enough to be taken for the worst
			s.Loops = true
		case op == opcodes.Invokedynamic, op == opcodes.New, op == opcodes.Newarray, op == opcodes.Anewarray, op == opcodes.Multianewarray, op == opcodes.Athrow, op == opcodes.Monitorenter:
			s.Other = true
		}
	}
	return s
}
