//go:build unix

package vm_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
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

// consistentShare is the share of the programs whose profiles TestProfileIsConsistent takes apart.
const consistentShare = 16

// TestProfileIsConsistent profiles a part of the programs: the announced edges are those
// that were executed, and the parts add up to the whole.
func TestProfileIsConsistent(t *testing.T) {
	// TestTiers profiles every program; for what it cannot see, a part of them will do.
	some := func(name string) bool {
		return strings.HasPrefix(name, "Counts") || oracle.Chosen(name, consistentShare)
	}
	for folder, share := range map[string]uint32{countsFolder: countsShare, programsFolder: profiledShare} {
		forEachProgram(t, folder, share, some, func(t *testing.T, classes, name string) {
			run := runInProcess(t, classes, name, counted)
			p := run.profile
			for _, problem := range p.Check() {
				t.Error(problem)
			}
			if int(p.NodeCount) != p.Nodes.Len() {
				t.Errorf("the region says that it has %d contexts, but holds %d", p.NodeCount, p.Nodes.Len())
			}
			var bytecodes uint64
			for i, n := range p.Nodes.All() {
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

// TestFoldedContexts bounds the tree of programs that recurse deeply or exponentially, in every tier: it
// is the whole tree, folded by the rules, and totals.folded says how many contexts were not made.
func TestFoldedContexts(t *testing.T) {
	recursive := func(name string) bool {
		return hasPrefix(name, "CountsFib", "CountsAckermann", "CountsHanoi", "CountsDepth")
	}
	forEachProgram(t, countsFolder, 1, recursive, func(t *testing.T, classes, name string) {
		whole := runInProcess(t, classes, name, func(c *configuration.Run) { counted(c); c.Tier = configuration.TierInterpreter })
		if whole.profile.Folded != 0 {
			t.Fatalf("%d contexts are folded without a bound", whole.profile.Folded)
		}
		few := whole.profile.Nodes.Len() / 20
		want := fold(whole.profile, few)
		if want.Folded == 0 || want.Nodes.Len() >= whole.profile.Nodes.Len() {
			t.Errorf("%d contexts, %d folded: the bound of %d does nothing", want.Nodes.Len(), want.Folded, few)
		}
		for _, tier := range allTiers {
			folded := runInProcess(t, classes, name, func(c *configuration.Run) { counted(c); c.Limits.MaxContexts, c.Tier = few, tier })
			sameRun(t, "with few contexts", whole, folded)
			if folded.profile.Folded != want.Folded {
				t.Errorf("tier %s: %d contexts are folded, want %d", tier, folded.profile.Folded, want.Folded)
			}
			if diff := cmp.Diff(counts(want), counts(folded.profile)); diff != "" {
				t.Errorf("tier %s: the tree differs (-the whole one, folded +folded as it grew):\n%.4000s", tier, diff)
			}
			for _, problem := range folded.profile.Check() {
				t.Errorf("tier %s: %v", tier, problem)
			}
			if diff := cmp.Diff(totals(whole.profile), totals(folded.profile)); diff != "" {
				t.Errorf("tier %s: folding changes totals (-whole +folded):\n%s", tier, diff)
			}
		}
	})
}

// fold is a whole tree with a bound for its contexts, by the rules of package contexts: calls come in the order of the
// whole tree's contexts.
func fold(whole *sharedmemory.Snapshot, most int) *sharedmemory.Snapshot {
	const foldedDepth = 8
	type call struct{ parent, method, bci, kind int }
	folded := &sharedmemory.Snapshot{Methods: whole.Methods}
	known := map[call]int{} // contexts, and those that stand in for them
	in := make([]int, whole.Nodes.Len())
	for i, n := range whole.Nodes.All() {
		parent := int(n.Parent)
		if parent >= 0 {
			parent = in[parent]
		}
		c := call{parent, int(n.Method), int(n.BCI), int(n.Kind)}
		isRoot := n.Kind == sharedmemory.Root || n.Kind == sharedmemory.Thread
		at, found := known[c]
		if isRoot {
			found = false // each thread has its own
		}
		if !found && !isRoot && folded.Nodes.Len() >= most {
			depth := max(foldedDepth*most/folded.Nodes.Len(), 1)
			method := folded.Nodes.At(parent).Method
			for a := folded.Nodes.At(parent).Parent; a >= 0 && (depth > 0 || !found); a = folded.Nodes.At(int(a)).Parent {
				if folded.Nodes.At(int(a)).Method == method {
					depth--
					if !found {
						at, found = known[call{int(a), c.method, c.bci, c.kind}]
					}
				}
			}
			if found = found && depth <= 0; found {
				known[c] = at
				folded.Folded++
			}
		}
		if !found {
			at = folded.Nodes.Len()
			known[c] = at
			fresh := *n
			fresh.Parent, fresh.Calls, fresh.Bytecodes, fresh.Objects, fresh.Bytes = int32(parent), 0, 0, 0, 0
			folded.Nodes.Add(fresh)
		}
		in[i] = at
		to := folded.Nodes.At(at)
		to.Calls, to.Bytecodes, to.Objects, to.Bytes = to.Calls+n.Calls, to.Bytecodes+n.Bytecodes, to.Objects+n.Objects, to.Bytes+n.Bytes
	}
	return folded
}

// TestFullTree has a program make more contexts than there is room for: the run ends with a limit of its own,
// with the same profile in every tier.
func TestFullTree(t *testing.T) {
	forEachProgram(t, countsFolder, 1, func(name string) bool { return hasPrefix(name, "CountsHanoi") }, func(t *testing.T, classes, name string) {
		var first ran
		for _, tier := range allTiers {
			run := runInProcess(t, classes, name, func(c *configuration.Run) {
				counted(c)
				c.Testing.ContextBytes, c.Tier = 200_000, tier
			})
			if run.result.ExitStatus != profiles.StatusLimit || !profiles.LimitContexts.Is(run.result.Limit) {
				t.Fatalf("tier %s: the run ends with status %d and limit %v", tier, run.result.ExitStatus, run.result.Limit)
			}
			if first.profile == nil {
				first = run
			}
			sameRun(t, string(tier), first, run)
			if diff := cmp.Diff(counts(first.profile), counts(run.profile)); diff != "" || run.profile.Folded != 0 {
				t.Errorf("tier %s: %d contexts are folded; the profile differs (-interp +%s):\n%.4000s", tier, run.profile.Folded, tier, diff)
			}
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
	for _, n := range p.Nodes.All() {
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
	for _, n := range p.Nodes.All() {
		add(name(n.Method), n)
		if n.Parent != sharedmemory.None {
			calls := sharedmemory.NodeRecord{Calls: n.Calls} // the rest is the callee's, whoever calls
			add(fmt.Sprintf("%s @%d -> %s", name(p.Nodes.At(int(n.Parent)).Method), n.BCI, name(n.Method)), &calls)
		}
	}
	var list []string
	for _, key := range slices.Sorted(maps.Keys(sums)) {
		list = append(list, fmt.Sprint(key, " ", sums[key]))
	}
	return list
}
