package export

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"hotlens/profiles"
)

// collapsed writes Brendan Gregg's folded stacks (FlameGraph's stackcollapse programs):
// a line for each stack, its frames from the thread's entry on, separated by
// semicolons, a space, and the amount of the chosen metric. The thread is the first
// frame, "[main]". Lines are in the order of their frames' names.
//
// With Options.Lines a frame is "name /path/of/Source.java:line", as perfanno.nvim reads
// them, and threads are not told apart. The line is that of the call, and at the end of a
// stack the first one of the method. Frames whose source was not found count as part of
// their callers; stacks of nothing else are one frame, "[no source]:0".
func collapsed(w io.Writer, p *profiles.Profile, o Options) error {
	how := treeOptions{lines: o.Lines, together: o.Lines}
	if o.Lines {
		how.omit = func(f *frame) bool { return f.source == "" }
	}
	t := newTree(p, framesOf(p, o, false), []profiles.Metric{o.Metric}, how)
	t.limitPlaces(maxChainPlaces)
	texts := make([]string, len(t.places))
	for i, at := range t.places {
		f := &t.list[at.frame]
		texts[i] = strings.ReplaceAll(f.name, ";", ":")
		if o.Lines && f.source != "" {
			texts[i] += fmt.Sprintf(" %s:%d", strings.ReplaceAll(f.source, ";", ":"), at.line)
		}
	}
	t.sortChildren(func(a, b int32) int {
		return cmp.Or(cmp.Compare(texts[t.at[a]], texts[t.at[b]]), cmp.Compare(a, b))
	})
	out := bufio.NewWriter(w)
	var line []byte
	var ends []int // of the frames in line
	t.walk(func(node int32) bool {
		switch ends = append(ends, len(line)); {
		case !t.isThread(node):
			if len(line) > 0 {
				line = append(line, ';')
			}
			line = append(line, texts[t.at[node]]...)
		case !o.Lines:
			line = append(line, "["+strings.ReplaceAll(oneLine(t.threads[t.at[node]]), ";", ":")+"]"...)
		}
		if amount := t.self[0][node]; amount != 0 {
			out.Write(line)
			if len(line) == 0 {
				out.WriteString("[no source]:0")
			}
			out.WriteByte(' ')
			out.WriteString(strconv.FormatUint(amount, 10))
			out.WriteByte('\n')
		}
		return true
	}, func(int32) {
		line, ends = line[:ends[len(ends)-1]], ends[:len(ends)-1]
	})
	return out.Flush()
}
