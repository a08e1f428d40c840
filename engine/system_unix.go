//go:build unix

package engine

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// This file asks the operating system.

// addressLimit is how many bytes of addresses a process may have.
func addressLimit() (uint64, error) {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_AS, &limit)
	return limit.Cur, err
}

// signalName is the name of a signal, such as SIGINT.
func signalName(signal syscall.Signal) string { return unix.SignalName(signal) }

// tryLock locks a file for as long as it is open, unless another process has.
func tryLock(file *os.File) (free bool, err error) {
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// writable reports whether the user may make files in a folder.
func writable(folder string) bool { return unix.Access(folder, unix.W_OK) == nil }

// isPrivateFolder reports whether what has this path is a folder that is the user's alone.
func isPrivateFolder(path string) (bool, error) {
	var stat unix.Stat_t
	if err := unix.Lstat(path, &stat); err != nil {
		return false, err
	}
	mode := uint32(stat.Mode)
	return mode&unix.S_IFMT == unix.S_IFDIR && mode&0o077 == 0 && int(stat.Uid) == os.Getuid(), nil
}
