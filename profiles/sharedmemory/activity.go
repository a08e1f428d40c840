package sharedmemory

import (
	"sync/atomic"
	"unsafe"
)

// Current is what the worker does at the moment: one of the Activity values, and the node
// that the program is in, or was in at its last yieldpoint; 0 for none. Whoever asks at
// random moments learns where time goes, at no cost to the program. Memory shorter than
// the control page does nothing.
func Current(memory []byte) (activity, node uint32) {
	if len(memory) < ControlPageBytes {
		return ActivityWaiting, 0
	}
	r := reader{memory: memory}
	return r.published(Activity), r.published(CurrentNode)
}

// SetActivity says what the worker does from now on, and returns what it did before. base
// is where the worker's memory begins.
func SetActivity(base unsafe.Pointer, activity uint32) (before uint32) {
	word := (*uint32)(unsafe.Add(base, Activity))
	before, *word = *word, activity
	return before
}

// RequestStacks asks the worker for samples of the stack of the thread that runs. It takes them when a native method
// returns that runs, or at the next yieldpoint, and counts them in a node.
func RequestStacks(memory []byte, samples uint32) {
	if len(memory) >= ControlPageBytes {
		atomic.AddUint32((*uint32)(unsafe.Pointer(&memory[StackRequests])), samples)
	}
}

// RequestedStacks is where the requests stand in the worker's memory, which begins at base; the worker takes off what it has served.
func RequestedStacks(base unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(base, StackRequests)) }

// RequestSnapshot asks the worker to hand its profile over when the time slice of the thread that runs ends, as it does at intervals.
func RequestSnapshot(memory []byte) {
	if len(memory) >= ControlPageBytes {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&memory[Snapshots])), 1)
	}
}

// RequestedSnapshot is where that request stands in the worker's memory, which begins at base.
func RequestedSnapshot(base unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(base, Snapshots)) }
