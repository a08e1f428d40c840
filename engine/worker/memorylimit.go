package worker

import (
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/memory"
)

// This file bounds the private memory of a worker, which it takes beside the
// linear one with the Java heap: what the VM knows of classes and of code, what natives hold
// for the program, machine code, and the threads' stacks. The bound is kept three
// times: Go's collector works harder below it, the agent, which looks from outside,
// ends the run that exceeds it, and the kernel refuses memory far above it, should
// the agent be late. Where it can be, a control group bounds all memory of the worker,
// the shared one and that of its child processes included.

const (
	// mappedFactor is how much private memory a worker may map for each byte that it
	// may use: Go maps its heap ahead, in pieces of 64 MB, and gives it back late.
	mappedFactor = 2
	// stackBytes is what the kernel counts for the stack of a thread in a binary that is
	// linked with the C library, although most of it is never touched (pthread_create(3)).
	stackBytes = 8 << 20
	// spareThreads are those that Go's runtime has beside one for each Java thread.
	spareThreads = 64
	// watchInterval is how often the agent looks. A program fills 100 MB in that time at
	// the speed of memory; looking takes some 30 microseconds.
	watchInterval = 20 * time.Millisecond
)

// privateLimit is the bound in bytes of a worker's private memory, without the pages of the linear memory that only it has.
func privateLimit(config *configuration.Run) uint64 {
	return memory.PrivateBytes(config.Limits.HeapBytes)
}

// countedLimit is that bound as the kernel counts, with those pages.
func countedLimit(config *configuration.Run) uint64 {
	return privateLimit(config) + memory.PrivatePages(config.Limits.HeapBytes)
}

// mappedLimit is the bound in bytes of what it maps.
func mappedLimit(config *configuration.Run) uint64 {
	return mappedFactor*privateLimit(config) + memory.PrivatePages(config.Limits.HeapBytes) + uint64(config.Limits.MaxThreads+spareThreads)*stackBytes
}

// groupLimit is the bound in bytes of all memory of a worker with its children: what it may
// have of its own, the whole of the shared memory, and the temporary files, which may lie
// in memory, too. It is 0, for none, where the kernel is to confine nothing.
func groupLimit(config *configuration.Run) uint64 {
	if config.Policy.Unrestricted || config.Unconfined {
		return 0
	}
	return privateLimit(config) + uint64(vm.MemoryBytes()) + config.Limits.MaxTempBytes
}

// collectEarly has Go's collector keep this process below the bound if it can. The
// last eighth is for what the collector does not see, such as machine code.
func collectEarly(config *configuration.Run) {
	limit := privateLimit(config)
	debug.SetMemoryLimit(int64(limit - limit/8))
}

// memoryLimit is the limit of a program that took too much.
func memoryLimit(bytes uint64) *profiles.Limit { return profiles.LimitMemory.Reached(bytes >> 20) }

// watchMemory ends the run if the process takes more than its bound, until stop is
// called.
func (w *Worker) watchMemory() (stop func()) {
	if w.privateLimit == 0 {
		return func() {}
	}
	done := make(chan struct{})
	var watching conc.WaitGroup
	watching.Go(func() {
		ticker := time.NewTicker(watchInterval)
		defer ticker.Stop()
		var most uint64
		defer func() { slog.Debug("private memory of the worker", "bytes", most) }()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			bytes, err := privateMemory(w.command.Process.Pid)
			if err != nil {
				return // it has ended
			}
			most = max(most, bytes)
			if bytes > w.countedLimit {
				w.Finish(memoryLimit(w.privateLimit), profiles.StatusLimit)
				return
			}
		}
	})
	return func() {
		close(done)
		watching.Wait()
	}
}
