// Package worker runs Java programs in processes of their own: JFluid's split
// into an agent, which decides and looks on, and a target, which executes.
//
// The agent's side is Start, Run, Finish, Inspect and Close; the target's side is Serve,
// in the same binary re-executed as "hotlens worker". The two speak JSON-RPC over
// pipes (protocol.go) and share the file that is the VM's linear memory, whose
// layout package sharedmemory describes. So the agent can read the growing profile
// without stopping the program, and also after it has died.
//
// Invariant: nothing that a program does can end the agent, and no worker
// outlives its agent or its Close. A worker that crashes, hangs or is killed is
// an ordinary outcome with an explanation.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sourcegraph/conc"
	"go.lsp.dev/jsonrpc2"

	"hotlens/engine/confinement"
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/release"
)

const (
	// bootTimeout bounds the wall time of booting the VM. Booting takes well under
	// a second; a minute leaves room for a machine that is very busy.
	bootTimeout = time.Minute
	// finishGrace is how long a worker that was asked to finish may take to answer. It
	// needs milliseconds, and a second or two where a collection of a large heap
	// comes first or millions of counters are added up; a busy machine multiplies that. A
	// worker that takes longer has a bug.
	finishGrace = 10 * time.Second
	// reportBytes is how much of a crashed worker's stderr is kept: a panic's
	// message and the stack of the goroutine that panicked.
	reportBytes = 64 << 10
	// pipeGrace is how long the worker's stderr may stay open after its end, when
	// some process that it started has inherited it.
	pipeGrace = time.Second
)

// FailureStatus is the exit status of a run in which the VM itself failed.
const FailureStatus = profiles.StatusFailure

// Launch is how to start a worker.
type Launch struct {
	// Executable is this program; os.Executable's answer when empty.
	Executable string
	Config     configuration.Run
	// Stdin, Stdout and Stderr are the program's own. They stay the caller's to
	// close. Nil is the null device.
	Stdin, Stdout, Stderr *os.File
	// Signals are passed on to the program while it runs; nil: none are.
	Signals <-chan os.Signal
	// SharedGroup keeps the worker in the agent's process group, so that it can
	// read the terminal. Otherwise it leads a group of its own, and what the
	// program has started dies with it.
	SharedGroup bool
	// Needs gives what a run is likely to need that may come, which the VM then has ready. It is called once, while the process
	// begins. Nil: nobody knows.
	Needs func() vm.Needs
	// OnSnapshot is called at each Config.SnapshotInterval while the program stands still: Inspect then sees its numbers at
	// that moment. Its context ends when the program is to end. Nil: nobody is.
	OnSnapshot func(context.Context)
	// OnFull is called in the same way when there is no room for more of what tests do, which then go on without being counted: the numbers at
	// that moment are the profile. Nil: nobody is.
	OnFull func()
}

// Worker is the agent's handle of one worker process. Its methods may be called
// by many goroutines.
type Worker struct {
	command     *exec.Cmd
	conn        jsonrpc2.Conn
	memoryFile  *os.File
	memory      sharedMemory
	report      *Tail
	sharedGroup bool
	mayStart    bool // processes
	onSnapshot  func(context.Context)
	onFull      func()
	onCounted   atomic.Pointer[func()]                        // what Count was given last
	onMissing   atomic.Pointer[func(context.Context, string)] // what CompileOnDemand was given; nil: nothing is compiled
	timeout     time.Duration                                 // of the program
	until       time.Duration                                 // after which it ends as the user wants it; 0: it does not
	signals     <-chan os.Signal                              // for the program; may be nil
	ran         atomic.Bool
	ending      atomic.Pointer[ending] // what Finish was asked for first; nil before
	// privateLimit bounds the private memory of the process while the program runs, in
	// bytes; 0: not at all.
	privateLimit uint64
	// countedLimit is that bound as the kernel counts.
	countedLimit uint64
	asked        chan struct{} // closed by the first Finish
	grace        time.Duration // finishGrace, but in tests

	group       *confinement.Group // nil where there is none
	exited      chan struct{}      // closed when the process has been reaped
	outOfMemory bool               // the kernel has ended it with its group; to be read when exited is closed
	tasks       conc.WaitGroup
	closeOnce   sync.Once
}

// ending is why a run is to end.
type ending struct {
	limit  *profiles.Limit
	status int
}

// Outcome is how a run ended.
type Outcome struct {
	Result
	Wall time.Duration // from the start of main to its end
}

// Start starts a worker process and boots its VM to just before main. Cancelling
// the context while it boots kills it.
func Start(ctx context.Context, launch Launch) (*Worker, error) {
	w, err := spawn(launch)
	if err != nil {
		return nil, fmt.Errorf("starting a worker process: %w", err)
	}
	launch.Config.Signals = launch.Signals != nil
	if policy := &launch.Config.Policy; !policy.Unrestricted { // found out here, as the process needs its time to begin
		policy.Read = slices.Concat(policy.Read, release.Linked(launch.Config.JDK))
	}
	request := bootRequest{Config: launch.Config}
	if launch.Needs != nil {
		request.Needs = launch.Needs()
	}
	if err := w.boot(ctx, request); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// spawn starts the process and connects to it.
func spawn(launch Launch) (*Worker, error) {
	executable := launch.Executable
	if executable == "" {
		var err error
		if executable, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	var opened, inherited []*os.File
	fail := func(err error) (*Worker, error) {
		closeAll(opened)
		closeAll(inherited)
		return nil, err
	}
	commandsIn, commandsOut, err := os.Pipe()
	if err != nil {
		return fail(err)
	}
	opened, inherited = append(opened, commandsOut), append(inherited, commandsIn)
	repliesIn, repliesOut, err := os.Pipe()
	if err != nil {
		return fail(err)
	}
	opened, inherited = append(opened, repliesIn), append(inherited, repliesOut)
	memory, err := newMemoryFile()
	if err != nil {
		return fail(err)
	}
	opened = append(opened, memory)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return fail(err)
	}
	inherited = append(inherited, null)
	code, err := openCodeCache(launch.Config.CodeCache)
	if err != nil {
		return fail(err)
	}
	opened, inherited = append(opened, code.agent()...), append(inherited, code.worker()...)
	orNull := func(file *os.File) *os.File {
		if file == nil {
			return null
		}
		return file
	}

	w := &Worker{
		memoryFile:  memory,
		report:      NewTail(reportBytes),
		sharedGroup: launch.SharedGroup,
		mayStart:    launch.Config.Policy.Exec,
		onSnapshot:  launch.OnSnapshot,
		onFull:      launch.OnFull,
		timeout:     launch.Config.Limits.Timeout,
		until:       launch.Config.Until.Time,
		signals:     launch.Signals,
		exited:      make(chan struct{}),
		asked:       make(chan struct{}),
		grace:       finishGrace,
	}
	if !launch.Config.Policy.Unrestricted {
		w.privateLimit, w.countedLimit = privateLimit(&launch.Config), countedLimit(&launch.Config)
	}
	var report io.Writer = w.report
	if slog.Default().Enabled(context.Background(), slog.LevelDebug) {
		report = io.MultiWriter(report, os.Stderr) // the worker's own log
	}
	w.command, w.group, err = confinement.Start(groupLimit(&launch.Config), func() (*exec.Cmd, error) {
		command := exec.Command(executable, "worker")
		command.Args[0] = "hotlens"
		command.Stdout = report
		command.Stderr = report
		command.WaitDelay = pipeGrace
		command.SysProcAttr = attributes(!launch.SharedGroup)
		if !launch.Config.Policy.Unrestricted {
			command.Env = ownEnvironment()
		}
		// In the order of the file descriptors fdCommands to fdCodeAnswers.
		command.ExtraFiles = []*os.File{
			commandsIn, repliesOut, memory,
			orNull(launch.Stdin), orNull(launch.Stdout), orNull(launch.Stderr),
			code.questionsOut, code.answersIn,
		}
		return command, nil
	})
	if err != nil {
		return fail(err)
	}
	closeAll(inherited)
	slog.Debug("worker started", "pid", w.command.Process.Pid)
	w.conn = jsonrpc2.NewConn(newBoundedStream(pipes{in: repliesIn, out: commandsOut}, maxMessage))
	w.conn.Go(context.Background(), w.handle)
	w.tasks.Go(code.serve)
	w.tasks.Go(func() {
		defer close(w.exited)
		err := w.command.Wait()
		slog.Debug("worker ended", "pid", w.command.Process.Pid, "error", err)
		w.kill() // what it has started and left behind
		w.outOfMemory = w.group.End()
	})
	return w, nil
}

func closeAll(files []*os.File) {
	for _, file := range files {
		file.Close()
	}
}

// boot boots the VM and maps its memory.
func (w *Worker) boot(ctx context.Context, request bootRequest) error {
	ctx, cancel := context.WithTimeoutCause(ctx, bootTimeout,
		fmt.Errorf("the VM did not boot within %v", bootTimeout))
	defer cancel()
	err := w.call(ctx, methodBoot, request, nil)
	switch {
	case errors.Is(err, errDied):
		return errors.New(w.explainDeath("while it booted"))
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		slog.Debug("the VM did not boot", "error", err, "report", w.report.String())
		return fmt.Errorf("booting the VM: %s", firstLine(plain(err).Error()))
	}
	return w.memory.mapFile(w.memoryFile)
}

// errDied says that the worker process has ended without an answer.
var errDied = errors.New("the worker process died")

// call sends a request and waits for the answer, the context's end, or the end
// of the process. A worker whose answer is not waited for is of no more use and
// is killed.
func (w *Worker) call(ctx context.Context, method string, parameters, result any) error {
	// The library's own encoder writes durations as text, which encoding/json, on the
	// other side, does not read.
	encoded, err := json.Marshal(parameters)
	if err != nil {
		return fmt.Errorf("the parameters of %s: %w", method, err)
	}
	callContext, cancel := context.WithCancel(ctx)
	var task conc.WaitGroup
	defer func() {
		cancel()
		task.Wait()
	}()
	answer := make(chan error, 1)
	task.Go(func() {
		_, err := w.conn.Call(callContext, method, json.RawMessage(encoded), result)
		answer <- err
	})
	select {
	case err := <-answer:
		if isBrokenPipe(err) { // it died before the request was written
			<-w.exited
			return errDied
		}
		return err
	case <-ctx.Done():
		w.kill()
		return ctx.Err()
	case <-w.conn.Done():
		w.kill() // it has closed its pipe, if it has not ended
		<-w.exited
		select {
		case err := <-answer: // written just before the end
			return err
		default:
			return errDied
		}
	}
}

func isBrokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed)
}

// firstLine is an error without the Java stack that may stand below it.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// plain strips what JSON-RPC adds to an error's text.
func plain(err error) error {
	var rpc *jsonrpc2.Error
	if errors.As(err, &rpc) {
		return errors.New(rpc.Message)
	}
	return err
}

// CompileOnDemand has a function called while the program stands still, with the binary name of a class of vm.Program's Sources that it looks for and that
// is not compiled. The name comes from the worker, and may be any text. The function's context ends when the program is to end. Call it before Run.
func (w *Worker) CompileOnDemand(compile func(ctx context.Context, class string)) {
	w.onMissing.Store(&compile)
}

// handle answers what the worker asks. It is done beside the reading of the pipe.
func (w *Worker) handle(ctx context.Context, reply jsonrpc2.Replier, request jsonrpc2.Request) error {
	switch request.Method() {
	case methodSnapshot:
		return serve(ctx, w, reply, request, w.look)
	case methodCompile:
		return serve(ctx, w, reply, request, func(ctx context.Context, class string) {
			if compile := w.onMissing.Load(); compile != nil {
				(*compile)(ctx, class)
			}
		})
	}
	return jsonrpc2.MethodNotFoundHandler(ctx, reply, request)
}

// look hands the profile over on an occasion.
func (w *Worker) look(ctx context.Context, why configuration.Occasion) {
	switch counted := w.onCounted.Load(); {
	case why == configuration.OccasionDue && w.onSnapshot != nil:
		w.onSnapshot(ctx)
	case why == configuration.OccasionCount && counted != nil:
		(*counted)()
	case why == configuration.OccasionFull && w.onFull != nil:
		w.onFull()
	}
}

// serve does what the worker asks for in a task, and answers it. The context of that ends when the program is to end.
func serve[P any](ctx context.Context, w *Worker, reply jsonrpc2.Replier, request jsonrpc2.Request, do func(context.Context, P)) error {
	var parameter P
	if err := json.Unmarshal(request.Params(), &parameter); err != nil {
		return reply(ctx, nil, fmt.Errorf("%s: %w: %v", request.Method(), jsonrpc2.ErrInvalidParams, err))
	}
	ctx, done := context.WithCancel(ctx)
	w.tasks.Go(func() {
		select {
		case <-w.asked:
		case <-w.exited:
		case <-ctx.Done():
		}
		done()
	})
	w.tasks.Go(func() {
		defer done()
		do(ctx, parameter)
		if err := reply(ctx, nil, nil); err != nil {
			slog.Debug("the worker did not take the answer", "method", request.Method(), "error", err)
		}
	})
	return nil
}

// Run runs a program to its end, its timeout, or Finish; or to the context's end, which
// kills the worker at once, for whoever wants nothing more of it, and is the only error. A
// worker runs one program.
func (w *Worker) Run(ctx context.Context, program vm.Program) (Outcome, error) {
	if w.ran.Swap(true) {
		return Outcome{}, errors.New("this worker has run a program already: start another one")
	}
	started := time.Now()
	callContext, cancel := context.WithCancel(ctx)
	timeout := w.timeout
	if program.Allowance != nil {
		timeout = program.Allowance.Timeout
	}
	if timeout > 0 {
		timer := time.AfterFunc(timeout, func() {
			w.Finish(profiles.LimitTime.Reached(timeout), profiles.StatusLimit)
		})
		defer timer.Stop()
	}
	stopWatching := w.watchMemory()
	stopForwarding := w.forward(w.signals)
	if w.until > 0 {
		why := profiles.LimitElapsed.Reached(w.until)
		timer := time.AfterFunc(w.until, func() { w.terminate(why) })
		defer timer.Stop()
		last := time.AfterFunc(w.until+configuration.TerminationGrace, func() { w.Finish(why, 0) }) // the VM's own timer may be held up by compiled code
		defer last.Stop()
	}
	var late conc.WaitGroup
	late.Go(func() { w.awaitFinish(callContext, cancel) })
	var result Result
	err := w.call(callContext, methodRun, program, &result)
	overdue := callContext.Err() != nil && ctx.Err() == nil
	cancel()
	late.Wait()
	stopForwarding()
	stopWatching()
	outcome := Outcome{Wall: time.Since(started)}
	asked := w.ending.Load()
	switch {
	case err == nil:
		result.bound()
		outcome.Result = result
		if asked != nil && profiles.LimitStopped.Is(result.Limit) { // else it ended by itself just before
			outcome.Limit, outcome.ExitStatus = asked.limit, asked.status
		}
	case ctx.Err() != nil:
		return outcome, ctx.Err()
	case overdue:
		outcome.Limit = &profiles.Limit{Kind: asked.limit.Kind, Message: asked.limit.Message + fmt.Sprintf(
			", and killed, as it did not end within %v; the newest numbers are missing", w.grace)}
		outcome.ExitStatus = asked.status
	case errors.Is(err, errDied) && (w.outOfMemory || w.refusedMemory()):
		outcome.Limit, outcome.ExitStatus = memoryLimit(w.privateLimit), profiles.StatusLimit
	case errors.Is(err, errDied):
		outcome.Failure = w.explainDeath("while the program ran")
	default:
		outcome.Failure = "the VM failed: " + firstLine(plain(err).Error())
	}
	outcome.MoreReads = outcome.MoreReads || err != nil // nobody knows which
	if outcome.Failure != "" {
		outcome.ExitStatus = FailureStatus
		outcome.Report = strings.TrimSpace(outcome.Report + "\n" + w.report.String())
		slog.Debug("the VM failed", "report", outcome.Report)
	}
	return outcome, nil
}

// Finish asks for the end of the run, whatever the program does. Run then answers soon, with
// this limit and exit status, and the profile holds what the program did until then. If Finish
// is called again, the first reason counts.
func (w *Worker) Finish(limit *profiles.Limit, status int) {
	if !w.ending.CompareAndSwap(nil, &ending{limit, status}) {
		return
	}
	defer close(w.asked)
	// The flag is for loops in compiled code, which may hold the worker's Go code up.
	if err := w.memory.setYieldFlag(sharedmemory.Stop); err != nil {
		slog.Debug("stopping the program", "error", err)
	}
	if err := w.conn.Notify(context.Background(), methodStop, nil); err != nil {
		slog.Debug("the worker did not take the request to stop", "error", err)
	}
}

// terminate has the program end by itself.
func (w *Worker) terminate(why *profiles.Limit) {
	if err := w.conn.Notify(context.Background(), methodEnd, why); err != nil {
		slog.Debug("the worker did not take the request to end", "error", err)
	}
}

// Time has the call subgraphs timed that options name, from now on, in place of those that have been; nil ends that. The
// program runs on, and what has been measured stands in its memory. It returns when that has happened, as soon as a thread of the
// program runs. Where the context ends before, that will happen later.
func (w *Worker) Time(ctx context.Context, options *configuration.Timing) error {
	encoded, err := json.Marshal(timed{options})
	if err != nil {
		return fmt.Errorf("the parameters of %s: %w", methodTime, err)
	}
	if _, err := w.conn.Call(ctx, methodTime, json.RawMessage(encoded), nil); err != nil {
		return plain(err)
	}
	return nil
}

// Count has contexts kept from now on, or no longer; where the run keeps them anyway, nothing changes. Each time counted is called when that
// happens, while the program stands still: Inspect then sees its numbers at that moment. It is called once more, before anybody asks for that,
// if there is no room for more contexts, and no more are kept. Count returns when it has happened, which is soon, whether threads run or wait. Where the context
// ends before, that will happen later.
func (w *Worker) Count(ctx context.Context, on bool, counted func()) error {
	w.onCounted.Store(&counted)
	if _, err := w.conn.Call(ctx, methodCount, on, nil); err != nil {
		return plain(err)
	}
	return nil
}

// awaitFinish calls kill if the run does not end in time after Finish, which ends the
// context.
func (w *Worker) awaitFinish(run context.Context, kill func()) {
	select {
	case <-w.asked:
	case <-run.Done():
		return
	}
	timer := time.NewTimer(w.grace)
	defer timer.Stop()
	select {
	case <-timer.C:
		kill()
	case <-run.Done():
	}
}

// forward passes signals on to the program until stop is called.
func (w *Worker) forward(signals <-chan os.Signal) (stop func()) {
	done := make(chan struct{})
	var task conc.WaitGroup
	task.Go(func() {
		for {
			select {
			case s := <-signals:
				number, ok := s.(syscall.Signal)
				if !ok {
					continue
				}
				if err := w.conn.Notify(context.Background(), methodSignal, int(number)); err != nil {
					slog.Debug("the worker did not take a signal", "signal", s, "error", err)
				}
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		task.Wait()
	}
}

// Inspect calls look with the worker's linear memory, while the program runs or
// after it has ended, until Close. The bytes change under the reader and must
// not be kept.
func (w *Worker) Inspect(look func(memory []byte) error) error { return w.memory.inspect(look) }

// Exited is closed when the worker process has ended.
func (w *Worker) Exited() <-chan struct{} { return w.exited }

// Close kills the worker if it still lives, with everything that the program has
// started, and returns when it is gone and its memory is released.
func (w *Worker) Close() {
	w.closeOnce.Do(func() {
		w.kill()
		<-w.exited
		w.conn.Close()
		<-w.conn.Done()
		w.tasks.Wait()
		if err := w.memory.unmap(); err != nil {
			slog.Debug("unmapping the shared memory", "error", err)
		}
		w.memoryFile.Close()
	})
}

// kill ends the process and, if it leads a process group, what the program has started. It does not
// wait.
func (w *Worker) kill() {
	if w.sharedGroup {
		w.command.Process.Kill()
		return
	}
	select {
	case <-w.exited: // its number may be another process's
	default:
		if w.mayStart {
			killDescendants(w.command.Process.Pid)
		}
	}
	killGroup(w.command.Process)
}

// explainDeath is one line about a worker that ended without an answer. It must
// have exited.
func (w *Worker) explainDeath(when string) string {
	state := w.command.ProcessState
	how := state.String()
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
		how += ", perhaps because the system ran out of memory"
	}
	message := fmt.Sprintf("the VM's process ended %s (%s)", when, how)
	if cause := crashLine(w.report.String()); cause != "" {
		message += ": " + cause
	}
	return message
}

// refusals are the words in which Go's runtime, system calls and the race detector say
// that the kernel gives no more memory; it may have been for the stack of a thread.
var refusals = []string{"out of memory", "cannot allocate memory", "failed to allocate", "pthread_create failed", "failed to create new OS thread"}

// refusedMemory tells whether the process has ended because the kernel refused it
// more memory, as its limit says. It must have exited.
func (w *Worker) refusedMemory() bool {
	return w.privateLimit > 0 && saysRefused(w.report.String())
}

// saysRefused tells whether a crash report is about memory that the kernel refused.
func saysRefused(report string) bool {
	cause := crashLine(report)
	return slices.ContainsFunc(refusals, func(words string) bool { return strings.Contains(cause, words) })
}

// faultInCode is how Go's runtime ends a process in which code faults that is not Go's: it cannot unwind what has called it.
const faultInCode = "unexpected return pc for runtime.sigpanic called from "

// crashLine finds the line of a Go crash report that names the cause, else the
// last line that is not empty.
func crashLine(report string) string {
	if strings.Contains(report, faultInCode) {
		return "compiled code has used an address where nothing is, which only Unsafe and the like can forge: if the program uses nothing like it, please report this, and run it with --tier interp"
	}
	last := ""
	for line := range strings.Lines(report) {
		line = strings.TrimSpace(line)
		for _, begin := range []string{"panic: ", "fatal error: ", "runtime: ", "runtime/cgo: "} {
			if strings.HasPrefix(line, begin) {
				return line
			}
		}
		if line != "" {
			last = line
		}
	}
	return last
}
