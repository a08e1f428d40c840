package engine

import (
	"context"
	"log/slog"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/profiles/sources"
)

// This file tells of a program while it runs.

// watch tells of the program that is about to run until stop, which waits for what is being told.
func (c *captured) watch(w Watch, index *sources.Index, run *serverRun) (stop func()) {
	start := time.Now()
	running := Running{Index: index, Printed: c.output.Tail().Since, Outcome: func() *profiles.Outcome {
		tail := c.output.Tail()
		return &profiles.Outcome{Main: run.program.MainClass, Running: true, Wall: time.Since(start), Output: tail.String(), OutputLines: tail.Lines()}
	}}
	if w.Started != nil {
		w.Started(running)
	}
	if w.Partial == nil {
		return func() {}
	}
	copies := make(chan *sharedmemory.Snapshot, 1)
	hand := func() {
		snapshot, err := c.read()
		if err != nil {
			slog.Debug("a profile of the running program", "error", err)
			return
		}
		select {
		case copies <- snapshot:
		default: // nobody has looked at the one before
		}
	}
	c.handed.Store(&hand)
	ctx, cancel := context.WithCancel(context.Background())
	var task conc.WaitGroup
	task.Go(func() {
		for after := w.First; after > 0; after *= 2 {
			if wait := time.Until(start.Add(after)); wait <= 0 {
				continue
			} else if !c.looked(ctx, wait) {
				return
			}
			select {
			case snapshot := <-copies:
				profile := snapshot.Profile()
				complete(profile, run.config, run.model, run.program, run.service.JDK().Version, worker.Outcome{Wall: time.Since(start)})
				profile.Complete = false
				w.Partial(running, profile)
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		task.Wait()
		c.handed.Store(nil)
	}
}

// looked asks for the profile after some time. It reports false if the context ends before.
func (c *captured) looked(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return false
	}
	err := c.Inspect(func(memory []byte) error {
		sharedmemory.RequestSnapshot(memory)
		return nil
	})
	if err != nil {
		slog.Debug("asking for a profile of the running program", "error", err)
	}
	return err == nil
}
