package report

import (
	"cmp"
	"fmt"
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// maxChain is the number of contexts in a row that are shown between two points
// of interest; longer chains keep their two ends.
const maxChain = 3

// maxIndentCells is where the call tree stops growing to the right.
const maxIndentCells = 32

// writeContexts writes the contexts with the most of the metric for themselves, as one
// call tree that holds their paths.
func (r *report) writeContexts() {
	hottest := slices.DeleteFunc(r.analysis.Hottest(maxContexts), func(c int) bool {
		return r.selfShare(c) < r.options.MinShare
	})
	if len(hottest) == 0 {
		return
	}
	view := &contextView{report: r, hot: map[int]bool{}, children: map[int][]int{}}
	for _, c := range hottest {
		view.hot[c] = true
	}
	for _, c := range hottest {
		view.addPath(c)
	}
	for _, children := range view.children {
		slices.SortFunc(children, func(a, b int) int {
			return cmp.Or(cmp.Compare(r.analysis.Inclusive[b].By(r.analysis.Metric), r.analysis.Inclusive[a].By(r.analysis.Metric)), cmp.Compare(a, b))
		})
	}
	r.heading("Hottest contexts", "share of "+r.analysis.Whole()+": of the context itself, and with its callees")
	view.callCells = len("calls")
	for c := range view.shown() {
		view.callCells = max(view.callCells, len(numbers.Grouped(r.profile.Contexts[c].Calls)))
	}
	r.line(r.paint(dim, "   self"+r.tableBar(0)+"  total  "+padLeft("calls", view.callCells)+"  call path"))
	for _, root := range view.children[-1] {
		view.write(root, "", "")
	}
}

func (r *report) selfShare(c int) float64 {
	return r.analysis.Share(analysis.Exclusive(&r.profile.Contexts[c]))
}

// contextView is the part of the calling context tree that is shown.
type contextView struct {
	*report
	hot       map[int]bool
	children  map[int][]int // by context; the roots at -1
	callCells int
}

// addPath adds a context with its ancestors.
func (v *contextView) addPath(c int) {
	for c >= 0 {
		parent, _ := v.analysis.Caller(c)
		if slices.Contains(v.children[parent], c) {
			return
		}
		v.children[parent] = append(v.children[parent], c)
		c = parent
	}
}

// shown is the set of contexts of the view.
func (v *contextView) shown() map[int]bool {
	all := map[int]bool{}
	for _, children := range v.children {
		for _, c := range children {
			all[c] = true
		}
	}
	return all
}

// write writes a context and what was called from it. lead stands before the
// context's name, indent before those of its children.
func (v *contextView) write(c int, lead, indent string) {
	for {
		v.row(c, lead)
		end, left := v.skipChain(c)
		if left == 0 {
			break
		}
		v.line(padRight("", v.nameColumn()), v.paint(dim, indentTail(indent)+"⋮ "+numbers.Count(uint64(left), "frame")))
		c, lead = end, indent+"└ "
		indent += "  "
	}
	children := v.children[c]
	for i, child := range children {
		branch, below := "├ ", "│ "
		if i == len(children)-1 {
			branch, below = "└ ", "  "
		}
		v.write(child, indent+branch, indent+below)
	}
}

// skipChain follows the contexts below c that are not hot and have one child
// each. If they are many, it returns the last of them and how many stand
// between; otherwise 0.
func (v *contextView) skipChain(c int) (end, left int) {
	length := 0
	for end = c; len(v.children[end]) == 1 && !v.hot[v.children[end][0]] && len(v.children[v.children[end][0]]) == 1; length++ {
		end = v.children[end][0]
	}
	if length <= maxChain {
		return c, 0
	}
	return end, length - 1
}

func (v *contextView) row(c int, lead string) {
	context := &v.profile.Contexts[c]
	self, total := v.selfShare(c), v.analysis.Share(v.analysis.Inclusive[c])
	where := ""
	if caller, entered := v.analysis.Caller(c); caller >= 0 {
		where = v.place(v.profile.Contexts[caller].Method, v.profile.Contexts[entered].Line)
	} else if thread := v.threadOf(c); thread != "" {
		where = "thread " + thread
	}
	lead = indentTail(lead)
	room := v.width - v.nameColumn() - cells(lead)
	name := shortName(v.names[context.Method], max(room-2-min(cells(where), maxPlaceCells), room/2))
	where = fitMiddle(where, min(room-2-cells(name), maxPlaceCells))
	nameStyle := plain
	switch {
	case v.hot[c] && v.isApp(context.Method):
		nameStyle = bold
	case !v.hot[c]:
		nameStyle = dim
	}
	v.line(
		v.percent(self), v.tableBar(self), v.percent(total),
		"  ", padLeft(numbers.Grouped(context.Calls), v.callCells),
		"  ", v.paint(dim, lead), v.paint(nameStyle, name), "  ", v.paint(dim, where),
	)
}

// nameColumn is where the call path starts.
func (v *contextView) nameColumn() int {
	return 2*percentCells + cells(v.tableBar(0)) + 2 + v.callCells + 2
}

// threadOf is the name of the thread that has its entry at c.
func (v *contextView) threadOf(c int) string {
	for _, t := range v.profile.Threads {
		if t.Root == c {
			return clean(fmt.Sprintf("%q", t.Name))
		}
	}
	return ""
}

// indentTail keeps the right end of a deep indentation.
func indentTail(indent string) string {
	if cells(indent) <= maxIndentCells {
		return indent
	}
	return ellipsis + suffix(indent, maxIndentCells-1)
}
