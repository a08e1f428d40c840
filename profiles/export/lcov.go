package export

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"hotlens/profiles"
)

// lcov writes the coverage as a tracefile of LCOV (geninfo's manual, "FILES"), which genhtml and editors read. What was executed counts once: it says that, not how
// often. A source that is not found is named by its package.
func lcov(w io.Writer, p *profiles.Profile, o Options) error {
	out := bufio.NewWriter(w)
	for _, folder := range packages(p) {
		for _, f := range folder.files {
			if f.name == "" || len(f.lines) == 0 {
				continue
			}
			fmt.Fprintf(out, "TN:\nSF:%s\n", oneLine(sourceOf(folder, f, o)))
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
