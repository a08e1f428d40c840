package annotations

import (
	"slices"
	"testing"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// TestContextsOfThreads has two threads do the same, and one something else.
func TestContextsOfThreads(t *testing.T) {
	p := &profiles.Profile{
		Schema: profiles.Schema, Complete: true,
		Methods: []profiles.Method{{ID: 0, Class: "Demo", Name: "run", Descriptor: "()V"}, {ID: 1, Class: "Demo", Name: "main", Descriptor: "()V"}, {ID: 2, Class: "Demo", Name: "f", Descriptor: "()V"}},
		Totals:  profiles.Totals{Calls: 6, Bytecodes: 60, Contexts: 6},
	}
	for i, thread := range []struct {
		name string
		root int32
	}{{"main", 1}, {"worker-1", 0}, {"worker-2", 0}} {
		root := int32(2 * i)
		p.Threads = append(p.Threads, profiles.Thread{ID: i, Name: thread.name, Root: int(root)})
		p.Contexts = append(p.Contexts,
			profiles.Context{ID: root, Parent: -1, Method: thread.root, BCI: -1, Calls: 1, Bytecodes: 10},
			profiles.Context{ID: root + 1, Parent: root, Method: 2, BCI: 1, Calls: 1, Bytecodes: 10})
	}
	run, err := analysis.New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Demo.main › Demo.f", "thread worker-1 › Demo.run › Demo.f", "thread worker-2 › Demo.run › Demo.f"}
	if got := paths(run, []int32{1, 3, 5}); !slices.Equal(got, want) {
		t.Errorf("paths %q, want %q", got, want)
	}
}
