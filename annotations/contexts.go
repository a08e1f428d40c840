package annotations

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles/analysis"
)

// ContextRow is one calling context of a method, with what it cost.
type ContextRow struct {
	Path      string  `json:"path"`      // the callers with the lines of their calls, outermost first: "Demo.main:12 › Demo.run:7 › Demo.fib"
	Calls     uint64  `json:"calls"`     // in this context
	Bytecodes uint64  `json:"bytecodes"` // executed in this context and everything called from it
	Figure    string  `json:"figure"`    // the same by the chosen metric, with its unit: "≈ 12 ms"
	Share     float64 `json:"share"`     // of the run by the chosen metric, from 0 to 1
}

// Contexts returns the contexts of a method, the hottest first, at most limit
// many. Contexts below another one of the same method are part of that one.
func Contexts(r *analysis.Analysis, method analysis.Reference, limit int) []ContextRow {
	m := r.Find(method)
	if m < 0 {
		return nil
	}
	return contextRows(r, r.OutermostOf(m), limit)
}

// contextRows describes the hottest of these contexts.
func contextRows(r *analysis.Analysis, contexts []int32, limit int) []ContextRow {
	var rows []ContextRow
	for _, c := range r.HottestOf(contexts, limit) {
		rows = append(rows, ContextRow{
			Path:      path(r, int(c)),
			Calls:     r.Profile.Contexts[c].Calls,
			Bytecodes: r.Inclusive(c).Bytecodes,
			Figure:    r.Figure(r.Inclusive(c)),
			Share:     r.Share(r.Inclusive(c)),
		})
	}
	return rows
}

// pathFrames is how many callers the path of a context names before the
// outer ones are cut off.
const pathFrames = 5

// path names the callers of a context, outermost first, each with the line of its call, and the context itself. The
// lines tell contexts apart that were called from two places of the same method.
func path(r *analysis.Analysis, context int) string {
	names := []string{r.Names[r.MethodOf(context)]}
	for c := context; ; {
		caller, entered := r.Caller(c)
		if caller < 0 {
			break
		}
		if len(names) == pathFrames {
			names = append(names, "…")
			break
		}
		names = append(names, atLine(r.Names[r.MethodOf(caller)], callLine(r.SiteOf(entered))))
		c = caller
	}
	slices.Reverse(names)
	return strings.Join(names, " › ")
}

// atLine adds the line of a call to the caller's name, if it is known, and if a lambda's name does not end with it anyway.
func atLine(name string, line int) string {
	suffix := fmt.Sprintf(":%d", line)
	if line <= 0 || strings.HasSuffix(name, suffix) {
		return name
	}
	return name + suffix
}

// callLine is the line, from 1, on which the called method's name stands at a site, 0 when unknown.
func callLine(site *analysis.Site) int {
	switch {
	case site == nil:
		return 0
	case site.Call != nil:
		return site.Call.NameRange.Start.Line + 1
	}
	return max(site.Line, 0)
}
