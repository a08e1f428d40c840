// Package lsp is the language server: it speaks LSP 3.17 over JSON-RPC with an
// editor, asks the engine for profiles and shows what the annotations package
// makes of them.
//
// One goroutine handles the editor's messages one after the other, in their
// order; each run is a goroutine of its own, and the newest run cancels the
// older ones. What both touch is guarded by one mutex, which is never held
// while the engine or the editor is waited for.
//
// Invariant: this is the only package that knows LSP and JSON-RPC. It computes
// nothing itself that could be shown without an editor.
//
// Invariant: nothing is compiled or run before the editor has said that the
// workspace is trusted.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/sourcegraph/conc"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/engine"
	"hotlens/engine/affected"
	"hotlens/engine/history"
	"hotlens/engine/project"
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// Engine compiles and runs programs.
type Engine interface {
	// Profile compiles the saved file and runs its target, and calls progress
	// with phases for the user to read. It returns a result for every outcome:
	// profiled, unchanged, compile error, no target, limit hit, worker crashed;
	// an error only for failures of hotlens itself, and ctx.Err() when ctx is
	// cancelled, which ends the run. With engine.ErrStopped as the cause, there is a result
	// of what the program did until then, if it ran already.
	Profile(ctx context.Context, request engine.Request, progress func(phase string)) (*engine.Result, error)

	// ProfileAt is Profile for the workspace as it is in a commit, which is built and run aside.
	ProfileAt(ctx context.Context, commit string, request engine.Request, progress func(phase string)) (*engine.Result, error)

	// Head is the commit that a workspace stands at. It asks the user's git, and says what is missing.
	Head(ctx context.Context, workspace string) (commit string, err error)

	// Prepare makes ready what the first Profile of a file takes, and runs nothing.
	Prepare(ctx context.Context, request engine.Request) error

	// Candidates are what could be run in the workspace of a request, whether or not it ever has been.
	Candidates(ctx context.Context, request engine.Request) (*engine.Candidates, error)

	// Unable says why the tests of the workspace of a request that have the same engine.TestFile.Set cannot be run as things are; "" if nothing is known that keeps them
	// from running.
	Unable(ctx context.Context, request engine.Request, set string) (string, error)

	// Follow says of which files, by absolute paths, the server wants to know that they have changed; a folder whose entries are meant ends with
	// "/". Changed is that of the first call.
	Follow(files []string, changed func(paths []string)) error

	// SetEditor takes over what the editor's Java support knows of the projects, for the runs to come.
	SetEditor(said project.EditorKnowledge)

	// Close ends everything that the engine keeps running.
	Close() error
}

// History keeps the profiles of past runs; see history.Store. Nothing is asked of it before the workspace is trusted.
type History interface {
	Keep(run *history.Run) error
	List(workspace string) ([]history.Entry, error)
	Load(id uint64) (*history.Run, error)
	KeepTargets(workspace string, records ...*affected.Record) error
	Targets(workspace string) (*affected.Index, error)
	LoadIf(id uint64, wanted func(*sources.Index) bool) (*history.Run, error)
	Clear(workspace string) error
}

// ErrNoShutdown is returned by Serve when the editor goes without a word; LSP
// demands the exit status 1 then.
var ErrNoShutdown = errors.New("the editor ended the connection without a shutdown request")

// server is one session with an editor.
type server struct {
	stream     *stream
	connection jsonrpc2.Conn
	engine     Engine
	history    History // nil: none is kept
	log        *slog.Logger
	queue      *queue
	handlers   map[string]handler

	lifetime   context.Context // of the session: runs outlive the message that asked for them
	background conc.WaitGroup  // runs, and questions to the editor
	turn       chan struct{}   // holds a token while a run uses the engine
	changes    chan []string   // paths of files that programs depend on, and that have changed

	lastLenses shownLenses // of whoever handles messages, one after another

	restoring sync.Mutex // held by who looks through the history for what an opened file is to show

	mu          sync.Mutex // guards everything below
	phase       phase
	client      client
	settings    settings
	sections    sections        // what settings are made of
	reported    map[string]bool // problems of settings that the user has been told
	hidden      kinds           // what hotlens.toggle has switched off
	documents   map[string]*document
	opened      int // documents so far
	files       map[string]*fileState
	newest      *analysis.Analysis         // the last run that has shown something
	lastProgram program                    // the last that has ended
	running     *engine.Running            // the program that runs; nil: none does
	following   bool                       // the editor wants to know what programs print while they run
	follower    *follower                  // tells it of the program that runs; nil: nobody does
	prepared    *string                    // the JDK of the settings that the engine was made ready for; nil: it was not
	generation  int                        // of the newest run
	shown       string                     // the token of the progress that was begun last of a run's
	waiting     *run                       // the newest, if it still waits for later saves
	cancel      func()                     // drops the newest run
	stop        func()                     // ends the newest run's program, and shows what it did until then
	targets     map[string]*affected.Index // what is known of the targets of a workspace, as far as it was read
	classes     map[string]classes         // of the last run of each program, by programOf
	last        []*analysis.Analysis       // of the programs that ran last, one each, the newest first
	lastTests   lastTests
	chosenBatch int // the last save that has chosen what to run
	// pendingTests are the tests that this save has chosen and that have no result yet, with what there is to say of that; classes without a method stand for all of theirs.
	pendingTests map[annotations.TestKey]string
	requested    map[string]requested             // what runs were asked for of sources, by their paths
	saved        []string                         // files whose programs have not all been run since they were saved
	edited       time.Time                        // when a text was edited last
	publishing   sync.Mutex                       // held while diagnostics are made and sent, so that the newest are the last; taken before mu
	published    map[string][]protocol.Diagnostic // ours, by the paths of files that have some
	unread       unreadProjects
	uncompiled   map[string][]protocol.Diagnostic // what the last save could not compile, by the paths of files
	ended        []program                        // those that the last save has run
	head         headComparison
	cleared      bool                // by hotlens.clear: what sessions before have run does not come back
	toldOnce     map[string]bool     // what has been said of the history, and is not said again
	notes        map[string][]string // what the last run of a file had to say, by its path
	pages        string              // folder of what hotlens.view and hotlens.output have written, "" before that
}

// phase is how far a session has come.
type phase int

const (
	starting phase = iota // before initialize
	serving
	ending // after shutdown
)

// kinds says which kinds of annotations something is about.
type kinds struct{ lenses, hints, hovers bool }

// Serve speaks with the editor over in and out until it says exit, closes in,
// or ctx is cancelled. Before it returns it ends all runs and closes the engine.
// It returns nil after an orderly shutdown. If in is an io.Closer, it is closed
// at the end, as that is how a read that is under way ends. Without a history nothing outlives the session. Log may be nil.
func Serve(ctx context.Context, in io.Reader, out io.Writer, engine Engine, past History, log *slog.Logger) error {
	lifetime, cancel := context.WithCancel(ctx)
	defer cancel()
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	makeRoom(out)
	stream := newStream(in, out)
	s := &server{
		stream:       stream,
		connection:   jsonrpc2.NewConn(stream),
		engine:       engine,
		history:      past,
		log:          log,
		queue:        newQueue(),
		lifetime:     lifetime,
		turn:         make(chan struct{}, 1),
		changes:      make(chan []string),
		settings:     defaultSettings(),
		sections:     sections{settled: defaultSettings()},
		reported:     make(map[string]bool),
		documents:    make(map[string]*document),
		files:        make(map[string]*fileState),
		cancel:       func() {},
		stop:         func() {},
		targets:      make(map[string]*affected.Index),
		classes:      make(map[string]classes),
		pendingTests: make(map[annotations.TestKey]string),
		published:    make(map[string][]protocol.Diagnostic),
		requested:    make(map[string]requested),
		toldOnce:     make(map[string]bool),
		unread:       make(unreadProjects),
		notes:        make(map[string][]string),
	}
	s.handlers = s.routes()
	s.background.Go(s.awaitChanges)

	var dispatcher conc.WaitGroup
	dispatcher.Go(s.dispatch)
	s.connection.Go(lifetime, s.receive)
	select {
	case <-s.connection.Done():
	case <-ctx.Done():
	}
	if err := stream.Close(); err != nil {
		log.Debug("closing the editor's input", "error", err)
	}
	s.queue.close()
	dispatcher.Wait() // answers what came before exit
	cancel()
	if recovered := s.background.WaitAndRecover(); recovered != nil {
		log.Error("a run panicked", "panic", recovered.String())
	}
	if s.pages != "" {
		if err := os.RemoveAll(s.pages); err != nil {
			log.Debug("removing the pages", "error", err)
		}
	}
	if err := engine.Close(); err != nil {
		return fmt.Errorf("closing the engine: %w", err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s.phase != ending {
		return ErrNoShutdown
	}
	return nil
}

// display are the settings of the annotations, with what the user has toggled.
// The caller holds s.mu.
func (s *server) display() annotations.Settings {
	settings := s.settings.display
	settings.Lenses = settings.Lenses && !s.hidden.lenses
	settings.Hints = settings.Hints && !s.hidden.hints
	settings.Hovers = settings.Hovers && !s.hidden.hovers
	return settings
}
