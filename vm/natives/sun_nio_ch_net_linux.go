package natives

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// throwSocket throws the exception that the JDK has for a socket's error.
func throwSocket(t *Thread, err error) { throwSocketText(t, err, errnoText(err)) }

// throwSocketText is throwSocket with a message.
func throwSocketText(t *Thread, err error, text string) {
	class := "java/net/SocketException"
	switch err {
	case unix.EPROTO:
		class = "java/net/ProtocolException"
	case unix.ECONNREFUSED, unix.ETIMEDOUT, unix.ENOTCONN:
		class = "java/net/ConnectException"
	case unix.EHOSTUNREACH:
		class = "java/net/NoRouteToHostException"
	case unix.EADDRINUSE, unix.EADDRNOTAVAIL, unix.EACCES, unix.EPERM:
		class = "java/net/BindException"
	}
	t.Throw(class, text)
}

// connectFailed is what updates of late 2026 say of a connection that fails later, behind the system's text.
const connectFailed = "connect failed"

// connectText is the message for a connection that has failed with err. Which JDKs name the call has nothing to do with
// their feature versions; the text is in the native library of those that do.
func connectText(t *Thread, err error) string {
	h := hostOf(t)
	h.connectFailed.Do(func() {
		library, _ := os.ReadFile(filepath.Join(h.JDKHome, "lib", "libnio.so")) // without it, as JDKs before
		h.namesConnect = bytes.Contains(library, []byte(connectFailed))
	})
	if h.namesConnect {
		return errnoText(err) + " (" + connectFailed + ")"
	}
	return errnoText(err)
}

// mayConnect reports whether sockets are permitted; otherwise an exception is
// pending.
func mayConnect(t *Thread) bool {
	if !hostOf(t).Net {
		t.Throw("java/net/SocketException", "Permission denied ("+noNetwork+")")
		return false
	}
	return true
}

// onSocket makes a native that works on the socket whose FileDescriptor is in a
// slot of its arguments.
func onSocket(slot int, operation func(t *Thread, host int, a Args) (int64, error)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		host, ok := descriptorArgument(t, a.Ref(slot))
		if !ok {
			return signed(statusThrown)
		}
		result, err := operation(t, host, a)
		if err != nil && t.Exception == 0 {
			throwSocket(t, err)
		}
		if t.Exception != 0 {
			return signed(statusThrown)
		}
		return uint64(result)
	}
}

// newSocket is Net.socket0.
func newSocket(t *Thread, a Args) uint64 {
	prefer6, stream, reuse := a.Bool(0), a.Bool(1), a.Bool(2)
	if hostOf(t).OwnNetwork {
		return newSocketOfOwn(t, stream, reuse)
	}
	if !mayConnect(t) {
		return 0
	}
	domain, kind := unix.AF_INET, unix.SOCK_DGRAM
	if prefer6 && ipv6Supported(t) {
		domain = unix.AF_INET6
	}
	if stream {
		kind = unix.SOCK_STREAM
	}
	fd, err := unix.Socket(domain, kind|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		throwSocket(t, err)
		return 0
	}
	set := func(level, option, value int) {
		if err == nil {
			err = unix.SetsockoptInt(fd, level, option, value)
		}
	}
	if domain == unix.AF_INET6 {
		set(unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 0)
	}
	if reuse {
		set(unix.SOL_SOCKET, unix.SO_REUSEADDR, 1)
	}
	if !stream {
		// Datagrams for groups that others have joined are not this socket's, and
		// they leave the local network only on request.
		set(unix.IPPROTO_IP, unix.IP_MULTICAST_ALL, 0)
		if domain == unix.AF_INET6 {
			set(unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_HOPS, 1)
		}
	}
	if err != nil {
		unix.Close(fd)
		throwSocket(t, err)
		return 0
	}
	return signed(hostOf(t).Files.opened(fd, kindStream))
}

// newSocketOfOwn makes a socket of the program's own network.
func newSocketOfOwn(t *Thread, stream, reuse bool) uint64 {
	kind := unix.SOCK_STREAM
	if !stream {
		kind = unix.SOCK_SEQPACKET // which keeps datagrams apart, and bounds them by their bytes
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		throwSocket(t, err)
		return 0
	}
	h := hostOf(t)
	s := newOwnSocket(&h.network, stream, pair)
	if reuse {
		s.setOption(unix.SOL_SOCKET, unix.SO_REUSEADDR, 1)
	}
	return signed(h.Files.openedSocket(s))
}

// ownSocketOf is what is known of a socket of the program's own network; nil if the
// descriptor is none.
func ownSocketOf(t *Thread, host int) *ownSocket {
	if o := hostOf(t).Files.open[host]; o != nil {
		return o.socket
	}
	return nil
}

// inOwnNetwork is the address of the program's own network that the system's names.
// False: it is elsewhere, and an exception is pending.
func inOwnNetwork(t *Thread, address unix.Sockaddr) (netip.AddrPort, bool) {
	a, _, port := splitSockaddr(address)
	if a = a.Unmap(); !isOwn(a) && !a.IsMulticast() {
		t.Throw("java/net/SocketException", "Permission denied ("+noNetwork+")")
		return netip.AddrPort{}, false
	}
	return netip.AddrPortFrom(a, uint16(port)), true
}

// sockaddrOf is the inverse of inOwnNetwork.
func sockaddrOf(a netip.AddrPort) unix.Sockaddr {
	return newSockaddr(a.Addr(), 0, int(a.Port()), false)
}

// bindTo binds a socket.
func bindTo(t *Thread, host int, address unix.Sockaddr) error {
	if s := ownSocketOf(t, host); s != nil {
		a, _, port := splitSockaddr(address)
		return s.bind(netip.AddrPortFrom(a.Unmap(), uint16(port)))
	}
	if _, _, port := splitSockaddr(address); port == 0 && t.M.Options.VirtualClock {
		return bindNext(t, host, address)
	}
	return unix.Bind(host, address)
}

// bindNext binds a socket to the next free port in order, so that a program which
// prints or hashes its ports does the same in every run.
func bindNext(t *Thread, host int, address unix.Sockaddr) error {
	h := hostOf(t)
	for port := firstVirtualPort + h.portsTried; port <= lastPort; port++ {
		h.portsTried++
		switch s := address.(type) {
		case *unix.SockaddrInet4:
			s.Port = port
		case *unix.SockaddrInet6:
			s.Port = port
		}
		if err := unix.Bind(host, address); err != unix.EADDRINUSE {
			return err
		}
	}
	return unix.EADDRINUSE
}

// connectTo connects a socket. It returns the status 1 when that is done.
func connectTo(t *Thread, descriptor Ref, host int, address unix.Sockaddr) (int64, error) {
	if s := ownSocketOf(t, host); s != nil {
		to, ok := inOwnNetwork(t, address)
		if !ok {
			return 0, nil
		}
		err := s.connect(to)
		if err == unix.ECONNREFUSED {
			throwSocketText(t, err, errnoText(err)+" ("+nobodyThere+")")
		}
		return 1, err
	}
	err := unix.Connect(host, address)
	if err == unix.EINPROGRESS || err == unix.EINTR || err == unix.EAGAIN {
		if hostOf(t).Files.nonBlocking(fdOf(t, descriptor)) {
			return statusUnavailable, nil
		}
		if _, err := poll(t, []unix.PollFd{{Fd: int32(host), Events: unix.POLLOUT}}, never); err == unix.EINTR {
			return statusInterrupted, nil
		} else if err != nil {
			return 0, err
		}
		err = pendingError(host)
	}
	return 1, err
}

// pendingError is a socket's asynchronous error.
func pendingError(host int) error {
	n, err := unix.GetsockoptInt(host, unix.SOL_SOCKET, unix.SO_ERROR)
	if err == nil && n != 0 {
		err = unix.Errno(n)
	}
	return err
}

// acceptFrom accepts a connection and stores the new socket's descriptor. The
// status is 1, or says why there is none.
func acceptFrom(t *Thread, host int, listener, accepted Ref) (unix.Sockaddr, int64, error) {
	var peer unix.Sockaddr
	var accept *ownSocket
	fd, err := whenReady(t, fdOf(t, listener), host, unix.POLLIN, func() (fd int, err error) {
		if s := ownSocketOf(t, host); s != nil {
			accept, err = s.accept()
			return 0, err
		}
		for {
			if fd, peer, err = unix.Accept4(host, unix.SOCK_CLOEXEC); err != unix.ECONNABORTED {
				return fd, err
			}
		}
	})
	switch err {
	case nil:
	case unix.EAGAIN:
		return nil, statusUnavailable, nil
	case unix.EINTR:
		return nil, statusInterrupted, nil
	default:
		return nil, 0, err
	}
	if accept != nil {
		setFD(t, accepted, hostOf(t).Files.openedSocket(accept))
		return sockaddrOf(accept.remote), 1, nil
	}
	setFD(t, accepted, hostOf(t).Files.opened(fd, kindStream))
	hostOf(t).accepted(fd)
	return peer, 1, nil
}

// getOption and setOption are Net.getIntOption0 and setIntOption0. Linger is a
// struct of two ints; TTL and loop of multicast are bytes where the program
// asks for them unconverted.
func getOption(t *Thread, host int, a Args) (int64, error) {
	convert, level, option := a.Bool(1), int(a.Int(2)), int(a.Int(3))
	if level == unix.SOL_SOCKET && option == unix.SO_LINGER && ownSocketOf(t, host) == nil {
		l, err := unix.GetsockoptLinger(host, level, option)
		if err != nil || l.Onoff == 0 {
			return -1, err
		}
		return int64(l.Linger), nil
	}
	value, err := optionOf(t, host, level, option)
	if convert && level == unix.SOL_SOCKET && (option == unix.SO_SNDBUF || option == unix.SO_RCVBUF) {
		value /= 2 // Linux doubles what it is given
	}
	return int64(value), err
}

// optionOf and setOptionOf read and change an option of a socket.
func optionOf(t *Thread, host, level, option int) (int, error) {
	if s := ownSocketOf(t, host); s != nil {
		return s.option(level, option), nil
	}
	return unix.GetsockoptInt(host, level, option)
}

func setOptionOf(t *Thread, host, level, option, value int) error {
	if s := ownSocketOf(t, host); s != nil {
		s.setOption(level, option, value)
		return nil
	}
	return unix.SetsockoptInt(host, level, option, value)
}

// smallestReceiveBuffer is what the JDK asks Linux for at least: smaller ones
// hang some kernels.
const smallestReceiveBuffer = 1024

// typeOfServiceBits are those of the old IP header's field that may be set.
const typeOfServiceBits = 0xfe

func setOption(t *Thread, host int, a Args) (int64, error) {
	convert, level, option, value, is6 := a.Bool(1), int(a.Int(2)), int(a.Int(3)), int(a.Int(4)), a.Bool(5)
	if level == unix.SOL_SOCKET && option == unix.SO_LINGER && ownSocketOf(t, host) == nil {
		l := &unix.Linger{}
		if value >= 0 {
			l.Onoff, l.Linger = 1, int32(value)
		}
		return 0, unix.SetsockoptLinger(host, level, option, l)
	}
	if convert {
		switch {
		case level == unix.IPPROTO_IP && option == unix.IP_TOS:
			value &= typeOfServiceBits
		case level == unix.SOL_SOCKET && option == unix.SO_RCVBUF:
			value = max(value, smallestReceiveBuffer)
		}
	}
	err := setOptionOf(t, host, level, option, value)
	if level == unix.IPPROTO_IPV6 && option == unix.IPV6_TCLASS && is6 {
		// Also for the IPv4 addresses that the socket talks to, if it can.
		_ = unix.SetsockoptInt(host, unix.IPPROTO_IP, unix.IP_TOS, value)
	}
	return 0, err
}

// localAddress and remoteAddress are the ends of a socket.
func localAddress(t *Thread, host int) (unix.Sockaddr, error) {
	if s := ownSocketOf(t, host); s != nil {
		return sockaddrOf(s.local), nil
	}
	return unix.Getsockname(host)
}

func remoteAddress(t *Thread, host int) (unix.Sockaddr, error) {
	if s := ownSocketOf(t, host); s != nil {
		if !s.connected {
			return nil, unix.ENOTCONN
		}
		return sockaddrOf(s.remote), nil
	}
	return unix.Getpeername(host)
}

func portOf(end func(t *Thread, host int) (unix.Sockaddr, error)) interpreter.NativeFunc {
	return onSocket(0, func(t *Thread, host int, _ Args) (int64, error) {
		s, err := end(t, host)
		if err != nil {
			return 0, err
		}
		_, _, port := splitSockaddr(s)
		return int64(port), nil
	})
}

func inetAddressOf(end func(t *Thread, host int) (unix.Sockaddr, error)) interpreter.NativeFunc {
	return onSocket(0, func(t *Thread, host int, _ Args) (int64, error) {
		s, err := end(t, host)
		if err != nil {
			return 0, err
		}
		return int64(newSocketInetAddress(t, s)), nil
	})
}

// newSocketInetAddress makes the InetAddress of a socket's end.
func newSocketInetAddress(t *Thread, s unix.Sockaddr) Ref {
	address, scope, _ := splitSockaddr(s)
	r := newInetAddress(t, address, "")
	if t.Exception == 0 && scope != 0 && !address.Unmap().Is4() {
		holder := t.M.Memory.U32(r + t.M.ClassOf(r).LookupField("holder6", "").Offset)
		setField(t, holder, "scope_id", uint64(scope))
		setField(t, holder, "scope_id_set", 1)
	}
	return r
}

// membership sets an option whose value is a raw struct of the kernel's.
func membership(host, level, option int, parts ...[]byte) error {
	var raw []byte
	for _, p := range parts {
		raw = append(raw, p...)
	}
	return unix.SetsockoptString(host, level, option, string(raw))
}

// bigEndian and nativeEndian are 32-bit members of such a struct.
func bigEndian(v int32) []byte    { return binary.BigEndian.AppendUint32(nil, uint32(v)) }
func nativeEndian(v int32) []byte { return binary.NativeEndian.AppendUint32(nil, uint32(v)) }

// groupSource is a struct group_source_req: an interface's index, padding to 8
// bytes, and two socket addresses of 128 bytes.
func groupSource(index int32, group, source []byte) []byte {
	const storage = 128
	raw := make([]byte, 8+2*storage)
	copy(raw, nativeEndian(index))
	for i, b := range [][]byte{group, source} {
		if address, ok := netip.AddrFromSlice(b); ok {
			encodeSockaddr(raw[8+i*storage:8+(i+1)*storage], newSockaddr(address, 0, 0, true))
		}
	}
	return raw
}

func pick[T any](condition bool, a, b T) T {
	if condition {
		return a
	}
	return b
}

func init() { later(sunNioChNet) }

func sunNioChNet() {
	register("sun/nio/ch/Net", table{
		"initIDs()V":                                nothing,
		"isIPv6Available0()Z":                       func(t *Thread, _ Args) uint64 { return boolean(ipv6Supported(t)) },
		"isReusePortAvailable0()Z":                  constant(1),
		"isExclusiveBindAvailable()I":               constant(^uint64(0)),
		"shouldSetBothIPv4AndIPv6Options0()Z":       constant(1),
		"canIPv6SocketJoinIPv4Group0()Z":            constant(1),
		"canJoin6WithIPv4Group0()Z":                 constant(0),
		"canUseIPv6OptionsWithIPv4LocalAddress0()Z": constant(1),
		"pollinValue()S":                            constant(unix.POLLIN),
		"polloutValue()S":                           constant(unix.POLLOUT),
		"pollerrValue()S":                           constant(unix.POLLERR),
		"pollhupValue()S":                           constant(unix.POLLHUP),
		"pollnvalValue()S":                          constant(unix.POLLNVAL),
		"pollconnValue()S":                          constant(unix.POLLOUT),
		"socket0(ZZZZ)I":                            newSocket,
		"bind0(Ljava/io/FileDescriptor;ZZLjava/net/InetAddress;I)V": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			s, ok := socketAddress(t, a.Ref(3), a.Int(4), a.Bool(1))
			if !ok {
				return 0, nil
			}
			return 0, bindTo(t, host, s)
		}),
		"listen(Ljava/io/FileDescriptor;I)V": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			if s := ownSocketOf(t, host); s != nil {
				return 0, s.listen()
			}
			return 0, unix.Listen(host, int(a.Int(1)))
		}),
		"connect0(ZLjava/io/FileDescriptor;Ljava/net/InetAddress;I)I": onSocket(1, func(t *Thread, host int, a Args) (int64, error) {
			s, ok := socketAddress(t, a.Ref(2), a.Int(3), a.Bool(0))
			if !ok {
				return 0, nil
			}
			return connectTo(t, a.Ref(1), host, s)
		}),
		"accept(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			peer, status, err := acceptFrom(t, host, a.Ref(0), a.Ref(1))
			if peer == nil {
				return status, err
			}
			_, _, port := splitSockaddr(peer)
			address := newSocketInetAddress(t, peer)
			r := newByConstructor(t, "java/net/InetSocketAddress", "(Ljava/net/InetAddress;I)V", uint64(address), uint64(port))
			if t.Exception == 0 {
				t.M.Memory.SetU32(a.Ref(2)+memory.ArrayBase, r)
			}
			return status, nil
		}),
		"shutdown(Ljava/io/FileDescriptor;I)V": onSocket(0, func(_ *Thread, host int, a Args) (int64, error) {
			// Java's numbers are the system's.
			err := unix.Shutdown(host, int(a.Int(1)))
			if err == unix.ENOTCONN {
				err = nil
			}
			return 0, err
		}),
		"localPort(Ljava/io/FileDescriptor;)I":                              portOf(localAddress),
		"remotePort(Ljava/io/FileDescriptor;)I":                             portOf(remoteAddress),
		"localInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;":  inetAddressOf(localAddress),
		"remoteInetAddress(Ljava/io/FileDescriptor;)Ljava/net/InetAddress;": inetAddressOf(remoteAddress),
		"getIntOption0(Ljava/io/FileDescriptor;ZII)I":                       onSocket(0, getOption),
		"setIntOption0(Ljava/io/FileDescriptor;ZIIIZ)V":                     onSocket(0, setOption),
		"poll(Ljava/io/FileDescriptor;IJ)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			set := []unix.PollFd{{Fd: int32(host), Events: int16(a.Int(1))}}
			_, err := poll(t, set, deadlineIn(t, a.Long(2)))
			if err == unix.EINTR {
				return 0, nil
			}
			return int64(set[0].Revents), err
		}),
		"pollConnect(Ljava/io/FileDescriptor;J)Z": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			n, err := poll(t, []unix.PollFd{{Fd: int32(host), Events: unix.POLLOUT}}, deadlineIn(t, a.Long(1)))
			if err == unix.EINTR || n == 0 {
				return 0, nil
			}
			if err == nil && ownSocketOf(t, host) == nil {
				if err = pendingError(host); err != nil {
					throwSocketText(t, err, connectText(t, err))
				}
			}
			return 1, err
		}),
		"available(Ljava/io/FileDescriptor;)I": onSocket(0, func(_ *Thread, host int, _ Args) (int64, error) {
			n, err := unix.IoctlGetInt(host, ioctlUnread)
			return int64(n), err
		}),
		"sendOOB(Ljava/io/FileDescriptor;B)I": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			urgent := []byte{byte(a.Int(1))}
			if s := ownSocketOf(t, host); s != nil {
				return s.sendUrgent(urgent)
			}
			n, err := unix.SendmsgN(host, urgent, nil, nil, unix.MSG_OOB)
			return int64(channelResult(t, n, err, false)), nil
		}),
		"discardOOB(Ljava/io/FileDescriptor;)Z": constant(0), // Linux does so itself
		"joinOrDrop4(ZLjava/io/FileDescriptor;III)I": onSocket(1, func(t *Thread, host int, a Args) (int64, error) {
			join, group, local, source := a.Bool(0), bigEndian(a.Int(2)), bigEndian(a.Int(3)), a.Int(4)
			if s := ownSocketOf(t, host); s != nil {
				if source != 0 {
					return statusUnavailable, nil
				}
				return 0, s.joinOrDrop(join, netip.AddrFrom4([4]byte(group)))
			}
			if source == 0 {
				return joined(membership(host, unix.IPPROTO_IP, pick(join, unix.IP_ADD_MEMBERSHIP, unix.IP_DROP_MEMBERSHIP), group, local))
			}
			return joined(membership(host, unix.IPPROTO_IP, pick(join, unix.IP_ADD_SOURCE_MEMBERSHIP, unix.IP_DROP_SOURCE_MEMBERSHIP), group, local, bigEndian(source)))
		}),
		"blockOrUnblock4(ZLjava/io/FileDescriptor;III)I": onSocket(1, func(t *Thread, host int, a Args) (int64, error) {
			if ownSocketOf(t, host) != nil {
				return statusUnavailable, nil // the only sender is the program itself
			}
			return joined(membership(host, unix.IPPROTO_IP, pick(a.Bool(0), unix.IP_BLOCK_SOURCE, unix.IP_UNBLOCK_SOURCE), bigEndian(a.Int(2)), bigEndian(a.Int(3)), bigEndian(a.Int(4))))
		}),
		"joinOrDrop6(ZLjava/io/FileDescriptor;[BI[B)I": notNull(onSocket(1, func(t *Thread, host int, a Args) (int64, error) {
			join, group, index := a.Bool(0), t.M.Bytes(a.Ref(2)), a.Int(3)
			if a.Ref(4) == 0 {
				return joined(membership(host, unix.IPPROTO_IPV6, pick(join, unix.IPV6_JOIN_GROUP, unix.IPV6_LEAVE_GROUP), group, nativeEndian(index)))
			}
			return joined(membership(host, unix.IPPROTO_IPV6, pick(join, unix.MCAST_JOIN_SOURCE_GROUP, unix.MCAST_LEAVE_SOURCE_GROUP), groupSource(index, group, t.M.Bytes(a.Ref(4)))))
		}), 2),
		"blockOrUnblock6(ZLjava/io/FileDescriptor;[BI[B)I": notNull(onSocket(1, func(t *Thread, host int, a Args) (int64, error) {
			return joined(membership(host, unix.IPPROTO_IPV6, pick(a.Bool(0), unix.MCAST_BLOCK_SOURCE, unix.MCAST_UNBLOCK_SOURCE), groupSource(a.Int(3), t.M.Bytes(a.Ref(2)), t.M.Bytes(a.Ref(4)))))
		}), 2, 4),
		"setInterface4(Ljava/io/FileDescriptor;I)V": onSocket(0, func(t *Thread, host int, a Args) (int64, error) {
			if s := ownSocketOf(t, host); s != nil {
				s.setOption(unix.IPPROTO_IP, unix.IP_MULTICAST_IF, int(a.Int(1)))
				return 0, nil
			}
			return 0, membership(host, unix.IPPROTO_IP, unix.IP_MULTICAST_IF, bigEndian(a.Int(1)))
		}),
		"getInterface4(Ljava/io/FileDescriptor;)I": onSocket(0, func(t *Thread, host int, _ Args) (int64, error) {
			if s := ownSocketOf(t, host); s != nil {
				return int64(s.option(unix.IPPROTO_IP, unix.IP_MULTICAST_IF)), nil
			}
			b, err := unix.GetsockoptInet4Addr(host, unix.IPPROTO_IP, unix.IP_MULTICAST_IF)
			return int64(int32(binary.BigEndian.Uint32(b[:]))), err
		}),
		"setInterface6(Ljava/io/FileDescriptor;I)V": onSocket(0, func(_ *Thread, host int, a Args) (int64, error) {
			return 0, unix.SetsockoptInt(host, unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_IF, int(a.Int(1)))
		}),
		"getInterface6(Ljava/io/FileDescriptor;)I": onSocket(0, func(_ *Thread, host int, _ Args) (int64, error) {
			n, err := unix.GetsockoptInt(host, unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_IF)
			return int64(n), err
		}),
	})
	register("sun/nio/ch/Net", table{"shouldShutdownWriteBeforeClose0()Z": constant(0)})
}

// joined turns the error of a kernel without an option into the status that says
// so.
func joined(err error) (int64, error) {
	if err == unix.ENOPROTOOPT || err == unix.EOPNOTSUPP {
		return statusUnavailable, nil
	}
	return 0, err
}
