package collection

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// TestLate demands that Go's collector begins late, and then comes less often than usual.
func TestCollectLate(t *testing.T) {
	t.Setenv("GOGC", "")
	const most = 1000
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	const first, growth = 64 << 20, 200
	Late(first, growth)
	if got := percent(); got != 100*first/smallestHeap {
		t.Errorf("before the first collection the heap may grow by %d %%, want %d %%", got, 100*first/smallestHeap)
	}
	for range most { // what is called after a collection is called beside
		if runtime.GC(); percent() == growth {
			return
		}
	}
	t.Errorf("after %d collections the heap may still grow by %d %%, want %d %%", most, percent(), growth)
}
