package profiles

import (
	"fmt"
	"math"
	"strconv"
)

// This file is what call instructions have passed, where that was asked for.

// CallValues sums up what an instruction that calls has passed in all its executions. Class, Name and Descriptor are those of the
// method as the instruction names it; of an invokedynamic, Class is that of its bootstrap method, and its arguments are what is concatenated or captured.
type CallValues struct {
	Caller     int              `json:"caller"`
	BCI        int              `json:"bci"`
	Line       int              `json:"line"` // -1 when unknown
	Class      string           `json:"class"`
	Name       string           `json:"name"`
	Descriptor string           `json:"descriptor"`
	Calls      uint64           `json:"calls"` // how often it was executed, also where the receiver was null
	Arguments  []ArgumentValues `json:"arguments"`
}

// ArgumentValues are the values of one argument. Each part is there where there was anything of it.
type ArgumentValues struct {
	Type     string `json:"type"`               // the descriptor of its declared type
	Receiver bool   `json:"receiver,omitempty"` // it is what the method is called on
	Nulls    uint64 `json:"nulls,omitempty"`
	// Values are of numbers, characters, booleans, enums' constants, and of objects that hold one of the first three.
	Values *Distribution `json:"values,omitempty"`
	// Magnitudes are of the numbers among these, from the least to the largest, what is no number at the end.
	Magnitudes Magnitudes `json:"magnitudes,omitempty"`
	// Types are the classes of objects, by their binary names with slashes.
	Types *Distribution `json:"types,omitempty"`
	// Sizes are the lengths of strings and arrays, and the sizes of the library's collections and maps.
	Sizes *Distribution `json:"sizes,omitempty"`
}

// Distribution is how often there was which value.
type Distribution struct {
	// Counts are the values that were told apart, the most frequent one first: the first MaxDistinct of each argument that were different.
	// Their numbers are exact.
	Counts []ValueCount `json:"counts"`
	Others uint64       `json:"others,omitempty"` // of all other values together
	// Min and Max are of all values that have an order, "" if there is none.
	Min string `json:"min,omitempty"`
	Max string `json:"max,omitempty"`
}

// MaxDistinct is how many different values, types and sizes of an argument are told apart, each.
const MaxDistinct = 256

// OrNil is the distribution, nil if there is nothing in it.
func (d *Distribution) OrNil() *Distribution {
	if len(d.Counts) == 0 && d.Others == 0 {
		return nil
	}
	return d
}

// Total is how often there was a value.
func (d *Distribution) Total() uint64 {
	if d == nil {
		return 0
	}
	total := d.Others
	for _, c := range d.Counts {
		total += c.Calls
	}
	return total
}

// ValueCount is a value and how often it was passed. A number, a character and a boolean are written as Java's literals; Type is the
// class of an object that holds it, or of an enum's constant.
type ValueCount struct {
	Value string `json:"value"`
	Type  string `json:"type,omitempty"`
	Calls uint64 `json:"calls"`
}

// Magnitudes are how often there were numbers of which size.
type Magnitudes []MagnitudeCount

// MagnitudeCount is a class of numbers and how often there was one of it.
type MagnitudeCount struct {
	Magnitude
	Calls uint64 `json:"calls"`
}

// Magnitude is a class of numbers: for the signs SignNegative and SignPositive, those with 2^Exponent ≤ |value| < 2^(Exponent+1).
type Magnitude struct {
	Sign     Sign `json:"sign"`
	Exponent int  `json:"exponent"`
}

// Sign tells numbers apart that have no exponent in common.
type Sign string

// The signs.
const (
	SignNegative      Sign = "negative"
	SignZero          Sign = "zero"
	SignPositive      Sign = "positive"
	SignMinusZero     Sign = "-zero"
	SignInfinity      Sign = "infinity"
	SignMinusInfinity Sign = "-infinity"
	SignNaN           Sign = "nan"
)

// Add appends a class, or adds to the last one, if that is the same.
func (m Magnitudes) Add(class Magnitude, calls uint64) Magnitudes {
	if n := len(m); n > 0 && m[n-1].Magnitude == class {
		m[n-1].Calls += calls
		return m
	}
	return append(m, MagnitudeCount{class, calls})
}

// CharacterLiteral writes a UTF-16 code unit as Java's literal: 'a', '\n', '\u0301'.
func CharacterLiteral(unit uint16) string {
	switch unit {
	case '\n':
		return `'\n'`
	case '\t':
		return `'\t'`
	case '\r':
		return `'\r'`
	case '\'':
		return `'\''`
	case '\\':
		return `'\\'`
	}
	// What is neither printable by itself nor of a known width is told by its number.
	if unit < 0x20 || unit >= 0x7f && (unit < 0xa1 || unit == 0xad) || unit >= 0x250 {
		return fmt.Sprintf(`'\u%04x'`, unit)
	}
	return "'" + string(rune(unit)) + "'"
}

// FloatLiteral writes a float (32 bits) or a double (64) in the fewest digits that tell it from all others.
func FloatLiteral(value float64, bits int) string {
	switch {
	case math.IsNaN(value):
		return "NaN"
	case math.IsInf(value, 1):
		return "Infinity"
	case math.IsInf(value, -1):
		return "-Infinity"
	case value == math.Trunc(value) && math.Abs(value) < 1e7: // as Double.toString writes it
		return strconv.FormatFloat(value, 'f', 1, bits)
	}
	return strconv.FormatFloat(value, 'g', -1, bits)
}
