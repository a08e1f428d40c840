package instructions

import "hash/fnv"

// Locality is what a method's code says of its accesses to memory that no cache and no prefetcher foresees: those of an object that was
// found through another object, or at an index that is no counter. Which of them miss depends on how much there is to be found.
type Locality struct {
	Class    uint32 // ClassNumber of the class whose objects most of the Objects are, 0 without any
	Objects  uint16 // part of the instructions that are the first to look at an object that was found, of Whole
	Rows     uint16 // part of them that are the first to look at an array that was found
	Elements uint16 // part of them that load the element of any array at an index that is no counter
	Read     uint8  // ElementType bits of the Rows and Elements
	Made     uint8  // ElementType bits of the arrays that the method makes
}

// Words is the locality as the words that LocalityOf reads.
func (l Locality) Words() [3]uint32 {
	return [3]uint32{l.Class, uint32(l.Objects) | uint32(l.Rows)<<16, uint32(l.Elements) | uint32(l.Read)<<16 | uint32(l.Made)<<24}
}

// LocalityOf is the locality of which these are the Words.
func LocalityOf(words [3]uint32) Locality {
	return Locality{words[0], uint16(words[1]), uint16(words[1] >> 16), uint16(words[2]), uint8(words[2] >> 16), uint8(words[2] >> 24)}
}

// The ElementType bits, in the order of the instructions iaload to saload. A boolean is a byte.
const (
	ElementInt uint8 = 1 << iota
	ElementLong
	ElementFloat
	ElementDouble
	ElementReference
	ElementByte
	ElementChar
	ElementShort
)

// ClassNumber stands for a class, given by its binary name with slashes; it is never 0. Few classes have the same one.
func ClassNumber(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return max(h.Sum32(), 1)
}
