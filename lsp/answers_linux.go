package lsp

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// makeRoom lets out, if it is a pipe or a socket, take the largest answers at once. Else reader and writer of a large one wake each other
// once for each of the few pages that there is room for by default. What cannot be had is done without.
func makeRoom(out io.Writer) {
	file, ok := out.(*os.File)
	if !ok {
		return
	}
	connection, err := file.SyscallConn()
	if err != nil {
		return
	}
	_ = connection.Control(func(descriptor uintptr) {
		if _, err := unix.FcntlInt(descriptor, unix.F_SETPIPE_SZ, answerBytes); err != nil {
			_ = unix.SetsockoptInt(int(descriptor), unix.SOL_SOCKET, unix.SO_SNDBUF, answerBytes)
		}
	})
}
