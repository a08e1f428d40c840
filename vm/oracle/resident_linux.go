package oracle

import (
	"os"
	"syscall"
)

// resident is the most memory that an ended process, or one that it has waited for, has
// had at a time, in bytes.
func resident(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss << 10 // getrusage(2): in kilobytes
	}
	return 0
}
