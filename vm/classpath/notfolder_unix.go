//go:build unix

package classpath

import "golang.org/x/sys/unix"

// errNotFolder is the error for a path that leads through a regular file.
const errNotFolder = unix.ENOTDIR
