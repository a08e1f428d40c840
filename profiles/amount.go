package profiles

import (
	"fmt"
	"strconv"
)

// Amount is a number that may not have been measured; the zero Amount was not. It is what a pointer could be, without one: contexts
// are many, and Go's collector would look at each pointer of each.
type Amount struct {
	above uint64 // one more than the number, 0: not measured
}

// Measured is a number that was. Of the largest one of all, it is one less.
func Measured(value uint64) Amount { return Amount{max(value, value+1)} }

// Known tells whether it was measured.
func (a Amount) Known() bool { return a.above != 0 }

// Value is the number, 0 if it was not measured.
func (a Amount) Value() uint64 { return max(a.above, 1) - 1 }

// Equal tells whether two are the same.
func (a Amount) Equal(b Amount) bool { return a == b }

// UnmarshalJSON reads a number; null was not measured.
func (a *Amount) UnmarshalJSON(text []byte) error {
	*a = Amount{}
	if string(text) == "null" {
		return nil
	}
	value, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return fmt.Errorf("an amount: %w", err)
	}
	*a = Measured(value)
	return nil
}

// MarshalJSON writes a number, or null.
func (a Amount) MarshalJSON() ([]byte, error) {
	if !a.Known() {
		return []byte("null"), nil
	}
	return strconv.AppendUint(nil, a.Value(), 10), nil
}
