package physicalmemory

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// groupsRoot is where the system shows its control groups.
const groupsRoot = "/sys/fs/cgroup"

// bytes is the machine's memory, or the bound of the control group that this process is in; 0 if neither can be read.
func bytes() uint64 {
	var machine unix.Sysinfo_t
	if unix.Sysinfo(&machine) != nil {
		return 0
	}
	most := uint64(machine.Totalram) * uint64(machine.Unit)
	membership, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return most
	}
	return min(most, groupBound(groupsRoot, string(membership), most))
}

// groupBound is the least bound in bytes of the control groups around a process, given by /proc/PID/cgroup; otherwise where there is none. The groups are those of version 2 (memory.max), or of version 1 with a tree for
// each controller (memory.limit_in_bytes).
func groupBound(root, membership string, otherwise uint64) uint64 {
	least := otherwise
	for line := range strings.Lines(membership) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, found := strings.Cut(rest, ":")
		top, file := root, "memory.max"
		switch {
		case !found:
			continue
		case controllers == "memory":
			top, file = filepath.Join(root, controllers), "memory.limit_in_bytes"
		case controllers != "":
			continue
		}
		for at := filepath.Join(top, filepath.Clean("/"+group)); ; at = filepath.Dir(at) { // in a container the innermost ones may not be shown
			if text, err := os.ReadFile(filepath.Join(at, file)); err == nil {
				if bound, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil { // else it is "max"
					least = min(least, bound)
				}
			}
			if at == top {
				break
			}
		}
	}
	return least
}
