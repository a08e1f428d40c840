//go:build unix

package worker

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// programSignals are the signals that a program can handle under java.
var programSignals = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGWINCH}

// endingSignals end a process that does not catch them: to a program they become an IOException.
var endingSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}

// startedByAgent tells whether the inherited descriptors are those of a worker,
// and keeps them from programs that the Java program starts.
func startedByAgent() bool {
	for fd := fdCommands; fd < fdEnd; fd++ {
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) != nil {
			return false
		}
		isPipe := uint32(stat.Mode)&unix.S_IFMT == unix.S_IFIFO
		if fd <= fdReplies && !isPipe {
			return false
		}
		unix.CloseOnExec(fd)
	}
	return true
}

// fileModeMask is the umask of most users.
const fileModeMask = 0o022

// setFileModeMask makes the modes of new files those that they have for most users.
func setFileModeMask() { syscall.Umask(fileModeMask) }

// killGroup ends a process that leads a group, and the others in it.
func killGroup(process *os.Process) { syscall.Kill(-process.Pid, syscall.SIGKILL) }
