//go:build !linux && !darwin

package rendezvous

import (
	"os"
	"path/filepath"
)

// address is a path by which the system finds a socket.
func (f *folder) address(name string) string { return filepath.Join(f.dir, name) }

// peerUser relies on the folder, which no other user can look into.
func peerUser(int) (int, error) { return os.Getuid(), nil }
