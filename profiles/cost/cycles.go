package cost

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"hotlens/profiles/instructions"
)

// This file reads a user's own model: what each instruction costs on a processor whose timing is known exactly, such as
// the Java Optimized Processor (Binder and Hulaas, cross-profiling; Schoeberl, "A Java processor architecture for
// embedded real-time systems", 2008).
//
// A table is CSV with two columns: mnemonics and cycles. The first column has mnemonics (JVMS 6.5) that spaces separate; a
// "*" in one stands for any text, "iconst_0..5" for iconst_0 to iconst_5, and "fadd..dneg" for all opcodes between the
// two. Those that such a pattern names keep what a row above says. The second is a sum of numbers, names and products, where
// max(x) is the larger of x and 0; "java" stands for what a Java method of the processor's own takes. The names are
// parameters: a row that starts with one instead of a mnemonic sets it. Lines that start with "#" are comments.

// Cycles says how many cycles each instruction takes.
type Cycles struct {
	costs      [256]*formula // by opcode
	entered    [256]bool     // what the instruction takes depends on the method that is entered or returned to
	parameters map[string]*formula
}

// The parameters of a table. The first five are what JOP's own has; words is the length of a method in words of 32 bits.
var defaultParameters = map[string]string{
	"r":      "1",             // wait states of a read
	"w":      "1",             // wait states of a write
	"c":      "0",             // wait states of a read into the method cache
	"n":      "",              // length in words of the method that is entered, or returned to
	"b":      "6+(n+1)*(2+c)", // cycles for loading it into the method cache; 4 would be a hit each time
	"java":   "150",           // instruction that is a Java method of the processor: call, some twenty instructions, return
	"native": "0",             // a native method's body
}

// maxCycles bounds every number, so that none can overflow.
const maxCycles = 1 << 32

// IsCycles tells whether what a user gives as a cost model is a table of cycles, and not one of times (Read).
func IsCycles(text string) bool { return !strings.HasPrefix(text, Header) }

// ReadCycles reads a table. Its errors tell the line.
func ReadCycles(r io.Reader) (*Cycles, error) {
	c := &Cycles{parameters: map[string]*formula{}}
	for name, text := range defaultParameters {
		if text != "" {
			c.parameters[name], _ = parseFormula(text)
		}
	}
	table := csv.NewReader(r)
	table.Comment, table.FieldsPerRecord, table.TrimLeadingSpace = '#', 2, true
	named := map[int]bool{} // opcodes that a row has named in full
	for first := true; ; first = false {
		row, err := table.Read()
		if err == io.EOF {
			break
		}
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("line %d: %w", syntax.Line, syntax.Err)
		} else if err != nil {
			return nil, err
		}
		if first && row[0] == "opcode" {
			continue
		}
		line, _ := table.FieldPos(0)
		if err := c.row(row[0], row[1], named); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	return c, c.settle()
}

// row takes a row over.
func (c *Cycles) row(names, cycles string, named map[int]bool) error {
	cost, err := parseFormula(cycles)
	if err != nil {
		return err
	}
	list := strings.Fields(names)
	if len(list) == 0 {
		return errors.New("there is no mnemonic")
	}
	for _, name := range list {
		if _, ok := defaultParameters[name]; ok && name != "n" {
			c.parameters[name] = cost
			continue
		}
		opcodes, exact := opcodesOf(name)
		if len(opcodes) == 0 {
			return fmt.Errorf("%q is no mnemonic and no parameter", name)
		}
		for _, op := range opcodes {
			switch {
			case exact && named[op]:
				return fmt.Errorf("%s stands twice", name)
			case exact:
				named[op] = true
				c.costs[op] = cost
			case c.costs[op] == nil:
				c.costs[op] = cost
			}
		}
	}
	return nil
}

// opcodesOf are the opcodes that a name in the first column means, and whether it is a mnemonic.
func opcodesOf(name string) (opcodes []int, exact bool) {
	if op := slices.Index(instructions.Mnemonics, name); op >= 0 {
		return []int{op}, true
	}
	if first, last, ok := strings.Cut(name, ".."); ok {
		from, to := slices.Index(instructions.Mnemonics, first), slices.Index(instructions.Mnemonics, last)
		if _, err := strconv.Atoi(last); err == nil { // iconst_0..5
			to = slices.Index(instructions.Mnemonics, strings.TrimRight(first, "0123456789")+last)
		}
		for op := from; from >= 0 && op <= to; op++ {
			opcodes = append(opcodes, op)
		}
		return opcodes, false
	}
	if !strings.Contains(name, "*") {
		return nil, false
	}
	for op, mnemonic := range instructions.Mnemonics {
		if ok, err := path.Match(name, mnemonic); ok && err == nil {
			opcodes = append(opcodes, op)
		}
	}
	return opcodes, false
}

// The opcodes that enter a method, and those that return from one (JVMS 6.5).
const (
	firstReturn, lastReturn = 172, 177 // ireturn, return
	firstInvoke, lastInvoke = 182, 185 // invokevirtual, invokeinterface; the virtual machine executes invokedynamic itself
	opWide                  = 196
)

// settle checks the table as a whole. What it does not name costs as much as a method of Java, but for wide, whose
// cost comes to that of the instruction behind it.
func (c *Cycles) settle() error {
	for _, name := range slices.Sorted(maps.Keys(c.parameters)) {
		for _, other := range c.parameters[name].names {
			switch {
			case other == name || other != "n" && c.parameters[other] != nil && len(c.parameters[other].names) > 0:
				return fmt.Errorf("the parameter %s needs %s, which needs others: only numbers and n can be used there", name, other)
			case c.parameters[other] == nil && other != "n":
				return fmt.Errorf("the parameter %s needs %q, which is none", name, other)
			}
		}
	}
	java, _ := parseFormula("java")
	for op := range instructions.Mnemonics {
		if c.costs[op] == nil && op != opWide {
			c.costs[op] = java
		}
		cost := c.costs[op]
		if cost == nil {
			continue
		}
		for _, name := range cost.names {
			if name == "n" || slices.Contains(c.names(name), "n") {
				c.entered[op] = true
			} else if c.parameters[name] == nil {
				return fmt.Errorf("the cycles of %s need %q, which is no parameter", instructions.Mnemonics[op], name)
			}
		}
		if enters := op >= firstReturn && op <= lastReturn || op >= firstInvoke && op <= lastInvoke; c.entered[op] && !enters {
			return fmt.Errorf("%s enters no method and returns to none, so its cycles cannot depend on one", instructions.Mnemonics[op])
		}
	}
	return nil
}

// names are those that a parameter's sum has.
func (c *Cycles) names(parameter string) []string {
	if of := c.parameters[parameter]; of != nil {
		return of.names
	}
	return nil
}

// Fixed is how many cycles an instruction takes, 0 if that depends on the method that it enters or returns to.
func (c *Cycles) Fixed(op byte) uint64 {
	if c.costs[op] == nil || c.entered[op] {
		return 0
	}
	return c.value(c.costs[op], 0)
}

// Entering is how many cycles an instruction takes that enters a method, or returns to one, whose bytecode has so many
// bytes; 0 if that does not depend on it.
func (c *Cycles) Entering(op byte, codeBytes int) uint64 {
	if !c.entered[op] {
		return 0
	}
	const word = 4
	return c.value(c.costs[op], int64(codeBytes+word-1)/word)
}

// Native is how many cycles the body of a native method takes.
func (c *Cycles) Native() uint64 { return c.value(c.parameters["native"], 0) }

// value is a sum's value where n is so much; it is not negative.
func (c *Cycles) value(s *formula, n int64) uint64 {
	var of func(name string) int64
	of = func(name string) int64 {
		if name == "n" {
			return n
		}
		return c.parameters[name].value(of) // settle has seen to it that this ends
	}
	return uint64(max(s.value(of), 0))
}
