package natives

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// The layout in which EPoll.wait hands out events. The library asks for it; it is
// the one of x86 processors.
const (
	epollEventSize = 12
	epollEvents    = 0
	epollData      = 4
)

// largestEventBatch bounds what one EPoll.wait collects; the library asks for
// at most 512.
const largestEventBatch = 1024

func init() { later(sunNioChEpoll) }

func sunNioChEpoll() {
	register("sun/nio/ch/EPoll", table{
		"eventSize()I":    constant(epollEventSize),
		"eventsOffset()I": constant(epollEvents),
		"dataOffset()I":   constant(epollData),
		"create()I": func(t *Thread, _ Args) uint64 {
			fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
			if err != nil {
				throwIO(t, err)
				return 0
			}
			return signed(hostOf(t).Files.opened(fd, kindFile))
		},
		// It returns the system's error, 0 for none.
		"ctl(IIII)I": func(t *Thread, a Args) uint64 {
			f := &hostOf(t).Files
			set, ok := f.descriptor(a.Int(0))
			host, known := f.descriptor(a.Int(2))
			if !ok || !known {
				return uint64(unix.EBADF)
			}
			// The event carries Java's number of the descriptor.
			err := unix.EpollCtl(set, int(a.Int(1)), host, &unix.EpollEvent{Events: uint32(a.Int(3)), Fd: a.Int(2)})
			if errno, ok := err.(unix.Errno); ok {
				return uint64(errno)
			}
			return 0
		},
		"wait(IJII)I": func(t *Thread, a Args) uint64 {
			host, ok := intDescriptor(t, a.Int(0))
			if !ok {
				return 0
			}
			count := min(a.Int(3), largestEventBatch)
			b, ok := offHeap(t, a.Long(1), int64(count)*epollEventSize)
			if !ok {
				return 0
			}
			if _, err := poll(t, []unix.PollFd{{Fd: int32(host), Events: unix.POLLIN}}, deadlineIn(t, int64(a.Int(4)))); err == unix.EINTR {
				return signed(statusInterrupted)
			} else if err != nil {
				throwIO(t, err)
				return signed(statusThrown)
			}
			events := make([]unix.EpollEvent, count)
			n, err := unix.EpollWait(host, events, 0)
			if err != nil {
				return channelResult(t, 0, err, false)
			}
			for i, e := range events[:n] {
				binary.NativeEndian.PutUint32(b[i*epollEventSize+epollEvents:], e.Events)
				binary.NativeEndian.PutUint64(b[i*epollEventSize+epollData:], uint64(uint32(e.Fd)))
			}
			return uint64(n)
		},
	})
	register("sun/nio/ch/EventFD", table{
		"eventfd0()I": func(t *Thread, _ Args) uint64 {
			fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
			if err != nil {
				throwIO(t, err)
				return 0
			}
			return signed(hostOf(t).Files.opened(fd, kindStream))
		},
		"set0(I)I": func(t *Thread, a Args) uint64 {
			n, err := write(t, a.Int(0), binary.NativeEndian.AppendUint64(nil, 1))
			return channelResult(t, n, err, false)
		},
	})
	register("sun/nio/ch/PollSelectorImpl", table{
		"poll(JII)I": func(t *Thread, a Args) uint64 {
			const entry = 8 // struct pollfd
			b, ok := offHeap(t, a.Long(0), int64(a.Int(2))*entry)
			if !ok {
				return 0
			}
			set := make([]unix.PollFd, a.Int(2))
			for i := range set {
				fd := int32(binary.NativeEndian.Uint32(b[i*entry:]))
				set[i] = unix.PollFd{Fd: -1, Events: int16(binary.NativeEndian.Uint16(b[i*entry+4:]))}
				if host, ok := hostOf(t).Files.descriptor(fd); ok {
					set[i].Fd = int32(host)
				}
			}
			n, err := poll(t, set, deadlineIn(t, int64(a.Int(3))))
			if err != nil {
				return channelResult(t, 0, err, false)
			}
			for i := range set {
				binary.NativeEndian.PutUint16(b[i*entry+6:], uint16(set[i].Revents))
			}
			return uint64(n)
		},
	})
}
