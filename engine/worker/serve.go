package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"

	"hotlens/engine/collection"
	"hotlens/profiles"
	"hotlens/vm"
	"hotlens/vm/codecache"
	"hotlens/vm/configuration"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"
	"go.lsp.dev/jsonrpc2"
)

// VM is a booted virtual machine, as a worker sees it: a *vm.VM, or what stands for
// one in tests.
type VM interface {
	// Run runs the program until its last non-daemon thread has ended or it has
	// called System.exit. It is called at most once.
	Run(context.Context, vm.Program) vm.Result
	// Stop asks for the end of the run, which has a profile all the same: Run returns
	// soon. It may come at any time.
	Stop()
	// Signal delivers a signal to the program; it may come at any time.
	Signal(number int)
	Terminate(why *profiles.Limit)
	// Time has call subgraphs timed from now on, nil for none any more. It may come at any time while
	// the program runs.
	Time(context.Context, *configuration.Timing) error
	// Count has contexts kept from now on, or no longer, and a snapshot taken when that happens. It may come at any time while the
	// program runs.
	Count(ctx context.Context, on bool) error
}

// Boot boots a virtual machine to just before main, as vm.Boot does.
type Boot func(context.Context, configuration.Run, vm.Needs, vm.Files) (VM, error)

// Go's collector begins late. What a booting VM allocates in Go's heap, classes and
// decoded code, lives as long as the VM, so the collections that come at 4, 8 and 16 MB free nothing and cost
// a fifth of a short run.
const (
	// firstCollection is how large Go's heap may grow before it is collected for the first time: about twice what a booted VM takes.
	firstCollection = 64 << 20
	// laterGrowth is by how many percent Go's heap may then grow until it is collected again. Most of it lives as long as the VM, so that
	// Go's usual 100 % have a collection find little: with 200 % jdeps and jshell take about 0.94 and 0.9 of the processor time, and 40 and 80 MB more.
	laterGrowth = 200
)

// Serve is the worker process: it obeys the agent that started this process, and
// boots its VM in a shared memory of so many bytes, until the agent closes its end of the pipe or dies. The caller must then end
// the process at once, because a program may still be running.
func Serve(ctx context.Context, memoryBytes int64, boot Boot) error {
	if !startedByAgent() {
		return errors.New("the worker command is started by hotlens itself: use hotlens run or hotlens profile")
	}
	collection.Late(firstCollection, laterGrowth)
	adoptOrphans()
	// The agent decides about signals: at a terminal both processes get them.
	// Catching them, rather than ignoring them, keeps the default for programs
	// that the Java program starts. A broken pipe and a file that is too large
	// become an IOException.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, append(Forwarded(), endingSignals...)...)
	defer signal.Stop(caught)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &server{memoryBytes: memoryBytes, bootVM: boot, files: vm.Files{
		Memory: os.NewFile(fdMemory, "memory"),
		Stdin:  os.NewFile(fdStdin, "stdin"),
		Stdout: os.NewFile(fdStdout, "stdout"),
		Stderr: os.NewFile(fdStderr, "stderr"),
	}}
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(pipes{
		in:  os.NewFile(fdCommands, "commands"),
		out: os.NewFile(fdReplies, "replies"),
	}))
	server.files.Snapshot = func(why configuration.Occasion) {
		if _, err := conn.Call(ctx, methodSnapshot, why, nil); err != nil {
			slog.Debug("handing over a snapshot", "error", err)
		}
	}
	server.files.Compile = func(class string) {
		if _, err := conn.Call(ctx, methodCompile, class, nil); err != nil {
			slog.Debug("having a class compiled", "class", class, "error", err)
		}
	}
	conn.Go(ctx, server.handle)
	<-conn.Done()
	return nil
}

// server is the worker's side of the protocol.
type server struct {
	memoryBytes int64
	bootVM      Boot
	files       vm.Files
	booting     atomic.Bool
	vm          atomic.Pointer[VM] // nil before it has booted
	ran         atomic.Bool
	measures    chan struct{} // closed when the last request to measure something is done; nil before the first. It is handle's
	// tasks holds the request in progress. Nobody waits for it: the process ends
	// under it.
	tasks conc.WaitGroup
}

// handle answers one request. Requests run beside the reading of the pipe, so
// that the agent's death is noticed while the program runs.
func (s *server) handle(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) error {
	switch request.Method() {
	case methodBoot:
		return answer(ctx, s, reply, request, s.boot)
	case methodRun:
		return answer(ctx, s, reply, request, s.run)
	case methodTime:
		return answer(ctx, s, reply, request, measure(s, func(machine VM, wanted timed) error { return machine.Time(ctx, wanted.Options) }))
	case methodCount:
		return answer(ctx, s, reply, request, measure(s, func(machine VM, on bool) error { return machine.Count(ctx, on) }))
	case methodStop:
		if machine := s.vm.Load(); machine != nil {
			(*machine).Stop()
		}
		return reply(ctx, nil, nil)
	case methodEnd:
		why := new(profiles.Limit)
		if err := json.Unmarshal(request.Params(), why); err != nil {
			return reply(ctx, nil, fmt.Errorf("%s: %w: %v", request.Method(), jsonrpc2.ErrInvalidParams, err))
		}
		if machine := s.vm.Load(); machine != nil {
			(*machine).Terminate(why)
		}
		return reply(ctx, nil, nil)
	case methodSignal:
		var number int
		if err := json.Unmarshal(request.Params(), &number); err != nil {
			return reply(ctx, nil, fmt.Errorf("%s: %w: %v", request.Method(), jsonrpc2.ErrInvalidParams, err))
		}
		if machine := s.vm.Load(); machine != nil {
			(*machine).Signal(number)
		}
		return reply(ctx, nil, nil)
	default:
		return jsonrpc2.MethodNotFoundHandler(ctx, reply, request)
	}
}

// answer decodes the parameters and calls the method in a task of its own. A
// panic of the method becomes its error.
func answer[P, R any](ctx context.Context, s *server, reply jsonrpc2.Replier, request jsonrpc2.Request, method func(context.Context, P) (R, error)) error {
	var parameters P
	if err := json.Unmarshal(request.Params(), &parameters); err != nil {
		return reply(ctx, nil, fmt.Errorf("%s: %w: %v", request.Method(), jsonrpc2.ErrInvalidParams, err))
	}
	s.tasks.Go(func() {
		var result R
		var err error
		if recovered := panics.Try(func() { result, err = method(ctx, parameters) }); recovered != nil {
			fmt.Fprintln(os.Stderr, recovered.String())
			err = fmt.Errorf("panic: %v", recovered.Value)
		}
		if err := reply(ctx, result, err); err != nil {
			slog.Debug("the agent did not take the answer", "method", request.Method(), "error", err)
		}
	})
	return nil
}

func (s *server) boot(ctx context.Context, request bootRequest) (any, error) {
	config := request.Config
	if s.booting.Swap(true) {
		return nil, errors.New("this worker is booted already")
	}
	if err := reserve(s.files.Memory, s.memoryBytes); err != nil {
		return nil, err
	}
	if config.CodeCache != "" {
		s.files.MachineCode = codecache.Connect(os.NewFile(fdCodeQuestions, "questions about code"), os.NewFile(fdCodeAnswers, "code"))
	}
	if err := confine(&config); err != nil {
		return nil, err
	}
	machine, err := s.bootVM(ctx, config, request.Needs, s.files)
	if err != nil {
		return nil, err
	}
	s.vm.Store(&machine)
	return nil, nil
}

// measure is how a request to measure something is answered. Each one replaces the one before, so they keep their order, also if nobody
// waits for the answer any more.
func measure[P any](s *server, begin func(VM, P) error) func(context.Context, P) (any, error) {
	before, done := s.measures, make(chan struct{})
	s.measures = done
	return func(_ context.Context, wanted P) (any, error) {
		defer close(done)
		if before != nil {
			<-before
		}
		machine := s.vm.Load()
		if machine == nil || !s.ran.Load() {
			return nil, errors.New("no program runs")
		}
		return nil, begin(*machine, wanted)
	}
}

func (s *server) run(ctx context.Context, program vm.Program) (Result, error) {
	machine := s.vm.Load()
	if machine == nil || s.ran.Swap(true) {
		return Result{}, errors.New("a worker boots once and runs one program")
	}
	var ended vm.Result
	if recovered := panics.Try(func() { ended = (*machine).Run(ctx, program) }); recovered != nil {
		// In the answer, since the worker's stderr reaches the agent at another time.
		return Result{Failure: fmt.Sprintf("the VM failed: panic: %v", recovered.Value), Report: recovered.String()}, nil
	}
	result := Result{ExitStatus: ended.ExitStatus, Limit: ended.Limit, Uncaught: ended.Uncaught, Waiting: ended.Waiting, Stopped: ended.Stopped, Reads: ended.Reads, MoreReads: ended.MoreReads, NoInput: ended.NoInput, Needs: ended.Needs}
	if ended.Err != nil {
		result.Report = ended.Err.Error()
		result.Failure = "the VM failed: " + firstLine(result.Report)
		var load *vm.LoadError
		result.NoClass = errors.As(ended.Err, &load) && load.Missing()
	}
	return result, nil
}
