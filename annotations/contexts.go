package annotations

import (
	"slices"
	"strings"

	"hotlens/profiles/analysis"
)

// ContextRow is one calling context of a method, with what it cost.
type ContextRow struct {
	Path      string  `json:"path"`      // the callers, outermost first: "Demo.main › Demo.run › Demo.fib"
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
	return contextRows(r, r.Methods[m].Outermost, limit)
}

// contextRows describes the hottest of these contexts.
func contextRows(r *analysis.Analysis, contexts []int32, limit int) []ContextRow {
	var rows []ContextRow
	for _, c := range r.HottestOf(contexts, limit) {
		rows = append(rows, ContextRow{
			Path:      path(r, int(c)),
			Calls:     r.Profile.Contexts[c].Calls,
			Bytecodes: r.Inclusive[c].Bytecodes,
			Figure:    r.Figure(r.Inclusive[c]),
			Share:     r.Share(r.Inclusive[c]),
		})
	}
	return rows
}

// pathFrames is how many callers the path of a context names before the
// outer ones are cut off.
const pathFrames = 5

// path names the callers of a context, outermost first, and the context itself.
func path(r *analysis.Analysis, context int) string {
	var names []string
	for c := context; c >= 0; c, _ = r.Caller(c) {
		if len(names) == pathFrames {
			names = append(names, "…")
			break
		}
		names = append(names, r.Names[r.MethodOf(c)])
	}
	slices.Reverse(names)
	return strings.Join(names, " › ")
}
