//go:build unix

package natives

import (
	"encoding/binary"
	"net/netip"
	"slices"

	"golang.org/x/sys/unix"
)

// This file is the network of tests that may not use the user's (Host.OwnNetwork): it has one
// machine, with the addresses of the loopback interface, and on that machine only
// the program itself. Its sockets are the ends of pairs of sockets without names, so
// neither the VM nor the program ever asks the kernel for a socket that could be
// bound or connected (the worker's filter of system calls does not even permit it);
// which socket has which port, only the tables here know. Waiting, selectors and
// closing need nothing of their own: the descriptors are real ones.
//
//   - A socket that is connected is one end of a pair, and its peer the other.
//   - A socket that is not yet keeps the other end itself, and hands it over to the
//     one that accepts.
//   - One that listens gets a byte from its other end while connections wait for it.
//   - One for datagrams gets them, behind a header with the sender, from its other end.

// ownNetwork is such a network.
type ownNetwork struct {
	sockets []*ownSocket // that have a port, in the order in which they got it
	tried   int          // ports from firstVirtualPort on that were given out
}

// ownSocket is a socket of the program's own network.
type ownSocket struct {
	network       *ownNetwork
	stream        bool
	fd            int // the program's end of the pair
	far           int // the other end; -1: a peer has it
	local, remote netip.AddrPort
	listening     bool
	connected     bool
	peer          *ownSocket   // that a stream was connected to
	waiting       []*ownSocket // ends of connections that nobody has accepted yet
	refused       bool         // a datagram to the peer has found nobody
	groups        []netip.Addr // of multicast
	options       map[socketOption]int
}

// socketOption names an option as the system does.
type socketOption struct{ level, option int }

// What options have at first, where that is not 0: as on Linux, where sizes of buffers
// are told doubled.
var (
	streamOptions = map[socketOption]int{
		{unix.SOL_SOCKET, unix.SO_SNDBUF}: 2 * 43520, {unix.SOL_SOCKET, unix.SO_RCVBUF}: 2 * 65536, {unix.SOL_SOCKET, unix.SO_LINGER}: lingerOff,
	}
	datagramOptions = map[socketOption]int{
		{unix.SOL_SOCKET, unix.SO_SNDBUF}: 2 * 106496, {unix.SOL_SOCKET, unix.SO_RCVBUF}: 2 * 106496, {unix.SOL_SOCKET, unix.SO_LINGER}: lingerOff,
		{unix.IPPROTO_IP, unix.IP_MULTICAST_TTL}: 1, {unix.IPPROTO_IP, unix.IP_MULTICAST_LOOP}: 1,
	}
)

// lingerOff is the value of SO_LINGER when it is off.
const lingerOff = -1

// loopback is the address of the machine.
var loopback = netip.AddrFrom4([4]byte{127, 0, 0, 1})

// firstVirtualPort is the first port that a program gets in a network of its own, or
// under the virtual clock, when it leaves the choice to the system. It is below the
// ports that Linux gives out (ip_local_port_range), and seldom used by servers.
const firstVirtualPort = 21000

// lastPort is the largest number of a port.
const lastPort = 1<<16 - 1

// newOwnSocket makes a socket, with the two ends of its pair.
func newOwnSocket(network *ownNetwork, stream bool, pair [2]int) *ownSocket {
	return &ownSocket{network: network, stream: stream, fd: pair[0], far: pair[1], local: netip.AddrPortFrom(netip.IPv4Unspecified(), 0), options: map[socketOption]int{}}
}

// option is the value of an option.
func (s *ownSocket) option(level, option int) int {
	key := socketOption{level, option}
	if value, found := s.options[key]; found {
		return value
	}
	if s.stream {
		return streamOptions[key]
	}
	return datagramOptions[key]
}

// setOption changes the value of an option.
func (s *ownSocket) setOption(level, option, value int) {
	if level == unix.SOL_SOCKET && (option == unix.SO_SNDBUF || option == unix.SO_RCVBUF) {
		value *= 2
	}
	s.options[socketOption{level, option}] = value
}

// isOwn tells whether an address is the own machine's.
func isOwn(address netip.Addr) bool { return address.IsLoopback() || address.IsUnspecified() }

// reached is what an address of the own machine means to those who send there.
func reached(to netip.AddrPort) netip.AddrPort {
	if to.Addr().IsUnspecified() {
		return netip.AddrPortFrom(loopback, to.Port())
	}
	return to
}

// bind gives the socket an address. Where the port is 0 it is the next free one in
// order, so that it is the same in every run.
func (s *ownSocket) bind(to netip.AddrPort) error {
	if s.local.Port() != 0 {
		return unix.EINVAL
	}
	if !isOwn(to.Addr()) && (s.stream || !to.Addr().IsMulticast()) {
		return unix.EADDRNOTAVAIL
	}
	if to.Port() != 0 {
		if s.isTaken(to) {
			return unix.EADDRINUSE
		}
		s.take(to)
		return nil
	}
	const free = lastPort + 1 - firstVirtualPort
	for range free {
		to = netip.AddrPortFrom(to.Addr(), uint16(firstVirtualPort+s.network.tried%free))
		s.network.tried++
		if !slices.ContainsFunc(s.network.sockets, func(other *ownSocket) bool { return other.stream == s.stream && other.local.Port() == to.Port() }) {
			s.take(to)
			return nil
		}
	}
	return unix.EADDRINUSE
}

func (s *ownSocket) take(address netip.AddrPort) {
	s.local = address
	s.network.sockets = append(s.network.sockets, s)
}

// isTaken tells whether another socket keeps this one from having an address.
func (s *ownSocket) isTaken(address netip.AddrPort) bool {
	return slices.ContainsFunc(s.network.sockets, func(other *ownSocket) bool {
		if other.stream != s.stream || other.local.Port() != address.Port() {
			return false
		}
		both := func(option int) bool {
			return s.option(unix.SOL_SOCKET, option) != 0 && other.option(unix.SOL_SOCKET, option) != 0
		}
		shared := both(unix.SO_REUSEPORT) || both(unix.SO_REUSEADDR) && !other.listening
		apart := other.local.Addr() != address.Addr() && !other.local.Addr().IsUnspecified() && !address.Addr().IsUnspecified()
		return !shared && !apart
	})
}

// bindAny gives the socket a port unless it has one, and the address by which it
// reaches others.
func (s *ownSocket) bindAny(towards netip.Addr) error {
	if s.local.Port() == 0 {
		if err := s.bind(netip.AddrPortFrom(netip.IPv4Unspecified(), 0)); err != nil {
			return err
		}
	}
	if s.local.Addr().IsUnspecified() && towards.IsValid() {
		s.local = netip.AddrPortFrom(towards, s.local.Port())
	}
	return nil
}

// find is the socket of a kind that is reached at an address: the one with this very
// address, else one that has all; the latest one of several.
func (n *ownNetwork) find(to netip.AddrPort, fits func(*ownSocket) bool) *ownSocket {
	var found *ownSocket
	for _, s := range n.sockets {
		exact := s.local.Addr() == to.Addr()
		if s.local.Port() == to.Port() && (exact || s.local.Addr().IsUnspecified()) && fits(s) && (exact || found == nil || found.local.Addr() != to.Addr()) {
			found = s
		}
	}
	return found
}

// tellOfNetwork tells the user once of a server that waits where nobody can come.
func (h *Host) tellOfNetwork() {
	server := slices.IndexFunc(h.network.sockets, func(s *ownSocket) bool { return s.listening })
	if server < 0 || h.Say == nil {
		return
	}
	h.lonely.Do(func() {
		h.Say("hotlens: the program waits at port " + itoa(int(h.network.sockets[server].local.Port())) +
			" of a network of its own, which nobody else can reach; permit it the network with --allow-net, setting hotlens.policy.net\n")
	})
}

// listen has the socket take connections.
func (s *ownSocket) listen() error {
	if err := s.bindAny(netip.Addr{}); err != nil {
		return err
	}
	s.listening = true
	return nil
}

// connect connects the socket to one of the own machine.
func (s *ownSocket) connect(to netip.AddrPort) error {
	to = reached(to)
	if !s.stream {
		if err := s.bindAny(to.Addr()); err != nil {
			return err
		}
		s.remote, s.connected, s.refused = to, true, false
		return nil
	}
	if s.connected {
		return unix.EISCONN
	}
	listener := s.network.find(to, func(other *ownSocket) bool { return other.listening })
	if listener == nil {
		return unix.ECONNREFUSED
	}
	if err := s.bindAny(to.Addr()); err != nil {
		return err
	}
	peer := newOwnSocket(s.network, true, [2]int{s.far, -1})
	peer.local, peer.remote, peer.connected, peer.peer = to, s.local, true, s
	s.remote, s.connected, s.peer, s.far = to, true, peer, -1
	listener.waiting = append(listener.waiting, peer)
	if len(listener.waiting) == 1 {
		_, err := unix.Write(listener.far, []byte{1})
		return err
	}
	return nil
}

// accept takes the connection that has waited longest.
func (s *ownSocket) accept() (*ownSocket, error) {
	switch {
	case !s.listening:
		return nil, unix.EINVAL
	case len(s.waiting) == 0:
		return nil, unix.EAGAIN
	}
	peer := s.waiting[0]
	s.waiting = s.waiting[1:]
	if len(s.waiting) == 0 {
		var wake [1]byte
		if _, err := unix.Read(s.fd, wake[:]); err != nil {
			return nil, err
		}
	}
	return peer, nil
}

// sendUrgent sends a byte of urgent data, which the peer gets only if it has asked for that.
func (s *ownSocket) sendUrgent(b []byte) (int64, error) {
	switch {
	case !s.connected:
		return 0, unix.ENOTCONN
	case s.peer == nil:
		return 0, unix.EPIPE
	case s.peer.option(unix.SOL_SOCKET, unix.SO_OOBINLINE) == 0:
		return int64(len(b)), nil
	}
	n, err := unix.Write(s.fd, b)
	return int64(n), err
}

// joinOrDrop has the socket join a group of multicast, or leave it.
func (s *ownSocket) joinOrDrop(join bool, group netip.Addr) error {
	i := slices.Index(s.groups, group)
	switch {
	case join && i >= 0:
		return unix.EADDRINUSE
	case join:
		s.groups = append(s.groups, group)
	case i < 0:
		return unix.EADDRNOTAVAIL
	default:
		s.groups = slices.Delete(s.groups, i, i+1)
	}
	return nil
}

// leave takes the socket off the network, before its descriptor is closed.
func (s *ownSocket) leave() {
	s.network.sockets = slices.DeleteFunc(s.network.sockets, func(other *ownSocket) bool { return other == s })
	if s.peer != nil && s.option(unix.SOL_SOCKET, unix.SO_LINGER) == 0 {
		// A connection that ends while there is something to read is reset.
		_, _ = unix.Write(s.peer.fd, []byte{0})
	}
	if s.peer != nil {
		s.peer.peer = nil
	}
	if s.far >= 0 {
		unix.Close(s.far)
	}
	for _, peer := range s.waiting {
		peer.leave()
		unix.Close(peer.fd)
	}
}

// The header of a datagram: the sender's address and port.
const (
	datagramPort   = 16
	datagramHeader = 18
	// largestDatagram is what fits into an IPv4 packet.
	largestDatagram = 1<<16 - 1 - 20 - 8
)

// send sends a datagram, to the peer where to is invalid. What nobody is there for, or
// has room for, is lost.
func (s *ownSocket) send(to netip.AddrPort, b []byte) (int, error) {
	if !to.IsValid() {
		to = s.remote
	}
	to = reached(to)
	switch {
	case s.refused:
		s.refused = false
		return 0, unix.ECONNREFUSED
	case len(b) > largestDatagram:
		return 0, unix.EMSGSIZE
	}
	if err := s.bindAny(netip.Addr{}); err != nil {
		return 0, err
	}
	from := reached(s.local)
	accepts := func(other *ownSocket) bool { return !other.stream && (!other.connected || other.remote == from) }
	address := from.Addr().As16()
	record := append(binary.BigEndian.AppendUint16(address[:], from.Port()), b...)
	if to.Addr().IsMulticast() {
		for _, other := range s.network.sockets {
			if accepts(other) && other.local.Port() == to.Port() && slices.Contains(other.groups, to.Addr()) {
				_, _ = unix.Write(other.far, record)
			}
		}
		return len(b), nil
	}
	if other := s.network.find(to, accepts); other != nil {
		_, _ = unix.Write(other.far, record)
	} else if s.connected {
		s.refused = true
		_, _ = unix.Write(s.far, nothingThere)
	}
	return len(b), nil
}

// nothingThere stands for the answer that there is nobody to take a datagram. It wakes who waits for
// one.
var nothingThere = []byte{0}

// receive takes the datagram that came first, or what of it fits into b.
func (s *ownSocket) receive(b []byte) (n int, from netip.AddrPort, err error) {
	record := make([]byte, datagramHeader+largestDatagram)
	for {
		if n, err = unix.Read(s.fd, record); err != nil {
			return 0, from, err
		}
		if n >= datagramHeader {
			address := netip.AddrFrom16([16]byte(record[:datagramPort])).Unmap()
			return copy(b, record[datagramHeader:n]), netip.AddrPortFrom(address, binary.BigEndian.Uint16(record[datagramPort:])), nil
		}
		if n == 0 {
			return 0, from, unix.EBADF // it was closed
		}
		if s.refused {
			s.refused = false
			return 0, from, unix.ECONNREFUSED
		}
	}
}
