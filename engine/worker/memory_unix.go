//go:build unix

package worker

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"hotlens/vm/configuration"
)

// reserve gives the file of the shared memory its size. The kernel counts it among
// files whose size "ulimit -f" limits, although it takes no room before it is used;
// so the limit is raised for the moment where the user may do that.
func reserve(file *os.File, bytes int64) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("reserving %d MB of shared memory: reading the limit of file sizes: %w", bytes>>20, err)
	}
	if needed := uint64(bytes); limit.Cur < needed {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: needed, Max: max(needed, limit.Max)}); err != nil {
			return fmt.Errorf("reserving %d MB of shared memory: file sizes are limited to %s here; run \"ulimit -f unlimited\" before, in a new shell if need be", bytes>>20, configuration.FormatSize(limit.Max))
		}
		defer unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
	}
	if err := file.Truncate(bytes); err != nil {
		return fmt.Errorf("reserving %d MB of shared memory: %w; free some memory or lower --heap", bytes>>20, err)
	}
	return nil
}

// mapShared maps so many bytes of a file, for reading and writing.
func mapShared(file *os.File, bytes int64) ([]byte, error) {
	return unix.Mmap(int(file.Fd()), 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

// unmapShared is the inverse of mapShared.
func unmapShared(bytes []byte) error { return unix.Munmap(bytes) }
