package prefault

import (
	"sync/atomic"
	"unsafe"

	"github.com/sourcegraph/conc"
)

// Front is where the part of a memory ends that has pages, of one that is used from its start on. It moves in steps, which are in proportion to what is
// used. Offsets are from a base, which stays. One goroutine uses a Front; the zero value has given no pages.
type Front struct {
	// Tasks takes the longer steps beside the use, so that another processor zeroes the pages. Whoever has made it waits for it before the memory goes away.
	// Nil: all steps are taken at once.
	Tasks *conc.WaitGroup
	// Due is how far the memory may be used before the next step.
	Due   uint32
	given uint32
}

// besideBytes is how long a step is that is worth waking another processor: zeroing it takes a tenth of a millisecond, and waking some hundredths.
const besideBytes = 256 << 10

// Step gives pages to what is about to be used, from one offset, at the start of a page, to another, and to what lies behind that, up to an end. Used is the size of the part in use, and least how long a step is at least.
func (f *Front) Step(base unsafe.Pointer, from, to, used, least, end uint32) {
	start := from
	if from < f.given && f.given <= end {
		start = max(from, f.given&^(pageBytes-1))
	}
	ahead := Ahead(used, least, (end-start)&^(pageBytes-1))
	at, long := unsafe.Add(base, start), f.Tasks != nil && ahead >= besideBytes
	if long && f.given >= to {
		f.Tasks.Go(func() { touch(at, ahead) })
	} else {
		Pages(uintptr(at), uintptr(ahead))
	}
	f.given = max(start+ahead, to)
	if f.Due = f.given; long { // the next one is taken while the rest of this one is used
		f.Due = max(f.given-ahead/2, to)
	}
}

// Skip has the memory used up to an offset without pages of this Front's.
func (f *Front) Skip(to uint32) {
	if to > f.given {
		f.given, f.Due = to, to
	}
}

// pageBytes is the size of the smallest pages.
const pageBytes = 4 << 10

// touch is Pages, and reads each page once: in a virtual machine a page that the kernel has given may still be one that its host finds only when it is touched.
func touch(start unsafe.Pointer, bytes uint32) {
	Pages(uintptr(start), uintptr(bytes))
	for at := uint32(0); at < bytes; at += pageBytes {
		atomic.LoadUint32((*uint32)(unsafe.Add(start, at))) // which others may be writing
	}
}
