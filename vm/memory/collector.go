package memory

import (
	"slices"
	"unsafe"
)

// This file is the non-moving mark-sweep collector.

// ReferenceOffsets are the offsets in bytes of the fields of
// java.lang.ref.Reference.
type ReferenceOffsets struct {
	Referent, Discovered, Next uint32
}

// Roots is what the collector asks of the VM. EachRoot enumerates the roots:
// strong is called for every word that is surely null or an object; maybe for
// words of the shadow stacks, which may hold anything. Forget is called when all
// is marked that stays: what the VM holds weakly and is not alive has to go.
type Roots interface {
	EachRoot(strong func(Ref), maybe func(Address))
	Forget(alive func(Ref) bool)
}

// Collect marks what is reachable and frees the rest. Soft references are
// cleared only when clearSoft is set, which the caller does before it gives up
// with OutOfMemoryError. Reference objects whose referent died are linked
// through their discovered field; pending is called with each of them, in the
// order in which they are to be enqueued.
//
// Invariant: every Java thread stands at a safepoint.
func (h *Heap) Collect(roots Roots, clearSoft bool, pending func(Ref)) {
	h.live = 0
	for k := range h.discovered {
		h.discovered[k] = h.discovered[k][:0]
	}
	strong := func(r Ref) {
		if r != 0 {
			h.mark(r)
		}
	}
	roots.EachRoot(strong, func(a Address) {
		if h.Object(a) {
			h.mark(a)
		}
	})
	h.trace(clearSoft)
	h.sortDiscovered()
	// The strengths in the order of java.lang.ref's package documentation.
	h.processWeak(h.discovered[ReferenceSoft], pending)
	h.processWeak(h.discovered[ReferenceWeak], pending)
	for i := 0; i < len(h.discovered[ReferenceFinal]); i++ {
		r := h.discovered[ReferenceFinal][i]
		referent := h.m.U32(r + h.Reference.Referent)
		if referent == 0 || h.marked(referent) {
			continue
		}
		pending(r)
		// Its referent stays until it has been finalized: only this tells the
		// next collection that the reference is pending already
		// (java.lang.ref.Reference, "inactive").
		h.m.SetU32(r+h.Reference.Next, r)
		h.mark(referent)
	}
	h.trace(clearSoft)
	h.sortDiscovered()
	// Objects that finalizers keep may lead to further soft and weak references.
	h.processWeak(h.discovered[ReferenceSoft], pending)
	h.processWeak(h.discovered[ReferenceWeak], pending)
	h.processWeak(h.discovered[ReferencePhantom], pending)
	roots.Forget(h.marked)
	h.sweep()
	h.freed += h.Used() - h.live
	h.threshold = min(max(firstThreshold, 2*h.live), h.limit)
	h.control.allowance = int64(h.threshold) - int64(h.live)
}

// sortDiscovered makes the order in which references are enqueued independent of
// the order of the roots, so that runs repeat.
func (h *Heap) sortDiscovered() {
	for _, list := range h.discovered {
		slices.Sort(list)
	}
}

func (h *Heap) marked(r Ref) bool { return h.m.U32(r+ObjectLock)&MarkBit != 0 }

// mark marks r and queues it for tracing.
func (h *Heap) mark(r Ref) {
	word := (*uint32)(unsafe.Add(h.m.Base, uintptr(r)+ObjectLock))
	if *word&MarkBit == 0 {
		*word |= MarkBit
		h.marks = append(h.marks, r)
	}
}

// trace marks everything that the queued objects reach. The queue is a Go
// slice, so deep structures need no deep stack.
func (h *Heap) trace(clearSoft bool) {
	base := h.m.Base
	for len(h.marks) > 0 {
		r := h.marks[len(h.marks)-1]
		h.marks = h.marks[:len(h.marks)-1]
		tib := h.m.U32(r)
		switch h.m.U32(tib + TIBKind) {
		case KindPrimArray:
			h.live += RoundSize(ArrayBase + uint64(h.m.U32(r+ArrayLength))<<h.m.U32(tib+TIBSize))
			continue
		case KindRefArray:
			n := h.m.U32(r + ArrayLength)
			h.live += RoundSize(ArrayBase + uint64(n)<<h.m.U32(tib+TIBSize))
			elements := unsafe.Slice((*Ref)(unsafe.Add(base, uintptr(r)+ArrayBase)), n)
			for _, e := range elements {
				if e != 0 {
					h.mark(e)
				}
			}
			continue
		}
		h.live += RoundSize(uint64(h.m.U32(tib + TIBSize)))
		if kind := h.m.U32(tib + TIBRefKind); kind != ReferenceNone {
			h.discover(r, kind, clearSoft)
		}
		refMap := h.m.U32(tib + TIBRefMap)
		if refMap == 0 {
			continue
		}
		n := h.m.U32(refMap)
		offsets := unsafe.Slice((*uint32)(unsafe.Add(base, uintptr(refMap)+4)), n)
		for _, o := range offsets {
			if e := *(*Ref)(unsafe.Add(base, uintptr(r)+uintptr(o))); e != 0 {
				h.mark(e)
			}
		}
	}
}

// discover handles the referent of a reference object, which its reference map
// leaves out.
func (h *Heap) discover(r Ref, kind uint32, clearSoft bool) {
	referent := h.m.U32(r + h.Reference.Referent)
	if referent == 0 || h.marked(referent) {
		return
	}
	// An enqueued or dequeued reference is inactive: it is an ordinary object.
	inactive := h.m.U32(r+h.Reference.Next) != 0
	if inactive || kind == ReferenceSoft && !clearSoft {
		h.mark(referent)
		return
	}
	h.discovered[kind] = append(h.discovered[kind], r)
}

// processWeak clears the references whose referent died.
func (h *Heap) processWeak(list []Ref, pending func(Ref)) {
	for _, r := range list {
		referent := h.m.U32(r + h.Reference.Referent)
		if referent == 0 || h.marked(referent) {
			continue
		}
		h.m.SetU32(r+h.Reference.Referent, 0)
		pending(r)
	}
}

// sweep frees unmarked cells, clears the mark bits, and lists the runs of free
// cells in address order, so that allocation stays deterministic and local.
func (h *Heap) sweep() {
	clear(h.free[:])
	clear(h.control.runs[:])
	h.runs = h.runs[:0]
	var tails [cellClasses]Address
	for i := range h.spans {
		s := &h.spans[i]
		switch s.class {
		case freeSpan:
		case largeObject:
			if h.marked(s.base) {
				h.m.SetU32(s.base+ObjectLock, h.m.U32(s.base+ObjectLock)&^MarkBit)
			} else {
				s.class = freeSpan
			}
		default:
			h.sweepCells(s, &tails)
		}
	}
	h.coalesce()
}

// sweepCells sweeps one span of cells. A span without survivors becomes free, and
// is zeroed when it is used again.
func (h *Heap) sweepCells(s *span, tails *[cellClasses]Address) {
	base := h.m.Base
	run := s.base // where the present run of free cells starts
	for a := s.base; a < s.used; a += s.cell {
		word := (*uint32)(unsafe.Add(base, uintptr(a)+ObjectLock))
		if *(*uint32)(unsafe.Add(base, uintptr(a))) == 0 || *word&MarkBit == 0 {
			continue
		}
		*word &^= MarkBit
		if run < a {
			h.listRun(run, a, s.class, tails)
		}
		run = a + s.cell
	}
	switch {
	case run == s.base:
		s.class = freeSpan
	case run < s.used:
		h.listRun(run, s.used, s.class, tails)
	}
}

// listRun zeroes the cells from start to end and puts them at the end of their
// size's list.
func (h *Heap) listRun(start, end Address, class int16, tails *[cellClasses]Address) {
	clear(h.m.Slice(start, int(end-start)))
	h.m.SetU32(start+runEnd, end)
	if tail := tails[class]; tail == 0 {
		h.free[class] = start
	} else {
		h.m.SetU32(tail+runNext, start)
	}
	tails[class] = start
}

// coalesce joins neighbouring free spans, gives those at the end of the heap
// back to the untouched rest, and lists the others.
func (h *Heap) coalesce() {
	old := h.spans
	byPage := make([]int32, 0, len(old))
	for p := uint32(0); p < (h.top-HeapBase)/pageBytes; {
		i := h.pageSpan[p]
		byPage = append(byPage, i)
		p += old[i].pages
	}
	spans := make([]span, 0, len(old))
	for _, i := range byPage {
		s := old[i]
		if n := len(spans); s.class == freeSpan && n > 0 && spans[n-1].class == freeSpan {
			spans[n-1].pages += s.pages
			continue
		}
		spans = append(spans, s)
	}
	h.spans = spans
	for i := range spans {
		h.setPages(int32(i))
		if spans[i].class == freeSpan {
			h.runs = append(h.runs, int32(i))
		}
	}
}
