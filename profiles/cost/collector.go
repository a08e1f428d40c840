package cost

import (
	"slices"

	"hotlens/profiles"
)

// This file tells what HotSpot's collector would do: G1, which it takes on machines with two processors and 2 GiB or more. New objects go into an eden,
// and when that is full the survivors are copied out of it. How many of the program's objects survive, the collections of our own heap have found; the
// first ones come as often as G1's. What an eden has taken of the heap the next one takes again, so only what is more is touched for the first time.
// While much survives, G1 keeps the eden small, so as to hold its pauses; then it makes the heap larger. (Detlefs et al., Garbage-First
// Garbage Collection, ISMM 2004; the sizes were read from logs of 75 programs, JDK 17.)

const (
	// edenUnit is a region of a heap of a quarter of 24 GiB, of which edens are made.
	edenUnit = 4 << 20
	// muchSurvives is which part of an eden survives at least where G1 does not let the next one grow.
	muchSurvives = 0.15
	// patientCollections is after how many collections G1 makes the heap larger that had much to copy, expandingBytes how much that is at least.
	patientCollections = 5
	expandingBytes     = 16 << 20
)

// edens are the sizes of the edens of a program of whose objects few survive, in regions; the last one stays. It is 60 % of the initial heap
// (G1MaxNewSizePercent). largeEdens are those after the heap has become larger.
var (
	edens      = [...]uint64{4, 4, 12, 56}
	largeEdens = [...]uint64{13, 173}
)

// collector simulates the collections of a run, along its contexts.
type collector struct {
	found    []profiles.Collection // those that the run's own heap is yet to find
	eden     uint64                // size of the eden in bytes
	used     uint64                // of the eden
	survived uint64                // of that
	touched  uint64                // bytes of free memory that have been used before, and that are taken first
	size     int                   // index into edens, or largeEdens
	large    bool
	ended    int    // collections
	copied   uint64 // by all collections
}

func newCollector(found []profiles.Collection) *collector {
	return &collector{found: slices.Clone(found), eden: edens[0] * edenUnit}
}

// allocate goes on by what a context has allocated: by the program's count, and what is left of it when the compiler has removed objects. It tells how many bytes of
// the heap are touched for the first time, how many survive a collection, and how many collections there are.
func (c *collector) allocate(counted, allocated uint64) (fresh, survived, collections uint64) {
	for counted > 0 {
		n, kept := c.find(counted)
		left := part(allocated, n, counted)
		kept = min(kept, left)
		f, ended := c.fill(left, kept)
		fresh += f
		survived += kept
		collections += ended
		counted -= n
		allocated -= left
	}
	return fresh, survived, collections
}

// find goes on by the next bytes that were allocated, to the run's next collection at most, and tells how many of them survive. Of what was allocated after the last one
// nobody knows; nothing of it is collected.
func (c *collector) find(most uint64) (bytes, survived uint64) {
	if len(c.found) == 0 {
		return most, 0
	}
	of := &c.found[0]
	if bytes = min(most, of.Allocated); bytes > 0 {
		survived = part(of.Survived, bytes, of.Allocated)
		of.Survived -= survived
		of.Allocated -= bytes
	}
	if of.Allocated == 0 {
		c.found = c.found[1:]
	}
	return bytes, survived
}

// fill puts objects into edens, of which some survive.
func (c *collector) fill(bytes, survived uint64) (fresh, collections uint64) {
	for bytes > 0 {
		n := min(bytes, c.eden-c.used)
		kept := part(survived, n, bytes)
		reused := min(n, c.touched)
		fresh += n - reused
		c.touched -= reused
		c.used += n
		c.survived += kept
		bytes -= n
		survived -= kept
		if c.used == c.eden {
			c.collect()
			collections++
		}
	}
	return fresh, collections
}

// collect empties the eden, and chooses the size of the next one.
func (c *collector) collect() {
	c.ended++
	c.copied += c.survived
	c.touched += c.eden
	little := float64(c.survived) < muchSurvives*float64(c.eden)
	sizes := edens[:]
	if c.large {
		sizes = largeEdens[:]
	}
	switch {
	case !c.large && c.ended >= patientCollections && c.copied >= expandingBytes:
		c.large, c.size, c.touched = true, 0, 0 // what the heap gets is taken before what it had
		sizes = largeEdens[:]
	case little:
		c.size = min(c.size+1, len(sizes)-1)
	default:
		c.size = 0
	}
	c.eden, c.used, c.survived = sizes[c.size]*edenUnit, 0, 0
}
