package memory

import "fmt"

// This file allocates in the metadata region: type information blocks, caller-target
// blocks, interface tables and statics.

// metadata is the state of the region. What has been freed is kept by size: classes that
// come and go are much alike, so blocks fit those that come later.
type metadata struct {
	next Address
	free map[uint32][]Address
}

// roundMetadata is the number of bytes that a block of the given size takes.
func roundMetadata(size uint32) uint32 { return (size + 7) &^ 7 }

// NewMetadata reserves size bytes of zeroed, 8-byte aligned memory.
func (m *Memory) NewMetadata(size uint32) (Address, error) {
	size = roundMetadata(size)
	if list := m.metadata.free[size]; len(list) > 0 {
		a := list[len(list)-1]
		m.metadata.free[size] = list[:len(list)-1]
		return a, nil
	}
	if m.metadata.next+size > MetadataBase+MetadataBytes {
		return 0, fmt.Errorf("the metadata region of %d MiB is full: the program loaded too many classes", MetadataBytes>>20)
	}
	a := m.metadata.next
	m.metadata.next += size
	return a, nil
}

// FreeMetadata gives back what NewMetadata gave for the same size. The caller guarantees
// that nothing refers to it any more.
func (m *Memory) FreeMetadata(a Address, size uint32) {
	size = roundMetadata(size)
	if size == 0 {
		return
	}
	clear(m.Slice(a, int(size)))
	if m.metadata.free == nil {
		m.metadata.free = map[uint32][]Address{}
	}
	m.metadata.free[size] = append(m.metadata.free[size], a)
}
