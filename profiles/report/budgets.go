package report

import (
	"cmp"
	"fmt"
	"io"

	"hotlens/profiles/budgets"
	"hotlens/profiles/numbers"
)

// This file writes what runs say about their budgets.

// WriteBudgets writes a table for each run, and a sentence that sums up.
func WriteBudgets(w io.Writer, runs []budgets.Run, options Options) error {
	r := &page{}
	*r = newPage(w, &options)
	for i := range runs {
		if i > 0 {
			r.line()
		}
		r.writeRun(&runs[i])
	}
	r.line()
	summary := fitEnd(budgets.Summary(runs), r.width)
	counts := budgets.Counts(runs)
	style := alert
	if counts[budgets.Exceeded]+counts[budgets.Absent]+counts[budgets.Unclear] == 0 {
		style = good
	}
	r.line(r.paint(style, summary))
	if n := lower(runs); n > 0 {
		r.line(r.paint(dim, fitEnd(numbers.Count(n, "budget")+" could be lower: --update writes what was measured", r.width)))
	}
	return r.finish()
}

// lower counts the budgets that are more than what was measured.
func lower(runs []budgets.Run) (n uint64) {
	for _, run := range runs {
		for i := range run.Results {
			if r := &run.Results[i]; r.Outcome == budgets.Held && r.Measured < r.Budget.AtMost {
				n++
			}
		}
	}
	return n
}

// WriteUpdate writes what has become of the numbers in a file of budgets.
func WriteUpdate(w io.Writer, file string, runs []budgets.Run) error {
	p := newPage(w, &Options{})
	changed := 0
	for i := range runs {
		run := &runs[i]
		p.line(fitEnd(clean(run.Target.Command()), p.width))
		for j := range run.Results {
			r := &run.Results[j]
			name := "  " + clean(r.Budget.Name()) + ": "
			switch {
			case r.Updates():
				changed++
				p.line(name, budgets.Amount(r.Budget.Metric, r.Budget.AtMost), " → ", budgets.Amount(r.Budget.Metric, r.Measured), " (", r.Change(), ")")
			case r.Outcome == budgets.Absent, r.Outcome == budgets.Unclear:
				p.line(name, clean(r.Sentence()))
			case !r.Reached:
				p.line(name, "0, and it was not called")
			}
		}
	}
	switch changed {
	case 0:
		p.line(file + " is up to date.")
	default:
		p.line(numbers.Count(uint64(changed), "number"), " changed in ", file, ".")
	}
	return p.finish()
}

// writeRun writes the budgets of a target.
func (p *page) writeRun(run *budgets.Run) {
	p.line(p.paint(bold, fitEnd(clean(run.Target.Command()), p.width)))
	for _, note := range run.Notes {
		p.warn(note)
	}
	if len(run.Results) == 0 {
		p.line(p.paint(dim, "  no budgets"))
		return
	}
	rows := make([][4]string, len(run.Results)) // name, measured, limit, change
	widths := [4]int{len("budget"), len("measured"), len("at most"), 0}
	for i := range run.Results {
		result := &run.Results[i]
		b := result.Budget
		rows[i] = [4]string{clean(b.Name()), budgets.Amount(b.Metric, result.Measured), b.Limit(), result.Change()}
		switch result.Outcome {
		case budgets.Absent, budgets.Unclear:
			rows[i][1], rows[i][3] = "", clean(result.Problem)
		}
		for column, text := range rows[i] {
			widths[column] = max(widths[column], cells(text))
		}
	}
	widths[3] = min(widths[3], maxChangeCells)
	room := p.width - len("  ✗ ") + len("✗") - 1 - widths[1] - widths[2] - widths[3] - 6
	widths[0] = min(widths[0], max(room, MinWidth/3))
	p.line(p.paint(dim, "    "+padRight("budget", widths[0])+"  "+padLeft("measured", widths[1])+"  "+padLeft("at most", widths[2])))
	for i, row := range rows {
		result := &run.Results[i]
		where := ""
		if result.Method != nil && result.Outcome != budgets.Held {
			where = place(result)
		}
		sign, changed := good, dim
		switch result.Outcome {
		case budgets.Exceeded, budgets.Absent, budgets.Unclear:
			sign, changed = hot, hot
		}
		line := padRight(shortName(row[0], widths[0]), widths[0]) + "  " + padLeft(row[1], widths[1]) + "  " + padLeft(row[2], widths[2])
		left := p.width - 4 - cells(line) - 2
		change := fitEnd(row[3], left)
		beside, below := where, ""
		if cells(where) > left-cells(change)-2 { // what is left of a shortened one may be a letter
			beside, below = "", where
		}
		if result.Problem != "" && change != row[3] { // its end may say what to do
			change = ""
		}
		p.line("  ", p.paint(sign, budgets.Sign(result.Outcome)), " ", line, "  ", p.paint(changed, change), "  ", p.paint(dim, beside))
		if result.Problem != "" && change == "" {
			for _, part := range wrap(row[3], p.width-6) {
				p.line("      ", p.paint(changed, part))
			}
		}
		if below != "" {
			p.line("    ", p.paint(dim, fitMiddle("  "+below, p.width-4)))
		}
	}
}

// maxChangeCells is the width that is kept for a change; a problem may be longer, and loses
// its end.
const maxChangeCells = 12

// place is where a method stands, as the report has it elsewhere: "Parser.java:31".
func place(result *budgets.Result) string {
	name := cmp.Or(result.File, result.Method.File)
	if name == "" || result.Line < 1 {
		return clean(name)
	}
	return clean(fmt.Sprintf("%s:%d", name, result.Line))
}
