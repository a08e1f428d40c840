package verifier

import "hotlens/vm/classes"

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
		case op == opInvokevirtual, op == opInvokeinterface, op == opInvokespecial, op == opInvokestatic:
			s.Calls = append(s.Calls, uint16(c.u2(at+1)))
			s.Static = append(s.Static, op == opInvokespecial || op == opInvokestatic)
		case op >= opIfeq && op <= opJsr, op == opIfnull, op == opIfnonnull:
			s.Loops = s.Loops || c.s2(at+1) <= 0
		case op == opGotoW, op == opTableswitch, op == opLookupswitch: // rare enough to be taken for the worst
			s.Loops = true
		case op == opInvokedynamic, op == opNew, op == opNewarray, op == opAnewarray, op == opMultianewarray, op == opAthrow, op == opMonitorenter:
			s.Other = true
		}
	}
	return s
}
