package generator

import (
	"strings"
	"testing"
)

// TestReduce reduces a program that "fails" as long as it holds two pieces of text:
// little else may remain.
func TestReduce(t *testing.T) {
	for seed := uint64(1); seed <= 5; seed++ {
		program := Generate(seed)
		calls := 0
		reduced := Reduce(program, func(candidates []Program) []bool {
			calls++
			verdicts := make([]bool, len(candidates))
			for i, candidate := range candidates {
				source := candidate.Source("P")
				verdicts[i] = strings.Contains(source, " finally ") && strings.Contains(source, "interface ")
			}
			return verdicts
		})
		source := reduced.Source("P")
		if !strings.Contains(source, " finally ") || !strings.Contains(source, "interface ") {
			t.Fatalf("seed %d: the reduced program does not fail:\n%s", seed, source)
		}
		if len(source) > 1000 {
			t.Errorf("seed %d: %d bytes are left of %d:\n%s", seed, len(source), program.Size(), source)
		}
		if calls > 300 {
			t.Errorf("seed %d: %d rounds; each of them compiles and runs programs", seed, calls)
		}
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
		if Generate(seed).Source("P") != Generate(seed).Source("P") {
			t.Fatalf("seed %d gives two programs", seed)
		}
	}
	if Generate(1).Source("P") == Generate(2).Source("P") {
		t.Error("two seeds give the same program")
	}
}
