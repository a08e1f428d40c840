package cost

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
)

const mib = 1 << 20

// TestCollector tells for each 4 MiB that are allocated how much of it is new memory, and when collections are.
func TestCollector(t *testing.T) {
	much := func(survives uint64) (all []profiles.Collection) {
		for range 20 {
			all = append(all, profiles.Collection{Allocated: 16 * mib, Survived: survives * mib})
		}
		return all
	}
	for _, test := range []struct {
		name     string
		found    []profiles.Collection
		bytes    uint64   // MiB
		fresh    uint64   // MiB of these, in all
		ends     []uint64 // after how many MiB collections are
		survived uint64   // MiB
	}{
		{"before the first collection", nil, 12, 12, nil, 0},
		{"little survives: the edens grow, and take again what was there", much(1), 400, 224, []uint64{16, 36, 84, 308}, 20},
		{"nobody knows what survives of what was allocated last", []profiles.Collection{{Allocated: 16 * mib, Survived: 8 * mib}}, 28, 16, []uint64{16, 28}, 8},
		{"half survives: they stay small until the heap grows", much(8), 140, 16 + 48, []uint64{16, 28, 40, 52, 64, 64, 64, 64, 64, 64, 64, 112}, 70},
		{"they stay small for a while", append(much(8)[:1], much(0)...), 64, 16, []uint64{16, 28, 40, 52}, 8},
		{"it grows once", slices.Concat(much(8)[:5], much(0)), 500, 16 + 48 + 340, []uint64{16, 28, 40, 52, 64, 64, 64, 64, 64, 64, 64, 112}, 40},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := slices.Clone(test.found)
			c := newCollector(test.found)
			c.used = 0 // so that all are whole
			var fresh, survived uint64
			var ends []uint64
			for at := uint64(4); at <= test.bytes; at += 4 {
				f, s, collections := c.allocate(4*mib, 4*mib)
				fresh += f
				survived += s
				for range collections {
					ends = append(ends, at)
				}
			}
			if fresh != test.fresh*mib || survived != test.survived*mib {
				t.Errorf("%d bytes of memory are new, and %d survive; want %d and %d", fresh, survived, test.fresh*mib, test.survived*mib)
			}
			if diff := cmp.Diff(test.ends, ends); diff != "" {
				t.Errorf("collections after MiB (-want +got):\n%s", diff)
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
			fresh, survived, collections := c.allocate(piece, piece)
			all[0] += fresh
			all[1] += survived
			all[2] += collections
		}
		return all
	}
	if diff := cmp.Diff(sum(64*mib), sum(1<<10)); diff != "" {
		t.Errorf("at once and in pieces (-at once +in pieces):\n%s", diff)
	}
	if fresh, survived, _ := newCollector(found).allocate(16*mib, mib); fresh != mib || survived != mib {
		t.Errorf("of 1 MiB that is left of 16 of which 12 survive, %d bytes are new and %d survive", fresh, survived)
	}
}
