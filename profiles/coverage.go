package profiles

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file is what of the program's classes has been executed, where that was asked for.

// ClassMarks are the marks that a run has left in a class: see ClassCoverage.
type ClassMarks struct {
	Class  string
	Digest uint64 // of the class file
	Left   []bool
}

// TestID is a test method, all invocations of it. Class is "" for what is executed around tests.
type TestID struct {
	Class  string // binary name with slashes
	Method string
}

// TestMarks are the marks that a test has left in a class.
type TestMarks struct {
	Test TestID
	Of   int // in Profile.Marks
	Left []bool
}

// TestCoverage is what a test has executed of the program's classes, in their order.
type TestCoverage struct {
	Class   string          `json:"class,omitempty"`  // of the test; "" for what was executed around tests
	Method  string          `json:"method,omitempty"` //
	Classes []ExecutedClass `json:"classes"`
}

// ExecutedClass is what was executed of a class.
type ExecutedClass struct {
	Class string         `json:"class"`
	Lines []ExecutedLine `json:"lines"` // in their order
}

// ExecutedLine is a line of which something was executed. Branches are the numbers of those that were taken, from 0, of all the line's branches in the class.
type ExecutedLine struct {
	Line     int   `json:"line"`
	Branches []int `json:"branches,omitempty"`
}

// ID is the test.
func (t *TestCoverage) ID() TestID { return TestID{t.Class, t.Method} }

// ExecutedBy are the lines of a source file, with its classes in their order, that a test has executed, each with the numbers of the branches that were taken among those that
// the line has in all the classes.
func ExecutedBy(classes []*ClassCoverage, test *TestCoverage) map[int]map[int]bool {
	executed, before := map[int]map[int]bool{}, map[int]int{}
	for _, c := range classes {
		if at, found := slices.BinarySearchFunc(test.Classes, c.Class, func(e ExecutedClass, name string) int { return strings.Compare(e.Class, name) }); found {
			for _, l := range test.Classes[at].Lines {
				if executed[l.Line] == nil {
					executed[l.Line] = map[int]bool{}
				}
				for _, branch := range l.Branches {
					executed[l.Line][before[l.Line]+branch] = true
				}
			}
		}
		for _, l := range c.Lines() {
			before[l.Line] += l.Branches
		}
	}
	return executed
}

// ClassCoverage is what of a class has been executed. Methods are in the order of the class file; those of which compilers have made all are
// left out.
type ClassCoverage struct {
	Class   string           `json:"class"` // its binary name with slashes
	File    string           `json:"file"`  // the name that the class file gives its source, "" for none
	Methods []MethodCoverage `json:"methods"`
}

// MethodCoverage is what of a method has been executed.
type MethodCoverage struct {
	Name       string `json:"name"`
	Descriptor string `json:"descriptor"`
	// Paths is the cyclomatic complexity: how many independent paths lead through the method (McCabe 1976), and how many of them have been
	// executed, as far as its branches tell.
	Paths         int            `json:"paths"`
	ExecutedPaths int            `json:"executedPaths"`
	Lines         []LineCoverage `json:"lines"` // in their order
}

// LineCoverage is what of a line has been executed, as far as it belongs to a method. Line is 0 for what stands on none. Branches are the ways
// behind instructions that have several.
type LineCoverage struct {
	Line                 int `json:"line"`
	Instructions         int `json:"instructions"`
	ExecutedInstructions int `json:"executedInstructions"`
	Branches             int `json:"branches,omitempty"`
	ExecutedBranches     int `json:"executedBranches,omitempty"`
}

// Executed tells whether anything of the method has been executed.
func (m *MethodCoverage) Executed() bool {
	return slices.ContainsFunc(m.Lines, func(l LineCoverage) bool { return l.ExecutedInstructions > 0 })
}

// Sort puts the lines in order.
func (m *MethodCoverage) Sort() { sortLines(m.Lines) }

func sortLines(lines []LineCoverage) {
	slices.SortFunc(lines, func(a, b LineCoverage) int { return cmp.Compare(a.Line, b.Line) })
}

// FirstLine is the first line of a method, 0 where none is known.
func (m *MethodCoverage) FirstLine() int {
	for i := range m.Lines {
		if m.Lines[i].Line > 0 {
			return m.Lines[i].Line
		}
	}
	return 0
}

// Add adds what of the same line has been executed.
func (l *LineCoverage) Add(other LineCoverage) {
	l.Instructions += other.Instructions
	l.ExecutedInstructions += other.ExecutedInstructions
	l.Branches += other.Branches
	l.ExecutedBranches += other.ExecutedBranches
}

// MergeLines sums up what is on the same lines, in the order of the lines.
func MergeLines(parts ...[]LineCoverage) []LineCoverage {
	all := slices.Concat(parts...)
	sortLines(all)
	merged := all[:0]
	for _, l := range all {
		if n := len(merged); n > 0 && merged[n-1].Line == l.Line {
			merged[n-1].Add(l)
		} else {
			merged = append(merged, l)
		}
	}
	return merged
}

// Lines are the lines of all methods of a class.
func (c *ClassCoverage) Lines() []LineCoverage {
	parts := make([][]LineCoverage, 0, len(c.Methods))
	for i := range c.Methods {
		parts = append(parts, c.Methods[i].Lines)
	}
	return MergeLines(parts...)
}

// CoverageSum is how many lines and branches a program has, and how many of them have been executed.
type CoverageSum struct {
	Lines, ExecutedLines       int
	Branches, ExecutedBranches int
}

// SumCoverage sums up what has been executed. A line of a source file counts once, whichever classes have code of it.
func SumCoverage(classes []ClassCoverage) (sum CoverageSum) {
	type file struct{ folder, name string }
	parts := map[file][][]LineCoverage{}
	for i := range classes {
		c := &classes[i]
		of := file{c.Class[:strings.LastIndexByte(c.Class, '/')+1], c.File}
		parts[of] = append(parts[of], c.Lines())
	}
	for _, lines := range parts {
		for _, l := range MergeLines(lines...) {
			sum.Branches += l.Branches
			sum.ExecutedBranches += l.ExecutedBranches
			if l.Line == 0 {
				continue
			}
			if sum.Lines++; l.ExecutedInstructions > 0 {
				sum.ExecutedLines++
			}
		}
	}
	return sum
}

func (c *ClassCoverage) validate() error {
	if c.Class == "" {
		return fmt.Errorf("a class needs a name")
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		if m.Name == "" {
			return fmt.Errorf("methods: row %d: a method needs a name", i)
		}
		if err := checkPart("paths", m.ExecutedPaths, m.Paths); err != nil {
			return fmt.Errorf("methods: row %d: %w", i, err)
		}
		for j, l := range m.Lines {
			if err := errors.Join(checkAtLeast("line", l.Line, 0), checkPart("instructions", l.ExecutedInstructions, l.Instructions), checkPart("branches", l.ExecutedBranches, l.Branches)); err != nil {
				return fmt.Errorf("methods: row %d: lines: row %d: %w", i, j, err)
			}
		}
	}
	return nil
}

// checkPart demands that what was executed is a part of what there is.
func checkPart(what string, executed, all int) error {
	if executed < 0 || executed > all {
		return fmt.Errorf("%d of %d %s cannot have been executed", executed, all, what)
	}
	return nil
}

func (t *TestCoverage) validate() error {
	for i := range t.Classes {
		c := &t.Classes[i]
		if c.Class == "" {
			return fmt.Errorf("classes: row %d: a class needs a name", i)
		}
		for j := range c.Lines {
			if l := &c.Lines[j]; l.Line < 1 || slices.ContainsFunc(l.Branches, func(b int) bool { return b < 0 }) {
				return fmt.Errorf("classes: row %d: lines: row %d: lines count from 1, and branches from 0", i, j)
			}
		}
	}
	return nil
}

func (t *TestCoverage) encode(r *row) {
	r.open()
	if t.Class != "" {
		r.text("class", t.Class)
	}
	if t.Method != "" {
		r.text("method", t.Method)
	}
	r.key("classes")
	r.objects(len(t.Classes), func(i int) {
		c := &t.Classes[i]
		r.open()
		r.text("class", c.Class)
		r.key("lines")
		r.objects(len(c.Lines), func(j int) {
			r.open()
			r.number("line", c.Lines[j].Line)
			if len(c.Lines[j].Branches) > 0 {
				r.numbers("branches", c.Lines[j].Branches)
			}
			r.close()
		})
		r.close()
	})
	r.close()
}

func (c *ClassCoverage) encode(r *row) {
	r.open()
	r.text("class", c.Class)
	r.text("file", c.File)
	r.key("methods")
	r.objects(len(c.Methods), func(i int) { c.Methods[i].encode(r) })
	r.close()
}

func (m *MethodCoverage) encode(r *row) {
	r.open()
	r.text("name", m.Name)
	r.text("descriptor", m.Descriptor)
	r.number("paths", m.Paths)
	r.number("executedPaths", m.ExecutedPaths)
	r.key("lines")
	r.objects(len(m.Lines), func(i int) {
		l := &m.Lines[i]
		r.open()
		r.number("line", l.Line)
		r.number("instructions", l.Instructions)
		r.number("executedInstructions", l.ExecutedInstructions)
		if l.Branches > 0 {
			r.number("branches", l.Branches)
			r.number("executedBranches", l.ExecutedBranches)
		}
		r.close()
	})
	r.close()
}
