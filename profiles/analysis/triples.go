package analysis

import (
	"math/bits"
	"math/rand/v2"

	"hotlens/profiles/prefault"
)

// triples numbers triples of numbers, from 0, as they come: what a map does, in a quarter of the time where each of millions of contexts is looked up.
type triples struct {
	list  [][3]int32
	table []int32 // of numbers, plus 1, by the triple and linear probing; 0 where there is none
	seed  uint64
}

// newTriples has room for so many of them.
func newTriples(most int) *triples {
	return &triples{table: prefault.Slice[int32](1 << bits.Len(uint(2*most))), seed: rand.Uint64()}
}

// slot is where a triple is, or would be.
func (t *triples) slot(triple [3]int32) uint64 {
	const golden, odd = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F // of multiplicative hashing (Knuth, TAOCP 6.4)
	hash := (uint64(uint32(triple[0]))+t.seed)*golden ^ (uint64(uint32(triple[1]))<<32|uint64(uint32(triple[2])))*odd
	mask := uint64(len(t.table) - 1)
	for slot := (hash ^ hash>>32) & mask; ; slot = (slot + 1) & mask {
		if at := t.table[slot]; at == 0 || t.list[at-1] == triple {
			return slot
		}
	}
}

// find is the number of a triple, -1 if it has none.
func (t *triples) find(triple [3]int32) int32 { return t.table[t.slot(triple)] - 1 }

// add is the number of a triple, which it gets where it has none. There must be room.
func (t *triples) add(triple [3]int32) (at int32, added bool) {
	slot := t.slot(triple)
	if at := t.table[slot]; at != 0 {
		return at - 1, false
	}
	t.list = append(t.list, triple)
	t.table[slot] = int32(len(t.list))
	return int32(len(t.list) - 1), true
}
