package lsp

import (
	"runtime/debug"
	"testing"
)

// TestCollector checks that the heap is collected sooner while a large run is the newest.
func TestCollector(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(usualGrowth))
	for _, step := range []struct{ contexts, want int }{{1000, usualGrowth}, {manyContexts, lesserGrowth}, {2 * manyContexts, lesserGrowth}, {1000, usualGrowth}} {
		collectFor(step.contexts)
		got := debug.SetGCPercent(usualGrowth)
		debug.SetGCPercent(got)
		if got != step.want {
			t.Errorf("with %d contexts the heap grows by %d %%, want %d", step.contexts, got, step.want)
		}
	}
}
