//go:build unix

package natives

import (
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// Results of FileDispatcherImpl.lock0 (sun.nio.ch.FileDispatcher).
const (
	lockRefused     = -1
	lockGranted     = 0
	lockInterrupted = 2
)

// fileLock is what fcntl takes for a range; a size of Long.MAX_VALUE reaches to
// the end of the file, however far it grows.
func fileLock(kind int16, position, size int64) *unix.Flock_t {
	if size == math.MaxInt64 {
		size = 0
	}
	return &unix.Flock_t{Type: kind, Whence: unix.SEEK_SET, Start: position, Len: size}
}

// lockFile asks for a lock until it gets it, if block is set. Others may hold it
// for long, and their end can only be polled for.
func lockFile(t *Thread, host int, block bool, lock *unix.Flock_t) (int64, error) {
	delete(hostOf(t).signals, t.ID)
	slice := firstSlice
	for {
		err := unix.FcntlFlock(uintptr(host), unix.F_SETLK, lock)
		switch {
		case err == nil:
			return lockGranted, nil
		case err == unix.EINTR:
			continue
		case err != unix.EAGAIN && err != unix.EACCES:
			return 0, err
		case !block:
			return lockRefused, nil
		case hostOf(t).signals[t.ID]:
			delete(hostOf(t).signals, t.ID)
			return lockInterrupted, nil
		}
		pause(t, slice)
		slice = min(2*slice, lastSlice)
	}
}

// pause lets time pass for a thread that polls for something outside.
func pause(t *Thread, d time.Duration) {
	if t.M.Options.VirtualClock {
		_, _ = unix.Poll(nil, int(d/time.Millisecond))
	}
	t.Block(t.M.Nanos() + int64(d))
}

func init() { later(sunNioChFiledispatcherimpl) }

func sunNioChFiledispatcherimpl() {
	positioned := func(operation func(host int, b []byte, offset int64) (int, error), reading bool) func(t *Thread, a Args) uint64 {
		return func(t *Thread, a Args) uint64 {
			b, ok := offHeap(t, a.Long(1), int64(a.Int(3)))
			if !ok {
				return signed(statusThrown)
			}
			host, ok := descriptorArgument(t, a.Ref(0))
			if !ok {
				return signed(statusThrown)
			}
			if reading && hostOf(t).Files.kind(fdOf(t, a.Ref(0))) == kindRandom {
				hostOf(t).random(b)
				t.Work(len(b))
				return uint64(len(b))
			}
			if h := hostOf(t); !reading {
				if h.Files.isOutput(fdOf(t, a.Ref(0))) { // a file that the shell redirects it to
					h.countOutput(t, len(b))
				}
				h.chargeWrite(t, fdOf(t, a.Ref(0)), len(b))
			}
			n, err := operation(host, b, a.Long(4))
			t.Work(max(n, 0))
			if reading {
				hostOf(t).noteRead(t, fdOf(t, a.Ref(0)))
			} else {
				hostOf(t).noteWrite(t, fdOf(t, a.Ref(0)))
			}
			return channelResult(t, max(n, 0), err, reading && len(b) > 0)
		}
	}
	dispatcher := table{
		"init()V":                               nothing,
		"read0(Ljava/io/FileDescriptor;JI)I":    channelTransfer(read, true),
		"readv0(Ljava/io/FileDescriptor;JI)J":   channelVector(read, true),
		"write0(Ljava/io/FileDescriptor;JI)I":   channelTransfer(write, false),
		"writev0(Ljava/io/FileDescriptor;JI)J":  channelVector(write, false),
		"pread0(Ljava/io/FileDescriptor;JIJ)I":  positioned(unix.Pread, true),
		"pwrite0(Ljava/io/FileDescriptor;JIJ)I": positioned(unix.Pwrite, false),
		"seek0(Ljava/io/FileDescriptor;J)J": onChannel(func(_ *Thread, host int, a Args) (int64, error) {
			if a.Long(1) < 0 {
				return unix.Seek(host, 0, unix.SEEK_CUR)
			}
			return unix.Seek(host, a.Long(1), unix.SEEK_SET)
		}),
		"size0(Ljava/io/FileDescriptor;)J": onChannel(func(_ *Thread, host int, _ Args) (int64, error) {
			var st unix.Stat_t
			err := unix.Fstat(host, &st)
			return st.Size, err
		}),
		"truncate0(Ljava/io/FileDescriptor;J)I": onChannel(func(t *Thread, host int, a Args) (int64, error) {
			err := hostOf(t).Files.truncate(t.M.Memory, host, a.Long(1))
			hostOf(t).noteWrite(t, fdOf(t, a.Ref(0)))
			return 0, err
		}),
		"force0(Ljava/io/FileDescriptor;Z)I": onChannel(func(_ *Thread, host int, a Args) (int64, error) {
			err := unix.Fsync(host)
			if err == unix.EINVAL || err == unix.EROFS {
				err = nil // not a file that has a disk
			}
			return 0, err
		}),
		"lock0(Ljava/io/FileDescriptor;ZJJZ)I": onChannel(func(t *Thread, host int, a Args) (int64, error) {
			kind := int16(unix.F_WRLCK)
			if a.Bool(6) {
				kind = unix.F_RDLCK
			}
			if !hostOf(t).Files.mayLock() {
				return 0, unix.ENOLCK
			}
			return lockFile(t, host, a.Bool(1), fileLock(kind, a.Long(2), a.Long(4)))
		}),
		"release0(Ljava/io/FileDescriptor;JJ)V": onChannel(func(t *Thread, host int, a Args) (int64, error) {
			if !hostOf(t).Files.mayUnlock() {
				return 0, unix.ENOLCK
			}
			return 0, unix.FcntlFlock(uintptr(host), unix.F_SETLK, fileLock(unix.F_UNLCK, a.Long(1), a.Long(3)))
		}),
		"close0(Ljava/io/FileDescriptor;)V": closeDescriptorArgument,
		"closeIntFD(I)V": func(t *Thread, a Args) uint64 {
			if err := hostOf(t).Files.close(a.Int(0)); err != nil {
				throwIO(t, err)
			}
			return 0
		},
		// What replaces the descriptor makes the threads that wait for it give up:
		// one half of a pair of sockets whose other half is closed.
		"preClose0(Ljava/io/FileDescriptor;)V": onChannel(func(t *Thread, host int, a Args) (int64, error) {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			if err != nil {
				return 0, err
			}
			defer unix.Close(pair[0])
			unix.Close(pair[1])
			fd := fdOf(t, a.Ref(0))
			if fd < 3 {
				return 0, hostOf(t).Files.close(fd)
			}
			hostOf(t).Files.leaveNetwork(fd)
			return 0, replaceDescriptor(pair[0], host)
		}),
		"dup0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;)V": onChannel(func(t *Thread, host int, a Args) (int64, error) {
			other, ok := descriptorArgument(t, a.Ref(1))
			if !ok {
				return 0, nil
			}
			return 0, hostOf(t).Files.replace(fdOf(t, a.Ref(1)), fdOf(t, a.Ref(0)), other, host)
		}),
		"canTransferToFromOverlappedMap0()Z": constant(1),
		// It returns the alignment that direct transfers need.
		"setDirect0(Ljava/io/FileDescriptor;)I": onChannel(func(_ *Thread, host int, _ Args) (int64, error) {
			flags, err := unix.FcntlInt(uintptr(host), unix.F_GETFL, 0)
			if err == nil {
				_, err = unix.FcntlInt(uintptr(host), unix.F_SETFL, flags|openDirect)
			}
			var st unix.Statfs_t
			if err == nil {
				err = unix.Fstatfs(host, &st)
			}
			return int64(st.Bsize), err
		}),
	}
	register("sun/nio/ch/FileDispatcherImpl", dispatcher)
	// In JDK 21 two classes took its place.
	register("sun/nio/ch/UnixFileDispatcherImpl", dispatcher.only(
		"read0(Ljava/io/FileDescriptor;JI)I", "readv0(Ljava/io/FileDescriptor;JI)J", "write0(Ljava/io/FileDescriptor;JI)I", "writev0(Ljava/io/FileDescriptor;JI)J",
		"pread0(Ljava/io/FileDescriptor;JIJ)I", "pwrite0(Ljava/io/FileDescriptor;JIJ)I", "seek0(Ljava/io/FileDescriptor;J)J", "size0(Ljava/io/FileDescriptor;)J",
		"truncate0(Ljava/io/FileDescriptor;J)I", "force0(Ljava/io/FileDescriptor;Z)I", "lock0(Ljava/io/FileDescriptor;ZJJZ)I", "release0(Ljava/io/FileDescriptor;JJ)V",
		"closeIntFD(I)V", "setDirect0(Ljava/io/FileDescriptor;)I",
	))
	register("sun/nio/ch/UnixDispatcher", dispatcher.only("init()V", "close0(Ljava/io/FileDescriptor;)V", "preClose0(Ljava/io/FileDescriptor;)V"))
	register("sun/nio/ch/DatagramDispatcher", dispatcher.only("dup0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;)V"))
}

// closeDescriptorArgument closes the descriptor of a FileDescriptor, which keeps
// its number.
func closeDescriptorArgument(t *Thread, a Args) uint64 {
	if fd := fdOf(t, a.Ref(0)); fd >= 0 {
		answered := hostOf(t).Files.isAsked(fd)
		if err := hostOf(t).Files.close(fd); err != nil {
			throwIO(t, err)
		}
		if answered {
			hostOf(t).endServed(t)
		}
	}
	return 0
}
