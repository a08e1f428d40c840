// Package coverage says which lines and branches of a class have been executed, as JaCoCo says it: where a run has to leave a mark so that
// this can be told, and what the marks mean.
//
// Marks stand where JaCoCo's probes do (its documentation, "Control Flow Analysis for Java Methods"): before each instruction that leaves
// the method, on each edge to a place that several edges lead to, and in front of each line with calls that is reached from the one above. A
// mark that was left says that all has been executed that leads to it and to nothing else. So what an exception breaks off between two marks
// does not count, there as here: the numbers are the same.
//
// Invariant: all here are pure functions of class files, which nobody needs to have verified. What makes no sense is left out; nothing panics.
package coverage

import (
	"encoding/binary"
	"hash/crc64"
	"maps"
	"slices"

	"hotlens/profiles"
	"hotlens/vm/classfile"
)

// Marks are the places in a method where marks are to be left. The numbers of the marks are those in the class; places are bytecode
// indices.
type Marks struct {
	// Falls are in front of an instruction, for who comes from the one above and not by a branch.
	Falls map[int]int
	// Exits are in front of an instruction that returns or throws.
	Exits map[int]int
	// Taken are on the edge of a branch that is taken.
	Taken map[int]int
	// Cases are on the edges of a switch, by their targets.
	Cases map[int]map[int]int
}

// Ordered are the targets of the marked cases of a switch, in order.
func (k *Marks) Ordered(bci int) []int { return slices.Sorted(maps.Keys(k.Cases[bci])) }

// Class is what is known of a class file.
type Class struct {
	// Digest tells class files apart whose marks mean something else.
	Digest uint64
	// Count is how many marks the class has.
	Count   int
	file    *classfile.Class
	methods []*method // by the index in the class file; nil for methods without code, or with code that makes no sense
}

// Of finds out where marks are to be left in the methods of a class.
func Of(file *classfile.Class) *Class {
	c := &Class{file: file, methods: make([]*method, len(file.Methods)), Digest: digest(file)}
	for i := range file.Methods {
		if code := file.Methods[i].Code; code != nil {
			if m := newMethod(file, &file.Methods[i]); m != nil {
				m.place(c.Count)
				c.Count += m.count
				c.methods[i] = m
			}
		}
	}
	return c
}

// Marks are those of the method with an index in the class file; nil if it has none.
func (c *Class) Marks(index int) *Marks {
	if m := c.methods[index]; m != nil && m.count > 0 {
		return &m.marks
	}
	return nil
}

// Covered says what of the class has been executed by the marks that were left, of which there are Count; nil stands for none. What
// compilers have added that nobody wrote, and JaCoCo leaves out, is left out.
func (c *Class) Covered(left []bool) profiles.ClassCoverage {
	covered := profiles.ClassCoverage{Class: c.file.Name, File: c.file.SourceFile, Methods: []profiles.MethodCoverage{}}
	for i, m := range c.methods {
		if m == nil {
			continue
		}
		m.execute(left)
		m.filter(c.file)
		if of, any := m.covered(&c.file.Methods[i]); any {
			covered.Methods = append(covered.Methods, of)
		}
	}
	return covered
}

// Executed are the lines of the class of which anything has been executed, in order, with their branches that have been taken, by the marks that were left.
func (c *Class) Executed(left []bool) []profiles.ExecutedLine {
	lines, branches := map[int]*profiles.ExecutedLine{}, map[int]int{}
	for _, m := range c.methods {
		if m != nil {
			m.execute(left)
			m.filter(c.file)
			m.executedLines(lines, branches)
		}
	}
	executed := make([]profiles.ExecutedLine, 0, len(lines))
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		executed = append(executed, *lines[line])
	}
	return executed
}

// digest sums up what the places of marks depend on.
func digest(file *classfile.Class) uint64 {
	hash := crc64.New(crc64.MakeTable(crc64.ISO))
	number := func(n int) { hash.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	text := func(s string) {
		number(len(s))
		hash.Write([]byte(s))
	}
	text(file.Name)
	for i := range file.Methods {
		m := &file.Methods[i]
		text(m.Name)
		text(m.Descriptor)
		if m.Code == nil {
			continue
		}
		number(len(m.Code.Bytes))
		hash.Write(m.Code.Bytes)
		for _, h := range m.Code.Handlers {
			number(int(h.Start)<<16 | int(h.End))
			number(int(h.Handler))
		}
		for _, l := range m.Code.Lines {
			number(int(l.Start)<<16 | int(l.Line))
		}
	}
	return hash.Sum64()
}
