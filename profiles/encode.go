package profiles

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// encodeBufferBytes is the size of the one buffer between Encode and its
// writer. Rows are at most a few hundred bytes, so 64 KiB makes system calls
// rare whatever the number of contexts.
const encodeBufferBytes = 64 << 10

// Encode writes p in the JSON format "hotlens.profile/1". Equal profiles give
// equal bytes: keys stand in the order of the format's description, every row
// of an array has a line of its own, and metrics that were not measured are
// left out. Inlining is left out when it is nil, and [] when the inliner ran
// and decided nothing.
//
// Encode streams: it holds one row at a time. It returns the error of
// p.Validate before it writes anything, or else the first error of w.
func Encode(w io.Writer, p *Profile) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("encoding a profile: %w", err)
	}
	e := encoder{out: bufio.NewWriterSize(w, encodeBufferBytes)}
	e.out.WriteByte('{')
	e.member("schema", func(r *row) { r.bytes = appendString(r.bytes, p.Schema) })
	e.member("target", p.Target.encode)
	e.member("clock", func(r *row) { r.bytes = appendString(r.bytes, p.Clock) })
	if p.Date != "" {
		e.member("date", func(r *row) { r.bytes = appendString(r.bytes, p.Date) })
	}
	e.member("tier", func(r *row) { r.bytes = appendString(r.bytes, p.Tier) })
	if p.Profilers != nil {
		e.member("profilers", func(r *row) { r.list(p.Profilers) })
	}
	if p.CostModel != "" {
		e.member("costModel", func(r *row) { r.bytes = appendString(r.bytes, p.CostModel) })
	}
	e.member("complete", func(r *row) { r.bytes = strconv.AppendBool(r.bytes, p.Complete) })
	encodeRows(&e, "limits", p.Limits, (*Limit).encode)
	e.member("totals", func(r *row) { p.Totals.encode(r, p.Counted(), p.Counted() || p.Timed() || p.Sampled()) })
	encodeRows(&e, "methods", p.Methods, (*Method).encode)
	encodeRows(&e, "threads", p.Threads, (*Thread).encode)
	encodeRows(&e, "contexts", p.Contexts, func(c *Context, r *row) { c.encode(r, p.Also(c), p.Counted(), !p.Sampled()) })
	if p.Types != nil {
		encodeRows(&e, "types", p.Types, (*TypeCount).encode)
	}
	if p.Concatenations != nil {
		encodeRows(&e, "concatenations", p.Concatenations, (*Concatenation).encode)
	}
	if p.Values != nil {
		encodeRows(&e, "values", p.Values, (*CallValues).encode)
	}
	if p.Coverage != nil {
		encodeRows(&e, "coverage", p.Coverage, (*ClassCoverage).encode)
	}
	if p.TestCoverage != nil {
		encodeRows(&e, "testCoverage", p.TestCoverage, (*TestCoverage).encode)
	}
	encodeRows(&e, "edges", p.Edges, func(d *Edge, r *row) { d.encode(r, p.Counted()) })
	if p.Inlining != nil {
		encodeRows(&e, "inlining", p.Inlining, (*Inlining).encode)
	}
	if p.Unseen != nil {
		encodeRows(&e, "unseen", p.Unseen, (*Unseen).encode)
	}
	if p.HotSpot != nil {
		encodeRows(&e, "hotspot", p.HotSpot, (*HotSpot).encode)
	}
	if p.Accuracy != nil {
		e.member("accuracy", p.Accuracy.encode)
	}
	if p.CallGraphs != nil {
		e.member("callGraphs", p.CallGraphs.encode)
	}
	if p.Sampling != nil {
		e.member("sampling", p.Sampling.encode)
	}
	if p.Tests != nil {
		encodeRows(&e, "tests", p.Tests, (*Test).encode)
	}
	if p.Harness != nil {
		e.member("harness", p.Harness.encode)
	}
	e.out.WriteString("\n}\n")
	if err := e.out.Flush(); err != nil {
		return fmt.Errorf("writing a profile: %w", err)
	}
	return nil
}

func (t *Target) encode(r *row) {
	r.open()
	r.text("main", t.Main)
	r.texts("arguments", t.Arguments)
	r.text("jdk", t.JDK)
	r.texts("classPath", t.ClassPath)
	r.close()
}

func (l *Limit) encode(r *row) {
	r.open()
	r.text("kind", l.Kind)
	r.text("message", l.Message)
	r.close()
}

func (t *Totals) encode(r *row, counted, contexts bool) {
	r.open()
	if counted {
		r.count("calls", t.Calls)
		r.count("bytecodes", t.Bytecodes)
		r.count("allocations", t.Allocations)
		r.count("allocatedBytes", t.AllocatedBytes)
	}
	if contexts {
		r.number("contexts", t.Contexts)
		r.count("folded", t.Folded)
	}
	r.metric("cost", t.Cost)
	r.metric("waitNanos", t.WaitNanos)
	r.metric("wallNanos", t.WallNanos)
	r.metric("instrumented", t.Instrumented)
	r.close()
}

func (m *Method) encode(r *row) {
	r.open()
	r.number("id", m.ID)
	r.text("class", m.Class)
	r.text("name", m.Name)
	r.text("descriptor", m.Descriptor)
	r.text("file", m.File)
	r.number("line", m.Line)
	r.boolean("native", m.Native)
	r.text("origin", string(m.Origin))
	r.close()
}

func (t *Thread) encode(r *row) {
	r.open()
	r.number("id", t.ID)
	r.text("name", t.Name)
	r.number("root", t.Root)
	r.close()
}

func (c *Context) encode(r *row, also *Besides, counted, called bool) {
	r.open()
	r.number("id", int(c.ID))
	r.number("parent", int(c.Parent))
	r.number("method", int(c.Method))
	r.number("bci", int(c.BCI))
	r.number("line", int(c.Line))
	if called {
		r.count("calls", c.Calls)
	}
	if counted {
		r.count("bytecodes", c.Bytecodes)
		r.count("allocations", c.Allocations)
		r.count("allocatedBytes", c.AllocatedBytes)
	}
	r.amount("cost", c.Cost)
	r.amount("waitNanos", also.WaitNanos)
	r.amount("samples", also.Samples)
	r.amount("compiling", also.Compiling)
	r.amount("selfNanos", also.SelfNanos)
	r.amount("totalNanos", also.TotalNanos)
	r.amount("cycles", also.Cycles)
	r.close()
}

func (t *TypeCount) encode(r *row) {
	r.open()
	r.number("context", t.Context)
	r.text("class", t.Class)
	r.count("objects", t.Objects)
	r.count("bytes", t.Bytes)
	r.close()
}

func (c *Concatenation) encode(r *row) {
	r.open()
	r.number("caller", c.Caller)
	r.number("bci", c.BCI)
	r.number("line", c.Line)
	r.number("operands", c.Operands)
	r.count("strings", c.Strings)
	r.count("bytes", c.Bytes)
	r.amount("cost", c.Cost)
	r.close()
}

func (d *Edge) encode(r *row, counted bool) {
	r.open()
	r.number("caller", d.Caller)
	r.number("bci", d.BCI)
	r.number("line", d.Line)
	r.number("callee", d.Callee)
	r.text("kind", string(d.Kind))
	if counted || d.Calls > 0 {
		r.count("calls", d.Calls)
	}
	r.metric("samples", d.Samples)
	r.number("firstSeen", d.FirstSeen)
	if d.Possible != nil {
		r.number("possible", *d.Possible)
	}
	if d.Instantiated != nil {
		r.number("instantiated", *d.Instantiated)
	}
	r.close()
}

func (u *Unseen) encode(r *row) {
	r.open()
	r.number("caller", u.Caller)
	r.number("bci", u.BCI)
	r.text("class", u.Class)
	r.text("name", u.Name)
	r.text("descriptor", u.Descriptor)
	r.boolean("instantiated", u.Instantiated)
	r.close()
}

func (i *Inlining) encode(r *row) {
	r.open()
	r.number("caller", i.Caller)
	r.number("bci", i.BCI)
	r.number("line", i.Line)
	r.number("callee", i.Callee)
	r.text("decision", string(i.Decision))
	r.text("reason", i.Reason)
	r.float("weight", i.Weight)
	r.number("size", i.Size)
	r.close()
}

func (h *HotSpot) encode(r *row) {
	r.open()
	r.number("caller", h.Caller)
	r.number("bci", h.BCI)
	r.number("line", h.Line)
	r.text("callee", h.Callee)
	r.boolean("inlined", h.Inlined)
	r.text("reason", h.Reason)
	r.number("tier", h.Tier)
	r.close()
}

func (v *CallValues) encode(r *row) {
	r.open()
	r.number("caller", v.Caller)
	r.number("bci", v.BCI)
	r.number("line", v.Line)
	r.text("class", v.Class)
	r.text("name", v.Name)
	r.text("descriptor", v.Descriptor)
	r.count("calls", v.Calls)
	r.key("arguments")
	r.objects(len(v.Arguments), func(i int) { v.Arguments[i].encode(r) })
	r.close()
}

func (v *ArgumentValues) encode(r *row) {
	r.open()
	r.text("type", v.Type)
	if v.Receiver {
		r.boolean("receiver", true)
	}
	if v.Nulls > 0 {
		r.count("nulls", v.Nulls)
	}
	v.Values.encode(r, "values")
	if len(v.Magnitudes) > 0 {
		r.key("magnitudes")
		r.objects(len(v.Magnitudes), func(i int) {
			m := &v.Magnitudes[i]
			r.open()
			r.text("sign", string(m.Sign))
			if m.Sign == SignNegative || m.Sign == SignPositive {
				r.number("exponent", m.Exponent)
			}
			r.count("calls", m.Calls)
			r.close()
		})
	}
	v.Types.encode(r, "types")
	v.Sizes.encode(r, "sizes")
	r.close()
}

func (d *Distribution) encode(r *row, key string) {
	if d == nil {
		return
	}
	r.key(key)
	r.open()
	r.key("counts")
	r.objects(len(d.Counts), func(i int) {
		c := &d.Counts[i]
		r.open()
		r.text("value", c.Value)
		if c.Type != "" {
			r.text("type", c.Type)
		}
		r.count("calls", c.Calls)
		r.close()
	})
	if d.Others > 0 {
		r.count("others", d.Others)
	}
	if d.Min != "" {
		r.text("min", d.Min)
		r.text("max", d.Max)
	}
	r.close()
}

func (a *Accuracy) encode(r *row) {
	r.open()
	if a.Overlap != nil {
		r.float("overlap", *a.Overlap)
	}
	r.count("samples", a.Samples)
	if a.Taken != 0 {
		r.count("taken", a.Taken)
	}
	r.number("stride", a.Stride)
	r.number("samplesPerTick", a.SamplesPerTick)
	if a.TickNanos != 0 {
		r.count("tickNanos", a.TickNanos)
	}
	if a.Schedule != "" {
		r.text("schedule", a.Schedule)
	}
	if a.Start != "" {
		r.text("start", a.Start)
	}
	if a.Contexts {
		r.boolean("contexts", true)
	}
	r.close()
}

func (g *CallGraphs) encode(r *row) {
	r.open()
	for _, graph := range []struct {
		key  string
		size CallGraph
	}{{"executed", g.Executed}, {"cha", g.CHA}, {"rta", g.RTA}} {
		r.key(graph.key)
		r.open()
		r.number("methods", graph.size.Methods)
		r.number("edges", graph.size.Edges)
		r.number("sites", graph.size.Sites)
		r.number("polymorphic", graph.size.Polymorphic)
		r.close()
	}
	r.number("unforeseen", g.Unforeseen)
	r.close()
}

func (t *Test) encode(r *row) {
	r.open()
	r.text("class", t.Class)
	for _, text := range []struct{ key, value string }{{"method", t.Method}, {"declared", t.Declared}, {"display", t.Display}, {"status", string(t.Status)}, {"reason", t.Reason}} {
		if text.value != "" {
			r.text(text.key, text.value)
		}
	}
	if t.Expected != nil {
		r.text("expected", *t.Expected)
	}
	if t.Actual != nil {
		r.text("actual", *t.Actual)
	}
	if t.Nanos > 0 {
		r.count("nanos", t.Nanos)
	}
	if t.Root != nil {
		r.number("root", *t.Root)
	}
	if t.Failure != nil {
		r.key("failure")
		t.Failure.encode(r)
	}
	r.close()
}

func (e *Exception) encode(r *row) {
	r.open()
	if e.Thread != "" {
		r.text("thread", e.Thread)
	}
	r.text("class", e.Class)
	if e.Message != "" {
		r.text("message", e.Message)
	}
	r.key("frames")
	r.objects(len(e.Frames), func(i int) {
		f := &e.Frames[i]
		r.open()
		r.text("class", f.Class)
		r.text("method", f.Method)
		if f.File != "" {
			r.text("file", f.File)
		}
		r.number("line", f.Line)
		r.close()
	})
	if e.Cause != nil {
		r.key("cause")
		e.Cause.encode(r)
	}
	if e.Explanation != "" {
		r.text("explanation", e.Explanation)
	}
	r.close()
}

func (h *Harness) encode(r *row) {
	r.open()
	r.count("bytecodes", h.Bytecodes)
	r.count("allocations", h.Allocations)
	r.count("allocatedBytes", h.AllocatedBytes)
	r.close()
}

func (s *Sampling) encode(r *row) {
	r.open()
	r.count("samples", s.Samples)
	r.count("intervalNanos", s.IntervalNanos)
	r.count("java", s.Java)
	r.count("native", s.Native)
	r.count("vm", s.VM)
	r.count("collecting", s.Collecting)
	r.count("compiling", s.Compiling)
	r.count("waiting", s.Waiting)
	r.close()
}

// encoder writes the members of the outermost object. Its writer keeps the
// first error for the final Flush, as bufio.Writer documents.
type encoder struct {
	out     *bufio.Writer
	row     row
	members int
}

// member writes one member whose value fits on the key's line.
func (e *encoder) member(key string, value func(*row)) {
	e.key(key)
	e.row.bytes = e.row.bytes[:0]
	value(&e.row)
	e.out.Write(e.row.bytes)
}

func (e *encoder) key(key string) {
	if e.members > 0 {
		e.out.WriteByte(',')
	}
	e.members++
	e.out.WriteString("\n \"")
	e.out.WriteString(key)
	e.out.WriteString("\": ")
}

// encodeRows writes one member whose value is an array, a row to the line.
func encodeRows[T any](e *encoder, key string, values []T, encode func(*T, *row)) {
	e.key(key)
	e.out.WriteByte('[')
	for i := range values {
		if i > 0 {
			e.out.WriteByte(',')
		}
		e.out.WriteString("\n  ")
		e.row.bytes = e.row.bytes[:0]
		encode(&values[i], &e.row)
		e.out.Write(e.row.bytes)
	}
	if len(values) > 0 {
		e.out.WriteString("\n ")
	}
	e.out.WriteByte(']')
}

// row builds one compact JSON object in a buffer that is used again for the
// next one.
type row struct{ bytes []byte }

func (r *row) open() { r.bytes = append(r.bytes, '{') }

func (r *row) close() { r.bytes = append(r.bytes, '}') }

// key writes a key. It looks at the byte before it to know whether it is the
// object's first.
func (r *row) key(key string) {
	if r.bytes[len(r.bytes)-1] != '{' {
		r.bytes = append(r.bytes, ',')
	}
	r.bytes = append(r.bytes, '"')
	r.bytes = append(r.bytes, key...)
	r.bytes = append(r.bytes, '"', ':')
}

func (r *row) text(key, value string) {
	r.key(key)
	r.bytes = appendString(r.bytes, value)
}

func (r *row) texts(key string, values []string) {
	r.key(key)
	r.list(values)
}

func (r *row) list(values []string) {
	r.bytes = append(r.bytes, '[')
	for i, value := range values {
		if i > 0 {
			r.bytes = append(r.bytes, ',')
		}
		r.bytes = appendString(r.bytes, value)
	}
	r.bytes = append(r.bytes, ']')
}

// objects writes an array of so many objects, of which encode writes one.
func (r *row) objects(n int, encode func(i int)) {
	r.bytes = append(r.bytes, '[')
	for i := range n {
		if i > 0 {
			r.bytes = append(r.bytes, ',')
		}
		encode(i)
	}
	r.bytes = append(r.bytes, ']')
}

func (r *row) number(key string, value int) {
	r.key(key)
	r.bytes = strconv.AppendInt(r.bytes, int64(value), 10)
}

func (r *row) numbers(key string, values []int) {
	r.key(key)
	r.bytes = append(r.bytes, '[')
	for i, value := range values {
		if i > 0 {
			r.bytes = append(r.bytes, ',')
		}
		r.bytes = strconv.AppendInt(r.bytes, int64(value), 10)
	}
	r.bytes = append(r.bytes, ']')
}

func (r *row) count(key string, value uint64) {
	r.key(key)
	r.bytes = strconv.AppendUint(r.bytes, value, 10)
}

// amount writes a number that is left out where it was not measured.
func (r *row) amount(key string, amount Amount) {
	if amount.Known() {
		r.count(key, amount.Value())
	}
}

// metric writes a count that is left out where it was not measured.
func (r *row) metric(key string, value *uint64) {
	if value != nil {
		r.count(key, *value)
	}
}

func (r *row) boolean(key string, value bool) {
	r.key(key)
	r.bytes = strconv.AppendBool(r.bytes, value)
}

func (r *row) float(key string, value float64) {
	r.key(key)
	r.bytes = strconv.AppendFloat(r.bytes, value, 'g', -1, 64)
}

// appendString appends value as a JSON string (RFC 8259, section 7). Unlike
// encoding/json it leaves "<init>" readable. Bytes that are not UTF-8 become
// U+FFFD.
func appendString(to []byte, value string) []byte {
	const hex = "0123456789abcdef"
	to = append(to, '"')
	for _, c := range value {
		switch {
		case c == '"' || c == '\\':
			to = append(to, '\\', byte(c))
		case c == '\n':
			to = append(to, '\\', 'n')
		case c == '\t':
			to = append(to, '\\', 't')
		case c == '\r':
			to = append(to, '\\', 'r')
		case c < ' ':
			to = append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		default:
			to = utf8.AppendRune(to, c)
		}
	}
	return append(to, '"')
}
