//go:build unix

package natives

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
)

// noNetwork is the reason that every refused network operation gives.
const noNetwork = "hotlens: the network is not permitted; allow it with --allow-net, setting hotlens.policy.net"

// nobodyThere is the reason that a refused connection gives in the program's own network.
const nobodyThere = "hotlens: nothing in this program listens there; other programs are out of reach without --allow-net, setting hotlens.policy.net"

// ownName is the name of the machine in the program's own network.
const ownName = "localhost"

// isOwnName tells whether a host's name means that machine.
func isOwnName(host string) bool {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	return name == ownName || strings.HasSuffix(name, "."+ownName)
}

// ipv6Supported reports whether programs get IPv6 sockets. Without the network
// it must not depend on the machine.
func ipv6Supported(t *Thread) bool {
	if !hostOf(t).Net {
		return false
	}
	interfaces, err := os.ReadFile("/proc/net/if_inet6")
	return inet6Available() && err == nil && len(interfaces) > 0
}

// newInetAddress makes an Inet4Address or Inet6Address; an IPv4 address in IPv6
// form becomes the former. The host name may be empty.
func newInetAddress(t *Thread, address netip.Addr, host string) Ref {
	address = address.Unmap()
	name := uint64(0)
	if host != "" {
		name = uint64(t.NewString(host))
	}
	if address.Is4() {
		b := address.As4()
		bits := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		return newByConstructor(t, "java/net/Inet4Address", "(Ljava/lang/String;I)V", name, signed(int32(bits)))
	}
	b := address.As16()
	array := t.NewBytes(b[:])
	if t.Exception != 0 {
		return 0
	}
	const noScope = -1
	return newByConstructor(t, "java/net/Inet6Address", "(Ljava/lang/String;[BI)V", name, uint64(array), signed(noScope))
}

// newByConstructor makes an object of a class of the library.
func newByConstructor(t *Thread, class, desc string, arguments ...interpreter.Value) Ref {
	if t.Exception != 0 {
		return 0
	}
	c := t.FindBootClass(class)
	if c == nil || !t.Initialize(c) {
		return 0
	}
	init := c.Method("<init>", desc)
	if init == nil {
		t.Throw("java/lang/NoSuchMethodError", class+".<init>"+desc)
		return 0
	}
	r := t.NewObject(c)
	if t.Exception != 0 {
		return 0
	}
	t.Call(interpreter.Callback, init, append([]interpreter.Value{uint64(r)}, arguments...)...)
	return r
}

// addressOf is the address in an InetAddress object; scoped tells an IPv6
// address's interface.
func addressOf(t *Thread, object Ref) (address netip.Addr, scope uint32, ok bool) {
	m := t.M
	if object == 0 {
		t.ThrowNull()
		return address, 0, false
	}
	c := m.ClassOf(object)
	if f := c.LookupField("holder6", ""); f != nil {
		holder := m.Memory.U32(object + f.Offset)
		if holder == 0 || m.Memory.U32(holder+m.ClassOf(holder).Field("ipaddress", "").Offset) == 0 {
			t.ThrowNull()
			return address, 0, false
		}
		var b [16]byte
		copy(b[:], m.Bytes(m.Memory.U32(holder+m.ClassOf(holder).Field("ipaddress", "").Offset)))
		scope = m.Memory.U32(holder + m.ClassOf(holder).Field("scope_id", "").Offset)
		return netip.AddrFrom16(b), scope, true
	}
	holder := m.Memory.U32(object + c.LookupField("holder", "").Offset)
	if holder == 0 {
		t.ThrowNull()
		return address, 0, false
	}
	bits := m.Memory.U32(holder + m.ClassOf(holder).Field("address", "").Offset)
	return netip.AddrFrom4([4]byte{byte(bits >> 24), byte(bits >> 16), byte(bits >> 8), byte(bits)}), 0, true
}

// What is wanted of a look-up, and in which order (java.net.spi.InetAddressResolver.LookupPolicy).
const (
	wantIPv4  = 1 << 0
	wantIPv6  = 1 << 1
	firstIPv4 = 1 << 2
	firstIPv6 = 1 << 3
)

// preferredAddresses is what the property java.net.preferIPv6Addresses says to JDKs whose natives
// are not told.
func preferredAddresses(t *Thread) int32 {
	f := t.FindBootClass("java/net/InetAddress").Field("preferIPv6Address", "I")
	if f == nil {
		return wantIPv4 | wantIPv6
	}
	switch t.M.Memory.I32(f.Address) {
	case preferIPv4:
		return wantIPv4 | wantIPv6 | firstIPv4
	case preferIPv6:
		return wantIPv4 | wantIPv6 | firstIPv6
	}
	return wantIPv4 | wantIPv6
}

// lookUp resolves a host name by the system's configuration.
func lookUp(t *Thread, a Args, wanted int32) uint64 {
	if a.Ref(1) == 0 {
		t.ThrowNull()
		return 0
	}
	host := t.M.Text(a.Ref(1))
	if h := hostOf(t); !h.Net {
		if !h.OwnNetwork || !isOwnName(host) {
			t.Throw("java/net/UnknownHostException", host+" ("+noNetwork+")")
			return 0
		}
		r := newInetAddress(t, loopback, host)
		if t.Exception != 0 {
			return 0
		}
		return uint64(t.NewRefArray(t.FindBootClass("java/net/InetAddress"), []Ref{r}))
	}
	network := "ip"
	switch wanted & (wantIPv4 | wantIPv6) {
	case wantIPv4:
		network = "ip4"
	case wantIPv6:
		network = "ip6"
	}
	var found []netip.Addr
	var err error
	t.Outside(func() { found, err = net.DefaultResolver.LookupNetIP(context.Background(), network, host) })
	var failure *net.DNSError
	switch {
	case errors.As(err, &failure) && failure.IsTemporary:
		t.Throw("java/net/UnknownHostException", host+": Temporary failure in name resolution")
		return 0
	case err != nil || len(found) == 0:
		t.Throw("java/net/UnknownHostException", host+": Name or service not known")
		return 0
	}
	var v4, v6, list []Ref
	seen := map[netip.Addr]bool{}
	for _, address := range found {
		if address = address.Unmap(); seen[address] {
			continue
		}
		seen[address] = true
		r := newInetAddress(t, address, host)
		if t.Exception != 0 {
			return 0
		}
		list = append(list, r)
		if address.Is4() {
			v4 = append(v4, r)
		} else {
			v6 = append(v6, r)
		}
	}
	c := t.FindBootClass("java/net/InetAddress")
	switch {
	case wanted&firstIPv4 != 0:
		list = append(v4, v6...)
	case wanted&firstIPv6 != 0:
		list = append(v6, v4...)
	}
	return uint64(t.NewRefArray(c, list))
}

// Values of InetAddress.preferIPv6Address.
const (
	preferIPv4 = 0
	preferIPv6 = 1
)

// localHostName is the machine's name. Without the network nobody needs it, and
// it must not make runs differ.
func localHostName(t *Thread, _ Args) uint64 {
	name := ownName
	if hostOf(t).Net {
		if n, err := os.Hostname(); err == nil {
			name = n
		}
	}
	return uint64(t.NewString(name))
}

// hostByAddress is the name of an address.
func hostByAddress(t *Thread, a Args) uint64 {
	if a.Ref(1) == 0 {
		t.ThrowNull()
		return 0
	}
	address, ok := netip.AddrFromSlice(t.M.Bytes(a.Ref(1)))
	if ok && hostOf(t).OwnNetwork && address.Unmap() == loopback {
		return uint64(t.NewString(ownName))
	}
	if !ok || !hostOf(t).Net {
		t.Throw("java/net/UnknownHostException", "")
		return 0
	}
	var names []string
	var err error
	t.Outside(func() { names, err = net.DefaultResolver.LookupAddr(context.Background(), address.String()) })
	if err != nil || len(names) == 0 {
		t.Throw("java/net/UnknownHostException", "")
		return 0
	}
	return uint64(t.NewString(strings.TrimSuffix(names[0], ".")))
}

// echoPort is where InetAddress.isReachable knocks, as in the JDK without
// privileges: an answer, even a refusal, shows that the host is there.
const echoPort = "7"

func reachable(t *Thread, array Ref, timeout int32) uint64 {
	address, ok := netip.AddrFromSlice(t.M.Bytes(array))
	if ok && hostOf(t).OwnNetwork && isOwn(address.Unmap()) {
		return 1
	}
	if !ok || !hostOf(t).Net {
		t.Throw("java/net/ConnectException", noNetwork)
		return 0
	}
	var err error
	t.Outside(func() {
		var c net.Conn
		if c, err = net.DialTimeout("tcp", net.JoinHostPort(address.String(), echoPort), time.Duration(timeout)*time.Millisecond); err == nil {
			c.Close()
		}
	})
	return boolean(err == nil || errors.Is(err, unix.ECONNREFUSED))
}

func init() { later(javaNetInetaddress) }

func javaNetInetaddress() {
	register("java/net/InetAddress", table{
		"init()V":            nothing,
		"isIPv4Available()Z": constant(1),
		"isIPv6Supported()Z": func(t *Thread, _ Args) uint64 { return boolean(ipv6Supported(t)) },
	})
	register("java/net/InetAddressImplFactory", table{"isIPv6Supported()Z": func(t *Thread, _ Args) uint64 { return boolean(ipv6Supported(t)) }})
	register("java/net/Inet4Address", table{"init()V": nothing})
	register("java/net/Inet6Address", table{"init()V": nothing})
	register("java/net/Inet4AddressImpl", table{
		"getLocalHostName()Ljava/lang/String;":                         localHostName,
		"getHostByAddr([B)Ljava/lang/String;":                          hostByAddress,
		"lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;": func(t *Thread, a Args) uint64 { return lookUp(t, a, wantIPv4) },
		"isReachable0([BI[BI)Z":                                        notNull(func(t *Thread, a Args) uint64 { return reachable(t, a.Ref(1), a.Int(2)) }, 1),
	})
	register("java/net/Inet6AddressImpl", table{
		"getLocalHostName()Ljava/lang/String;":                          localHostName,
		"getHostByAddr([B)Ljava/lang/String;":                           hostByAddress,
		"lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;":  func(t *Thread, a Args) uint64 { return lookUp(t, a, preferredAddresses(t)) },
		"lookupAllHostAddr(Ljava/lang/String;I)[Ljava/net/InetAddress;": func(t *Thread, a Args) uint64 { return lookUp(t, a, a.Int(2)) },
		"isReachable0([BII[BII)Z":                                       notNull(func(t *Thread, a Args) uint64 { return reachable(t, a.Ref(1), a.Int(3)) }, 1),
	})
}
