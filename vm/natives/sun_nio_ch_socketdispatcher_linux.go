package natives

import (
	"net/netip"

	"golang.org/x/sys/unix"
)

// readSocket is read with the library's own exception for a connection that the
// peer has reset.
func readSocket(t *Thread, fd int32, b []byte) (int, error) {
	n, err := read(t, fd, b)
	if err == nil && len(b) > 0 {
		hostOf(t).received(t, fd, n)
	}
	if err == unix.ECONNRESET {
		t.Throw("sun/net/ConnectionResetException", "Connection reset")
	}
	return n, err
}

// datagram makes read or write throw PortUnreachableException, which the peer's
// answer to an earlier datagram leads to.
func datagram(move transfer) transfer {
	return func(t *Thread, fd int32, b []byte) (int, error) {
		n, err := move(t, fd, b)
		if err == unix.ECONNREFUSED {
			t.Throw("java/net/PortUnreachableException", "")
		}
		return n, err
	}
}

// readDatagram takes a datagram.
func readDatagram(t *Thread, fd int32, b []byte) (int, error) {
	s := ownSocketOf(t, int(fd))
	if s == nil {
		return read(t, fd, b)
	}
	n, err := whenReady(t, fd, s.fd, unix.POLLIN, func() (int, error) {
		n, _, err := s.receive(b)
		return n, err
	})
	t.Work(n)
	return n, err
}

// writeDatagram sends b, which may be empty, as one datagram.
func writeDatagram(t *Thread, fd int32, b []byte) (int, error) {
	f := &hostOf(t).Files
	host, ok := f.descriptor(fd)
	if !ok {
		return 0, unix.EBADF
	}
	if kind := f.kind(fd); kind != kindStream && kind != kindShared {
		return 0, unix.ENOTSOCK // what is written to files and devices is counted
	}
	t.Work(len(b))
	if s := ownSocketOf(t, host); s != nil {
		return s.send(netip.AddrPort{}, b)
	}
	return whenReady(t, fd, host, unix.POLLOUT, func() (int, error) { return unix.Write(host, b) })
}

func init() { later(sunNioChSocketdispatcher) }

func sunNioChSocketdispatcher() {
	register("sun/nio/ch/SocketDispatcher", table{
		"read0(Ljava/io/FileDescriptor;JI)I":  channelTransfer(readSocket, true),
		"readv0(Ljava/io/FileDescriptor;JI)J": channelVector(readSocket, true),
	})
	register("sun/nio/ch/SocketDispatcher", table{
		"write0(Ljava/io/FileDescriptor;JI)I":  channelTransfer(write, false),
		"writev0(Ljava/io/FileDescriptor;JI)J": channelVector(write, false),
	})
	// An empty datagram is not the end of anything.
	register("sun/nio/ch/DatagramDispatcher", table{
		"read0(Ljava/io/FileDescriptor;JI)I":   channelTransfer(datagram(readDatagram), false),
		"readv0(Ljava/io/FileDescriptor;JI)J":  gathered(datagram(readDatagram), false),
		"write0(Ljava/io/FileDescriptor;JI)I":  channelTransfer(datagram(writeDatagram), false),
		"writev0(Ljava/io/FileDescriptor;JI)J": gathered(datagram(writeDatagram), true),
	})
}
