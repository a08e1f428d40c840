//go:build unix

package natives

import (
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

func init() { later(javaNioMappedmemoryutils) }

func javaNioMappedmemoryutils() {
	register("java/nio/MappedMemoryUtils", table{
		"registerNatives()V": nothing,
		"force0(Ljava/io/FileDescriptor;JJ)V": func(t *Thread, a Args) uint64 {
			b, ok := offHeap(t, a.Long(1)&^(pageBytes-1), a.Long(3)+a.Long(1)&(pageBytes-1))
			if !ok || len(b) == 0 {
				return 0
			}
			if err := unix.Msync(b, unix.MS_SYNC); err != nil {
				throwIO(t, err)
				return 0
			}
			hostOf(t).noteForce(t, memory.Address(a.Long(1)))
			return 0
		},
		"isLoaded0(JJJ)Z": func(t *Thread, a Args) uint64 { return boolean(isLoaded(t, a.Long(0), a.Long(2))) },
		// Advice, which the library gives before it reads the pages.
		"load0(JJ)V":   nothing,
		"unload0(JJ)V": nothing,
	})
}

// isLoaded asks the kernel whether all pages of a part of the off-heap memory are
// in the machine's memory. Under the virtual clock they are: a run must not
// depend on what the kernel thinks of its files.
func isLoaded(t *Thread, address, bytes int64) bool {
	start := address &^ (pageBytes - 1)
	b, ok := offHeap(t, start, address+bytes-start)
	if !ok || len(b) == 0 || t.M.Options.VirtualClock {
		return ok
	}
	pages := make([]byte, (len(b)+pageBytes-1)/pageBytes)
	_, _, failed := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), uintptr(unsafe.Pointer(&pages[0])))
	return failed == 0 && !slices.ContainsFunc(pages, func(page byte) bool { return page&1 == 0 })
}
