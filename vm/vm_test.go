//go:build unix

package vm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/conc"
	"golang.org/x/sys/unix"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// ran is what one program did on a VM inside the test's process.
type ran struct {
	Stdout, Stderr string
	result         vm.Result
	profile        *sharedmemory.Snapshot
}

// runInProcess boots a VM in this process, with the settings that change sets,
// and runs a program on it under the virtual clock.
func runInProcess(t *testing.T, classes, name string, change func(*configuration.Run)) ran {
	t.Helper()
	return runPrepared(t, classes, name, vm.Needs{}, change)
}

// runPrepared is runInProcess on a machine that has been told of needs.
func runPrepared(t *testing.T, classes, name string, needs vm.Needs, change func(*configuration.Run)) ran {
	t.Helper()
	folder := t.TempDir()
	memory := openMemory(t)
	stdout, stderr := openScratch(t, filepath.Join(folder, "stdout")), openScratch(t, filepath.Join(folder, "stderr"))
	stdin, err := os.Open(os.DevNull)
	if input := filepath.Join("testdata", "programs", name+".in"); exists(input) {
		stdin, err = os.Open(input)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	work := filepath.Join(folder, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	config := configuration.Run{
		JDK: oracle.JDKHome(t), Release: oracle.Release(t), ClassPath: []string{classes},
		Limits:       configuration.Limits{HeapBytes: 256 << 20, StackBytes: 1 << 20, MaxThreads: 500},
		VirtualClock: true, Tier: configuration.Tier(*oracle.Tier), Policy: configuration.Policy{Unrestricted: true},
		Directory: work, TempDirectory: t.TempDir(), Environment: oracle.Environment(),
	}
	if change != nil {
		change(&config)
	}
	machine, err := vm.Boot(t.Context(), config, needs, vm.Files{Memory: memory, Stdin: stdin, Stdout: stdout, Stderr: stderr})
	if err != nil {
		t.Fatalf("booting: %v", err)
	}
	arguments := oracle.Arguments(t, filepath.Join("testdata", "programs", name+".args"))
	out := ran{result: runToItsEnd(t, machine, vm.Program{MainClass: name, Arguments: arguments})}
	if out.result.Err != nil {
		t.Fatalf("the machine failed: %v", out.result.Err)
	}
	out.Stdout, out.Stderr = content(t, stdout), content(t, stderr)
	if config.Profiled() {
		out.profile = readProfile(t, memory)
	}
	return out
}

// runToItsEnd runs a program on a booted machine, and fails the test where it hangs.
func runToItsEnd(t *testing.T, machine *vm.VM, program vm.Program) vm.Result {
	t.Helper()
	ended := make(chan vm.Result, 1)
	var group conc.WaitGroup // nobody waits for a program that hangs
	group.Go(func() { ended <- machine.Run(t.Context(), program) })
	select {
	case result := <-ended:
		return result
	case <-time.After(oracle.Timeout):
		t.Fatalf("%s has not ended after %v", program.MainClass, oracle.Timeout)
		return vm.Result{}
	}
}

// counted has every call of a program counted.
func counted(config *configuration.Run) { config.Profilers = configuration.Profile().Profilers }

func openScratch(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// openMemory makes the file of a linear memory.
func openMemory(t *testing.T) *os.File {
	t.Helper()
	file, err := scratchMemory()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// scratchMemory makes the file of a linear memory, in a file system that is memory
// itself where there is one: pages are written all over it. It lives as long as it
// is open: a test that is killed leaves nothing.
func scratchMemory() (*os.File, error) {
	folder := "/dev/shm"
	if !exists(folder) {
		folder = os.TempDir()
	}
	file, err := os.CreateTemp(folder, "hotlens-test-")
	if err != nil {
		return nil, err
	}
	if err = os.Remove(file.Name()); err == nil {
		err = file.Truncate(vm.MemoryBytes())
	}
	return file, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func content(t *testing.T, file *os.File) string {
	t.Helper()
	data, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// readProfile reads the profile out of a memory file, as an agent does.
func readProfile(t *testing.T, memory *os.File) *sharedmemory.Snapshot {
	t.Helper()
	mapped, err := unix.Mmap(int(memory.Fd()), 0, int(vm.MemoryBytes()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(mapped) }()
	snapshot, err := sharedmemory.Read(mapped)
	if err != nil {
		t.Fatalf("reading the profile region: %v", err)
	}
	return snapshot
}

func TestMain(m *testing.M) { os.Exit(oracle.Package{M: m}.Run()) }

// forEachProgram compiles the programs of a folder and calls test for those that
// match, with -short one in share of them, some at a time, as subtests.
func forEachProgram(t *testing.T, folder string, share uint32, match func(name string) bool, test func(t *testing.T, classes, name string)) {
	t.Helper()
	names := chosenPrograms(t, folder)
	if match != nil {
		names = slices.DeleteFunc(names, func(name string) bool { return !match(name) })
	}
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, folder)
	slots := make(chan struct{}, concurrentPrograms)
	for _, name := range oracle.Sample(t, share, names) {
		t.Run(name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			test(t, classes, name)
		})
	}
}

// hasPrefix reports whether name starts with one of the prefixes.
func hasPrefix(name string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// sameRun reports how one run of a program differs from another.
func sameRun(t *testing.T, what string, want, got ran) {
	t.Helper()
	if got.Stdout != want.Stdout {
		t.Errorf("%s, stdout differs:\n%s", what, oracle.FirstDifference(want.Stdout, got.Stdout))
	}
	if fmt.Sprint(got.result.ExitStatus, got.result.Limit) != fmt.Sprint(want.result.ExitStatus, want.result.Limit) {
		t.Errorf("%s, the program ends with %d %v, want %d %v", what, got.result.ExitStatus, got.result.Limit, want.result.ExitStatus, want.result.Limit)
	}
	if t.Failed() && got.Stderr != "" {
		t.Logf("the end of its stderr:\n%s", oracle.LastLines(got.Stderr, 20))
	}
}
