// Package collection says when Go's collector comes in processes that end soon: late.
//
// Invariant: nothing but time and memory depends on it, and whoever sets GOGC has said when.
package collection

import (
	"os"
	"runtime"
	"runtime/debug"
)

// smallestHeap is where Go collects first at its usual 100 %; at other percentages it is so much more or less (runtime, heapMinimum).
const smallestHeap = 4 << 20

// Late has Go's heap collected for the first time when it has so many bytes, and then whenever it has grown by so many percent of what is live. A bound of
// the process's memory comes first, as ever (debug.SetMemoryLimit).
func Late(first, growth int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(100 * (first / smallestHeap))
	type unreachable struct{ _ [64]byte } // large enough to have a place of its own, so that it is found to be unreachable
	runtime.AddCleanup(new(unreachable), func(percent int) { debug.SetGCPercent(percent) }, growth)
}
