package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/profiles/region"
	"hotlens/vm/memory"
)

// fdOf is the int in the FileDescriptor that an object's field fd holds.
func fdOf(t *Thread, stream Ref) int32 {
	m := t.M
	f := m.ClassOf(stream).LookupField("fd", "Ljava/io/FileDescriptor;")
	d := m.Memory.U32(stream + f.Offset)
	if d == 0 {
		return -1
	}
	return m.Memory.I32(d + m.ClassOf(d).Field("fd", "I").Offset)
}

func setFD(t *Thread, stream Ref, fd int32) {
	m := t.M
	f := m.ClassOf(stream).LookupField("fd", "Ljava/io/FileDescriptor;")
	d := m.Memory.U32(stream + f.Offset)
	m.Memory.SetU32(d+m.ClassOf(d).Field("fd", "I").Offset, uint32(fd))
}

// countOutput charges the output budget.
func (h *Host) countOutput(t *Thread, n int) {
	h.outputBytes += uint64(n)
	t.M.Memory.SetU64(region.OutputBytes, h.outputBytes)
	if h.MaxOutputBytes > 0 && h.outputBytes > h.MaxOutputBytes {
		t.M.Limit("output", "the program wrote more than %d MB of output; give more with the setting hotlens.output (--max-output)", h.MaxOutputBytes>>20)
	}
}

// openFile opens a path for a stream's constructor and throws
// FileNotFoundException as the JDK does.
func openFile(t *Thread, path string, flags int) int32 {
	h := hostOf(t)
	deny, ok := h.mayRead(path)
	if flags&(unix.O_WRONLY|unix.O_RDWR) != 0 {
		deny, ok = h.mayWrite(path)
	}
	if !ok {
		t.Throw("java/io/FileNotFoundException", deny)
		return -1
	}
	fd, err := unix.Open(h.absolute(path), flags|unix.O_CLOEXEC, 0o666)
	if err != nil {
		t.Throw("java/io/FileNotFoundException", path+" ("+errnoText(err)+")")
		return -1
	}
	var st unix.Stat_t
	if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR {
		unix.Close(fd)
		t.Throw("java/io/FileNotFoundException", path+" (Is a directory)")
		return -1
	}
	h.Files.opened(fd)
	return int32(fd)
}

// closeFD closes a descriptor that the program owns.
func closeFD(t *Thread, fd int32) {
	h := hostOf(t)
	if fd < 3 || !h.Files.open[int(fd)] {
		return
	}
	delete(h.Files.open, int(fd))
	if err := unix.Close(int(fd)); err != nil {
		t.Throw("java/io/IOException", errnoText(err))
	}
}

// readBytes and writeBytes are the natives of the file streams.
func readBytes(t *Thread, a Args) uint64 {
	m := t.M
	array, off, length := a.Ref(1), a.Int(2), a.Int(3)
	if array == 0 {
		t.ThrowNull()
		return 0
	}
	if off < 0 || length < 0 || uint32(off)+uint32(length) > m.Memory.U32(array+memory.ArrayLength) {
		t.Throw("java/lang/IndexOutOfBoundsException", "")
		return 0
	}
	if length == 0 {
		return 0
	}
	n, err := read(t, fdOf(t, a.Ref(0)), m.Bytes(array)[off:off+length])
	if err != nil {
		t.Throw("java/io/IOException", errnoText(err))
		return 0
	}
	if n == 0 {
		return signed(-1)
	}
	return uint64(n)
}

func readByte(t *Thread, a Args) uint64 {
	var b [1]byte
	n, err := read(t, fdOf(t, a.Ref(0)), b[:])
	if err != nil {
		t.Throw("java/io/IOException", errnoText(err))
		return 0
	}
	if n == 0 {
		return signed(-1)
	}
	return uint64(b[0])
}

func writeBytes(t *Thread, a Args) uint64 {
	m := t.M
	array, off, length := a.Ref(1), a.Int(2), a.Int(3)
	if array == 0 {
		t.ThrowNull()
		return 0
	}
	if off < 0 || length < 0 || uint32(off)+uint32(length) > m.Memory.U32(array+memory.ArrayLength) {
		t.Throw("java/lang/IndexOutOfBoundsException", "")
		return 0
	}
	if _, err := write(t, fdOf(t, a.Ref(0)), m.Bytes(array)[off:off+length]); err != nil {
		t.Throw("java/io/IOException", errnoText(err))
	}
	return 0
}

func init() {
	register("java/io/FileDescriptor", table{
		"initIDs()V":    nothing,
		"getHandle(I)J": constant(^uint64(0)),
		"getAppend(I)Z": constant(0),
		"sync()V":       nothing,
		"close0()V": func(t *Thread, a Args) uint64 {
			m := t.M
			f := m.ClassOf(a.Ref(0)).Field("fd", "I")
			fd := m.Memory.I32(a.Ref(0) + f.Offset)
			m.Memory.SetU32(a.Ref(0)+f.Offset, ^uint32(0))
			closeFD(t, fd)
			return 0
		},
	})
	register("java/io/FileCleanable", table{
		"cleanupClose0(IJ)V": func(t *Thread, a Args) uint64 { closeFD(t, a.Int(0)); return 0 },
	})
	register("java/io/FileInputStream", table{
		"initIDs()V": nothing,
		"open0(Ljava/lang/String;)V": func(t *Thread, a Args) uint64 {
			if fd := openFile(t, t.M.Text(a.Ref(1)), unix.O_RDONLY); fd >= 0 {
				setFD(t, a.Ref(0), fd)
			}
			return 0
		},
		"read0()I":         readByte,
		"readBytes([BII)I": readBytes,
	})
	register("java/io/FileOutputStream", table{
		"initIDs()V": nothing,
		"open0(Ljava/lang/String;Z)V": func(t *Thread, a Args) uint64 {
			flags := unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC
			if a.Bool(2) {
				flags = unix.O_WRONLY | unix.O_CREAT | unix.O_APPEND
			}
			if fd := openFile(t, t.M.Text(a.Ref(1)), flags); fd >= 0 {
				setFD(t, a.Ref(0), fd)
			}
			return 0
		},
		"write(IZ)V": func(t *Thread, a Args) uint64 {
			if _, err := write(t, fdOf(t, a.Ref(0)), []byte{byte(a.Int(1))}); err != nil {
				t.Throw("java/io/IOException", errnoText(err))
			}
			return 0
		},
		"writeBytes([BIIZ)V": writeBytes,
	})
}
