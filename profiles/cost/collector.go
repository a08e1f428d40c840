package cost

import (
	"slices"

	"hotlens/profiles"
)

// This file tells what HotSpot's collector would do: G1, which it takes on machines with two processors and 2 GiB or more. New objects go into an eden,
// and when that is full the survivors are copied out of it. How many of the program's objects survive, the collections of our own heap have found; the
// first ones come as often as G1's. What an eden has taken of the heap the next one takes again, so only what is more is touched for the first time.
// While much survives, G1 keeps the eden small, so as to hold its pauses; then it makes the heap larger, and takes what is new of it first. (Detlefs et al., Garbage-First
// Garbage Collection, ISMM 2004; the sizes were read from logs of 87 programs, JDK 17.)

const (
	// region is the unit of a heap of a quarter of 24 GiB, of which edens are made.
	region = 4 << 20
	// bootBytes is what the JVM itself has allocated before the program's main method.
	bootBytes = 1500000
	// firstEden is how many regions the first eden has: 5 % of the initial heap (G1NewSizePercent).
	firstEden = 4
	// muchSurvives is which part of an eden survives at least where G1 keeps the next ones small. It is longSmall collections later, of which little survived, that they grow.
	muchSurvives = 0.25
	longSmall    = 2
	// patientCollections is after how many collections G1 makes the heap larger if it had something to copy, and expandingBytes how much that is at least: then its
	// pauses took more than a thirteenth of the time (GCTimeRatio). That takes as long as growthCollections collections that copy little.
	patientCollections = 5
	expandingBytes     = 8 << 20
	growthCollections  = 6
)

// edens are the sizes of edens, in regions: the first one as long as much survives, each next one after a collection of which little survives; the last one is 60 % of the initial heap
// (G1MaxNewSizePercent). largeEdens are those in a heap that has become larger: while much survives, and else.
var (
	edens      = [...]uint64{3, 5, 12, 56}
	largeEdens = [...]uint64{12, 130}
)

// collector simulates the collections of a run, along its contexts.
type collector struct {
	found    []profiles.Collection // those that the run's own heap is yet to find
	eden     uint64                // size of the eden in bytes
	used     uint64                // of the eden
	survived uint64                // of that
	touched  uint64                // bytes of free memory that have been used before, and that are taken first
	calm     int                   // collections in a row of which little survived, less longSmall once much has
	large    bool                  // the heap has become larger
	ended    int                   // collections
	copied   uint64                // by all collections
}

func newCollector(found []profiles.Collection) *collector {
	return &collector{found: slices.Clone(found), eden: firstEden * region, used: bootBytes}
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
			collections += c.collect()
		}
	}
	return fresh, collections
}

// collect empties the eden, and chooses the size of the next one. It returns for how many collections it counts.
func (c *collector) collect() (collections uint64) {
	collections = 1
	c.ended++
	c.copied += c.survived
	c.touched += c.eden
	little := float64(c.survived) < muchSurvives*float64(c.eden)
	if c.calm++; !little {
		c.calm = -longSmall
	}
	size := edens[max(0, min(c.calm, len(edens)-1))]
	switch {
	case !c.large && c.ended >= patientCollections && c.copied >= expandingBytes:
		c.large, c.touched = true, 0 // what the heap gets is taken before what it had
		size = largeEdens[0]
		collections += growthCollections
	case c.large && little:
		size = largeEdens[1]
	case c.large:
		size = largeEdens[0]
	}
	c.eden, c.used, c.survived = size*region, 0, 0
	return collections
}
