package worker

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// TestCollectLate demands that Go's collector begins late, and then comes less often than usual.
func TestCollectLate(t *testing.T) {
	t.Setenv("GOGC", "")
	const most = 1000
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	collectLate()
	if got := percent(); got <= laterGrowth {
		t.Errorf("before the first collection the heap may grow by %d %%, want more than %d %%", got, laterGrowth)
	}
	for range most { // what is called after a collection is called beside
		if runtime.GC(); percent() == laterGrowth {
			return
		}
	}
	t.Errorf("after %d collections the heap may still grow by %d %%, want %d %%", most, percent(), laterGrowth)
}
