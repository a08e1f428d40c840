package export

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"hotlens/profiles"
)

// callgrind writes Callgrind's format, version 1 (Valgrind's manual, "Callgrind Format
// Specification"), with an event for each metric, the chosen one first. A function's own
// cost stands at the first line of its body, and the cost of its calls at their lines.
//
// The inclusive cost of a function is what its callers' calls of it cost: so
// callgrind_annotate adds it up. Calls from within the callee itself, directly or by
// others, so cost nothing there, but count as calls. Threads are functions that call their
// entries.
func callgrind(w io.Writer, p *profiles.Profile, o Options) error {
	g := callGraph{frames: framesOf(p, o, false), metrics: metricsFirst(p, o.Metric)}
	g.sum(p)
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "# callgrind format\nversion: 1\ncreator: hotlens\n")
	command := append([]string{p.Target.Main}, p.Target.Arguments...)
	fmt.Fprintf(out, "cmd: %s\npositions: line\n", oneLine(strings.Join(command, " ")))
	for _, m := range g.metrics {
		fmt.Fprintf(out, "event: %s : %s\n", m, callgrindTitle(m))
	}
	fmt.Fprint(out, "events:")
	for _, m := range g.metrics {
		fmt.Fprintf(out, " %s", m)
	}
	fmt.Fprint(out, "\nsummary:", g.total.text(), "\n")
	g.write(out)
	return out.Flush()
}

// callgrindTitle describes a metric.
func callgrindTitle(m profiles.Metric) string {
	title := strings.ToUpper(string(m)[:1]) + string(m)[1:]
	if unit := m.Unit(); unit == "nanoseconds" {
		title += " in " + unit
	}
	return title
}

// amounts are those of all metrics.
type amounts []uint64

func (a amounts) text() string {
	var line strings.Builder
	for _, amount := range a {
		fmt.Fprintf(&line, " %d", amount)
	}
	return line.String()
}

// callGraph is the call graph of a profile's frames.
type callGraph struct {
	*frames
	metrics []profiles.Metric
	total   amounts
	self    []amounts // by frame; nil for frames without contexts
	calls   []call    // as they were found
}

// call is all calls from one line of a frame to another frame.
type call struct {
	caller, line, callee int32
	count                uint64
	inclusive            amounts
}

// sum adds up the contexts.
func (g *callGraph) sum(p *profiles.Profile) {
	contexts, inclusive := g.inclusive(p)
	callers := g.callers(p)
	active := make([]int, len(g.list)) // by frame: its activations around the context that is visited
	known := map[[3]int32]int32{}      // calls by caller, line and callee
	contexts.walk(func(i int32) bool {
		c := &p.Contexts[i]
		frame := g.ofMethod[c.Method]
		at := &g.calls[g.call(known, callers[i], max(c.Line, 0), frame)]
		at.count += c.Calls
		if g.self[frame] == nil {
			g.self[frame] = make(amounts, len(g.metrics))
		}
		for m, metric := range g.metrics {
			g.self[frame][m] += metric.Of(p, c)
			if active[frame] == 0 {
				at.inclusive[m] += inclusive[m][i]
			}
		}
		active[frame]++
		return true
	}, func(i int32) { active[g.ofMethod[p.Contexts[i].Method]]-- })
}

// inclusive returns the contexts' shape and, by metric, their inclusive amounts. It sets
// the totals.
func (g *callGraph) inclusive(p *profiles.Profile) (contexts forest, sums [][]uint64) {
	parents := make([]int32, len(p.Contexts))
	for i := range p.Contexts {
		parents[i] = p.Contexts[i].Parent
	}
	contexts = newForest(parents)
	g.total = make(amounts, len(g.metrics))
	for m, metric := range g.metrics {
		self := make([]uint64, len(parents))
		for i := range p.Contexts {
			self[i] = metric.Of(p, &p.Contexts[i])
			g.total[m] += self[i]
		}
		sums = append(sums, contexts.inclusive(self))
	}
	return contexts, sums
}

// callers returns, by context, the frame that has called it. For a root that is its
// thread's, which becomes one of the frames.
func (g *callGraph) callers(p *profiles.Profile) []int32 {
	names := make(map[int]string, len(p.Threads)) // by root context
	for i := range p.Threads {
		names[p.Threads[i].Root] = p.Threads[i].Name
	}
	callers := make([]int32, len(p.Contexts))
	g.self = make([]amounts, len(g.list))
	threads := map[string]int32{}
	for i := range p.Contexts {
		if parent := p.Contexts[i].Parent; parent >= 0 {
			callers[i] = g.ofMethod[p.Contexts[parent].Method]
			continue
		}
		thread, known := threads[names[i]]
		if !known {
			thread = int32(len(g.list))
			threads[names[i]] = thread
			g.list = append(g.list, frame{name: "[" + oneLine(names[i]) + "]"})
			g.self = append(g.self, make(amounts, len(g.metrics)))
		}
		callers[i] = thread
	}
	return callers
}

// call returns the index of a call, which is new if it was not known.
func (g *callGraph) call(known map[[3]int32]int32, caller, line, callee int32) int32 {
	key := [3]int32{caller, line, callee}
	at, found := known[key]
	if !found {
		at = int32(len(g.calls))
		known[key] = at
		g.calls = append(g.calls, call{caller, line, callee, 0, make(amounts, len(g.metrics))})
	}
	return at
}

// write writes the functions with their calls.
func (g *callGraph) write(out io.Writer) {
	slices.SortFunc(g.calls, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.caller, b.caller), cmp.Compare(a.line, b.line), cmp.Compare(a.callee, b.callee))
	})
	files, functions := compressed{}, compressed{}
	calls := g.calls
	for i := range g.list {
		if g.self[i] == nil {
			continue
		}
		f := &g.list[i]
		fmt.Fprintf(out, "\nfl=%s\nfn=%s\n%d%s\n", files.name(f.file()), functions.name(f.key()), f.line, g.self[i].text())
		for ; len(calls) > 0 && calls[0].caller == int32(i); calls = calls[1:] {
			c, callee := &calls[0], &g.list[calls[0].callee]
			fmt.Fprintf(out, "cfi=%s\ncfn=%s\n", files.name(callee.file()), functions.name(callee.key()))
			// Where the count is 0 readers would take the costs for the caller's own.
			fmt.Fprintf(out, "calls=%d %d\n%d%s\n", max(c.count, 1), callee.line, c.line, c.inclusive.text())
		}
	}
}

// file is the file of a frame, of which there is always one, and its key, which is also
// its text.
func (f *frame) file() [2]string {
	if f.path == "" {
		return [2]string{"???", "???"} // Callgrind's own word for it
	}
	return [2]string{f.path, f.path}
}

// key is what tells a frame from others, and its text.
func (f *frame) key() [2]string { return [2]string{f.name + "\n" + f.path, f.name} }

// compressed are the numbers of names that were written already, by their keys.
type compressed map[[2]string]int

// name is a name in the format's "name compression": with a number the first time, and
// the number alone from then on.
func (c compressed) name(key [2]string) string {
	if number, known := c[key]; known {
		return fmt.Sprintf("(%d)", number)
	}
	c[key] = len(c) + 1
	return fmt.Sprintf("(%d) %s", c[key], key[1])
}
