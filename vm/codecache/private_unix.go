//go:build unix

package codecache

import (
	"io/fs"
	"os"
	"syscall"
)

// openNoLink refuses links, and does not wait for somebody at a pipe's other end.
const openNoLink = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// private reports whether a file or folder is the user's alone.
func private(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid() && info.Mode().Perm()&0o077 == 0
}
