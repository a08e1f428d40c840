package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
)

// onOption makes a native that works on an option of the socket whose number is
// its first argument.
func onOption(operation func(t *Thread, host int, a Args) (int64, error)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		host, ok := hostOf(t).Files.descriptor(a.Int(0))
		err := error(unix.EBADF)
		result := int64(0)
		if ok {
			result, err = operation(t, host, a)
		}
		switch {
		case err == unix.ENOPROTOOPT || err == unix.EOPNOTSUPP:
			t.Throw("java/lang/UnsupportedOperationException", "unsupported socket option")
		case err != nil:
			t.Throw("java/net/SocketException", errnoText(err))
		}
		return uint64(result)
	}
}

func getSocketOption(level, option int) interpreter.NativeFunc {
	return onOption(func(t *Thread, host int, _ Args) (int64, error) {
		n, err := optionOf(t, host, level, option)
		return int64(n), err
	})
}

func setSocketOption(level, option int) interpreter.NativeFunc {
	return onOption(func(t *Thread, host int, a Args) (int64, error) {
		return 0, setOptionOf(t, host, level, option, int(a.Int(1)))
	})
}

func init() { later(jdkNetLinuxsocketoptions) }

func jdkNetLinuxsocketoptions() {
	register("jdk/net/LinuxSocketOptions", table{
		"quickAckSupported0()Z":         constant(1),
		"keepAliveOptionsSupported0()Z": constant(1),
		"incomingNapiIdSupported0()Z":   constant(1),
		"getQuickAck0(I)Z":              getSocketOption(unix.IPPROTO_TCP, unix.TCP_QUICKACK),
		"setQuickAck0(IZ)V":             setSocketOption(unix.IPPROTO_TCP, unix.TCP_QUICKACK),
		"getTcpKeepAliveProbes0(I)I":    getSocketOption(unix.IPPROTO_TCP, unix.TCP_KEEPCNT),
		"setTcpKeepAliveProbes0(II)V":   setSocketOption(unix.IPPROTO_TCP, unix.TCP_KEEPCNT),
		"getTcpKeepAliveTime0(I)I":      getSocketOption(unix.IPPROTO_TCP, unix.TCP_KEEPIDLE),
		"setTcpKeepAliveTime0(II)V":     setSocketOption(unix.IPPROTO_TCP, unix.TCP_KEEPIDLE),
		"getTcpKeepAliveIntvl0(I)I":     getSocketOption(unix.IPPROTO_TCP, unix.TCP_KEEPINTVL),
		"setTcpKeepAliveIntvl0(II)V":    setSocketOption(unix.IPPROTO_TCP, unix.TCP_KEEPINTVL),
		"getIncomingNapiId0(I)I":        getSocketOption(unix.SOL_SOCKET, unix.SO_INCOMING_NAPI_ID),
		// From JDK 21 on.
		"setIpDontFragment0(IZZ)V": onOption(func(t *Thread, host int, a Args) (int64, error) {
			how := unix.IP_PMTUDISC_DONT
			if a.Bool(1) {
				how = unix.IP_PMTUDISC_DO
			}
			err := setOptionOf(t, host, unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, how)
			if err == nil && a.Bool(2) {
				err = setOptionOf(t, host, unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, how)
			}
			return 0, err
		}),
		"getIpDontFragment0(IZ)Z": onOption(func(t *Thread, host int, _ Args) (int64, error) {
			how, err := optionOf(t, host, unix.IPPROTO_IP, unix.IP_MTU_DISCOVER)
			if how == unix.IP_PMTUDISC_DO {
				return 1, err
			}
			return 0, err
		}),
		// The peer's user in the upper half, its group in the lower.
		"getSoPeerCred0(I)J": onOption(func(_ *Thread, host int, _ Args) (int64, error) {
			c, err := unix.GetsockoptUcred(host, unix.SOL_SOCKET, unix.SO_PEERCRED)
			if err != nil {
				return -1, err
			}
			return int64(uint64(c.Uid)<<32 | uint64(c.Gid)), nil
		}),
	})
}
