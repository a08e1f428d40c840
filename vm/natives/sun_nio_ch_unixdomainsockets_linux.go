package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// unixAddress is a path in a byte[]; null stands for one that the system picks.
// False: an exception is pending.
func unixAddress(t *Thread, path Ref) (*unix.SockaddrUnix, bool) {
	if path == 0 {
		return &unix.SockaddrUnix{}, true
	}
	name := string(t.M.Bytes(path))
	if len(name) > longestSocketPath {
		t.Throw("java/net/SocketException", "Unix domain path too long")
		return nil, false
	}
	return &unix.SockaddrUnix{Name: hostOf(t).absolute(name)}, true
}

// longestSocketPath is what fits into a sockaddr_un, in bytes.
const longestSocketPath = len(unix.RawSockaddrUnix{}.Path)

// noSocketPath is how the unix package shows an address without a name.
const noSocketPath = "@"

// socketPath is the byte[] of an address, empty for one without a name.
func socketPath(t *Thread, s unix.Sockaddr) Ref {
	if u, ok := s.(*unix.SockaddrUnix); ok && u.Name != noSocketPath {
		return t.NewBytes([]byte(u.Name))
	}
	return t.NewBytes(nil)
}

func init() {
	register("sun/nio/ch/UnixDomainSockets", table{
		"init()Z": constant(1),
		"socket0()I": func(t *Thread, _ Args) uint64 {
			if !mayConnect(t) {
				return 0
			}
			fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				throwSocket(t, err)
				return 0
			}
			return signed(hostOf(t).Files.opened(fd, kindStream))
		},
		"bind0(Ljava/io/FileDescriptor;[B)V": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			if a.Ref(1) != 0 {
				path := string(t.M.Bytes(a.Ref(1)))
				if reason := hostOf(t).denial(path, toWriteEntry); reason != "" {
					t.Throw("java/net/BindException", path+" ("+reason+")")
					return 0, nil
				}
			}
			address, ok := unixAddress(t, a.Ref(1))
			if !ok {
				return 0, nil
			}
			return 0, unix.Bind(host, address)
		}),
		"connect0(Ljava/io/FileDescriptor;[B)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0, nil
			}
			path := string(t.M.Bytes(a.Ref(1)))
			if reason := hostOf(t).denial(path, toWrite); reason != "" {
				t.Throw("java/net/SocketException", path+" ("+reason+")")
				return 0, nil
			}
			address, ok := unixAddress(t, a.Ref(1))
			if !ok {
				return 0, nil
			}
			return connectTo(t, a.Ref(0), host, address)
		}),
		"accept0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/lang/Object;)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			peer, status, err := acceptFrom(t, host, a.Ref(0), a.Ref(1))
			if peer == nil {
				return status, err
			}
			path := socketPath(t, peer)
			if t.Exception == 0 {
				t.M.Memory.SetU32(a.Ref(2)+memory.ArrayBase, path)
			}
			return status, nil
		}),
		"localAddress0(Ljava/io/FileDescriptor;)[B": onSocket(0, func(t *Thread, host int, _ Args) (int64, error) {
			s, err := unix.Getsockname(host)
			if err != nil {
				return 0, err
			}
			return int64(socketPath(t, s)), nil
		}),
	})
	register("sun/nio/ch/UnixAsynchronousSocketChannelImpl", table{
		"checkConnect(I)V": func(t *Thread, a Args) uint64 {
			if host, ok := intDescriptor(t, a.Int(0)); ok {
				if err := pendingError(host); err != nil {
					throwSocket(t, err)
				}
			}
			return 0
		},
	})
}
