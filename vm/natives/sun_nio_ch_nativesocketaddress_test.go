//go:build unix

package natives

import (
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/sys/unix"
)

func TestSockaddr(t *testing.T) {
	for _, test := range []struct {
		address string
		as6     bool
		want    unix.Sockaddr
	}{
		{"127.0.0.1", false, &unix.SockaddrInet4{Port: 8080, Addr: [4]byte{127, 0, 0, 1}}},
		{"127.0.0.1", true, &unix.SockaddrInet6{Port: 8080, Addr: [16]byte{10: 0xff, 11: 0xff, 12: 127, 15: 1}}},
		{"0.0.0.0", true, &unix.SockaddrInet6{Port: 8080}},
		{"fe80::1", false, &unix.SockaddrInet6{Port: 8080, ZoneId: 3, Addr: [16]byte{0: 0xfe, 1: 0x80, 15: 1}}},
	} {
		address := netip.MustParseAddr(test.address)
		scope := uint32(0)
		if address.Is6() {
			scope = 3
		}
		options := cmp.Options{cmpopts.IgnoreUnexported(unix.SockaddrInet4{}, unix.SockaddrInet6{})}
		got := newSockaddr(address, scope, 8080, test.as6)
		if diff := cmp.Diff(test.want, got, options); diff != "" {
			t.Errorf("%s: %s", test.address, diff)
		}
		b := make([]byte, sizeOfSockaddr6)
		encodeSockaddr(b, got)
		decoded, ok := decodeSockaddr(b)
		if diff := cmp.Diff(got, decoded, options); !ok || diff != "" {
			t.Errorf("%s decoded: %s", test.address, diff)
		}
		if _, _, port := splitSockaddr(decoded); port != 8080 {
			t.Errorf("port %d", port)
		}
	}
	for _, b := range [][]byte{nil, make([]byte, 3), make([]byte, sizeOfSockaddr6), {unix.AF_INET6, 0, 1, 2}} {
		if s, ok := decodeSockaddr(b); ok {
			t.Errorf("%v decodes as %v", b, s)
		}
	}
}
