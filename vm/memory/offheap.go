package memory

import (
	"slices"
	"unsafe"
)

// OffHeap is the region behind Unsafe.allocateMemory and direct buffers: a
// first-fit allocator whose bookkeeping is on the Go side, so that a Java
// program that writes where it should not cannot damage it.
type OffHeap struct {
	m      *Memory
	next   *Address           // in the control page, at OffHeapNextAddress
	blocks map[Address]uint32 // sizes of allocated blocks
	free   []block            // sorted by address, never adjacent
}

// OffHeapNextAddress is where the region's used part ends: it starts at OffHeapBase,
// and compiled code accesses it.
const OffHeapNextAddress = ControlAllocator + Address(unsafe.Sizeof(control{}))

type block struct {
	base Address
	size uint32
}

// offHeapAlign is malloc's alignment on 64-bit systems, which Java code that
// aligns by hand relies on.
const offHeapAlign = 16

func (o *OffHeap) init(m *Memory) {
	o.m, o.next, o.blocks = m, (*Address)(m.At(OffHeapNextAddress)), map[Address]uint32{}
	*o.next = OffHeapBase + offHeapAlign
}

// Allocate returns size bytes, not zeroed, or 0 when the region is full.
func (o *OffHeap) Allocate(size uint64) Address {
	if size >= uint64(OffHeapBytes) {
		return 0
	}
	need := (max(uint32(size), 1) + offHeapAlign - 1) &^ (offHeapAlign - 1)
	for i, b := range o.free {
		if b.size < need {
			continue
		}
		if b.size == need {
			o.free = slices.Delete(o.free, i, i+1)
		} else {
			o.free[i] = block{b.base + need, b.size - need}
		}
		o.blocks[b.base] = need
		return b.base
	}
	if *o.next+need > OffHeapBase+OffHeapBytes {
		return 0
	}
	a := *o.next
	*o.next += need
	o.blocks[a] = need
	return a
}

// Free gives back a block; it reports false when a is not one.
func (o *OffHeap) Free(a Address) bool {
	size, ok := o.blocks[a]
	if !ok {
		return false
	}
	delete(o.blocks, a)
	i, _ := slices.BinarySearchFunc(o.free, a, func(b block, a Address) int {
		if b.base < a {
			return -1
		}
		return 1
	})
	o.free = slices.Insert(o.free, i, block{a, size})
	if i+1 < len(o.free) && o.free[i].base+o.free[i].size == o.free[i+1].base {
		o.free[i].size += o.free[i+1].size
		o.free = slices.Delete(o.free, i+1, i+2)
	}
	if i > 0 && o.free[i-1].base+o.free[i-1].size == o.free[i].base {
		o.free[i-1].size += o.free[i].size
		o.free = slices.Delete(o.free, i, i+1)
	}
	return true
}

// SizeOf is the size of the block that starts at a, 0 for none.
func (o *OffHeap) SizeOf(a Address) uint32 { return o.blocks[a] }

// Used is the number of bytes in allocated blocks.
func (o *OffHeap) Used() uint64 {
	total := uint64(0)
	for _, size := range o.blocks {
		total += uint64(size)
	}
	return total
}

// Contains reports whether the size bytes from address lie in the part of the
// region that was handed out so far.
func (o *OffHeap) Contains(address, size uint64) bool {
	return address >= uint64(OffHeapBase) && address+size >= address && address+size <= uint64(*o.next)
}
