package annotations

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// Unexecuted is a piece of the text that was not executed, or a line whose branches were not all taken.
type Unexecuted struct {
	Range   sources.Range
	Message string
	Partly  bool // it was executed, but not all of its branches
}

// Coverage says what of a file was not executed by any of the covering runs: lines that follow
// each other, but for those without code, are one piece. Nothing is said of declarations that have been edited, nor of a branch that another run may have taken.
func (v View) Coverage() []Unexecuted {
	if v.Anchors == nil {
		return nil
	}
	type line struct {
		executed int // in how many runs
		taken    profiles.LineCoverage
	}
	lines, covering := map[int]*line{}, 0
	for _, run := range v.Covering {
		if !run.Profile.Covered() || run.Index == nil {
			continue
		}
		covering++
		in := v.declares(run)
		var parts [][]profiles.LineCoverage
		for i := range run.Profile.Coverage {
			if c := &run.Profile.Coverage[i]; in(c.Class) != nil {
				parts = append(parts, analysis.WrittenLines(c, in(c.Class)))
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

// declares returns the file, by the index of a run, for the classes that it declares, and nil for others.
func (v View) declares(run *analysis.Analysis) func(class string) *sources.File {
	files := run.Index.ByType()
	return func(class string) *sources.File {
		file := files[profiles.Outermost(class)] // anonymous classes are not listed
		if file == nil || file.Path != v.Path {
			return nil
		}
		return file
	}
}

// executedBy says which tests have executed the line at a position, by the covering runs, and where that stands: "executed by 2 tests: WordsTest.counts, WordsTest.longest". It is ""
// where that is not known.
func (v View) executedBy(at sources.Position) (sources.Range, string) {
	if v.Anchors == nil {
		return sources.Range{}, ""
	}
	lines := map[int]map[profiles.TestID]bool{}
	for _, run := range v.Covering {
		if run.Profile.TestCoverage == nil || run.Index == nil {
			continue
		}
		in := v.declares(run)
		for i := range run.Profile.TestCoverage {
			t := &run.Profile.TestCoverage[i]
			for _, c := range t.Classes {
				if in(c.Class) == nil {
					continue
				}
				for _, l := range c.Lines {
					if lines[l.Line] == nil {
						lines[l.Line] = map[profiles.TestID]bool{}
					}
					lines[l.Line][t.ID()] = true
				}
			}
		}
	}
	for line, by := range lines {
		if place, found := v.Anchors.Line(line - 1); found && place.Start.Line <= at.Line && at.Line <= place.End.Line {
			return place, testsPhrase(by)
		}
	}
	return sources.Range{}, ""
}

// testsPhrase names tests that have executed something.
func testsPhrase(by map[profiles.TestID]bool) string {
	around := by[profiles.TestID{}]
	var all []string
	for id := range by {
		if id.Class != "" {
			all = append(all, escape(names.SimpleClass(id.Class)+"."+id.Method))
		}
	}
	slices.Sort(all)
	switch {
	case len(all) == 0:
		return "executed around tests only"
	case around:
		return "executed by " + numbers.Count(uint64(len(all)), "test") + " and around tests: " + listed(all)
	}
	return "executed by " + numbers.Count(uint64(len(all)), "test") + ": " + listed(all)
}

// listed are the first of some names.
func listed(all []string) string {
	text := strings.Join(all[:min(len(all), hoverTests)], ", ")
	if n := len(all) - hoverTests; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
