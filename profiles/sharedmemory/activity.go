package sharedmemory

import "unsafe"

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
