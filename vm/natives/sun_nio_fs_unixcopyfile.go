//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// copyPiece is how much of a file is copied between two looks at whether the
// copy is cancelled.
const copyPiece = 64 << 10

func init() { later(sunNioFsUnixcopyfile) }

func sunNioFsUnixcopyfile() {
	copyFile := func(t *Thread, to, from int32, cancel int64) uint64 {
		b := make([]byte, copyPiece)
		for {
			n, err := read(t, from, b)
			if err == nil && n == 0 {
				return 0
			}
			if err == nil {
				_, err = write(t, to, b[:n])
			}
			if err == nil && cancel != 0 {
				if _, ok := offHeap(t, cancel, 4); !ok {
					return 0
				}
				if t.M.Memory.U32(memory.Address(cancel)) != 0 {
					err = unix.ECANCELED
				}
				t.Yield() // to whoever may cancel it
			}
			if err != nil {
				throwUnix(t, err)
				return 0
			}
		}
	}
	// The last argument is the address of what another thread sets to cancel the copy.
	direct := func(t *Thread, a Args) uint64 { return copyFile(t, a.Int(0), a.Int(1), a.Long(2)) }
	register("sun/nio/fs/UnixCopyFile", table{"transfer(IIJ)V": direct})
	register("sun/nio/fs/LinuxNativeDispatcher", table{"directCopy0(IIJ)I": direct})
	register("sun/nio/fs/UnixFileSystem", table{
		"bufferedCopy0(IIJIJ)V": func(t *Thread, a Args) uint64 { return copyFile(t, a.Int(0), a.Int(1), a.Long(5)) },
	})
}
