//go:build unix

package vm_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// pathsFolder has programs that keep their calling context tree themselves.
const pathsFolder = "testdata/paths"

var allTiers = []configuration.Tier{configuration.TierInterpreter, configuration.TierAuto, configuration.TierCompiler}

// TestPaths compares the tree of a dozen small programs, without a bound for contexts, with the one
// that the programs keep of themselves: every path from main, by call sites and methods, and its
// calls, on every JDK, and on that at hand in every tier.
func TestPaths(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		if testing.Short() && jdk.Release != oracle.Release(t) {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			oracle.Once(t)
			comparePaths(t, jdk)
		})
	}
}

func comparePaths(t *testing.T, jdk oracle.JDK) {
	classes := oracle.Compile(t, oracle.ToolsOf(t, jdk), pathsFolder)
	for _, tier := range allTiers {
		if jdk.Release != oracle.Release(t) && tier != configuration.TierAuto {
			continue // random programs are compared in every tier
		}
		t.Run(string(tier), func(t *testing.T) {
			t.Parallel()
			run := runInProcess(t, classes, "Paths", func(c *configuration.Run) {
				counted(c)
				c.Tier, c.JDK, c.Release = tier, jdk.Home, jdk.Release
			})
			want, methods := printedPaths(t, run.Stdout)
			p := run.profile.Profile()
			if diff := cmp.Diff(want, profiledPaths(p, methods)); diff != "" {
				t.Errorf("the paths differ (-the program's own +profiled):\n%.4000s", diff)
			}
			if p.Totals.Folded != 0 || len(want) < 10_000 {
				t.Errorf("%d contexts are folded, and there are %d paths", p.Totals.Folded, len(want))
			}
		})
	}
}

// pathTree is what two ways to keep the contexts are compared by: a path is its caller's number, the number
// of the call site and a method.
type pathTree struct {
	steps []pathStep
	calls []uint64
	known map[pathStep]int
}

type pathStep struct {
	caller, site int // -1 for none
	method       string
}

func (p *pathTree) add(step pathStep, calls uint64) int {
	n, ok := p.known[step]
	if !ok {
		n = len(p.steps)
		p.known[step] = n
		p.steps, p.calls = append(p.steps, step), append(p.calls, 0)
	}
	p.calls[n] += calls
	return n
}

// paths names all paths, with the calls of each. A site's number is its rank among those of its
// method that have called anything, as one source only knows their order.
func (p *pathTree) paths() map[string]uint64 {
	sites := map[string][]int{}
	for _, step := range p.steps {
		if step.caller >= 0 {
			caller := p.steps[step.caller].method
			if at, known := slices.BinarySearch(sites[caller], step.site); !known {
				sites[caller] = slices.Insert(sites[caller], at, step.site)
			}
		}
	}
	names := make([]string, len(p.steps))
	paths := map[string]uint64{}
	for i, step := range p.steps {
		names[i] = step.method
		if step.caller >= 0 {
			site, _ := slices.BinarySearch(sites[p.steps[step.caller].method], step.site)
			names[i] = fmt.Sprintf("%s>%d:%s", names[step.caller], site, step.method)
		}
		paths[names[i]] += p.calls[i]
	}
	return paths
}

// printedPaths reads what Path.print has printed, and names the methods that occur.
func printedPaths(t *testing.T, text string) (paths map[string]uint64, methods map[string]bool) {
	t.Helper()
	tree := pathTree{known: map[pathStep]int{}}
	methods = map[string]bool{}
	for line := range strings.Lines(text) {
		var step pathStep
		var calls uint64
		if _, err := fmt.Sscan(line, &step.caller, &step.site, &step.method, &calls); err != nil {
			t.Fatalf("the program printed %q: %v", line, err)
		}
		methods[step.method] = true
		tree.add(step, calls)
	}
	return tree.paths(), methods
}

// profiledPaths are the paths of a profile through the given methods alone: what stands between them, such as the
// library, is left out.
func profiledPaths(p *profiles.Profile, methods map[string]bool) map[string]uint64 {
	tree := pathTree{known: map[pathStep]int{}}
	// Of each context, the path of the innermost of the methods that encloses it, and the
	// call site there.
	inner, site := make([]int, len(p.Contexts)), make([]int, len(p.Contexts))
	for i, c := range p.Contexts {
		caller, bci := -1, -1
		if c.Parent >= 0 {
			caller, bci = inner[c.Parent], site[c.Parent]
			if bci < 0 {
				bci = int(c.BCI)
			}
		}
		inner[i], site[i] = caller, bci
		name := strings.TrimPrefix(methodName(p, int(c.Method)), "Paths$")
		switch { // lambdas have no names in the source
		case strings.HasPrefix(name, "Paths.lambda$lambdas$"):
			name = "Paths.lambda"
		case strings.HasPrefix(name, "Paths.lambda$main$"):
			name = "Paths.thread"
		}
		if methods[name] {
			if caller < 0 {
				bci = -1
			}
			inner[i], site[i] = tree.add(pathStep{caller, bci, name}, c.Calls), -1
		}
	}
	return tree.paths()
}
