//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/profiles"
)

// This file notices when the first request at a port is done (configuration.Until): when a connection that the program has accepted there, and has read something from, is closed by the program or
// ended by its peer. One without any data is none: that is how others find out whether a port is open.

// request is how far a request has come, on the connection that it came with.
type request uint8

const (
	noRequest request = iota // the connection is of no interest
	awaited
	asked // something was read
)

// accepted looks at a connection that the program has accepted.
func (h *Host) accepted(fd int) {
	if h.UntilPort == 0 {
		return
	}
	local, err := unix.Getsockname(fd)
	if err != nil {
		return // it is broken, and will not have a request
	}
	port := 0
	switch local := local.(type) {
	case *unix.SockaddrInet4:
		port = local.Port
	case *unix.SockaddrInet6:
		port = local.Port
	}
	if port == h.UntilPort {
		h.Files.open[fd].request = awaited
	}
}

// received is called when n bytes were read from a socket, 0 at the end of what the peer sends.
func (h *Host) received(t *Thread, fd int32, n int) {
	if h.UntilPort == 0 {
		return
	}
	f := h.Files.open[int(fd)]
	switch {
	case f == nil || f.request == noRequest:
	case n > 0:
		f.request = asked
	case f.request == asked:
		h.endServed(t)
	}
}

// isAsked tells whether a descriptor is that of a connection with a request.
func (f *Files) isAsked(fd int32) bool {
	file := f.open[int(fd)]
	return file != nil && file.request == asked
}

// endServed has the program end, as the request is done.
func (h *Host) endServed(t *Thread) { t.M.Terminate(profiles.LimitServed.Reached(h.UntilPort)) }
