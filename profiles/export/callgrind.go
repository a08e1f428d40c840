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
// Readers add a function's own cost to those of its calls. So that the sum is the
// function's inclusive cost also if it recurs, the cost of a call is that of all that
// happens below it, but what the caller itself does there, and counts only for the
// outermost of the caller's activations. The number of calls counts all of them.
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
	parents := make([]int32, len(p.Contexts))
	for i := range p.Contexts {
		parents[i] = int32(max(p.Contexts[i].Parent, -1))
	}
	contexts := newForest(parents)
	inclusive := make([][]uint64, len(g.metrics))
	g.total = make(amounts, len(g.metrics))
	for m, metric := range g.metrics {
		self := make([]uint64, len(parents))
		for i := range p.Contexts {
			self[i] = metric.Of(&p.Contexts[i])
			g.total[m] += self[i]
		}
		inclusive[m] = contexts.inclusive(self)
	}
	g.self = make([]amounts, len(g.list))
	active := make([]int, len(g.list))      // activations of each frame that enclose the context
	through := make([]int32, len(g.list))   // of an active frame: the call that the outermost one is in
	outermost := make([]bool, len(parents)) // by context
	known := map[[3]int32]int32{}           // calls by caller, line and callee
	frameOf := func(context int32) int32 { return g.ofMethod[p.Contexts[context].Method] }
	contexts.walk(func(i int32) bool {
		c, frame := &p.Contexts[i], frameOf(i)
		if parent := parents[i]; parent >= 0 {
			at := g.call(known, frameOf(parent), int32(max(c.Line, 0)), frame)
			g.calls[at].count += c.Calls
			if outermost[parent] {
				through[frameOf(parent)] = at
				for m := range g.metrics {
					g.calls[at].inclusive[m] += inclusive[m][i]
				}
			}
		}
		if g.self[frame] == nil {
			g.self[frame] = make(amounts, len(g.metrics))
		}
		outermost[i] = active[frame] == 0
		for m, metric := range g.metrics {
			own := metric.Of(c)
			g.self[frame][m] += own
			if !outermost[i] {
				g.calls[through[frame]].inclusive[m] -= own
			}
		}
		active[frame]++
		return true
	}, func(i int32) { active[frameOf(i)]-- })
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
			fmt.Fprintf(out, "calls=%d %d\n%d%s\n", c.count, callee.line, c.line, c.inclusive.text())
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
