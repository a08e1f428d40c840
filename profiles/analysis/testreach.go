package analysis

import (
	"cmp"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

// TestReach is what a test did in some contexts and below them.
type TestReach struct {
	Name string // "WordsTest.counts", as TestName has it
	Amounts
}

// TestsReaching are the tests of the run that lead to some contexts, none of which lies within another, such as those of OutermostOf: the hottest by the chosen metric first.
func (a *Analysis) TestsReaching(contexts []int32) []TestReach {
	if a.Profile.Tests == nil {
		return nil
	}
	var reached []TestReach
	at := map[int32]int{}
	for _, context := range contexts {
		root := a.rootOf[context]
		i, known := at[root]
		if !known {
			name := a.testOfRoot(root)
			if name == "" {
				continue
			}
			i = len(reached)
			at[root] = i
			reached = append(reached, TestReach{Name: name})
		}
		reached[i].Add(a.Inclusive(context))
	}
	slices.SortFunc(reached, func(x, y TestReach) int {
		return cmp.Or(cmp.Compare(y.By(a.Metric), x.By(a.Metric)), strings.Compare(x.Name, y.Name))
	})
	return reached
}

// TestsOf are the tests of the run that lead to a method, as TestsReaching has them. A run of no tests need not list the contexts of its methods for that.
func (a *Analysis) TestsOf(method int) []TestReach {
	if a.Profile.Tests == nil {
		return nil
	}
	return a.TestsReaching(a.OutermostOf(method))
}

// testOfRoot is the name of the test whose tree a root context begins; "" if it is no test's.
func (a *Analysis) testOfRoot(root int32) string {
	m := &a.Profile.Methods[a.Profile.Contexts[root].Method]
	test, ok := strings.CutPrefix(m.Name, profiles.TestRootPrefix)
	if !ok || test == "" {
		return ""
	}
	return names.SimpleClass(m.Class) + "." + test
}

// findRoots finds the root of each context of a run of tests.
func (a *Analysis) findRoots() {
	if a.Profile.Tests == nil {
		return
	}
	a.rootOf = make([]int32, len(a.Profile.Contexts))
	for i := range a.Profile.Contexts {
		if parent := a.Profile.Contexts[i].Parent; parent >= 0 {
			a.rootOf[i] = a.rootOf[parent]
		} else {
			a.rootOf[i] = int32(i)
		}
	}
}
