package vm_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/configuration"
)

// TestLinkByLibrary links invokedynamic sites directly and through the library's
// bootstrap methods: programs see no difference.
func TestLinkByLibrary(t *testing.T) {
	linked := func(name string) bool { return hasPrefix(name, "Lambda", "BasicRecords", "BasicConcat", "Stream") }
	forEachProgram(t, programsFolder, programsShare, linked, func(t *testing.T, classes, name string) {
		want := runInProcess(t, classes, name, func(c *configuration.Run) { c.Testing.LinkByLibrary = true })
		got := runInProcess(t, classes, name, nil)
		sameRun(t, "linked by the VM", want, got)
	})
}

// TestProfileIsConsistent profiles all programs: the announced edges are those
// that were executed, and the parts add up to the whole.
func TestProfileIsConsistent(t *testing.T) {
	for folder, share := range map[string]uint32{countsFolder: countsShare, programsFolder: profiledShare} {
		forEachProgram(t, folder, share, nil, func(t *testing.T, classes, name string) {
			run := runInProcess(t, classes, name, counted)
			p := run.profile
			for _, problem := range p.Check() {
				t.Error(problem)
			}
			if int(p.NodeCount) != len(p.Nodes) {
				t.Errorf("the region says that it has %d contexts, but holds %d", p.NodeCount, len(p.Nodes))
			}
			var bytecodes uint64
			for i := range p.Nodes {
				n := &p.Nodes[i]
				bytecodes += n.Bytecodes
				if n.Objects == 0 && n.Bytes != 0 || n.Bytes < 8*n.Objects {
					t.Errorf("context %d of %s has %d objects of %d bytes", i, p.Methods[n.Method].Name, n.Objects, n.Bytes)
				}
			}
			// The rest is the VM's own work, such as linking.
			if bytecodes > p.Bytecodes {
				t.Errorf("the contexts have %d bytecodes, the whole run has %d", bytecodes, p.Bytecodes)
			}
		})
	}
}

// TestFoldedContexts bounds the tree of programs that recurse deeply or
// exponentially: contexts are folded, but every edge and method keeps its counts.
func TestFoldedContexts(t *testing.T) {
	recursive := func(name string) bool {
		return hasPrefix(name, "CountsFib", "CountsAckermann", "CountsHanoi", "CountsDepth")
	}
	forEachProgram(t, countsFolder, 1, recursive, func(t *testing.T, classes, name string) {
		whole := runInProcess(t, classes, name, counted)
		few := len(whole.profile.Nodes) / 3
		folded := runInProcess(t, classes, name, func(c *configuration.Run) { counted(c); c.Limits.MaxContexts = few })
		sameRun(t, "with few contexts", whole, folded)
		if whole.profile.Folded != 0 {
			t.Fatalf("%d contexts are folded without a bound", whole.profile.Folded)
		}
		if folded.profile.Folded == 0 || len(folded.profile.Nodes) >= len(whole.profile.Nodes) {
			t.Errorf("%d contexts, %d folded: the bound of %d did nothing", len(folded.profile.Nodes), folded.profile.Folded, few)
		}
		for _, problem := range folded.profile.Check() {
			t.Error(problem)
		}
		if diff := cmp.Diff(totals(whole.profile), totals(folded.profile)); diff != "" {
			t.Errorf("folding changes totals (-whole +folded):\n%s", diff)
		}
	})
}

// TestFewCounters has compiled code find no room for what it counts itself: the interpreter
// executes what is left, and counts the same.
func TestFewCounters(t *testing.T) {
	some := func(name string) bool {
		return hasPrefix(name, "CountsDispatch", "CountsExceptions", "CountsFib", "CountsLambdas", "CountsMutual", "CountsThreads")
	}
	forEachProgram(t, countsFolder, 2, some, func(t *testing.T, classes, name string) {
		whole := runInProcess(t, classes, name, counted)
		for _, few := range []int{1, 50} {
			run := runInProcess(t, classes, name, func(c *configuration.Run) {
				counted(c)
				c.Testing.MaxCounters, c.Tier = few, configuration.TierCompiler
			})
			sameRun(t, "with few counters", whole, run)
			if diff := cmp.Diff(counts(whole.profile), counts(run.profile)); diff != "" {
				t.Errorf("%d counters change the profile (-without a bound +with it):\n%s", few, diff)
			}
		}
	})
}

// counts lists the contexts of a profile, with all their numbers.
func counts(p *sharedmemory.Snapshot) (list []string) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		list = append(list, fmt.Sprint(n.Parent, " @", n.BCI, " -> ", p.Methods[n.Method].Class, ".", p.Methods[n.Method].Name, ": ", n.Calls, " ", n.Bytecodes, " ", n.Objects, " ", n.Bytes))
	}
	return list
}

// totals sums a profile's contexts by method and by edge.
func totals(p *sharedmemory.Snapshot) []string {
	sums := map[string][4]uint64{}
	add := func(key string, n *sharedmemory.NodeRecord) {
		s := sums[key]
		sums[key] = [4]uint64{s[0] + n.Calls, s[1] + n.Bytecodes, s[2] + n.Objects, s[3] + n.Bytes}
	}
	name := func(i int32) string { return p.Methods[i].Class + "." + p.Methods[i].Name + p.Methods[i].Descriptor }
	for i := range p.Nodes {
		n := &p.Nodes[i]
		add(name(n.Method), n)
		if n.Parent != sharedmemory.None {
			calls := sharedmemory.NodeRecord{Calls: n.Calls} // the rest is the callee's, whoever calls
			add(fmt.Sprintf("%s @%d -> %s", name(p.Nodes[n.Parent].Method), n.BCI, name(n.Method)), &calls)
		}
	}
	var list []string
	for _, key := range slices.Sorted(maps.Keys(sums)) {
		list = append(list, fmt.Sprint(key, " ", sums[key]))
	}
	return list
}
