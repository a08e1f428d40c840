//go:build unix

package project

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup has a command end together with everything that it has started, when its context ends.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error {
		err := syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
}

// owned tells whether a file is the user's own, or the administrator's: who may write it could do what a build tool does.
func owned(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (int(stat.Uid) == os.Getuid() || stat.Uid == 0)
}
