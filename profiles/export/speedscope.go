package export

import (
	"io"

	"hotlens/profiles"
)

// speedscopeSchema is the address of the format's schema, which files name.
const speedscopeSchema = "https://www.speedscope.app/file-format-schema.json"

// speedscope writes speedscope's own format (its file-format-spec.ts): an evented profile
// for each thread, whose time axis is the chosen metric. What a context took by itself
// stands before its calls, and contexts with nothing of the metric are left out: the
// order is that in which contexts began, not one of time.
func speedscope(w io.Writer, p *profiles.Profile, o Options) error {
	t := newTree(p, framesOf(p, o, false), []profiles.Metric{o.Metric}, treeOptions{})
	out := newJSONWriter(w)
	out.raw(`{"$schema":`).value(speedscopeSchema)
	out.raw(`,"exporter":"hotlens","name":`).value(p.Target.Main + ": " + string(o.Metric))
	out.raw(",\n\"shared\":{\"frames\":[")
	for i := range t.list {
		f := &t.list[i]
		out.separate(i).value(struct {
			Name string `json:"name"`
			File string `json:"file,omitempty"`
			Line int    `json:"line,omitempty"`
		}{f.name, f.path, f.line})
	}
	out.raw("\n]},\n\"profiles\":[")
	total := t.inclusive(t.self[0])
	started := 0
	for i := range t.parent {
		// The first thread is there in any case, as one profile has to be.
		if root := int32(i); t.isThread(root) && (total[root] > 0 || started == 0) {
			out.separate(started)
			started++
			t.speedscopeThread(out, root, total)
		}
	}
	out.raw("\n]}\n")
	return out.flush()
}

// speedscopeThread writes the profile of a thread; total are the inclusive amounts.
func (t *tree) speedscopeThread(out *jsonWriter, root int32, total []uint64) {
	out.raw(`{"type":"evented","name":`).value(t.threads[t.at[root]])
	out.raw(`,"unit":`).value(speedscopeUnit(t.metrics[0]))
	out.raw(`,"startValue":0,"endValue":`).number(total[root])
	out.raw(`,"events":[`)
	events, now := 0, uint64(0)
	event := func(kind string, node int32) {
		out.separate(events).raw(`{"type":"`).raw(kind).raw(`","frame":`).number(uint64(t.places[t.at[node]].frame))
		out.raw(`,"at":`).number(now).raw("}")
		events++
	}
	t.walkFrom(root, func(node int32) bool {
		if node != root && total[node] == 0 {
			return false
		}
		if node != root {
			event("O", node)
		}
		now += t.self[0][node]
		return true
	}, func(node int32) {
		if node != root {
			event("C", node)
		}
	})
	out.raw("]}")
}

// speedscopeUnit is the name of a metric's unit in the format.
func speedscopeUnit(m profiles.Metric) string {
	if unit := m.Unit(); unit != "count" {
		return unit
	}
	return "none"
}
