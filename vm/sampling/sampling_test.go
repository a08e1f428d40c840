package sampling

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hotlens/vm/classes"
)

// tick opens a window if it is time for one.
func tick(s *Sampler, now int64) bool {
	if !s.Due(now) {
		return false
	}
	s.Open(now, uint64(now))
	return true
}

// countWindow counts the calls of one window and returns the numbers of those sampled, from 1.
func countWindow(s *Sampler) (sampled []int) {
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
	s := New(Options{Stride: 5, Samples: 4, Tick: time.Millisecond}, 0, 0)
	firsts := map[int]bool{}
	for now := int64(0); now < int64(time.Second); now += int64(100 * time.Microsecond) {
		open := tick(s, now)
		if want := now > 0 && now%int64(time.Millisecond) == 0; open != want {
			t.Fatalf("at %d ns: a window opens: %t, want %t", now, open, want)
		}
		if !open {
			continue
		}
		sampled := countWindow(s)
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

// TestRoundRobin demands that windows begin with every call of a stride in turn.
func TestRoundRobin(t *testing.T) {
	s := New(Options{Stride: 3, Samples: 2, Tick: time.Millisecond, Start: StartRoundRobin}, 0, 0)
	var firsts []int
	for now := time.Millisecond; len(firsts) < 7; now += time.Millisecond {
		if !tick(s, int64(now)) {
			t.Fatalf("no window opens at %v", now)
		}
		firsts = append(firsts, countWindow(s)[0])
	}
	if want := []int{1, 2, 3, 1, 2, 3, 1}; !slices.Equal(firsts, want) {
		t.Errorf("windows begin with calls %v, want %v", firsts, want)
	}
}

// TestWithin demands that what is chosen costs at most what is allowed and, where windows are larger than the defaults, that the next larger one
// would cost more.
func TestWithin(t *testing.T) {
	given := Options{Stride: 1, Samples: 1, Tick: DefaultTick, Start: StartRoundRobin}
	last := 0
	for _, overhead := range []float64{0.0001, 0.001, 0.005, 0.02, 0.1, 0.5} {
		for _, pace := range []float64{1, 0.1} {
			o, err := given.Within(overhead, pace)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Check(); err != nil {
				t.Errorf("within %v at pace %v: %v", overhead, pace, err)
			}
			if cost := o.cost() / (pace * float64(o.Tick)); cost > overhead {
				t.Errorf("within %v at pace %v: %+v costs %v", overhead, pace, o, cost)
			}
			if o.Start != StartRoundRobin || o.Stride < DefaultStride || o.Samples < DefaultSamples || o.Tick < DefaultTick {
				t.Errorf("within %v at pace %v: %+v is chosen", overhead, pace, o)
			}
			if pace == 1 {
				if calls := o.Stride * o.Samples; calls < last {
					t.Errorf("within %v there are windows of %d calls, and of %d within less", overhead, calls, last)
				} else {
					last = calls
				}
			}
		}
	}
	if o, err := given.Within(0.005, 1); err != nil || o.Stride != 15 || o.Samples != 32 || o.Tick != DefaultTick {
		t.Errorf("within half a percent %+v is chosen (%v)", o, err)
	}
	growing := given
	growing.Schedule = ScheduleGrowing
	if o, err := growing.Within(0.005, 1.0/mostTicks); err != nil || o.Stride != 15 || o.Samples != 32 || o.Tick != DefaultTick {
		t.Errorf("within half a percent of what is %d times as fast, %+v is chosen (%v)", mostTicks, o, err)
	}
	for _, overhead := range []float64{0, -1, 0.6, math.NaN()} {
		if _, err := given.Within(overhead, 1); err == nil {
			t.Errorf("an overhead of %v is allowed", overhead)
		}
	}
	if _, err := (Options{}).Within(0.005, 1); err == nil {
		t.Error("there are ticks without a distance")
	}
}

// TestGrowingDistances demands that the distance of windows grows with the age of the run, from the shortest to the longest.
func TestGrowingDistances(t *testing.T) {
	const age = 2 * time.Minute
	for _, o := range []Options{
		{Stride: 1, Samples: 1, Tick: 10 * time.Millisecond, Schedule: ScheduleGrowing},
		{Stride: 1, Samples: 1, Tick: 100 * time.Microsecond, Schedule: ScheduleGrowing, Growth: 100, Longest: 5 * time.Millisecond},
	} {
		s := New(o, 0, 0)
		var distances []int64
		last := int64(0)
		for now := int64(0); now < int64(age); now += int64(50 * time.Microsecond) {
			if tick(s, now) {
				distances = append(distances, now-last)
				last = now
			}
		}
		if distances[0] != int64(o.shortest()) {
			t.Errorf("the first window opens after %d ns, want %d", distances[0], o.shortest())
		}
		for i := 1; i < len(distances); i++ {
			if distances[i] < distances[i-1] {
				t.Errorf("the distances fall from %d to %d ns", distances[i-1], distances[i])
			}
		}
		if end := distances[len(distances)-1]; end != int64(o.longest()) {
			t.Errorf("the last distance is %d ns, want %v", end, o.longest())
		}
	}
}

// TestWeights demands that samples count as often as the calls that they stand for: of two phases that take the same time, one calls ten times as often as
// the other, and has as many samples.
func TestWeights(t *testing.T) {
	const (
		phase   = 1_000_000 // bytecodes
		windows = 20        // of each phase
		tick    = phase / windows
		calls   = 5 * 8 // of a window
	)
	s := New(Options{Stride: 5, Samples: 8, Tick: tick}, 0, 0)
	site := Site{Caller: &classes.Method{Name: "caller"}}
	executed, weights := uint64(0), [2]uint64{}
	for window := range 2 * windows {
		of := window / windows
		distance := [2]uint64{10, 100}[of] // from one call to the next
		executed += tick
		if !s.Due(int64(executed)) {
			t.Fatal("no window is due")
		}
		s.Open(int64(executed), executed)
		counted := uint64(len(countWindow(s)))
		for range counted {
			s.Add(site, site.Caller, nil)
		}
		if counted != 8 {
			t.Fatalf("the window has %d samples", counted)
		}
		// It counts a call at the end of each distance, and has ended at its last sample.
		weights[of] += counted * s.Settle(s.window.calls*distance)
	}
	for of, want := range []uint64{phase / 10, phase / 100} {
		if got := weights[of]; got < want-want/100 || got > want+want/100 {
			t.Errorf("the samples of phase %d stand for %d calls, want %d", of, got, want)
		}
	}
	s.Open(int64(executed+tick), executed+tick)
	if weight := s.Settle(100); weight != 0 {
		t.Errorf("a sample of a window without samples counts %d", weight)
	}
	if last := (window{stands: 1600, calls: 1, edges: []uint32{0}}); last.weight(1) != 100 {
		t.Errorf("one call alone says that there are %d", last.weight(1))
	}
}

// TestNeed demands that a call graph of many edges has more windows than one of few, and one whose samples agree no more than it has to.
func TestNeed(t *testing.T) {
	windows := func(edges int) int {
		s := New(Options{Stride: 7, Samples: 32, Tick: 10 * time.Millisecond, Schedule: ScheduleGrowing}, 0, 0)
		random := rand.New(rand.NewPCG(1, 2))
		callees := make([]*classes.Method, edges)
		for i := range callees {
			callees[i] = &classes.Method{}
		}
		const each = 10 // bytecodes for a call
		for now := int64(0); now < int64(10*time.Second); now += int64(100 * time.Microsecond) {
			if !s.Due(now) {
				continue
			}
			s.Open(now, uint64(now/10))
			for range countWindow(s) {
				s.Add(Site{}, callees[random.IntN(edges)], nil)
			}
			s.Settle(s.window.calls * each)
		}
		return s.windows
	}
	few, many := windows(5), windows(2000)
	if many < 5*few {
		t.Errorf("a call graph of 5 edges has %d windows, one of 2000 %d", few, many)
	}
	if most := earlyWindows + 1000 + 1; many > most {
		t.Errorf("a call graph of 2000 edges has %d windows in 1000 ticks, want %d at most", many, most)
	}
	const age = 10_000.0
	small, large := newNeed(Options{Stride: 1, Samples: 1}), newNeed(Options{Stride: 2 * DefaultStride, Samples: DefaultSamples})
	if want := math.Sqrt(age / small.growth * rootDistance * 100); small.distance(age) != want || large.distance(age) != math.Sqrt(large.size)*want || small.size != 1 || large.size < 1.8 {
		t.Errorf("small windows are %v ticks apart, want %v, large ones %v, which take %v times as long as the default's", small.distance(age), want, large.distance(age), large.size)
	}
	small.growth = 1000
	if got := small.distance(age); got != age/small.growth {
		t.Errorf("windows are %v ticks apart where the samples need them %v apart", got, age/small.growth)
	}
	fixed := newNeed(Options{Growth: 80})
	if fixed.add(make([]Edge, 1), []uint32{0}, 1, 1); fixed.growth != 80 {
		t.Errorf("a growth of 80 has become %v", fixed.growth)
	}
}

// TestExpectedError demands that the samples tell by how much they differ from the exact call graph, of few edges, and of many that are rare.
func TestExpectedError(t *testing.T) {
	for _, test := range []struct{ edges, windows int }{{20, 20}, {300, 100}, {5000, 400}, {50000, 400}} {
		s := New(Options{Stride: 1, Samples: 8, Tick: 1000, Schedule: ScheduleGrowing}, 0, 0)
		random := rand.New(rand.NewPCG(1, 2))
		shares, sum := make([]float64, test.edges), 0.0
		callees := make([]*classes.Method, test.edges)
		for i := range callees {
			callees[i] = &classes.Method{}
			shares[i] = 1 / float64(i+1) // edges of a program are about as unequal (Zipf)
			sum += shares[i]
		}
		sampled, samples := make([]float64, test.edges), 0.0
		for window := range test.windows {
			s.Open(int64(window), uint64(window))
			for range countWindow(s) {
				at, rest := 0, random.Float64()*sum
				for rest -= shares[at]; rest > 0 && at < test.edges-1; rest -= shares[at] {
					at++
				}
				s.Add(Site{}, callees[at], nil)
				sampled[at]++
				samples++
			}
			s.Settle(1)
		}
		off := 0.0
		for i := range shares {
			off += math.Abs(shares[i]/sum-sampled[i]/samples) / 2
		}
		if expected := s.need.expected(s.edges); math.Abs(expected-off) > 0.15*off {
			t.Errorf("%d windows of %d edges are wrong by %.3f, %.3f is expected", test.windows, test.edges, off, expected)
		}
	}
}

// TestTargets demands that a site's targets are sorted by their samples, whether the site knows its edges or not.
func TestTargets(t *testing.T) {
	s := New(Options{Stride: 1, Samples: 1, Tick: time.Millisecond}, 0, 0)
	rare, frequent, other := &classes.Method{Name: "rare"}, &classes.Method{Name: "frequent"}, &classes.Method{Name: "other"}
	site := Site{Caller: &classes.Method{Name: "caller"}, BCI: 7}
	known, knownElsewhere := uint32(0), uint32(0)
	s.Add(Site{Caller: site.Caller, BCI: 9}, rare, &knownElsewhere)
	s.Add(site, rare, nil)
	s.Add(site, frequent, &known)
	s.Add(site, frequent, &known)
	s.Add(site, frequent, nil)
	s.Add(site, other, &known)
	s.Add(site, other, &known)
	edge := s.Add(Site{Caller: site.Caller, BCI: 9}, rare, &knownElsewhere)
	want := []Target{{frequent, 3}, {other, 2}, {rare, 1}}
	if targets := s.Targets(site); !slices.Equal(targets, want) || s.Total() != 8 {
		t.Errorf("targets %v of %d samples, want %v of 8", targets, s.Total(), want)
	}
	if edge.Callee != rare || edge.Samples != 2 {
		t.Errorf("the edge of two samples is %+v", *edge)
	}
}

func TestCheck(t *testing.T) {
	good := Options{Stride: DefaultStride, Samples: DefaultSamples, Tick: DefaultTick}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, spoil := range []func(*Options){
		func(o *Options) { o.Stride = 0 }, func(o *Options) { o.Stride = 1 << 30 },
		func(o *Options) { o.Samples = 0 }, func(o *Options) { o.Samples = 1 << 30 }, func(o *Options) { o.Tick = 0 }, func(o *Options) { o.Start = "first" }, func(o *Options) { o.Schedule = "never" },
	} {
		bad := good
		spoil(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// TestBurst demands that what calls a method often in little time has more samples than what took long, and none is lost.
func TestBurst(t *testing.T) {
	sites := []Site{{BCI: 1}, {BCI: 2}}
	b := NewBurst(4, 1000)
	for i, at := range []int{0, 1, 0, 0} {
		if last := b.Add(sites[at]); last != (i == 3) {
			t.Fatalf("call %d is the last one: %t", i, last)
		}
	}
	for _, test := range []struct{ now, want uint64 }{{1100, burstBytecodes / 100}, {1_001_000, burstBytecodes / 1_000_000}, {3 * burstBytecodes, 1}, {1000, burstBytecodes}} {
		got := map[Site]uint64{}
		b.Each(test.now, func(site Site, samples, weight uint64) { got[site] += samples * weight })
		if got[sites[0]] != 3*test.want || got[sites[1]] != test.want {
			t.Errorf("at %d bytecodes the sites have %v samples, want %d each time", test.now, got, test.want)
		}
	}
}
