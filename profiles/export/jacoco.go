package export

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"hotlens/profiles"
)

// jacoco writes the coverage as JaCoCo's report in XML (report.dtd, version 1.1), which build servers and editors read. Its counters are JaCoCo's, too: package
// vm/coverage says how.
func jacoco(w io.Writer, p *profiles.Profile, _ Options) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">`+"\n")
	fmt.Fprintf(out, "<report name=%s>\n", quoted(p.Target.Main))
	for i := range p.TestCoverage {
		if t := &p.TestCoverage[i]; t.Class != "" { // the format has no room for what they have executed
			fmt.Fprintf(out, `<sessioninfo id=%s start="0" dump="0"/>`+"\n", quoted(strings.ReplaceAll(t.Class, "/", ".")+"."+t.Method))
		}
	}
	var all counters
	for _, folder := range packages(p) {
		fmt.Fprintf(out, "<package name=%s>\n", quoted(folder.name))
		for _, c := range folder.classes {
			jacocoClass(out, c)
		}
		var sum counters
		for _, f := range folder.files {
			if f.name == "" { // it has no element of its own
				sum.add(f.counters())
				continue
			}
			fmt.Fprintf(out, "<sourcefile name=%s>\n", quoted(f.name))
			for _, l := range f.lines {
				if l.Line > 0 {
					fmt.Fprintf(out, `<line nr="%d" mi="%d" ci="%d" mb="%d" cb="%d"/>`+"\n",
						l.Line, l.Instructions-l.ExecutedInstructions, l.ExecutedInstructions, l.Branches-l.ExecutedBranches, l.ExecutedBranches)
				}
			}
			of := f.counters()
			of.write(out)
			fmt.Fprint(out, "</sourcefile>\n")
			sum.add(of)
		}
		sum.write(out)
		fmt.Fprint(out, "</package>\n")
		all.add(sum)
	}
	all.write(out)
	fmt.Fprint(out, "</report>\n")
	return out.Flush()
}

func jacocoClass(out io.Writer, c *profiles.ClassCoverage) {
	fmt.Fprintf(out, "<class name=%s", quoted(c.Class))
	if c.File != "" {
		fmt.Fprintf(out, " sourcefilename=%s", quoted(c.File))
	}
	fmt.Fprint(out, ">\n")
	for i := range c.Methods {
		m := &c.Methods[i]
		fmt.Fprintf(out, "<method name=%s desc=%s", quoted(m.Name), quoted(m.Descriptor))
		if line := m.FirstLine(); line > 0 {
			fmt.Fprintf(out, ` line="%d"`, line)
		}
		fmt.Fprint(out, ">\n")
		of := countersOf(m.Lines, m)
		of.write(out)
		fmt.Fprint(out, "</method>\n")
	}
	of := classCounters(c)
	of.write(out)
	fmt.Fprint(out, "</class>\n")
}

// quoted is a text as the value of an attribute.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder does not fail
	b.WriteByte('"')
	return b.String()
}

// counter counts what was executed, of all that there is.
type counter struct{ executed, all int }

// counters are the kinds of things that JaCoCo counts.
type counters struct {
	instructions, branches, lines, paths, methods, classes counter
}

func (c *counter) add(other counter) {
	c.executed += other.executed
	c.all += other.all
}

func (c *counters) add(other counters) {
	for i, to := range c.list() {
		to.add(*other.list()[i])
	}
}

func (c *counters) list() []*counter {
	return []*counter{&c.instructions, &c.branches, &c.lines, &c.paths, &c.methods, &c.classes}
}

// counterTypes are JaCoCo's names of the kinds.
var counterTypes = []string{"INSTRUCTION", "BRANCH", "LINE", "COMPLEXITY", "METHOD", "CLASS"}

func (c *counters) write(out io.Writer) {
	for i, of := range c.list() {
		if of.all > 0 {
			fmt.Fprintf(out, `<counter type="%s" missed="%d" covered="%d"/>`+"\n", counterTypes[i], of.all-of.executed, of.executed)
		}
	}
}

// countersOf counts lines, each of which stands there once, and methods.
func countersOf(lines []profiles.LineCoverage, methods ...*profiles.MethodCoverage) (c counters) {
	for _, l := range lines {
		c.instructions.add(counter{l.ExecutedInstructions, l.Instructions})
		c.branches.add(counter{l.ExecutedBranches, l.Branches})
		if l.Line > 0 {
			c.lines.add(whether(l.ExecutedInstructions > 0))
		}
	}
	for _, m := range methods {
		c.paths.add(counter{m.ExecutedPaths, m.Paths})
		c.methods.add(whether(m.Executed()))
	}
	return c
}

// whether counts one thing.
func whether(executed bool) counter {
	if executed {
		return counter{1, 1}
	}
	return counter{0, 1}
}

func classCounters(c *profiles.ClassCoverage) counters {
	methods := methodsOf(c)
	of := countersOf(c.Lines(), methods...)
	if len(methods) > 0 { // else there is nothing to execute
		of.classes = whether(of.methods.executed > 0)
	}
	return of
}

func methodsOf(c *profiles.ClassCoverage) (methods []*profiles.MethodCoverage) {
	for i := range c.Methods {
		methods = append(methods, &c.Methods[i])
	}
	return methods
}

// coveredPackage is a package with its classes and source files, in the order of their names.
type coveredPackage struct {
	name    string // with slashes
	classes []*profiles.ClassCoverage
	files   []*coveredFile
}

// coveredFile is a source file. The name is "" for classes that name none.
type coveredFile struct {
	name    string
	classes []*profiles.ClassCoverage
	lines   []profiles.LineCoverage
}

func (f *coveredFile) counters() (sum counters) {
	var methods []*profiles.MethodCoverage
	for _, c := range f.classes {
		methods = append(methods, methodsOf(c)...)
		sum.classes.add(classCounters(c).classes)
	}
	classes := sum.classes
	sum = countersOf(f.lines, methods...)
	sum.classes = classes
	return sum
}

// packages are those of the covered classes.
func packages(p *profiles.Profile) (all []*coveredPackage) {
	byName := map[string]*coveredPackage{}
	for i := range p.Coverage {
		c := &p.Coverage[i]
		name := ""
		if strings.Contains(c.Class, "/") {
			name = path.Dir(c.Class)
		}
		of := byName[name]
		if of == nil {
			of = &coveredPackage{name: name}
			byName[name] = of
			all = append(all, of)
		}
		of.classes = append(of.classes, c)
		at := slices.IndexFunc(of.files, func(f *coveredFile) bool { return f.name == c.File })
		if at < 0 {
			at = len(of.files)
			of.files = append(of.files, &coveredFile{name: c.File})
		}
		f := of.files[at]
		f.classes, f.lines = append(f.classes, c), profiles.MergeLines(f.lines, c.Lines())
	}
	slices.SortFunc(all, func(a, b *coveredPackage) int { return cmp.Compare(a.name, b.name) })
	for _, of := range all {
		slices.SortFunc(of.files, func(a, b *coveredFile) int { return cmp.Compare(a.name, b.name) })
	}
	return all
}
