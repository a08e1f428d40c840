package lsp

import (
	"os"
	"runtime/debug"
)

// This file has Go's collector come sooner while a large profile is shown. The heap may grow by all that is live before it is collected, so that what
// answers take is mostly memory that the process has not had before, and a new page costs the kernel more than filling it costs the answer. Collecting a large
// profile costs little, as it holds few pointers.

const (
	// manyContexts is from how many contexts on a profile is most of the heap: some 200 bytes each.
	manyContexts = 100_000
	// usualGrowth and lesserGrowth are by how many per cent of what is live the heap grows until it is collected. The usual one is Go's own. At a million contexts 50 and 25 % gave the
	// same 99th percentile of lenses after a key, 0.6 to 0.7 of that at 100 %; at 10 % collections show in it.
	usualGrowth, lesserGrowth = 100, 50
)

// collectFor sets when the heap is collected while a run with so many contexts is the newest.
func collectFor(contexts int) {
	growth := usualGrowth
	if contexts >= manyContexts {
		growth = lesserGrowth
	}
	if os.Getenv("GOGC") == "" { // else the user has said when
		debug.SetGCPercent(growth)
	}
}
