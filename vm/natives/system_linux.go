package natives

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// What differs between the systems that the VM runs on. Linux has its whole
// library; elsewhere files, standard streams and clocks work, and sockets and
// processes, whose classes are others there, do not.

const (
	ioctlUnread      = unix.TIOCINQ // bytes that can be read at once
	ioctlGetTerminal = unix.TCGETS
	ioctlSetTerminal = unix.TCSETS
	openDirect       = unix.O_DIRECT
)

// makePipe makes a pipe that child processes do not inherit.
func makePipe() (reader, writer int, err error) {
	var ends [2]int
	err = unix.Pipe2(ends[:], unix.O_CLOEXEC)
	return ends[0], ends[1], err
}

// replaceDescriptor makes the descriptor to another name of what from is.
func replaceDescriptor(from, to int) error { return unix.Dup3(from, to, unix.O_CLOEXEC) }

// countLocks counts the locks of descriptors, and countWatches what their inotify instances
// watch, as proc_pid_fdinfo(5) has them: a line each.
func countLocks(fds iter.Seq[int]) int   { return countRecords(fds, "lock:") }
func countWatches(fds iter.Seq[int]) int { return countRecords(fds, "inotify ") }

func countRecords(fds iter.Seq[int], kind string) (n int) {
	for fd := range fds {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/self/fdinfo/%d", fd)) // nothing of one that is closed
		for line := range bytes.Lines(text) {
			if bytes.HasPrefix(line, []byte(kind)) {
				n++
			}
		}
	}
	return n
}

// countWatchServices counts the descriptors that are inotify instances.
func countWatchServices(fds iter.Seq[int]) (n int) {
	for fd := range fds {
		if name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd)); err == nil && name == "anon_inode:inotify" {
			n++
		}
	}
	return n
}

// waitBriefly waits for events for a time that may be less than a millisecond.
func waitBriefly(set []unix.PollFd, d time.Duration) {
	limit := unix.NsecToTimespec(int64(d))
	_, _ = unix.Ppoll(set, &limit, nil) // the caller asks again
}

// blockBytes and longestNameOf are facts of a file system.
func blockBytes(st *unix.Statfs_t) uint64    { return uint64(st.Frsize) }
func longestNameOf(st *unix.Statfs_t) uint64 { return uint64(st.Namelen) }

// inet6Available reports whether the system has IPv6.
func inet6Available() bool {
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	unix.Close(fd)
	return true
}
