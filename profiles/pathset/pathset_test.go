package pathset

import "testing"

// TestSet adds methods one after the other: none of them is lacking from then on, and of a path of usual length most others are.
func TestSet(t *testing.T) {
	const usual, others = 40, 1000
	var set Set
	for method := range uint32(200) {
		if All.Lacks(Of(method)) {
			t.Errorf("the set of all lacks %d", method)
		}
		set = set.With(Of(8 * method))
		for added := range method + 1 {
			if set.Lacks(Of(8 * added)) {
				t.Fatalf("with %d methods, %d is lacking", method+1, added)
			}
		}
		if method+1 != usual {
			continue
		}
		lacking := 0
		for other := range uint32(others) {
			if set.Lacks(Of(8 * (1000 + other))) {
				lacking++
			}
		}
		if lacking < others/2 {
			t.Errorf("only %d of %d others are lacking in a set of %d methods", lacking, others, usual)
		}
	}
}
