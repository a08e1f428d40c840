package spread

import "testing"

// TestOver spreads neighbours, and numbers that differ in few upper bits, over a table of 256 places: few of these stay empty, and none gets many.
func TestOver(t *testing.T) {
	const places, numbers = 256, 1024
	for _, step := range []uint32{1, 8, 112, 4096} {
		var table [places]int
		for i := range uint32(numbers) {
			table[Over(i*step)>>24]++
		}
		empty := 0
		for _, n := range table {
			if n == 0 {
				empty++
			}
			if n > 8*numbers/places {
				t.Errorf("by steps of %d a place gets %d numbers of %d", step, n, numbers)
			}
		}
		if empty > places/4 {
			t.Errorf("by steps of %d %d of %d places stay empty", step, empty, places)
		}
	}
}
