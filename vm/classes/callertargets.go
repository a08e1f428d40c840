package classes

import (
	"unsafe"

	"hotlens/vm/memory"
)

// This file is the caller-target blocks of methods (Qian and Hendren; DESIGN section 4).

// A caller-target block has what compiled callers have to know of its method, then one
// entry per caller index. An entry is 0 as long as the profiling stub stands there, then
// the id of the method.
//
// Only the first DirectCallers indices have their entries in the block itself. Those of
// the others lie in chunks, which a directory leads to; where nothing has been announced
// it names one chunk that all share. So blocks grow with the edges that are announced, not
// with the classes that have the method times its callers.
const (
	CTBLength    = 0  // number of entries in the block
	CTBNeed      = 4  // bytes of stack that a frame takes, from its lowest address
	CTBRecord    = 8  // address of the method's record in the profile region, 0 for none
	CTBMethod    = 12 // id of the method; 0 if nothing has called it
	CTBDirectory = 16 // address of the directory
	CTBEntries   = 20
)

// A directory of chunks: how many it names, then their addresses.
const (
	DirectoryLength = 0
	DirectoryChunks = 4
)

// DirectCallers is the number of caller indices whose entries are in the block. Few names
// and descriptors have more callers in a program, and a block of one KiB is still small
// beside what else a method costs.
const DirectCallers = 256

// ChunkCallers is the number of entries in a chunk. A directory takes one word for so
// many callers, and a chunk as many words for one edge: where a few hundred classes share
// some ten thousand callers, neither is large.
const ChunkCallers = 32

// firstCTB is the number of entries that a block starts with.
const firstCTB = 8

// ChunkOf is where the entry of a caller index that is not direct lies: in which
// chunk, and at which offset there.
func ChunkOf(callerIndex uint32) (chunk, offset uint32) {
	i := callerIndex - DirectCallers
	return i / ChunkCallers, 4 * (i % ChunkCallers)
}

// FindEntry is the entry of a caller index in the block ctb of the memory that starts at
// base, 0 where the profiling stub stands.
func FindEntry(base, ctb unsafe.Pointer, callerIndex uint32) uint32 {
	word := func(p unsafe.Pointer, offset uint32) uint32 { return *(*uint32)(unsafe.Add(p, offset)) }
	if callerIndex < word(ctb, CTBLength) {
		return word(ctb, CTBEntries+4*callerIndex)
	}
	if callerIndex < DirectCallers {
		return 0
	}
	directory := unsafe.Add(base, word(ctb, CTBDirectory))
	chunk, offset := ChunkOf(callerIndex)
	if chunk >= word(directory, DirectoryLength) {
		return 0
	}
	return word(unsafe.Add(base, word(directory, DirectoryChunks+4*chunk)), offset)
}

// Announced reports whether the edge from a call site to a method has been announced: no
// stub stands there any more.
func (s *CallSite) Announced(m *memory.Memory, callee *Method) bool {
	return FindEntry(m.Base, m.At(callee.CTB), s.CallerIndex) != 0
}

// unannounced are the parts of caller-target blocks that methods share as long as there is
// nothing in them.
type unannounced struct{ block, directory, chunk memory.Address }

func newUnannounced(m *memory.Memory) (u unannounced, err error) {
	if u.directory, err = m.NewMetadata(DirectoryChunks); err != nil {
		return u, err
	}
	if u.chunk, err = m.NewMetadata(4 * ChunkCallers); err != nil {
		return u, err
	}
	if u.block, err = m.NewMetadata(CTBEntries); err == nil {
		m.SetU32(u.block+CTBDirectory, u.directory)
	}
	return u, err
}

// PatchCTB replaces the stub of caller index in m's caller-target block, which
// grows when needed.
func (r *Registry) PatchCTB(m *Method, callerIndex uint32) error {
	entry, err := r.entry(m, callerIndex)
	if err != nil {
		return err
	}
	r.describeCTB(m)
	r.Memory.SetU32(entry, m.ID)
	return nil
}

// entry makes sure that m's block has an entry for a caller index, and gives its address.
func (r *Registry) entry(m *Method, callerIndex uint32) (memory.Address, error) {
	if callerIndex < DirectCallers {
		if length := r.Memory.U32(m.CTB + CTBLength); callerIndex >= length {
			grown := max(firstCTB, length)
			for grown <= callerIndex {
				grown *= 2
			}
			if err := r.growCTB(m, grown); err != nil {
				return 0, err
			}
		}
		return m.CTB + CTBEntries + 4*callerIndex, nil
	}
	if err := r.OwnCTB(m); err != nil {
		return 0, err
	}
	index, offset := ChunkOf(callerIndex)
	directory := r.Memory.U32(m.CTB + CTBDirectory)
	if length := r.Memory.U32(directory + DirectoryLength); index >= length {
		var err error
		if directory, err = r.growDirectory(m, max(2*length, index+1)); err != nil {
			return 0, err
		}
	}
	slot := directory + DirectoryChunks + 4*index
	chunk := r.Memory.U32(slot)
	if chunk == r.unannounced.chunk {
		var err error
		if chunk, err = r.NewMetadata(m.Class, 4*ChunkCallers); err != nil {
			return 0, err
		}
		r.Memory.SetU32(slot, chunk)
	}
	return chunk + offset, nil
}

// OwnCTB gives m a caller-target block that names it, for callers that do not announce
// their edges.
func (r *Registry) OwnCTB(m *Method) error {
	if m.CTB != r.unannounced.block {
		return nil
	}
	if err := r.growCTB(m, 0); err != nil {
		return err
	}
	r.describeCTB(m)
	return nil
}

// growCTB replaces m's caller-target block by one of another length.
func (r *Registry) growCTB(m *Method, length uint32) error {
	block, err := r.NewMetadata(m.Class, CTBEntries+4*length)
	if err != nil {
		return err
	}
	old := CTBEntries + int(4*r.Memory.U32(m.CTB+CTBLength))
	copy(r.Memory.Slice(block, old), r.Memory.Slice(m.CTB, old))
	r.Memory.SetU32(block+CTBLength, length)
	m.CTB = block
	for _, slot := range m.slots {
		r.Memory.SetU32(slot, block)
	}
	return nil
}

// growDirectory replaces the directory of m's caller-target block by one of another length.
func (r *Registry) growDirectory(m *Method, length uint32) (memory.Address, error) {
	directory, err := r.NewMetadata(m.Class, DirectoryChunks+4*length)
	if err != nil {
		return 0, err
	}
	old := r.Memory.U32(m.CTB + CTBDirectory)
	n := r.Memory.U32(old + DirectoryLength)
	copy(r.Memory.Slice(directory+DirectoryChunks, int(4*n)), r.Memory.Slice(old+DirectoryChunks, int(4*n)))
	for ; n < length; n++ {
		r.Memory.SetU32(directory+DirectoryChunks+4*n, r.unannounced.chunk)
	}
	r.Memory.SetU32(directory+DirectoryLength, length)
	r.Memory.SetU32(m.CTB+CTBDirectory, directory)
	return directory, nil
}

// describeCTB writes what compiled callers have to know of a method.
func (r *Registry) describeCTB(m *Method) {
	r.Memory.SetU32(m.CTB+CTBNeed, uint32(m.LocalBytes+m.FrameBytes))
	r.Memory.SetU32(m.CTB+CTBRecord, m.Record)
	r.Memory.SetU32(m.CTB+CTBMethod, m.ID)
}

// Recorded tells the callers of a method that is called already of its method record.
func (r *Registry) Recorded(m *Method) {
	if m.CTB != r.unannounced.block && m.CTB != 0 {
		r.describeCTB(m)
	}
}

// ResetCTBs puts the profiling stubs back into all caller-target blocks, so
// that every edge is announced again: a run's profile starts at main, not at
// the boot of the library.
func (r *Registry) ResetCTBs() {
	r.EachMethod(func(m *Method) {
		if n := r.Memory.U32(m.CTB + CTBLength); n > 0 {
			clear(r.Memory.Slice(m.CTB+CTBEntries, int(4*n)))
		}
		r.eachChunk(m, func(chunk memory.Address) { clear(r.Memory.Slice(chunk, 4*ChunkCallers)) })
	})
}

// eachChunk calls f with the chunks of m's caller-target block in which there is something.
func (r *Registry) eachChunk(m *Method, f func(chunk memory.Address)) {
	directory := r.Memory.U32(m.CTB + CTBDirectory)
	for i := range r.Memory.U32(directory + DirectoryLength) {
		if chunk := r.Memory.U32(directory + DirectoryChunks + 4*i); chunk != r.unannounced.chunk {
			f(chunk)
		}
	}
}
