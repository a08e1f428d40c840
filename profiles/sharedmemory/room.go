package sharedmemory

import (
	"hotlens/profiles"
	"hotlens/profiles/prefault"
)

// room is memory for the contexts of a profile that is not read yet. The program makes its contexts while another processor has little to do, and each of the nodes becomes one when it has ended: to get pages for
// a million of them then takes longer than to write them.
type room struct {
	contexts []profiles.Context // empty
	given    int                // as many of them have pages
}

// leastRoom is how many contexts take more than a millisecond to get pages for.
const leastRoom = 128 << 10

// grow has the room be enough for the nodes that there are by now.
func (r *room) grow(nodes int) {
	if nodes < leastRoom {
		return
	}
	if nodes > cap(r.contexts) { // in small pages: with large ones, which nobody has used yet, a profile of javac takes 1.03 times as long
		r.contexts, r.given = make([]profiles.Context, 2*nodes)[:0], 0
	}
	if nodes > r.given {
		next := min(nodes+nodes/8, cap(r.contexts))
		prefault.Elements(r.contexts[r.given:next])
		r.given = next
	}
}
