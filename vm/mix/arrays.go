package mix

import (
	"math/bits"

	"hotlens/profiles/flows"
	"hotlens/vm/opcodes"
)

// This file tells which arrays a compiler may do without, as it does without objects: those of which it knows the length and each index. It knows
// an index that is a constant, and one that is the counter of a loop of which it makes as many copies as there are elements (unrolling in full), before it looks for such arrays.

// indexing is that an element of a source's array is accessed at the counter of a loop.
type indexing struct{ source, loop int }

// length is how many elements the array has that instruction k makes. It is not ok where a compiler keeps the array whatever is done with it.
func (t *tracer) length(k int) (length int, ok bool) {
	if k == 0 || t.leader[k] {
		return 0, false
	}
	switch i := &t.list[k-1]; {
	case i.op >= opcodes.Iconst0 && i.op < opcodes.Lconst0:
		length = int(i.op) - opcodes.Iconst0
	case i.op == opcodes.Bipush:
		length = int(int8(t.code[i.at+1]))
	default:
		return 0, false
	}
	return length, length >= 0 && length <= flows.MaxLength
}

// findBusy finds the loops of which compilers make no copies for each iteration: those that contain others, and those that do more
// than compute with variables and elements, because the copies would become too large.
func (t *tracer) findBusy() {
	t.busy = cleared(t.busy, len(t.headers))
	for loop, l := range t.headers {
		t.busy[loop] = loop+1 < len(t.headers) && t.headers[loop+1][0] <= l[1]
		for k := l[0]; k <= l[1] && !t.busy[loop]; k++ {
			op := t.list[k].op
			t.busy[loop] = op >= opcodes.Tableswitch && op != opcodes.Arraylength
		}
	}
}

// index notes an access to an element of an array.
func (t *tracer) index(array, index reference) {
	loop := t.around[t.now]
	counts := loop >= 0 && index.origin == fromCounter
	if loop >= 0 && !counts && !index.fixed {
		t.busy[loop] = true
	}
	if t.look(array); array.from == 0 || array.merged || index.fixed {
		return
	}
	number := bits.TrailingZeros64(array.from)
	if counts {
		t.indexed = append(t.indexed, indexing{number, loop})
	} else {
		t.add(number, flows.Sink(flows.Examined, int(flows.Indexed), 0))
	}
}

// indices notes what the loops need to be like in whose order arrays are accessed.
func (t *tracer) indices() {
	for _, i := range t.indexed {
		l := t.headers[i.loop]
		if size := l[1] - l[0] + 1; t.busy[i.loop] || size > flows.MaxArgument {
			t.add(i.source, flows.Sink(flows.Examined, int(flows.Indexed), 0))
		} else {
			t.add(i.source, flows.Sink(flows.Examined, int(flows.Counted), size))
		}
	}
}
