package rendezvous

import (
	"fmt"
	"net"
	"os"
)

// checkPeer refuses who is not the user that this process runs for, even if the folder's rights did not keep
// it away.
func checkPeer(connection *net.UnixConn) error {
	raw, err := connection.SyscallConn()
	if err != nil {
		return err
	}
	user := -1
	if controlErr := raw.Control(func(socket uintptr) { user, err = peerUser(int(socket)) }); controlErr != nil {
		err = controlErr
	}
	if err != nil {
		return fmt.Errorf("who is at the other end: %w", err)
	}
	if user != os.Getuid() {
		return fmt.Errorf("user %d may not join the runs of user %d", user, os.Getuid())
	}
	return nil
}
