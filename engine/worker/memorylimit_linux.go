package worker

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// privateMemory is what a process uses of memory that is its alone, in bytes: its
// RssAnon and VmSwap of proc_pid_status(5), which are in kB.
func privateMemory(pid int) (uint64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	var total uint64
	found := false
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name != "RssAnon" && name != "VmSwap" {
			continue
		}
		number, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		kilobytes, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("reading a process's memory: %w", err)
		}
		total += kilobytes << 10
		found = true
	}
	if !found {
		return 0, errors.New("the process has no memory any more")
	}
	return total, nil
}
