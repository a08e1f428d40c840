package comparison

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

// This file says what keeps two profiles from being compared number by number.

func warnings(base, head *profiles.Profile) []string {
	var all []string
	say := func(format string, arguments ...any) { all = append(all, fmt.Sprintf(format, arguments...)) }
	if b, h := command(base), command(head); b != h {
		say("The runs are of different commands: %s, and %s.", b, h)
	}
	if b, h := base.Target.JDK, head.Target.JDK; b != h {
		say("The runs are on different JDKs, %s and %s: what differs may be the library's.", b, h)
	}
	if b, h := base.Clock, head.Clock; b != h {
		say("The runs are by different clocks, %s and %s: threads have run in another order.", b, h)
	} else if b == "wall" {
		say("The runs are by the wall clock: even the same program differs from run to run. By the virtual clock, which is profile's own, it does not.")
	}
	if b, h := base.CostModel, head.CostModel; b != h && b != "" && h != "" {
		say("The costs are by different models, %s and %s.", b, h)
	}
	for _, side := range []struct {
		name        string
		this, other *profiles.Profile
	}{{"base", base, head}, {"head", head, base}} {
		if more := slices.DeleteFunc(side.this.Measured(), func(m profiles.Metric) bool { return m.Known(side.other) }); len(more) > 0 {
			say("Only the %s has %s, which cannot be compared.", side.name, list(more))
		}
		if !side.this.Complete {
			say("The %s is not complete%s: what it lacks looks like a difference.", side.name, reasons(side.this))
		}
		if folded := side.this.Totals.Folded; folded > 0 {
			say("%d contexts of the %s are folded, perhaps not those of the other run: methods compare exactly, contexts with --contexts all.", folded, side.name)
		}
	}
	return all
}

func command(p *profiles.Profile) string {
	return strings.Join(append([]string{names.QualifiedClass(p.Target.Main)}, p.Target.Arguments...), " ")
}

// reasons are the limits that ended a run, in brackets.
func reasons(p *profiles.Profile) string {
	if len(p.Limits) == 0 {
		return ""
	}
	return " (" + p.Limits[0].Message + ")"
}

// list joins metrics for a sentence.
func list(metrics []profiles.Metric) string {
	var words []string
	for _, m := range metrics {
		words = append(words, string(m))
	}
	return strings.Join(words, ", ")
}
