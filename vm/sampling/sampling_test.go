package sampling

import (
	"testing"
	"time"

	"hotlens/vm/classes"
)

// window counts the calls of one window and returns the numbers of those sampled, from 1.
func window(s *Sampler) (sampled []int) {
	for call := 1; ; call++ {
		sample, open := s.Count()
		if sample {
			sampled = append(sampled, call)
		}
		if !open {
			return sampled
		}
	}
}

func TestWindows(t *testing.T) {
	s := New(Options{Stride: 5, Samples: 4, Tick: time.Millisecond}, 0)
	firsts := map[int]bool{}
	for now := int64(0); now < int64(time.Second); now += int64(100 * time.Microsecond) {
		open := s.Tick(now)
		if want := now > 0 && now%int64(time.Millisecond) == 0; open != want {
			t.Fatalf("at %d ns: a window opens: %t, want %t", now, open, want)
		}
		if !open {
			continue
		}
		sampled := window(s)
		if len(sampled) != 4 || sampled[0] < 1 || sampled[0] > 5 {
			t.Fatalf("sampled calls %v, want four, the first of them within the stride", sampled)
		}
		for i := 1; i < len(sampled); i++ {
			if sampled[i]-sampled[i-1] != 5 {
				t.Fatalf("sampled calls %v, want every fifth one", sampled)
			}
		}
		firsts[sampled[0]] = true
	}
	if len(firsts) != 5 {
		t.Errorf("windows begin with calls %v, want all of 1 to 5", firsts)
	}
}

func TestGrowingDistances(t *testing.T) {
	s := New(Options{Stride: 1, Samples: 1, Tick: 10 * time.Millisecond, Growth: 100}, 0)
	var distances []int64
	last := int64(0)
	for now := int64(0); now < int64(3*time.Second); now += int64(50 * time.Microsecond) {
		if s.Tick(now) {
			distances = append(distances, now-last)
			last = now
		}
	}
	if distances[0] != int64(leastTick) {
		t.Errorf("the first window opens after %d ns, want %d", distances[0], leastTick)
	}
	for i := 1; i < len(distances); i++ {
		if distances[i] < distances[i-1] {
			t.Errorf("the distances fall from %d to %d ns", distances[i-1], distances[i])
		}
	}
	if end := distances[len(distances)-1]; end != int64(10*time.Millisecond) {
		t.Errorf("the last distance is %d ns, want the tick", end)
	}
}

func TestTargetsAreSortedBySamples(t *testing.T) {
	s := New(Options{Stride: 1, Samples: 1, Tick: time.Millisecond}, 0)
	rare, frequent := &classes.Method{Name: "rare"}, &classes.Method{Name: "frequent"}
	site := Site{Caller: &classes.Method{Name: "caller"}, BCI: 7}
	s.Add(site, rare)
	s.Add(site, frequent)
	s.Add(site, frequent)
	s.Add(Site{Caller: site.Caller, BCI: 9}, rare)
	targets := s.Targets(site)
	if len(targets) != 2 || targets[0] != (Target{frequent, 2}) || targets[1] != (Target{rare, 1}) || s.Total() != 4 {
		t.Errorf("targets %v of %d samples", targets, s.Total())
	}
}

func TestCheck(t *testing.T) {
	good := Options{Stride: DefaultStride, Samples: DefaultSamples, Tick: DefaultTick}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, spoil := range []func(*Options){
		func(o *Options) { o.Stride = 0 }, func(o *Options) { o.Stride = 1 << 30 },
		func(o *Options) { o.Samples = 0 }, func(o *Options) { o.Samples = 1 << 30 }, func(o *Options) { o.Tick = 0 },
	} {
		bad := good
		spoil(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
