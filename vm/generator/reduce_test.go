package generator

import (
	"strings"
	"testing"
)

// TestReduce reduces programs that "fail" as long as they hold two pieces of text:
// little else may remain.
func TestReduce(t *testing.T) {
	fails := func(program Program) bool {
		source := program.Source("P")
		return strings.Contains(source, " finally ") && strings.Contains(source, "interface ")
	}
	for seed, reductions := uint64(1), 0; reductions < 5; seed++ {
		program := Generate(seed)
		if !fails(program) {
			continue
		}
		reductions++
		calls := 0
		reduced := Reduce(program, func(candidates []Program) []bool {
			calls++
			verdicts := make([]bool, len(candidates))
			for i, candidate := range candidates {
				verdicts[i] = fails(candidate)
			}
			return verdicts
		})
		source := reduced.Source("P")
		if !fails(reduced) {
			t.Errorf("seed %d: the reduced program does not fail:\n%s", seed, source)
		}
		if len(source) > 600 {
			t.Errorf("seed %d: %d bytes are left of %d:\n%s", seed, len(source), program.Size(), source)
		}
		if calls > 200 {
			t.Errorf("seed %d: %d rounds; each of them compiles and runs programs", seed, calls)
		}
		t.Logf("seed %d: %d bytes of %d in %d rounds", seed, len(source), program.Size(), calls)
	}
}

func TestReduceKeepsWhatCannotBecomeSmaller(t *testing.T) {
	program := Generate(1)
	reduced := Reduce(program, func(candidates []Program) []bool { return make([]bool, len(candidates)) })
	if reduced.Source("P") != program.Source("P") {
		t.Error("no candidate failed, but the program changed")
	}
}

func TestSeedsAreRepeatable(t *testing.T) {
	for seed := uint64(0); seed < 20; seed++ {
		if once, again := Generate(seed).Source("P"), Generate(seed).Source("P"); once != again {
			t.Fatalf("seed %d gives two programs", seed)
		}
	}
	if Generate(1).Source("P") == Generate(2).Source("P") {
		t.Error("two seeds give the same program")
	}
}
