package main

import (
	"fmt"
	"go/ast"
	"slices"
)

// This file leaves out the checks of addresses and of calls through the table that are not needed.

const (
	// lowered is the source file that makes instructions of WebAssembly's.
	lowered = "frontend/lower.go"
	// varies is the condition that an index in a table is no constant: then it comes from the linear memory. For constants hotlens' compiler answers.
	varies = "d := builder.InstructionOfValue(elementOffsetInTable); d == nil || !d.Constant()"
)

// check is a check that is left out of the code.
type check struct {
	method     string
	variables  []string // those that it is made of, and nothing else
	statements int      // that is how many
	unless     string   // the condition under which it stays; "": it never does
}

var checks = []check{
	// The address of an access.
	{method: "memOpSetup", variables: []string{"ceilConst", "memLen", "baseAddrPlusCeil", "cmp", "exitIfNZ"}, statements: 13},
	// The index of a function that is called, and its type.
	{method: "lowerAccessTableWithBoundsCheck", variables: []string{"loadTableLen", "tableLen", "checkOOB", "exitIfOOB"}, statements: 10, unless: varies},
	{method: "prepareCallIndirect", variables: []string{"zero", "checkNull", "exitIfNull", "loadTypeID", "actualTypeID", "loadTypeIDsBegin", "typeIDsBegin",
		"loadExpectedTypeID", "expectedTypeID", "checkTypeID", "exitIfNotMatch"}, statements: 27, unless: varies},
}

// withoutChecks takes the checks out of the source.
func withoutChecks(source []byte) ([]byte, error) {
	for i := range checks {
		var err error
		if source, err = checks[i].leftOut(source); err != nil {
			return nil, err
		}
	}
	return source, nil
}

// leftOut is the source without the check.
func (c *check) leftOut(source []byte) ([]byte, error) {
	declaration, at, err := method(source, c.method)
	if err != nil {
		return nil, err
	}
	var found []ast.Stmt
	named := map[string]bool{}
	last := 0
	for j, statement := range declaration.Body.List {
		if !c.has(statement, named) {
			continue
		}
		if c.unless != "" && len(found) > 0 && last != j-1 {
			return nil, fmt.Errorf("something else stands in the midst of the check in %s: look at it, and change this program", c.method)
		}
		found, last = append(found, statement), j
	}
	if len(found) != c.statements || len(named) != len(c.variables) {
		return nil, fmt.Errorf("the check in %s is made of %d statements and %d variables, not of the %d and %d that are known: look at it, and change this program",
			c.method, len(found), len(named), c.statements, len(c.variables))
	}
	begin, end := at(found[0].Pos()), at(found[len(found)-1].End())
	if c.unless != "" {
		return slices.Concat(source[:begin], []byte("if "+c.unless+" {\n"), source[begin:end], []byte("\n}"), source[end:]), nil
	}
	var rest []byte
	done := 0
	for _, statement := range found {
		rest = append(rest, source[done:at(statement.Pos())]...)
		done = at(statement.End())
	}
	return append(rest, source[done:]...), nil
}

// has reports whether a statement has one of the variables that the check is made of, and notes them.
func (c *check) has(statement ast.Stmt, named map[string]bool) (is bool) {
	ast.Inspect(statement, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && slices.Contains(c.variables, name.Name) {
			is, named[name.Name] = true, true
		}
		return true
	})
	return is
}
