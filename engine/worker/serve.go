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
	"syscall"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"
	"go.lsp.dev/jsonrpc2"
	"golang.org/x/sys/unix"
)

// Machine is the virtual machine as a worker sees it. Boot is called once, then
// Run at most once.
type Machine interface {
	// MemoryBytes is the size that the shared memory file must have before Boot.
	MemoryBytes(Config) int64
	// Boot loads the class library and stops just before main.
	Boot(context.Context, Config, Files) error
	// Run runs the program until its last non-daemon thread has ended or it has
	// called System.exit.
	Run(context.Context, Program) Result
	// Signal delivers a signal to the program; it may come at any time.
	Signal(number int)
}

// Files are the open files that a worker's machine works on.
type Files struct {
	Memory *os.File // shared with the agent
	Stdin  *os.File // the program's own standard streams
	Stdout *os.File
	Stderr *os.File
}

// Serve is the worker process: it obeys the agent that started this process
// until the agent closes its end of the pipe or dies. The caller must then end
// the process at once, because a program may still be running.
func Serve(ctx context.Context, machine Machine) error {
	if !startedByAgent() {
		return errors.New("the worker command is started by hotlens itself: use hotlens run or hotlens profile")
	}
	// The agent decides about signals: at a terminal both processes get them.
	// Catching them, rather than ignoring them, keeps the default for programs
	// that the Java program starts. A broken pipe becomes an IOException.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, append(Forwarded(), syscall.SIGPIPE)...)
	defer signal.Stop(caught)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &server{machine: machine, files: Files{
		Memory: os.NewFile(fdMemory, "memory"),
		Stdin:  os.NewFile(fdStdin, "stdin"),
		Stdout: os.NewFile(fdStdout, "stdout"),
		Stderr: os.NewFile(fdStderr, "stderr"),
	}}
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(pipes{
		in:  os.NewFile(fdCommands, "commands"),
		out: os.NewFile(fdReplies, "replies"),
	}))
	conn.Go(ctx, server.handle)
	<-conn.Done()
	return nil
}

// startedByAgent tells whether the inherited descriptors are those of a worker,
// and keeps them from programs that the Java program starts.
func startedByAgent() bool {
	for fd := fdCommands; fd < fdEnd; fd++ {
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) != nil {
			return false
		}
		isPipe := uint32(stat.Mode)&unix.S_IFMT == unix.S_IFIFO
		if fd <= fdReplies && !isPipe {
			return false
		}
		unix.CloseOnExec(fd)
	}
	return true
}

// server is the worker's side of the protocol.
type server struct {
	machine Machine
	files   Files
	booted  atomic.Bool
	ran     atomic.Bool
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
	case methodSignal:
		var number int
		if err := json.Unmarshal(request.Params(), &number); err != nil {
			return reply(ctx, nil, fmt.Errorf("%s: %w: %v", request.Method(), jsonrpc2.ErrInvalidParams, err))
		}
		s.machine.Signal(number)
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

func (s *server) boot(ctx context.Context, config Config) (any, error) {
	if s.booted.Swap(true) {
		return nil, errors.New("this worker is booted already")
	}
	size := s.machine.MemoryBytes(config)
	if err := s.files.Memory.Truncate(size); err != nil {
		return nil, fmt.Errorf("reserving %d MB of shared memory: %w; free some memory or lower --heap", size>>20, err)
	}
	return nil, s.machine.Boot(ctx, config, s.files)
}

func (s *server) run(ctx context.Context, program Program) (Result, error) {
	if !s.booted.Load() || s.ran.Swap(true) {
		return Result{}, errors.New("a worker boots once and runs one program")
	}
	var result Result
	if recovered := panics.Try(func() { result = s.machine.Run(ctx, program) }); recovered != nil {
		// In the answer, since the worker's stderr reaches the agent at another time.
		result = Result{Failure: fmt.Sprintf("the VM failed: panic: %v", recovered.Value), Report: recovered.String()}
	}
	return result, nil
}
