package natives

import (
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// gathered makes a native with the arguments FileDescriptor, long address of
// iovecs, int count, in which all buffers together are one datagram.
func gathered(move transfer, writing bool) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		count := int64(a.Int(3))
		if _, ok := offHeap(t, a.Long(1), count*vectorEntry); !ok {
			return signed(statusThrown)
		}
		var parts [][]byte
		size := 0
		for i := range count {
			entry := memory.Address(a.Long(1) + i*vectorEntry)
			b, ok := offHeap(t, int64(t.M.Memory.U64(entry)), int64(t.M.Memory.U64(entry+8)))
			if !ok {
				return signed(statusThrown)
			}
			parts, size = append(parts, b), size+len(b)
		}
		whole := make([]byte, 0, size)
		if writing {
			for _, p := range parts {
				whole = append(whole, p...)
			}
		}
		n, err := move(t, fdOf(t, a.Ref(0)), whole[:size])
		if err == nil && !writing {
			for rest := whole[:n]; len(rest) > 0; parts = parts[1:] {
				rest = rest[copy(parts[0], rest):]
			}
		}
		return channelResult(t, n, err, false)
	}
}

// disconnect takes a datagram socket's peer away, by connecting it to an address
// of no family.
func disconnect(t *Thread, host int) error {
	if s := ownSocketOf(t, host); s != nil {
		s.connected, s.remote = false, netip.AddrPort{}
		return nil
	}
	var none [sizeOfSockaddr4]byte
	_, _, errno := unix.Syscall(unix.SYS_CONNECT, uintptr(host), uintptr(unsafe.Pointer(&none)), uintptr(len(none)))
	if errno != 0 && errno != unix.EAFNOSUPPORT {
		return errno
	}
	return nil
}

func init() { later(sunNioChDatagramchannelimpl) }

func sunNioChDatagramchannelimpl() {
	register("sun/nio/ch/DatagramChannelImpl", table{
		"disconnect0(Ljava/io/FileDescriptor;Z)V": onSocket(0, func(t *Thread, host int, _ Args) (int64, error) { return 0, disconnect(t, host) }),
		"receive0(Ljava/io/FileDescriptor;JIJZ)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
			if !ok {
				return 0, nil
			}
			sender, ok := offHeap(t, a.Long(4), sizeOfSockaddr6)
			if !ok {
				return 0, nil
			}
			var from unix.Sockaddr
			n, err := whenReady(t, fdOf(t, a.Ref(0)), host, unix.POLLIN, func() (n int, err error) {
				if s := ownSocketOf(t, host); s != nil {
					n, sender, err := s.receive(b)
					from = sockaddrOf(sender)
					return n, err
				}
				for {
					n, from, err = unix.Recvfrom(host, b, 0)
					if connected := a.Bool(6); err != unix.ECONNREFUSED || connected {
						return n, err
					}
				}
			})
			if err == unix.ECONNREFUSED {
				t.Throw("java/net/PortUnreachableException", "")
				return 0, nil
			}
			if err == nil {
				t.Work(n)
				encodeSockaddr(sender, from)
			}
			return int64(channelResult(t, n, err, false)), nil
		}),
		"send0(Ljava/io/FileDescriptor;JIJI)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
			if !ok {
				return 0, nil
			}
			raw, ok := offHeap(t, a.Long(4), int64(a.Int(6)))
			if !ok {
				return 0, nil
			}
			target, ok := decodeSockaddr(raw)
			if !ok {
				return 0, unix.EAFNOSUPPORT
			}
			var to netip.AddrPort
			s := ownSocketOf(t, host)
			if s != nil {
				if to, ok = inOwnNetwork(t, target); !ok {
					return 0, nil
				}
			}
			t.Work(len(b))
			n, err := whenReady(t, fdOf(t, a.Ref(0)), host, unix.POLLOUT, func() (int, error) {
				if s != nil {
					return s.send(to, b)
				}
				return len(b), unix.Sendto(host, b, 0, target)
			})
			if err == unix.ECONNREFUSED {
				t.Throw("java/net/PortUnreachableException", "")
				return 0, nil
			}
			if err != nil && err != unix.EAGAIN && err != unix.EINTR {
				return 0, err
			}
			return int64(channelResult(t, n, err, false)), nil
		}),
	})
}
