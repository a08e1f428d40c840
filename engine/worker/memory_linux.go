package worker

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// newMemoryFile makes an empty file that lives in memory only, see
// memfd_create(2). It vanishes with the last process that holds it.
func newMemoryFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("hotlens", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("shared memory: memfd_create: %w", err)
	}
	return os.NewFile(uintptr(fd), "hotlens memory"), nil
}

// forbidShrinking seals the file's size from below: reading behind the end of a
// mapped file would end the agent with a bus error.
func forbidShrinking(file *os.File) error {
	_, err := unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK)
	return err
}
