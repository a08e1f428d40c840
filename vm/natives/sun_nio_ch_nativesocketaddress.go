//go:build unix

package natives

import (
	"encoding/binary"
	"net/netip"

	"golang.org/x/sys/unix"
)

// The layout of struct sockaddr_in and sockaddr_in6 on Linux, as
// sun.nio.ch.NativeSocketAddress asks for it.
const (
	sizeOfSockaddr4 = 16
	sizeOfSockaddr6 = 28
	sizeOfFamily    = 2
	offsetFamily    = 0
	offset4Port     = 2
	offset4Address  = 4
	offset6Port     = 2
	offset6FlowInfo = 4
	offset6Address  = 8
	offset6Scope    = 24
)

// socketAddress is what the system takes for an InetAddress object and a port.
// With as6, an IPv4 address takes its IPv6 form.
func socketAddress(t *Thread, object Ref, port int32, as6 bool) (unix.Sockaddr, bool) {
	address, scope, ok := addressOf(t, object)
	if !ok {
		return nil, false
	}
	return newSockaddr(address, scope, int(port), as6), true
}

func newSockaddr(address netip.Addr, scope uint32, port int, as6 bool) unix.Sockaddr {
	if address.Is4() && !as6 {
		return &unix.SockaddrInet4{Port: port, Addr: address.As4()}
	}
	if address.Is4() && address.IsUnspecified() {
		address = netip.IPv6Unspecified()
	}
	return &unix.SockaddrInet6{Port: port, ZoneId: scope, Addr: address.As16()}
}

// splitSockaddr is the inverse of newSockaddr.
func splitSockaddr(s unix.Sockaddr) (address netip.Addr, scope uint32, port int) {
	switch s := s.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrFrom4(s.Addr), 0, s.Port
	case *unix.SockaddrInet6:
		return netip.AddrFrom16(s.Addr), s.ZoneId, s.Port
	}
	return netip.IPv4Unspecified(), 0, 0
}

// decodeSockaddr reads a struct sockaddr of the off-heap memory.
func decodeSockaddr(b []byte) (unix.Sockaddr, bool) {
	switch {
	case len(b) >= sizeOfSockaddr6 && binary.NativeEndian.Uint16(b) == unix.AF_INET6:
		s := &unix.SockaddrInet6{Port: int(binary.BigEndian.Uint16(b[offset6Port:])), ZoneId: binary.NativeEndian.Uint32(b[offset6Scope:])}
		copy(s.Addr[:], b[offset6Address:])
		return s, true
	case len(b) >= sizeOfSockaddr4 && binary.NativeEndian.Uint16(b) == unix.AF_INET:
		s := &unix.SockaddrInet4{Port: int(binary.BigEndian.Uint16(b[offset4Port:]))}
		copy(s.Addr[:], b[offset4Address:])
		return s, true
	}
	return nil, false
}

// encodeSockaddr writes a struct sockaddr, for which b has room.
func encodeSockaddr(b []byte, s unix.Sockaddr) {
	clear(b)
	switch s := s.(type) {
	case *unix.SockaddrInet4:
		binary.NativeEndian.PutUint16(b[offsetFamily:], unix.AF_INET)
		binary.BigEndian.PutUint16(b[offset4Port:], uint16(s.Port))
		copy(b[offset4Address:], s.Addr[:])
	case *unix.SockaddrInet6:
		binary.NativeEndian.PutUint16(b[offsetFamily:], unix.AF_INET6)
		binary.BigEndian.PutUint16(b[offset6Port:], uint16(s.Port))
		copy(b[offset6Address:], s.Addr[:])
		binary.NativeEndian.PutUint32(b[offset6Scope:], s.ZoneId)
	}
}

func init() { later(sunNioChNativesocketaddress) }

func sunNioChNativesocketaddress() {
	register("sun/nio/ch/NativeSocketAddress", table{
		"AFINET()I":             constant(unix.AF_INET),
		"AFINET6()I":            constant(unix.AF_INET6),
		"sizeofSockAddr4()I":    constant(sizeOfSockaddr4),
		"sizeofSockAddr6()I":    constant(sizeOfSockaddr6),
		"sizeofFamily()I":       constant(sizeOfFamily),
		"offsetFamily()I":       constant(offsetFamily),
		"offsetSin4Port()I":     constant(offset4Port),
		"offsetSin4Addr()I":     constant(offset4Address),
		"offsetSin6Port()I":     constant(offset6Port),
		"offsetSin6Addr()I":     constant(offset6Address),
		"offsetSin6ScopeId()I":  constant(offset6Scope),
		"offsetSin6FlowInfo()I": constant(offset6FlowInfo),
	})
}
