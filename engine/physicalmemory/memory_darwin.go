package physicalmemory

import "golang.org/x/sys/unix"

// bytes is the machine's memory; 0 if it cannot be read.
func bytes() uint64 {
	size, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return size
}
