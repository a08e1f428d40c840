package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/filesystem"
	"hotlens/vm/memory"
)

// namedSocket is the address of a place that the system knows by the path named. The
// program sees the one that it has given. False: an exception is pending.
func namedSocket(t *Thread, given, named string) (*unix.SockaddrUnix, bool) {
	if max(len(given), len(named)) > longestSocketPath {
		t.Throw("java/net/SocketException", "Unix domain path too long")
		return nil, false
	}
	if named != given {
		f := &hostOf(t).Files
		if f.socketNames == nil {
			f.socketNames = map[string]string{}
		}
		f.socketNames[named] = given
	}
	return &unix.SockaddrUnix{Name: named}, true
}

// longestSocketPath is what fits into a sockaddr_un, in bytes.
const longestSocketPath = len(unix.RawSockaddrUnix{}.Path)

// noSocketPath is how the unix package shows an address without a name.
const noSocketPath = "@"

// socketPath is the byte[] of an address, empty for one without a name.
func socketPath(t *Thread, s unix.Sockaddr) Ref {
	if u, ok := s.(*unix.SockaddrUnix); ok && u.Name != noSocketPath {
		if given, found := hostOf(t).Files.socketNames[u.Name]; found {
			return t.NewBytes([]byte(given))
		}
		return t.NewBytes([]byte(u.Name))
	}
	return t.NewBytes(nil)
}

// socketDenial throws the exception of a path that the policy does not permit. Other
// errors are the system's.
func socketDenial(t *Thread, exception, path string, err error) error {
	if filesystem.Reason(err) == "" {
		return err
	}
	t.Throw(exception, path+parenthesized(err))
	return nil
}

func init() { later(sunNioChUnixdomainsockets) }

func sunNioChUnixdomainsockets() {
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
			if a.Ref(1) == 0 {
				return 0, unix.Bind(host, &unix.SockaddrUnix{}) // the system picks a name
			}
			h, path := hostOf(t), string(t.M.Bytes(a.Ref(1)))
			place, err := h.locate(path, false, filesystem.ToChange)
			if err != nil {
				return 0, socketDenial(t, "java/net/BindException", path, err)
			}
			defer place.Close()
			address, ok := namedSocket(t, h.absolute(path), place.NamedAnew())
			if !ok {
				return 0, nil
			}
			h.chargeEntry(t, &place)
			err = unix.Bind(host, address)
			if err == nil {
				h.noteMade(t, &place)
			}
			return 0, err
		}),
		"connect0(Ljava/io/FileDescriptor;[B)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			if a.Ref(1) == 0 {
				t.ThrowNull()
				return 0, nil
			}
			h, path := hostOf(t), string(t.M.Bytes(a.Ref(1)))
			place, err := h.locate(path, true, filesystem.ToWrite)
			if err == nil {
				defer place.Close()
				_, err = place.Stat()
			}
			if err != nil {
				return 0, socketDenial(t, "java/net/SocketException", path, err)
			}
			address, ok := namedSocket(t, h.absolute(path), place.Named())
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
