package export

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/lazyregexp"
)

// lcov writes the coverage as a tracefile of LCOV (geninfo's manual, "FILES"), which genhtml and editors read. What was executed counts once: it says that, not how
// often. A source that is not found is named by its package.
//
// Where it is known what each test has executed, there is a record of each source for each test (TN) that has executed something of it, as genhtml shows them by tests; the
// first record of a source then has what was executed around the tests. Readers add up the records of a source, so that a line counts once for each test.
func lcov(w io.Writer, p *profiles.Profile, o Options) error {
	out := bufio.NewWriter(w)
	for _, folder := range packages(p) {
		for _, f := range folder.files {
			if f.name == "" || len(f.lines) == 0 {
				continue
			}
			source := oneLine(sourceOf(folder, f, o))
			if p.TestCoverage != nil {
				lcovByTest(out, source, f, p.TestCoverage)
				continue
			}
			fmt.Fprintf(out, "TN:\nSF:%s\n", source)
			lcovFunctions(out, f)
			lcovBranches(out, f.lines)
			lines := countersOf(f.lines).lines
			for _, l := range f.lines {
				if l.Line > 0 {
					fmt.Fprintf(out, "DA:%d,%d\n", l.Line, min(l.ExecutedInstructions, 1))
				}
			}
			fmt.Fprintf(out, "LF:%d\nLH:%d\nend_of_record\n", lines.all, lines.executed)
		}
	}
	return out.Flush()
}

// lcovByTest writes the records of a source, those of tests behind that of what is executed around them, which has all lines.
func lcovByTest(out io.Writer, source string, f *coveredFile, tests []profiles.TestCoverage) {
	around := &profiles.TestCoverage{}
	if len(tests) > 0 && tests[0].Class == "" {
		around, tests = &tests[0], tests[1:]
	}
	fmt.Fprintf(out, "TN:\nSF:%s\n", source)
	lcovFunctions(out, f)
	lcovLines(out, f, profiles.ExecutedBy(f.classes, around), true)
	for i := range tests {
		if executed := profiles.ExecutedBy(f.classes, &tests[i]); len(executed) > 0 {
			name := strings.ReplaceAll(tests[i].Class, "/", ".") + "." + tests[i].Method
			fmt.Fprintf(out, "TN:%s\nSF:%s\n", notOfWords().ReplaceAllString(name, "_"), source)
			lcovLines(out, f, executed, false)
		}
	}
}

// notOfWords are the characters that names of tests cannot have (lcov's manual, "--test-name").
var notOfWords = lazyregexp.New(`[^A-Za-z0-9_]`)

// lcovLines writes those lines of a record that were executed, or all.
func lcovLines(out io.Writer, f *coveredFile, executed map[int]map[int]bool, all bool) {
	var data strings.Builder
	var lines, branches counter
	for _, l := range f.lines {
		taken, was := executed[l.Line]
		if l.Line <= 0 || !was && !all {
			continue
		}
		lines.add(whether(was))
		hit := 0
		if was {
			hit = 1
		}
		fmt.Fprintf(&data, "DA:%d,%d\n", l.Line, hit)
		for i := range l.Branches {
			branches.add(whether(taken[i]))
			count := "-"
			if was {
				count = fmt.Sprint(whether(taken[i]).executed)
			}
			fmt.Fprintf(out, "BRDA:%d,0,%d,%s\n", l.Line, i, count)
		}
	}
	fmt.Fprintf(out, "BRF:%d\nBRH:%d\n%sLF:%d\nLH:%d\nend_of_record\n", branches.all, branches.executed, data.String(), lines.all, lines.executed)
}

// sourceOf is the path of a source file: relative if it lies in the base, as then other machines find it, too.
func sourceOf(folder *coveredPackage, f *coveredFile, o Options) string {
	if o.Source != nil {
		if file, _, found := o.Source(f.classes[0].Class, f.name); found {
			if inside, err := filepath.Rel(o.Base, file); o.Base != "" && err == nil && filepath.IsLocal(inside) {
				return filepath.ToSlash(inside)
			}
			return filepath.ToSlash(file)
		}
	}
	return path.Join(folder.name, f.name)
}

func lcovFunctions(out io.Writer, f *coveredFile) {
	var names, counts strings.Builder
	found, hit := 0, 0
	for _, c := range f.classes {
		for i := range c.Methods {
			m := &c.Methods[i]
			name, executed := strings.ReplaceAll(c.Class, "/", ".")+"."+m.Name+m.Descriptor, 0
			if m.Executed() {
				executed = 1
			}
			found, hit = found+1, hit+executed
			fmt.Fprintf(&names, "FN:%d,%s\n", m.FirstLine(), oneLine(name))
			fmt.Fprintf(&counts, "FNDA:%d,%s\n", executed, oneLine(name))
		}
	}
	fmt.Fprintf(out, "%s%sFNF:%d\nFNH:%d\n", names.String(), counts.String(), found, hit)
}

// lcovBranches numbers the branches of a line, first those that were taken: which is which the coverage does not tell. Those of a line that was not
// executed have not been reached.
func lcovBranches(out io.Writer, lines []profiles.LineCoverage) {
	found, hit := 0, 0
	for _, l := range lines {
		if l.Line <= 0 {
			continue
		}
		found, hit = found+l.Branches, hit+l.ExecutedBranches
		for i := range l.Branches {
			taken := "0"
			switch {
			case l.ExecutedInstructions == 0:
				taken = "-"
			case i < l.ExecutedBranches:
				taken = "1"
			}
			fmt.Fprintf(out, "BRDA:%d,0,%d,%s\n", l.Line, i, taken)
		}
	}
	fmt.Fprintf(out, "BRF:%d\nBRH:%d\n", found, hit)
}
