package annotations

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// Unexecuted is a piece of the text that was not executed, or a line whose branches were not all taken.
type Unexecuted struct {
	Range   sources.Range
	Message string
	Partly  bool // it was executed, but not all of its branches
}

// Coverage says what of a file was not executed by any of some runs, which were compiled from the same text of it as the view's: lines that follow
// each other, but for those without code, are one piece. Nothing is said of declarations that have been edited, nor of a branch that another run may have taken.
func (v View) Coverage(runs []*analysis.Analysis) []Unexecuted {
	if v.Anchors == nil {
		return nil
	}
	type line struct {
		executed int // in how many runs
		taken    profiles.LineCoverage
	}
	lines, covering := map[int]*line{}, 0
	for _, run := range runs {
		if !run.Profile.Covered() || run.Index == nil {
			continue
		}
		covering++
		files := run.Index.ByType()
		var parts [][]profiles.LineCoverage
		for i := range run.Profile.Coverage {
			c := &run.Profile.Coverage[i]
			outer, _, _ := strings.Cut(c.Class, "$") // anonymous classes are not listed
			if file := files[outer]; file != nil && file.Path == v.Path {
				parts = append(parts, c.Lines())
			}
		}
		for _, l := range profiles.MergeLines(parts...) {
			known := lines[l.Line]
			if known == nil {
				known = &line{}
				lines[l.Line] = known
			}
			if l.ExecutedInstructions > 0 {
				known.executed++
				known.taken = l
			}
		}
	}
	by := "the last run"
	if covering > 1 {
		by = "the last " + numbers.Count(uint64(covering), "run")
	}
	var all []Unexecuted
	whole := -1 // the piece that goes on
	for _, number := range slices.Sorted(maps.Keys(lines)) {
		l := lines[number]
		at, found := v.Anchors.Line(number - 1)
		missed := l.taken.Branches - l.taken.ExecutedBranches
		switch {
		case number <= 0 || !found:
			whole = -1
		case l.executed > 0:
			whole = -1
			if l.executed == 1 && missed > 0 {
				all = append(all, Unexecuted{Range: at, Partly: true, Message: fmt.Sprintf("%d of %d branches not taken in %s", missed, l.taken.Branches, by)})
			}
		case whole >= 0:
			all[whole].Range.End = at.End
		default:
			whole = len(all)
			all = append(all, Unexecuted{Range: at, Message: "not executed in " + by})
		}
	}
	return all
}
