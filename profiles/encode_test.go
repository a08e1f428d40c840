package profiles_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"hotlens/profiles"
)

// small is a profile that has every part of the format once.
func small() *profiles.Profile {
	wall, cost, wait := uint64(0), uint64(12), uint64(3)
	return &profiles.Profile{
		Schema:    profiles.Schema,
		Target:    profiles.Target{Main: "Demo", Arguments: []string{"a \"b\"", "\x01\n"}, JDK: "17.0.15", ClassPath: []string{"out"}},
		Clock:     "wall",
		Tier:      "auto",
		CostModel: "a model",
		Complete:  false,
		Limits:    []profiles.Limit{{Kind: "time", Message: "stopped after 5s"}},
		Totals:    profiles.Totals{Calls: 3, Bytecodes: 40, Allocations: 1, AllocatedBytes: 16, Contexts: 2, Cost: &cost, WaitNanos: &wait, WallNanos: &wall},
		Methods: []profiles.Method{
			{ID: 0, Class: "pkg/Demo", Name: "main", Descriptor: "([Ljava/lang/String;)V", File: "Demo.java", Line: 3, Origin: profiles.OriginApp},
			{ID: 1, Class: "pkg/Größe", Name: "<init>", Descriptor: "()V", Line: -1, Native: true, Origin: profiles.OriginLibrary},
		},
		Threads: []profiles.Thread{{ID: 0, Name: "main", Root: 0}},
		Besides: []profiles.Besides{{WaitNanos: profiles.Measured(wait), Samples: profiles.Measured(7)}},
		Contexts: []profiles.Context{
			{ID: 0, Parent: -1, Method: 0, BCI: -1, Line: -1, Calls: 1, Bytecodes: 30},
			{ID: 1, Parent: 0, Method: 1, BCI: 4, Line: 5, Calls: 2, Bytecodes: 10, Allocations: 1, AllocatedBytes: 16, Cost: profiles.Measured(cost), Besides: 1},
		},
		Edges:          []profiles.Edge{{Caller: 0, BCI: 4, Line: 5, Callee: 1, Kind: profiles.EdgeSpecial, Calls: 2, Possible: pointer(7), Instantiated: pointer(2)}},
		Inlining:       []profiles.Inlining{{Caller: 0, BCI: 4, Line: 5, Callee: 1, Decision: "inlined", Reason: "trivial: 5 < 11", Weight: 0.12, Size: 5}},
		Accuracy:       &profiles.Accuracy{Overlap: pointer(0.93), Samples: 12, Taken: 3, Stride: 7, SamplesPerTick: 32, TickNanos: 1000, Schedule: "even", Start: "random", Contexts: true},
		Unseen:         []profiles.Unseen{{Caller: 0, BCI: 4, Class: "pkg/Maß", Name: "of", Descriptor: "()V", Instantiated: true}},
		HotSpot:        []profiles.HotSpot{{Caller: 0, BCI: 4, Line: 5, Callee: "pkg.Größe.<init>", Inlined: true, Reason: "inline (hot)", Tier: 4}},
		Types:          []profiles.TypeCount{{Context: 1, Class: "[I", Objects: 1, Bytes: 16}},
		Concatenations: []profiles.Concatenation{{Caller: 0, BCI: 9, Line: 6, Operands: 2, Strings: 3, Bytes: 40, Cost: profiles.Measured(7)}},
		Values: []profiles.CallValues{{
			Caller: 0, BCI: 4, Line: 5, Class: "pkg/Größe", Name: "of", Descriptor: "(CLjava/lang/Object;)V", Calls: 9, Arguments: []profiles.ArgumentValues{
				{Type: "Lpkg/Größe;", Receiver: true, Nulls: 9},
				{Type: "C", Values: &profiles.Distribution{Counts: []profiles.ValueCount{{Value: `'"'`, Calls: 5}}, Others: 4, Min: "'!'", Max: "'z'"}},
				{
					Type: "Ljava/lang/Object;", Values: &profiles.Distribution{Counts: []profiles.ValueCount{{Value: "-7", Type: "java/lang/Integer", Calls: 2}}},
					Magnitudes: profiles.Magnitudes{{Magnitude: profiles.Magnitude{Sign: profiles.SignNegative, Exponent: 2}, Calls: 2}, {Magnitude: profiles.Magnitude{Sign: profiles.SignZero}, Calls: 1}},
					Types:      &profiles.Distribution{Counts: []profiles.ValueCount{{Value: "[I", Calls: 7}}},
					Sizes:      &profiles.Distribution{Counts: []profiles.ValueCount{{Value: "3", Calls: 7}}, Min: "3", Max: "3"},
				},
			},
		}},
		Coverage: []profiles.ClassCoverage{{Class: "pkg/Größe", File: "Größe.java", Methods: []profiles.MethodCoverage{{
			Name: "of", Descriptor: "()V", Paths: 2, ExecutedPaths: 1,
			Lines: []profiles.LineCoverage{{Line: 13, Instructions: 7, ExecutedInstructions: 5, Branches: 2, ExecutedBranches: 1}, {Line: 4, Instructions: 1}},
		}}}},
		TestCoverage: []profiles.TestCoverage{
			{Classes: []profiles.ExecutedClass{{Class: "pkg/Größe", Lines: []profiles.ExecutedLine{{Line: 4}}}}},
			{Class: "pkg/GrößeTest", Method: "of", Classes: []profiles.ExecutedClass{{Class: "pkg/Größe", Lines: []profiles.ExecutedLine{{Line: 13, Branches: []int{0, 2}}}}}},
		},
		CallGraphs: &profiles.CallGraphs{
			Executed: profiles.CallGraph{Methods: 2, Edges: 1, Sites: 1}, CHA: profiles.CallGraph{Methods: 9, Edges: 8, Sites: 7, Polymorphic: 6}, Unforeseen: 1,
		},
		Sampling: &profiles.Sampling{Samples: 21, IntervalNanos: 1000, Java: 1, Native: 2, VM: 3, Collecting: 4, Compiling: 5, Waiting: 6},
	}
}

const smallJSON = `{
 "schema": "hotlens.profile/1",
 "target": {"main":"Demo","arguments":["a \"b\"","\u0001\n"],"jdk":"17.0.15","classPath":["out"]},
 "clock": "wall",
 "tier": "auto",
 "costModel": "a model",
 "complete": false,
 "limits": [
  {"kind":"time","message":"stopped after 5s"}
 ],
 "totals": {"calls":3,"bytecodes":40,"allocations":1,"allocatedBytes":16,"contexts":2,"folded":0,"cost":12,"waitNanos":3,"wallNanos":0},
 "methods": [
  {"id":0,"class":"pkg/Demo","name":"main","descriptor":"([Ljava/lang/String;)V","file":"Demo.java","line":3,"native":false,"origin":"app"},
  {"id":1,"class":"pkg/Größe","name":"<init>","descriptor":"()V","file":"","line":-1,"native":true,"origin":"library"}
 ],
 "threads": [
  {"id":0,"name":"main","root":0}
 ],
 "contexts": [
  {"id":0,"parent":-1,"method":0,"bci":-1,"line":-1,"calls":1,"bytecodes":30,"allocations":0,"allocatedBytes":0},
  {"id":1,"parent":0,"method":1,"bci":4,"line":5,"calls":2,"bytecodes":10,"allocations":1,"allocatedBytes":16,"cost":12,"waitNanos":3,"samples":7}
 ],
 "types": [
  {"context":1,"class":"[I","objects":1,"bytes":16}
 ],
 "concatenations": [
  {"caller":0,"bci":9,"line":6,"operands":2,"strings":3,"bytes":40,"cost":7}
 ],
 "values": [
  {"caller":0,"bci":4,"line":5,"class":"pkg/Größe","name":"of","descriptor":"(CLjava/lang/Object;)V","calls":9,"arguments":[{"type":"Lpkg/Größe;","receiver":true,"nulls":9},{"type":"C","values":{"counts":[{"value":"'\"'","calls":5}],"others":4,"min":"'!'","max":"'z'"}},{"type":"Ljava/lang/Object;","values":{"counts":[{"value":"-7","type":"java/lang/Integer","calls":2}]},"magnitudes":[{"sign":"negative","exponent":2,"calls":2},{"sign":"zero","calls":1}],"types":{"counts":[{"value":"[I","calls":7}]},"sizes":{"counts":[{"value":"3","calls":7}],"min":"3","max":"3"}}]}
 ],
 "coverage": [
  {"class":"pkg/Größe","file":"Größe.java","methods":[{"name":"of","descriptor":"()V","paths":2,"executedPaths":1,"lines":[{"line":13,"instructions":7,"executedInstructions":5,"branches":2,"executedBranches":1},{"line":4,"instructions":1,"executedInstructions":0}]}]}
 ],
 "testCoverage": [
  {"classes":[{"class":"pkg/Größe","lines":[{"line":4}]}]},
  {"class":"pkg/GrößeTest","method":"of","classes":[{"class":"pkg/Größe","lines":[{"line":13,"branches":[0,2]}]}]}
 ],
 "edges": [
  {"caller":0,"bci":4,"line":5,"callee":1,"kind":"special","calls":2,"firstSeen":0,"possible":7,"instantiated":2}
 ],
 "inlining": [
  {"caller":0,"bci":4,"line":5,"callee":1,"decision":"inlined","reason":"trivial: 5 < 11","weight":0.12,"size":5}
 ],
 "unseen": [
  {"caller":0,"bci":4,"class":"pkg/Maß","name":"of","descriptor":"()V","instantiated":true}
 ],
 "hotspot": [
  {"caller":0,"bci":4,"line":5,"callee":"pkg.Größe.<init>","inlined":true,"reason":"inline (hot)","tier":4}
 ],
 "accuracy": {"overlap":0.93,"samples":12,"taken":3,"stride":7,"samplesPerTick":32,"tickNanos":1000,"schedule":"even","start":"random","contexts":true},
 "callGraphs": {"executed":{"methods":2,"edges":1,"sites":1,"polymorphic":0},"cha":{"methods":9,"edges":8,"sites":7,"polymorphic":6},"rta":{"methods":0,"edges":0,"sites":0,"polymorphic":0},"unforeseen":1},
 "sampling": {"samples":21,"intervalNanos":1000,"java":1,"native":2,"vm":3,"collecting":4,"compiling":5,"waiting":6}
}
`

const emptyJSON = `{
 "schema": "hotlens.profile/1",
 "target": {"main":"","arguments":[],"jdk":"","classPath":[]},
 "clock": "",
 "tier": "",
 "complete": false,
 "limits": [],
 "totals": {"calls":0,"bytecodes":0,"allocations":0,"allocatedBytes":0,"contexts":0,"folded":0},
 "methods": [],
 "threads": [],
 "contexts": [],
 "edges": []
}
`

func TestEncodeText(t *testing.T) {
	for _, test := range []struct {
		name    string
		profile *profiles.Profile
		want    string
	}{
		{"every part", small(), smallJSON},
		{"empty arrays, absent metrics", &profiles.Profile{Schema: profiles.Schema}, emptyJSON},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := profiles.Encode(&out, test.profile); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("unexpected text (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEncodeAgreesWithTags compares the hand-written encoder with what
// encoding/json makes of the types' own tags, so that no key can be forgotten.
func TestEncodeAgreesWithTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProfile(t)
		var out bytes.Buffer
		if err := profiles.Encode(&out, p); err != nil {
			t.Fatal(err)
		}
		type row struct { // of a context: all that it has in one place
			profiles.Context
			profiles.Besides
		}
		rows := []row{}
		for i := range p.Contexts {
			rows = append(rows, row{p.Contexts[i], *p.Also(&p.Contexts[i])})
		}
		tagged, err := json.Marshal(struct {
			*profiles.Profile
			Contexts []row `json:"contexts"`
		}{p, rows})
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(tagged, &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("keys or values differ (-tags +encoder):\n%s", diff)
		}
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProfile(t)
		var first, second bytes.Buffer
		if err := profiles.Encode(&first, p); err != nil {
			t.Fatal(err)
		}
		back, err := profiles.Decode(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, back); diff != "" {
			t.Fatalf("the profile changed (-before +after):\n%s", diff)
		}
		if err := profiles.Encode(&second, back); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatal("the same profile gave different bytes")
		}
	})
}

// drawProfile draws a valid profile with non-nil required arrays.
func drawProfile(t *rapid.T) *profiles.Profile {
	text := rapid.String()
	count := rapid.Custom(func(t *rapid.T) uint64 { return rapid.Uint64Max(1<<53-1).Draw(t, "count") })
	metric := rapid.Ptr(count, true)
	place := rapid.IntRange(-1, 70000)
	share := rapid.Float64Range(0, 1)

	p := &profiles.Profile{
		Schema: profiles.Schema,
		Target: profiles.Target{
			Main: text.Draw(t, "main"), JDK: text.Draw(t, "jdk"),
			Arguments: rapid.SliceOfN(text, 0, 3).Draw(t, "arguments"),
			ClassPath: rapid.SliceOfN(text, 0, 3).Draw(t, "classPath"),
		},
		Clock: rapid.SampledFrom([]string{"virtual", "wall"}).Draw(t, "clock"),
		Date:  text.Draw(t, "date"),
		Tier:  text.Draw(t, "tier"), Complete: rapid.Bool().Draw(t, "complete"),
		Limits:  []profiles.Limit{},
		Methods: []profiles.Method{}, Threads: []profiles.Thread{},
		Contexts: []profiles.Context{}, Edges: []profiles.Edge{},
	}
	for range rapid.IntRange(0, 2).Draw(t, "limits") {
		p.Limits = append(p.Limits, profiles.Limit{Kind: text.Draw(t, "kind"), Message: text.Draw(t, "message")})
	}
	methods := rapid.IntRange(0, 4).Draw(t, "methods")
	name := rapid.StringN(1, 8, -1)
	for i := range methods {
		p.Methods = append(p.Methods, profiles.Method{
			ID: i, Class: name.Draw(t, "class"), Name: name.Draw(t, "name"), Descriptor: text.Draw(t, "descriptor"),
			File: text.Draw(t, "file"), Line: place.Draw(t, "line"), Native: rapid.Bool().Draw(t, "native"),
			Origin: rapid.SampledFrom([]profiles.Origin{profiles.OriginApp, profiles.OriginLibrary, profiles.OriginVM}).Draw(t, "origin"),
		})
	}
	if methods > 0 {
		method := rapid.IntRange(0, methods-1)
		for i := range rapid.IntRange(0, 6).Draw(t, "contexts") {
			p.Contexts = append(p.Contexts, profiles.Context{
				ID: int32(i), Parent: int32(rapid.IntRange(-1, i-1).Draw(t, "parent")), Method: int32(method.Draw(t, "method")),
				BCI: int32(place.Draw(t, "bci")), Line: int32(place.Draw(t, "line")),
				Calls: count.Draw(t, "calls"), Bytecodes: count.Draw(t, "bytecodes"),
				Allocations: count.Draw(t, "allocations"), AllocatedBytes: count.Draw(t, "allocatedBytes"),
				Cost: amount(metric.Draw(t, "cost")),
			})
			besides := profiles.Besides{
				WaitNanos: amount(metric.Draw(t, "waitNanos")),
				Samples:   amount(metric.Draw(t, "samples")), SelfNanos: amount(metric.Draw(t, "selfNanos")),
				TotalNanos: amount(metric.Draw(t, "totalNanos")), Cycles: amount(metric.Draw(t, "cycles")),
			}
			if besides != (profiles.Besides{}) {
				*p.Own(&p.Contexts[i]) = besides
			}
		}
		for i := range rapid.IntRange(0, 4).Draw(t, "edges") {
			p.Edges = append(p.Edges, profiles.Edge{
				Caller: method.Draw(t, "caller"), BCI: place.Draw(t, "bci"), Line: place.Draw(t, "line"),
				Callee: method.Draw(t, "callee"), Kind: profiles.EdgeVirtual,
				Calls: count.Draw(t, "calls"), Samples: metric.Draw(t, "samples"), FirstSeen: i,
			})
		}
		for range rapid.IntRange(0, 2).Draw(t, "inlining") {
			p.Inlining = append(p.Inlining, profiles.Inlining{
				Caller: method.Draw(t, "caller"), BCI: place.Draw(t, "bci"), Line: place.Draw(t, "line"), Callee: method.Draw(t, "callee"),
				Decision: rapid.SampledFrom([]profiles.Decision{profiles.DecisionInlined, profiles.DecisionGuarded, profiles.DecisionRejected}).Draw(t, "decision"),
				Reason:   text.Draw(t, "reason"), Weight: rapid.Float64Range(0, 1).Draw(t, "weight"), Size: rapid.IntRange(0, 1<<31-1).Draw(t, "size"),
			})
		}
	}
	if contexts := len(p.Contexts); contexts > 0 {
		p.Threads = append(p.Threads, profiles.Thread{ID: 0, Name: text.Draw(t, "thread"), Root: rapid.IntRange(0, contexts-1).Draw(t, "root")})
	}
	p.Totals = profiles.Totals{
		Calls: count.Draw(t, "calls"), Bytecodes: count.Draw(t, "bytecodes"), Allocations: count.Draw(t, "allocations"),
		AllocatedBytes: count.Draw(t, "bytes"), Contexts: len(p.Contexts), Folded: count.Draw(t, "folded"),
		Cost: metric.Draw(t, "cost"), WaitNanos: metric.Draw(t, "waitNanos"), WallNanos: metric.Draw(t, "wallNanos"),
	}
	if rapid.Bool().Draw(t, "accuracy") {
		p.Accuracy = &profiles.Accuracy{Overlap: pointer(share.Draw(t, "overlap")), Samples: count.Draw(t, "samples"), Stride: 7, SamplesPerTick: 32}
	}
	return p
}

func TestEncodeLeavesOutWhatWasNotCounted(t *testing.T) {
	p := small()
	p.Profilers = []string{profiles.ProfilerEdges}
	p.Types, p.Values, p.Besides = nil, nil, nil
	p.Contexts, p.Threads, p.Totals = []profiles.Context{}, []profiles.Thread{}, profiles.Totals{}
	for i := range p.Edges {
		p.Edges[i].Calls = 0
	}
	p.Accuracy = &profiles.Accuracy{Samples: 12, Stride: 7, SamplesPerTick: 32}
	var out bytes.Buffer
	if err := profiles.Encode(&out, p); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"calls"`, `"bytecodes"`, `"overlap"`, `"folded"`} {
		if strings.Contains(out.String(), key) {
			t.Errorf("%s is there, but was not measured:\n%s", key, out.String())
		}
	}
	read, err := profiles.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, read); diff != "" {
		t.Errorf("the profile changes (-written +read):\n%s", diff)
	}
}

func TestEncodeRefusesWhatDecodeWouldRefuse(t *testing.T) {
	p := small()
	p.Contexts[1].Parent = 1
	var out bytes.Buffer
	err := profiles.Encode(&out, p)
	if err == nil || !strings.Contains(err.Error(), "contexts: row 1: parent is 1") {
		t.Errorf("error is %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("%d bytes were written before the error", out.Len())
	}
	p = small()
	p.Inlining[0].Weight = math.NaN()
	if err := profiles.Encode(io.Discard, p); err == nil {
		t.Error("a weight that is not a number was written")
	}
}

func TestEncodeReturnsTheWritersError(t *testing.T) {
	full := errors.New("disk full")
	if err := profiles.Encode(failing{full}, small()); !errors.Is(err, full) {
		t.Errorf("error is %v, want one that wraps %v", err, full)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestDecodeErrors(t *testing.T) {
	replace := func(old, new string) string {
		if strings.Count(smallJSON, old) != 1 {
			t.Fatalf("%q is not in the text exactly once", old)
		}
		return strings.Replace(smallJSON, old, new, 1)
	}
	for _, test := range []struct{ name, text, want string }{
		{"no text", ``, "at byte 0: the text ends too early"},
		{"not an object", `[]`, "want an object"},
		{"cut", smallJSON[:700], "the text ends too early"},
		{"other schema", replace("profile/1", "profile/9"), `schema is "hotlens.profile/9", this hotlens reads "hotlens.profile/1"`},
		{"no schema", `{"totals": {}}`, `it has no "schema"`},
		{"no contexts", `{"schema": "hotlens.profile/1", "totals": {}, "methods": [], "threads": []}`, `it has no "contexts"`},
		{"key twice", replace(` "tier"`, ` "clock"`), `key "clock" stands twice`},
		{"more behind", smallJSON + "{}", "more text behind the profile"},
		{"array is null", replace(`"limits": [`, `"limits": null, "x": [`), "limits: at byte"},
		{"count too low", replace(`"calls":3`, `"calls":-3`), "totals: at byte"},
		{"wrong type", replace(`"id":1,"class"`, `"id":"1","class"`), "methods: row 1: at byte"},
		{"id skipped", replace(`"id":1,"class"`, `"id":2,"class"`), "methods: row 1: id is 2"},
		{"id missing", replace(`"id":1,"class"`, `"class"`), "methods: row 1: id is missing"},
		{"row is null", replace(`{"id":0,"name":"main","root":0}`, `null`), "threads: row 0: id is missing"},
		{"no class", replace(`"class":"pkg/Demo"`, `"class":""`), "methods: row 0: a method needs a class and a name"},
		{"line too low", replace(`"line":3`, `"line":-2`), "methods: row 0: line is -2"},
		{"root out of range", replace(`"root":0`, `"root":2`), "threads: row 0: root is 2, but there are 2 contexts"},
		{"parent behind", replace(`"parent":0`, `"parent":1`), "contexts: row 1: parent is 1; it has to be -1 or a context before this one"},
		{"parent missing", replace(`"parent":0,`, ``), "contexts: row 1: parent is missing"},
		{"method out of range", replace(`"method":1`, `"method":2`), "contexts: row 1: method is 2, but there are 2 methods"},
		{"bci too low", replace(`"bci":4,"line":5,"calls"`, `"bci":-4,"line":5,"calls"`), "contexts: row 1: bci is -4"},
		{"caller out of range", replace(`{"caller":0,"bci":4,"line":5,"callee":1,"kind"`, `{"caller":-1,"bci":4,"line":5,"callee":1,"kind"`), "edges: row 0: caller is -1"},
		{"callee missing", replace(`"callee":1,"kind"`, `"kind"`), "edges: row 0: callee is missing"},
		{"rank missing", replace(`,"firstSeen":0`, ``), "edges: row 0: firstSeen is missing"},
		{"inlining out of range", replace(`"callee":1,"decision"`, `"callee":9,"decision"`), "inlining: row 0: callee is 9"},
		{"inlining line too low", replace(`"line":5,"callee":1,"decision"`, `"line":-5,"callee":1,"decision"`), "inlining: row 0: line is -5"},
		{"no decision", replace(`"decision":"inlined",`, ``), `inlining: row 0: decision is ""; it has to be "inlined", "guarded" or "rejected"`},
		{"other decision", replace(`"decision":"inlined"`, `"decision":"postponed"`), `inlining: row 0: decision is "postponed"`},
		{"weight too high", replace(`"weight":0.12`, `"weight":12`), "inlining: row 0: weight is 12; it is a share from 0 to 1"},
		{"weight too low", replace(`"weight":0.12`, `"weight":-0.12`), "inlining: row 0: weight is -0.12"},
		{"size too low", replace(`"size":5`, `"size":-5`), "inlining: row 0: size is -5"},
		{"contexts miscounted", replace(`"contexts":2`, `"contexts":3`), "totals: contexts is 3, but there are 2 contexts"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := profiles.Decode(strings.NewReader(test.text))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is\n  %v\nwant it to contain\n  %s", err, test.want)
			}
		})
	}
}

// TestDecodeLenient reads what another tool may write: unknown keys, another
// order, no metrics, null arrays of strings.
func TestDecodeLenient(t *testing.T) {
	text := `{"future": {"x": [1, {}]}, "edges": [], "contexts": [{"id": 0, "parent": -1, "method": 0, "colour": "red"}],
		"threads": [], "methods": [{"class": "A", "name": "a", "id": 0}], "totals": {"contexts": 1},
		"inlining": [{"caller": 0, "bci": 3, "callee": 0, "decision": "rejected", "reason": "", "weight": 0, "size": 9}],
		"target": {"arguments": null}, "accuracy": null, "schema": "hotlens.profile/1"}`
	got, err := profiles.Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &profiles.Profile{
		Schema:   profiles.Schema,
		Target:   profiles.Target{Arguments: []string{}, ClassPath: []string{}},
		Limits:   []profiles.Limit{},
		Totals:   profiles.Totals{Contexts: 1},
		Methods:  []profiles.Method{{Class: "A", Name: "a", Line: -1}},
		Threads:  []profiles.Thread{},
		Contexts: []profiles.Context{{Parent: -1, BCI: -1, Line: -1}},
		Edges:    []profiles.Edge{},
		Inlining: []profiles.Inlining{{BCI: 3, Line: -1, Decision: profiles.DecisionRejected, Size: 9}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected profile (-want +got):\n%s", diff)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(smallJSON))
	f.Add([]byte(emptyJSON))
	f.Add([]byte(smallJSON[:len(smallJSON)/2]))
	f.Add([]byte(`{"schema": "hotlens.profile/1", "methods": [null]}`))
	f.Add([]byte(`{"contexts": [{"id": 0, "parent": 1e400}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := profiles.Decode(bytes.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := profiles.Encode(&out, p); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := profiles.Decode(&out)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if diff := cmp.Diff(p, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the profile changed (-before +after):\n%s", diff)
		}
	})
}

// manyContexts is a profile with n contexts of realistic row size.
func manyContexts(n int) *profiles.Profile {
	p := small()
	p.Contexts = p.Contexts[:1]
	for i := 1; i < n; i++ {
		p.Contexts = append(p.Contexts, profiles.Context{
			ID: int32(i), Parent: int32(i / 3), Method: 1, BCI: int32(i % 97), Line: int32(i % 31), Calls: uint64(i), Bytecodes: uint64(i) * 17,
		})
	}
	p.Totals.Contexts = n
	return p
}

func BenchmarkEncode(b *testing.B) {
	p := manyContexts(100_000)
	for b.Loop() {
		if err := profiles.Encode(io.Discard, p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	var text bytes.Buffer
	if err := profiles.Encode(&text, manyContexts(100_000)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := profiles.Decode(bytes.NewReader(text.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

// TestEncodeStreams writes many contexts and looks at the largest single write:
// the encoder's buffer must not grow with the profile.
func TestEncodeStreams(t *testing.T) {
	var largest largestWrite
	if err := profiles.Encode(&largest, manyContexts(20_000)); err != nil {
		t.Fatal(err)
	}
	if largest > 64<<10 {
		t.Errorf("one write had %d bytes", largest)
	}
}

type largestWrite int

func (l *largestWrite) Write(b []byte) (int, error) {
	*l = max(*l, largestWrite(len(b)))
	return len(b), nil
}

func ExampleDecode() {
	p, err := profiles.Decode(strings.NewReader(smallJSON))
	if err != nil {
		fmt.Println(err)
		return
	}
	edge := p.Edges[0]
	fmt.Println(p.Methods[edge.Caller].Name, "calls", p.Methods[edge.Callee].Name, edge.Calls, "times")
	// Output: main calls <init> 2 times
}

func pointer[T any](value T) *T { return &value }

// amount is a metric that may be missing.
func amount(metric *uint64) profiles.Amount {
	if metric == nil {
		return profiles.Amount{}
	}
	return profiles.Measured(*metric)
}
