// Package flows says how the virtual machine tells the cost model where references go within a
// method: which of the objects that it makes, gets or is given it keeps to itself, as far as its code alone
// tells. A compiler removes an object that nobody else gets to see.
//
// Invariant: it imports nothing of hotlens, and a summary is a function of the method's code.
package flows

import "slices"

// Summary is what is known of a method: first the summed weights of the allocations whose objects others see, then
// the other sources of references, each followed by its Sinks, in the order of the ordinals that ToField names. A
// source that is not there is seen by others. A method without a summary shows others all it has. Its elements are words.
type Summary []uint32

// Word is a source or a sink: its Kind, in the low bits a bytecode index or an ordinal, and what
// depends on the kind.
type Word uint32

// Kind is a kind of source or sink.
type Kind uint8

// Sources.
const (
	Argument   Kind = iota // the argument of that index, the receiver first; it counts arguments, not slots
	Allocation             // made by the instruction at that bytecode index
	Result                 // returned by the call there
)

// Sinks: what else happens to a reference than that the method looks at the object.
const (
	Passed   Kind = iota // passed to the call at that bytecode index, as the argument of that index
	Returned             // returned by the method, by each of its returns
	ToField              // put into a field of the object of the source with that ordinal
	Examined             // used in the way that its At, an Examination, says: for that a compiler may need the object, though nobody else sees it
)

// Examination is a use of an object.
type Examination int

const (
	Held     Examination = iota // in a loop that does not contain the source
	Compared                    // with another reference
	Array                       // it is an array; the sink's Argument is its length
	Indexed                     // an element is accessed, and a compiler does not know which
	Counted                     // elements are accessed in the order of the counter of a loop of so many instructions as the sink's Argument
)

// The bounds of what words hold.
const (
	MaxSinks    = 1<<7 - 1
	MaxArgument = 1<<7 - 1
	MaxLength   = 64 // of an Array: longer ones no compiler removes (EliminateAllocationArraySizeLimit of HotSpot)
	maxWeight   = 1<<5 - 1
)

// Source makes the word of a source. An allocation's weight, a power of two given by its logarithm, says how
// often the instruction is executed beside the others of the method.
func Source(kind Kind, at, logWeight, sinks int) Word {
	return Word(kind)<<30 | Word(min(logWeight, maxWeight))<<24 | Word(sinks)<<16 | Word(uint16(at))
}

// Sink makes the word of a sink.
func Sink(kind Kind, at, argument int) Word {
	return Word(kind)<<30 | Word(argument)<<16 | Word(uint16(at))
}

// Kind is the source's or sink's kind.
func (w Word) Kind() Kind { return Kind(w >> 30) }

// At is the bytecode index, argument or ordinal.
func (w Word) At() int { return int(uint16(w)) }

// Argument is the index of the argument that a sink passes, or what is examined.
func (w Word) Argument() int { return int(w>>16) & MaxArgument }

// Weight is how often an allocation is executed beside others.
func (w Word) Weight() uint64 { return 1 << (w >> 24 & maxWeight) }

// sinks is how many sinks follow a source.
func (w Word) sinks() int { return int(w>>16) & MaxSinks }

// Escaping is the summed weights of the allocations whose objects others see.
func (s Summary) Escaping() uint64 {
	if len(s) == 0 {
		return 0
	}
	return uint64(s[0])
}

// Each calls f with each source and its sinks, as long as it returns true.
func (s Summary) Each(f func(source Word, sinks []uint32) bool) {
	for at := 1; at < len(s); {
		source := Word(s[at])
		end := min(at+1+source.sinks(), len(s))
		if !f(source, s[at+1:end]) {
			return
		}
		at = end
	}
}

// Find finds a source and its sinks. It is not ok for one that others see.
func (s Summary) Find(kind Kind, at int) (sinks []uint32, ok bool) {
	s.Each(func(source Word, of []uint32) bool {
		ok = source.Kind() == kind && source.At() == at
		sinks = of
		return !ok
	})
	return sinks, ok
}

// Ordinal finds the source with an ordinal, and its sinks.
func (s Summary) Ordinal(ordinal int) (source Word, sinks []uint32, ok bool) {
	s.Each(func(of Word, to []uint32) bool {
		source, sinks, ok = of, to, ordinal == 0
		ordinal--
		return !ok
	})
	return source, sinks, ok
}

// Passing finds the ordinal of the source that is passed to the call at a bytecode index as an argument. It is not ok if
// what is passed may be something that others see.
func (s Summary) Passing(at, argument int) (ordinal int, ok bool) {
	passed := uint32(Sink(Passed, at, argument))
	s.Each(func(_ Word, sinks []uint32) bool {
		if ok = slices.Contains(sinks, passed); !ok {
			ordinal++
		}
		return !ok
	})
	return ordinal, ok
}
