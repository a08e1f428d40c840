//go:build unix

package natives

import "golang.org/x/sys/unix"

// writeStream writes all of b for a stream.
func writeStream(t *Thread, stream Ref, b []byte) {
	fd := fdOf(t, descriptorOf(t, stream))
	if fd < 0 {
		t.Throw("java/io/IOException", "Stream Closed")
		return
	}
	for len(b) > 0 {
		n, err := write(t, fd, b)
		if err != nil && err != unix.EINTR {
			throwIO(t, err)
			return
		}
		b = b[n:]
	}
}

// writeBytes is writeBytes of FileOutputStream and RandomAccessFile.
func writeBytes(t *Thread, a Args) uint64 {
	if b, ok := arrayPart(t, a.Ref(1), a.Int(2), a.Int(3)); ok {
		writeStream(t, a.Ref(0), b)
	}
	return 0
}

// writeByte is their method for a single byte.
func writeByte(t *Thread, a Args) uint64 {
	writeStream(t, a.Ref(0), []byte{byte(a.Int(1))})
	return 0
}

func init() { later(javaIoFileoutputstream) }

func javaIoFileoutputstream() {
	register("java/io/FileOutputStream", table{
		"initIDs()V": nothing,
		"open0(Ljava/lang/String;Z)V": func(t *Thread, a Args) uint64 {
			flags := unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC
			if a.Bool(2) {
				flags = unix.O_WRONLY | unix.O_CREAT | unix.O_APPEND
			}
			openStream(t, a.Ref(0), a.Ref(1), flags)
			return 0
		},
		"write(IZ)V":         writeByte,
		"writeBytes([BIIZ)V": writeBytes,
	})
}
