package confinement

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// This file puts a process into a control group of version 2 (cgroups(7), and the
// kernel's Documentation/admin-guide/cgroup-v2.rst, whose files are named here). Unlike
// a resource limit, it bounds a process with its children, and counts what the kernel
// holds for them: pipes, sockets, page tables, files in memory.

const (
	// groupsRoot is where systemd and all that follow it mount the groups.
	groupsRoot = "/sys/fs/cgroup"
	// groupName, with digits behind it, is the name of our groups. Those of systemd's units
	// never end with digits alone, so that nobody else's is taken for ours.
	groupName = "hotlens-"
	// emptyGrace is how long killed processes may take to be gone. It takes
	// milliseconds; what is left after that is removed with the next group.
	emptyGrace = 2 * time.Second
)

// Group is a control group with one process and its children. A nil Group stands for
// none.
//
// It is locked (flock(2)) as long as its agent lives, so that one which a killed agent
// has left is told from those in use.
type Group struct {
	folder *os.File
}

// startInGroup starts a command in a group. It returns nil where that cannot be.
func startInGroup(memoryBytes uint64, build func() (*exec.Cmd, error)) (*exec.Cmd, *Group) {
	group, err := newGroup(memoryBytes)
	if err != nil {
		slog.Debug("no control group for a process", "reason", err)
		return nil, nil
	}
	command, err := build()
	if err == nil {
		if command.SysProcAttr == nil {
			command.SysProcAttr = &syscall.SysProcAttr{}
		}
		command.SysProcAttr.UseCgroupFD = true
		command.SysProcAttr.CgroupFD = int(group.folder.Fd())
		err = command.Start()
	}
	if err != nil { // such as Linux before 5.7, which cannot start a process in a group
		slog.Debug("a process did not start in its control group", "reason", err)
		group.End()
		return nil, nil
	}
	return command, group
}

// newGroup makes an empty group.
func newGroup(memoryBytes uint64) (*Group, error) {
	parent, err := findParent()
	if err != nil {
		return nil, err
	}
	removeStale(parent)
	path, err := os.MkdirTemp(parent, groupName+"*")
	if err != nil {
		return nil, err
	}
	group, err := lockGroup(path)
	if err != nil {
		return nil, err
	}
	if err := group.bound(memoryBytes); err != nil {
		group.End()
		return nil, err
	}
	return group, nil
}

// findParent is the group below which this process may make others.
func findParent() (string, error) {
	var mounted unix.Statfs_t
	if err := unix.Statfs(groupsRoot, &mounted); err != nil || mounted.Type != unix.CGROUP2_SUPER_MAGIC {
		return "", fmt.Errorf("this system has no control groups of version 2 in %s", groupsRoot)
	}
	membership, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	writable := func(path string) bool { return unix.Access(path, unix.W_OK) == nil }
	return hierarchy{groupsRoot, writable}.parentOfGroups(string(membership))
}

// hierarchy is a tree of groups.
type hierarchy struct {
	root     string
	writable func(path string) bool
}

// parentOfGroups is the group of a process, given by /proc/PID/cgroup, or the one
// around that, if groups with a bound of their memory can be made there by the process.
//
// Groups that hold processes can have none below them that bound memory, but for the
// root: usually it is the group around. In a session of systemd's that is a slice, which
// belongs to the user. To start a process there, its procs must be writable as well.
func (h hierarchy) parentOfGroups(membership string) (string, error) {
	_, name, found := strings.Cut("\n"+membership, "\n0::")
	if !found {
		return "", errors.New("this process is in no control group of version 2")
	}
	name, _, _ = strings.Cut(name, "\n")
	own := filepath.Join(h.root, name)
	if h.fits(own) {
		return own, nil
	}
	around := filepath.Dir(own)
	switch {
	case own == h.root || !h.fits(around):
		return "", fmt.Errorf("neither the control group %s nor the one around it may be given groups that bound memory", name)
	case h.bounds(own):
		// Whoever has bounded the memory of an editor means what it starts, too.
		return "", fmt.Errorf("the control group %s has a bound of its memory, which a group beside it would get round", name)
	}
	return around, nil
}

// fits tells whether groups with a bound of their memory can be made in a group.
func (h hierarchy) fits(group string) bool {
	controllers, err := os.ReadFile(filepath.Join(group, "cgroup.subtree_control"))
	return err == nil && slices.Contains(strings.Fields(string(controllers)), "memory") &&
		h.writable(group) && h.writable(filepath.Join(group, "cgroup.procs"))
}

// bounds tells whether a group has a bound of its own.
func (h hierarchy) bounds(group string) bool {
	return slices.ContainsFunc([]string{"memory.max", "memory.high"}, func(name string) bool {
		bound, err := os.ReadFile(filepath.Join(group, name))
		return err == nil && strings.TrimSpace(string(bound)) != "max"
	})
}

// removeStale removes the groups that nobody has locked.
func removeStale(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if digits, ours := strings.CutPrefix(entry.Name(), groupName); !ours || strings.Trim(digits, "0123456789") != "" {
			continue
		}
		if group, err := lockGroup(filepath.Join(parent, entry.Name())); err == nil {
			group.End()
		}
	}
}

// lockGroup takes a group that nobody has locked.
func lockGroup(path string) (*Group, error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		folder.Close()
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return &Group{folder}, nil
}

// bound sets the group's bound. When it is reached and the kernel can free nothing, it
// kills all processes of the group.
func (g *Group) bound(memoryBytes uint64) error {
	swap := g.write("memory.swap.max", 0)
	if errors.Is(swap, fs.ErrNotExist) { // the kernel does not count what is swapped
		swap = nil
	}
	return errors.Join(g.write("memory.max", memoryBytes), g.write("memory.oom.group", 1), swap)
}

// write sets a number of the group's. Its files are there from the beginning.
func (g *Group) write(name string, value uint64) error {
	file, err := os.OpenFile(filepath.Join(g.folder.Name(), name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(strconv.FormatUint(value, 10))
	return errors.Join(err, file.Close())
}

// End kills what is left in the group and removes it. It tells whether the kernel has
// ended the group because it reached its bound.
func (g *Group) End() (outOfMemory bool) {
	if g == nil {
		return false
	}
	defer g.folder.Close()
	events, err := os.ReadFile(filepath.Join(g.folder.Name(), "memory.events"))
	outOfMemory = err == nil && counter(events, "oom_kill") > 0
	// Before Linux 5.14 there is no such file; whoever started the process has killed it.
	if err := g.write("cgroup.kill", 1); err != nil && !errors.Is(err, fs.ErrNotExist) {
		slog.Debug("ending a control group", "error", err)
	}
	g.awaitEmpty()
	if err := unix.Rmdir(g.folder.Name()); err != nil {
		slog.Debug("removing a control group", "group", g.folder.Name(), "error", err)
	}
	return outOfMemory
}

// awaitEmpty returns when there is no process left in the group, or after emptyGrace.
func (g *Group) awaitEmpty() {
	events, err := os.Open(filepath.Join(g.folder.Name(), "cgroup.events"))
	if err != nil {
		return
	}
	defer events.Close()
	deadline := time.Now().Add(emptyGrace)
	text := make([]byte, 1<<10)
	for {
		n, err := events.ReadAt(text, 0)
		if n == 0 && err != nil || counter(text[:n], "populated") == 0 {
			return
		}
		left := time.Until(deadline)
		if left <= 0 {
			return
		}
		// The kernel says when the file changes.
		_, _ = unix.Poll([]unix.PollFd{{Fd: int32(events.Fd()), Events: unix.POLLPRI}}, int(left.Milliseconds())+1)
	}
}

// counter is the number behind a name in a file of lines with a name and a number; 0 if
// it is not there.
func counter(text []byte, name string) uint64 {
	for line := range bytes.Lines(text) {
		if fields := strings.Fields(string(line)); len(fields) == 2 && fields[0] == name {
			number, _ := strconv.ParseUint(fields[1], 10, 64)
			return number
		}
	}
	return 0
}

// ProbeGroup tries to make a control group, and says below which other one, or why it
// cannot be.
func ProbeGroup() (parent string, err error) {
	group, err := newGroup(1 << 20)
	if err != nil {
		return "", err
	}
	defer group.End()
	return filepath.Dir(group.folder.Name()), nil
}
