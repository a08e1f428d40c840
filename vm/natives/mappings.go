package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// The modes of FileChannelImpl.map0 (its MAP_ constants): without writes, and with
// writes that reach the file. The third has writes that do not.
const (
	mapReadOnly  = 0
	mapReadWrite = 1
)

// pageBytes is the page size of the machines that Linux's JDK 17 runs on with a
// little-endian 64-bit processor, which is also what UnsafeConstants says.
const pageBytes = 4096

// mapping is a file that is mapped into the off-heap memory. The pages lie in a
// block that the allocator has given out, so that addresses stay inside.
type mapping struct {
	block, base memory.Address // what was allocated, and its first whole page
	size        int64          // in bytes, whole pages
	device      uint64
	inode       uint64
	offset      int64 // of the first page in the file
	shareable   bool  // read-only and whole: the same pages of the file need not be mapped again
	users       int   // how many calls of mapFile it stands for
}

// mapFile maps size bytes of a file from an offset, a multiple of the page size.
// It returns 0 when the off-heap memory is full. Read-only mappings of the same pages
// are one: programs open the image of the class library more than once, and two of it
// fill the off-heap memory.
func (f *Files) mapFile(m *memory.Memory, host int, mode int32, offset, size int64) (memory.Address, error) {
	size = (size + pageBytes - 1) &^ (pageBytes - 1)
	if size < 0 || size > int64(memory.OffHeapBytes) {
		return 0, nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(host, &st); err != nil {
		return 0, err
	}
	device, inode := uint64(st.Dev), st.Ino
	if mode == mapReadOnly {
		for _, p := range f.mappings {
			if p.shareable && p.device == device && p.inode == inode && p.offset == offset && p.size == size {
				p.users++
				return p.base, nil
			}
		}
	}
	block := m.OffHeap.Allocate(uint64(size) + pageBytes)
	if block == 0 {
		return 0, nil
	}
	base := (block + pageBytes - 1) &^ (pageBytes - 1)
	// Read-only is kept by the Java side. A wild write past it stays private,
	// where a protected page would end the VM.
	flags := unix.MAP_PRIVATE
	if mode == mapReadWrite {
		flags = unix.MAP_SHARED
	}
	if err := mapFixed(m, base, size, flags, host, offset); err != nil {
		m.OffHeap.Free(block)
		return 0, err
	}
	f.mappings = append(f.mappings, &mapping{block: block, base: base, size: size, device: device, inode: inode, offset: offset, shareable: mode == mapReadOnly, users: 1})
	return base, nil
}

// mapFixed replaces pages of the linear memory by pages of a file, or by fresh
// ones if host is negative.
func mapFixed(m *memory.Memory, base memory.Address, size int64, flags, host int, offset int64) error {
	if host < 0 {
		flags = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_NORESERVE
	}
	_, err := unix.MmapPtr(host, offset, m.At(base), uintptr(size), unix.PROT_READ|unix.PROT_WRITE, flags|unix.MAP_FIXED)
	return err
}

// unmapFile undoes mapFile. It reports false for an address that is not mapped.
func (f *Files) unmapFile(m *memory.Memory, base memory.Address) (bool, error) {
	for i, p := range f.mappings {
		if p.base != base {
			continue
		}
		if p.users--; p.users > 0 {
			return true, nil
		}
		if err := mapFixed(m, base, p.size, 0, -1, 0); err != nil {
			return true, err
		}
		f.mappings = append(f.mappings[:i], f.mappings[i+1:]...)
		m.OffHeap.Free(p.block)
		return true, nil
	}
	return false, nil
}

// truncate changes the size of an open file.
func (f *Files) truncate(m *memory.Memory, host int, size int64) error {
	var st unix.Stat_t
	if err := unix.Fstat(host, &st); err != nil {
		return err
	}
	if size < st.Size && len(f.mappings) > 0 {
		f.shrink(m, uint64(st.Dev), st.Ino, size)
	}
	return unix.Ftruncate(host, size)
}

// shrink prepares the mappings of a file for its truncation: pages behind a
// file's end cannot be accessed, so fresh ones take their place.
func (f *Files) shrink(m *memory.Memory, device, inode uint64, size int64) {
	for _, p := range f.mappings {
		if p.device != device || p.inode != inode {
			continue
		}
		kept := max(0, (size-p.offset+pageBytes-1)&^(pageBytes-1))
		if kept < p.size {
			p.shareable = false
			// It can only fail for want of kernel memory; a later access is then
			// an error of the VM.
			_ = mapFixed(m, p.base+memory.Address(kept), p.size-kept, 0, -1, 0)
		}
	}
}
