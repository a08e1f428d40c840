package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/engine/rendezvous"
	"hotlens/engine/sampler"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sharedmemory"
)

// This file has the runs of command lines announced, so that others can join them, and measures for who has.

// settleGrace is how long a program may take to begin or to end what it is asked for. Its next
// yieldpoint is less than a millisecond away, if it runs; where all its threads wait, what it is asked for is done once one goes on, and
// nobody has to wait for that.
const settleGrace = time.Second

// runsFolder has the sockets of the user's runs.
func runsFolder() (string, error) {
	folder, err := privateFolder("runs")
	if err != nil {
		return "", err
	}
	return folder, checkPrivate(folder)
}

// Runs finds the user's runs that can be joined.
func Runs(ctx context.Context) ([]rendezvous.Run, error) {
	folder, err := runsFolder()
	if err != nil {
		return nil, err
	}
	return rendezvous.List(ctx, folder)
}

// announce has the run found by others until withdraw is called, which hands out what they have measured. A run that
// cannot be announced runs all the same.
func (p *Plan) announce(process *process) (withdraw func()) {
	folder, err := runsFolder()
	if err == nil {
		var a *rendezvous.Announcement
		if a, err = rendezvous.Announce(folder, &joinable{plan: p, process: process, started: time.Now()}); err == nil {
			return a.Close
		}
	}
	slog.Debug("the run cannot be joined", "error", err)
	return func() {}
}

// joinable is a run that others may join, one at a time. It implements rendezvous.Host.
type joinable struct {
	plan    *Plan
	process *process
	started time.Time

	mutex  sync.Mutex
	joined *rendezvous.Joined
}

// Describe implements rendezvous.Host.
func (j *joinable) Describe() rendezvous.Description {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	config := &j.plan.config
	return rendezvous.Description{
		Name: j.plan.name, Main: j.plan.program.MainClass, Started: j.started,
		Tier: string(config.Tier), Profilers: config.Profilers, Joined: j.joined,
	}
}

// Measure implements rendezvous.Host.
func (j *joinable) Measure(ctx context.Context, wanted rendezvous.Wanted, begun func()) (*rendezvous.Measured, error) {
	if err := j.join(wanted); err != nil {
		return nil, err
	}
	defer j.leave()
	config := j.plan.config
	config.Profilers, config.Timing, config.SamplerInterval = []string{wanted.Profiler}, wanted.Timing, wanted.SamplerInterval
	if err := config.Check(); err != nil {
		return nil, err
	}
	before, err := j.process.read()
	if err != nil {
		return nil, err
	}
	from := time.Now()
	measuring := func() { from = time.Now(); begun() }
	var looking *sampler.Sampler
	if wanted.Profiler == profiles.ProfilerSampler {
		if looking = sampler.NewOfStacks(wanted.SamplerInterval); j.plan.config.KeepsContexts() {
			looking = sampler.New(wanted.SamplerInterval)
		}
		err = j.sample(ctx, wanted, looking, measuring)
	} else {
		err = j.time(ctx, wanted, measuring)
	}
	if err != nil {
		return nil, err
	}
	after, err := j.process.read()
	if err != nil {
		return nil, err
	}
	after.Since(before)
	leaveOnly(after, wanted.Profiler)
	var sampling *profiles.Sampling
	if looking != nil {
		sampling = looking.Apply(after)
	}
	profile := after.Profile()
	profile.Sampling = sampling
	complete(profile, config, j.plan.model, j.plan.program, j.plan.jdk.Version, worker.Outcome{Result: worker.Result{
		Limit: profiles.LimitAttached.Reached(duration(time.Since(from)), duration(from.Sub(j.started))),
	}, Wall: time.Since(from)})
	var text bytes.Buffer
	if err := profiles.Encode(&text, profile); err != nil {
		return nil, fmt.Errorf("handing out the profile: %w", err)
	}
	return &rendezvous.Measured{
		Profile: text.Bytes(), Index: j.plan.Index, ClassPath: absolute(j.plan.ClassPath(), config.Directory),
	}, nil
}

// leaveOnly leaves out what others who had joined before asked for, and came late; and what the run counts itself, which
// is exact only when the program stands still.
func leaveOnly(snapshot *sharedmemory.Snapshot, profiler string) {
	snapshot.Edges, snapshot.Types, snapshot.Inlining = nil, nil, nil
	if profiler == profiles.ProfilerTime {
		for i := range snapshot.Nodes {
			snapshot.Nodes[i].Samples = 0
		}
		return
	}
	snapshot.TickNanos, snapshot.Folded = 0, 0
	for i := range snapshot.Nodes {
		n := &snapshot.Nodes[i]
		*n = sharedmemory.NodeRecord{
			Address: n.Address, Method: n.Method, Parent: n.Parent, BCI: n.BCI, Line: n.Line, Kind: n.Kind, Samples: n.Samples,
		}
	}
}

func duration(d time.Duration) string { return numbers.Duration(uint64(max(d, 0).Nanoseconds())) }

// join makes sure that the run can be measured so, and that nobody else does.
func (j *joinable) join(wanted rendezvous.Wanted) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	switch {
	case wanted.Profiler != profiles.ProfilerTime && wanted.Profiler != profiles.ProfilerSampler:
		return fmt.Errorf("--profilers %s cannot begin in a running program: give %s or %s", wanted.Profiler, profiles.ProfilerTime, profiles.ProfilerSampler)
	case j.plan.config.Profiled() && wanted.Profiler == profiles.ProfilerTime:
		return errors.New("the program runs under hotlens profile, whose numbers timing would change: the sampler can join it (leave --root out)")
	case j.plan.config.Profiled() && !j.plan.config.KeepsContexts():
		return errors.New("the program runs under hotlens profile without contexts, and the sampler would add some: run it with --profilers cct, or by hotlens run")
	case j.joined != nil:
		return fmt.Errorf("process %d measures the program already: wait until it has left", j.joined.PID)
	}
	j.joined = &rendezvous.Joined{PID: wanted.PID, Wanted: wanted}
	return nil
}

func (j *joinable) leave() {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.joined = nil
}

// sample looks where the program is until the context ends or the time wanted has passed.
func (j *joinable) sample(ctx context.Context, wanted rendezvous.Wanted, looking *sampler.Sampler, begun func()) error {
	if wanted.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, wanted.For)
		defer cancel()
	}
	begun()
	looking.Run(ctx, j.process.Inspect)
	return nil
}

// time has call subgraphs timed until the context ends or the time wanted has passed.
func (j *joinable) time(ctx context.Context, wanted rendezvous.Wanted, begun func()) error {
	starting, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	started := make(chan error, 1)
	var tasks conc.WaitGroup
	defer tasks.Wait()
	tasks.Go(func() { started <- j.process.Time(starting, &wanted.Timing) })
	var over <-chan time.Time
	if wanted.For > 0 {
		over = time.After(wanted.For)
	}
	select {
	case err := <-started:
		if err != nil && ctx.Err() == nil {
			return err
		}
		begun()
		if wanted.For > 0 {
			over = time.After(wanted.For)
		}
		select {
		case <-ctx.Done():
		case <-over:
		}
	case <-over: // no thread has run
	case <-ctx.Done():
	}
	giveUp()
	stopping, cancel := context.WithTimeout(context.Background(), settleGrace)
	defer cancel()
	if err := j.process.Time(stopping, nil); err != nil {
		slog.Debug("the timing ends later", "error", err)
	}
	return nil
}
