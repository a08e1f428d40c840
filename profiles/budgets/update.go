package budgets

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
)

// Update is the text of the file with the numbers of these runs. Comments, order and
// tolerances stay, and so do the numbers of what is not there or not clear. A file
// that names a JDK and a cost model gets those of the runs.
func (f *File) Update(runs []Run) string {
	lines := slices.Clone(f.lines)
	for _, run := range runs {
		if f.jdkLine > 0 {
			lines[f.jdkLine-1] = strings.Replace(f.lines[f.jdkLine-1], f.JDK, run.Profile.Target.JDK, 1)
		}
		if f.modelLine > 0 && run.Profile.CostModel != "" {
			lines[f.modelLine-1] = strings.Replace(f.lines[f.modelLine-1], f.CostModel, run.Profile.CostModel, 1)
		}
		for i := range run.Results {
			r := &run.Results[i]
			if b := r.Budget; r.Updates() {
				lines[b.Line-1] = replace(lines[b.Line-1], b.number, Amount(b.Metric, r.Measured))
			}
		}
	}
	return strings.Join(lines, "")
}

// Updates tells whether Update changes the budget's number.
func (r *Result) Updates() bool {
	return (r.Outcome == Held || r.Outcome == Exceeded) && r.Measured != r.Budget.AtMost
}

// replace replaces a part of a line. What stands behind it, apart by several blanks, stays
// where it is, if there is room.
func replace(line string, at span, by string) string {
	head, tail := line[:at.from], line[at.to:]
	if blanks := len(tail) - len(strings.TrimLeft(tail, " ")); blanks >= 2 && strings.TrimSpace(tail) != "" {
		room := max(at.to-at.from+blanks-len(by), 2)
		tail = strings.Repeat(" ", room) + tail[blanks:]
	}
	return head + by + tail
}

// startMetrics are the budgets that a new target gets, as far as they were measured.
var startMetrics = []profiles.Metric{profiles.MetricCost, profiles.MetricCalls, profiles.MetricAllocations, profiles.MetricBytes}

// WithTarget is the text of a file with one more target, held to what its whole run took.
func WithTarget(text string, words []string, parts []Part) string {
	var out strings.Builder
	first := parts[0].Run.Profile
	out.WriteString(text)
	switch {
	case text == "":
		fmt.Fprintf(&out, "# Held by \"hotlens check\"; \"hotlens check --update\" writes the numbers that are.\n\njdk %s\n", first.Target.JDK)
		if first.CostModel != "" {
			fmt.Fprintf(&out, "cost-model %s\n", first.CostModel)
		}
		out.WriteString("\n")
	case !strings.HasSuffix(text, "\n"):
		out.WriteString("\n\n")
	default:
		out.WriteString("\n")
	}
	fmt.Fprintf(&out, "target %s\n", joinWords(words))
	for _, metric := range startMetrics {
		if metric.Measured(first) {
			sum := uint64(0)
			for _, part := range parts {
				sum += part.Run.Total.By(metric)
			}
			fmt.Fprintf(&out, "    %-11s <= %s\n", metric, Amount(metric, sum))
		}
	}
	return out.String()
}
