package verifier

import (
	"encoding/binary"
	"math"

	"hotlens/vm/classes"
	"hotlens/vm/opcodes"
)

// code is a method's bytecode with what both verifiers ask of it.
type code struct {
	method *classes.Method
	bytes  []byte
	starts []bool // by bytecode index: an instruction starts here
	// typed says that the verifier by StackMapTable reads the code, which finds the ends of instructions as HotSpot's interpreter does.
	typed bool
}

func newCode(m *classes.Method, s *scratch) code {
	b := m.Member.Code.Bytes
	return code{method: m, bytes: b, starts: zeroed(&s.starts, len(b))}
}

func (c *code) u1(at int) int { return int(c.bytes[at]) }
func (c *code) u2(at int) int { return int(binary.BigEndian.Uint16(c.bytes[at:])) }
func (c *code) s2(at int) int { return int(int16(c.u2(at))) }
func (c *code) s4(at int) int { return int(int32(binary.BigEndian.Uint32(c.bytes[at:]))) }

// isStart reports whether at is the bytecode index of an instruction.
func (c *code) isStart(at int) bool { return at >= 0 && at < len(c.starts) && c.starts[at] }

// scan finds the instructions. It returns the index of the first that does not
// exist or does not end inside the code, -1 if there is none.
func (c *code) scan() int {
	for at := 0; at < len(c.bytes); {
		n := c.length(at)
		if n <= 0 || n > len(c.bytes)-at {
			return at
		}
		c.starts[at] = true
		at += n
	}
	return -1
}

// InstructionLength is the length in bytes of the instruction at an index of any bytecode; 0 for none. What it
// says to be inside the code need not be.
func InstructionLength(bytes []byte, at int) int {
	c := code{bytes: bytes}
	return c.length(at)
}

// length is the length in bytes of the instruction at bytecode index at; 0 for
// none. What it says to be inside the code need not be.
func (c *code) length(at int) int {
	op := c.u1(at)
	switch op {
	case opcodes.Tableswitch, opcodes.Lookupswitch:
		return c.switchLength(at)
	case fastLinearswitch, fastBinaryswitch:
		if c.typed {
			return c.switchLength(at)
		}
	case opcodes.Wide:
		if at+1 >= len(c.bytes) {
			return 0
		}
		switch op := c.u1(at + 1); {
		case op == opcodes.Iinc:
			return 6
		case op >= opcodes.Iload && op <= opcodes.Aload, op >= opcodes.Istore && op <= opcodes.Astore, op == opcodes.Ret:
			return 4
		}
		return 0
	}
	if own, ok := ownInstructionOf(op); ok && c.typed {
		return own.length
	}
	return opcodes.Length(byte(op))
}

// switchLength is the length of a tableswitch or lookupswitch.
func (c *code) switchLength(at int) int {
	table := (at + 4) &^ 3
	if c.typed && table+8 >= len(c.bytes) { // also where it is a lookupswitch without keys, which would just fit
		return 0
	}
	if table+12 > len(c.bytes) && (c.u1(at) == opcodes.Tableswitch || table+8 > len(c.bytes)) {
		return 0
	}
	var words int
	if c.u1(at) == opcodes.Tableswitch {
		low, high := c.s4(table+4), c.s4(table+8)
		if low > high {
			return 0
		}
		words = 3 + high - low + 1
	} else {
		pairs := c.s4(table + 4)
		if pairs < 0 {
			return 0
		}
		words = 2 + 2*pairs
	}
	if words > math.MaxUint16 { // more than any method has
		return math.MaxInt32
	}
	return table + 4*words - at
}

// opcode is the opcode of the instruction at bytecode index at, whether wide or
// not, with the local variable that it names in its operands or by itself.
func (c *code) opcode(at int) (op, local int) {
	op = c.u1(at)
	switch {
	case op == opcodes.Wide:
		return c.u1(at + 1), c.u2(at + 2)
	case op >= opcodes.Iload && op <= opcodes.Aload, op >= opcodes.Istore && op <= opcodes.Astore, op == opcodes.Ret, op == opcodes.Iinc:
		return op, c.u1(at + 1)
	case op >= opcodes.Iload0 && op <= opcodes.Aload3:
		return opcodes.Iload + (op-opcodes.Iload0)/4, (op - opcodes.Iload0) % 4
	case op >= opcodes.Istore0 && op <= opcodes.Astore3:
		return opcodes.Istore + (op-opcodes.Istore0)/4, (op - opcodes.Istore0) % 4
	}
	return op, 0
}

// eachTarget calls f with the targets of the branches of the instruction at
// bytecode index at, in HotSpot's order. It reports whether control can also go
// on behind it.
func (c *code) eachTarget(at int, f func(target int)) (falls bool) {
	switch op := c.u1(at); {
	case op >= opcodes.Ifeq && op <= opcodes.IfAcmpne, op == opcodes.Ifnull, op == opcodes.Ifnonnull, op == opcodes.Jsr:
		f(at + c.s2(at+1))
		return true
	case op == opcodes.Goto:
		f(at + c.s2(at+1))
		return false
	case op == opcodes.GotoW, op == opcodes.JsrW:
		f(at + c.s4(at+1))
		return op == opcodes.JsrW
	case op == opcodes.Tableswitch, op == opcodes.Lookupswitch:
		table := (at + 4) &^ 3
		f(at + c.s4(table))
		first, size, n := table+12, 4, 0
		if op == opcodes.Tableswitch {
			n = c.s4(table+8) - c.s4(table+4) + 1
		} else {
			size, n = 8, c.s4(table+4)
		}
		for i := range n {
			f(at + c.s4(first+size*i))
		}
		return false
	case op >= opcodes.Ireturn && op <= opcodes.Return, op == opcodes.Athrow, op == opcodes.Ret:
		return false
	case op == opcodes.Wide:
		return c.u1(at+1) != opcodes.Ret
	}
	return true
}

// sortedKeys reports whether the keys of a lookupswitch rise.
func (c *code) sortedKeys(at int) bool {
	table := (at + 4) &^ 3
	for i, n := 1, c.s4(table+4); i < n; i++ {
		if c.s4(table+8*i) >= c.s4(table+8+8*i) {
			return false
		}
	}
	return true
}

// zeroPadding reports whether the bytes before a switch's table are zero.
func (c *code) zeroPadding(at int) bool {
	for p := at + 1; p < (at+4)&^3; p++ {
		if c.bytes[p] != 0 {
			return false
		}
	}
	return true
}

// mnemonic is how messages name the instruction at bytecode index at.
func (c *code) mnemonic(at int) string {
	if at < 0 || at >= len(c.bytes) {
		return "<invalid>"
	}
	if op := c.u1(at); op < len(mnemonics) {
		return mnemonics[op]
	}
	if own, ok := ownInstructionOf(c.u1(at)); ok {
		return own.name
	}
	return "<illegal>"
}
