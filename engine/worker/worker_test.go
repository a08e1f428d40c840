//go:build unix

package worker

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"
	"golang.org/x/sys/unix"

	"hotlens/engine/confinement"
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/linking"
)

// TestMain makes this test binary a worker, with a fake machine, when it is
// started as one, and an agent that waits when it is started as that.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "worker":
			if err := Serve(context.Background(), fakeMemoryBytes, bootFake); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(FailureStatus)
			}
			os.Exit(0)
		case "probe":
			fmt.Println(probe())
			os.Exit(0)
		case "agent":
			agentThatHangs()
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// probe tells whether a large shared memory can be made.
func probe() string {
	if err := ProbeMemory(1 << 30); err != nil {
		return err.Error()
	}
	return "reserved"
}

// fakeVM does what the name of the main class says.
type fakeVM struct {
	files   vm.Files
	memory  []byte
	stopped chan struct{} // closed by Stop
	hoard   [][]byte
	needs   vm.Needs
}

// touched is memory that the process really has.
func touched(bytes int) []byte {
	b := make([]byte, bytes)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	return b
}

const fakeMemoryBytes = 2 * sharedmemory.ControlPageBytes

// bootFake does what the folder of the JDK says.
func bootFake(_ context.Context, config configuration.Run, needs vm.Needs, files vm.Files) (VM, error) {
	memory, err := unix.Mmap(int(files.Memory.Fd()), 0, fakeMemoryBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	switch config.JDK {
	case "refuse":
		return nil, errors.New("no JDK in refuse: give --jdk DIR")
	case "crash":
		crash()
	case "hang":
		select {}
	}
	binary.LittleEndian.PutUint32(memory[sharedmemory.State:], sharedmemory.StateReady)
	return &fakeVM{needs: needs, files: files, memory: memory, stopped: make(chan struct{})}, nil
}

// crash ends the process as a bug in a goroutine of the VM would.
func crash() {
	go panic("deliberate crash")
	select {}
}

func (m *fakeVM) yieldFlag() uint32 {
	return binary.LittleEndian.Uint32(m.memory[sharedmemory.YieldFlag:])
}

func (m *fakeVM) Signal(int) {}

func (m *fakeVM) Terminate(*profiles.Limit) {}

// Time notes in the memory the number that the root is; one that is smaller than that before is a failure.
func (m *fakeVM) Time(_ context.Context, options *configuration.Timing) error {
	number := uint32(0)
	if options != nil {
		fmt.Sscan(options.Roots[0], &number)
	}
	last := (*uint32)(unsafe.Pointer(&m.memory[sharedmemory.Instrumented]))
	for range 1000 {
		runtime.Gosched()
	}
	if before := atomic.SwapUint32(last, number); before > number && options != nil {
		return fmt.Errorf("%d comes after %d", number, before)
	}
	return nil
}

func (m *fakeVM) Count(context.Context, bool) error { return nil }

func (m *fakeVM) Stop() { close(m.stopped) }

func (m *fakeVM) Run(ctx context.Context, program vm.Program) vm.Result {
	binary.LittleEndian.PutUint32(m.memory[sharedmemory.State:], sharedmemory.StateRunning)
	switch program.MainClass {
	case "Status":
		return vm.Result{ExitStatus: 7}
	case "Needs":
		return vm.Result{Needs: m.needs}
	case "Echo":
		fmt.Fprintln(m.files.Stdout, strings.Join(program.Arguments, " "))
		io.Copy(m.files.Stderr, m.files.Stdin)
		return vm.Result{}
	case "Limit":
		return vm.Result{ExitStatus: 1, Limit: &profiles.Limit{Kind: "threads", Message: "too many (--threads)"}}
	case "Fail":
		return vm.Result{Err: errors.New("the interpreter met an unknown bytecode\ndetails")}
	case "Panic":
		panic("deliberate panic")
	case "Crash":
		crash()
	case "Loop": // stops when told to
		for m.yieldFlag() == sharedmemory.Continue {
			time.Sleep(time.Millisecond)
		}
		return vm.Result{ExitStatus: profiles.StatusLimit, Limit: profiles.LimitStopped.Reached(5)}
	case "Wait": // stops when asked to, though it passes no yieldpoint
		<-m.stopped
		return vm.Result{ExitStatus: profiles.StatusLimit, Limit: profiles.LimitStopped.Reached(5)}
	case "Exit": // ends by itself when it is asked to
		<-m.stopped
		return vm.Result{ExitStatus: 4}
	case "Hoard": // takes memory until it is told to stop
		for len(m.hoard) < 1<<10 && m.yieldFlag() == sharedmemory.Continue {
			m.hoard = append(m.hoard, touched(16<<20))
		}
		return vm.Result{ExitStatus: profiles.StatusLimit, Limit: profiles.LimitStopped.Reached(5)}
	case "Devour": // takes memory whatever it is told
		for {
			m.hoard = append(m.hoard, touched(256<<20))
		}
	case "Child": // leaves a process behind and hangs
		child := exec.Command("sleep", "1000")
		if err := child.Start(); err != nil {
			return vm.Result{Err: err}
		}
		fmt.Fprintln(m.files.Stdout, child.Process.Pid)
	case "Daemon": // leaves a process behind that is in a session of its own, and whose parent has ended
		parent := exec.Command("sh", "-c", "setsid sleep 1000 >&- 2>&- & echo $!")
		parent.Stdout = m.files.Stdout
		if err := parent.Run(); err != nil {
			return vm.Result{Err: err}
		}
	}
	select {}
}

// agentThatHangs starts a worker that hangs, prints its process id and waits to
// be killed.
func agentThatHangs() {
	w, err := Start(context.Background(), Launch{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.command.Process.Pid)
	w.Run(context.Background(), vm.Program{MainClass: "Hang"})
}

func start(t *testing.T, launch Launch) *Worker {
	t.Helper()
	w, err := Start(context.Background(), launch)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

func TestNeeds(t *testing.T) {
	want := vm.Needs{Classes: []linking.Wanted{{Class: "java/util/Random", Methods: []int{1, 5}}, {Class: "java/util/Scanner"}}, MethodOrder: true}
	w := start(t, Launch{Needs: func() vm.Needs { return want }})
	outcome, err := w.Run(t.Context(), vm.Program{MainClass: "Needs"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, outcome.Needs); diff != "" {
		t.Errorf("prepared (-want +got):\n%s", diff)
	}
	outcome, err = start(t, Launch{}).Run(t.Context(), vm.Program{MainClass: "Needs"})
	if err != nil || len(outcome.Needs.Classes) > 0 {
		t.Errorf("the next worker has prepared %v, %v", outcome.Needs, err)
	}
}

func TestRunReturnsWhatTheMachineSays(t *testing.T) {
	for _, test := range []struct {
		program string
		want    Result
	}{
		{"Status", Result{ExitStatus: 7}},
		{"Limit", Result{ExitStatus: 1, Limit: &profiles.Limit{Kind: "threads", Message: "too many (--threads)"}}},
		{"Fail", Result{ExitStatus: FailureStatus, Failure: "the VM failed: the interpreter met an unknown bytecode", Report: "the interpreter met an unknown bytecode\ndetails"}},
		{"Crash", Result{ExitStatus: FailureStatus, MoreReads: true,
			Failure: "the VM's process ended while the program ran (exit status 2): panic: deliberate crash"}},
		{"Panic", Result{ExitStatus: FailureStatus, Failure: "the VM failed: panic: deliberate panic"}},
	} {
		t.Run(test.program, func(t *testing.T) {
			w := start(t, Launch{})
			outcome, err := w.Run(context.Background(), vm.Program{MainClass: test.program})
			if err != nil {
				t.Fatal(err)
			}
			got := outcome.Result
			if test.program == "Crash" || test.program == "Panic" {
				if !strings.Contains(got.Report, "goroutine ") && !strings.Contains(got.Report, "stack:") {
					t.Errorf("the report has no stack: %q", got.Report)
				}
				got.Report = ""
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStandardStreamsAreTheProgramsOwn(t *testing.T) {
	stdout, err := NewCapture(1 << 10)
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := NewCapture(1 << 10)
	if err != nil {
		t.Fatal(err)
	}
	stdin, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	w := start(t, Launch{Stdin: stdin, Stdout: stdout.File, Stderr: stderr.File})
	fmt.Fprint(feed, "typed")
	feed.Close()
	if _, err := w.Run(context.Background(), vm.Program{MainClass: "Echo", Arguments: []string{"a", "ü"}}); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if got, want := stdout.Close().String(), "a ü\n"; got != want {
		t.Errorf("stdout is %q, want %q", got, want)
	}
	if got, want := stderr.Close().String(), "typed"; got != want {
		t.Errorf("stderr is %q, want %q", got, want)
	}
}

func TestTimeoutStopsTheProgram(t *testing.T) {
	limit := &profiles.Limit{Kind: "time", Message: "stopped after 50ms; give more with --timeout (setting hotlens.timeout)"}
	killed := &profiles.Limit{Kind: "time", Message: "stopped after 50ms; give more with --timeout (setting hotlens.timeout), and killed, as it did not end within 100ms; the newest numbers are missing"}
	for program, want := range map[string]*profiles.Limit{"Loop": limit, "Wait": limit, "Exit": nil, "Hang": killed} {
		t.Run(program, func(t *testing.T) {
			w := start(t, Launch{Config: configuration.Run{Limits: configuration.Limits{Allowance: configuration.Allowance{Timeout: 50 * time.Millisecond}}}})
			if want == killed {
				w.grace = 100 * time.Millisecond
			}
			outcome, err := w.Run(context.Background(), vm.Program{MainClass: program})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, outcome.Limit); diff != "" || outcome.Failure != "" {
				t.Errorf("failure %q, limit (-want +got):\n%s", outcome.Failure, diff)
			}
			if err := w.Inspect(func([]byte) error { return nil }); err != nil {
				t.Errorf("the memory of a stopped worker cannot be read: %v", err)
			}
		})
	}
}

func TestMemoryBesideTheHeapIsBounded(t *testing.T) {
	for _, program := range []string{"Hoard", "Devour"} {
		t.Run(program, func(t *testing.T) {
			w := start(t, Launch{Config: configuration.Run{Limits: configuration.Limits{HeapBytes: 16 << 20}}})
			outcome, err := w.Run(context.Background(), vm.Program{MainClass: program})
			if err != nil {
				t.Fatal(err)
			}
			if !profiles.LimitMemory.Is(outcome.Limit) || outcome.ExitStatus != profiles.StatusLimit || outcome.Failure != "" ||
				!strings.Contains(outcome.Limit.Message, "more than 528 MB beside the Java heap") {
				t.Errorf("outcome %+v, limit %+v, want the limit of memory", outcome.Result, outcome.Limit)
			}
		})
	}
}

// TestGroupOutOfMemory lowers the bound of a worker's control group, where there is one.
func TestGroupOutOfMemory(t *testing.T) {
	w := start(t, Launch{})
	if w.group == nil {
		_, err := confinement.ProbeGroup()
		t.Skipf("no control groups here: %v", err)
	}
	membership, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", w.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, name, _ := strings.Cut(strings.TrimSpace(string(membership)), "::")
	group := filepath.Join("/sys/fs/cgroup", name)
	if err := os.WriteFile(filepath.Join(group, "memory.max"), []byte("96M"), 0); err != nil {
		t.Fatal(err)
	}
	outcome, err := w.Run(context.Background(), vm.Program{MainClass: "Devour"})
	if err != nil || !profiles.LimitMemory.Is(outcome.Limit) || outcome.ExitStatus != profiles.StatusLimit || outcome.Failure != "" {
		t.Errorf("error %v, outcome %+v, limit %+v, want the limit of memory", err, outcome.Result, outcome.Limit)
	}
	if _, err := os.Stat(group); !os.IsNotExist(err) {
		t.Errorf("the group is left: %v", err)
	}
}

func TestSharedMemoryUnderALimitOfFileSizes(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The superuser may raise the hard limit, too.
	for limit, want := range map[string]string{
		"ulimit -S -f 100": `^reserved\n$`,
		"ulimit -f 100":    `^(reserved|reserving 1024 MB of shared memory: file sizes are limited to 100k here; run "ulimit -f unlimited" before.*)\n$`,
	} {
		output, err := exec.Command("bash", "-c", limit+`; "$0" probe`, executable).CombinedOutput()
		if err != nil || !regexp.MustCompile(want).Match(output) {
			t.Errorf("after %s: error %v, output %q, want %s", limit, err, output, want)
		}
	}
}

func TestCancellingKillsTheWorker(t *testing.T) {
	w := start(t, Launch{})
	ctx, cancel := context.WithCancel(context.Background())
	var task conc.WaitGroup
	task.Go(func() {
		awaitRunning(t, w)
		cancel()
	})
	_, err := w.Run(ctx, vm.Program{MainClass: "Hang"})
	task.Wait()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run says %v, want %v", err, context.Canceled)
	}
	<-w.Exited()
	assertGone(t, w.command.Process.Pid)
}

// TestTimingKeepsItsOrder sends requests whose answers nobody waits for.
func TestTimingKeepsItsOrder(t *testing.T) {
	w := start(t, Launch{})
	var task conc.WaitGroup
	task.Go(func() {
		awaitRunning(t, w)
		defer w.Finish(profiles.LimitRequested.Reached(), profiles.StatusLimit)
		for number := range 300 {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Microsecond)
			err := w.Time(ctx, &configuration.Timing{Roots: []string{fmt.Sprint(number + 1)}})
			cancel()
			if err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		}
		if err := w.Time(t.Context(), nil); err != nil {
			t.Error(err)
		}
		w.Inspect(func(memory []byte) error {
			if left := binary.LittleEndian.Uint32(memory[sharedmemory.Instrumented:]); left != 0 {
				t.Errorf("at last %d is timed", left)
			}
			return nil
		})
	})
	if _, err := w.Run(context.Background(), vm.Program{MainClass: "Loop"}); err != nil {
		t.Error(err)
	}
	task.Wait()
}

func TestFinishGivesTheFirstReason(t *testing.T) {
	w := start(t, Launch{})
	var task conc.WaitGroup
	task.Go(func() {
		awaitRunning(t, w)
		w.Finish(profiles.LimitInterrupted.Reached("SIGINT"), 130)
		w.Finish(profiles.LimitTime.Reached(time.Second), profiles.StatusLimit)
	})
	outcome, err := w.Run(context.Background(), vm.Program{MainClass: "Loop"})
	task.Wait()
	want := Result{ExitStatus: 130, Limit: &profiles.Limit{Kind: "interrupted", Message: "interrupted (SIGINT)"}}
	if diff := cmp.Diff(want, outcome.Result); diff != "" || err != nil {
		t.Errorf("error %v, outcome (-want +got):\n%s", err, diff)
	}
}

// awaitRunning returns when the worker's program runs, as its shared memory says.
func awaitRunning(t *testing.T, w *Worker) {
	for state := uint32(0); state != sharedmemory.StateRunning; {
		err := w.Inspect(func(memory []byte) error {
			state = binary.LittleEndian.Uint32(memory[sharedmemory.State:])
			return nil
		})
		if err != nil {
			t.Error(err)
			return
		}
	}
}

func TestKilledWorkerIsExplained(t *testing.T) {
	w := start(t, Launch{})
	var task conc.WaitGroup
	task.Go(func() {
		awaitRunning(t, w)
		syscall.Kill(w.command.Process.Pid, syscall.SIGKILL)
	})
	outcome, err := w.Run(context.Background(), vm.Program{MainClass: "Hang"})
	task.Wait()
	if err != nil {
		t.Fatal(err)
	}
	want := Result{ExitStatus: FailureStatus, MoreReads: true, Failure: "the VM's process ended while the program ran " +
		"(signal: killed, perhaps because the system ran out of memory)"}
	if diff := cmp.Diff(want, outcome.Result); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
	// The profile that it had is still there.
	awaitRunning(t, w)
}

func TestCloseEndsWhatTheProgramStarted(t *testing.T) {
	programs := []string{"Child"}
	if runtime.GOOS == "linux" { // see descendants_other.go
		programs = append(programs, "Daemon")
	}
	for _, program := range programs {
		t.Run(program, func(t *testing.T) { testCloseEnds(t, program) })
	}
}

func testCloseEnds(t *testing.T, program string) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	w := start(t, Launch{Stdout: writer, Config: configuration.Run{Policy: configuration.Policy{Exec: true}}})
	writer.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var task conc.WaitGroup
	var child int
	task.Go(func() {
		defer cancel()
		if _, err := fmt.Fscan(reader, &child); err != nil {
			t.Error(err)
		}
	})
	w.Run(ctx, vm.Program{MainClass: program})
	task.Wait()
	w.Close()
	assertGone(t, child)
}

func TestNoWorkerOutlivesItsAgent(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	agent := exec.Command(executable, "agent")
	output, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(output, &pid); err != nil {
		t.Fatal(err)
	}
	agent.Process.Kill()
	agent.Wait()
	assertGone(t, pid)
}

// assertGone waits until a process does not run any more. It may remain as a
// zombie when it is not ours to reap.
func assertGone(t *testing.T, pid int) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		state, err := exec.Command("ps", "-o", "stat=", "-p", fmt.Sprint(pid)).Output()
		if err != nil || strings.HasPrefix(strings.TrimSpace(string(state)), "Z") {
			return
		}
	}
	t.Errorf("process %d is still there", pid)
	syscall.Kill(pid, syscall.SIGKILL)
}

func TestBootFailures(t *testing.T) {
	for _, test := range []struct{ home, want string }{
		{"refuse", "booting the VM: no JDK in refuse: give --jdk DIR"},
		{"crash", "the VM's process ended while it booted (exit status 2): panic: deliberate crash"},
	} {
		_, err := Start(context.Background(), Launch{Config: configuration.Run{JDK: test.home}})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %q", test.home, err, test.want)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := Start(ctx, Launch{Config: configuration.Run{JDK: "hang"}}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("hang: error %v, want %v", err, context.DeadlineExceeded)
	}
	if _, err := Start(context.Background(), Launch{Executable: "/does/not/exist"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no executable: error %v, want %v", err, os.ErrNotExist)
	}
}

func TestWorkerRunsOneProgram(t *testing.T) {
	w := start(t, Launch{})
	if _, err := w.Run(context.Background(), vm.Program{MainClass: "Status"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Run(context.Background(), vm.Program{MainClass: "Status"}); err == nil {
		t.Error("a second run was accepted")
	}
	w.Close()
	w.Close()
	if err := w.Inspect(func([]byte) error { return nil }); !errors.Is(err, errNoMemory) {
		t.Errorf("Inspect after Close says %v, want %v", err, errNoMemory)
	}
}

func TestServeRefusesToBeStartedByHand(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(executable, "worker").CombinedOutput()
	if err == nil || !strings.Contains(string(output), "use hotlens run") {
		t.Errorf("error %v, output %q", err, output)
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	tail := NewTail(4)
	for _, part := range []string{"abc", "defgh", "i"} {
		fmt.Fprint(tail, part)
	}
	if got, want := tail.String(), "[5 bytes of output left out]\nfghi"; got != want {
		t.Errorf("the tail is %q, want %q", got, want)
	}
}

func TestCrashReports(t *testing.T) {
	for report, want := range map[string]struct {
		cause   string
		refused bool
	}{
		"": {},
		"runtime/cgo: pthread_create failed: Resource temporarily unavailable\nruntime: g 0 gp=0x1: unknown pc 0x2\nSIGABRT: abort\n": {
			"runtime/cgo: pthread_create failed: Resource temporarily unavailable", true},
		"runtime: out of memory: cannot allocate 4194304-byte block\nfatal error: out of memory\n": {
			"runtime: out of memory: cannot allocate 4194304-byte block", true},
		"[9 bytes of output left out]\npanic: index out of range\n\ngoroutine 1 [running]:\n": {"panic: index out of range", false},
		"something else\n\n": {"something else", false},
	} {
		if cause, refused := crashLine(report), saysRefused(report); cause != want.cause || refused != want.refused {
			t.Errorf("%q is because of %q (no memory: %t), want %q (%t)", report, cause, refused, want.cause, want.refused)
		}
	}
}
