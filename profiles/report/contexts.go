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
// call tree that holds their paths: of own code, with what it calls elsewhere folded
// into the first call, and recursion into its outermost activation.
func (r *report) writeContexts() {
	tree := r.condensed()
	hottest := tree.Hottest(r.rows(maxContexts))
	hottest = slices.DeleteFunc(hottest, func(n int) bool {
		return r.analysis.ShareOf(tree.Nodes[n].Self) < r.options.MinShare
	})
	if len(hottest) == 0 {
		return
	}
	view := &contextView{report: r, tree: tree.Nodes, hot: map[int]bool{}, children: map[int][]int{}}
	view.row = view.shareRow
	for _, n := range hottest {
		view.hot[n] = true
	}
	for _, n := range hottest {
		view.addPath(n)
	}
	for _, children := range view.children {
		slices.SortFunc(children, func(a, b int) int {
			return cmp.Or(cmp.Compare(tree.Nodes[b].Inclusive, tree.Nodes[a].Inclusive), cmp.Compare(a, b))
		})
	}
	r.heading("Hottest contexts", "shares of "+r.analysis.Whole()+r.foldedSelf())
	title := r.callsTitle()
	view.callCells = len(title)
	for n := range view.shown() {
		view.callCells = max(view.callCells, len(r.calls(tree.Nodes[n].Calls)))
	}
	view.before = 2*percentCells + cells(r.tableBar(0)) + 2 + view.callCells + 2
	r.line(r.paint(dim, "   self"+r.tableBar(0)+"  total  "+padLeft(title, view.callCells)+"  call path"))
	for _, root := range view.children[-1] {
		view.write(root, "", "")
	}
}

// foldedSelf says what "self" has besides in a table.
func (r *report) foldedSelf() string {
	if r.options.All {
		return ""
	}
	return "; self includes the library below"
}

// contextView is the part of the condensed tree that is shown.
type contextView struct {
	*report
	tree      []analysis.CondensedNode
	hot       map[int]bool
	children  map[int][]int // by node; the roots at -1
	callCells int
	// before is the width of what stands in front of the call path, and row writes a row.
	before int
	row    func(node int, lead string)
}

// addPath adds a node with its ancestors.
func (v *contextView) addPath(n int) {
	for n >= 0 {
		parent := int(v.tree[n].Parent)
		if slices.Contains(v.children[parent], n) {
			return
		}
		v.children[parent] = append(v.children[parent], n)
		n = parent
	}
}

// shown is the set of nodes of the view.
func (v *contextView) shown() map[int]bool {
	all := map[int]bool{}
	for _, children := range v.children {
		for _, c := range children {
			all[c] = true
		}
	}
	return all
}

// write writes a node and what was called from it. lead stands before the
// node's name, indent before those of its children.
func (v *contextView) write(c int, lead, indent string) {
	for {
		v.row(c, lead)
		end, left := v.skipChain(c)
		if left == 0 {
			break
		}
		v.line(padRight("", v.before), v.paint(dim, indentTail(indent)+"⋮ "+numbers.Count(uint64(left), "frame")))
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

// skipChain follows the nodes below c that are not hot and have one child
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

// shareRow writes a row with the shares of the run.
func (v *contextView) shareRow(n int, lead string) {
	node := &v.tree[n]
	self, total := v.analysis.ShareOf(node.Self), v.analysis.ShareOf(node.Inclusive)
	v.line(
		v.percent(self), v.tableBar(self), v.percent(total),
		"  ", padLeft(v.calls(node.Calls), v.callCells),
		"  ", v.callPath(n, lead, ""),
	)
}

// callPath is the part of a row that shows where a node stands in the tree, with a sign
// in front of its name.
func (v *contextView) callPath(n int, lead, sign string) string {
	node := &v.tree[n]
	where := v.where(node)
	lead = indentTail(lead)
	room := v.width - v.before - cells(lead) - cells(sign)
	name := shortName(v.names[node.Method], max(room-2-min(cells(where), maxPlaceCells), room/2))
	where = fitMiddle(where, min(room-2-cells(name), maxPlaceCells))
	nameStyle := plain
	switch {
	case v.hot[n] && v.isOwn(int(node.Method)):
		nameStyle = bold
	case !v.hot[n]:
		nameStyle = dim
	}
	return v.paint(dim, lead) + v.paint(nameStyle, sign+name) + "  " + v.paint(dim, where)
}

// where is the place of a node's calls, with a mark where it calls itself further down.
func (v *contextView) where(node *analysis.CondensedNode) string {
	where := ""
	outcome, isTest := analysis.OutcomeAt(v.profile, int(node.Context))
	switch {
	case node.Parent >= 0 && node.Line >= 0:
		where = v.place(int(v.tree[node.Parent].Method), int(node.Line))
	case node.Parent >= 0:
		// Code that is folded has called it: where in there says nothing to the reader.
	case isTest: // its thread is called like it
		where = outcome
	case node.Entries > 1:
		where = numbers.Count(uint64(node.Entries), "thread")
	default:
		if thread := v.threadOf(int(node.Context)); thread != "" {
			where = "thread " + thread
		}
	}
	if node.Recursive {
		where += " ↻"
	}
	return where
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
