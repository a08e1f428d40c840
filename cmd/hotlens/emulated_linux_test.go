package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// emulate is a shell script that runs its arguments where the kernel has qemu execute the
// programs of another processor, workers that the program starts included. It is executed in
// namespaces of its own (binfmt_misc belongs to the user namespace since Linux 6.7), so that
// nothing outside notices.
const emulate = `set -e
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc || exit $REFUSED
printf ':hotlens-arm64:M::\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff:%s:' "$QEMU" > /proc/sys/fs/binfmt_misc/register
exec "$@"
`

// refused is the exit status of emulate where the kernel does not let it try.
const refused = 77

// TestEmulated runs the binary for linux/arm64, whose machine code wazero makes by other means:
// Hello World prints what it prints here, and a program has the same profile, byte by byte.
func TestEmulated(t *testing.T) {
	if testing.Short() || runtime.GOARCH == "arm64" {
		return // all other tests run the binary for this processor
	}
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Fatalf("%v: run \"make test-all\", which installs it", err)
	}
	probe := emulation(t, qemu, "true")
	switch output, err := probe.CombinedOutput(); {
	case err == nil:
	case probe.ProcessState == nil || probe.ProcessState.ExitCode() == refused:
		t.Skipf("this kernel gives nobody namespaces with emulators of their own: %v\n%s", err, output)
	default:
		t.Fatalf("registering the emulator: %v\n%s", err, output)
	}
	tools := oracle.FindTools(t)
	folder := t.TempDir()
	emulated := filepath.Join(folder, "hotlens-arm64")
	build := exec.Command("go", "build", "-o", emulated, "hotlens/cmd/hotlens")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building hotlens for arm64: %v\n%s", err, output)
	}
	classes := oracle.Compile(t, tools, filepath.Join("testdata", "emulated"))
	run := func(hotlens string, arguments ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), hotlens, arguments...)
		if hotlens == emulated {
			command = emulation(t, qemu, append([]string{hotlens}, arguments...)...)
		}
		command.Dir = folder
		command.Env = append(command.Env, append(oracle.Environment(), "HOTLENS_CODE_CACHE=off", "XDG_CACHE_HOME="+folder)...)
		var stderr strings.Builder
		command.Stderr = &stderr
		output, err := command.Output()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", hotlens, arguments, err, oracle.LastLines(stderr.String(), 20))
		}
		return string(output)
	}
	if got := run(emulated, "run", "-cp", classes, "Hello", "arm64"); got != "Hello, arm64!\n" {
		t.Errorf("Hello World prints %q", got)
	}
	if want, got := run(tools.Hotlens, "run", "-cp", classes, "Work"), run(emulated, "run", "-cp", classes, "Work"); want != got {
		t.Errorf("the output differs:\n%s", oracle.FirstDifference(want, got))
	}
	profile := []string{"profile", "--timeout", "0", "--format", "json", "-cp", classes, "Work"}
	want, got := run(tools.Hotlens, profile...), run(emulated, profile...)
	if want != got {
		t.Errorf("the profile differs:\n%s", oracle.FirstDifference(want, got))
	}
	if !strings.Contains(want, `"inlined"`) {
		t.Error("nothing was compiled: the program is too short")
	}
	timed := []string{"profile", "--profilers", "time", "--clock", "virtual", "--timeout", "0", "--format", "json", "-cp", classes, "Work"}
	if want, got := timedCalls(t, run(tools.Hotlens, timed...)), timedCalls(t, run(emulated, timed...)); !maps.Equal(want, got) {
		t.Errorf("the timed calls differ:\n%s", cmp.Diff(want, got))
	}
}

// timedCalls are how often the methods have been called that a profile has timed. It demands that some time has passed in each that was called often.
func timedCalls(t *testing.T, encoded string) map[string]uint64 {
	t.Helper()
	p, err := profiles.Decode(strings.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	calls, nanos := map[string]uint64{}, map[string]uint64{}
	for i := range p.Contexts {
		c := &p.Contexts[i]
		name := p.Methods[c.Method].Class + "." + p.Methods[c.Method].Name
		calls[name] += c.Calls
		nanos[name] += p.Also(c).SelfNanos.Value()
	}
	for name, n := range calls {
		if n > 1000 && nanos[name] == 0 {
			t.Errorf("%s has taken no time in %d calls", name, n)
		}
	}
	if len(calls) == 0 {
		t.Error("nothing has been timed")
	}
	return calls
}

// emulation is a command for emulate.
func emulation(t *testing.T, qemu string, command ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), "bash", append([]string{"-c", emulate, "bash"}, command...)...)
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	c.Env = []string{"QEMU=" + qemu, fmt.Sprint("REFUSED=", refused), "PATH=" + os.Getenv("PATH")}
	return c
}
