package memory

import (
	"os"
	"unsafe"

	"github.com/sourcegraph/conc"

	"hotlens/profiles/prefault"
	"hotlens/profiles/sharedmemory"
)

// guardBytes are reserved behind the 4 GiB, without access, so that no address
// that the interpreter can form lies outside the reservation, whatever a program
// has forged with Unsafe: a 32-bit reference, a 32-bit index of 8-byte elements,
// and a 32-bit offset. Only a fault can come of it, which ends the run.
const guardBytes = int64(40) << 30

// ReservedBytes is the size of the addresses from Memory.Base on that belong to the
// linear memory, most of them without access.
const ReservedBytes = uintptr(Size + guardBytes)

// Behind the guard lies what is not shared: bitmaps of the largest heap, and the spans of its pages. Go's heap is no place for
// such tables, of which most is never touched.
const (
	tablesStart   = Size + guardBytes
	heapBitmaps   = 3
	bitmapWords   = int(MaxHeapBytes / bytesPerWord)
	heapPages     = int(MaxHeapBytes / pageBytes)
	tablesBytes   = heapBitmaps*8*bitmapWords + 4*heapPages
	reservedBytes = tablesStart + int64(tablesBytes)
)

// Memory is a mapped linear memory.
type Memory struct {
	// Base is the host address of Address 0. It points outside Go's heap.
	Base unsafe.Pointer
	// Tasks are under way in the memory, besides those who use it: Close waits for them.
	Tasks conc.WaitGroup
	file  *os.File

	metadata metadata
	// YieldProfile is asked to have the second part of the profile's region begin later, as the heap needs the addresses, and reports whether it does. Nil: nobody keeps a profile.
	YieldProfile func(start Address) bool
	Heap         Heap
	OffHeap      OffHeap
	Native       Native
}

// Map maps file, which must be at least Size bytes long (sparse), as the linear
// memory. The heap may grow to heapBytes.
func Map(file *os.File, heapBytes uint64) (*Memory, error) {
	base, err := reserve(file)
	if err != nil {
		return nil, err
	}
	m := &Memory{Base: base, file: file, metadata: metadata{next: MetadataBase}}
	if heapBytes > MaxHeapBytes {
		heapBytes = MaxHeapBytes
	}
	words := unsafe.Slice((*uint64)(unsafe.Add(base, tablesStart)), heapBitmaps*bitmapWords)
	m.Heap.allocated, m.Heap.marked, m.Heap.survivors = words[:bitmapWords], words[bitmapWords:2*bitmapWords], words[2*bitmapWords:]
	m.Heap.pageSpan = unsafe.Slice((*int32)(unsafe.Add(base, tablesStart+heapBitmaps*8*int64(bitmapWords))), heapPages)
	m.Heap.init(m, heapBytes)
	m.Heap.front.Tasks = &m.Tasks
	// What no other process reads: classes and objects. Threads' stacks would be mostly empty in large pages, and so may
	// blocks outside the heap.
	for _, region := range []sharedmemory.Span{{Start: MetadataBase, End: ProfileBase}, {Start: HeapBase, End: m.Heap.end + reserveBytes}} {
		if err := makePrivate(file, base, region); err != nil {
			_ = m.Close()
			return nil, err
		}
	}
	m.Expect(HeapBase)
	m.OffHeap.init(m)
	m.Native.init(m.Heap.limit)
	m.SetU32(sharedmemory.State, sharedmemory.StateBooting)
	return m, nil
}

// Expect has another processor zero what lies around an address, while this one does what comes before it is used.
func (m *Memory) Expect(a Address) {
	at := uintptr(m.At(a &^ (pageBytes - 1)))
	m.Tasks.Go(func() { prefault.Pages(at, pageBytes) })
}

// ExpectMetadata is Expect for what NewMetadata gives next.
func (m *Memory) ExpectMetadata() { m.Expect(m.metadata.next) }

// Close unmaps the memory. No address may be used afterwards.
func (m *Memory) Close() error {
	m.Tasks.Wait()
	return release(m.Base)
}

// Bytes is the linear memory as a byte slice.
func (m *Memory) Bytes() []byte { return unsafe.Slice((*byte)(m.Base), Size) }

// ProfileRegion is where the profile's records go: first below 2 GiB, where compiled code reaches counters with an
// instruction less, as what x86-64 adds to an address is a signed number of 32 bits; then to what the heap leaves of the
// addresses above it, which may become less, and nothing (YieldProfile). The last 64 KiB of these, and another 64, are those that MaxHeapBytes leaves out.
func (m *Memory) ProfileRegion() (first, second sharedmemory.Span) {
	return sharedmemory.Span{Start: ProfileBase, End: ProfileBase + ProfileBytes}, above(m.Heap.end)
}

// above is what a heap that ends there leaves of the addresses.
func above(end Address) sharedmemory.Span {
	return sharedmemory.Span{Start: end + reserveBytes, End: HeapBase + Address(MaxHeapBytes)}
}

// extendHeap makes the addresses up to another end the heap's, and reports whether that is possible.
func (m *Memory) extendHeap(end Address) bool {
	if m.YieldProfile != nil && !m.YieldProfile(above(end).Start) {
		return false
	}
	return makePrivate(m.file, m.Base, sharedmemory.Span{Start: m.Heap.end + reserveBytes, End: end + reserveBytes}) == nil
}

// At is the host address of a.
func (m *Memory) At(a Address) unsafe.Pointer { return unsafe.Add(m.Base, uintptr(a)) }

// AddressOf is the inverse of At.
func (m *Memory) AddressOf(p unsafe.Pointer) Address {
	return Address(uintptr(p) - uintptr(m.Base))
}

// Slice is length bytes of the memory from a. The caller guarantees the range.
func (m *Memory) Slice(a Address, length int) []byte {
	return unsafe.Slice((*byte)(m.At(a)), length)
}

// U8 reads one byte.
func (m *Memory) U8(a Address) uint8 { return *(*uint8)(m.At(a)) }

// U16 reads two bytes.
func (m *Memory) U16(a Address) uint16 { return *(*uint16)(m.At(a)) }

// U32 reads four bytes.
func (m *Memory) U32(a Address) uint32 { return *(*uint32)(m.At(a)) }

// I32 reads a signed 32-bit number.
func (m *Memory) I32(a Address) int32 { return *(*int32)(m.At(a)) }

// U64 reads eight bytes.
func (m *Memory) U64(a Address) uint64 { return *(*uint64)(m.At(a)) }

// SetU8 writes one byte.
func (m *Memory) SetU8(a Address, v uint8) { *(*uint8)(m.At(a)) = v }

// SetU16 writes two bytes.
func (m *Memory) SetU16(a Address, v uint16) { *(*uint16)(m.At(a)) = v }

// SetU32 writes four bytes.
func (m *Memory) SetU32(a Address, v uint32) { *(*uint32)(m.At(a)) = v }

// SetF64 writes a double.
func (m *Memory) SetF64(a Address, v float64) { *(*float64)(m.At(a)) = v }

// SetU64 writes eight bytes.
func (m *Memory) SetU64(a Address, v uint64) { *(*uint64)(m.At(a)) = v }
