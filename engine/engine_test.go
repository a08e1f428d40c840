//go:build unix

package engine

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/worker"
	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/linking"
)

// TestMain makes this test binary a worker, with a fake machine, when it is
// started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		if err := worker.Serve(context.Background(), fakeMemoryBytes, bootFake); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(worker.FailureStatus)
		}
		os.Exit(0)
	}
	os.Exit(runTests(m))
}

// runTests gives the tests a cache folder of their own, with one compiler
// service for all.
func runTests(m *testing.M) int {
	cache, err := os.MkdirTemp("", "hotlens-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(cache)
	os.Setenv("XDG_CACHE_HOME", cache)
	return m.Run()
}

// fakeVM stands for the VM. Its program calls main once, as its profile says, and
// then does what its first argument says.
type fakeVM struct {
	config  configuration.Run
	files   vm.Files
	memory  []byte
	stopped chan struct{} // closed by Stop
	needs   vm.Needs      // as prepared
}

// fakeMemoryBytes holds a control page and a small profile.
const fakeMemoryBytes = 2 * sharedmemory.ControlPageBytes

func bootFake(_ context.Context, config configuration.Run, needs vm.Needs, files vm.Files) (worker.VM, error) {
	memory, err := unix.Mmap(int(files.Memory.Fd()), 0, fakeMemoryBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return &fakeVM{config: config, needs: needs, files: files, memory: memory, stopped: make(chan struct{})}, err
}

func (m *fakeVM) Signal(int) {}

func (m *fakeVM) Terminate(*profiles.Limit) {}

func (m *fakeVM) Time(context.Context, *configuration.Timing) error { return nil }

func (m *fakeVM) Count(context.Context, bool) error { return nil }

func (m *fakeVM) Stop() { close(m.stopped) }

func (m *fakeVM) Run(ctx context.Context, program vm.Program) vm.Result {
	if program.MainClass == "shop.Nowhere" {
		return vm.Result{ExitStatus: 1, Err: &vm.LoadError{Class: program.MainClass, Reason: "java.lang.ClassNotFoundException: " + program.MainClass}}
	}
	announced := strings.Join(program.Arguments, " ") == "announce"
	if err := m.recordMain(program.MainClass, announced); err != nil {
		return vm.Result{Err: err}
	}
	fmt.Fprintln(m.files.Stdout, "main of", program.MainClass, program.Arguments)
	switch strings.Join(program.Arguments, " ") {
	case "hang", "announce":
		<-m.stopped
		return vm.Result{ExitStatus: profiles.StatusLimit, Limit: profiles.LimitStopped.Reached(1)}
	case "crash":
		panic("deliberate panic")
	case "exit":
		return vm.Result{ExitStatus: 4}
	case "needs":
		fmt.Fprintln(m.files.Stdout, "has", m.needs)
		return vm.Result{Needs: vm.Needs{Classes: []linking.Wanted{{Class: "java/util/Random", Methods: []int{4, 7}}}, MethodOrder: true}}
	case "readable":
		fmt.Fprintln(m.files.Stdout, strings.Join(m.config.Policy.Read, "\n"))
	}
	return vm.Result{}
}

// recordMain writes a profile with one call of main, and one of main by itself if that is to be announced.
func (m *fakeVM) recordMain(class string, announced bool) error {
	writer, err := sharedmemory.NewWriter(m.memory, sharedmemory.Span{Start: sharedmemory.ControlPageBytes, End: fakeMemoryBytes}, sharedmemory.Span{})
	if err != nil {
		return err
	}
	text := func(text string) uint32 {
		address, _ := writer.AppendString(text)
		return address
	}
	method, _ := writer.AppendMethod(text(strings.ReplaceAll(class, ".", "/")), text("main"), text("([Ljava/lang/String;)V"), text("Demo.java"), 1, 0)
	node, ok := writer.AppendNode(method, 0, -1, -1, sharedmemory.Root, 0)
	if !ok {
		return errors.New("the fake profile does not fit")
	}
	if announced {
		_, ok = writer.AppendEdge(method, method, 3, 4, sharedmemory.Static)
	}
	if !ok {
		return errors.New("the fake profile does not fit")
	}
	m.memory[node+sharedmemory.NodeCalls] = 1
	m.memory[node+sharedmemory.NodeBytecodes] = 9
	binary.LittleEndian.PutUint32(m.memory[sharedmemory.ControlMagic:], sharedmemory.Magic)
	return nil
}

// newEngine returns an engine that must not leave anything behind.
func newEngine(t *testing.T) *Engine {
	t.Helper()
	e := New()
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		left, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "hotlens", "scratch", "?"))
		if err != nil || len(left) > 0 {
			t.Errorf("the engine has left %v, %v", left, err)
		}
	})
	return e
}

// save writes a source file into a workspace and returns a request for it.
func save(t *testing.T, workspace, name, text string) Request {
	t.Helper()
	file := filepath.Join(workspace, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Request{File: file, Workspace: workspace, Config: configuration.Server()}
}

const demo = "public class Demo { public static void main(String[] args) {} }"

func TestProfileOutcomes(t *testing.T) {
	e := newEngine(t)
	workspace := t.TempDir()
	for _, test := range []struct {
		name, text string
		change     func(*Request)
		status     string
		message    string
		exitStatus int
		output     string
		remedy     string
	}{
		{name: "ok", text: demo, status: StatusOK,
			message: "Demo: 1 call, 9 bytecodes", output: "main of Demo []\n"},
		{name: "arguments", text: demo, change: func(r *Request) { r.Arguments = []string{"a b", "c"} },
			status: StatusOK, message: "Demo: 1 call, 9 bytecodes", output: "main of Demo [a b c]\n"},
		{name: "target", text: demo, change: func(r *Request) { r.Targets = []string{"Demo exit"} },
			status: StatusOK, message: "Demo: exit status 4, 1 call, 9 bytecodes", exitStatus: 4, output: "main of Demo [exit]\n"},
		{name: "no main", text: "public class Demo {}", status: StatusNoTarget,
			message: "class Demo has no main method: declare one, or name a program in the setting hotlens.targets"},
		{name: "no class", text: demo, change: func(r *Request) { r.Targets = []string{"shop.Nowhere 7"} }, status: StatusNoTarget,
			message: "there is no class shop.Nowhere in the project or on its class path: check the setting hotlens.targets"},
		{name: "no file", text: demo, change: func(r *Request) { r.Targets = []string{"Nowhere.java"} }, status: StatusNoTarget,
			message: "there is no file " + filepath.Join(workspace, "Nowhere.java") + ": check the setting hotlens.targets"},
		{name: "does not compile", text: "public class Demo { int x = }", status: StatusCompileError,
			message: filepath.Join(workspace, "Demo.java") + ":1: error: illegal start of expression"},
		{name: "nowhere", text: "import shop.Words; public class Demo {}", status: StatusCompileError, message: filepath.Join(workspace, "Demo.java") + ":1: error: package shop does not exist",
			remedy: "if the class is in a jar, add that with -cp (setting hotlens.classPath), or put it into a folder lib"},
		{name: "timeout", text: demo, change: func(r *Request) { r.Arguments, r.Config.Limits.Timeout = []string{"hang"}, 50*time.Millisecond },
			status: StatusLimit, exitStatus: 3, message: "stopped after 50ms; give more with --timeout (setting hotlens.timeout)",
			output: "main of Demo [hang]\n"},
		{name: "crash", text: demo, change: func(r *Request) { r.Arguments = []string{"crash"} },
			status: StatusFailed, message: "the VM failed: panic: deliberate panic", exitStatus: worker.FailureStatus,
			output: "main of Demo [crash]\n"},
		{name: "heap", text: demo, change: func(r *Request) { r.Config.Limits.HeapBytes = 1 << 20 }, status: StatusFailed,
			message: "--heap is 1m: give a size from 16m to 2046m"},
		{name: "JDK", text: demo, change: func(r *Request) { r.Config.JDK = "/does/not/exist" }, status: StatusFailed,
			message: "/does/not/exist is not the folder of a JDK: the folder itself is missing; install JDK 17, 21 or 25 (with javac), " +
				"or name its folder with --jdk (setting hotlens.jdk), HOTLENS_JDK or JAVA_HOME"},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := save(t, workspace, "Demo.java", test.text)
			if test.change != nil {
				test.change(&request)
			}
			got, err := e.Profile(context.Background(), request, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != test.status || got.Message != test.message || outcome(got).ExitStatus != test.exitStatus || outcome(got).Output != test.output || got.Remedy != test.remedy {
				t.Errorf("result %+v, want status %q, message %q, exit status %d, output %q, remedy %q",
					got, test.status, test.message, test.exitStatus, test.output, test.remedy)
			}
			ran := test.output != ""
			if (got.Profile != nil) != ran {
				t.Errorf("profile %v, but the program ran: %t", got.Profile, ran)
			}
		})
	}
}

// outcome is that of the program, empty if it was not started.
func outcome(result *Result) profiles.Outcome {
	if result.Outcome == nil {
		return profiles.Outcome{}
	}
	return *result.Outcome
}

func TestProfileOfAProgram(t *testing.T) {
	e := newEngine(t)
	request := save(t, t.TempDir(), "Demo.java", demo)
	var phases []string
	result, err := e.Profile(context.Background(), request, func(phase string) { phases = append(phases, phase) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"compiling Demo.java", "starting the VM", "running Demo"}, phases); diff != "" {
		t.Errorf("phases (-want +got):\n%s", diff)
	}
	p := result.Profile
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	if p.Target.Main != "Demo" || p.Clock != configuration.ClockVirtual || p.Tier != string(configuration.TierAuto) || !p.Complete || p.Totals.WallNanos != nil || len(p.Target.ClassPath) != 2 {
		t.Errorf("profile %+v", p)
	}
	if result.Index == nil || len(result.Index.Files) != 1 {
		t.Errorf("index %+v", result.Index)
	}

	// The same classes are not run again, unless something else has changed.
	request.LastClassesHash = result.ClassesHash
	for _, test := range []struct {
		change func(*Request)
		want   string
	}{
		{func(*Request) {}, StatusUnchanged},
		{func(r *Request) { r.Settled = make(chan struct{}) }, StatusUnchanged}, // it waits for nothing
		{func(r *Request) { r.Arguments = []string{"x"} }, StatusOK},
		{func(r *Request) { r.Config.Limits.HeapBytes = 64 << 20 }, StatusOK},
		{func(r *Request) { r.Config.VirtualClock = false }, StatusOK},
	} {
		changed := request
		test.change(&changed)
		result, err := e.Profile(context.Background(), changed, func(string) {})
		if err != nil || result.Status != test.want {
			t.Errorf("%+v: result %+v, error %v, want status %s", changed, result, err, test.want)
		}
	}
}

// A server may have been started in a workspace that is then removed and made again,
// as a checkout does.
func TestWorkspaceThatIsMadeAgain(t *testing.T) {
	e := newEngine(t)
	workspace := filepath.Join(t.TempDir(), "workspace")
	for round := range 3 {
		if err := os.Mkdir(workspace, 0o700); err != nil {
			t.Fatal(err)
		}
		if round == 0 {
			t.Chdir(workspace)
		}
		result, err := e.Profile(context.Background(), save(t, workspace, "Demo.java", demo), func(string) {})
		if err != nil || result.Status != StatusOK {
			t.Errorf("round %d: %+v, %v", round, result, err)
		}
		if err := os.RemoveAll(workspace); err != nil {
			t.Fatal(err)
		}
	}
}

// TestManifestsOfTheServersRuns has libraries outside the workspace whose manifests name a
// jar beside them, and the disk: the way of the server and that of the command line permit
// the one, and say so about the other.
func TestManifestsOfTheServersRuns(t *testing.T) {
	libraries, workspace := t.TempDir(), t.TempDir()
	beside, named := filepath.Join(libraries, "first.jar"), filepath.Join(libraries, "second.jar")
	writeJar(t, beside, "Manifest-Version: 1.0\nClass-Path: second.jar / ../\n")
	writeJar(t, named, "Manifest-Version: 1.0\n")
	request := save(t, workspace, "Demo.java", demo)
	request.Arguments = []string{"readable"}
	request.Config.ClassPath = []string{beside}
	var notes []string
	for _, folder := range []string{"/", filepath.Dir(libraries)} {
		notes = append(notes, fmt.Sprintf("the manifest of %s names %s, which the program may not read; allow it with --allow-read %s (setting hotlens.policy.read)", beside, folder, folder))
	}

	e := newEngine(t)
	result, err := e.Profile(context.Background(), request, func(string) {})
	if err != nil || result.Status != StatusOK {
		t.Fatalf("result %+v, error %v", result, err)
	}
	request.LastClassesHash = result.ClassesHash
	unchanged, err := e.Profile(context.Background(), request, func(string) {})
	if err != nil || unchanged.Status != StatusUnchanged {
		t.Fatalf("result %+v, error %v", unchanged, err)
	}
	t.Chdir(workspace)
	plan, err := Prepare(context.Background(), Target{Name: request.File}, request.Config)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	for way, got := range map[string]struct{ readable, notes []string }{
		"server":       {strings.Split(outcome(result).Output, "\n"), result.Notes},
		"unchanged":    {strings.Split(outcome(result).Output, "\n"), unchanged.Notes},
		"command line": {plan.config.Policy.Read, plan.Notes},
	} {
		if !slices.Contains(got.readable, named) || slices.Contains(got.readable, "/") || slices.Contains(got.readable, filepath.Dir(libraries)) {
			t.Errorf("%s: the program may read %q", way, got.readable)
		}
		if diff := cmp.Diff(notes, got.notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", way, diff)
		}
	}
}

// writeJar makes a jar that has a manifest only.
func writeJar(t *testing.T, path, manifest string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	entry, err := archive.Create("META-INF/MANIFEST.MF")
	if err == nil {
		_, err = io.WriteString(entry, manifest)
	}
	if err := errors.Join(err, archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestCancelledProfile(t *testing.T) {
	e := newEngine(t)
	request := save(t, t.TempDir(), "Demo.java", demo)
	request.Arguments = []string{"hang"}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := e.Profile(ctx, request, func(phase string) {
		if strings.HasPrefix(phase, "running") {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestStoppedProfile stops a program that runs, and one that is compiled.
func TestStoppedProfile(t *testing.T) {
	e := newEngine(t)
	request := save(t, t.TempDir(), "Demo.java", demo)
	request.Arguments = []string{"hang"}
	for phase, stopped := range map[string]bool{"running": true, "compiling": false} {
		ctx, cancel := context.WithCancelCause(context.Background())
		result, err := e.Profile(ctx, request, func(name string) {
			if strings.HasPrefix(name, phase) {
				cancel(ErrStopped)
			}
		})
		switch {
		case !stopped:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: result %+v, error %v, want %v", phase, result, err, context.Canceled)
			}
		case err != nil || result.Status != StatusLimit || result.Profile == nil || result.Index == nil:
			t.Errorf("%s: result %+v, error %v", phase, result, err)
		default:
			want := []profiles.Limit{*profiles.LimitRequested.Reached()}
			if diff := cmp.Diff(want, result.Profile.Limits); diff != "" || result.Profile.Complete || result.Message != want[0].Message {
				t.Errorf("%s: message %s, limits (-want +got):\n%s", phase, result.Message, diff)
			}
		}
	}
}

// TestWarmWorkers checks that the pool gives out what it has booted, once, and
// replaces workers that have died.
func TestWarmWorkers(t *testing.T) {
	p := newPool()
	defer p.close()
	config := configuration.Run{JDK: "/jdk"}
	p.prepare(config)
	p.prepare(config)
	if len(p.idle) != 1 {
		t.Fatalf("%d workers are idle, want 1", len(p.idle))
	}
	warm := p.idle[0]
	<-warm.done
	first, err := p.take(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer first.close()
	if first != warm.process {
		t.Error("the warm worker was not used")
	}
	second, err := p.take(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer second.close()
	if second == first {
		t.Error("a worker was given out twice")
	}

	p.prepare(config)
	dead := p.idle[0]
	<-dead.done
	dead.process.Worker.Close()
	third, err := p.take(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer third.close()
	if third == dead.process {
		t.Error("a dead worker was given out")
	}

	folder := filepath.Join(t.TempDir(), "workspace")
	config.Policy.Read = []string{folder}
	for range 2 {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		p.prepare(config)
		if err := os.Rename(folder, folder+" of before"); err != nil { // which keeps its inode from being given out again
			t.Fatal(err)
		}
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		stale := p.idle[len(p.idle)-1]
		<-stale.done
		fresh, err := p.take(context.Background(), config)
		if err != nil {
			t.Fatal(err)
		}
		if fresh == stale.process {
			t.Error("a worker was given out whose folder was made again since")
		}
		fresh.close()
		if err := errors.Join(os.RemoveAll(folder), os.RemoveAll(folder+" of before")); err != nil {
			t.Fatal(err)
		}
	}

	for heap := range uint64(idleProcesses + 2) {
		p.prepare(configuration.Run{Limits: configuration.Limits{HeapBytes: heap}})
	}
	if len(p.idle) != idleProcesses {
		t.Errorf("%d workers are idle, want %d", len(p.idle), idleProcesses)
	}
}

// TestPrepare makes ready what the first run takes, which then takes it.
func TestPrepare(t *testing.T) {
	e := newEngine(t)
	request := save(t, t.TempDir(), "Demo.java", demo)
	missing := request
	missing.File += "x"
	if err := errors.Join(e.Prepare(t.Context(), missing), e.Prepare(t.Context(), request)); err != nil {
		t.Fatal(err)
	}
	if len(e.services) != 1 || len(e.workers.idle) != 1 {
		t.Fatalf("%d compilers and %d workers are ready, want one of each", len(e.services), len(e.workers.idle))
	}
	classes, err := filepath.Glob(filepath.Join(e.classes.folder, "*", "*", "Demo.class"))
	if err != nil || len(classes) != 1 {
		t.Errorf("compiled is %v, %v", classes, err)
	}
	warm := e.workers.idle[0]
	<-warm.done
	if warm.err != nil {
		t.Fatal(warm.err)
	}
	result, err := e.Profile(t.Context(), request, func(string) {})
	if err != nil || result.Status != StatusOK {
		t.Fatalf("the run: %+v, %v", result, err)
	}
	select {
	case <-warm.process.Exited():
	case <-time.After(time.Minute):
		t.Error("the run has left the worker that was ready")
	}
}

// TestPrepareLate prepares when a save has come already, or is about to: the run that it starts has a worker, and another one would keep the processor from it.
func TestPrepareLate(t *testing.T) {
	e := newEngine(t)
	request := save(t, t.TempDir(), "Demo.java", demo)
	prepare := func(when string, workers int) {
		t.Helper()
		if err := e.Prepare(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		if got := len(e.workers.idle); got != workers {
			t.Errorf("%s: %d workers are ready, want %d", when, got, workers)
		}
	}
	e.profiling.Add(1)
	prepare("while a profile is made", 0)
	e.profiling.Add(-1)
	if err := os.Truncate(request.File, 0); err != nil {
		t.Fatal(err)
	}
	prepare("while the file is written", 0)
	save(t, request.Workspace, "Demo.java", demo)
	prepare("otherwise", 1)
}

// TestPrepareNeeds has the worker that waits for the next save prepare what the last run has needed, also if that was in the session before.
func TestPrepareNeeds(t *testing.T) {
	kept, err := needsFile(lastNeeds)
	if err != nil {
		t.Fatal(err)
	}
	forget := func(t *testing.T) {
		if err := os.Remove(kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	forget(t) // what other tests have run
	t.Cleanup(func() { forget(t) })
	request := save(t, t.TempDir(), "Demo.java", demo)
	request.Arguments = []string{"needs"}
	session := func(name string, runs ...string) {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t)
			for _, want := range runs {
				request.Arguments[0] = "needs"
				if strings.HasSuffix(want, "[crash]") { // which says nothing of what it has needed
					request.Arguments[0] = "crash"
				}
				result, err := e.Profile(t.Context(), request, func(string) {})
				if err != nil || result.Outcome == nil || !strings.Contains(result.Outcome.Output, want) {
					t.Errorf("the run: %+v, %v; want %s", result, err, want)
				}
			}
		})
	}
	session("first", "has {[] false}", "has {[{java/util/Random [4 7]}] true}", "main of Demo [crash]", "has {[{java/util/Random [4 7]}] true}")
	session("next", "has {[{java/util/Random [4 7]}] true}")
	if err := os.WriteFile(kept, []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	session("damaged", "has {[] false}", "has {[{java/util/Random [4 7]}] true}")
	session("mended", "has {[{java/util/Random [4 7]}] true}")
}

// TestPlanAnnouncesEdges is told of a new edge while the program runs: only what it then does ends the run.
func TestPlanAnnouncesEdges(t *testing.T) {
	request := save(t, t.TempDir(), "Demo.java", demo)
	plan, err := Prepare(context.Background(), Target{Name: request.File, Arguments: []string{"announce"}}, configuration.Profile())
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	ctx, interrupt := context.WithCancelCause(context.Background())
	defer interrupt(nil)
	var got []string
	plan.OnEdge = func(a sharedmemory.Announcement) {
		got = append(got, fmt.Sprintf("%d %s %s@%d:%d %s", a.Order, a.Kind, a.Caller.Name, a.BCI, a.Line, a.Callee.Name))
		interrupt(Signalled{syscall.SIGINT})
	}
	_, outcome, err := plan.Profile(ctx, Streams{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"0 static main@3:4 main"}; !slices.Equal(got, want) || outcome.ExitStatus != profiles.StatusSignal+int(syscall.SIGINT) {
		t.Errorf("was told of %q, want %q; the outcome is %+v", got, want, outcome)
	}
}

// TestPlanProfile goes the command line's way.
func TestPlanProfile(t *testing.T) {
	request := save(t, t.TempDir(), "Demo.java", demo)
	config := configuration.Profile()
	config.Limits.Timeout = 50 * time.Millisecond
	plan, err := Prepare(context.Background(), Target{Name: request.File, Arguments: []string{"hang"}}, config)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	profile, outcome, err := plan.Profile(context.Background(), Streams{})
	if err != nil {
		t.Fatal(err)
	}
	want := []profiles.Limit{{Kind: "time", Message: "stopped after 50ms; give more with --timeout (setting hotlens.timeout)"}}
	if diff := cmp.Diff(want, profile.Limits); diff != "" || profile.Complete || outcome.Limit == nil {
		t.Errorf("complete %t, outcome %+v, limits (-want +got):\n%s", profile.Complete, outcome, diff)
	}
	if profile.Totals.Calls != 1 {
		t.Errorf("%d calls, want 1", profile.Totals.Calls)
	}
}
