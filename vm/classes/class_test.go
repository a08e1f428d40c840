package classes

import (
	"testing"

	"hotlens/vm/classfile"
)

// TestLine holds the choice among entries of a line number table, which compilers
// other than javac write unordered and with several entries for one instruction.
func TestLine(t *testing.T) {
	method := &Method{Member: &classfile.Member{Code: &classfile.Code{Lines: []classfile.Line{
		{Start: 4, Line: 20}, {Start: 0, Line: 10}, {Start: 4, Line: 21}, {Start: 9, Line: 30},
	}}}}
	for bci, want := range map[int]int{-1: -1, 0: 10, 3: 10, 4: 20, 5: 21, 8: 21, 9: 30, 100: 30} {
		if got := method.Line(bci); got != want {
			t.Errorf("the line at %d is %d, want %d", bci, got, want)
		}
	}
	if got := (&Method{}).Line(0); got != -1 {
		t.Errorf("a method without code has line %d, want -1", got)
	}
}
