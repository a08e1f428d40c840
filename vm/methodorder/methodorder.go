// Package methodorder knows the order in which HotSpot keeps the methods of a class,
// which is the order in which reflection lists them and programs print them.
//
// HotSpot sorts methods by the addresses of their names. A name that stands in
// the JDK's archive for class data sharing (lib/server/classes.jsa) has its
// address there; other names get ascending addresses when the first class file
// that holds them is read.
package methodorder

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/bits"
	"unsafe"
)

const (
	// symbolAlignment and the offsets are of HotSpot's Symbol in a 64-bit JDK 17:
	// reference count, hash, length, then the text.
	symbolAlignment = 8
	lengthOffset    = 4
	textOffset      = 6
	// minimumText is the room for text that a Symbol has at least.
	minimumText = 2
	// permanent is the reference count of a symbol that is never freed, as all
	// symbols of the archive are.
	permanent = 0xFFFF
)

// Order gives names their ranks. The zero Order is empty; what is not ranked yet
// ranks behind everything.
type Order struct {
	archive []byte
	// symbols is a table of where the archive's symbols are, 0 where there is none, by the hash of their text and linear probing: a map of
	// texts would take ten times the memory, and half of its time to come by that.
	symbols []uint32
	later   map[string]int // the names that are not in the archive
}

var seed = maphash.MakeSeed()

// NewOrder ranks the names in an archive for class data sharing, which may not change from then on. Without
// an archive, or with one of another layout, no names are ranked: a java without
// class data sharing knows none either.
func NewOrder(archive []byte) *Order {
	o := &Order{later: map[string]int{}}
	from, to := longestRun(archive)
	count := 0
	for at := from; at < to; at = next(archive, at) {
		count++
	}
	if count == 0 || from == 0 || to > math.MaxUint32 {
		return o
	}
	o.archive, o.symbols = archive, make([]uint32, 1<<bits.Len(uint(2*count)))
	for at := from; at < to; at = next(archive, at) {
		if slot, known := o.find(text(archive, at)); !known {
			o.symbols[slot] = uint32(at)
		}
	}
	return o
}

// find finds a name in the table, or where it would be.
func (o *Order) find(name []byte) (slot int, known bool) {
	mask := len(o.symbols) - 1
	slot = int(maphash.Bytes(seed, name)) & mask
	for ; o.symbols[slot] != 0; slot = (slot + 1) & mask {
		if bytes.Equal(text(o.archive, int(o.symbols[slot])), name) {
			return slot, true
		}
	}
	return slot, false
}

// archived is where the archive has a name, 0 if it does not have it.
func (o *Order) archived(name string) int {
	if len(o.symbols) == 0 {
		return 0
	}
	slot, _ := o.find(unsafe.Slice(unsafe.StringData(name), len(name)))
	return int(o.symbols[slot])
}

// Add ranks a name, in modified UTF-8, behind all others, if it has no rank yet.
func (o *Order) Add(name string) {
	if _, known := o.later[name]; !known && o.archived(name) == 0 {
		o.later[name] = len(o.later)
	}
}

// Rank returns the rank of a name. Ranks ascend, with gaps.
func (o *Order) Rank(name string) int {
	if at := o.archived(name); at != 0 {
		return at
	}
	if rank, known := o.later[name]; known {
		return len(o.archive) + rank
	}
	return len(o.archive) + len(o.later)
}

// longestRun finds the archive's symbols: they stand back to back, and no
// other record of the archive looks like a symbol more than a few times in a row.
func longestRun(archive []byte) (from, to int) {
	for at := 0; at < len(archive); {
		if next(archive, at) == at {
			at += symbolAlignment
			continue
		}
		start := at
		for next(archive, at) != at {
			at = next(archive, at)
		}
		if at-start > to-from {
			from, to = start, at
		}
	}
	return from, to
}

// next is where the symbol at the offset ends, and the offset itself if there is no symbol.
func next(archive []byte, at int) int {
	if at+textOffset > len(archive) || binary.LittleEndian.Uint16(archive[at:]) != permanent {
		return at
	}
	length := int(binary.LittleEndian.Uint16(archive[at+lengthOffset:]))
	end := at + textOffset + max(length, minimumText)
	end = (end + symbolAlignment - 1) / symbolAlignment * symbolAlignment
	if end > len(archive) {
		return at
	}
	return end
}

func text(archive []byte, at int) []byte {
	length := int(binary.LittleEndian.Uint16(archive[at+lengthOffset:]))
	return archive[at+textOffset : at+textOffset+length]
}

// Sort sorts a list by rank as HotSpot does: by a quicksort around the median of
// the first, middle and last element, which swaps equal elements too. So methods of
// the same name come in an order of their own, neither that of the class file
// nor its reverse.
func Sort[T any](list []T, rank func(T) int) {
	if len(list) < 2 {
		return
	}
	pivot := medianToMiddle(list, rank)
	if len(list) < 4 {
		return // finding the median has sorted it
	}
	split := partition(list, rank, pivot)
	Sort(list[:split], rank)
	Sort(list[split:], rank)
}

func medianToMiddle[T any](list []T, rank func(T) int) (pivot int) {
	middle, last := len(list)/2, len(list)-1
	for _, pair := range [][2]int{{0, middle}, {0, last}, {middle, last}} {
		if rank(list[pair[0]]) > rank(list[pair[1]]) {
			list[pair[0]], list[pair[1]] = list[pair[1]], list[pair[0]]
		}
	}
	return rank(list[middle])
}

// partition returns the length of the first part.
func partition[T any](list []T, rank func(T) int, pivot int) int {
	left, right := -1, len(list)
	for {
		for left++; rank(list[left]) < pivot; left++ {
		}
		for right--; rank(list[right]) > pivot; right-- {
		}
		if left >= right {
			return right + 1
		}
		list[left], list[right] = list[right], list[left]
	}
}
