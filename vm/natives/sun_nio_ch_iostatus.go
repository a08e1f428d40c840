//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// Results of channel operations (sun.nio.ch.IOStatus).
const (
	statusEOF         = -1
	statusUnavailable = -2
	statusInterrupted = -3
	statusUnsupported = -4
	statusThrown      = -5

	statusUnsupportedCase = -6
)

// channelResult turns the result of a transfer into an IOStatus.
func channelResult(t *Thread, n int, err error, reading bool) uint64 {
	switch {
	case err == unix.EAGAIN:
		return signed(statusUnavailable)
	case err == unix.EINTR:
		return signed(statusInterrupted)
	case err != nil:
		throwIO(t, err)
		return signed(statusThrown)
	case n == 0 && reading:
		return signed(statusEOF)
	}
	return uint64(n)
}

// transfer moves bytes between a descriptor and a buffer.
type transfer func(t *Thread, fd int32, b []byte) (int, error)

// channelTransfer makes a native with the arguments FileDescriptor, long address,
// int length.
func channelTransfer(move transfer, reading bool) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
		if !ok {
			return signed(statusThrown)
		}
		n, err := move(t, fdOf(t, a.Ref(0)), b)
		return channelResult(t, n, err, reading && len(b) > 0)
	}
}

// vectorEntry is the size of a struct iovec: an address and a length, of 8 bytes
// each.
const vectorEntry = 16

// channelVector makes a native with the arguments FileDescriptor, long address
// of iovecs, int count. It moves the buffers one by one until one is not filled.
func channelVector(move transfer, reading bool) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		count := int64(a.Int(3))
		if _, ok := offHeap(t, a.Long(1), count*vectorEntry); !ok {
			return signed(statusThrown)
		}
		total := 0
		for i := range count {
			entry := memory.Address(a.Long(1) + i*vectorEntry)
			b, ok := offHeap(t, int64(t.M.Memory.U64(entry)), int64(t.M.Memory.U64(entry+8)))
			if !ok {
				return signed(statusThrown)
			}
			if len(b) == 0 {
				continue
			}
			n, err := move(t, fdOf(t, a.Ref(0)), b)
			if total > 0 && (err != nil || n == 0) {
				break
			}
			if err != nil || n == 0 {
				return channelResult(t, n, err, reading)
			}
			if total += n; n < len(b) {
				break
			}
		}
		return uint64(total)
	}
}

// descriptorArgument is the host's descriptor of a FileDescriptor.
func descriptorArgument(t *Thread, object Ref) (int, bool) {
	host, ok := hostOf(t).Files.descriptor(fdOf(t, object))
	if !ok {
		throwIO(t, unix.EBADF)
	}
	return host, ok
}

// onChannel makes a native that works on the FileDescriptor in its first
// argument and fails with an IOException.
func onChannel(operation func(t *Thread, host int, a Args) (int64, error)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		host, ok := descriptorArgument(t, a.Ref(0))
		if !ok {
			return signed(statusThrown)
		}
		result, err := operation(t, host, a)
		if err != nil && t.Exception == 0 {
			throwIO(t, err)
			return signed(statusThrown)
		}
		return uint64(result)
	}
}
