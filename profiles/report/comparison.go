package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/comparison"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// This file writes what differs between two profiles.

// maxDifferences is how many methods and contexts are shown that differ: as much as fits
// one screen.
const maxDifferences = 15

// WriteComparison writes how two profiles differ, by a metric that both have, which
// options.Metric has to be. Two that do not differ give one line, and the warnings.
func WriteComparison(w io.Writer, c *comparison.Comparison, options Options) error {
	r := &comparisonReport{report: newReport(w, c.Union, options), comparison: c, metric: options.Metric}
	if c.Same() {
		r.line("The runs do not differ: " + strings.Join(r.same(), ", ") + " in both.")
		r.writeWarnings()
		return r.finish()
	}
	r.condense()
	r.writeTotals()
	r.writeMethods()
	r.writeContexts()
	return r.finish()
}

// comparisonReport is the state of one WriteComparison.
type comparisonReport struct {
	*report
	comparison *comparison.Comparison
	metric     profiles.Metric
	tree       *analysis.Condensed
	nodes      []difference // by node of tree
}

// difference is what the two runs have of one node, or of one method.
type difference struct {
	state           comparison.State
	self, inclusive comparison.Pair
	calls           comparison.Pair // in Amounts.Calls: from outside of what is folded
	contexts        int             // of the subtree
}

// same is what runs have in common that do not differ.
func (r *comparisonReport) same() []string {
	p := r.comparison.Head.Profile
	return []string{
		numbers.Count(p.Totals.Calls, "call"), numbers.Count(p.Totals.Bytecodes, "bytecode"), numbers.Count(p.Totals.Allocations, "object"),
		numbers.Count(uint64(p.Totals.Contexts), "context"),
	}
}

func (r *comparisonReport) writeWarnings() {
	for _, warning := range r.comparison.Warnings {
		r.warn(warning)
	}
}

// condense sums the amounts of both runs by the nodes of the condensed tree.
func (r *comparisonReport) condense() {
	c := r.comparison
	r.tree = c.Union.Condense(r.isOwn)
	r.nodes = make([]difference, len(r.tree.Nodes))
	type seen struct{ base, head bool }
	in := make([]seen, len(r.nodes))
	for i := range c.Contexts {
		context := &c.Contexts[i]
		at := r.tree.Of[i]
		node := &r.nodes[at]
		addPair(&node.self, context.Exclusive)
		node.contexts++
		in[at].base = in[at].base || context.Base >= 0
		in[at].head = in[at].head || context.Head >= 0
		if method := c.Union.MethodOf(i); context.Parent < 0 || r.tree.Of[context.Parent] != at || r.isOwn(method) && int(r.tree.Nodes[at].Method) == method {
			node.calls.Base.Calls += context.Exclusive.Base.Calls
			node.calls.Head.Calls += context.Exclusive.Head.Calls
		}
	}
	for i := len(r.nodes) - 1; i >= 0; i-- {
		node := &r.nodes[i]
		addPair(&node.inclusive, node.self)
		if parent := r.tree.Nodes[i].Parent; parent >= 0 {
			addPair(&r.nodes[parent].inclusive, node.inclusive)
			r.nodes[parent].contexts += node.contexts
		}
		switch {
		case !in[i].base:
			node.state = comparison.Added
		case !in[i].head:
			node.state = comparison.Removed
		}
	}
}

func addPair(to *comparison.Pair, more comparison.Pair) {
	to.Base.Add(more.Base)
	to.Head.Add(more.Head)
}

// writeTotals writes the headline, what limits the comparison, and the runs' sums.
func (r *comparisonReport) writeTotals() {
	c := r.comparison
	p := c.Head.Profile
	command := strings.Join(append([]string{names.QualifiedClass(p.Target.Main)}, p.Target.Arguments...), " ")
	r.line(r.paint(bold, fitEnd(clean(command), r.width)))
	r.writeWarnings()
	r.line()
	rows := [][]string{{"", "base", "head", "difference", "change"}}
	for _, metric := range c.Metrics {
		if base, head := c.Total.By(metric); base > 0 || head > 0 {
			rows = append(rows, append([]string{analysis.Unit(metric)}, r.figures(c.Total, metric)...))
		}
	}
	rows = append(rows,
		r.counted("contexts", c.Base.Profile.Totals.Contexts, p.Totals.Contexts, len(c.Contexts), func(i int) comparison.State { return c.Contexts[i].State() }),
		r.counted("methods", len(c.Base.Profile.Methods), len(p.Methods), len(c.Methods), func(i int) comparison.State { return c.Methods[i].State() }))
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], cells(text))
		}
	}
	for i, row := range rows {
		line := "  " + padRight(row[0], widths[0])
		for column := 1; column < len(row)-1; column++ {
			line += "  " + padLeft(row[column], widths[column])
		}
		style := plain
		if i == 0 {
			style = dim
		}
		r.line(r.paint(style, line), "  ", r.paint(r.tendency(row[len(row)-1]), row[len(row)-1]))
	}
	r.line(r.paint(dim, fitEnd("  overlap "+numbers.Percent(c.Overlap(r.metric))+" of "+analysis.Unit(r.metric)+": what contexts have the same share of", r.width)))
}

// figures are the two amounts, the difference and the change.
func (r *comparisonReport) figures(of comparison.Pair, metric profiles.Metric) []string {
	base, head := of.By(metric)
	return []string{figure(metric, base), figure(metric, head), signed(of, metric), numbers.Change(base, head)}
}

// counted is a row of the totals about things that are in one of the runs, or in both: how many the profiles have, and how many of the n that are compared are
// in one only. Several of a profile's may be compared as one, such as the same calls by classes that the VM numbers.
func (r *comparisonReport) counted(what string, base, head, n int, state func(int) comparison.State) []string {
	var count [3]uint64
	for i := range n {
		count[state(i)]++
	}
	var changes []string
	if added := count[comparison.Added]; added > 0 {
		changes = append(changes, numbers.Grouped(added)+" new")
	}
	if removed := count[comparison.Removed]; removed > 0 {
		changes = append(changes, numbers.Grouped(removed)+" gone")
	}
	pair := comparison.Pair{Base: analysis.Amounts{Calls: uint64(base)}, Head: analysis.Amounts{Calls: uint64(head)}}
	return []string{what, numbers.Grouped(pair.Base.Calls), numbers.Grouped(pair.Head.Calls), signed(pair, profiles.MetricCalls), strings.Join(changes, ", ")}
}

// tendency is the style of a change: more is what a reader looks for.
func (r *comparisonReport) tendency(change string) style {
	switch {
	case strings.HasPrefix(change, "▲"), change == isNew:
		return warm
	case strings.HasPrefix(change, "▼"), change == isGone:
		return good
	}
	return dim
}

// What stands in the place of a change where only one run has something; numbers.Change
// says the first one itself.
const (
	isNew  = "new"
	isGone = "gone"
)

// change is numbers.Change, but says what is gone.
func change(of *difference, pair comparison.Pair, metric profiles.Metric) string {
	if of.state == comparison.Removed {
		return isGone
	}
	return numbers.Change(pair.By(metric))
}

// figure writes an amount of a metric in a table, whose heading has the unit.
func figure(metric profiles.Metric, amount uint64) string {
	if metric.Unit() == "nanoseconds" {
		return numbers.Duration(amount)
	}
	return numbers.Grouped(amount)
}

// signed writes a difference: "+12", "-1.2 ms", and nothing for none.
func signed(of comparison.Pair, metric profiles.Metric) string {
	by, more := of.Difference(metric)
	switch {
	case by == 0:
		return ""
	case more:
		return "+" + figure(metric, by)
	}
	return "-" + figure(metric, by)
}

// writeMethods writes the methods that differ most: own code without its callees, and what
// it calls elsewhere with all that happens there.
func (r *comparisonReport) writeMethods() {
	methods := make([]difference, len(r.comparison.Methods))
	for i := range r.nodes {
		addPair(&methods[r.tree.Nodes[i].Method].self, r.nodes[i].self)
	}
	var rows []int
	others := 0
	for i := range methods {
		methods[i].state = r.comparison.Methods[i].State()
		if by, _ := methods[i].self.Difference(r.metric); by > 0 {
			rows = append(rows, i)
		} else if r.comparison.Differs(methods[i].self) {
			others++
		}
	}
	if len(rows) == 0 {
		r.writeNone("method", others)
		return
	}
	slices.SortStableFunc(rows, func(a, b int) int { return byDifference(methods[a].self, methods[b].self, r.metric) })
	itself := "of the method itself"
	if !r.options.All {
		itself += " and the library below"
	}
	r.heading("Methods that differ", r.analysisUnit()+" "+itself)
	left := len(rows) - r.rows(maxDifferences)
	rows = rows[:min(len(rows), r.rows(maxDifferences))]
	table := [][]string{{"base", "head", "difference", "change"}}
	for _, i := range rows {
		figures := r.figures(methods[i].self, r.metric)
		figures[3] = change(&methods[i], methods[i].self, r.metric)
		table = append(table, figures)
	}
	widths := make([]int, 4)
	for _, row := range table {
		for i, text := range row {
			widths[i] = max(widths[i], cells(text))
		}
	}
	for at, row := range table {
		line := ""
		for i := range 3 {
			line += "  " + padLeft(row[i], widths[i])
		}
		tail := "  " + padRight(row[3], widths[3])
		if at == 0 {
			r.line(r.paint(dim, line+tail+"  method"))
			continue
		}
		i := rows[at-1]
		room := r.width - cells(line) - cells(tail) - 2
		where := r.place(i, r.profile.Methods[i].Line)
		name := shortName(r.names[i], max(room-2-min(cells(where), maxPlaceCells), room/2))
		where = fitMiddle(where, min(room-2-cells(name), maxPlaceCells))
		style := plain
		if !r.isOwn(i) {
			style = dim
		}
		r.line(line, r.paint(r.tendency(row[3]), tail), "  ", r.paint(style, name), "  ", r.paint(dim, where))
	}
	r.writeRest("method", left, others)
}

// analysisUnit is the unit of the table's numbers.
func (r *comparisonReport) analysisUnit() string { return analysis.Unit(r.metric) }

// byDifference orders the larger difference first.
func byDifference(a, b comparison.Pair, metric profiles.Metric) int {
	x, _ := a.Difference(metric)
	y, _ := b.Difference(metric)
	return cmp.Compare(y, x)
}

// writeNone stands in the place of a table in which nothing is.
func (r *comparisonReport) writeNone(what string, others int) {
	r.line()
	text := "No " + what + " differs by " + r.analysisUnit()
	if !r.options.All {
		text += " with the library below it; --all tells what is in there"
	}
	r.line(r.paint(dim, fitEnd(text, r.width)))
	r.writeRest(what, 0, others)
}

// writeRest says what a table does not show: rows that are left, and what differs by other
// metrics only.
func (r *comparisonReport) writeRest(what string, left, others int) {
	if left > 0 {
		r.line(r.paint(dim, fmt.Sprintf("  %s more; show them with --top %d", numbers.Count(uint64(left), what), left+r.rows(maxDifferences))))
	}
	if others > 0 {
		verb := "differs"
		if others > 1 {
			verb = "differ"
		}
		r.line(r.paint(dim, fitEnd(fmt.Sprintf("  %s %s otherwise only; see --metric, and --format json", numbers.Count(uint64(others), what), verb), r.width)))
	}
}

// writeContexts writes the contexts that differ most, as one call tree that holds their
// paths. Of what is new or gone as a whole, it shows the call that leads there.
func (r *comparisonReport) writeContexts() {
	var rows []int
	others := 0
	amounts := make([]comparison.Pair, len(r.nodes)) // that the rows are ordered by
	for i := range r.nodes {
		node := &r.nodes[i]
		parent := r.tree.Nodes[i].Parent
		if node.state != comparison.InBoth && parent >= 0 && r.nodes[parent].state == node.state {
			continue
		}
		amounts[i] = node.self
		if node.state != comparison.InBoth {
			amounts[i] = node.inclusive
		}
		if by, _ := amounts[i].Difference(r.metric); by > 0 {
			rows = append(rows, i)
		} else if node.state != comparison.InBoth || r.comparison.Differs(node.self) {
			others++
		}
	}
	if len(rows) == 0 {
		r.writeNone("context", others)
		return
	}
	slices.SortStableFunc(rows, func(a, b int) int { return byDifference(amounts[a], amounts[b], r.metric) })
	left := len(rows) - r.rows(maxDifferences)
	rows = rows[:min(len(rows), r.rows(maxDifferences))]
	r.heading("Contexts that differ", r.analysisUnit()+r.foldedSelf())
	view := &contextView{report: r.report, tree: r.tree.Nodes, hot: map[int]bool{}, children: map[int][]int{}}
	for _, node := range rows {
		view.hot[node] = true
	}
	for _, node := range rows {
		view.addPath(node)
	}
	for _, children := range view.children {
		slices.SortFunc(children, func(a, b int) int {
			return cmp.Or(byDifference(r.nodes[a].inclusive, r.nodes[b].inclusive, r.metric), cmp.Compare(a, b))
		})
	}
	columns := func(n int) [4]string {
		node := &r.nodes[n]
		return [4]string{signed(node.self, r.metric), signed(node.inclusive, r.metric), change(node, node.inclusive, r.metric), callsText(node.calls)}
	}
	widths := [4]int{len("self"), len("total"), len("change"), len("calls")}
	for n := range view.shown() {
		for i, text := range columns(n) {
			widths[i] = max(widths[i], cells(text))
		}
	}
	write := func(texts [4]string, style style, path string) {
		line := "  " + padLeft(texts[0], widths[0]) + "  " + padLeft(texts[1], widths[1]) + "  "
		r.line(r.paint(style, line), r.paint(r.tendency(texts[2]), padRight(texts[2], widths[2])), "  ",
			r.paint(dim, padLeft(texts[3], widths[3])), "  ", path)
	}
	view.before = widths[0] + widths[1] + widths[2] + widths[3] + 10
	view.row = func(n int, lead string) {
		write(columns(n), plain, view.callPath(n, lead, stateSign(r.nodes[n].state)))
	}
	write([4]string{"self", "total", "change", "calls"}, dim, r.paint(dim, "call path"))
	for _, root := range view.children[-1] {
		view.write(root, "", "")
	}
	r.writeRest("context", left, others)
}

// callsText writes how often something was called: "12", "12 → 24".
func callsText(calls comparison.Pair) string {
	base, head := calls.By(profiles.MetricCalls)
	if base == head || base == 0 || head == 0 {
		return numbers.Grouped(max(base, head))
	}
	return numbers.Grouped(base) + " → " + numbers.Grouped(head)
}

// stateSign is the sign in front of a context that only one run has.
func stateSign(state comparison.State) string {
	switch state {
	case comparison.Added:
		return "+ "
	case comparison.Removed:
		return "- "
	}
	return ""
}
