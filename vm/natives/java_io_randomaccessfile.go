//go:build unix

package natives

import "golang.org/x/sys/unix"

// Modes of RandomAccessFile.open0 (its O_ constants).
const (
	accessRead     = 1
	accessWrite    = 2
	accessSync     = 4
	accessDataSync = 8
)

func init() { later(javaIoRandomaccessfile) }

func javaIoRandomaccessfile() {
	register("java/io/RandomAccessFile", table{
		"initIDs()V": nothing,
		"open0(Ljava/lang/String;I)V": func(t *Thread, a Args) uint64 {
			mode, flags := a.Int(2), unix.O_RDONLY
			if mode&accessWrite != 0 {
				flags = unix.O_RDWR | unix.O_CREAT
				switch {
				case mode&accessSync != 0:
					flags |= unix.O_SYNC
				case mode&accessDataSync != 0:
					flags |= unix.O_DSYNC
				}
			}
			openStream(t, a.Ref(0), a.Ref(1), flags)
			return 0
		},
		"read0()I":          readByte,
		"readBytes([BII)I":  readBytes,
		"write0(I)V":        writeByte,
		"writeBytes([BII)V": writeBytes,
		"getFilePointer()J": streamPosition,
		"length()J":         streamLength,
		"seek0(J)V": func(t *Thread, a Args) uint64 {
			if a.Long(1) < 0 {
				t.Throw("java/io/IOException", "Negative seek offset")
				return 0
			}
			seekStream(t, a.Ref(0), a.Long(1), unix.SEEK_SET)
			return 0
		},
		"setLength(J)V": func(t *Thread, a Args) uint64 {
			host, ok := hostDescriptor(t, a.Ref(0))
			if !ok {
				return 0
			}
			position, ok := seekStream(t, a.Ref(0), 0, unix.SEEK_CUR)
			if !ok {
				return 0
			}
			if err := hostOf(t).Files.truncate(t.M.Memory, host, a.Long(1)); err != nil {
				throwIO(t, err)
				return 0
			}
			hostOf(t).noteWrite(t, fdOf(t, descriptorOf(t, a.Ref(0))))
			seekStream(t, a.Ref(0), min(position, a.Long(1)), unix.SEEK_SET)
			return 0
		},
	}.known(
		[2]string{"readBytes([BII)I", "readBytes0([BII)I"}, [2]string{"writeBytes([BII)V", "writeBytes0([BII)V"},
		[2]string{"length()J", "length0()J"}, [2]string{"setLength(J)V", "setLength0(J)V"},
	))
}
