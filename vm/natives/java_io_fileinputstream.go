//go:build unix

package natives

import (
	"math"

	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// arrayPart is the part of a byte[] that a native method works on. It throws
// what the JDK's natives throw for null and for bounds.
func arrayPart(t *Thread, array Ref, offset, length int32) ([]byte, bool) {
	if array == 0 {
		t.ThrowNull()
		return nil, false
	}
	if offset < 0 || length < 0 || uint32(offset)+uint32(length) > t.M.Memory.U32(array+memory.ArrayLength) {
		t.Throw("java/lang/IndexOutOfBoundsException", "")
		return nil, false
	}
	return t.M.Bytes(array)[offset : offset+length], true
}

// readStream reads for a stream: signals between threads are no concern of it.
func readStream(t *Thread, stream Ref, b []byte) (n int, ok bool) {
	fd := fdOf(t, descriptorOf(t, stream))
	if fd < 0 {
		t.Throw("java/io/IOException", "Stream Closed")
		return 0, false
	}
	for {
		n, err := read(t, fd, b)
		switch err {
		case nil:
			return n, true
		case unix.EINTR:
			continue
		}
		throwIO(t, err)
		return 0, false
	}
}

// readBytes is readBytes of FileInputStream and RandomAccessFile.
func readBytes(t *Thread, a Args) uint64 {
	b, ok := arrayPart(t, a.Ref(1), a.Int(2), a.Int(3))
	if !ok || len(b) == 0 {
		return 0
	}
	n, ok := readStream(t, a.Ref(0), b)
	if ok && n == 0 {
		return signed(-1)
	}
	return uint64(n)
}

// readByte is read0 of FileInputStream and RandomAccessFile.
func readByte(t *Thread, a Args) uint64 {
	var b [1]byte
	n, ok := readStream(t, a.Ref(0), b[:])
	if ok && n == 0 {
		return signed(-1)
	}
	return uint64(b[0])
}

// seekStream moves the position of a stream's file.
func seekStream(t *Thread, stream Ref, offset int64, whence int) (int64, bool) {
	host, ok := hostDescriptor(t, stream)
	if !ok {
		return 0, false
	}
	position, err := unix.Seek(host, offset, whence)
	if err != nil {
		throwIO(t, err)
		return 0, false
	}
	return position, true
}

// streamLength is the size of a stream's file.
func streamLength(t *Thread, a Args) uint64 {
	host, ok := hostDescriptor(t, a.Ref(0))
	if !ok {
		return 0
	}
	var st unix.Stat_t
	if err := unix.Fstat(host, &st); err != nil {
		throwIO(t, err)
		return 0
	}
	return uint64(st.Size)
}

// streamPosition is the position in a stream's file.
func streamPosition(t *Thread, a Args) uint64 {
	position, _ := seekStream(t, a.Ref(0), 0, unix.SEEK_CUR)
	return uint64(position)
}

// available is the number of bytes that can be read without waiting.
func available(host int) (int64, error) {
	var st unix.Stat_t
	if err := unix.Fstat(host, &st); err != nil {
		return 0, err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFCHR, unix.S_IFIFO, unix.S_IFSOCK:
		if n, err := unix.IoctlGetInt(host, ioctlUnread); err == nil {
			return int64(n), nil
		}
	}
	position, err := unix.Seek(host, 0, unix.SEEK_CUR)
	if err != nil {
		return 0, err
	}
	return max(0, st.Size-position), nil
}

func init() { later(javaIoFileinputstream) }

func javaIoFileinputstream() {
	register("java/io/FileInputStream", table{
		"initIDs()V": nothing,
		"open0(Ljava/lang/String;)V": func(t *Thread, a Args) uint64 {
			openStream(t, a.Ref(0), a.Ref(1), unix.O_RDONLY)
			return 0
		},
		"read0()I":         readByte,
		"readBytes([BII)I": readBytes,
		"length0()J":       streamLength,
		"position0()J":     streamPosition,
		"skip0(J)J": func(t *Thread, a Args) uint64 {
			from, ok := seekStream(t, a.Ref(0), 0, unix.SEEK_CUR)
			if !ok {
				return 0
			}
			to, ok := seekStream(t, a.Ref(0), a.Long(1), unix.SEEK_CUR)
			if !ok {
				return 0
			}
			return uint64(to - from)
		},
		"available0()I": func(t *Thread, a Args) uint64 {
			if hostOf(t).Files.silent(fdOf(t, descriptorOf(t, a.Ref(0)))) {
				return 0
			}
			host, ok := hostDescriptor(t, a.Ref(0))
			if !ok {
				return 0
			}
			n, err := available(host)
			if err != nil {
				throwIO(t, err)
				return 0
			}
			return signed(int32(min(n, math.MaxInt32)))
		},
		"isRegularFile0(Ljava/io/FileDescriptor;)Z": func(t *Thread, a Args) uint64 {
			host, ok := hostOf(t).Files.descriptor(fdOf(t, a.Ref(1)))
			var st unix.Stat_t
			return boolean(ok && unix.Fstat(host, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG)
		},
	})
}
