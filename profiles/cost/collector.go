package cost

import (
	"slices"

	"hotlens/profiles"
)

// This file tells what HotSpot's collector would do: G1, which it takes on machines with two processors and 2 GiB or more. New objects go into an eden,
// and when that is full the survivors are copied out of it. How many of the program's objects survive, the collections of our own heap have found; the
// first ones come as often as G1's. What an eden has taken of the heap the next one takes again, so only what is more is touched for the first time: by which part of
// the program depends on how large each eden is. G1 makes it as large as it expects to be able to collect in time, going by the collections that it has had, and the collector
// here does the same. (Detlefs et al., Garbage-First Garbage Collection, ISMM 2004; the parameters are those of JDK 17, and logs of 87 programs agree.)

const (
	// region is the unit of a heap of a quarter of 24 GiB, of which edens are made.
	region = 4 << 20
	// bootBytes is what the JVM itself has allocated before the program's main method, and bootSurvives what survives of that in the eden.
	bootBytes    = 1500000
	bootSurvives = 150000
	// initialRegions and mostRegions are how large the heap is at first and at most: a 64th and a quarter of 24 GiB.
	initialRegions = 96
	mostRegions    = 1504
	// leastYoung and mostYoung are how many percents of the heap new objects have (G1NewSizePercent, G1MaxNewSizePercent), reserved those that are kept free (G1ReservePercent), and
	// initiating those of old and large objects with which a collection begins (InitiatingHeapOccupancyPercent).
	leastYoung = 5
	mostYoung  = 60
	reserved   = 10
	initiating = 45
	// survivorRegions is how many regions the survivors of a small eden have.
	survivorRegions = 1
	// livesOn is that one in so many objects that have survived a collection is still alive when the next one comes.
	livesOn = 2
)

// What G1 takes for its first samples, on two processors: which part of a region survives, and the milliseconds for copying a byte, for each region, and for
// what else there is to do.
const (
	firstSurviving = 0.4
	firstCopying   = 3e-5
	firstRegion    = 0.2
	firstOther     = 5
)

// What a collection takes, as far as G1's decisions depend on it, in milliseconds: before it copies, for each byte, for each region, and for what else there is to do.
const (
	takesBefore = 2
	takesByte   = 2e-6
	takesRegion = 0.01
	takesOther  = 1.5
)

const (
	// longestPause is the milliseconds that a collection may take (MaxGCPauseMillis).
	longestPause = 200
	// roomToCopy is how much free memory there has to be for each byte that is expected to survive: G1 wants to be sure of it (G1ConfidencePercent), and threads
	// leave memory unused (TargetPLABWastePct).
	roomToCopy = 2.2
)

// collector simulates the collections of a run, along its contexts.
type collector struct {
	found survivors
	fresh bool // the heap has found one since anything was put into the eden

	eden      uint64   // size of the eden in bytes
	used      uint64   // of the eden
	kept      []uint64 // by region of the eden: how many bytes survive
	survivors uint64   // bytes that have survived a collection and are not old yet
	old       uint64   // bytes of other objects that live on
	dying     uint64   // bytes of large objects that the next collection finds dead
	dead      uint64   // bytes that such objects had, and that the next ones take
	free      []space  // what edens may take, the last one first
	regions   int      // of the heap

	surviving []average // by how many regions were taken after it: which part of a region of the eden survives
	copying   average   // milliseconds for a byte
	region    average   // milliseconds for a region
	other     average   // milliseconds
	growth    growth
	ended     float64 // when the last collection ended, in milliseconds
}

// space is free memory that has been used before, or has not.
type space struct {
	bytes uint64
	used  bool
}

func newCollector(found []profiles.Collection) *collector {
	c := &collector{
		found: slices.Clone(found), eden: leastYoung * initialRegions / 100 * region, used: bootBytes, kept: []uint64{bootSurvives},
		regions: initialRegions, free: []space{{initialRegions*region - bootBytes, false}}, surviving: make([]average, 1),
	}
	c.surviving[0].add(firstSurviving)
	c.copying.add(firstCopying)
	c.region.add(firstRegion)
	c.other.add(firstOther)
	return c
}

// allocate goes on by what a context has allocated, at a time in milliseconds: by the program's count, and what HotSpot allocates when its compiler has removed objects. It tells how
// many bytes of the heap are touched for the first time, how many survive a collection, and how many collections there are.
func (c *collector) allocate(counted, allocated uint64, now float64) (fresh, survived, collections uint64) {
	for counted > 0 {
		n, kept := c.find(counted, false)
		left := part(allocated, n, counted)
		kept = min(kept, left)
		f, ended := c.fill(left, kept, now)
		fresh += f
		survived += kept
		collections += ended
		counted -= n
		allocated -= left
	}
	return fresh, survived, collections
}

// allocateLarge does the same for objects that get regions of their own, outside the eden. They are not copied, and the next collection finds those dead that do not live on.
func (c *collector) allocateLarge(counted, allocated uint64, now float64) (fresh, collections uint64) {
	for counted > 0 {
		n, kept := c.find(counted, true)
		left := part(allocated, n, counted)
		kept = min(kept, left)
		reused := min(left, c.dead)
		fresh += left - reused
		c.dead -= reused
		c.old += kept
		c.dying += left - kept
		counted -= n
		allocated -= left
		if c.dying > 0 && c.old+c.dying > uint64(c.regions)*region/100*initiating {
			c.collect(now)
			collections++
		}
	}
	return fresh, collections
}

// isLarge reports whether so many objects have regions of their own, by their mean size.
func isLarge(objects, bytes uint64) bool { return objects > 0 && bytes/objects >= profiles.LargeObject }

// find goes on by the next bytes that were allocated, in large objects or others, and tells how many of them survive: see survivors.find. What was found to survive before the
// run's last collection has been through another one since.
func (c *collector) find(most uint64, large bool) (bytes, survived uint64) {
	if c.fresh {
		c.fresh = false
		for i := range c.kept {
			c.kept[i] /= livesOn
		}
	}
	bytes, survived, c.fresh = c.found.find(most, large)
	return bytes, survived
}

// survivors are the collections that the run's own heap is yet to find, along what it has allocated.
type survivors []profiles.Collection

// find goes on by the next bytes that were allocated, in large objects or others, to the next collection at most, and tells how many of them survive, and whether that collection has
// come. Of what was allocated after the last one nobody knows; nothing of it is collected.
func (s *survivors) find(most uint64, large bool) (bytes, survived uint64, collected bool) {
	if len(*s) == 0 {
		return most, 0, false
	}
	of := &(*s)[0]
	switch bytes = min(most, of.Allocated); {
	case bytes == 0:
	case large:
		survived = min(of.Large, bytes)
		of.Large -= survived
	default:
		survived = part(of.Survived, bytes, of.Allocated)
		of.Survived -= survived
	}
	if of.Allocated -= bytes; of.Allocated == 0 {
		*s, collected = (*s)[1:], true
	}
	return bytes, survived, collected
}

// fill puts objects into edens, of which some survive.
func (c *collector) fill(bytes, survived uint64, now float64) (fresh, collections uint64) {
	for bytes > 0 {
		at := int(c.used / region)
		n := min(bytes, c.eden-c.used, uint64(at+1)*region-c.used)
		kept := part(survived, n, bytes)
		if at == len(c.kept) {
			c.kept = append(c.kept, 0)
		}
		c.kept[at] += kept
		fresh += c.take(n)
		c.used += n
		bytes -= n
		survived -= kept
		if c.used == c.eden {
			c.collect(now)
			collections++
		}
	}
	return fresh, collections
}

// take takes free memory, and tells how much of it has not been used before.
func (c *collector) take(bytes uint64) (fresh uint64) {
	for bytes > 0 && len(c.free) > 0 {
		of := &c.free[len(c.free)-1]
		n := min(bytes, of.bytes)
		if !of.used {
			fresh += n
		}
		bytes -= n
		if of.bytes -= n; of.bytes == 0 {
			c.free = c.free[:len(c.free)-1]
		}
	}
	return fresh
}

// collect empties the eden, and chooses the size of the next one.
func (c *collector) collect(now float64) {
	copied := c.survivors / livesOn
	for _, kept := range c.kept {
		copied += kept
	}
	c.sample()
	took := takesBefore + float64(takesByte*float64(copied))
	if copied > 0 {
		c.copying.add(took / float64(copied))
	}
	c.region.add(takesRegion)
	c.other.add(takesOther)
	c.survivors = min(copied, survivorRegions*region)
	c.old += copied - c.survivors
	c.dead, c.dying = c.dead+c.dying, 0
	c.free = append(c.free, space{c.used, true})
	if grown := c.growth.by(c.regions); grown > 0 {
		c.regions += grown
		c.free = append(c.free, space{uint64(grown) * region, false}) // what the heap gets is taken before what it had
	}
	c.growth.record(took, now+took-c.ended)
	c.ended = now
	c.eden, c.used, c.kept = uint64(c.next())*region, 0, c.kept[:0]
}

// sample notes which parts of the eden's regions survive. A region that it did not have is taken to be like the one that it took first.
func (c *collector) sample() {
	n := len(c.kept)
	for len(c.surviving) < n {
		c.surviving = append(c.surviving, average{})
	}
	for age := range c.surviving {
		if n > 0 {
			c.surviving[age].add(float64(c.kept[max(n-1-age, 0)]) / region)
		}
	}
}

// next is how many regions the next eden has: as many as are expected to be collected in time, and to find room for their survivors.
func (c *collector) next() int {
	least := max(leastYoung*c.regions/100-survivorRegions, 1)
	most := mostYoung*c.regions/100 - survivorRegions
	free := c.regions - int((c.old+region-1)/region) - survivorRegions - (reserved*c.regions+99)/100
	copying, each := c.copying.most(), c.region.most()
	time := c.other.most() + float64(copying*float64(c.survivors)*2*firstSurviving)
	size, bytes, survives := least, 0.0, 0.0
	for regions := 0; regions <= min(most, free-1); regions++ {
		if regions < len(c.surviving) {
			survives = float64(min(c.surviving[regions].most(), 1) * region)
		}
		bytes += survives
		if time+float64(bytes*copying)+float64(float64(regions)*each) > longestPause || roomToCopy*bytes > float64(free-regions)*region {
			break
		}
		size = max(size, regions)
	}
	return size
}
