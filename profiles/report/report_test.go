package report_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/report"
	"hotlens/profiles/sources"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

func TestGolden(t *testing.T) {
	text := shapesSource(t)
	index := shapesIndex(t, text)
	read := func(path string) ([]byte, error) {
		if path != shapesPath {
			return nil, os.ErrNotExist
		}
		return []byte(text), nil
	}
	indexed := report.IndexedSources(index, read)
	wall := uint64(1_250_000_000)
	for _, test := range []struct {
		name    string
		change  func(p *profiles.Profile)
		options report.Options
	}{
		{"shapes", nil, report.Options{Sources: indexed, Index: index}},
		{"color", nil, report.Options{Sources: indexed, Index: index, Color: true}},
		{"narrow", nil, report.Options{Sources: indexed, Index: index, Width: report.MinWidth, MinShare: 0.01}},
		{"wide", nil, report.Options{Width: 140}},
		{"without-index", nil, report.Options{Sources: indexed}},
		{"limits", func(p *profiles.Profile) {
			p.Complete, p.Clock = false, "wall"
			p.Target.Arguments = []string{"--shapes", "10000", "\x1b[31mred"}
			p.Limits = []profiles.Limit{{Kind: "time", Message: "Stopped after 1.2 s of wall time: the time limit is set by --timeout, or by hotlens.timeout in the editor."}}
			p.Totals.Folded, p.Totals.WallNanos = 12, &wall
			overlap := 0.934
			p.Accuracy = &profiles.Accuracy{Overlap: &overlap, Samples: 4096, Stride: 7, SamplesPerTick: 32}
		}, report.Options{MinShare: 0.05}},
		{"edges", func(p *profiles.Profile) {
			uncounted(p)
			p.Profilers = []string{profiles.ProfilerEdges}
		}, report.Options{Sources: indexed, Index: index}},
		{"samples", func(p *profiles.Profile) {
			uncounted(p)
			sampled(p)
			p.Profilers = []string{profiles.ProfilerEdges, profiles.ProfilerSamples}
		}, report.Options{Sources: indexed, Index: index}},
		{"samples-and-counts", func(p *profiles.Profile) {
			sampled(p)
			overlap := 0.934
			p.Accuracy.Overlap = &overlap
			p.Profilers = []string{profiles.ProfilerContexts, profiles.ProfilerEdges, profiles.ProfilerSamples}
		}, report.Options{MinShare: 0.02}},
		{"inlining", func(p *profiles.Profile) {
			site := func(caller, callee string) profiles.Inlining {
				for _, d := range p.Edges {
					if p.Methods[d.Caller].Name == caller && p.Methods[d.Callee].Class+"."+p.Methods[d.Callee].Name == callee {
						return profiles.Inlining{Caller: d.Caller, BCI: d.BCI, Line: d.Line, Callee: d.Callee}
					}
				}
				t.Fatalf("there is no edge from %s to %s", caller, callee)
				return profiles.Inlining{}
			}
			decide := func(row profiles.Inlining, decision profiles.Decision, reason string, weight float64, size int) {
				row.Decision, row.Reason, row.Weight, row.Size = decision, reason, weight, size
				p.Inlining = append(p.Inlining, row)
			}
			decide(site("depth", "geometry/Shapes.depth"), "rejected", "recursive: depth calls itself, and the limit of 5 levels is reached", 0.0001, 14)
			decide(site("sum", "geometry/Shapes$Circle.area"), "guarded", "75% of the calls at this site, over the 40% that a class test needs", 0.021, 9)
			decide(site("sum", "geometry/Shapes$Square.area"), "rejected", "25% of the calls at this site, below the 40% that a class test needs", 0.007, 7)
			decide(site("lambda$main$0", "geometry/Shapes$Circle.area"), "guarded", "75% of the calls at this site, over the 40% that a class test needs", 0.26, 9)
			decide(site("lambda$comparingDouble$8dcf42fd$1", "geometry/Shapes.lambda$main$0"), "inlined", "trivial: its size 8 is below 11", 0.31, 8)
			starting := site("main", "java/lang/Thread.start")
			decide(starting, "inlined", "trivial: its size 6 is below 11", 0.00001, 6)
			// The class initializer that runs at the same instruction is not a target.
			initializer := profiles.Method{ID: len(p.Methods), Class: "java/lang/Thread", Name: "<clinit>", Descriptor: "()V", Line: 150, Origin: profiles.OriginLibrary}
			p.Methods = append(p.Methods, initializer)
			p.Edges = append(p.Edges, profiles.Edge{
				Caller: starting.Caller, BCI: starting.BCI, Line: starting.Line, Callee: initializer.ID, Kind: profiles.EdgeInitializer, Calls: 1, FirstSeen: len(p.Edges),
			})
		}, report.Options{Sources: indexed, Index: index}},
		{"hotspot", func(p *profiles.Profile) {
			decide := func(caller, callee string, decision profiles.Decision, reason, theirs string, inlined bool) {
				for _, d := range p.Edges {
					if p.Methods[d.Caller].Name == caller && p.Methods[d.Callee].Class+"."+p.Methods[d.Callee].Name == callee {
						p.Inlining = append(p.Inlining, profiles.Inlining{Caller: d.Caller, BCI: d.BCI, Line: d.Line, Callee: d.Callee, Decision: decision, Reason: reason})
						p.HotSpot = append(p.HotSpot, profiles.HotSpot{Caller: d.Caller, BCI: d.BCI, Line: d.Line, Callee: "geometry.Shapes$Shape.area", Inlined: inlined, Reason: theirs, Tier: 4})
						return
					}
				}
				t.Fatalf("there is no edge from %s to %s", caller, callee)
			}
			decide("depth", "geometry/Shapes.depth", "rejected", "recursive", "inline (hot)", true)
			decide("sum", "geometry/Shapes$Circle.area", "guarded", "75% of the calls", "virtual call", false)
			decide("lambda$main$0", "geometry/Shapes$Circle.area", "guarded", "75% of the calls", "inline (hot)", true)
		}, report.Options{MinShare: 1}},
		{"tables", func(p *profiles.Profile) { p.Methods[len(p.Methods)-1].Native = true }, report.Options{MinShare: 1, Tables: true}},
		{"types", func(p *profiles.Profile) {
			for i, c := range p.Contexts {
				if c.Allocations > 1 {
					p.Types = append(p.Types, profiles.TypeCount{Context: i, Class: "geometry/Shapes$Circle", Objects: c.Allocations - 1, Bytes: c.AllocatedBytes / 2})
				}
				if c.Allocations > 0 {
					p.Types = append(p.Types, profiles.TypeCount{Context: i, Class: "[[Ljava/lang/Object;", Objects: 1, Bytes: c.AllocatedBytes - c.AllocatedBytes/2})
				}
			}
		}, report.Options{MinShare: 0.3}},
		{"callgraphs", func(p *profiles.Profile) {
			for i := range p.Edges {
				if e := &p.Edges[i]; e.Explicit() {
					possible, instantiated := 1, 1
					if e.Kind == profiles.EdgeInterface || e.Kind == profiles.EdgeVirtual {
						possible, instantiated = 7, 3
					}
					e.Possible, e.Instantiated = &possible, &instantiated
				}
			}
			p.CallGraphs = &profiles.CallGraphs{
				Executed: p.ExecutedGraph(), Unforeseen: 3,
				RTA: profiles.CallGraph{Methods: 1541, Edges: 10649, Sites: 4432, Polymorphic: 475}, CHA: profiles.CallGraph{Methods: 1820, Edges: 13290, Sites: 5417, Polymorphic: 529},
			}
		}, report.Options{MinShare: 0.1}},
		{"cost", func(p *profiles.Profile) {
			p.CostModel = "of this test"
			for i := range p.Contexts {
				c := &p.Contexts[i]
				c.Cost = profiles.Measured(100*c.Calls + c.AllocatedBytes)
			}
			p.Own(&p.Contexts[len(p.Contexts)-1]).WaitNanos = profiles.Measured(1_500_000_000)
			main := slices.IndexFunc(p.Methods, func(m profiles.Method) bool { return m.Name == "main" })
			p.Concatenations = []profiles.Concatenation{{Caller: main, BCI: 2, Line: 70, Strings: 4000, Bytes: 80000, Cost: profiles.Measured(90000)}}
		}, report.Options{Sources: indexed, Index: index}},
		{"tests", func(p *profiles.Profile) {
			root, other := p.Threads[0].Root, p.Threads[len(p.Threads)-1].Root
			for name, at := range map[string]int{"adds": root, "": other} {
				m := &p.Methods[p.Contexts[at].Method]
				m.Class, m.Name, m.Descriptor, m.Origin = "geometry/ShapesTest", profiles.TestRootPrefix+name, "()V", profiles.OriginHarness
			}
			p.Threads[0].Name, p.Threads[len(p.Threads)-1].Name = "test geometry.ShapesTest.adds", "tests of geometry.ShapesTest"
			p.Tests = []profiles.Test{
				{Class: "geometry/ShapesTest", Method: "adds", Display: "[1]", Status: profiles.TestPassed, Root: &root},
				{Class: "geometry/ShapesTest", Method: "adds", Display: "[2]", Status: profiles.TestSkipped, Root: &root},
			}
		}, report.Options{MinShare: 0.05}},
		{"all", nil, report.Options{All: true}},
		{"packages", nil, report.Options{Packages: []string{"java.util"}, Top: 5}},
		{"metric", nil, report.Options{Metric: profiles.MetricAllocations}},
		{"deep", func(p *profiles.Profile) { *p = *deep() }, report.Options{}},
		{"nothing", func(p *profiles.Profile) {
			*p = profiles.Profile{Schema: p.Schema, Target: profiles.Target{Main: "Empty"}, Complete: true}
		}, report.Options{Sources: indexed}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := shapes()
			if test.change != nil {
				test.change(p)
			}
			var out bytes.Buffer
			if err := report.Write(&out, p, test.options); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", test.name+".txt")
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("the report differs from %s (-want +got); run with -update if it should:\n%s", golden, diff)
			}
		})
	}
}

// TestFilesAreLimited profiles a program of many files: the hottest are shown.
// uncounted takes away what only the calling context tree tells.
func uncounted(p *profiles.Profile) {
	p.Contexts, p.Threads, p.Totals = []profiles.Context{}, []profiles.Thread{}, profiles.Totals{}
	for i := range p.Edges {
		p.Edges[i].Calls = 0
	}
}

// sampled gives a profile samples that are roughly those of a sampler.
func sampled(p *profiles.Profile) {
	for i := range p.Edges {
		samples := uint64(900 / (i + 1))
		p.Edges[i].Samples = &samples
	}
	p.Accuracy = &profiles.Accuracy{Samples: 4096, Stride: 7, SamplesPerTick: 32}
}

// TestSourceIsLimited shows of many files with a line each the hottest, as many as one can
// read.
func TestSourceIsLimited(t *testing.T) {
	p := &profiles.Profile{Schema: profiles.Schema, Target: profiles.Target{Main: "C000"}, Complete: true}
	const files, shown = 130, 120
	for i := range files {
		class := fmt.Sprintf("C%03d", i)
		p.Methods = append(p.Methods, profiles.Method{
			ID: i, Class: class, Name: "run", Descriptor: "()V", File: class + ".java", Line: 1, Origin: profiles.OriginApp,
		})
		c := profiles.Context{ID: int32(i), Parent: int32(i - 1), Method: int32(i), BCI: 0, Line: 1, Calls: 1, Bytecodes: uint64(10 + i)}
		if i == 0 {
			c.BCI, c.Line = -1, -1
		} else {
			p.Edges = append(p.Edges, profiles.Edge{Caller: i - 1, BCI: 0, Line: 1, Callee: i, Kind: profiles.EdgeStatic, Calls: 1, FirstSeen: i - 1})
		}
		p.Contexts = append(p.Contexts, c)
		p.Totals.Bytecodes += c.Bytecodes
	}
	p.Totals.Calls, p.Totals.Contexts = files, files
	p.Threads = []profiles.Thread{{Name: "main"}}
	found := func(class, file string) (string, string, bool) {
		return "/src/" + file, "class " + class + " { }\n", true
	}
	for all, shown := range map[bool]int{false: shown, true: files} {
		var out bytes.Buffer
		if err := report.Write(&out, p, report.Options{Sources: found, All: all}); err != nil {
			t.Fatal(err)
		}
		for i := range files {
			text, want := fmt.Sprintf("class C%03d { }", i), i >= files-shown
			if strings.Contains(out.String(), text) != want {
				t.Errorf("all: %t: %q is shown: %t", all, text, !want)
			}
		}
		if remark := "10 more files not shown: --all shows every line that ran"; strings.Contains(out.String(), remark) == all {
			t.Errorf("all: %t: the report says or does not say %q:\n%s", all, remark, &out)
		}
	}
}

// TestNoLineIsTooWide writes the report at many widths; long names and wide
// characters must not break the promise.
func TestNoLineIsTooWide(t *testing.T) {
	text := shapesSource(t)
	index := shapesIndex(t, text)
	found := report.IndexedSources(index, func(string) ([]byte, error) { return []byte(text), nil })
	p := shapes()
	p.Target.Arguments = []string{strings.Repeat("long ", 60)}
	p.Limits = []profiles.Limit{{Kind: "heap", Message: strings.Repeat("word ", 60) + strings.Repeat("x", 300)}}
	for i := range p.Methods {
		if i%3 == 0 {
			p.Methods[i].Class += "の面積を計算する" + strings.Repeat("Long", 12)
			p.Methods[i].File = strings.Repeat("Long", 12) + ".java"
		}
	}
	for _, d := range p.Edges {
		p.Inlining = append(p.Inlining, profiles.Inlining{
			Caller: d.Caller, BCI: d.BCI, Line: d.Line, Callee: d.Callee,
			Decision: profiles.DecisionRejected, Reason: strings.Repeat("reason", 40), Weight: 1, Size: 99999,
		})
	}
	for width := report.MinWidth; width <= 150; width++ {
		var out bytes.Buffer
		if err := report.Write(&out, p, report.Options{Width: width, Sources: found, Index: index}); err != nil {
			t.Fatal(err)
		}
		for number, line := range strings.Split(out.String(), "\n") {
			wide := 0 // characters of the test's texts that take two cells
			for _, c := range line {
				if c >= 0x3041 && c <= 0x9fff {
					wide++
				}
			}
			if cells := utf8.RuneCountInString(line) + wide; cells > width {
				t.Errorf("at width %d, line %d has %d cells:\n%s", width, number+1, cells, line)
			}
		}
	}
}

// TestColorOnlyAddsEscapes compares the two forms of the report.
func TestColorOnlyAddsEscapes(t *testing.T) {
	var plain, colored bytes.Buffer
	if err := report.Write(&plain, shapes(), report.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := report.Write(&colored, shapes(), report.Options{Color: true}); err != nil {
		t.Fatal(err)
	}
	stripped := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored.String(), "")
	trailing := regexp.MustCompile("(?m) +$")
	if diff := cmp.Diff(plain.String(), trailing.ReplaceAllString(stripped, "")); diff != "" {
		t.Errorf("the colored report says something else (-plain +colored):\n%s", diff)
	}
}

// TestIndexOfAnotherText does not let an index place methods in a text that it
// was not made of.
func TestIndexOfAnotherText(t *testing.T) {
	text := shapesSource(t)
	index := shapesIndex(t, text)
	found := report.IndexedSources(index, func(string) ([]byte, error) { return []byte("// changed\n" + text), nil })
	var out bytes.Buffer
	if err := report.Write(&out, shapes(), report.Options{Sources: found, Index: index}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "never called") {
		t.Errorf("the index was used for a changed text:\n%s", out.String())
	}
}

// TestDraft tests that a report is the same if it has been begun before the costs were known.
func TestDraft(t *testing.T) {
	options := report.Options{Index: shapesIndex(t, shapesSource(t))}
	charge := func(p *profiles.Profile) {
		total := uint64(0)
		for i := range p.Contexts {
			nanos := p.Contexts[i].Calls * uint64(1000+i*i)
			p.Contexts[i].Cost = profiles.Measured(nanos)
			total += nanos
		}
		p.CostModel, p.Totals.Cost = "a test's", &total
	}
	var want, got strings.Builder
	whole, p := shapes(), shapes()
	charge(whole)
	if err := report.Write(&want, whole, options); err != nil {
		t.Fatal(err)
	}
	draft, err := report.NewDraft(p, options)
	if err != nil {
		t.Fatal(err)
	}
	charge(p)
	if err := draft.Write(&got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.String(), got.String()); d != "" || !strings.Contains(want.String(), "cost") {
		t.Errorf("(-at once +by a draft):\n%s", d)
	}
}

func TestWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	if err := report.Write(failing{full}, shapes(), report.Options{}); !errors.Is(err, full) {
		t.Errorf("error is %v, want one that wraps %v", err, full)
	}
	p := shapes()
	p.Contexts[3].Method = 1000
	if err := report.Write(io.Discard, p, report.Options{}); err == nil || !strings.Contains(err.Error(), "method is 1000") {
		t.Errorf("error of an invalid profile is %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func BenchmarkWrite(b *testing.B) {
	p := shapes()
	text := shapesSource(b)
	index := shapesIndex(b, text)
	found := report.IndexedSources(index, func(string) ([]byte, error) { return []byte(text), nil })
	for b.Loop() {
		if err := report.Write(io.Discard, p, report.Options{Sources: found, Index: index}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSourcesInOtherEncodings reads a source in Latin-1.
func TestSourcesInOtherEncodings(t *testing.T) {
	file := sources.File{Path: "/A.java", Encoding: "ISO-8859-1", Types: []string{"A"}}
	found := report.IndexedSources(&sources.Index{Files: []sources.File{file}}, func(string) ([]byte, error) { return []byte("class A { } // caf\xe9"), nil })
	if _, text, ok := found("A", ""); !ok || text != "class A { } // caf\u00e9" {
		t.Errorf("found %q, %t", text, ok)
	}
	file.Encoding = "x-unknown"
	found = report.IndexedSources(&sources.Index{Files: []sources.File{file}}, func(string) ([]byte, error) { return []byte("class A { }"), nil })
	if _, text, ok := found("A", ""); ok {
		t.Errorf("in an encoding that is not known: %q", text)
	}
}
