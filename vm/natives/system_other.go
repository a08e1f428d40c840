//go:build unix && !linux

package natives

import (
	"iter"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// See system_linux.go.

const (
	ioctlUnread      = 0x4004667f // FIONREAD of the BSDs
	ioctlGetTerminal = unix.TIOCGETA
	ioctlSetTerminal = unix.TIOCSETA
	openDirect       = 0 // there is only fcntl's F_NOCACHE
)

// countLocks cannot be told here: those of a program are not bounded.
func countLocks(iter.Seq[int]) int { return 0 }

func makePipe() (reader, writer int, err error) {
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		return 0, 0, err
	}
	unix.CloseOnExec(ends[0])
	unix.CloseOnExec(ends[1])
	return ends[0], ends[1], nil
}

func replaceDescriptor(from, to int) error {
	if err := unix.Dup2(from, to); err != nil {
		return err
	}
	unix.CloseOnExec(to)
	return nil
}

func waitBriefly(set []unix.PollFd, d time.Duration) {
	_, _ = unix.Poll(set, int((d+time.Millisecond-1)/time.Millisecond)) // the caller asks again
}

func blockBytes(st *unix.Statfs_t) uint64 { return uint64(st.Bsize) }
func longestNameOf(*unix.Statfs_t) uint64 { return longestName }

func inet6Available() bool { return false }

// currentPID is the program's process number.
func currentPID(*Thread) int64 { return int64(os.Getpid()) }
