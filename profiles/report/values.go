package report

import (
	"strings"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// writeValues writes what calls have passed, where that was asked for.
func (r *report) writeValues() {
	values := r.profile.Values
	if len(values) == 0 {
		return
	}
	r.heading("Passed values", numbers.Count(uint64(len(values)), "call site"))
	shown := values[:min(len(values), r.rows(maxValues))]
	for i := range shown {
		v := &shown[i]
		r.line(fitEnd("  "+r.place(v.Caller, v.Line)+"  "+r.names[v.Caller]+" → "+clean(analysis.Called(v))+", "+numbers.Count(v.Calls, "time"), r.width))
		width := 0
		titles := make([]string, len(v.Arguments))
		for j := range v.Arguments {
			titles[j] = fitMiddle(clean(analysis.ArgumentName(v, j)), r.width/4)
			width = max(width, cells(titles[j]))
		}
		for j := range v.Arguments {
			phrases := analysis.ArgumentPhrases(&v.Arguments[j], v.Calls)
			for k := range phrases {
				phrases[k] = clean(phrases[k])
			}
			for k, text := range wrap(strings.Join(phrases, " · "), r.width-width-6) {
				title := ""
				if k == 0 {
					title = titles[j]
				}
				r.line("    ", r.paint(dim, padRight(title, width)), "  ", text)
			}
		}
	}
	if more := len(values) - len(shown); more > 0 {
		r.line(r.paint(dim, "  and "+numbers.Count(uint64(more), "more call site")))
	}
}
