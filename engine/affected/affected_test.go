package affected

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// run is the record of a program "Name" with helpers, of which it has called a method, and others, which it was only compiled with.
func run(name string, wall time.Duration, called []string, others ...string) *Record {
	index := &sources.Index{}
	p := &profiles.Profile{Target: profiles.Target{Main: "shop." + name}}
	add := func(class string, calls uint64) {
		index.Files = append(index.Files, sources.File{Path: "/w/shop/" + class + ".java", Types: []string{"shop/" + class}})
		if calls > 0 {
			id := len(p.Methods)
			p.Methods = append(p.Methods, profiles.Method{ID: id, Class: "shop/" + class, Name: "work"}, profiles.Method{ID: id + 1, Class: "shop/" + class + "$1", Name: "rare"})
			p.Contexts = append(p.Contexts, profiles.Context{Method: int32(id), Calls: calls}, profiles.Context{Method: int32(id + 1), Calls: 1})
		}
	}
	add(name, 2)
	for _, class := range called {
		add(class, 7)
	}
	for _, class := range others {
		add(class, 0)
	}
	return RecordOf(Target{File: "/w/shop/" + name + ".java"}, "/w", p, index, &profiles.Outcome{Main: p.Target.Main, Wall: wall}, time.Unix(int64(wall), 0))
}

// TestChoose checks what runs after a change, in which order, and why.
func TestChoose(t *testing.T) {
	slow := run("Slow", 3*time.Second, []string{"Words"})
	reader := run("Reader", 2*time.Second, nil, "Names")
	reader.Reads = []string{"/w/data.csv", "/w/orders/"}
	slow.Builds = []string{"/w/pom.xml"}
	failing := run("Failing", 9*time.Second, nil, "Words")
	failing.Failed = true
	cut := run("Cut", time.Second, nil)
	cut.MoreReads = true
	x := New(slow, reader, failing, run("Quick", time.Second, []string{"Words", "Names"}), run("Quicker", time.Millisecond, nil, "Words"))
	for _, test := range []struct {
		changed []string
		want    []string
	}{
		{[]string{"/w/shop/Words.java"}, []string{
			"Failing is compiled with Words.java", "Quick reached Words.work last time", "Slow reached Words.work last time", "Quicker is compiled with Words.java",
		}},
		{[]string{"/w/shop/Names.java"}, []string{"Quick reached Names.work last time", "Reader is compiled with Names.java"}},
		{[]string{"/w/shop/Names.java", "/w/data.csv"}, []string{"Quick reached Names.work last time", "Reader reads data.csv"}},
		{[]string{"/w/orders/7.txt"}, []string{"Reader lists the folder of 7.txt"}},
		{[]string{"/w/shop/Slow.java"}, []string{"Slow reached Slow.work last time"}},
		{[]string{"/w/README.md"}, nil},
		{[]string{"/w/pom.xml", "/w/data.csv"}, []string{"Reader reads data.csv", "Slow is built by pom.xml"}},
	} {
		var got []string
		for _, c := range x.Choose(test.changed) {
			got = append(got, c.Name()+" "+c.Reason)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.changed, diff)
		}
	}
	if diff := cmp.Diff([]string{"/w/orders/"}, x.Below([]string{"/w/orders", "/w/sho", "/w/shop/Slow.java"})); diff != "" {
		t.Errorf("below folders (-want +got):\n%s", diff)
	}
	x.Put(cut)
	x.Forget(reader)
	want := []string{"Cut may use README.md: not all that it used is known"}
	if chosen := x.Choose([]string{"/w/README.md"}); len(chosen) != 1 || chosen[0].Name()+" "+chosen[0].Reason != want[0] {
		t.Errorf("of what is not known whole: %v", chosen)
	}
}

// TestBounds checks that the oldest targets and the last files go, and that the latter is known.
func TestBounds(t *testing.T) {
	x := New()
	for i := range MaxTargets + 3 {
		r := run("Main", time.Duration(i), nil)
		r.Arguments = []string{time.Duration(i).String()}
		x.Put(r)
	}
	if n := len(x.Records()); n != MaxTargets {
		t.Errorf("%d targets are kept", n)
	}
	for _, r := range x.Records() {
		if r.Wall < 3 {
			t.Errorf("%s is kept", r.Name())
		}
	}
	index := &sources.Index{}
	for i := range MaxFiles + 1 {
		index.Files = append(index.Files, sources.File{Path: time.Duration(i).String()})
	}
	r := RecordOf(Target{}, "/w", nil, index, &profiles.Outcome{}, time.Time{})
	if _, _, does := r.affects("any.java"); !does || len(r.Files) != MaxFiles {
		t.Errorf("%d files are kept, partial: %t", len(r.Files), r.Partial)
	}
}

func TestAsked(t *testing.T) {
	r := run("Main", 0, nil)
	r.Arguments = []string{"10"}
	for text, want := range map[string]bool{
		"shop.Main 10": true, "shop/Main.java 10": true, "/w/shop/Main.java 10": true,
		"": false, "shop.Main": false, "Main 10": false, "shop.Main 10 20": false, "Main.java 10": false,
	} {
		if got := r.Asked(text, "/w"); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
