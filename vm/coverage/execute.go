package coverage

import (
	"math/bits"

	"hotlens/profiles"
	"hotlens/vm/classfile"
)

// This file finds out what has been executed, by the marks that were left.

// ways is a set of ways behind an instruction.
type ways []uint64

func (w *ways) add(i int) {
	for len(*w) <= i/64 {
		*w = append(*w, 0)
	}
	(*w)[i/64] |= 1 << (i % 64)
}

func (w ways) has(i int) bool { return i/64 < len(w) && w[i/64]&(1<<(i%64)) != 0 }

func (w ways) count() int {
	n := 0
	for _, word := range w {
		n += bits.OnesCount64(word)
	}
	return n
}

// The ways behind an instruction have numbers: 0 is the next instruction, 1 a branch that is taken; those of a switch are numbered as its
// cases are.
const (
	wayNext  = 0
	wayTaken = 1
)

// execute finds out which instructions have been executed, and which ways behind them.
func (m *method) execute(left []bool) {
	for i := range m.instructions {
		in := &m.instructions[i]
		in.ways, in.executed, in.before = 0, nil, -1
	}
	m.ignored = make([]bool, len(m.instructions))
	was := func(mark int) bool { return mark < len(left) && left[mark] }
	type jump struct{ from, way, to int }
	var jumps []jump
	way := func(from, way, mark int, marked bool, target int) {
		if marked {
			m.instructions[from].ways++
			if was(mark) {
				m.reach(from, way)
			}
			return
		}
		jumps = append(jumps, jump{from, way, m.at[target]})
	}
	for i := range m.instructions {
		in := &m.instructions[i]
		if m.places[in.bci].falls {
			mark, marked := m.marks.Falls[in.bci]
			if marked {
				m.instructions[i-1].ways++
				if was(mark) {
					m.reach(i-1, wayNext)
				}
			} else {
				m.lead(i-1, wayNext, i)
			}
		}
		switch {
		case leaves(in.op):
			way(i, wayNext, m.marks.Exits[in.bci], true, 0)
		case switches(in.op):
			for k, target := range in.cases() {
				mark, marked := m.marks.Cases[in.bci][target]
				way(i, k, mark, marked, target)
			}
		case len(in.targets) > 0:
			mark, marked := m.marks.Taken[in.bci]
			way(i, wayTaken, mark, marked, in.targets[0])
		}
	}
	for _, j := range jumps {
		m.lead(j.from, j.way, j.to)
	}
}

// lead is told that a way behind an instruction leads to another one, to which nothing else leads.
func (m *method) lead(from, way, to int) {
	m.instructions[from].ways++
	m.instructions[to].before, m.instructions[to].beforeWay = from, way
	if len(m.instructions[to].executed) > 0 {
		m.reach(from, way)
	}
}

// reach is told that a way behind an instruction has been taken: so has all that leads to it.
func (m *method) reach(i, way int) {
	for i >= 0 {
		in := &m.instructions[i]
		known := len(in.executed) > 0
		in.executed.add(way)
		if known {
			return
		}
		i, way = in.before, in.beforeWay
	}
}

// executedLines are the lines of which anything has been executed that is not ignored, added to those of other methods of the class. The branches of a line are numbered
// by the class file's order.
func (m *method) executedLines(lines map[int]*profiles.ExecutedLine, branches map[int]int) {
	for i := range m.instructions {
		in := &m.instructions[i]
		if m.ignored[i] || in.line == 0 {
			continue
		}
		first := branches[in.line]
		if in.ways > 1 {
			branches[in.line] += in.ways
		}
		if len(in.executed) == 0 {
			continue
		}
		line := lines[in.line]
		if line == nil {
			line = &profiles.ExecutedLine{Line: in.line}
			lines[in.line] = line
		}
		for way := range in.ways {
			if in.ways > 1 && in.executed.has(way) {
				line.Branches = append(line.Branches, first+way)
			}
		}
	}
}

// covered sums up what is not ignored, by lines. It reports false if that is nothing.
func (m *method) covered(member *classfile.Member) (c profiles.MethodCoverage, any bool) {
	c = profiles.MethodCoverage{Name: member.Name, Descriptor: member.Descriptor, Lines: []profiles.LineCoverage{}}
	lines := map[int]int{}
	for i := range m.instructions {
		if m.ignored[i] {
			continue
		}
		any = true
		in := &m.instructions[i]
		at, known := lines[in.line]
		if !known {
			at = len(c.Lines)
			lines[in.line] = at
			c.Lines = append(c.Lines, profiles.LineCoverage{Line: in.line})
		}
		line := &c.Lines[at]
		line.Instructions++
		if len(in.executed) > 0 {
			line.ExecutedInstructions++
		}
		if in.ways < 2 {
			continue
		}
		executed := in.executed.count()
		line.Branches += in.ways
		line.ExecutedBranches += executed
		c.Paths += in.ways - 1
		c.ExecutedPaths += max(0, executed-1)
	}
	c.Paths++
	if c.Executed() {
		c.ExecutedPaths++
	}
	c.Sort()
	return c, any
}
