package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
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

// announce has the run found by others, soon, until withdraw is called, which hands out what they have measured. A run that
// cannot be announced runs all the same.
func (p *Plan) announce(process *process) (withdraw func()) {
	var task conc.WaitGroup
	end, run := func() {}, &joinable{plan: p, process: process, started: time.Now()}
	task.Go(func() {
		folder, err := runsFolder()
		if err == nil {
			var a *rendezvous.Announcement
			if a, err = rendezvous.Announce(folder, run); err == nil {
				end = a.Close
				return
			}
		}
		slog.Debug("the run cannot be joined", "error", err)
	})
	return func() {
		task.Wait()
		end()
	}
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
	config.Profilers, config.Timing, config.SamplerInterval = wanted.Profilers, wanted.Timing, wanted.SamplerInterval
	if err := config.Check(); err != nil {
		return nil, err
	}
	m := measurement{joinable: j, wanted: wanted, begun: begun, from: time.Now()}
	var err error
	switch profiler := wanted.Profilers[0]; profiler {
	case profiles.ProfilerSampler:
		err = m.sample(ctx)
	case profiles.ProfilerTime:
		err = m.time(ctx)
	default:
		err = m.count(ctx)
	}
	if err != nil {
		return nil, err
	}
	m.after.Since(m.before)
	leaveOnly(m.after, wanted.Profilers[0])
	var sampling *profiles.Sampling
	if m.looking != nil {
		sampling = m.looking.Apply(m.after)
	}
	profile := m.after.Profile()
	profile.Sampling = sampling
	complete(profile, config, j.plan.costModel(), j.plan.program, j.plan.jdk.Version, worker.Outcome{Result: worker.Result{
		Limit: profiles.LimitAttached.Reached(duration(m.to.Sub(m.from)), duration(m.from.Sub(j.started))),
	}, Wall: m.to.Sub(m.from)})
	if m.full {
		profile.Limits = append(profile.Limits, *profiles.LimitRoom.Reached(m.after.NodeCount))
	}
	var text bytes.Buffer
	if err := profiles.Encode(&text, profile); err != nil {
		return nil, fmt.Errorf("handing out the profile: %w", err)
	}
	return &rendezvous.Measured{
		Profile: text.Bytes(), Index: j.plan.Index, ClassPath: absolute(j.plan.ClassPath(), config.Directory),
	}, nil
}

// measurement is a measurement under way.
type measurement struct {
	*joinable
	wanted rendezvous.Wanted
	begun  func()

	from, to      time.Time              // when it began and ended
	before, after *sharedmemory.Snapshot // the program's memory then
	looking       *sampler.Sampler       // nil but for the sampler
	full          bool                   // it ended early, as there is no room for more contexts
}

// begins notes that the measurement begins now.
func (m *measurement) begins() {
	m.from = time.Now()
	m.begun()
}

// read reads the program's memory while it runs.
func (m *measurement) read(to **sharedmemory.Snapshot) (err error) {
	*to, err = m.process.read()
	m.to = time.Now()
	return err
}

// leaveOnly leaves out what others who had joined before asked for, and came late; and, of a profile that is not of contexts, what the run counts
// itself, which is exact only when the program stands still.
func leaveOnly(snapshot *sharedmemory.Snapshot, profiler string) {
	snapshot.Types, snapshot.Inlining = nil, nil
	if profiler == profiles.ProfilerTime {
		snapshot.Edges = nil
		for _, n := range snapshot.Nodes.All() {
			n.Samples = 0
		}
		return
	}
	snapshot.TickNanos = 0
	if profiler == profiles.ProfilerContexts {
		for _, n := range snapshot.Nodes.All() {
			n.Samples, n.Nanos, n.Timed = 0, 0, false
		}
		for i := range snapshot.Edges {
			snapshot.Edges[i].Samples = 0
		}
		return
	}
	snapshot.Edges, snapshot.Folded = nil, 0
	for _, n := range snapshot.Nodes.All() {
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
	var profiler string
	if len(wanted.Profilers) > 0 {
		profiler = wanted.Profilers[0]
	}
	config := &j.plan.config
	switch {
	case !rendezvous.CanBegin(wanted.Profilers):
		return fmt.Errorf("--profilers %s cannot begin in a running program", strings.Join(wanted.Profilers, ","))
	case config.Profiled() && profiler == profiles.ProfilerTime:
		return errors.New("the program runs under hotlens profile, whose numbers timing would change: its contexts can be counted, or the sampler can join it (leave --root out)")
	case config.Profiled() && !config.KeepsContexts():
		return errors.New("the program runs under hotlens profile without contexts, and joining it would add some: run it with --profilers cct, or by hotlens run")
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
func (m *measurement) sample(ctx context.Context) error {
	if m.looking = sampler.NewOfStacks(m.wanted.SamplerInterval); m.plan.config.KeepsContexts() {
		m.looking = sampler.New(m.wanted.SamplerInterval)
	}
	if !m.plan.config.KeepsContexts() {
		// A measurement before may have ended late; this one begins now.
		settling, cancel := context.WithTimeout(ctx, settleGrace)
		defer cancel()
		if err := m.process.Time(settling, nil); err != nil && settling.Err() == nil {
			return err
		}
	}
	if m.wanted.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.wanted.For)
		defer cancel()
	}
	if err := m.read(&m.before); err != nil {
		return err
	}
	m.begins()
	m.looking.Run(ctx, m.process.Inspect)
	return m.read(&m.after)
}

// time has call subgraphs timed until the context ends or the time wanted has passed.
func (m *measurement) time(ctx context.Context) error {
	if err := m.read(&m.before); err != nil {
		return err
	}
	err := m.during(ctx, nil, func(ctx context.Context, on bool) error {
		if on {
			return m.process.Time(ctx, &m.wanted.Timing)
		}
		return m.process.Time(ctx, nil)
	})
	if err != nil {
		return err
	}
	return m.read(&m.after)
}

// count has contexts counted until the context ends, the time wanted has passed, or there is no room for more.
func (m *measurement) count(ctx context.Context) error {
	var last atomic.Pointer[sharedmemory.Snapshot] // the newest one that was taken while the program stood still
	counting, full := atomic.Bool{}, make(chan struct{})
	look := func() {
		snapshot, err := m.process.read()
		if err != nil {
			slog.Debug("reading what was counted", "error", err)
			return
		}
		last.Store(snapshot)
		if counting.CompareAndSwap(true, false) {
			close(full)
		}
	}
	err := m.during(ctx, full, func(ctx context.Context, on bool) error {
		if on {
			err := m.process.Count(ctx, true, look)
			if m.before = last.Load(); err == nil {
				counting.Store(true)
			}
			return err
		}
		m.full = !counting.CompareAndSwap(true, false) && m.before != nil
		return m.process.Count(ctx, false, look)
	})
	if err != nil {
		return err
	}
	m.to = time.Now()
	if m.after = last.Load(); m.after == m.before { // all threads wait, or have ended
		if err := m.read(&m.after); err != nil {
			return err
		}
	}
	if m.before == nil { // it has not begun
		m.before = m.after
	}
	return nil
}

// during has something measured from when a thread of the program runs until the context ends, the time wanted has passed, or enough
// is closed. set begins to measure and ends that.
func (m *measurement) during(ctx context.Context, enough <-chan struct{}, set func(ctx context.Context, on bool) error) error {
	starting, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	started := make(chan error, 1)
	var tasks conc.WaitGroup
	defer tasks.Wait()
	tasks.Go(func() { started <- set(starting, true) })
	var over <-chan time.Time
	if m.wanted.For > 0 {
		over = time.After(max(m.wanted.For, settleGrace))
	}
	select {
	case err := <-started:
		if err != nil && ctx.Err() == nil {
			return err
		}
		m.begins()
		if m.wanted.For > 0 {
			over = time.After(m.wanted.For)
		}
		select {
		case <-ctx.Done():
		case <-over:
		case <-enough:
		}
	case <-over: // no thread has run
	case <-ctx.Done():
	}
	giveUp()
	tasks.Wait()
	stopping, cancel := context.WithTimeout(context.Background(), settleGrace)
	defer cancel()
	if err := set(stopping, false); err != nil {
		slog.Debug("the measuring ends later", "error", err)
	}
	return nil
}
