package interpreter

import (
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/coverage"
	"hotlens/vm/decoded"
	"hotlens/vm/memory"
)

// This file has code leave marks where it is executed for the first time (package coverage), for which it takes instructions that are no JVM
// instructions (decoded/marks.go).

// marks are those of a method.
type marks struct {
	*coverage.Marks
	first memory.Address // of the class
}

// classMarks are those of a class, by its methods.
type classMarks struct {
	of    map[*classfile.Member]*coverage.Marks
	first memory.Address
}

// marksOf says where a method leaves marks: nil if it does not, as it is not the user's or nobody has asked. The error is contexts.ErrFull.
func (m *Machine) marksOf(method *classes.Method) (*marks, error) {
	c := method.Class
	if !m.Options.MeasuresCoverage() || c.Loader.Mirror == 0 || c.Hidden || m.harness.has(c) || m.inImage(c) {
		return nil, nil
	}
	class := m.marks[c]
	if class == nil {
		places := coverage.Of(c.File)
		class = &classMarks{of: map[*classfile.Member]*coverage.Marks{}}
		for i := range c.File.Methods {
			if marks := places.Marks(i); marks != nil {
				class.of[&c.File.Methods[i]] = marks
			}
		}
		if places.Count > 0 {
			var err error
			if class.first, err = m.Tree.Marks(c.Name, places.Digest, places.Count); err != nil {
				return nil, err
			}
			m.marked = append(m.marked, class.first)
		}
		m.marks[c] = class
	}
	if places := class.of[method.Member]; places != nil {
		return &marks{places, class.first}, nil
	}
	return nil, nil
}

// takeMarks has the marks that have been left since the last time be those of the test that was told then, and takes them back, as the next one is to leave its own.
func (m *Machine) takeMarks(next testName) {
	if !m.Options.CoversTests() || m.profile.full {
		return
	}
	for _, first := range m.marked {
		if err := m.Tree.TestMarks(m.covered.class, m.covered.method, first); err != nil {
			m.treeFull()
		}
	}
	m.covered = next
}

// mark leaves a mark in front of an instruction: once, unless each test is to leave its own.
func (m *Machine) mark(ip *decoded.Instruction) {
	m.Memory.SetU8(memory.Address(ip.A), 1)
	if !m.Options.CoversTests() {
		ip.Op = decoded.Marked
	}
}

// markEdge leaves a mark on an edge.
func (m *Machine) markEdge(ip *decoded.Instruction) {
	m.Memory.SetU8(memory.Address(ip.A), 1)
	if m.Options.CoversTests() {
		return
	}
	(*decoded.MarkedEdge)(ip.P).Remove()
}

// address is where a mark is left.
func (k *marks) address(mark int) int32 { return int32(k.first + memory.Address(mark)) }

// markedEdge is an edge that gets a mark: where it leads to, and the instruction or the switch that it comes from.
type markedEdge struct {
	address int32
	target  int // bytecode index
	branch  int // instruction, where table is nil
	table   *decoded.SwitchTable
	mark    int // the instruction that leaves the mark
}

// markFall emits the mark for who comes to bci at from the instruction above.
func (d *decoder) markFall(at int) {
	if d.marks != nil {
		if mark, ok := d.marks.Falls[at]; ok {
			d.emit(decoded.Mark, d.marks.address(mark), 0, 0)
		}
	}
}

// marked tells whether there is such a mark at bci at.
func (d *decoder) marked(at int) bool {
	if d.marks == nil {
		return false
	}
	_, marked := d.marks.Falls[at]
	return marked
}

// markExit emits the mark in front of an instruction that leaves the method.
func (d *decoder) markExit(at int) {
	if d.marks != nil {
		if mark, ok := d.marks.Exits[at]; ok {
			d.emit(decoded.Mark, d.marks.address(mark), 0, 0)
		}
	}
}

// markTaken notes the mark of the branch that was emitted last.
func (d *decoder) markTaken(target int) {
	if d.marks != nil {
		if mark, ok := d.marks.Taken[d.bci]; ok {
			d.edges = append(d.edges, markedEdge{address: d.marks.address(mark), target: target, branch: len(d.out) - 1})
		}
	}
}

// markCases notes the marks of the switch that was emitted last.
func (d *decoder) markCases(table *decoded.SwitchTable) {
	if d.marks != nil {
		for _, target := range d.marks.Ordered(d.bci) {
			d.edges = append(d.edges, markedEdge{address: d.marks.address(d.marks.Cases[d.bci][target]), target: target, table: table})
		}
	}
}

// emitEdges emits the marks of edges, behind everything else.
func (d *decoder) emitEdges() {
	for i := range d.edges {
		e := &d.edges[i]
		e.mark = len(d.out)
		d.bci = e.target
		d.emit(decoded.MarkEdge, e.address, 0, 0)
		d.depths[e.mark] = uint16(len(d.shape(e.target)))
	}
}

// countMarks is how many of the instructions are marks.
func (d *decoder) countMarks() (n int) {
	if d.marks == nil {
		return 0
	}
	for i := range d.out {
		if decoded.IsMark(d.out[i].Op) {
			n++
		}
	}
	return n
}

// markEdges has the edges lead to their marks, when everything is in its place.
func (d *decoder) markEdges() {
	for i := range d.edges {
		e := &d.edges[i]
		target := d.indexAt[e.target]
		edge := &decoded.MarkedEdge{BCI: int32(e.target), Index: target, Switch: e.table}
		mark := &d.out[e.mark]
		mark.C, mark.P = (target-int32(e.mark))*int32(decoded.InstructionSize), unsafe.Pointer(edge)
		if e.table != nil {
			edge.Insert(int32(e.mark))
			continue
		}
		branch := &d.out[e.branch]
		if edge.Branch, edge.Distance = branch, branch.C; branch.C <= 0 {
			mark.B = 1
		}
		branch.C = int32(e.mark-e.branch) * int32(decoded.InstructionSize)
	}
}
