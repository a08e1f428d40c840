package interpreter

// This file measures what each thread consumes, for java.lang.management. A
// thread is charged with what passes while it holds the baton.

// consumption is what a thread has consumed.
type consumption struct {
	nanos     int64  // of processor time, up to the last account
	allocated uint64 // bytes, up to the last account
	// Where the clock and the heap stood when it was last accounted or got the
	// baton.
	sinceNanos     int64
	sinceAllocated uint64
}

// takeBaton makes t the current thread.
func (t *Thread) takeBaton() {
	if before := t.M.threads.current; before != t {
		t.M.threads.current = t
		t.M.handedOver(t)
		if t.M.timing != nil {
			t.M.timing.Take(&t.timing)
		}
	}
	t.mount()
	t.consumed.sinceAllocated = t.M.Heap.Allocated()
	t.consumed.sinceNanos = t.M.Nanos()
}

// consume charges t, which holds the baton, with what has passed since the last
// time.
func (t *Thread) consume() {
	c := &t.consumed
	c.nanos, c.allocated = t.ProcessorNanos(), t.AllocatedBytes()
	t.takeBaton()
}

// ProcessorNanos is the processor time that t has had, in nanoseconds.
func (t *Thread) ProcessorNanos() int64 {
	c := &t.consumed
	if t.M.threads.current != t {
		return c.nanos
	}
	return c.nanos + t.M.Nanos() - c.sinceNanos
}

// AllocatedBytes is the size of all objects that t has ever allocated.
func (t *Thread) AllocatedBytes() uint64 {
	if t.M.threads.current != t {
		return t.consumed.allocated
	}
	return t.consumed.allocated + t.M.Heap.Allocated() - t.consumed.sinceAllocated
}
