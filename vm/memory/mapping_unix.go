//go:build unix

package memory

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotlens/profiles/prefault"
	"hotlens/profiles/sharedmemory"
)

// reserve reserves the addresses of a linear memory and what belongs to it, and maps the
// file at their start.
func reserve(file *os.File) (unsafe.Pointer, error) {
	reserved, err := unix.MmapPtr(-1, 0, nil, uintptr(reservedBytes), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("reserving addresses for the VM's linear memory (%d GiB, none of it used): %w; raise the address space limit (ulimit -v)", reservedBytes>>30, err)
	}
	base, err := unix.MmapPtr(int(file.Fd()), 0, reserved, uintptr(Size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_NORESERVE|unix.MAP_FIXED)
	if err != nil {
		_ = release(reserved)
		return nil, fmt.Errorf("mapping the VM's linear memory (4 GiB, sparse): %w", err)
	}
	// No native method can take null for an object unnoticed.
	if err := unix.Mprotect(unsafe.Slice((*byte)(base), sharedmemory.NullBytes), unix.PROT_NONE); err != nil {
		_ = release(base)
		return nil, fmt.Errorf("protecting the start of the VM's linear memory: %w", err)
	}
	tables := unsafe.Slice((*byte)(unsafe.Add(base, tablesStart)), tablesBytes)
	if err := unix.Mprotect(tables, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		_ = release(base)
		return nil, fmt.Errorf("making room for the tables of the heap: %w", err)
	}
	prefault.Large(uintptr(unsafe.Pointer(&tables[0])), uintptr(len(tables)))
	return base, nil
}

// makePrivate puts pages of this process alone in the place of the file's, large ones where the kernel has some, as it has none
// for files. Where a limit forbids them, the file's stay.
func makePrivate(file *os.File, base unsafe.Pointer, region sharedmemory.Span) error {
	at, bytes := unsafe.Add(base, region.Start), uintptr(region.End-region.Start)
	const access = unix.PROT_READ | unix.PROT_WRITE
	if _, err := unix.MmapPtr(-1, 0, at, bytes, access, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE|unix.MAP_FIXED); err == nil {
		prefault.Large(uintptr(at), bytes)
		return nil
	}
	// The kernel may have taken away what was there.
	if _, err := unix.MmapPtr(int(file.Fd()), int64(region.Start), at, bytes, access, unix.MAP_SHARED|unix.MAP_NORESERVE|unix.MAP_FIXED); err != nil {
		return fmt.Errorf("mapping %d MiB of the VM's linear memory: %w", bytes>>20, err)
	}
	return nil
}

// release gives the addresses of reserve back.
func release(base unsafe.Pointer) error { return unix.MunmapPtr(base, uintptr(reservedBytes)) }
