package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/sourcegraph/conc"

	"hotlens/engine/sampler"
	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/prefault"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
)

// Streams are a program's standard streams; nil is the null device.
type Streams struct {
	Stdin, Stdout, Stderr *os.File
	// Terminal says that the program reads the terminal, so that its process must
	// stay in the agent's process group (see worker.Launch.SharedGroup).
	Terminal bool
	// Signals are what the program handles as it would under java; nil if signals
	// are not its business.
	Signals <-chan os.Signal
	// onSnapshot: see worker.Launch.OnSnapshot.
	onSnapshot func(context.Context)
}

// process is a booted worker with the private temporary folder that its program
// may write to.
type process struct {
	*worker.Worker
	temporary *scratch         // nil for an unrestricted program, which uses the system's
	seen      string           // by which name the program sees that folder
	sampler   *sampler.Sampler // nil: nobody asked for its samples
	reading   sync.Mutex       // of the fields behind it
	reader    sharedmemory.Reader
	counted   *countedPart       // nil unless counting has ended before the program
	onFull    func(contexts int) // called then; nil: nobody is. It does not change while the program runs
}

// countedPart is the profile of a program that goes on without being counted.
type countedPart struct {
	snapshot *sharedmemory.Snapshot
	err      error
}

// startProcess boots a worker. A restricted program gets a temporary folder of
// its own, and may read its class path and the JDK, whose library has files of
// its own. needs: see worker.Launch.Needs.
func startProcess(ctx context.Context, config configuration.Run, streams Streams, needs func() vm.Needs) (*process, error) {
	p := &process{}
	if config.SamplesTime() {
		p.sampler = sampler.New(config.SamplerInterval)
	}
	if !config.Policy.Unrestricted {
		var err error
		if p.temporary, err = claimScratch(); err != nil {
			return nil, fmt.Errorf("the program's temporary folder: %w", err)
		}
		config.TempDirectory, p.seen = p.temporary.folder, p.temporary.folder
		if !config.Names.Empty() {
			n := naming{names: &config.Names}
			n.add(temporaryName, config.TempDirectory)
			p.seen = temporaryName
		}
		config.Policy.Read = concat(config.Policy.Read, []string{config.JDK}, withTargets(concat(config.ClassPath, config.Modules.Files())))
	}
	var err error
	p.Worker, err = worker.Start(ctx, worker.Launch{
		Config: config, Stdin: streams.Stdin, Stdout: streams.Stdout, Stderr: streams.Stderr,
		Signals: streams.Signals, SharedGroup: streams.Terminal, OnSnapshot: streams.onSnapshot, OnFull: p.endCounting, Needs: needs,
	})
	if err != nil {
		p.temporary.release()
		return nil, err
	}
	return p, nil
}

// withTargets adds to files what they are links to: Debian's repository of Maven has links to the jars of its packages.
func withTargets(paths []string) []string {
	all := paths
	for _, path := range paths {
		if real := resolved(path); real != filepath.Clean(path) {
			all = append(all, real)
		}
	}
	return all
}

// concat is slices.Concat that never shares memory with its arguments.
func concat[T any](parts ...[]T) []T {
	all := []T{}
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// close ends the process and removes what it left.
func (p *process) close() {
	p.Worker.Close()
	p.temporary.release()
}

// run runs the program. When ctx ends because of a signal to hotlens, or with ErrStopped,
// the program is asked to finish and there is a profile of what it did until then; when it
// ends for another reason, nobody wants one any more.
func (p *process) run(ctx context.Context, program vm.Program) (worker.Outcome, error) {
	running, kill := context.WithCancelCause(context.WithoutCancel(ctx))
	defer kill(nil)
	defer context.AfterFunc(ctx, func() {
		var signal Signalled
		switch cause := context.Cause(ctx); {
		case errors.Is(cause, ErrStopped):
			p.Finish(profiles.LimitRequested.Reached(), profiles.StatusLimit)
		case errors.As(cause, &signal):
			p.Finish(profiles.LimitInterrupted.Reached(signalName(signal.Signal)), profiles.StatusSignal+int(signal.Signal))
		default:
			kill(ctx.Err())
		}
	})()
	stop := p.readAhead()
	outcome, err := p.sampled(running, program)
	stop()
	if err != nil && ctx.Err() != nil {
		return outcome, ctx.Err()
	}
	return outcome, err
}

// sampled runs the program while the sampler looks at it, if there is one.
func (p *process) sampled(ctx context.Context, program vm.Program) (worker.Outcome, error) {
	if p.sampler == nil {
		return p.Run(ctx, program)
	}
	looking, end := context.WithCancel(ctx)
	var group conc.WaitGroup
	defer group.Wait()
	defer end()
	group.Go(func() { p.sampler.Run(looking, p.Inspect) })
	return p.Run(ctx, program)
}

// ErrStopped is the cause of a context that has ended because the user asked for the end of
// the program, but wants to see what it did.
var ErrStopped = errors.New("stopped by the user")

// Signalled is the cause of a context that has ended because a signal asked hotlens to
// end.
type Signalled struct{ syscall.Signal }

func (s Signalled) Error() string { return "stopped by " + s.String() }

// snapshot is the profile as it stands now, without what only the engine knows.
func (p *process) snapshot() (*profiles.Profile, error) { return p.profile(p.read()) }

// result is the profile of a program that has ended, without what only the engine knows. There is one, once.
func (p *process) result() (*profiles.Profile, error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	if p.counted == nil {
		snapshot, err := p.readBy(p.reader.Finish)
		p.counted = &countedPart{snapshot, err}
	}
	profile, err := p.profile(p.counted.snapshot, p.counted.err)
	p.counted, p.reader = &countedPart{}, sharedmemory.Reader{}
	if err == nil {
		prefault.Reuse(uintptr(profile.Totals.Contexts) * unsafe.Sizeof(sharedmemory.NodeRecord{}))
	}
	return profile, err
}

// endCounting reads the profile of a program that goes on without being counted.
func (p *process) endCounting() {
	p.reading.Lock()
	defer p.reading.Unlock()
	if p.counted != nil {
		return // a worker that has been taken over may say so twice
	}
	snapshot, err := p.readBy(p.reader.Finish)
	p.counted = &countedPart{snapshot, err}
	if p.onFull != nil && err == nil {
		p.onFull(int(snapshot.NodeCount))
	}
}

// profile makes a profile of what was read.
func (p *process) profile(snapshot *sharedmemory.Snapshot, err error) (*profiles.Profile, error) {
	if err != nil {
		return nil, err
	}
	if p.sampler == nil {
		return snapshot.Profile(), nil
	}
	samples := p.sampler.Apply(snapshot)
	profile := snapshot.Profile()
	profile.Sampling = samples
	return profile, nil
}

// read is what the worker's memory says now.
func (p *process) read() (*sharedmemory.Snapshot, error) { return p.readBy(sharedmemory.Read) }

func (p *process) readBy(read func(memory []byte) (*sharedmemory.Snapshot, error)) (snapshot *sharedmemory.Snapshot, err error) {
	err = p.Inspect(func(memory []byte) (err error) {
		snapshot, err = read(memory)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the profile: %w", err)
	}
	return snapshot, nil
}

// readInterval is how often what has come to the profile of a running program is read: little enough of it is left when the program ends.
const readInterval = 20 * time.Millisecond

// readAhead reads what there is of the profile and does not change any more, beside the program, until stop.
func (p *process) readAhead() (stop func()) {
	return every(readInterval, func() {
		p.reading.Lock()
		defer p.reading.Unlock()
		if p.counted != nil {
			return
		}
		if err := p.Inspect(p.reader.Advance); err != nil {
			slog.Debug("reading the profile ahead", "error", err) // the result says the same
		}
	})
}

// every calls look from one goroutine, time and again, and a last time when stop is called, which waits for it.
func every(interval time.Duration, look func()) (stop func()) {
	done := make(chan struct{})
	var task conc.WaitGroup
	task.Go(func() {
		ticker := time.NewTicker(interval)
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
