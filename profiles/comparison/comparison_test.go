package comparison_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hotlens/profiles"
	"hotlens/profiles/comparison"
)

// parse builds a profile from lines "path calls bytecodes", where a path is main and
// steps "@BCI:callee", with the callee's descriptor behind it unless that is "()V"; every path's prefix stands before it.
func parse(t interface{ Fatal(...any) }, text string) *profiles.Profile {
	p := &profiles.Profile{Schema: profiles.Schema, Target: profiles.Target{Main: "Demo", JDK: "17.0.15"}, Clock: "virtual", Complete: true}
	methods, contexts := map[string]int{}, map[string]int{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		path := fields[0]
		c := profiles.Context{ID: int32(len(p.Contexts)), Parent: -1, BCI: -1, Line: -1}
		name := path
		if at := strings.LastIndexByte(path, '@'); at >= 0 {
			step, callee, _ := strings.Cut(path[at+1:], ":")
			name = callee
			c.Parent = int32(contexts[path[:at]])
			if _, err := fmt.Sscan(step, &c.BCI); err != nil {
				t.Fatal(line, err)
			}
		}
		id, known := methods[name]
		if !known {
			id = len(p.Methods)
			methods[name] = id
			m := profiles.Method{ID: id, Class: "Demo", Name: name, Descriptor: "()V", Line: -1, Origin: profiles.OriginApp}
			if class, method, qualified := strings.Cut(name, "#"); qualified {
				m.Class, m.Name = class, method
			}
			if name, descriptor, given := strings.Cut(m.Name, "("); given {
				m.Name, m.Descriptor = name, "("+descriptor
			}
			p.Methods = append(p.Methods, m)
		}
		c.Method = int32(id)
		if _, err := fmt.Sscan(strings.Join(fields[1:], " "), &c.Calls, &c.Bytecodes); err != nil {
			t.Fatal(line, err)
		}
		contexts[path] = int(c.ID)
		if c.Parent >= 0 {
			p.Edges = append(p.Edges, profiles.Edge{Caller: int(p.Contexts[c.Parent].Method), BCI: int(c.BCI), Line: -1, Callee: id, Kind: profiles.EdgeStatic, Calls: c.Calls})
		} else {
			p.Threads = append(p.Threads, profiles.Thread{ID: len(p.Threads), Name: "main", Root: int(c.ID)})
		}
		p.Contexts = append(p.Contexts, c)
	}
	p.Totals.Contexts = len(p.Contexts)
	return p
}

func compare(t interface{ Fatal(...any) }, base, head *profiles.Profile) *comparison.Comparison {
	c, err := comparison.New(base, head)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// show lists the contexts: state, path by names, calls before and after.
func show(c *comparison.Comparison) string {
	paths := make([]string, len(c.Contexts))
	var lines []string
	for i := range c.Contexts {
		context := &c.Contexts[i]
		paths[i] = c.Union.Profile.Methods[context.Method].Name
		if context.Parent >= 0 {
			paths[i] = paths[context.Parent] + "/" + paths[i]
		}
		base, head := context.Exclusive.By(profiles.MetricCalls)
		lines = append(lines, fmt.Sprintf("%s %s %d %d\n", context.State(), paths[i], base, head))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func TestContexts(t *testing.T) {
	for _, test := range []struct{ name, base, head, want string }{
		{"the same", "main 1 1\nmain@3:a 2 5", "main 1 1\nmain@3:a 2 5", "both main 1 1\nboth main/a 2 2\n"},
		{"edited in front of the calls",
			"main 1 1\nmain@3:a 2 5\nmain@9:b 3 5",
			"main 1 1\nmain@1:new 1 1\nmain@13:a 2 5\nmain@19:b 3 5",
			"added main/new 0 1\nboth main 1 1\nboth main/a 2 2\nboth main/b 3 3\n"},
		{"called once more",
			"main 1 1\nmain@3:a 2 5\nmain@9:b 3 5",
			"main 1 1\nmain@3:a 2 5\nmain@6:a 7 5\nmain@12:b 3 5",
			"added main/a 0 7\nboth main 1 1\nboth main/a 2 2\nboth main/b 3 3\n"},
		{"not edited, but other calls executed: the indices decide",
			"main 1 1\nmain@3:a 2 5\nmain@12:a 3 5",
			"main 1 1\nmain@6:a 7 5\nmain@12:a 3 5",
			"added main/a 0 7\nboth main 1 1\nboth main/a 3 3\nremoved main/a 2 0\n"},
		{"another receiver",
			"main 1 1\nmain@3:A#f 2 5", "main 1 1\nmain@3:B#f 2 5",
			"added main/f 0 2\nboth main 1 1\nremoved main/f 2 0\n"},
		{"other parameters",
			"main 1 1\nmain@3:f(I)V 2 5\nmain@3:f(I)V@1:a 4 5", "main 1 1\nmain@5:f(IJ)V 2 5\nmain@5:f(IJ)V@2:a 6 5",
			"both main 1 1\nboth main/f 2 2\nboth main/f/a 4 6\n"},
		{"another overload beside the same",
			"main 1 1\nmain@3:f(I)V 2 5\nmain@6:f(J)V 3 5", "main 1 1\nmain@3:f(I)V 2 5\nmain@6:f(D)V 4 5",
			"both main 1 1\nboth main/f 2 2\nboth main/f 3 4\n"},
		{"other parameters of two overloads",
			"main 1 1\nmain@3:f(I)V 2 5\nmain@6:f(J)V 3 5", "main 1 1\nmain@3:f(F)V 2 5\nmain@6:f(D)V 4 5",
			"added main/f 0 2\nadded main/f 0 4\nboth main 1 1\nremoved main/f 2 0\nremoved main/f 3 0\n"},
		{"a lambda in front of another",
			"main 1 1\nmain@3:Demo$$Lambda$1+0x01#run 1 1\nmain@3:Demo$$Lambda$1+0x01#run@0:lambda$main$0 2 2\nmain@3:Demo$$Lambda$1+0x01#run@0:lambda$main$0@4:a 1 1",
			"main 1 1\nmain@3:Demo$$Lambda$1+0x01#run 4 1\nmain@3:Demo$$Lambda$1+0x01#run@0:lambda$main$0 4 2\nmain@3:Demo$$Lambda$1+0x01#run@0:lambda$main$0@4:b 4 1\n" +
				"main@9:Demo$$Lambda$2+0x02#run 1 1\nmain@9:Demo$$Lambda$2+0x02#run@0:lambda$main$1 2 2\nmain@9:Demo$$Lambda$2+0x02#run@0:lambda$main$1@4:a 1 1",
			"added main/run 0 4\nadded main/run/lambda$main$0 0 4\nadded main/run/lambda$main$0/b 0 4\n" +
				"both main 1 1\nboth main/run 1 1\nboth main/run/lambda$main$1 2 2\nboth main/run/lambda$main$1/a 1 1\n"},
		{"an anonymous class in front of others",
			"main 1 1\nmain@3:Demo$1#<init> 1 1\nmain@6:Demo$1#run 2 1\nmain@6:Demo$1#run@0:a 2 1\nmain@9:Demo$2#<init> 1 1\nmain@12:Demo$2#run 3 1\nmain@12:Demo$2#run@3:Demo$2$1#get 3 1",
			"main 1 1\nmain@3:Demo$1#<init> 1 1\nmain@6:Demo$1#run 5 1\nmain@6:Demo$1#run@0:b 5 1\nmain@9:Demo$2#<init> 1 1\nmain@12:Demo$2#run 2 1\nmain@12:Demo$2#run@0:a 2 1\n" +
				"main@15:Demo$3#<init> 1 1\nmain@18:Demo$3#run 3 1\nmain@18:Demo$3#run@3:Demo$3$1#get 3 1",
			"added main/<init> 0 1\nadded main/run 0 5\nadded main/run/b 0 5\n" +
				"both main 1 1\nboth main/<init> 1 1\nboth main/<init> 1 1\nboth main/run 2 2\nboth main/run 3 3\nboth main/run/a 2 2\nboth main/run/get 3 3\n"},
		{"an edited anonymous class",
			"main 1 1\nmain@3:Demo$1#<init> 1 1\nmain@6:Demo$1#run 2 1\nmain@6:Demo$1#run@0:a 2 1",
			"main 1 1\nmain@3:Demo$1#<init> 1 1\nmain@6:Demo$1#run 2 1\nmain@6:Demo$1#run@0:b 3 1",
			"added main/run/b 0 3\nboth main 1 1\nboth main/<init> 1 1\nboth main/run 2 2\nremoved main/run/a 2 0\n"},
		{"hidden classes with other numbers",
			"main 1 1\nmain@3:java/lang/invoke/LambdaForm$MH+0x0a#invoke 1 1\nmain@9:$Proxy3#f 1 1",
			"main 1 1\nmain@3:java/lang/invoke/LambdaForm$MH+0x0b#invoke 1 1\nmain@9:$Proxy4#f 1 1",
			"both main 1 1\nboth main/f 1 1\nboth main/invoke 1 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := show(compare(t, parse(t, test.base), parse(t, test.head)))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("unexpected contexts (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPlaces wants a call to stand at one place in all contexts, at the head's, also in those that only the base has.
func TestPlaces(t *testing.T) {
	base := parse(t, "main 1 1\nmain@1:gone 1 1\nmain@1:gone@1:f 1 1\nmain@1:gone@1:f@3:g 1 1")
	head := parse(t, "main 1 1\nmain@1:new 1 1\nmain@1:new@1:f 1 1\nmain@1:new@1:f@5:g 1 1")
	for i := range head.Contexts {
		head.Contexts[i].Line = 70 + head.Contexts[i].BCI
	}
	c := compare(t, base, head)
	var places []string
	for i := range c.Contexts {
		if at := &c.Union.Profile.Contexts[i]; c.Union.Profile.Methods[at.Method].Name == "g" {
			places = append(places, fmt.Sprintf("%s at %d, line %d", c.Contexts[i].State(), at.BCI, at.Line))
		}
	}
	if diff := cmp.Diff([]string{"removed at 5, line 75", "added at 5, line 75"}, places); diff != "" {
		t.Errorf("places of f's call of g (-want +got):\n%s", diff)
	}
}

// TestEqualOverlap wants runs that did the same to overlap by one, and not by what is left of it when shares are rounded and added up.
func TestEqualOverlap(t *testing.T) {
	for contexts := 1; contexts < 50; contexts++ {
		run := "main 1 1"
		for i := range contexts {
			run += fmt.Sprintf("\nmain@%d:a %d 1", i, 2*i+1)
		}
		c := compare(t, parse(t, run), parse(t, run))
		if got := c.Overlap(profiles.MetricCalls); got != 1 {
			t.Errorf("with %d contexts the overlap of a run with itself is %v", contexts+1, got)
		}
	}
}

// TestOverlap adds up the smaller shares, also of threads with the same entry.
func TestOverlap(t *testing.T) {
	base := "main 1 10\nmain@3:a 3 30\nmain@9:b 4 60"
	for _, test := range []struct {
		name, head string
		calls      float64
	}{
		{"the same", base, 1},
		{"twice as long", "main 2 1\nmain@3:a 6 1\nmain@9:b 8 1", 1},
		{"one context more", base + "\nmain@12:c 8 1", (1 + 3 + 4) / 16.},
		{"other shares", "main 1 1\nmain@3:a 6 1\nmain@9:b 1 1", (1 + 3 + 1) / 8.},
		{"nothing of it", "other 1 1", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compare(t, parse(t, base), parse(t, test.head))
			if got := c.Overlap(profiles.MetricCalls); math.Abs(got-test.calls) > 1e-9 {
				t.Errorf("the overlap is %v, want %v", got, test.calls)
			}
		})
	}
	threads := parse(t, "main 1 1\nrun 1 5\nrun@1:a 2 5")
	more := parse(t, "main 1 1\nrun 1 5\nrun@1:a 2 5")
	// The second thread's tree has the first one's methods.
	again := func(p *profiles.Profile, calls ...uint64) {
		for i, n := range calls {
			c := p.Contexts[1+i]
			c.ID = int32(len(p.Contexts))
			if c.Parent >= 0 {
				c.Parent = c.ID - 1
			}
			c.Calls = n
			p.Contexts = append(p.Contexts, c)
		}
		p.Totals.Contexts = len(p.Contexts)
	}
	again(threads, 1, 4)
	again(more, 1, 3)
	again(more, 1, 1)
	c := compare(t, threads, more)
	if got, want := c.Overlap(profiles.MetricCalls), 1/10.+2/9.+6/10.; len(c.Contexts) != 3 || math.Abs(got-(1/10.+2/9.+6/10.)) > 1e-9 {
		t.Errorf("with threads, the overlap of %d contexts is %v, want %v", len(c.Contexts), got, want)
	}
}

// TestMethods sums methods over their contexts, recursion once.
func TestMethods(t *testing.T) {
	c := compare(t,
		parse(t, "main 1 10\nmain@1:f 1 5\nmain@1:f@2:f 2 6"),
		parse(t, "main 1 10\nmain@1:f 1 5\nmain@1:f@2:f 2 6\nmain@4:f 1 100"))
	got := map[string][4]uint64{}
	for i, m := range c.Methods {
		b, h := m.Exclusive.By(profiles.MetricBytecodes)
		bi, hi := m.Inclusive.By(profiles.MetricBytecodes)
		got[c.Union.Names[i]] = [4]uint64{b, h, bi, hi}
	}
	want := map[string][4]uint64{"Demo.main": {10, 10, 21, 121}, "Demo.f": {11, 111, 11, 111}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unexpected methods (-want +got):\n%s", diff)
	}
	if c.Same() || !c.GrownBeyond(profiles.MetricBytecodes, 476) || c.GrownBeyond(profiles.MetricBytecodes, 477) {
		t.Errorf("the run went from %d to %d bytecodes", c.Total.Base.Bytecodes, c.Total.Head.Bytecodes)
	}
}

func TestWarnings(t *testing.T) {
	base, head := parse(t, "main 1 1"), parse(t, "main 1 1")
	if c := compare(t, base, head); len(c.Warnings) > 0 || !c.Same() {
		t.Errorf("equal profiles: %q", c.Warnings)
	}
	head.Contexts[0].Cost, head.CostModel = profiles.Measured(5), "default/1"
	head.Target.JDK, head.Target.Arguments, head.Clock = "21", []string{"x"}, "wall"
	head.Complete, head.Limits, head.Totals.Folded = false, []profiles.Limit{{Kind: "time", Message: "stopped"}}, 7
	c := compare(t, base, head)
	for _, word := range []string{"Demo, and Demo x", "JDKs", "clocks", "Only the head has cost", "not complete (stopped)", "7 contexts of the head are folded"} {
		if !slices.ContainsFunc(c.Warnings, func(w string) bool { return strings.Contains(w, word) }) {
			t.Errorf("no warning of %q in %q", word, c.Warnings)
		}
	}
	if _, err := c.Choose(profiles.MetricCost); err == nil || !strings.Contains(err.Error(), "the base has no cost") {
		t.Errorf("choosing cost: %v", err)
	}
	head.Profilers = []string{profiles.ProfilerEdges}
	if _, err := comparison.New(base, head); err == nil {
		t.Error("a profile without contexts was compared")
	}
}

// TestNothingWaited compares a run that has waited with one that has not, which is to have waited for no time.
func TestNothingWaited(t *testing.T) {
	idle, waiting := parse(t, "main 1 1"), parse(t, "main 1 1")
	waiting.Own(&waiting.Contexts[0]).WaitNanos = profiles.Measured(5)
	for _, test := range []struct {
		base, head *profiles.Profile
		want       [2]uint64
		differs    bool
	}{{idle, waiting, [2]uint64{0, 5}, true}, {waiting, idle, [2]uint64{5, 0}, true}, {idle, idle, [2]uint64{}, false}} {
		c := compare(t, test.base, test.head)
		metric, err := c.Choose(profiles.MetricWait)
		if err != nil || len(c.Warnings) > 0 {
			t.Fatalf("%v, warnings %q", err, c.Warnings)
		}
		if base, head := c.Total.By(metric); [2]uint64{base, head} != test.want || c.Same() == test.differs || slices.Contains(c.Metrics, metric) != test.differs {
			t.Errorf("the wait went from %d to %d, want %d; the same: %t, by %v", base, head, test.want, c.Same(), c.Metrics)
		}
	}
}

// randomProfile draws a profile.
func randomProfile(t *rapid.T, label string) *profiles.Profile {
	names := []string{"a", "b", "lambda$main$0", "lambda$main$1", "lambda$main$2", "Demo$$Lambda$1+0x1#run", "Demo$$Lambda$2+0x2#run", "Demo$1#<init>", "Demo$2#<init>", "Demo$1#f", "Demo$2#f", "Demo$2$1#f"}
	paths := []string{"main"}
	text := "main 1 1\n"
	for range rapid.IntRange(0, 12).Draw(t, label) {
		path := fmt.Sprintf("%s@%d:%s", rapid.SampledFrom(paths).Draw(t, "parent"), rapid.IntRange(0, 4).Draw(t, "bci"), rapid.SampledFrom(names).Draw(t, "callee"))
		if slices.Contains(paths, path) {
			continue
		}
		paths = append(paths, path)
		text += fmt.Sprintf("%s %d %d\n", path, rapid.IntRange(0, 5).Draw(t, "calls"), rapid.IntRange(0, 50).Draw(t, "bytecodes"))
	}
	return parse(t, text)
}

// TestNothingLost compares random profiles: a profile and itself do not differ, the sums
// are those of the profiles, and the JSON form is the same each time.
func TestNothingLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, head := randomProfile(t, "base"), randomProfile(t, "head")
		if c := compare(t, base, base); !c.Same() {
			t.Fatalf("a profile and itself differ:\n%s", show(c))
		}
		c := compare(t, base, head)
		var contexts, methods comparison.Pair
		inBase, inHead := 0, 0
		for i := range c.Contexts {
			context := &c.Contexts[i]
			contexts.Base.Add(context.Exclusive.Base)
			contexts.Head.Add(context.Exclusive.Head)
			if context.Parent >= i {
				t.Fatalf("context %d stands before its parent %d", i, context.Parent)
			}
			if context.Base >= 0 {
				inBase++
			}
			if context.Head >= 0 {
				inHead++
			}
		}
		for i := range c.Methods {
			methods.Base.Add(c.Methods[i].Exclusive.Base)
			methods.Head.Add(c.Methods[i].Exclusive.Head)
		}
		if contexts != c.Total || methods != c.Total {
			t.Fatalf("contexts add up to %v, methods to %v, want %v", contexts, methods, c.Total)
		}
		if inBase > len(base.Contexts) || inHead > len(head.Contexts) {
			t.Fatalf("%d and %d contexts of %d and %d", inBase, inHead, len(base.Contexts), len(head.Contexts))
		}
		var first, second bytes.Buffer
		if err := comparison.Encode(&first, c); err != nil {
			t.Fatal(err)
		}
		if err := comparison.Encode(&second, compare(t, base, head)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatal("the same comparison gives two texts")
		}
	})
}

// TestTelling looks for a metric that differs.
func TestTelling(t *testing.T) {
	base, head := parse(t, "main 1 5"), parse(t, "main 2 5")
	if got := compare(t, base, head).Telling(profiles.MetricBytecodes); got != profiles.MetricCalls {
		t.Errorf("only calls differ, but %s is told", got)
	}
	if got := compare(t, base, base).Telling(profiles.MetricBytes); got != profiles.MetricBytes {
		t.Errorf("nothing differs, but %s is told", got)
	}
}
