package interpreter

import (
	"hotlens/profiles"
)

// This file charges threads and natives for what they keep beside the heap
// (memory.Native).

// cleaningSlices is for how many time slices the cleaners of dead objects may run before
// a charge fails. Each does hundreds of them in a slice.
const cleaningSlices = 64

// Charge takes bytes from the account of what the program keeps beside the heap. If there
// are not enough, it collects and lets other threads run, of which the library's cleaners
// give back what belonged to dead objects. It reports false if that is not enough.
func (t *Thread) Charge(bytes uint64) bool {
	m := t.M
	account := &m.Memory.Native
	if account.Charge(bytes) {
		return true
	}
	m.Collect(LastDitch)
	for range cleaningSlices {
		if account.Charge(bytes) {
			return true
		}
		t.Yield()
	}
	return account.Charge(bytes)
}

// What a thread costs beside the heap, in bytes (measured): at its start; for each byte of
// its shadow stack, which lies in the shared memory, beside a machine stack for compiled
// code of about the same size; and for each nesting of the interpreter on Go's stack.
const (
	threadCost  = 64 << 10
	stackCost   = 2
	nestingCost = 4 << 10

	// stackStep is what is charged at a time.
	stackStep = 64 << 10

	// virtualCost is what a virtual thread costs while it has no goroutine, beside its frames. Most of it is its Thread.
	virtualCost = 2 << 10
)

// chargeStack charges the thread for the depth of its stacks, which stay as large as they
// have been. It ends the run if there is not enough: no Java code could go on without a
// stack.
func (t *Thread) chargeStack() {
	if t.fp == 0 {
		return
	}
	depth := uint64(t.fp - t.stackBase)
	cost := threadCost + stackCost*depth + nestingCost*uint64(t.depth)
	if t.virtual && t.depth <= 1 && t.compiled.nesting == 0 {
		cost = virtualCost + depth
	}
	if cost <= t.charged {
		return
	}
	if !t.virtual {
		cost = (cost + stackStep - 1) &^ (stackStep - 1)
	}
	account := &t.M.Memory.Native
	if !account.Charge(cost - t.charged) {
		t.M.Limit(profiles.LimitMemory, account.Limit()>>20)
	}
	t.charged = cost
}

// rechargeStack gives back what the thread, which is virtual, was charged for stacks that it does not need any more: so many bytes
// hold its frames.
func (t *Thread) rechargeStack(frames int) {
	if cost := virtualCost + uint64(frames); cost < t.charged {
		t.M.Memory.Native.Release(t.charged - cost)
		t.charged = cost
	}
}

// dischargeStack gives back what the thread was charged for when it has ended.
func (t *Thread) dischargeStack() {
	t.M.Memory.Native.Release(t.charged)
	t.charged = 0
}
