//go:build unix

package natives

import (
	"net"
	"net/netip"
	"slices"

	"hotlens/vm/interpreter"
)

// ownInterface is the only one of the program's own network, as Linux has it.
var ownInterface = net.Interface{Index: 1, MTU: 65536, Name: "lo", Flags: net.FlagUp | net.FlagLoopback | net.FlagRunning}

// interfaces lists the machine's network interfaces that have addresses, the
// last one first, as the JDK does. False: an exception is pending.
func interfaces(t *Thread) ([]net.Interface, bool) {
	switch h := hostOf(t); {
	case h.OwnNetwork:
		return []net.Interface{ownInterface}, true
	case !h.Net:
		t.Throw("java/net/SocketException", noNetwork)
		return nil, false
	}
	list, err := net.Interfaces()
	if err != nil {
		t.Throw("java/net/SocketException", err.Error())
		return nil, false
	}
	list = slices.DeleteFunc(list, func(i net.Interface) bool { return len(addressesOf(t, i)) == 0 })
	slices.Reverse(list)
	return list, true
}

// networkAddress is an address of an interface with the length of its mask.
type networkAddress struct {
	address netip.Addr
	bits    int
}

// addressesOf lists an interface's addresses, the last one first: those of IPv6
// come before those of IPv4.
func addressesOf(t *Thread, i net.Interface) []networkAddress {
	if hostOf(t).OwnNetwork {
		return []networkAddress{{loopback, 8}}
	}
	addresses, err := i.Addrs()
	if err != nil {
		return nil
	}
	var list []networkAddress
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			if address, ok := netip.AddrFromSlice(n.IP); ok {
				address = address.Unmap()
				ones, _ := n.Mask.Size()
				list = append(list, networkAddress{address, ones})
			}
		}
	}
	slices.Reverse(list)
	return list
}

// broadcast is the last address of an IPv4 network.
func broadcast(n networkAddress) netip.Addr {
	b := n.address.As4()
	for bit := n.bits; bit < 32; bit++ {
		b[bit/8] |= 0x80 >> (bit % 8)
	}
	return netip.AddrFrom4(b)
}

// newInterface makes a NetworkInterface object.
func newInterface(t *Thread, i net.Interface) Ref {
	r := newByConstructor(t, "java/net/NetworkInterface", "()V")
	if t.Exception != 0 {
		return 0
	}
	name := t.NewString(i.Name)
	var addresses, bindings []Ref
	for _, n := range addressesOf(t, i) {
		address := newInetAddress(t, n.address, "")
		if t.Exception == 0 && n.address.Is6() {
			holder := t.M.Memory.U32(address + t.M.ClassOf(address).LookupField("holder6", "").Offset)
			setField(t, holder, "scope_id", uint64(i.Index))
			setField(t, holder, "scope_id_set", 1)
			setField(t, holder, "scope_ifname", uint64(r))
		}
		binding := newByConstructor(t, "java/net/InterfaceAddress", "()V")
		if t.Exception != 0 {
			return 0
		}
		setField(t, binding, "address", uint64(address))
		setField(t, binding, "maskLength", uint64(n.bits))
		if n.address.Is4() && i.Flags&net.FlagBroadcast != 0 {
			setField(t, binding, "broadcast", uint64(newInetAddress(t, broadcast(n), "")))
		}
		addresses, bindings = append(addresses, address), append(bindings, binding)
	}
	setField(t, r, "name", uint64(name))
	setField(t, r, "displayName", uint64(name))
	setField(t, r, "index", uint64(i.Index))
	for _, array := range []struct {
		field, class string
		list         []Ref
	}{
		{"addrs", "java/net/InetAddress", addresses}, {"bindings", "java/net/InterfaceAddress", bindings}, {"childs", "java/net/NetworkInterface", nil},
	} {
		c := t.FindBootClass(array.class)
		if c == nil {
			return 0
		}
		setField(t, r, array.field, uint64(t.NewRefArray(c, array.list)))
	}
	return r
}

// findInterface makes a native that returns the first interface that fits.
func findInterface(fits func(t *Thread, a Args, i net.Interface) bool) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		list, ok := interfaces(t)
		if !ok {
			return 0
		}
		for _, i := range list {
			if fits(t, a, i) {
				return uint64(newInterface(t, i))
			}
		}
		return 0
	}
}

// hasAddress reports whether an interface has the address of an InetAddress.
func hasAddress(t *Thread, object Ref, i net.Interface) bool {
	address, _, ok := addressOf(t, object)
	if !ok {
		return false
	}
	for _, n := range addressesOf(t, i) {
		if n.address == address {
			return true
		}
	}
	return false
}

// ofInterface makes a native with the arguments name and index.
func ofInterface(nameSlot int, value func(t *Thread, i *net.Interface) uint64) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		list, ok := interfaces(t)
		if !ok {
			return 0
		}
		name := t.M.Text(a.Ref(nameSlot))
		k := slices.IndexFunc(list, func(i net.Interface) bool { return i.Name == name })
		if k < 0 {
			t.Throw("java/net/SocketException", "No such device")
			return 0
		}
		return value(t, &list[k])
	}
}

func flag(f net.Flags) interpreter.NativeFunc {
	return ofInterface(0, func(_ *Thread, i *net.Interface) uint64 { return boolean(i.Flags&f != 0) })
}

func init() { later(javaNetNetworkinterface) }

func javaNetNetworkinterface() {
	register("java/net/NetworkInterface", table{
		"init()V": nothing,
		"getAll()[Ljava/net/NetworkInterface;": func(t *Thread, _ Args) uint64 {
			list, ok := interfaces(t)
			if !ok {
				return 0
			}
			var refs []Ref
			for _, i := range list {
				refs = append(refs, newInterface(t, i))
				if t.Exception != 0 {
					return 0
				}
			}
			return uint64(t.NewRefArray(t.FindBootClass("java/net/NetworkInterface"), refs))
		},
		"getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;": findInterface(func(t *Thread, a Args, i net.Interface) bool { return i.Name == t.M.Text(a.Ref(0)) }),
		"getByIndex0(I)Ljava/net/NetworkInterface;":                 findInterface(func(_ *Thread, a Args, i net.Interface) bool { return i.Index == int(a.Int(0)) }),
		"getByInetAddress0(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;": findInterface(func(t *Thread, a Args, i net.Interface) bool {
			return hasAddress(t, a.Ref(0), i)
		}),
		"boundInetAddress0(Ljava/net/InetAddress;)Z": func(t *Thread, a Args) uint64 {
			list, ok := interfaces(t)
			if !ok {
				return 0
			}
			for _, i := range list {
				if hasAddress(t, a.Ref(0), i) {
					return 1
				}
			}
			return 0
		},
		"isUp0(Ljava/lang/String;I)Z":              flag(net.FlagUp),
		"isLoopback0(Ljava/lang/String;I)Z":        flag(net.FlagLoopback),
		"isP2P0(Ljava/lang/String;I)Z":             flag(net.FlagPointToPoint),
		"supportsMulticast0(Ljava/lang/String;I)Z": flag(net.FlagMulticast),
		"getMTU0(Ljava/lang/String;I)I":            ofInterface(0, func(_ *Thread, i *net.Interface) uint64 { return uint64(i.MTU) }),
		"getMacAddr0([BLjava/lang/String;I)[B": ofInterface(1, func(t *Thread, i *net.Interface) uint64 {
			if len(i.HardwareAddr) == 0 {
				return 0
			}
			return uint64(t.NewBytes(i.HardwareAddr))
		}),
	})
}
