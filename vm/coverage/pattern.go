package coverage

import "hotlens/vm/opcodes"

// pattern compares a method's instructions with what a compiler makes, one after the other. Once one differs, the pattern has failed.
type pattern struct {
	m         *method
	at        int // the next instruction
	failed    bool
	variables map[string]int // the numbers of variables, by what they are for
}

// pattern begins at an instruction.
func (m *method) pattern(at int) *pattern { return &pattern{m: m, at: at, variables: map[string]int{}} }

func (p *pattern) ok() bool { return !p.failed }

func (p *pattern) fail() { p.failed = true }

// last is the instruction that was compared last.
func (p *pattern) last() *instruction { return &p.m.instructions[p.at-1] }

// next passes any instruction.
func (p *pattern) next() {
	if p.at >= len(p.m.instructions) {
		p.failed = true
	}
	if !p.failed {
		p.at++
	}
}

// is passes an instruction with an opcode.
func (p *pattern) is(op byte) {
	if p.next(); p.ok() && p.last().op != op {
		p.fail()
	}
}

// this passes a load of the first variable.
func (p *pattern) this() {
	if p.is(opcodes.Aload); p.ok() && p.last().variable != 0 {
		p.fail()
	}
}

// variable passes a load or a store of the same variable wherever the name is the same.
func (p *pattern) variable(op byte, name string) {
	p.is(op)
	if !p.ok() {
		return
	}
	if number, known := p.variables[name]; known && number != p.last().variable {
		p.fail()
		return
	}
	p.variables[name] = p.last().variable
}

// names passes an instruction that names a field or a method.
func (p *pattern) names(op byte, class, name, descriptor string) {
	p.is(op)
	if !p.ok() {
		return
	}
	c, n, d, err := p.m.file.Ref(uint16(p.last().index))
	if err != nil || c != class || n != name || d != descriptor {
		p.fail()
	}
}
