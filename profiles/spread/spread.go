// Package spread spreads numbers over a table.
//
// Invariant: it keeps no state.
package spread

// Over spreads numbers that differ in few bits: their upper bits differ then (Knuth, The Art of Computer Programming, volume 3, section 6.4).
func Over(number uint32) uint32 {
	const odd = 0x9e3779b1
	return number * odd
}
