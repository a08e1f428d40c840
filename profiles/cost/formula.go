package cost

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// This file reads and evaluates the formulas of tables of cycles: sums of products of numbers and names.

// formula is an operation and its operands.
type formula struct {
	operation byte // '+', '-', '*'; 'm' for max(x), 'n' for a number, 'v' for a name
	operands  []*formula
	number    int64
	name      string

	names []string // all that are in it
}

// value is a formula's value, of saturates at maxCycles either way.
func (f *formula) value(of func(name string) int64) int64 {
	switch f.operation {
	case 'n':
		return f.number
	case 'v':
		return bounded(of(f.name))
	case 'm':
		return max(f.operands[0].value(of), 0)
	}
	x, y := f.operands[0].value(of), f.operands[1].value(of)
	switch f.operation {
	case '+':
		return bounded(x + y)
	case '-':
		return bounded(x - y)
	}
	if x != 0 && (x*y/x != y || x*y != bounded(x*y)) {
		if x < 0 == (y < 0) {
			return maxCycles
		}
		return -maxCycles
	}
	return x * y
}

func bounded(v int64) int64 { return max(-maxCycles, min(v, maxCycles)) }

// maxFormula is the length of a formula in bytes. It bounds how deep parentheses lie in each other.
const maxFormula = 1000

// formulaReader is the rest of a formula that is being read.
type formulaReader struct {
	rest  string
	names []string
}

// parseFormula reads a formula, of which no blank is a part.
func parseFormula(text string) (*formula, error) {
	if len(text) > maxFormula {
		return nil, fmt.Errorf("a formula of %d bytes is too long", len(text))
	}
	r := &formulaReader{rest: text}
	f, err := r.sum()
	if err == nil && r.next() != 0 {
		err = fmt.Errorf("%q is not expected", r.rest)
	}
	if err != nil {
		return nil, fmt.Errorf("the cycles %q: %w", text, err)
	}
	f.names = r.names
	return f, nil
}

// next is the next character that is no blank, 0 at the end.
func (r *formulaReader) next() byte {
	for len(r.rest) > 0 && (r.rest[0] == ' ' || r.rest[0] == '\t') {
		r.rest = r.rest[1:]
	}
	if r.rest == "" {
		return 0
	}
	return r.rest[0]
}

func (r *formulaReader) sum() (*formula, error) {
	return r.operations("+-", func() (*formula, error) { return r.operations("*", r.factor) })
}

// operations reads operands with one of the operators between them.
func (r *formulaReader) operations(operators string, operand func() (*formula, error)) (*formula, error) {
	left, err := operand()
	for err == nil && r.next() != 0 && slices.Contains([]byte(operators), r.next()) {
		operator := r.rest[0]
		r.rest = r.rest[1:]
		var right *formula
		right, err = operand()
		left = &formula{operation: operator, operands: []*formula{left, right}}
	}
	return left, err
}

func (r *formulaReader) factor() (*formula, error) {
	switch c := r.next(); {
	case c == 0:
		return nil, errors.New("a number or a name is missing at the end")
	case c == '(':
		r.rest = r.rest[1:]
		return r.closed()
	case c >= '0' && c <= '9':
		digits := r.take(func(c byte) bool { return c >= '0' && c <= '9' })
		number, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || number > maxCycles {
			return nil, fmt.Errorf("the number %s is too large", digits)
		}
		return &formula{operation: 'n', number: number}, nil
	case c >= 'a' && c <= 'z':
		name := r.take(func(c byte) bool { return c >= 'a' && c <= 'z' })
		if name == "max" && r.next() == '(' {
			r.rest = r.rest[1:]
			inner, err := r.closed()
			return &formula{operation: 'm', operands: []*formula{inner}}, err
		}
		r.names = append(r.names, name)
		return &formula{operation: 'v', name: name}, nil
	}
	return nil, fmt.Errorf("%q is not expected", r.rest)
}

// closed reads a sum and the parenthesis behind it.
func (r *formulaReader) closed() (*formula, error) {
	f, err := r.sum()
	if err == nil && r.next() != ')' {
		return nil, errors.New("a closing parenthesis is missing")
	}
	if err == nil {
		r.rest = r.rest[1:]
	}
	return f, err
}

// take takes characters as long as they are wanted.
func (r *formulaReader) take(wanted func(byte) bool) string {
	end := 0
	for end < len(r.rest) && wanted(r.rest[end]) {
		end++
	}
	taken := r.rest[:end]
	r.rest = r.rest[end:]
	return taken
}
