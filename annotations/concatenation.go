package annotations

import (
	"fmt"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// This file tells of strings that the operator + has joined (JLS 15.18.1). That is no call, so that no call site says why "text += line" in a loop is hot.

// joinedLine is a line on which strings are joined, and the end of its text, where its hint stands: a line may have several operators, and instructions do not tell which is whose.
type joinedLine struct {
	of   *analysis.Concatenation
	line sources.Range
	at   sources.Position
}

// joined are the lines that have their share of the run for the strings that they join, in the order of the run's lines. Those that were edited since are left out.
func (v View) joined() []joinedLine {
	file := v.file()
	if file == nil {
		return nil
	}
	var lines []joinedLine
	for _, i := range file.Concatenations {
		c := &v.Run.Concatenations[i]
		if v.Run.Share(c.Self) < v.Settings.MinShare {
			continue
		}
		if line, untouched := v.Anchors.Line(c.Line - 1); untouched {
			end, _ := v.Current.Line(line.End.Line)
			lines = append(lines, joinedLine{of: c, line: line, at: end.End})
		}
	}
	return lines
}

// joinedLabel is the text of the hint: "×4k 96% +".
func (v View) joinedLabel(c *analysis.Concatenation) string {
	label := "×" + numbers.Short(c.Strings) + " " + numbers.Percent(v.Run.Share(c.Self))
	if v.running() != "" {
		label += " …"
	}
	return label + " +"
}

// joinedAt is the hover of an operator that joins strings on a line that has a hint for it; nil if there is none at the position.
func (v View) joinedAt(at sources.Position) *Hover {
	for _, j := range v.joined() {
		if !contains(j.line, at) {
			continue
		}
		text, offset := v.Current.String(), v.Current.Offset(at)
		for _, start := range []int{offset, offset - 1} { // the cursor stands in front of the operator, or behind it
			if start >= 0 && start < len(text) && text[start] == '+' {
				return &Hover{Range: v.Current.Span(start, start+1), Markdown: v.joinedMarkdown(j.of)}
			}
		}
	}
	return nil
}

// joinedMarkdown tells everything about the strings that a line has joined.
func (v View) joinedMarkdown(c *analysis.Concatenation) string {
	return fmt.Sprintf("**hotlens** %s%s joined with `+` on this line · %s\n\n%s of characters, %s each on average. It is no call, and counts for %s itself.\n",
		v.running(), numbers.Count(c.Strings, "string"), v.Run.OfRun(c.Self), numbers.Bytes(c.Bytes), numbers.Bytes(c.Bytes/max(c.Strings, 1)), code(v.Run.Names[c.Method]))
}
