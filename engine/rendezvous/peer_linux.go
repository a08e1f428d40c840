package rendezvous

import (
	"fmt"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// address is a path by which the system finds a socket. What fits into a sockaddr_un is short; the
// way through the open folder is shorter than most.
func (f *folder) address(name string) string {
	if path := filepath.Join(f.dir, name); len(path) < len(unix.RawSockaddrUnix{}.Path) {
		return path
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", f.file.Fd(), name)
}

// peerUser is the number of the user whose process is at the other end of a socket.
func peerUser(socket int) (int, error) {
	credentials, err := unix.GetsockoptUcred(socket, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(credentials.Uid), nil
}
