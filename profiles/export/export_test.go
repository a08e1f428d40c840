package export_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pb "github.com/google/pprof/profile"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/export"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// reporter is what the helpers need of a test, be it of package testing or rapid.
type reporter interface {
	Errorf(format string, values ...any)
	Fatalf(format string, values ...any)
	Fatal(values ...any)
}

// format returns a format by its name.
func format(t reporter, name string) export.Format {
	f, known := export.Named(name)
	if !known {
		t.Fatalf("there is no format %s", name)
	}
	return f
}

// written is a profile in a format.
func written(t reporter, name string, p *profiles.Profile, o export.Options) []byte {
	var out bytes.Buffer
	if err := export.Write(&out, format(t, name), p, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// geometry finds the sources of package geometry, but not the file Fib.java.
func geometry(class, file string) (path, text string, found bool) {
	if !strings.HasPrefix(class, "geometry/") || file == "" || file == "Fib.java" || strings.Contains(class, "$") {
		return "", "", false
	}
	return filepath.FromSlash("/home/user/work/src/geometry/" + file), "", true
}

func TestFormats(t *testing.T) {
	found := export.Options{Source: geometry, Base: filepath.FromSlash("/home/user/work")}
	lines, bytesOf := found, export.Options{Metric: profiles.MetricBytes}
	lines.Lines = true
	for _, test := range []struct {
		golden, format string
		options        export.Options
	}{
		{"collapsed.txt", "collapsed", found},
		{"collapsed-bytes.txt", "collapsed", bytesOf},
		{"collapsed-lines.txt", "collapsed", lines},
		{"speedscope.json", "speedscope", found},
		{"cpuprofile.json", "cpuprofile", found},
		{"callgrind.txt", "callgrind", found},
		{"pprof.txt", "pprof", found},
		{"flamegraph.json", "flamegraph", found},
		{"jacoco.xml", "jacoco", found},
		{"lcov.txt", "lcov", found},
	} {
		t.Run(test.golden, func(t *testing.T) {
			p := func() *profiles.Profile { return covered(shapes().withCost()) }
			got := written(t, test.format, p(), test.options)
			if again := written(t, test.format, p(), test.options); !bytes.Equal(got, again) {
				t.Error("the same profile gives other bytes")
			}
			switch test.format {
			case "pprof":
				got = []byte(parsePprof(t, got).String())
			case "flamegraph": // one line
				var lines bytes.Buffer
				if err := json.Indent(&lines, dataElement.FindSubmatch(got)[1], "", " "); err != nil {
					t.Fatal(err)
				}
				got = lines.Bytes()
			}
			file := filepath.Join("testdata", test.golden)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// totals is what readers add up: the whole, and by function with callees, recursion
// counted once.
type totals struct {
	whole     uint64
	inclusive map[string]uint64
}

// totalsOf are those of a profile, by the definition, and by the names that all formats but flame graphs have.
func totalsOf(p *profiles.Profile, m profiles.Metric) totals { return totalsBy(frameName, p, m) }

func totalsBy(name func(*profiles.Method) string, p *profiles.Profile, m profiles.Metric) totals {
	sums := totals{inclusive: map[string]uint64{}}
	for i := range p.Contexts {
		amount := m.Of(p, &p.Contexts[i])
		sums.whole += amount
		seen := map[string]bool{}
		for c := i; c >= 0; c = int(p.Contexts[c].Parent) {
			if name := name(&p.Methods[p.Contexts[c].Method]); !seen[name] {
				seen[name] = true
				sums.inclusive[name] += amount
			}
		}
	}
	return sums.nonzero()
}

// frameName is the name of a method of the fixtures' in all formats.
func frameName(m *profiles.Method) string {
	class, _, _ := strings.Cut(m.Class, "$1+")
	return strings.ReplaceAll(class, "/", ".") + "." + m.Name + parameters[m.Descriptor]
}

// shownName is the name of a method of the fixtures' for people.
func shownName(m *profiles.Method) string {
	if class, _, made := strings.Cut(m.Class, "$$Lambda"); made {
		return "lambda proxy of " + strings.ReplaceAll(class, "/", ".")
	}
	class := strings.ReplaceAll(m.Class, "/", ".")
	around, lambda := strings.CutPrefix(m.Name, "lambda$")
	switch {
	case lambda:
		around, _, _ = strings.Cut(around, "$")
		return fmt.Sprintf("lambda in %s.%s:%d", class, around, m.Line)
	case m.Name == "<init>":
		return "new " + class + parameters[m.Descriptor]
	case m.Name == "<clinit>":
		return class + " static initializer"
	}
	return frameName(m)
}

// parameters are those of the fixtures' descriptors.
var parameters = map[string]string{
	"()V": "()", "()I": "()", "(I)Z": "(int)", "(I)I": "(int)", "(D)D": "(double)", "(DI)D": "(double, int)",
	"([Ljava/lang/String;)V": "(String[])", "()Ljava/lang/Object;": "()", "()Lgeometry/Circle;": "()",
}

func (s totals) nonzero() totals {
	for name, amount := range s.inclusive {
		if amount == 0 {
			delete(s.inclusive, name)
		}
	}
	return s
}

// stack adds a stack, the outermost frame first.
func (s *totals) stack(frames []string, amount uint64) {
	s.whole += amount
	seen := map[string]bool{}
	for _, name := range frames {
		if !seen[name] {
			seen[name] = true
			s.inclusive[name] += amount
		}
	}
}

// The readers of other tools' formats, as their descriptions say that files are read.
var readers = map[string]func(t reporter, file []byte, m profiles.Metric) totals{
	"collapsed":  readCollapsed,
	"pprof":      readPprof,
	"speedscope": readSpeedscope,
	"cpuprofile": readCPUProfile,
	"callgrind":  readCallgrind,
	"flamegraph": readFlamegraph,
}

func readCollapsed(t reporter, file []byte, _ profiles.Metric) totals {
	sums := totals{inclusive: map[string]uint64{}}
	for line := range strings.Lines(string(file)) {
		at := strings.LastIndexByte(line, ' ')
		sums.stack(strings.Split(line[:at], ";")[1:], parse(t, strings.TrimSpace(line[at:])))
	}
	return sums.nonzero()
}

func parsePprof(t reporter, file []byte) *pb.Profile {
	p, err := pb.ParseData(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	return p
}

func readPprof(t reporter, file []byte, m profiles.Metric) totals {
	p, sums := parsePprof(t, file), totals{inclusive: map[string]uint64{}}
	index, err := p.SampleIndexByName(string(m))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sample {
		var frames []string
		for _, location := range s.Location {
			frames = append(frames, location.Line[0].Function.Name)
		}
		sums.stack(frames, uint64(s.Value[index]))
	}
	return sums.nonzero()
}

func readSpeedscope(t reporter, file []byte, _ profiles.Metric) totals {
	var parsed struct {
		Shared   struct{ Frames []struct{ Name string } }
		Profiles []struct {
			StartValue, EndValue uint64
			Events               []struct {
				Type  string
				Frame int
				At    uint64
			}
		}
	}
	decode(t, file, &parsed)
	sums := totals{inclusive: map[string]uint64{}}
	for _, p := range parsed.Profiles {
		var stack []string
		last := p.StartValue
		for _, e := range p.Events {
			sums.stack(stack, e.At-last)
			if last = e.At; e.Type == "O" {
				stack = append(stack, parsed.Shared.Frames[e.Frame].Name)
				continue
			}
			if top := len(stack) - 1; stack[top] != parsed.Shared.Frames[e.Frame].Name {
				t.Fatalf("%s is closed inside %s", parsed.Shared.Frames[e.Frame].Name, stack[top])
			}
			stack = stack[:len(stack)-1]
		}
		if len(stack) != 0 || last != p.EndValue {
			t.Fatalf("the profile ends at %d, the last event is at %d, within %q", p.EndValue, last, stack)
		}
	}
	return sums.nonzero()
}

// v8Root is the number of the node that the threads lie below.
const v8Root = 1

func readCPUProfile(t reporter, file []byte, m profiles.Metric) totals {
	var parsed struct {
		Nodes []struct {
			ID        int
			CallFrame struct{ FunctionName string }
			HitCount  uint64
			Children  []int
		}
		StartTime, EndTime float64
		Samples            []int
		TimeDeltas         []float64
	}
	decode(t, file, &parsed)
	scale := 1.0
	if m.Unit() == "nanoseconds" {
		scale = 1000
	}
	parent, name, hits := map[int]int{}, map[int]string{}, map[int]uint64{}
	for _, n := range parsed.Nodes {
		name[n.ID], hits[n.ID] = n.CallFrame.FunctionName, n.HitCount
		for _, child := range n.Children {
			parent[child] = n.ID
		}
	}
	sums := totals{inclusive: map[string]uint64{}}
	at := parsed.StartTime
	for i, node := range parsed.Samples {
		at += parsed.TimeDeltas[i]
		end := parsed.EndTime
		if i+1 < len(parsed.Samples) {
			end = at + parsed.TimeDeltas[i+1]
		}
		amount := uint64(math.Round((end - at) * scale))
		if amount != hits[node] {
			t.Fatalf("node %d has %d hits and lasts %d", node, hits[node], amount)
		}
		var frames []string
		for ; parent[node] > v8Root; node = parent[node] { // the others are the threads
			frames = append(frames, name[node])
		}
		sums.stack(frames, amount)
	}
	return sums.nonzero()
}

// compressedName matches the format's compressed names.
var compressedName = regexp.MustCompile(`^(\w+)=\((\d+)\)(?: (.*))?$`)

// readCallgrind adds up as callgrind_annotate does: a function costs what calls of it do,
// and one that is never called what it does by itself and in its calls. Threads are left
// out. The chosen metric is the first event.
func readCallgrind(t reporter, file []byte, _ profiles.Metric) totals {
	sums := totals{inclusive: map[string]uint64{}}
	functions, function, callee, call := map[string]string{}, "", "", false
	var summary uint64
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSpace(line)
		if parts := compressedName.FindStringSubmatch(line); parts != nil {
			if parts[1] != "fn" && parts[1] != "cfn" {
				continue
			}
			if parts[3] != "" {
				functions[parts[2]] = parts[3]
			}
			if parts[1] == "fn" {
				function = functions[parts[2]]
			} else {
				callee = functions[parts[2]]
			}
			continue
		}
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "summary:"):
			summary = parse(t, fields[1])
		case strings.HasPrefix(line, "calls="):
			call = true
		case line == "" || line[0] < '0' || line[0] > '9':
		case call:
			sums.inclusive[callee] += parse(t, fields[1])
			call = false
		case strings.HasPrefix(function, "["):
			if parse(t, fields[1]) != 0 {
				t.Fatalf("the thread %s costs something: %s", function, line)
			}
		default:
			sums.whole += parse(t, fields[1])
		}
	}
	if summary != sums.whole {
		t.Fatalf("the summary is %d, the sum %d", summary, sums.whole)
	}
	return sums.nonzero()
}

// flamegraphData is the data in a flame graph's page.
type flamegraphData struct {
	Metrics             []struct{ Name string }
	Frames              []struct{ Name, Kind string }
	Parents, NodeFrames []int
	Values              [][]uint64
	Rest                [][2]int
	Base                *struct {
		Name   string
		Totals []uint64
		Values [][]uint64
	}
}

// dataElement is where the data is.
var dataElement = regexp.MustCompile(`(?s)<script type="application/json" id="profile">(.*?)</script>`)

func parseFlamegraph(t reporter, file []byte) (data flamegraphData) {
	parts := dataElement.FindSubmatch(file)
	if parts == nil {
		t.Fatal("the page has no data")
	}
	decode(t, parts[1], &data)
	return data
}

// readFlamegraph has the values of the first metric, which is the chosen one.
func readFlamegraph(t reporter, file []byte, m profiles.Metric) totals {
	data, sums := parseFlamegraph(t, file), totals{inclusive: map[string]uint64{}}
	if data.Metrics[0].Name != string(m) {
		t.Fatalf("the first metric is %s", data.Metrics[0].Name)
	}
	self := slices.Clone(data.Values[0])
	for i, parent := range data.Parents {
		if parent >= 0 {
			self[parent] -= data.Values[0][i]
		}
	}
	for i, amount := range self {
		var frames []string
		for at := i; at >= 0; at = data.Parents[at] {
			if f := data.Frames[data.NodeFrames[at]]; f.Kind != "thread" {
				frames = append(frames, f.Name)
			}
		}
		sums.stack(frames, amount)
	}
	return sums.nonzero()
}

func parse(t reporter, text string) uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func decode(t reporter, file []byte, to any) {
	if err := json.Unmarshal(file, to); err != nil {
		t.Fatalf("%v in:\n%s", err, file)
	}
}

// checkTotals compares what readers of all formats come to with the profile.
func checkTotals(t reporter, p *profiles.Profile) {
	for _, m := range p.Measured() {
		for name, read := range readers {
			want := totalsOf(p, m)
			if name == "flamegraph" {
				want = totalsBy(shownName, p, m)
			}
			got := read(t, written(t, name, p, export.Options{Metric: m}), m)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(totals{})); diff != "" {
				t.Errorf("%s by %s: -want +got:\n%s", name, m, diff)
			}
		}
	}
}

func TestTotals(t *testing.T) {
	checkTotals(t, shapes().withCost().Profile)
	checkTotals(t, late().Profile)
}

func TestRandomTotals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkTotals(t, randomRun(t).Profile) })
}

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"out/Demo.pb.gz": "pprof", "a.pprof": "pprof", "b.FOLDED": "collapsed", "c.collapsed": "collapsed",
		"d.speedscope.json": "speedscope", "e.cpuprofile": "cpuprofile", "callgrind.out.1234": "callgrind",
		"f.callgrind": "callgrind", "i.HTML": "flamegraph", "g.json": "json", "h.txt": "", "callgrind.out.d/x.txt": "", "": "",
	} {
		if f, known := export.ForFile(filepath.FromSlash(name)); f.Name != want || known != (want != "") {
			t.Errorf("%q is %q, want %q", name, f.Name, want)
		}
	}
}

func TestWithoutContexts(t *testing.T) {
	p := newRun("Main").Profile
	p.Profilers = []string{profiles.ProfilerEdges}
	for name := range readers {
		if err := export.Write(io.Discard, format(t, name), p, export.Options{}); err == nil || !strings.Contains(err.Error(), "--profilers cct") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := export.Write(io.Discard, format(t, "json"), p, export.Options{}); err != nil {
		t.Error(err)
	}
}

// TestWithoutCounts writes a profile that has samples of contexts and nothing else.
func TestWithoutCounts(t *testing.T) {
	p := shapes().Profile
	p.Profilers, p.Sampling = []string{profiles.ProfilerSampler}, &profiles.Sampling{}
	for i := range p.Contexts {
		p.Own(&p.Contexts[i]).Samples = profiles.Measured(uint64(i % 3))
	}
	if diff := cmp.Diff([]profiles.Metric{profiles.MetricSamples}, p.Measured()); diff != "" {
		t.Fatal(diff)
	}
	checkTotals(t, p)
}

func TestSumsThatOverflow(t *testing.T) {
	r := newRun("Main")
	r.thread("main", r.method("Main", "main", "()V", "Main.java", 1), 1, math.MaxInt64)
	r.thread("other", 0, 1, 1)
	for name := range readers {
		if err := export.Write(io.Discard, format(t, name), r.Profile, export.Options{}); err == nil || !strings.Contains(err.Error(), "bytecodes add up to more") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// broken is a writer that always fails.
type broken struct{}

var errBroken = errors.New("disk full")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestErrorsOfTheWriter(t *testing.T) {
	for _, f := range export.Formats() {
		if err := export.Write(broken{}, f, covered(shapes()), export.Options{}); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// covered gives a run a coverage: two classes in one file, one of which nothing was executed of, and one that names no file.
func covered(r run) *profiles.Profile {
	r.Profilers = []string{profiles.ProfilerContexts, profiles.ProfilerCoverage}
	r.Coverage = []profiles.ClassCoverage{
		{Class: "geometry/Shapes", File: "Shapes.java", Methods: []profiles.MethodCoverage{
			{Name: "<init>", Descriptor: "()V", Paths: 1, ExecutedPaths: 1, Lines: []profiles.LineCoverage{{Line: 3, Instructions: 2, ExecutedInstructions: 2}}},
			{Name: "main", Descriptor: "([Ljava/lang/String;)V", Paths: 3, ExecutedPaths: 2, Lines: []profiles.LineCoverage{
				{Line: 10, Instructions: 9, ExecutedInstructions: 9, Branches: 4, ExecutedBranches: 3}, {Line: 11, Instructions: 4},
			}},
		}},
		{Class: "geometry/Shapes$Unused", File: "Shapes.java", Methods: []profiles.MethodCoverage{
			{Name: "<init>", Descriptor: "()V", Paths: 1, Lines: []profiles.LineCoverage{{Line: 10, Instructions: 1}}},
			{Name: "a&\"b\"", Descriptor: "()V", Paths: 2, Lines: []profiles.LineCoverage{{Line: 20, Instructions: 5, Branches: 2}}},
		}},
		{Class: "geometry/Face", File: "Face.java", Methods: []profiles.MethodCoverage{}},
		{Class: "Made", Methods: []profiles.MethodCoverage{{Name: "run", Descriptor: "()V", Paths: 1, ExecutedPaths: 1, Lines: []profiles.LineCoverage{{Instructions: 3, ExecutedInstructions: 3}}}}},
	}
	return r.Profile
}

// TestDeepRecursion writes a recursion whose stacks would have five thousand million
// frames: what lies deepest is folded, and nothing is lost.
func TestDeepRecursion(t *testing.T) {
	const depth = 100_000
	r := newRun("Deep")
	main := r.method("Deep", "main", "()V", "Deep.java", 1)
	down := r.method("Deep", "down", "()V", "Deep.java", 2)
	at := r.thread("main", main, 1, 1)
	for range depth {
		at = r.call(at, 3, down, 1, 1)
	}
	for name, read := range readers {
		file := written(t, name, r.Profile, export.Options{Metric: profiles.MetricBytecodes})
		if len(file) > 1<<30 {
			t.Errorf("%s has %d bytes", name, len(file))
		}
		if name == "cpuprofile" || name == "speedscope" { // the readers above take the depth's square
			continue
		}
		if got := read(t, file, profiles.MetricBytecodes); got.whole != depth+1 || got.inclusive["Deep.down()"] != depth {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestManyDeepStacks writes more stacks, and deeper ones, than a file has room for in full: all the methods have what they took all the same, and those that much
// goes through their callers.
func TestManyDeepStacks(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all writes large files")
	}
	const depth, leaves, methods = 100, 100_000, 50
	r := newRun("Deep")
	at := r.thread("main", r.method("Deep", "main", "()V", "Deep.java", 1), 1, 1)
	for i := range depth {
		at = r.call(at, 3, r.method("Deep", "down"+strconv.Itoa(i), "()V", "Deep.java", 2), 1, 1)
	}
	var light []int
	for i := range methods {
		light = append(light, r.method("Deep", "light"+strconv.Itoa(i), "()V", "Deep.java", 10+i))
	}
	r.call(r.call(at, 4, r.method("Deep", "heavy", "()V", "Deep.java", 5), 1, 1), 6, light[0], 1, leaves)
	for i := range leaves {
		r.call(r.call(at, 100+i, light[i%methods], 1, 1), 7, light[i/methods%methods], 1, 1)
	}
	want := totalsOf(r.Profile, profiles.MetricBytecodes)
	got := readPprof(t, written(t, "pprof", r.Profile, export.Options{Metric: profiles.MetricBytecodes}), profiles.MetricBytecodes)
	if folded := got.inclusive["[deeper calls]"]; folded == 0 || folded > 2*leaves+depth+2 {
		t.Errorf("%d bytecodes are folded", folded)
	}
	for i := range methods { // below what is folded, calls of each other are not known
		of := "Deep.light" + strconv.Itoa(i) + "()"
		if got.inclusive[of] > want.inclusive[of] || got.inclusive[of] < want.inclusive[of]/2 {
			t.Errorf("%s has %d bytecodes, want about %d", of, got.inclusive[of], want.inclusive[of])
		}
	}
	for i := range depth - 1 { // the last one calls from so many lines that these are folded
		if of := "Deep.down" + strconv.Itoa(i) + "()"; got.inclusive[of] != want.inclusive[of] {
			t.Errorf("%s has %d bytecodes, want %d", of, got.inclusive[of], want.inclusive[of])
		}
	}
	if got.whole != want.whole || got.inclusive["Deep.heavy()"] != want.inclusive["Deep.heavy()"] {
		t.Errorf("there are %d bytecodes, %d of heavy, want %d and %d", got.whole, got.inclusive["Deep.heavy()"], want.whole, want.inclusive["Deep.heavy()"])
	}
}

// TestManyNodes writes more nodes than a viewer of the format reads in a moment: what has least is folded, and nothing is lost.
func TestManyNodes(t *testing.T) {
	const methods, room = 250, 50_000
	r := newRun("Many")
	var light []int
	for i := range methods {
		light = append(light, r.method("Many", "light"+strconv.Itoa(i), "()V", "Many.java", 10+i))
	}
	root := r.thread("main", r.method("Many", "main", "()V", "Many.java", 1), 1, 1)
	for i, caller := range light {
		context := r.call(root, 100+i, caller, 1, uint64(i))
		for j, callee := range light {
			r.call(context, 100+j, callee, 1, uint64(i+j))
		}
	}
	if len(r.Contexts) <= room {
		t.Fatalf("%d contexts are not too many", len(r.Contexts))
	}
	file := written(t, "cpuprofile", r.Profile, export.Options{Metric: profiles.MetricBytecodes})
	if nodes := strings.Count(string(file), `"callFrame"`); nodes > room+1 || nodes < 2*methods {
		t.Errorf("%d nodes are written, want at most %d, and what has most", nodes, room)
	}
	got, want := readCPUProfile(t, file, profiles.MetricBytecodes), totalsOf(r.Profile, profiles.MetricBytecodes)
	if got.whole != want.whole || got.inclusive["[deeper calls]"] == 0 {
		t.Errorf("there are %d bytecodes, %d of them folded, want %d in all", got.whole, got.inclusive["[deeper calls]"], want.whole)
	}
	if last := fmt.Sprintf("Many.light%d()", methods-1); got.inclusive[last] != want.inclusive[last] {
		t.Errorf("%s has %d bytecodes, want %d", last, got.inclusive[last], want.inclusive[last])
	}
}

// TestLargeFlamegraph writes more contexts than a page has room for: the small ones are
// counted in frames that say so, and nothing is lost.
func TestLargeFlamegraph(t *testing.T) {
	const contexts, room = 30_000, 20_000
	r := newRun("Large")
	root := r.thread("main", r.method("Large", "main", "()V", "Large.java", 1), 1, 1)
	for i := 1; i < contexts; i++ {
		method := r.method("Large", "m"+strconv.Itoa(i), "()V", "Large.java", i)
		r.call(root, i, method, 1, uint64(i%1000))
		if i%3 == 0 {
			root = i
		}
		if i%300 == 0 {
			root = 0
		}
	}
	file := written(t, "flamegraph", r.Profile, export.Options{Metric: profiles.MetricBytecodes})
	data := parseFlamegraph(t, file)
	folded := 0
	for _, rest := range data.Rest {
		if name := data.Frames[data.NodeFrames[rest[0]]].Name; name != "[other]" {
			t.Errorf("%s stands for %d contexts", name, rest[1])
		}
		folded += rest[1]
	}
	if kept := len(data.Parents) - len(data.Rest) - 1; folded == 0 || kept > room || kept+folded != contexts {
		t.Errorf("%d kept and %d folded contexts, want %d", kept, folded, contexts)
	}
	var want uint64
	for i := range r.Contexts {
		want += r.Contexts[i].Bytecodes
	}
	if got := readFlamegraph(t, file, profiles.MetricBytecodes); got.whole != want || got.inclusive["Large.main()"] != want {
		t.Errorf("the page has %d bytecodes, main %d, want %d", got.whole, got.inclusive["Large.main()"], want)
	}
}

// TestFlamegraphOfTwoRuns places the amounts of a former run on the frames of a later one: also where that does something else before.
func TestFlamegraphOfTwoRuns(t *testing.T) {
	program := func(former bool) run {
		r := newRun("Two")
		method := func(name string, line int) int { return r.method("Two", name, "()V", "Two.java", line) }
		main, a, b := method("main", 1), method("a", 10), method("b", 20)
		root := r.thread("main", main, 1, 100)
		if former {
			r.call(root, 2, method("former", 30), 1, 30)
			r.call(r.call(root, 3, a, 1, 50), 11, b, 1, 10)
		} else {
			r.call(r.call(root, 3, a, 1, 70), 11, b, 1, 10)
			r.call(root, 4, method("new", 40), 1, 5)
		}
		return r
	}
	page := written(t, "flamegraph", program(false).Profile, export.Options{Metric: profiles.MetricBytecodes, Compared: program(true).Profile, ComparedName: "last run"})
	data := parseFlamegraph(t, page)
	if data.Base == nil || data.Base.Name != "last run" {
		t.Fatalf("the page has %v to compare with", data.Base)
	}
	got := map[string][2]uint64{}
	for i, at := range data.NodeFrames {
		got[data.Frames[at].Name] = [2]uint64{data.Base.Values[0][i], data.Values[0][i]}
	}
	// What only the former run has done is part of main.
	want := map[string][2]uint64{"main": {190, 185}, "Two.main()": {190, 185}, "Two.a()": {60, 80}, "Two.b()": {10, 10}, "Two.new()": {0, 5}}
	if diff := cmp.Diff(want, got); diff != "" || data.Base.Totals[0] != 190 {
		t.Errorf("the former run has %d, by frame (-want +got):\n%s", data.Base.Totals[0], diff)
	}
}

// TestFlamegraphPage looks at what every page is made of.
func TestFlamegraphPage(t *testing.T) {
	r := newRun("</title><script>alert(1)</script>", "</script>")
	r.thread("</script><b>", r.method("A</script>", "m", "()V", "<!--.java", 1), 1, 1)
	page := string(written(t, "flamegraph", r.Profile, export.Options{}))
	if got := strings.Count(page, "</script>"); got != 3 {
		t.Errorf("the page ends %d scripts, want 3", got)
	}
	for _, outside := range []string{`src="`, `href="`, "@import", "url(h"} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s, and should need no other file", outside)
		}
	}
	versions, err := os.ReadFile("flamegraph/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var packages struct{ Dependencies map[string]string }
	decode(t, versions, &packages)
	for name, version := range packages.Dependencies {
		if !strings.Contains(page, "\n"+name+" "+version+"\n") && !strings.Contains(page, ">"+name+" "+version+"\n") {
			t.Errorf("the page does not have the licence of %s %s: was make flamegraph run?", name, version)
		}
	}
}

// TestSourceOfClassesAround looks for the source of a class that no index lists.
func TestSourceOfClassesAround(t *testing.T) {
	r := newRun("geometry.Shapes")
	at := r.thread("main", r.method("geometry/Parity$1", "<clinit>", "()V", "Parity.java", 3), 1, 1)
	r.call(at, 4, r.method("geometry/Parity$Other", "m", "()V", "Elsewhere.java", 5), 1, 1)
	index := func(class, _ string) (path, text string, found bool) {
		return filepath.FromSlash("/src/geometry/Parity.java"), "", class == "geometry/Parity"
	}
	got := string(written(t, "collapsed", r.Profile, export.Options{Source: index, Lines: true}))
	want := "geometry.Parity$1.<clinit>() /src/geometry/Parity.java:3 1\ngeometry.Parity$1.<clinit>() /src/geometry/Parity.java:4 1\n"
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}
