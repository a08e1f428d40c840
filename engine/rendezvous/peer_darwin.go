package rendezvous

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// address is a path by which the system finds a socket.
func (f *folder) address(name string) string { return filepath.Join(f.dir, name) }

// peerUser is the number of the user whose process is at the other end of a socket.
func peerUser(socket int) (int, error) {
	credentials, err := unix.GetsockoptXucred(socket, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(credentials.Uid), nil
}
