package confinement

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// groupTree makes folders that look like control groups: "GROUP/FILE TEXT" each.
func groupTree(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, line := range files {
		name, text, _ := strings.Cut(line, " ")
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestParentOfGroups looks for the group in trees of kinds that systems have.
func TestParentOfGroups(t *testing.T) {
	// A desktop: systemd has delegated user@1000.service to its user.
	const manager = "user.slice/user-1000.slice/user@1000.service"
	desktop := []string{
		"cgroup.subtree_control cpu memory pids", "cgroup.procs ",
		"user.slice/cgroup.subtree_control cpu memory pids", "user.slice/cgroup.procs ",
		"user.slice/user-1000.slice/cgroup.subtree_control cpu memory pids", "user.slice/user-1000.slice/cgroup.procs ",
		"user.slice/user-1000.slice/session-3.scope/cgroup.subtree_control ", "user.slice/user-1000.slice/session-3.scope/cgroup.procs 41",
		manager + "/cgroup.subtree_control cpu memory pids", manager + "/cgroup.procs ",
		manager + "/app.slice/cgroup.subtree_control memory pids", manager + "/app.slice/cgroup.procs ",
		manager + "/app.slice/app-code-42.scope/cgroup.subtree_control ", manager + "/app.slice/app-code-42.scope/cgroup.procs 42",
		manager + "/app.slice/app-code-42.scope/memory.max max", manager + "/app.slice/app-code-42.scope/memory.high max",
		manager + "/app.slice/bounded.scope/cgroup.subtree_control ", manager + "/app.slice/bounded.scope/cgroup.procs 43",
		manager + "/app.slice/bounded.scope/memory.max max", manager + "/app.slice/bounded.scope/memory.high 1073741824",
		manager + "/background.slice/cgroup.subtree_control pids", manager + "/background.slice/cgroup.procs ",
		manager + "/background.slice/x.service/cgroup.subtree_control ", manager + "/background.slice/x.service/cgroup.procs 44",
	}
	all := func(string) bool { return true }
	of := func(folder string) func(string) bool {
		return func(path string) bool { return strings.Contains(path, folder) }
	}
	const refused = "neither the control group "
	tests := []struct {
		name       string
		files      []string
		writable   func(path string) bool
		membership string
		want, err  string // the group, or how the error begins
	}{
		{"an application of a desktop", desktop, of(manager), "0::/" + manager + "/app.slice/app-code-42.scope\n", "/" + manager + "/app.slice", ""},
		{"of several hierarchies", desktop, of(manager), "1:name=systemd:/x\n0::/" + manager + "/app.slice/app-code-42.scope\n", "/" + manager + "/app.slice", ""},
		{"a group with a bound", desktop, of(manager), "0::/" + manager + "/app.slice/bounded.scope\n", "", "the control group /" + manager + "/app.slice/bounded.scope has a bound"},
		{"a group without the controller", desktop, of(manager), "0::/" + manager + "/background.slice/x.service\n", "", refused},
		{"a login by ssh", desktop, of(manager), "0::/user.slice/user-1000.slice/session-3.scope\n", "", refused},
		{"a login of the superuser", desktop, all, "0::/user.slice/user-1000.slice/session-3.scope\n", "/user.slice/user-1000.slice", ""},
		{"a folder that may be written, without its processes", desktop,
			func(path string) bool { return filepath.Base(path) != "cgroup.procs" }, "0::/" + manager + "/app.slice/app-code-42.scope\n", "", refused},
		{"the root", []string{"cgroup.subtree_control memory", "cgroup.procs 1"}, all, "0::/\n", "/", ""},
		{"a container", []string{"cgroup.subtree_control ", "cgroup.procs 1"}, all, "0::/\n", "", refused},
		{"a container's process outside", []string{"cgroup.subtree_control ", "cgroup.procs 1"}, all, "0::/../other\n", "", refused},
		{"a removed group", desktop, all, "0::/gone/by/now (deleted)\n", "", refused},
		{"version 1", nil, all, "4:memory:/\n", "", "this process is in no control group of version 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := groupTree(t, test.files...)
			got, err := hierarchy{root, test.writable}.parentOfGroups(test.membership)
			if test.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("group %s, error %v, want one that begins %q", got, err, test.err)
				}
				return
			}
			if want := filepath.Join(root, test.want); err != nil || got != want {
				t.Errorf("group %s, error %v, want %s", got, err, want)
			}
		})
	}
}

func TestCounter(t *testing.T) {
	text := []byte("low 0\nmax 12\noom 2\noom_kill 7\n")
	for name, want := range map[string]uint64{"oom_kill": 7, "oom": 2, "low": 0, "absent": 0} {
		if got := counter(text, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

// delegated is the parent of groups on this machine.
func delegated(t *testing.T) string {
	t.Helper()
	parent, err := ProbeGroup()
	if err != nil {
		t.Skipf("no control groups here: %v", err)
	}
	return parent
}

// groupsBelow are the names of our groups.
func groupsBelow(t *testing.T, parent string) []string {
	t.Helper()
	entries, err := os.ReadDir(parent)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), groupName) {
			names = append(names, entry.Name())
		}
	}
	return names
}

// touching is this binary as a process that touches so many MB and then waits for its
// end, with a child of its own if so.
func touching(mode string) func() (*exec.Cmd, error) {
	return func() (*exec.Cmd, error) {
		executable, err := os.Executable()
		return exec.Command(executable, "touch", mode), err
	}
}

// touch is the process.
func touch(mode string) int {
	if mode == "child" {
		child := exec.Command("/proc/self/exe", "touch", "wait")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // out of reach for signals to a group of processes
		if child.Start() != nil {
			return 1
		}
		mode = "much"
	}
	if mode == "much" {
		hoard := make([]byte, 256<<20)
		for i := 0; i < len(hoard); i += 4096 {
			hoard[i] = 1
		}
		return 0
	}
	if mode == "wait" {
		_ = syscall.Pause()
	}
	return 0
}

func TestGroupHoldsMemory(t *testing.T) {
	parent := delegated(t)
	tests := []struct {
		mode        string
		status      string
		outOfMemory bool
	}{
		{"little", "exit status 0", false},
		{"much", "signal: killed", true},
		{"child", "signal: killed", true},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			command, group, err := Start(64<<20, touching(test.mode))
			if err != nil || group == nil {
				t.Fatalf("group %v, error %v", group, err)
			}
			_ = command.Wait()
			if got := command.ProcessState.String(); got != test.status {
				t.Errorf("it ended with %s, want %s", got, test.status)
			}
			if got := group.End(); got != test.outOfMemory {
				t.Errorf("out of memory: %v, want %v", got, test.outOfMemory)
			}
			if left := groupsBelow(t, parent); left != nil {
				t.Errorf("%v are left", left)
			}
		})
	}
}

// TestStaleGroupsAreRemoved leaves a group behind with a process, as a killed agent does,
// and has one in use beside it.
func TestStaleGroupsAreRemoved(t *testing.T) {
	parent := delegated(t)
	stale, group, err := Start(64<<20, touching("wait"))
	if err != nil || group == nil {
		t.Fatalf("group %v, error %v", group, err)
	}
	group.folder.Close() // what the end of the agent does
	used, inUse, err := Start(64<<20, touching("wait"))
	if err != nil || inUse == nil {
		t.Fatalf("group %v, error %v", inUse, err)
	}
	if err := stale.Wait(); err == nil || stale.ProcessState.Sys().(syscall.WaitStatus).Signal() != unix.SIGKILL {
		t.Errorf("the process in the stale group ended with %v, want to see it killed", err)
	}
	if diff := cmp.Diff([]string{filepath.Base(inUse.folder.Name())}, groupsBelow(t, parent)); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	inUse.End()
	_ = used.Wait()
	if left := groupsBelow(t, parent); left != nil {
		t.Errorf("%v are left", left)
	}
}

// TestStartWithoutGroup wants a command that cannot be made to be an error, and no bound to
// take no group.
func TestStartWithoutGroup(t *testing.T) {
	command, group, err := Start(0, touching("little"))
	if err != nil || group != nil || command.Wait() != nil || group.End() {
		t.Errorf("group %v, error %v, %v", group, err, command.ProcessState)
	}
	refused := errors.New("refused")
	for _, bytes := range []uint64{0, 64 << 20} {
		if _, group, err := Start(bytes, func() (*exec.Cmd, error) { return nil, refused }); !errors.Is(err, refused) || group != nil {
			t.Errorf("%d bytes: group %v, error %v", bytes, group, err)
		}
	}
	if parent, err := ProbeGroup(); err == nil && len(groupsBelow(t, parent)) > 0 {
		t.Error("a group is left")
	}
}
