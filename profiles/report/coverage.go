package report

import (
	"fmt"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
)

// This file sums up what was executed.

// CoverageText says how much of the program's own code was executed: "lines 81% (120 of 148), branches 64% (18 of 28)"; "" where that was not measured.
func CoverageText(p *profiles.Profile) string {
	if !p.Covered() {
		return ""
	}
	sum := profiles.SumCoverage(p.Coverage)
	part := func(what string, executed, all int) string {
		if all == 0 {
			return "no " + what
		}
		return fmt.Sprintf("%s %s (%s of %s)", what, numbers.Percent(numbers.Share(uint64(executed), uint64(all))), numbers.Grouped(uint64(executed)), numbers.Grouped(uint64(all)))
	}
	return part("lines", sum.ExecutedLines, sum.Lines) + ", " + part("branches", sum.ExecutedBranches, sum.Branches)
}

// writeCoverage writes that.
func (r *report) writeCoverage() {
	if text := CoverageText(r.profile); text != "" {
		r.line(fitEnd("executed: "+text, r.width))
	}
}
