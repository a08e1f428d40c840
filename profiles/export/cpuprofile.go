package export

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"hotlens/profiles"
)

// maxV8Nodes bounds the nodes of a cpuprofile: at some 270 bytes for each they are less than 15 MB. VS Code's viewer reads the whole file as
// text through its server before it shows anything, and takes as much longer as it is larger.
const maxV8Nodes = 50_000

// cpuprofile writes what V8 writes (Chrome DevTools Protocol, domain Profiler, type
// Profile): the tree of frames below a root and a frame for each thread, and one sample
// for each of them, which lasts as long as its frame has of the chosen metric. The
// format knows microseconds only: nanoseconds are fractions of them, and one call,
// bytecode, object or byte is one microsecond. hitCount is the amount itself, as
// Chrome's tables weigh frames by it; positionTicks have it at the method's first line.
// The total of a recursive method, as VS Code's table has it, counts inner activations
// again; that is how it adds up. Where there are too many nodes, those with the smallest shares are folded.
func cpuprofile(w io.Writer, p *profiles.Profile, o Options) error {
	t := newTree(p, framesOf(p, o, false), []profiles.Metric{o.Metric}, treeOptions{})
	t.limitNodes(maxV8Nodes)
	out := newJSONWriter(w)
	out.raw(`{"nodes":[`)
	out.separate(0).raw(`{"id":`).number(v8Root).raw(`,"callFrame":`).value(v8Frame{"(root)", "0", "", -1, -1}).raw(`,"hitCount":0,"children":[`)
	threads := 0
	for i := range t.parent {
		if t.isThread(int32(i)) {
			out.listed(threads, v8ID(int32(i)))
			threads++
		}
	}
	out.raw("]}")
	for i := range t.parent {
		t.v8Node(out, int32(i))
	}
	out.raw("\n],\n\"startTime\":0,\"endTime\":")
	var total uint64
	for _, amount := range t.self[0] {
		total += amount
	}
	out.raw(v8Time(o.Metric, total)).raw(",\n\"samples\":[")
	var samples []int32
	t.walk(func(node int32) bool {
		if t.self[0][node] > 0 {
			out.listed(len(samples), v8ID(node))
			samples = append(samples, node)
		}
		return true
	}, func(int32) {})
	// A difference is the time before its sample. One more sample ends the last one, as
	// not all readers take that to last until the end.
	out.listed(len(samples), v8Root)
	out.raw("],\n\"timeDeltas\":[").raw(v8Time(o.Metric, 0))
	for _, node := range samples {
		out.raw(",").raw(v8Time(o.Metric, t.self[0][node]))
	}
	out.raw("]}\n")
	return out.flush()
}

// v8Frame is the protocol's Runtime.CallFrame; line and column count from 0.
type v8Frame struct {
	FunctionName string `json:"functionName"`
	ScriptID     string `json:"scriptId"`
	URL          string `json:"url"`
	LineNumber   int    `json:"lineNumber"`
	ColumnNumber int    `json:"columnNumber"`
}

// v8Node writes a node of the tree.
func (t *tree) v8Node(out *jsonWriter, node int32) {
	out.separate(1).raw(`{"id":`).number(v8ID(node)).raw(`,"callFrame":`)
	line := 0
	if t.isThread(node) {
		out.value(v8Frame{"[" + t.threads[t.at[node]] + "]", "0", "", -1, -1})
	} else {
		f := t.frame(node)
		line = f.line
		out.value(v8Frame{f.name, "0", v8URL(f), f.line - 1, 0})
	}
	amount := t.self[0][node]
	out.raw(`,"hitCount":`).number(amount)
	if t.first[node] >= 0 {
		out.raw(`,"children":[`)
		for i, c := 0, t.first[node]; c >= 0; i, c = i+1, t.next[c] {
			out.listed(i, v8ID(c))
		}
		out.raw("]")
	}
	if line > 0 && amount > 0 {
		out.raw(`,"positionTicks":[{"line":`).number(uint64(line)).raw(`,"ticks":`).number(amount).raw("}]")
	}
	out.raw("}")
}

// v8Root is the number of the root.
const v8Root = 1

// v8ID numbers the nodes behind the root.
func v8ID(node int32) uint64 { return uint64(node) + v8Root + 1 }

// v8URL is the address of a frame's source.
func v8URL(f *frame) string {
	if f.source == "" {
		return f.path
	}
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(f.source, "/")}).String()
}

// v8Time writes an amount in microseconds.
func v8Time(m profiles.Metric, amount uint64) string {
	if m.Unit() != "nanoseconds" {
		return fmt.Sprint(amount)
	}
	return fmt.Sprintf("%d.%03d", amount/1000, amount%1000)
}
