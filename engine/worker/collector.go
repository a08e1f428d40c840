package worker

import (
	"os"
	"runtime"
	"runtime/debug"
)

// This file has Go's collector begin late. What a booting VM allocates in Go's heap, classes and
// decoded code, lives as long as the VM, so the collections that come at 4, 8 and 16 MB free nothing and cost
// a fifth of a short run.

const (
	// firstCollection is how large Go's heap may grow before it is collected for the first time: about twice what a booted VM takes.
	firstCollection = 64 << 20
	// smallestHeap is where Go collects first at its usual 100 %; at other percentages it is so much more or less (runtime, heapMinimum).
	smallestHeap = 4 << 20
	// laterGrowth is by how many percent Go's heap may then grow until it is collected again. Most of it lives as long as the VM, so that
	// Go's usual 100 % have a collection find little: with 200 % jdeps and jshell take about 0.94 and 0.9 of the processor time, and 40 and 80 MB more.
	laterGrowth = 200
)

// collectLate has Go's heap collected for the first time at firstCollection, and then whenever it has grown by laterGrowth. A bound of
// the process's memory comes first, as ever (collectEarly).
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return // the user has said when
	}
	debug.SetGCPercent(100 * firstCollection / smallestHeap)
	type unreachable struct{ _ [64]byte } // large enough to have a place of its own, so that it is found to be unreachable
	runtime.AddCleanup(new(unreachable), func(percent int) { debug.SetGCPercent(percent) }, laterGrowth)
}
