package cost

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
)

const mib = 1 << 20

// runCollector has a collector go on by a number of MiB, at so many milliseconds for each, and tells the edens in regions.
func runCollector(found []profiles.Collection, bytes uint64, millis float64) (edens []uint64, fresh, survived uint64) {
	c := newCollector(found)
	c.used = 0 // so that all edens are whole
	edens = []uint64{c.eden / region}
	for at := range bytes {
		f, s, collections := c.allocate(mib, mib, millis*float64(at))
		fresh += f
		survived += s
		if collections > 0 {
			edens = append(edens, c.eden/region)
		}
	}
	return edens, fresh / mib, survived / mib
}

// TestCollector has programs allocate, of which HotSpot's logs show edens like these (of 4 MiB; JDK 17, 24 GiB, two processors): 4 6 56 56 of one in which nothing survives, 4 3 10 56 where a program starts with some data,
// 4 3 3 3 3 13 173 where it builds some and then works with that, 4 3 3 3 3 13 12 where it goes on building.
func TestCollector(t *testing.T) {
	survive := func(collections int, mebibytes uint64) (all []profiles.Collection) {
		for range collections {
			all = append(all, profiles.Collection{Allocated: 16 * mib, Survived: mebibytes * mib})
		}
		return all
	}
	for _, test := range []struct {
		name     string
		found    []profiles.Collection
		bytes    uint64   // MiB
		millis   float64  // for each
		edens    []uint64 // regions
		fresh    uint64   // MiB
		survived uint64   // MiB
	}{
		{"before the first collection", nil, 12, 3, []uint64{4}, 12, 0},
		{"nothing survives", nil, 600, 3, []uint64{4, 8, 56, 56, 56}, 224, 0},
		{"a program starts with some data", survive(1, 1), 600, 3, []uint64{4, 3, 12, 56, 56, 56}, 224, 1},
		{"it goes on building", survive(40, 14), 300, 3, []uint64{4, 3, 3, 3, 3, 13, 13, 13, 13, 36}, 96, 262},
		{"it works with what it has built", slices.Concat(survive(3, 12), survive(60, 0)), 300, 3, []uint64{4, 3, 3, 3, 3, 13, 171}, 200, 36},
		{"it works for so long that collections take little of the time", slices.Concat(survive(3, 12), survive(60, 0)), 300, 100, []uint64{4, 3, 3, 3, 3, 5, 68}, 216, 36},
		{"it does little else than allocate", nil, 1500, 0.1, []uint64{4, 8, 56, 56, 56, 171, 171}, 908, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := slices.Clone(test.found)
			edens, fresh, survived := runCollector(test.found, test.bytes, test.millis)
			if fresh != test.fresh || survived != test.survived {
				t.Errorf("%d MiB of memory are new, and %d survive; want %d and %d", fresh, survived, test.fresh, test.survived)
			}
			if diff := cmp.Diff(test.edens, edens); diff != "" {
				t.Errorf("edens in regions (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(found, test.found); diff != "" {
				t.Errorf("the profile has changed:\n%s", diff)
			}
		})
	}
}

// TestCollectorInPieces demands that it does not matter in how many pieces memory is allocated, and that what the compiler has removed does not survive.
func TestCollectorInPieces(t *testing.T) {
	found := []profiles.Collection{{Allocated: 16 * mib, Survived: 12 * mib}, {Allocated: 40 * mib, Survived: mib}}
	sum := func(piece uint64) (all [3]uint64) {
		c := newCollector(found)
		for rest := uint64(64 * mib); rest > 0; rest -= piece {
			fresh, survived, collections := c.allocate(piece, piece, 0)
			all[0] += fresh
			all[1] += survived
			all[2] += collections
		}
		return all
	}
	if diff := cmp.Diff(sum(64*mib), sum(1<<10)); diff != "" {
		t.Errorf("at once and in pieces (-at once +in pieces):\n%s", diff)
	}
	if fresh, survived, _ := newCollector(found).allocate(16*mib, mib, 0); fresh != mib || survived != mib {
		t.Errorf("of 1 MiB that is left of 16 of which 12 survive, %d bytes are new and %d survive", fresh, survived)
	}
}

// TestCollectorLeavesLargeObjects gives the large survivors of the run's own heap to large objects, and the others to the rest, whichever come first.
func TestCollectorLeavesLargeObjects(t *testing.T) {
	found := []profiles.Collection{{Allocated: 20 * mib, Survived: mib, Large: 6 * mib}}
	for _, test := range []struct {
		name  string
		first bool
		want  uint64 // bytes of other objects that survive: what is left of them where those come last, and else their part of what has been allocated
	}{{"large objects first", true, mib}, {"others first", false, mib * 12 / 20}} {
		c := newCollector(found)
		if test.first {
			c.allocateLarge(8*mib, 8*mib, 0)
		}
		_, survived, _ := c.allocate(12*mib, 12*mib, 0)
		if !test.first {
			c.allocateLarge(8*mib, 8*mib, 0)
		}
		if c.old != 6*mib || c.dying != 2*mib || survived != test.want {
			t.Errorf("%s: %d bytes of large ones live on, %d die, and %d of others survive, want %d", test.name, c.old, c.dying, survived, test.want)
		}
	}
}

// TestAverage compares what is expected with the definition, calculated by hand.
func TestAverage(t *testing.T) {
	var a average
	for i, want := range []float64{
		20,                // the mean of 10, and half of twice that
		13 + 0.5*1.5*13,   // the mean has gone three tenths of the way to 20
		13 + 0.5*13,       // where it stays
		13 + 0.5*0.5*13,   //
		13 + 0.5*2.683841, // the standard deviation: the variance was 0.7 x 3 x 10 after the second one, and has lost three tenths each time
	} {
		a.add([]float64{10, 20, 13, 13, 13}[i])
		if got := a.most(); got < want-0.001 || got > want+0.001 {
			t.Errorf("after %d samples %f is expected, want %f", i+1, got, want)
		}
	}
}

// TestGrowth has a heap of 384 MiB grow after four collections that took too much of the time.
func TestGrowth(t *testing.T) {
	for _, test := range []struct {
		name string
		took []float64 // milliseconds of a hundred
		want []int     // by how many regions it grows at the next collection
	}{
		{"little of the time", []float64{0.9, 0.9, 0.9, 0.9, 0.9}, []int{0, 0, 0, 0, 0}},
		{"much of it: by as much as there is, twice", []float64{50, 50, 50, 50, 50}, []int{0, 0, 0, 192, 0}},
		{"some: by less", []float64{5, 5, 0.5, 5, 5}, []int{0, 0, 0, 0, 49}},
		{"hardly more than allowed: by a fifth", []float64{1.1, 1.1, 1.1, 1.1}, []int{0, 0, 0, 19}},
		{"too seldom", []float64{5, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0}, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var g growth
			var got []int
			for _, took := range test.took {
				g.record(took, 100)
				got = append(got, g.by(initialRegions))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("regions (-want +got):\n%s", diff)
			}
		})
	}
}
