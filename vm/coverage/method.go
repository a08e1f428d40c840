package coverage

import (
	"encoding/binary"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file reads a method's instructions, and places the marks.

// method is a method with code.
type method struct {
	file         *classfile.Class
	member       *classfile.Member
	instructions []instruction
	at           []int // instruction by bytecode index, -1 where none starts
	places       []place
	marks        Marks
	first, count int // its marks
	ignored      []bool
}

// instruction is one instruction. Opcodes are the general ones: aload for aload_0, ldc for ldc_w, goto for goto_w.
type instruction struct {
	bci, length int
	op          byte
	variable    int   // of a load or a store
	index       int   // in the constant pool, of what names something there
	targets     []int // of a branch; of a switch with the default first: bytecode indices
	line        int   // 0 where it is not known

	// What execute finds out. Ways are what can happen behind the instruction, of which there are several at branches.
	ways      int
	executed  ways
	before    int // the instruction in front of it that leads to nothing else, -1 if there is none
	beforeWay int
}

// place is what is known of a bytecode index.
type place struct {
	targets int  // how often something leads to it otherwise than from the instruction above, as far as JaCoCo counts: edges, ranges of handlers
	falls   bool // the instruction above leads to it
	calls   bool // a line begins here that has calls
	line    int
}

// several tells whether several ways lead to a place.
func (p *place) several() bool { return p.targets > 1 || p.targets == 1 && p.falls }

// newMethod reads a method's code; nil if there is something in it that cannot be, or a subroutine, which compilers have not made since
// Java 6.
func newMethod(file *classfile.Class, member *classfile.Member) *method {
	code := member.Code
	m := &method{file: file, member: member, at: make([]int, len(code.Bytes)), places: make([]place, len(code.Bytes)+1)}
	for i := range m.at {
		m.at[i] = -1
	}
	for bci := 0; bci < len(code.Bytes); {
		in, ok := read(code.Bytes, bci)
		if !ok {
			return nil
		}
		m.at[bci] = len(m.instructions)
		m.instructions = append(m.instructions, in)
		bci += in.length
	}
	if len(m.instructions) == 0 {
		return nil
	}
	for i := range m.instructions {
		for _, target := range m.instructions[i].targets {
			if m.instructionAt(target) < 0 {
				return nil
			}
		}
	}
	for _, h := range code.Handlers {
		if m.instructionAt(int(h.Start)) < 0 || m.instructionAt(int(h.Handler)) < 0 || h.End <= h.Start || int(h.End) > len(code.Bytes) {
			return nil
		}
	}
	m.flow()
	return m
}

// instructionAt is the instruction that starts at a bytecode index, -1 if none does.
func (m *method) instructionAt(bci int) int {
	if bci < 0 || bci >= len(m.at) {
		return -1
	}
	return m.at[bci]
}

// read reads the instruction at a bytecode index (JVMS 6.5).
func read(code []byte, bci int) (in instruction, ok bool) {
	in = instruction{bci: bci, op: code[bci], length: opcodes.Length(code[bci]), before: -1}
	rest := code[bci:]
	u2 := func(at int) int { return int(binary.BigEndian.Uint16(rest[at:])) }
	s4 := func(at int) int { return int(int32(binary.BigEndian.Uint32(rest[at:]))) }
	switch in.op {
	case opcodes.Tableswitch, opcodes.Lookupswitch:
		return readSwitch(in, rest, (bci+4)&^3-bci)
	case opcodes.Wide:
		if len(rest) < 4 {
			return in, false
		}
		in.op, in.length, in.variable = rest[1], 4, u2(2)
		if in.op == opcodes.Iinc {
			in.length = 6
		}
		return in, in.length <= len(rest) && in.op != opcodes.Ret
	}
	if in.length == 0 || in.length > len(rest) {
		return in, false
	}
	switch op := in.op; {
	case op == opcodes.Jsr, op == opcodes.JsrW, op == opcodes.Ret:
		return in, false
	case op >= opcodes.Iload && op <= opcodes.Aload, op >= opcodes.Istore && op <= opcodes.Astore:
		in.variable = int(rest[1])
	case op >= opcodes.Iload0 && op <= opcodes.Aload3:
		in.op, in.variable = opcodes.Iload+(op-opcodes.Iload0)/4, int(op-opcodes.Iload0)%4
	case op >= opcodes.Istore0 && op <= opcodes.Astore3:
		in.op, in.variable = opcodes.Istore+(op-opcodes.Istore0)/4, int(op-opcodes.Istore0)%4
	case op == opcodes.LdcW, op == opcodes.Ldc2W:
		in.op = opcodes.Ldc
	case conditional(op), op == opcodes.Goto:
		in.targets = []int{bci + int(int16(u2(1)))}
	case op == opcodes.GotoW:
		in.op, in.targets = opcodes.Goto, []int{bci + s4(1)}
	case op >= opcodes.Getstatic && op <= opcodes.New, op == opcodes.Checkcast, op == opcodes.Instanceof:
		in.index = u2(1)
	}
	return in, true
}

// readSwitch reads a switch whose operands begin so many bytes behind its opcode: a default, two or one further words, and the cases.
func readSwitch(in instruction, rest []byte, at int) (_ instruction, ok bool) {
	head, stride := 12, 4
	if in.op == opcodes.Lookupswitch {
		head, stride = 8, 8
	}
	if len(rest) < at+head {
		return in, false
	}
	s4 := func(at int) int { return int(int32(binary.BigEndian.Uint32(rest[at:]))) }
	n := s4(at + 4)
	if in.op == opcodes.Tableswitch {
		n = s4(at+8) - n + 1
	}
	if n < 0 || n > len(rest)/stride || at+head+stride*n > len(rest) {
		return in, false
	}
	in.length = at + head + stride*n
	in.targets = append(in.targets, in.bci+s4(at))
	for i := range n {
		in.targets = append(in.targets, in.bci+s4(at+head+stride*(i+1)-4)) // of a pair, the second word
	}
	return in, true
}

// conditional tells whether an opcode is that of a branch with a condition.
func conditional(op byte) bool {
	return op >= opcodes.Ifeq && op <= opcodes.IfAcmpne || op == opcodes.Ifnull || op == opcodes.Ifnonnull
}

// leaves tells whether an opcode is that of an instruction that leaves the method.
func leaves(op byte) bool {
	return op >= opcodes.Ireturn && op <= opcodes.Return || op == opcodes.Athrow
}

func switches(op byte) bool { return op == opcodes.Tableswitch || op == opcodes.Lookupswitch }

func invokes(op byte) bool { return op >= opcodes.Invokevirtual && op <= opcodes.Invokedynamic }

// falls tells whether the next instruction may follow an instruction.
func (in *instruction) falls() bool {
	return !leaves(in.op) && in.op != opcodes.Goto && !switches(in.op)
}

// cases are the different targets of a switch, the default first.
func (in *instruction) cases() []int {
	seen := make(map[int]bool, len(in.targets))
	var cases []int
	for _, target := range in.targets {
		if !seen[target] {
			seen[target] = true
			cases = append(cases, target)
		}
	}
	return cases
}

// flow finds out what leads to each place.
func (m *method) flow() {
	for _, h := range m.member.Code.Handlers {
		m.places[h.Start].targets++
		m.places[h.Handler].targets++
	}
	for _, l := range m.member.Code.Lines {
		if l.Line != 0 && m.instructionAt(int(l.Start)) >= 0 {
			m.places[l.Start].line = int(l.Line)
		}
	}
	m.places[0].targets++
	line, lineStart := 0, -1
	for i := range m.instructions {
		in := &m.instructions[i]
		if i > 0 && m.instructions[i-1].falls() {
			m.places[in.bci].falls = true
		}
		if l := m.places[in.bci].line; l != 0 {
			line, lineStart = l, in.bci
		}
		in.line = line
		switch {
		case switches(in.op):
			for _, target := range in.cases() {
				m.places[target].targets++
			}
		case len(in.targets) > 0:
			m.places[in.targets[0]].targets++
		case invokes(in.op) && lineStart >= 0:
			m.places[lineStart].calls = true
		}
	}
}

// place places the marks, whose numbers begin with one, in the order of JaCoCo's probes.
func (m *method) place(first int) {
	m.first = first
	m.marks = Marks{Falls: map[int]int{}, Exits: map[int]int{}, Taken: map[int]int{}, Cases: map[int]map[int]int{}}
	next := func() int {
		m.count++
		return first + m.count - 1
	}
	for i := range m.instructions {
		in := &m.instructions[i]
		if p := &m.places[in.bci]; p.falls && (p.several() || p.calls) {
			m.marks.Falls[in.bci] = next()
		}
		switch {
		case leaves(in.op):
			m.marks.Exits[in.bci] = next()
		case switches(in.op):
			for _, target := range in.cases() {
				if m.places[target].several() {
					if m.marks.Cases[in.bci] == nil {
						m.marks.Cases[in.bci] = map[int]int{}
					}
					m.marks.Cases[in.bci][target] = next()
				}
			}
		case len(in.targets) > 0:
			if m.places[in.targets[0]].several() {
				m.marks.Taken[in.bci] = next()
			}
		}
	}
}
