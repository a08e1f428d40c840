package confinement

import (
	"fmt"

	"golang.org/x/sys/unix"
)

const (
	// maxFileBytes bounds each file that a confined process writes. Programs that write
	// more are not profiled; the quota of the temporary folder is far below.
	maxFileBytes = 4 << 30
	// maxProcesses bounds the threads and processes of the user, all taken together, as
	// the kernel counts them: far more than a desktop has, and far less than brings a
	// machine down.
	maxProcesses = 8192
	// maxFiles bounds the files that a confined process has open: the kernel keeps up to
	// 64 KB for a pipe, and megabytes for a socket. Programs with more are servers.
	maxFiles = 4096
)

// limitResources lowers the resource limits. Limits that are lower already stay.
func limitResources(rules Rules) error {
	limits := []struct {
		name     string
		resource int
		value    uint64
	}{
		{"of core files", unix.RLIMIT_CORE, 0},
		{"of file sizes", unix.RLIMIT_FSIZE, maxFileBytes},
		{"of processes", unix.RLIMIT_NPROC, maxProcesses},
		{"of open files", unix.RLIMIT_NOFILE, maxFiles},
		{"of private memory", unix.RLIMIT_DATA, rules.DataBytes},
	}
	for _, l := range limits {
		if l.resource == unix.RLIMIT_DATA && l.value == 0 {
			continue
		}
		var limit unix.Rlimit
		if err := unix.Getrlimit(l.resource, &limit); err != nil {
			return fmt.Errorf("reading the limit %s: %w", l.name, err)
		}
		limit.Max = min(limit.Max, l.value)
		limit.Cur = min(limit.Cur, limit.Max)
		if err := unix.Setrlimit(l.resource, &limit); err != nil {
			return fmt.Errorf("setting the limit %s: %w", l.name, err)
		}
	}
	return nil
}
