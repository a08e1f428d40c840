package sharedmemory

import (
	"iter"
	"unsafe"

	"hotlens/profiles/prefault"
)

// Nodes are the nodes of a snapshot, of which there may be millions.
type Nodes = list[NodeRecord]

// list is a list that may become long, and is never copied as it grows. The zero value is empty.
type list[T any] struct {
	pieces [][]T // all but the last one full
	length int
}

// A piece has 1<<pieceShift elements: few enough for the short programs that most are.
const pieceShift = 9

// Len is the number of elements.
func (l *list[T]) Len() int { return l.length }

// At is an element, by its index.
func (l *list[T]) At(i int) *T { return &l.pieces[i>>pieceShift][i&(1<<pieceShift-1)] }

// All are the elements with their indices.
func (l *list[T]) All() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for p, piece := range l.pieces {
			for i := range piece {
				if !yield(p<<pieceShift+i, &piece[i]) {
					return
				}
			}
		}
	}
}

// halves are two lists of the same elements, the front and the back of this one.
func (l *list[T]) halves() (front, back list[T]) {
	middle := len(l.pieces) / 2
	length := middle << pieceShift
	return list[T]{l.pieces[:middle], length}, list[T]{l.pieces[middle:], l.length - length}
}

// Add appends an element.
func (l *list[T]) Add(element T) {
	if l.length&(1<<pieceShift-1) == 0 {
		piece := make([]T, 0, 1<<pieceShift)
		prefault.GoHeap(unsafe.Pointer(unsafe.SliceData(piece)))
		l.pieces = append(l.pieces, piece)
	}
	last := &l.pieces[len(l.pieces)-1]
	*last = append(*last, element)
	l.length++
}
