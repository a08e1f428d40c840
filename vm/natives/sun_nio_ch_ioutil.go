//go:build unix

package natives

import (
	"math"

	"golang.org/x/sys/unix"
)

// vectorLimit is Linux's IOV_MAX: buffers in one readv or writev.
const vectorLimit = 1024

// drain empties a descriptor that never blocks and reports how much was there.
func drain(host int) (total int, err error) {
	var b [128]byte
	for {
		n, err := unix.Read(host, b[:])
		switch {
		case err == unix.EINTR:
			continue
		case err == unix.EAGAIN:
			return total, nil
		case err != nil:
			return total, err
		case n <= 0:
			return total, nil
		}
		total += n
	}
}

// intDescriptor is the host's descriptor of a Java int.
func intDescriptor(t *Thread, fd int32) (int, bool) {
	host, ok := hostOf(t).Files.descriptor(fd)
	if !ok {
		throwIO(t, unix.EBADF)
	}
	return host, ok
}

func init() { later(sunNioChIoutil) }

func sunNioChIoutil() {
	register("sun/nio/ch/IOUtil", table{
		"initIDs()V":                       nothing,
		"iovMax()I":                        constant(vectorLimit),
		"writevMax()J":                     constant(math.MaxInt32), // bytes in one of them
		"fdVal(Ljava/io/FileDescriptor;)I": func(t *Thread, a Args) uint64 { return signed(fdOf(t, a.Ref(0))) },
		"setfdVal(Ljava/io/FileDescriptor;I)V": notNull(func(t *Thread, a Args) uint64 {
			setFD(t, a.Ref(0), a.Int(1))
			return 0
		}, 0),
		"fdLimit()I": func(t *Thread, _ Args) uint64 {
			var limit unix.Rlimit
			if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
				throwIO(t, err)
				return 0
			}
			return signed(int32(min(limit.Cur, 1<<31-1)))
		},
		"configureBlocking(Ljava/io/FileDescriptor;Z)V": func(t *Thread, a Args) uint64 {
			if err := hostOf(t).Files.setBlocking(fdOf(t, a.Ref(0)), a.Bool(1)); err != nil {
				throwIO(t, err)
			}
			return 0
		},
		// The result is the reading end in the upper half and the writing end in
		// the lower.
		"makePipe(Z)J": func(t *Thread, a Args) uint64 {
			reader, writer, err := makePipe()
			if err != nil {
				throwIO(t, err)
				return 0
			}
			f := &hostOf(t).Files
			var result uint64
			for _, fd := range []int{reader, writer} {
				f.opened(fd, kindStream)
				f.open[fd].nonBlocking = !a.Bool(0)
				result = result<<32 | uint64(fd)
			}
			return result
		},
		"write1(IB)I": func(t *Thread, a Args) uint64 {
			n, err := write(t, a.Int(0), []byte{byte(a.Int(1))})
			return channelResult(t, n, err, false)
		},
		"drain(I)Z": func(t *Thread, a Args) uint64 {
			host, ok := intDescriptor(t, a.Int(0))
			if !ok {
				return 0
			}
			n, err := drain(host)
			if err != nil {
				throwIO(t, err)
			}
			return boolean(n > 0)
		},
		"drain1(I)I": func(t *Thread, a Args) uint64 {
			host, ok := intDescriptor(t, a.Int(0))
			if !ok {
				return 0
			}
			var b [1]byte
			n, err := unix.Read(host, b[:])
			if err == unix.EAGAIN {
				return 0
			}
			return channelResult(t, max(n, 0), err, false)
		},
		"randomBytes([B)Z": func(t *Thread, _ Args) uint64 {
			t.Throw("java/lang/UnsupportedOperationException", "")
			return 0
		},
	})
}
