package natives

import "golang.org/x/sys/unix"

func init() {
	register("java/nio/MappedMemoryUtils", table{
		"force0(Ljava/io/FileDescriptor;JJ)V": func(t *Thread, a Args) uint64 {
			b, ok := offHeap(t, a.Long(1)&^(pageBytes-1), a.Long(3)+a.Long(1)&(pageBytes-1))
			if !ok || len(b) == 0 {
				return 0
			}
			if err := unix.Msync(b, unix.MS_SYNC); err != nil {
				throwIO(t, err)
			}
			return 0
		},
		// Whether pages are in the machine's memory is the kernel's affair; a
		// program must not depend on it.
		"isLoaded0(JJJ)Z": constant(0),
		"load0(JJ)V":      nothing,
		"unload0(JJ)V":    nothing,
	})
}
