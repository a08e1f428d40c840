package bench

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// The sides that Inline compares: what the inliner decides on.
const (
	InlineOff    Side = "off"
	InlineStatic Side = "static"
	InlineHeat   Side = "heat"
	InlineTimer  Side = "timer"
	InlineCBS    Side = "cbs"
)

// DefaultInlineRuns makes differences of a few per cent show on a quiet machine.
const DefaultInlineRuns = 3

// inlineContest is figure 5 of Arnold and Grove, with one column more for inlining
// without weights but with heat, and one without any inlining.
var inlineContest = contest{
	contenders: []contender{
		inlining(InlineOff, "nothing is inlined"),
		inlining(InlineStatic, "no profile: the callee's size decides"),
		inlining(InlineHeat, "no profile: its size, and whether it is hot"),
		inlining(InlineTimer, "weights by a sample of the calls at each tick"),
		inlining(InlineCBS, "weights by counter-based sampling"),
	},
	comparisons: []comparison{
		{over: InlineOff, under: InlineCBS, gain: true},
		{over: InlineStatic, under: InlineTimer, gain: true},
		{over: InlineStatic, under: InlineCBS, gain: true},
		{over: InlineHeat, under: InlineCBS, gain: true},
	},
	programs: speedPrograms,
}

func inlining(side Side, help string) contender {
	return contender{side, help, true, func(o *SpeedOptions) []string {
		return o.hotlens("run", "--tier", "auto", "--inline", string(side))
	}}
}

// InlineSidesHelp says, in a line for each, what the sides of Inline are.
func InlineSidesHelp() string { return inlineContest.help() }

// InlineTable is the result of Inline.
type InlineTable struct{ SpeedTable }

// Inline runs every program with different sources of what the inliner decides on, each
// until its steady state. The sides take turns.
func Inline(ctx context.Context, options SpeedOptions) (*InlineTable, error) {
	table, err := inlineContest.run(ctx, options, false)
	if err != nil {
		return nil, err
	}
	return &InlineTable{*table}, nil
}

// tolerance is how much slower inlining may be than none before it is reported.
const tolerance = 0.03

// Write writes the table as text, and below it where inlining does harm.
func (t *InlineTable) Write(w io.Writer) error {
	if err := t.writePhase(w, steadyState); err != nil {
		return err
	}
	if harm := t.harm(); len(harm) > 0 {
		if _, err := fmt.Fprintf(w, "\nSlower than without inlining:\n%s\n", strings.Join(harm, "\n")); err != nil {
			return err
		}
	}
	return t.writeFailures(w)
}

// harm names the programs that a side runs slower than it would without inlining.
func (t *InlineTable) harm() []string {
	var lines []string
	for _, row := range t.Rows {
		for _, side := range t.Sides {
			ratio, ok := comparison{over: side, under: InlineOff}.ratio(row, steadyState)
			if ok && ratio > 1+tolerance {
				lines = append(lines, fmt.Sprintf("  %s with %s: %.2f times as long", row.Program, side, ratio))
			}
		}
	}
	return lines
}
