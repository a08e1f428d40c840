// Package prefault has the kernel give this process pages that it is about to touch, many at once. Else they come one by one,
// each with a fault when it is touched for the first time, which takes longer than zeroing the page, and much longer in a
// virtual machine: a program that only says hello has thousands of them.
//
// Invariant: it never changes what memory contains, and nothing but the time of a run depends on it.
package prefault

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/sourcegraph/conc"
)

const (
	// growth is by how much Go's heap grows at least, and to multiples of what (runtime, mheap.grow): so much around an object is
	// mapped.
	growth = 4 << 20
	// large is the size of objects that lie at the end of the heap, as they get pages of their own (runtime, maxSmallSize).
	large = 128 << 10
)

// beside are the tasks that have the kernel zero pages while those in front of them are used.
var beside conc.WaitGroup

// known is the end of what GoHeap has given pages to.
var known atomic.Uintptr

// Now gives pages to what Go has mapped around the end of its heap.
func Now() { GoHeap(unsafe.Pointer(unsafe.SliceData(make([]byte, large)))) }

// GoHeap says that an object has been made just now. If no object before has reached so far, what Go has mapped around it
// is given pages. That is for what lives as long as the process, with which the heap grows by addresses.
func GoHeap(object unsafe.Pointer) {
	at, end := uintptr(object), known.Load()
	if at < end {
		return
	}
	start := at &^ (growth - 1)
	if !known.CompareAndSwap(end, start+growth) {
		return
	}
	Large(start, growth)
	if middle := start + growth/2; at < middle {
		beside.Go(func() { Pages(middle, growth/2) })
		Pages(start, growth/2)
	} else {
		Pages(start, growth)
	}
}

// mostAhead is what takes the kernel less than a millisecond.
const mostAhead = 2 << 20

// Ahead is for how many bytes memory that grows is given pages at once: in proportion to those that are used, at least so many, as far as there is room. That
// and the least are whole pages.
func Ahead(used, least, room uint32) uint32 {
	const share = 8
	return min(max(used/share&^(pageBytes-1), least), mostAhead, room)
}

// Slice makes a list of so many zero values, whose pages come at once where they are many.
func Slice[T any](length int) []T {
	list := make([]T, length)
	if bytes := uintptr(length) * unsafe.Sizeof(*new(T)); bytes >= growth {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(list))) // so large an object begins with a page
		Large(start, bytes)
		allPages(start, bytes)
	}
	return list
}

// Room makes an empty list with room for so many values, of which perhaps few will come. Where they are many, they get large pages as they come.
func Room[T any](most int) []T {
	list := make([]T, most)
	if bytes := uintptr(most) * unsafe.Sizeof(*new(T)); bytes >= growth {
		Large(uintptr(unsafe.Pointer(unsafe.SliceData(list))), bytes)
	}
	return list[:0]
}

// Elements gives pages to values of a list, whichever they lie in the midst of included.
func Elements[T any](part []T) {
	if len(part) == 0 {
		return
	}
	start := uintptr(unsafe.Pointer(unsafe.SliceData(part)))
	end := start + uintptr(len(part))*unsafe.Sizeof(part[0])
	start &^= pageBytes - 1
	Pages(start, (end-start+pageBytes-1)&^(pageBytes-1))
}

// Reuse says that about so many bytes of Go's heap have come out of use. Where they are many, Go's collector finds them now, so that what is made next lies where pages
// are: in memory that has none of the pointers that it would follow that takes less than the pages do.
func Reuse(bytes uintptr) {
	if bytes >= part {
		runtime.GC()
	}
}

// part is how many bytes are worth a goroutine that has the kernel zero them, or a collection: some milliseconds.
const part = 16 << 20

// allPages is Pages for a large object: by all processors, as nothing else can go on before it is there.
func allPages(start, bytes uintptr) {
	var parts conc.WaitGroup
	for ; bytes > part; start, bytes = start+part, bytes-part {
		at := start
		parts.Go(func() { Pages(at, part) })
	}
	Pages(start, bytes)
	parts.Wait()
}
