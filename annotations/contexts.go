package annotations

import (
	"slices"
	"strings"
)

// ContextRow is one calling context of a method, with what it cost.
type ContextRow struct {
	Path      string  `json:"path"`      // the callers, outermost first: "Demo.main › Demo.run › Demo.fib"
	Calls     uint64  `json:"calls"`     // in this context
	Bytecodes uint64  `json:"bytecodes"` // executed in this context and everything called from it
	Share     float64 `json:"share"`     // of the run's bytecodes, from 0 to 1
}

// Contexts returns the contexts of a method, the hottest first, at most limit
// many. Contexts below another one of the same method are part of that one.
func Contexts(r *Run, method MethodReference, limit int) []ContextRow {
	m := r.byName[method]
	if m == nil {
		return nil
	}
	return r.hottestContexts(m.outermost, limit)
}

// hottestContexts describes the hottest of the contexts at these positions.
func (r *Run) hottestContexts(positions []int, limit int) []ContextRow {
	sorted := slices.Clone(positions)
	slices.SortStableFunc(sorted, func(a, b int) int {
		return compareDescending(r.contexts[a].inclusive, r.contexts[b].inclusive)
	})
	var rows []ContextRow
	for _, i := range firstN(sorted, limit) {
		rows = append(rows, ContextRow{
			Path:      r.path(i),
			Calls:     r.Profile.Contexts[i].Calls,
			Bytecodes: r.contexts[i].inclusive,
			Share:     r.share(r.contexts[i].inclusive),
		})
	}
	return rows
}

// path names the callers of the context at a position, outermost first. Lambda
// proxies are left out: what they call comes next and says it all.
func (r *Run) path(position int) string {
	var names []string
	for i := position; i >= 0; i = r.contexts[i].parent {
		m := r.contexts[i].method
		if m == nil || isProxy(m.method) && i != position {
			continue
		}
		if len(names) == pathFrames {
			names = append(names, "…")
			break
		}
		names = append(names, r.name(m))
	}
	slices.Reverse(names)
	return strings.Join(names, " › ")
}
