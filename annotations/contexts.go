package annotations

import (
	"fmt"
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
	hottest := r.HottestOf(contexts, limit)
	names := paths(r, hottest)
	for i, c := range hottest {
		rows = append(rows, ContextRow{
			Path:      names[i],
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

// paths name the callers of contexts, outermost first, each with the line of its call, and the contexts themselves. The
// lines tell contexts apart that were called from two places of the same method. Where that is not enough, those that would read the same also have the
// columns of the calls, outer callers, or their threads, as far as these tell them apart.
func paths(r *analysis.Analysis, contexts []int32) []string {
	all := make([]contextPath, len(contexts))
	for i, c := range contexts {
		all[i] = newContextPath(r, int(c))
	}
	for again := true; again; {
		again = false
		same := map[string][]*contextPath{}
		for i := range all {
			text := all[i].String()
			same[text] = append(same[text], &all[i])
		}
		for _, group := range same {
			again = len(group) > 1 && tellApart(group) || again
		}
	}
	var texts []string
	for i := range all {
		texts = append(texts, all[i].String())
	}
	return texts
}

// contextPath is a context with its callers.
type contextPath struct {
	run    *analysis.Analysis
	frames []pathFrame  // innermost first; the last one stands for the thread
	told   map[int]bool // by their numbers, those that are told of to tell the path from others, also where they are farther out, and whether with the column
}

// pathFrame is an activation of a path. There may be tens of thousands, of which few are written.
type pathFrame struct {
	context int            // -1 for the thread
	site    *analysis.Site // that called on from there; nil for the innermost one, and where it is not known
}

func newContextPath(r *analysis.Analysis, context int) contextPath {
	p := contextPath{r, []pathFrame{{context, nil}}, map[int]bool{}}
	for context >= 0 {
		caller, entered := r.Caller(context)
		p.frames = append(p.frames, pathFrame{caller, r.SiteOf(entered)})
		context = caller
	}
	return p
}

// tellApart has paths that read the same tell of the innermost frame by which some of them differ, beyond those that they tell of. It reports false if there is none.
func tellApart(same []*contextPath) bool {
	for n := 1; ; n++ {
		differs, byColumn, beyond := false, true, true
		for _, p := range same {
			differs = differs || p.differs(same[0], n, true)
			byColumn = byColumn && !p.differs(same[0], n, false)
			beyond = beyond && n >= len(p.frames)
		}
		if beyond {
			return false
		}
		if exactly, told := same[0].told[n]; differs && !exactly && (byColumn || !told) {
			for _, p := range same {
				p.told[n] = p.told[n] || byColumn
			}
			return true
		}
	}
}

// differs tells whether a frame of two paths is named otherwise, with the column, if exactly.
func (p *contextPath) differs(other *contextPath, n int, exactly bool) bool {
	if here, there := n < len(p.frames), n < len(other.frames); !here || !there {
		return here != there
	}
	a, b := p.frames[n], other.frames[n]
	same := a.context >= 0 && b.context >= 0 && a.site == b.site && p.run.MethodOf(a.context) == p.run.MethodOf(b.context)
	return !same && p.name(n, exactly) != other.name(n, exactly)
}

// name is the name of a frame with the line of its call, and with the column, if exactly; that of the thread for what is beyond the callers.
func (p *contextPath) name(n int, exactly bool) string {
	frame := p.frames[n]
	if frame.context < 0 {
		return "thread " + p.run.ThreadOf(p.frames[0].context)
	}
	name := atLine(p.run.Names[p.run.MethodOf(frame.context)], callLine(frame.site))
	if exactly && frame.site != nil && frame.site.Call != nil {
		name += fmt.Sprintf(":%d", frame.site.Call.NameRange.Start.Character+1)
	}
	return name
}

func (p *contextPath) String() string {
	var names []string
	left := false
	for n := len(p.frames) - 1; n >= 0; n-- {
		thread := n == len(p.frames)-1 // which goes without saying
		exactly, told := p.told[n]
		if !told && (thread || n >= pathFrames) {
			left = left || !thread
			continue
		}
		if left {
			names = append(names, "…")
			left = false
		}
		names = append(names, p.name(n, exactly))
	}
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
