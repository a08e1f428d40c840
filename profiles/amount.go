package profiles

import (
	"fmt"
	"strconv"
)

// Amount is a number that may not have been measured; the zero Amount was not. It is what a pointer could be, without one: contexts
// are many, and Go's collector would follow a pointer for each.
type Amount struct {
	value uint64
	known bool
}

// Measured is a number that was.
func Measured(value uint64) Amount { return Amount{value, true} }

// Known tells whether it was measured.
func (a Amount) Known() bool { return a.known }

// Value is the number, 0 if it was not measured.
func (a Amount) Value() uint64 { return a.value }

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
	if !a.known {
		return []byte("null"), nil
	}
	return strconv.AppendUint(nil, a.value, 10), nil
}
