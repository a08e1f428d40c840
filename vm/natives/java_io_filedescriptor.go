//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/profiles"
	"hotlens/profiles/sharedmemory"
)

// fdOf is the descriptor of a java.io.FileDescriptor; -1 for a closed one.
func fdOf(t *Thread, descriptor Ref) int32 {
	if descriptor == 0 {
		return -1
	}
	return t.M.Memory.I32(descriptor + t.M.ClassOf(descriptor).Field("fd", "I").Offset)
}

// setFD changes the descriptor of a java.io.FileDescriptor.
func setFD(t *Thread, descriptor Ref, fd int32) {
	t.M.Memory.SetU32(descriptor+t.M.ClassOf(descriptor).Field("fd", "I").Offset, uint32(fd))
}

// descriptorOf is the FileDescriptor of a stream or a RandomAccessFile.
func descriptorOf(t *Thread, stream Ref) Ref {
	return t.M.Memory.U32(stream + t.M.ClassOf(stream).LookupField("fd", "Ljava/io/FileDescriptor;").Offset)
}

// openStream opens a path for a stream's constructor, with
// FileNotFoundException for whatever goes wrong, and stores the descriptor.
func openStream(t *Thread, stream, path Ref, flags int) {
	if path == 0 {
		t.ThrowNull()
		return
	}
	h := hostOf(t)
	name := t.M.Text(path)
	// As the JDK, since the kernel does not: a file's name may end in slashes.
	trimmed := name
	for len(trimmed) > 1 && trimmed[len(trimmed)-1] == '/' {
		trimmed = trimmed[:len(trimmed)-1]
	}
	fail := func(err error) { t.Throw("java/io/FileNotFoundException", name+parenthesized(err)) }
	fd, err := h.openPath(t, trimmed, flags, 0o666)
	if err != nil {
		fail(err)
		return
	}
	var st unix.Stat_t
	if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR {
		_ = h.Files.close(int32(fd))
		fail(unix.EISDIR)
		return
	}
	setFD(t, descriptorOf(t, stream), int32(fd))
	if f := t.M.ClassOf(descriptorOf(t, stream)).Field("append", "Z"); f != nil {
		t.M.Memory.SetU8(descriptorOf(t, stream)+f.Offset, uint8(boolean(flags&unix.O_APPEND != 0)))
	}
}

// hostDescriptor is the host's descriptor behind a stream; it throws the
// IOException of a closed stream, and otherwise that of the system.
func hostDescriptor(t *Thread, stream Ref) (int, bool) {
	fd := fdOf(t, descriptorOf(t, stream))
	if fd < 0 {
		t.Throw("java/io/IOException", "Stream Closed")
		return -1, false
	}
	host, ok := hostOf(t).Files.descriptor(fd)
	if !ok {
		throwIO(t, unix.EBADF)
	}
	return host, ok
}

// throwIO throws the IOException of a system error.
func throwIO(t *Thread, err error) { t.Throw("java/io/IOException", errnoText(err)) }

// countOutput charges the output budget.
func (h *Host) countOutput(t *Thread, n int) {
	h.outputBytes += uint64(n)
	t.M.Memory.SetU64(sharedmemory.OutputBytes, h.outputBytes)
	if h.MaxOutputBytes > 0 && h.outputBytes > h.MaxOutputBytes {
		t.M.Limit(profiles.LimitOutput, profiles.Size(h.MaxOutputBytes))
	}
}

// closeDescriptor is FileDescriptor.close0.
func closeDescriptor(t *Thread, a Args) uint64 {
	fd := fdOf(t, a.Ref(0))
	if fd < 0 {
		return 0
	}
	setFD(t, a.Ref(0), -1)
	answered := hostOf(t).Files.isAsked(fd)
	if err := hostOf(t).Files.close(fd); err != nil {
		throwIO(t, err)
	}
	if answered {
		hostOf(t).endServed(t)
	}
	return 0
}

func init() { later(javaIoFiledescriptor) }

func javaIoFiledescriptor() {
	register("java/io/FileDescriptor", table{
		"initIDs()V":    nothing,
		"getHandle(I)J": constant(^uint64(0)),
		"getAppend(I)Z": func(t *Thread, a Args) uint64 {
			host, ok := hostOf(t).Files.descriptor(a.Int(0))
			if !ok {
				return 0
			}
			flags, err := unix.FcntlInt(uintptr(host), unix.F_GETFL, 0)
			return boolean(err == nil && flags&unix.O_APPEND != 0)
		},
		"sync()V": func(t *Thread, a Args) uint64 {
			host, ok := hostOf(t).Files.descriptor(fdOf(t, a.Ref(0)))
			if !ok || unix.Fsync(host) != nil {
				t.Throw("java/io/SyncFailedException", "sync failed")
			}
			return 0
		},
		"close0()V": closeDescriptor,
	}.known([2]string{"sync()V", "sync0()V"}))
	register("java/io/FileCleanable", table{
		"cleanupClose0(IJ)V": func(t *Thread, a Args) uint64 {
			if err := hostOf(t).Files.close(a.Int(0)); err != nil {
				throwIO(t, err)
			}
			return 0
		},
	})
}
