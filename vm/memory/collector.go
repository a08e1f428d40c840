package memory

import (
	"math/bits"
	"slices"
	"unsafe"

	"hotlens/profiles"
)

// This file is the non-moving mark-sweep collector.

// ReferenceOffsets are the offsets in bytes of the fields of
// java.lang.ref.Reference.
type ReferenceOffsets struct {
	Referent, Discovered, Next uint32
}

// Roots is what the collector asks of the VM. EachRoot enumerates the roots:
// strong is called for every word that is surely null or an object; maybe for
// words of the shadow stacks, which may hold anything. EachHeld enumerates what the VM
// holds for a java.lang.Class or ClassLoader object that is reachable: that lives and dies
// with it. Forget is called when all is marked that stays: what the VM holds weakly and is
// not alive has to go.
type Roots interface {
	EachRoot(strong func(Ref), maybe func(Address))
	EachHeld(holder Ref, strong func(Ref))
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
	h.live, h.roots = 0, roots
	h.marked.clear(h.top)
	for k := range h.discovered {
		h.discovered[k] = h.discovered[k][:0]
	}
	roots.EachRoot(h.markRoot, func(a Address) {
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
		if referent == 0 || h.marked.has(referent) {
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
	roots.Forget(h.marked.has)
	h.roots = nil
	h.countSurvivors()
	h.sweep()
	h.freed += h.Used() - h.live
	h.threshold = min(h.due(), h.limit)
	h.control.allowance = int64(h.threshold) - int64(h.live)
}

// due is the number of used bytes at which the collection after this one should come.
func (h *Heap) due() uint64 {
	if h.collections++; h.collections < earlyCollections {
		return h.live + earlyBytes
	}
	return max(leastThreshold, 2*h.live)
}

// KeepHidden tells a collection that is under way of the bytes of objects that have been
// counted and are alive, but do not lie in the heap yet.
func (h *Heap) KeepHidden(bytes uint64) { h.live += bytes }

// sortDiscovered makes the order in which references are enqueued independent of
// the order of the roots, so that runs repeat.
func (h *Heap) sortDiscovered() {
	for _, list := range h.discovered {
		slices.Sort(list)
	}
}

// mark marks r and queues it for tracing.
func (h *Heap) mark(r Ref) {
	if h.marked.add(r) {
		h.queue = append(h.queue, r)
	}
}

// markRoot is mark for what may be null.
func (h *Heap) markRoot(r Ref) {
	if r != 0 {
		h.mark(r)
	}
}

// batch is how many queued objects trace takes at a time. It reads their headers
// one right after the other before it looks at any: so the processor fetches all
// of them at the same time, which lie anywhere in the memory.
const batch = 16

// trace marks everything that the queued objects reach. The queue is a Go
// slice, so deep structures need no deep stack.
func (h *Heap) trace(clearSoft bool) {
	m, marked, queue, live := h.m, h.marked, h.queue, uint64(0)
	var objects [batch]struct{ r, tib Address }
	for len(queue) > 0 {
		n := min(len(queue), batch)
		for i, r := range queue[len(queue)-n:] {
			objects[i].r, objects[i].tib = r, m.U32(r)
		}
		queue = queue[:len(queue)-n]
		for _, o := range objects[:n] {
			r, tib := o.r, o.tib
			if holder := m.U32(tib + TIBHolder); holder != 0 && marked.add(holder) {
				queue = append(queue, holder)
			}
			switch m.U32(tib + TIBKind) {
			case KindMirror, KindLoader:
				h.queue = queue
				h.roots.EachHeld(r, h.markRoot)
				queue = h.queue
			case KindPrimArray:
				live += RoundSize(ArrayBase + uint64(m.U32(r+ArrayLength))<<m.U32(tib+TIBSize))
				continue
			case KindRefArray:
				n := m.U32(r + ArrayLength)
				live += RoundSize(ArrayBase + uint64(n)<<m.U32(tib+TIBSize))
				for _, e := range unsafe.Slice((*Ref)(m.At(r+ArrayBase)), n) {
					if e != 0 && marked.add(e) {
						queue = append(queue, e)
					}
				}
				continue
			}
			live += RoundSize(uint64(m.U32(tib + TIBSize)))
			if kind := m.U32(tib + TIBRefKind); kind != ReferenceNone {
				if e := h.discover(r, kind, clearSoft); e != 0 {
					marked.add(e)
					queue = append(queue, e)
				}
			}
			refMap := m.U32(tib + TIBRefMap)
			if refMap == 0 {
				continue
			}
			object := m.At(r)
			for _, offset := range unsafe.Slice((*uint32)(m.At(refMap+4)), m.U32(refMap)) {
				if e := *(*Ref)(unsafe.Add(object, offset)); e != 0 && marked.add(e) {
					queue = append(queue, e)
				}
			}
		}
	}
	h.queue = queue
	h.live += live
}

// discover handles the referent of a reference object, which its reference map
// leaves out. It returns the referent if it is to be marked, else 0.
func (h *Heap) discover(r Ref, kind uint32, clearSoft bool) Ref {
	referent := h.m.U32(r + h.Reference.Referent)
	if referent == 0 || h.marked.has(referent) {
		return 0
	}
	// An enqueued or dequeued reference is inactive: it is an ordinary object.
	inactive := h.m.U32(r+h.Reference.Next) != 0
	if inactive || kind == ReferenceSoft && !clearSoft {
		return referent
	}
	h.discovered[kind] = append(h.discovered[kind], r)
	return 0
}

// processWeak clears the references whose referent died.
func (h *Heap) processWeak(list []Ref, pending func(Ref)) {
	for _, r := range list {
		referent := h.m.U32(r + h.Reference.Referent)
		if referent == 0 || h.marked.has(referent) {
			continue
		}
		h.m.SetU32(r+h.Reference.Referent, 0)
		pending(r)
	}
}

// countSurvivors finds out how much of what was allocated since the last collection stays: what is marked and was not then. No cell of a survivor
// is used again before the next collection.
func (h *Heap) countSurvivors() {
	h.survived = Survivors{}
	for p := Address(0); p < (h.top-HeapBase)/pageBytes; {
		s := &h.spans[h.pageSpan[p]]
		p += s.pages
		if s.class == freeSpan || s.used == s.base {
			continue
		}
		cells := 0
		for i := (s.base - HeapBase) / bytesPerWord; i <= (s.used-1-HeapBase)/bytesPerWord; i++ {
			cells += bits.OnesCount64(h.marked[i] &^ h.survivors[i])
		}
		if bytes := uint64(cells) * uint64(s.cell); s.cell >= profiles.LargeObject {
			h.survived.Large += bytes
		} else {
			h.survived.Bytes += bytes
		}
	}
	copy(h.survivors, h.marked[:(h.top-HeapBase)/bytesPerWord])
}

// sweep frees the spans without survivors, joins neighbouring ones, and notes the
// others: their free cells are looked for when they are needed. Nothing but the
// bitmap is read; what is freed is zeroed when it is used again.
func (h *Heap) sweep() {
	h.allocated, h.marked = h.marked, h.allocated
	clear(h.control.runs[:])
	clear(h.searched[:])
	for c := range h.gaps {
		h.gaps[c] = h.gaps[c][:0]
	}
	h.runs = h.runs[:0]
	spans := make([]span, 0, len(h.spans))
	for p := Address(0); p < (h.top-HeapBase)/pageBytes; {
		s := h.spans[h.pageSpan[p]]
		p += s.pages
		if s.class != freeSpan && h.allocated.next(s.base, s.used) == s.used {
			s.class = freeSpan
		}
		if n := len(spans); s.class == freeSpan && n > 0 && spans[n-1].class == freeSpan {
			spans[n-1].pages += s.pages
			continue
		}
		spans = append(spans, s)
	}
	h.spans = spans
	for i := range spans {
		s := &spans[i]
		h.setPages(int32(i))
		switch s.class {
		case freeSpan:
			h.runs = append(h.runs, int32(i))
		case largeObject:
		default:
			h.gaps[s.class] = append(h.gaps[s.class], int32(i))
		}
	}
}
