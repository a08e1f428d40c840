package engine

import (
	"log/slog"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/profiles/sharedmemory"
)

// followInterval is how often new edges are looked for: often enough for somebody who watches.
const followInterval = 20 * time.Millisecond

// follow calls announced with each call edge soon after its first execution, in their order, from one goroutine. Stop
// delivers the rest, of a program that has ended all; it has to be called.
func (p *process) follow(announced func(sharedmemory.Announcement)) (stop func()) {
	var follower sharedmemory.Follower
	look := func() {
		err := p.Inspect(func(memory []byte) error { return follower.Next(memory, announced) })
		if err != nil {
			slog.Debug("following the call edges", "error", err)
		}
	}
	done := make(chan struct{})
	var task conc.WaitGroup
	task.Go(func() {
		ticker := time.NewTicker(followInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				look()
			case <-done:
				look()
				return
			}
		}
	})
	return func() {
		close(done)
		task.Wait()
	}
}
