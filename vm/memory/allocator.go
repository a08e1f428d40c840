package memory

import (
	"fmt"
	"unsafe"

	"hotlens/profiles/prefault"
)

// This file allocates objects from spans of equal cells.

// Small objects live in spans of cells of one size. Eight sizes per doubling keep
// the loss from rounding up below an eighth. Larger objects get a run of pages of
// their own, of which they leave at most a fifth unused.
const (
	maxSmallSize  = 16 << 10
	minCell       = 16
	exactSizes    = 128 // up to here, there is a cell size for each multiple of 8
	sizesPerTwice = 8

	// Spans of small cells are eight pages; those of cells from bigCell on are so
	// much larger that what is left over at their ends stays small, too.
	spanPages    = 8
	bigCell      = 2 << 10
	bigSpanPages = 64
)

var cellSizes = func() (sizes [cellClasses]uint32) {
	c := 0
	for s := uint32(minCell); s <= exactSizes; s += 8 {
		sizes[c] = s
		c++
	}
	for s := uint32(exactSizes); s < maxSmallSize; s *= 2 {
		for q := uint32(1); q <= sizesPerTwice; q++ {
			sizes[c] = s + q*s/sizesPerTwice
			c++
		}
	}
	return sizes
}()

// cellClass maps a size in 8-byte units to an index of cellSizes.
var cellClass = func() [maxSmallSize/8 + 1]uint8 {
	var table [maxSmallSize/8 + 1]uint8
	c := 0
	for u := range table {
		for uint32(u*8) > cellSizes[c] {
			c++
		}
		table[u] = uint8(c)
	}
	return table
}()

// cellClasses is the number of cellSizes.
const cellClasses = (exactSizes-minCell)/8 + 1 + sizesPerTwice*7

// span is a run of pages: cells of one size, one large object, or free.
type span struct {
	base  Address
	pages uint32
	cell  uint32 // cell size in bytes; for a large object the object's size
	class int16  // index of cellSizes, largeObject or freeSpan
	used  Address
}

const (
	largeObject = -1
	freeSpan    = -2
)

// Heap allocates and collects Java objects. Each cell size has a run of free
// cells from which objects are cut one after the other. The next run is looked
// for when that one is used up: between survivors of the last collection.
//
// Invariant: the allocated bit of a cell is set when it holds a survivor, or lies
// in a run that has been taken since. The cells of a taken run are 0 before they
// hold an object; what cells hold whose bit is not set is anything. An allocated
// object's first word is its TIB's address.
type Heap struct {
	m        *Memory
	limit    uint64 // bytes that the objects may have in all
	top      Address
	front    prefault.Front
	end      Address // of the addresses that are the heap's
	last     Address // up to where these may be extended
	control  *control
	spans    []span
	pageSpan []int32 // span index by page; nothing for those from top on, so that their part of the table takes no memory. It lies behind the linear memory
	runs     []int32 // free spans

	allocated bitmap
	marked    bitmap               // of a collection: becomes allocated at its end
	survivors bitmap               // of the last collection
	gaps      [cellClasses][]int32 // spans with survivors that may have free cells between them
	searched  [cellClasses]Address // up to where the first of them has been searched for such cells

	threshold uint64 // used bytes at which the next collection is due
	emergency bool

	Reference   ReferenceOffsets
	roots       Roots     // of the collection that is under way
	queue       []Ref     // marked objects whose references are not yet followed
	live        uint64    // bytes of the objects that this collection has marked
	survived    Survivors // of the last collection
	freed       uint64    // bytes of the objects that all collections have swept
	collections uint64    // that have ended
	discovered  [5][]Ref
}

// control is the part of the allocator's state that compiled code works on, too.
// It lies in the control page, at ControlAllocator.
type control struct {
	allowance int64 // bytes that may still be allocated before a collection is due
	runs      [cellClasses]run
}

// run is where the objects of one cell size are cut from.
type run struct {
	next Address // the next free cell
	end  Address // the end of the run; next has reached it when there is none left
}

// Offsets of the words of a run from its RunAddress.
const (
	RunNext = 0
	RunEnd  = 4
)

// AllowanceAddress is the address of a signed 64-bit number: how many bytes of
// objects may still be allocated before a collection is due.
//
// An object of a small size (IsSmall) is allocated by subtracting its RoundSize
// from the allowance and moving the run's next word by CellSize, unless the
// allowance would become negative or the run is used up: then Allocate does it,
// or the collector is to run first. The object is zeroed but for its header.
const AllowanceAddress = ControlAllocator

// IsSmall reports whether objects of the given size are cut from a run.
func IsSmall(size uint64) bool { return size <= maxSmallSize }

// CellSize is the number of bytes that an object of a small size occupies.
func CellSize(size uint32) uint32 { return cellSizes[cellClass[(size+7)>>3]] }

// RunAddress is the address of the run that objects of a small size are cut from.
func RunAddress(size uint32) Address {
	return ControlAllocator + Address(unsafe.Offsetof(control{}.runs)) + Address(unsafe.Sizeof(run{}))*Address(cellClass[(size+7)>>3])
}

// MaxSmallSize is the largest small size.
const MaxSmallSize = maxSmallSize

// CellTable is what compiled code looks sizes up in that it only learns when it
// allocates: one word for every 8 bytes of size, from 0 up to MaxSmallSize, with
// RunAddress in the upper half and CellSize in the lower one.
func CellTable() []uint32 {
	table := make([]uint32, len(cellClass))
	for u := range table {
		size := uint32(u * 8)
		table[u] = RunAddress(size)<<16 | CellSize(size)
	}
	return table
}

const (
	// earlyBytes is how much is allocated before the first collection, and before each of the first earlyCollections: what HotSpot's default collector has for
	// new objects at first on a machine of 24 GiB (G1NewSizePercent of the initial heap, in whole regions). The cost model wants to know what of it survives.
	earlyBytes       = 16 << 20
	earlyCollections = 3
	// leastThreshold is the heap size at which later collections happen at the earliest.
	leastThreshold = 48 << 20
)

// slackShift says by which part of its limit the heap may exceed it in addresses:
// the loss from rounding sizes up, and the gaps that a collector leaves that does
// not move objects, are not the program's.
const slackShift = 2

// emergencyBytes is what the heap may exceed its limit by while the VM makes the
// OutOfMemoryError that says that the limit is reached.
const emergencyBytes = 1 << 20

// The heap's addresses are extended where it needs more than a heap of 512 MB does, at least by so many at a time, and so take
// from the profile only what is needed.
const (
	firstRoom      = 641 << 20
	extensionBytes = 32 << 20
)

// reserveBytes is what the heap may exceed its addresses by for objects that have been
// counted already.
const reserveBytes = 1 << 20

func (h *Heap) init(m *Memory, limit uint64) {
	h.m, h.limit = m, min(limit, MaxHeapBytes-emergencyBytes-reserveBytes)&^(pageBytes-1)
	room := min(h.limit+h.limit>>slackShift+emergencyBytes, MaxHeapBytes-reserveBytes) &^ (pageBytes - 1)
	h.top, h.end, h.last = HeapBase, HeapBase+Address(min(room, firstRoom)), HeapBase+Address(room)
	h.control = (*control)(m.At(ControlAllocator))
	h.setThreshold(min(earlyBytes, h.limit))
}

// setThreshold sets the number of used bytes at which the next collection is due.
func (h *Heap) setThreshold(bytes uint64) {
	h.control.allowance += int64(bytes) - int64(h.threshold)
	h.threshold = bytes
}

// Emergency opens or closes the reserve, and returns whether it was open before.
func (h *Heap) Emergency(open bool) bool {
	if open == h.emergency {
		return open
	}
	h.emergency = open
	if open {
		h.limit += emergencyBytes
	} else {
		h.limit -= emergencyBytes
	}
	if h.threshold > h.limit || open {
		h.setThreshold(h.limit)
	}
	return !open
}

// Limit is the size in bytes that the heap may grow to.
func (h *Heap) Limit() uint64 { return h.limit }

// Used is the number of bytes in objects, dead ones that are not yet swept
// included.
func (h *Heap) Used() uint64 { return uint64(int64(h.threshold) - h.control.allowance) }

// Allocated is the number of bytes in all objects that have ever been allocated.
func (h *Heap) Allocated() uint64 { return h.Used() + h.freed }

// Survivors are the bytes of objects that a collection was the first one to keep: what a collector by generations would have copied, and of
// those that such a collector does not copy, as they are large (profiles.LargeObject).
type Survivors struct{ Bytes, Large uint64 }

// Survived are the survivors of the last collection.
func (h *Heap) Survived() Survivors { return h.survived }

// Committed is the number of bytes that the heap has ever used.
func (h *Heap) Committed() uint64 { return uint64(h.top - HeapBase) }

// RoundSize is the number of bytes that an object of the given size counts as:
// rounded up to 8, as in HotSpot.
func RoundSize(size uint64) uint64 { return (size + 7) &^ 7 }

// Allocate returns size zeroed bytes, or 0 when a collection is due or the heap
// is full. It never collects: that is the caller's, at a safepoint.
func (h *Heap) Allocate(size uint64) Address {
	if size <= maxSmallSize {
		rounded := (size + 7) &^ 7
		c := cellClass[rounded>>3]
		r, left := &h.control.runs[c], h.control.allowance-int64(rounded)
		if a := r.next; a < r.end && left >= 0 {
			r.next = a + cellSizes[c]
			h.control.allowance = left
			return a
		}
	}
	if h.Due(size) {
		return 0
	}
	return h.allocateSlow(size)
}

// Due reports whether a collection should happen before size more bytes are
// allocated.
func (h *Heap) Due(size uint64) bool { return h.control.allowance < int64(RoundSize(size)) }

// AllocateAnyway allocates like Allocate, but up to the heap's limit without
// asking for a collection first. It returns 0 when the heap is full.
func (h *Heap) AllocateAnyway(size uint64) Address {
	if h.Used()+RoundSize(size) > h.limit {
		return 0
	}
	return h.allocateSlow(size)
}

// AllocateCounted allocates an object of a small size whose bytes have been taken from
// the allowance before. It returns 0 when there are no more addresses.
func (h *Heap) AllocateCounted(size uint64) Address {
	h.control.allowance += int64(RoundSize(size))
	a := h.allocateSlow(size)
	if a == 0 {
		a = h.allocateScarce(size)
	}
	if a == 0 {
		h.control.allowance -= int64(RoundSize(size))
	}
	return a
}

// allocateScarce allocates where no cell of the size is left and no page: a larger cell,
// or else one of the reserve. That the reserve is used means that the heap has only gaps
// that are too small: the next allocation collects, and fails if that does not help.
func (h *Heap) allocateScarce(size uint64) Address {
	class := cellClass[(size+7)>>3]
	for c := int(class) + 1; c < len(cellSizes); c++ {
		if r := &h.control.runs[c]; r.next < r.end || h.nextGap(uint8(c)) {
			a := r.next
			r.next = a + cellSizes[c]
			h.control.allowance -= int64(RoundSize(size))
			return a
		}
	}
	h.end += reserveBytes
	a := h.allocateSlow(size)
	h.end -= reserveBytes
	if a != 0 {
		h.setThreshold(h.Used())
	}
	return a
}

// allocateSlow allocates where that may take another run, or new pages.
func (h *Heap) allocateSlow(size uint64) Address {
	if size > maxSmallSize {
		return h.allocateLarge(size)
	}
	c := cellClass[(size+7)>>3]
	r := &h.control.runs[c]
	if r.next >= r.end && !h.nextRun(c) {
		return 0
	}
	a := r.next
	r.next = a + cellSizes[c]
	h.control.allowance -= int64(RoundSize(size))
	return a
}

// nextRun gives a cell size its next run of free cells, from a new span if there
// is no other. It returns false when the heap has no more room.
func (h *Heap) nextRun(class uint8) bool {
	if h.nextGap(class) {
		return true
	}
	cell, pages := cellSizes[class], uint32(spanPages)
	if cell >= bigCell {
		pages = bigSpanPages
	}
	i := h.newSpan(pages)
	if i < 0 {
		return false
	}
	s := &h.spans[i]
	s.class, s.cell = int16(class), cell
	s.used = s.base + pages*pageBytes/cell*cell
	h.allocated.fill(s.base, s.used)
	h.control.runs[class] = run{s.base, s.used}
	return true
}

// nextGap gives a cell size the next run of free cells between survivors, in the
// order of addresses, so that allocation stays deterministic and local. It returns
// false when there are no more.
func (h *Heap) nextGap(class uint8) bool {
	for ; len(h.gaps[class]) > 0; h.gaps[class] = h.gaps[class][1:] {
		s := &h.spans[h.gaps[class][0]]
		start := max(s.base, h.searched[class])
		for start < s.used && h.allocated.has(start) {
			start += s.cell
		}
		if start == s.used {
			continue
		}
		end := h.allocated.next(start, s.used)
		h.searched[class] = end
		h.allocated.fill(start, end)
		clear(h.m.Slice(start, int(end-start)))
		h.control.runs[class] = run{start, end}
		return true
	}
	return false
}

func (h *Heap) allocateLarge(size uint64) Address {
	if size > h.limit {
		return 0
	}
	i := h.newSpan(uint32((size + pageBytes - 1) / pageBytes))
	if i < 0 {
		return 0
	}
	s := &h.spans[i]
	s.class, s.cell, s.used = largeObject, uint32(size), s.base+Address(size)
	h.allocated.add(s.base)
	h.control.allowance -= int64(RoundSize(size))
	return s.base
}

// newSpan finds pages consecutive free pages, first fit, and zeroes recycled
// ones. It returns -1 when there are none.
func (h *Heap) newSpan(pages uint32) int32 {
	for k, i := range h.runs {
		s := &h.spans[i]
		if s.pages < pages || s.base+pages*pageBytes > h.end {
			continue
		}
		if s.pages > pages {
			rest := span{base: s.base + pages*pageBytes, pages: s.pages - pages, class: freeSpan}
			s.pages = pages
			h.spans = append(h.spans, rest)
			j := int32(len(h.spans) - 1)
			h.setPages(j)
			h.runs[k] = j
			s = &h.spans[i]
		} else {
			h.runs = append(h.runs[:k], h.runs[k+1:]...)
		}
		clear(h.m.Slice(s.base, int(pages)*pageBytes))
		return i
	}
	if !h.reaches(pages) {
		return -1
	}
	h.spans = append(h.spans, span{base: h.top, pages: pages, class: freeSpan})
	h.top += pages * pageBytes
	if h.top > h.front.Due {
		h.touchAhead(pages)
	}
	i := int32(len(h.spans) - 1)
	h.setPages(i)
	return i
}

// reaches tells whether so many more pages have addresses, for which it may extend the heap's.
func (h *Heap) reaches(pages uint32) bool {
	needed := uint64(h.top) + uint64(pages)*pageBytes
	if needed <= uint64(h.end) {
		return true
	}
	if needed > uint64(h.last) {
		return false
	}
	end := min(max(Address(needed), h.end+extensionBytes), h.last)
	if !h.m.extendHeap(end) {
		return false
	}
	h.end = end
	return true
}

// minAhead is the least that a heap that grows is given pages for at once: the largest span of small cells.
const minAhead = bigSpanPages * pageBytes

// touchAhead has the kernel give pages to the new span, so many pages below the top, and to the next ones, in proportion to the
// size of the heap. A large object is given none: a program may touch a little of it only.
func (h *Heap) touchAhead(pages uint32) {
	if pages > bigSpanPages {
		h.front.Skip(h.top)
		return
	}
	h.front.Step(h.m.Base, h.top-pages*pageBytes, h.top, h.top-HeapBase, minAhead, h.end)
}

func (h *Heap) setPages(i int32) {
	s := &h.spans[i]
	first := (s.base - HeapBase) / pageBytes
	for p := first; p < first+s.pages; p++ {
		h.pageSpan[p] = i
	}
}

// Object says whether a is the address of an allocated object. It is how the
// collector reads the shadow stacks, whose words may be anything.
func (h *Heap) Object(a Address) bool {
	if a < HeapBase || a >= h.top || a&7 != 0 {
		return false
	}
	if !h.allocated.has(a) || h.m.U32(a) == 0 {
		return false
	}
	s := &h.spans[h.pageSpan[(a-HeapBase)/pageBytes]]
	return s.class == largeObject || (a-s.base)%s.cell == 0
}

// Forgery is what is panicked with where a program uses a reference that it has
// forged. It ends the run with a report.
type Forgery struct{ Address Ref }

func (f Forgery) Error() string { return fmt.Sprintf("0x%x is no object of its class", f.Address) }

// unquestionedBytes is the size up to which ArrayBytes takes an array's length as it
// is: looking so many bytes behind a forged reference costs nothing.
const unquestionedBytes = 64 << 10

// ArrayBytes is the content of an array with elements of 1<<shift bytes; it aliases
// the heap. A program that has forged the reference, and a length with it, gets no
// more than there is: ArrayBytes panics with a Forgery.
func (h *Heap) ArrayBytes(a Ref, shift uint32) []byte {
	size := uint64(h.m.U32(a+ArrayLength)) << shift
	if size > unquestionedBytes && !(h.Object(a) && ArrayBase+size <= uint64(h.spans[h.pageSpan[(a-HeapBase)/pageBytes]].cell)) {
		panic(Forgery{a})
	}
	return h.m.Slice(a+ArrayBase, int(size))
}

// Objects calls f for every allocated object, in the order of addresses of
// their spans.
func (h *Heap) Objects(f func(Ref)) {
	for i := range h.spans {
		s := &h.spans[i]
		if s.class == freeSpan {
			continue
		}
		for a := h.allocated.next(s.base, s.used); a < s.used; a = h.allocated.next(a+s.cell, s.used) {
			if h.m.U32(a) != 0 {
				f(a)
			}
		}
	}
}

// ObjectSize is the number of bytes of the object at a, rounded up to 8. Of what only
// looks like an object, because a program has forged the reference, it is a number
// that does not lead out of the linear memory.
func (h *Heap) ObjectSize(a Ref) uint64 {
	tib := h.m.U32(a)
	size := uint64(h.m.U32(tib + TIBSize))
	switch h.m.U32(tib + TIBKind) {
	case KindPrimArray, KindRefArray:
		size = ArrayBase + uint64(h.m.U32(a+ArrayLength))<<(size&63)
	}
	return min(RoundSize(size), uint64(Size)-uint64(a))
}
