package budgets

import (
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes a table for each target, as a comment on a pull request shows it
// (GitHub Flavored Markdown, 4.10). What does not hold stands on top.
func WriteMarkdown(w io.Writer, runs []Run) error {
	var out strings.Builder
	fmt.Fprintf(&out, "### hotlens check\n\n%s\n", Summary(runs))
	for _, run := range runs {
		fmt.Fprintf(&out, "\n**%s**\n\n| | budget | measured | at most | change |\n|---|---|---:|---:|---:|\n", code(run.Target.Command()))
		for _, held := range []bool{false, true} {
			for i := range run.Results {
				if r := &run.Results[i]; (r.Outcome == Held) == held {
					out.WriteString(markdownRow(r))
				}
			}
		}
		for _, note := range run.Notes {
			fmt.Fprintf(&out, "\n> %s\n", oneLine(note))
		}
	}
	return written(w, out.String())
}

func markdownRow(r *Result) string {
	name := code(r.Budget.Name())
	if r.Outcome != Held && r.File != "" {
		name += " " + code(fmt.Sprintf("%s:%d", r.File, r.Line))
	}
	measured, change := Amount(r.Budget.Metric, r.Measured), r.Change()
	switch r.Outcome {
	case Absent, Unclear:
		measured, change = oneLine(r.Problem), ""
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s |\n", Sign(r.Outcome), name, measured, r.Budget.Limit(), change)
}

// Sign is an outcome in one character.
func Sign(outcome Outcome) string {
	return [...]string{Held: "✓", Exceeded: "✗", Absent: "✗", Unclear: "!"}[outcome]
}

// code is text in a code span within a table.
func code(text string) string {
	text = strings.ReplaceAll(oneLine(text), "|", "\\|")
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
