package engine

import (
	"log/slog"
	"time"

	"hotlens/profiles/sharedmemory"
)

// followInterval is how often new edges are looked for: often enough for somebody who watches.
const followInterval = 20 * time.Millisecond

// follow calls announced with each call edge soon after its first execution, in their order, from one goroutine. Stop
// delivers the rest, of a program that has ended all; it has to be called.
func (p *process) follow(announced func(sharedmemory.Announcement)) (stop func()) {
	var follower sharedmemory.Follower
	return every(followInterval, func() {
		err := p.Inspect(func(memory []byte) error { return follower.Next(memory, announced) })
		if err != nil {
			slog.Debug("following the call edges", "error", err)
		}
	})
}
