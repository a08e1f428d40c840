//go:build unix

package natives

import (
	"golang.org/x/sys/unix"

	"hotlens/vm/memory"
)

// The modes of FileChannelImpl.map0 (its MAP_ constants) that matter here: in
// mapReadOnly nothing is written, in mapReadWrite what is written reaches the file.
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
	offset      int64      // of the first page in the file
	readers     int        // how often it was given out as read-only; 0 for one that may be written
	temporary   bool       // what is written to it counts towards the quota
	times       *fileTimes // of the file, as openFile has them, if it may be written
	cut         bool       // the file became shorter, and pages of the mapping no longer are the file's
}

// mapFile maps size bytes of a file from an offset, a multiple of the page size.
// It returns 0 when the off-heap memory is full. Mappings that are only read are
// shared: compilers open the class library's image of 130 MB several times.
func (f *Files) mapFile(m *memory.Memory, host int, mode int32, offset, size int64) (memory.Address, error) {
	size = (size + pageBytes - 1) &^ (pageBytes - 1)
	if size < 0 || size > int64(memory.OffHeapBytes) {
		return 0, nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(host, &st); err != nil {
		return 0, err
	}
	if mode == mapReadOnly {
		if p := f.readerOf(&st, offset, size); p != nil {
			p.readers++
			return p.base, nil
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
	p := &mapping{block: block, base: base, size: size, device: uint64(st.Dev), inode: st.Ino, offset: offset}
	if mode == mapReadOnly {
		p.readers = 1
	}
	f.mappings = append(f.mappings, p)
	return base, nil
}

// readerOf gives the mapping that is only read and shows this part of this file, if
// there is one.
func (f *Files) readerOf(file *unix.Stat_t, offset, size int64) *mapping {
	for _, p := range f.mappings {
		if p.readers > 0 && !p.cut && p.device == uint64(file.Dev) && p.inode == file.Ino && p.offset == offset && p.size == size {
			return p
		}
	}
	return nil
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
		if p.readers > 1 {
			p.readers--
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
			// It can only fail for want of kernel memory; a later access is then
			// an error of the VM.
			_ = mapFixed(m, p.base+memory.Address(kept), p.size-kept, 0, -1, 0)
			p.cut = true
		}
	}
}
