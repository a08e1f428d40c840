package analysis

import (
	"math/rand/v2"
	"testing"
)

// TestTriples compares with a map: numbers that differ little, and -1 among them.
func TestTriples(t *testing.T) {
	const most = 5000
	random := rand.New(rand.NewPCG(1, 2))
	numbers := newTriples(most)
	known := map[[3]int32]int32{}
	for range 4 * most {
		triple := [3]int32{random.Int32N(40) - 1, random.Int32N(30), random.Int32N(30) - 1}
		want, there := known[triple]
		if !there {
			want = -1
		}
		if got := numbers.find(triple); got != want {
			t.Fatalf("%v has the number %d, want %d", triple, got, want)
		}
		if len(known) == most {
			continue
		}
		if !there {
			want = int32(len(known))
			known[triple] = want
		}
		if got, added := numbers.add(triple); got != want || added == there || numbers.list[got] != triple {
			t.Fatalf("%v gets the number %d (added: %t), want %d", triple, got, added, want)
		}
	}
	if len(known) != most || newTriples(0).find([3]int32{}) != -1 {
		t.Errorf("%d triples are known, want %d", len(known), most)
	}
}
