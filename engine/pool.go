package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/conc"

	"hotlens/engine/project"
	"hotlens/engine/worker"
	"hotlens/vm"
	"hotlens/vm/configuration"
)

const (
	// idleProcesses is how many booted workers wait for a run: one for each of the
	// two files between which somebody goes back and forth. Each costs the memory
	// of a booted class library.
	idleProcesses = 2
	// keptOutputBytes is how much of a program's output the server keeps: about
	// what fits an editor's output panel without scrolling for long.
	keptOutputBytes = 64 << 10
)

// captured is a process whose program's output is kept for later.
type captured struct {
	*process
	output *worker.Capture        // stdout and stderr, as they came
	handed atomic.Pointer[func()] // called while the program stands still to hand its profile over; nil: nobody wants that
}

// startCaptured boots a worker whose program reads nothing. needs: see worker.Launch.Needs.
func startCaptured(ctx context.Context, config configuration.Run, needs func() vm.Needs) (*captured, error) {
	output, err := worker.NewCapture(keptOutputBytes)
	if err != nil {
		return nil, err
	}
	c := &captured{output: output}
	c.process, err = startProcess(ctx, config, Streams{Stdout: output.File, Stderr: output.File, onSnapshot: func(context.Context) {
		if hand := c.handed.Load(); hand != nil {
			(*hand)()
		}
	}}, needs)
	if err != nil {
		output.Close()
		return nil, err
	}
	return c, nil
}

// close ends the process and returns the end of its program's output.
func (c *captured) close() *worker.Tail {
	c.process.close()
	return c.output.Close()
}

// pool holds workers that were booted ahead of time, so that a save finds a warm
// one. Use newPool.
type pool struct {
	context context.Context // of the boots in the background
	cancel  context.CancelFunc

	mutex sync.Mutex
	idle  []*booting // the one that was asked for last stands last
	needs *vm.Needs  // of the last run: the next one is mostly one of the same program; nil: of no run of this session
	tasks conc.WaitGroup
}

// booting is a worker that boots or has booted. The other fields may be read
// when done is closed.
type booting struct {
	key     poolKey
	done    chan struct{}
	process *captured
	err     error
}

func newPool() *pool {
	ctx, cancel := context.WithCancel(context.Background())
	return &pool{context: ctx, cancel: cancel}
}

// take returns a booted worker for the configuration, which is the caller's to
// close.
func (p *pool) take(ctx context.Context, config configuration.Run) (*captured, error) {
	key, err := newPoolKey(config)
	if err != nil {
		return nil, err
	}
	if warm := p.remove(key); warm != nil {
		select {
		case <-warm.done:
			if warm.usable() {
				return warm.process, nil
			}
			warm.discard()
		case <-ctx.Done():
			p.discard(warm)
			return nil, ctx.Err()
		}
	}
	return startCaptured(ctx, config, p.lastNeeds)
}

// prepare boots a worker for the configuration in the background, unless one
// waits already.
func (p *pool) prepare(config configuration.Run) {
	key, err := newPoolKey(config)
	if err != nil {
		slog.Debug("preparing a worker", "error", err)
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.context.Err() != nil || slices.ContainsFunc(p.idle, func(b *booting) bool { return b.key.equal(key) }) {
		return
	}
	next := &booting{key: key, done: make(chan struct{})}
	p.idle = append(p.idle, next)
	p.tasks.Go(func() {
		defer close(next.done)
		next.process, next.err = startCaptured(p.context, config, p.lastNeeds)
		if now, err := newPoolKey(config); next.err == nil && (err != nil || !now.equal(key)) {
			next.process.close()
			next.err = errors.New("what it is booted for has changed meanwhile")
		}
		if next.err != nil {
			slog.Debug("booting a worker ahead of time", "error", next.err)
		}
	})
	for len(p.idle) > idleProcesses {
		p.discardLocked(p.idle[0])
		p.idle = slices.Delete(p.idle, 0, 1)
	}
}

// learn takes down what a run has needed, for workers that will boot. One that was cut off has not said it.
func (p *pool) learn(needs vm.Needs) {
	if len(needs.Classes) == 0 {
		return
	}
	needs = bounded(needs)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	before := p.needs
	p.needs = &needs
	if p.context.Err() == nil && (before == nil || !sameNeeds(*before, needs)) {
		p.tasks.Go(func() { keepNeeds(lastNeeds, needs) })
	}
}

// lastNeeds are those of the last run, which may be one of another session.
func (p *pool) lastNeeds() vm.Needs {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.needs == nil {
		kept := keptNeeds(lastNeeds)
		p.needs = &kept
	}
	return *p.needs
}

// remove takes the worker with the key out of the pool; nil when there is none.
func (p *pool) remove(key poolKey) *booting {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	i := slices.IndexFunc(p.idle, func(b *booting) bool { return b.key.equal(key) })
	if i < 0 {
		return nil
	}
	found := p.idle[i]
	p.idle = slices.Delete(p.idle, i, i+1)
	return found
}

// discard closes, in the background, a worker that nobody wants any more.
func (p *pool) discard(b *booting) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.discardLocked(b)
}

func (p *pool) discardLocked(b *booting) {
	if p.context.Err() != nil { // close is waiting for the tasks already
		<-b.done
		b.discard()
		return
	}
	p.tasks.Go(b.discard)
}

// close ends all workers of the pool. It may be called once.
func (p *pool) close() {
	p.mutex.Lock()
	p.cancel()
	idle := p.idle
	p.idle = nil
	p.mutex.Unlock()
	p.tasks.Wait()
	for _, b := range idle {
		b.discard()
	}
}

// usable tells whether the worker has booted and still lives.
func (b *booting) usable() bool {
	if b.err != nil {
		return false
	}
	select {
	case <-b.process.Exited():
		return false
	default:
		return true
	}
}

// discard waits for the end of the boot and closes the worker.
func (b *booting) discard() {
	<-b.done
	if b.err == nil {
		b.process.close()
	}
}

// poolKey is equal where a worker may be shared: all that is known before the program
// is, and the folders and jars themselves. The kernel confines a booted worker to those
// that there were: a folder that was removed and made again is another one. And a VM takes
// down what its modules are when it boots.
type poolKey struct {
	config  string
	modules string
	files   []os.FileInfo // of the configuration's paths, in order; nil where there is nothing
}

func newPoolKey(config configuration.Run) (poolKey, error) {
	text, err := json.Marshal(config)
	if err != nil {
		return poolKey{}, fmt.Errorf("the VM's configuration: %w", err)
	}
	key := poolKey{config: string(text), modules: modulesIn(config.Modules.Files())}
	var built []string
	for _, b := range config.Policy.Built {
		built = append(built, b.Folder)
		for _, part := range b.From {
			built = append(built, part.Folder)
		}
	}
	for _, path := range concat(config.Policy.Read, config.Policy.Write, config.Policy.Overlays, built, config.ClassPath, config.Modules.Files(), []string{config.JDK}) {
		info, err := os.Stat(path)
		if err != nil {
			info = nil
		}
		key.files = append(key.files, info)
	}
	return key, nil
}

// modulesIn is what there is of modules in folders, as the library takes it down (jdk.internal.module.ModulePath): the descriptions, and the folders that have files.
func modulesIn(paths []string) string {
	var text strings.Builder
	for _, path := range paths {
		before := ""
		_ = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error { // a folder that cannot be read has none
			if err != nil || entry.IsDir() {
				return nil
			}
			if folder := filepath.Dir(file); folder != before {
				fmt.Fprintf(&text, "%q\n", folder)
				before = folder
			}
			if entry.Name() == project.ModuleClass {
				description, err := os.ReadFile(file)
				fmt.Fprintf(&text, "%q %v\n", description, err)
			}
			return nil
		})
	}
	return text.String()
}

func (k poolKey) equal(other poolKey) bool {
	return k.config == other.config && k.modules == other.modules && slices.EqualFunc(k.files, other.files, func(a, b os.FileInfo) bool {
		return a == nil && b == nil || a != nil && b != nil && os.SameFile(a, b)
	})
}
