package worker

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// TestCollectLate demands that Go's collector begins late, and does as usual from then on.
func TestCollectLate(t *testing.T) {
	t.Setenv("GOGC", "")
	const usual, most = 123, 1000
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	collectLate()
	if got := percent(); got <= usual {
		t.Errorf("before the first collection the heap may grow by %d %%, want more than %d %%", got, usual)
	}
	for range most { // what is called after a collection is called beside
		if runtime.GC(); percent() == usual {
			return
		}
	}
	t.Errorf("after %d collections the heap may still grow by %d %%, want %d %%", most, percent(), usual)
}
