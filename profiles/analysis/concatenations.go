package analysis

import (
	"cmp"
	"slices"

	"hotlens/profiles/sources"
)

// This file sums string concatenations (JLS 15.18.1) by lines. What "text += line" in a loop takes is its method's own, as there is no call that it could be told by.

// Concatenation is what the concatenations on a line of a method have done.
type Concatenation struct {
	Method  int
	Line    int // from 1; -1 when unknown
	Strings uint64
	Bytes   uint64  // of the characters
	Self    Amounts // about what they take: strings with their objects; neither calls nor bytecodes, which they hardly have
}

// sumConcatenations sums them, and finds the files that they stand in. Those of methods that are the same one are not told apart.
func (a *Analysis) sumConcatenations() {
	files := make(map[*sources.File]*File, len(a.Files))
	for i := range a.Files {
		files[a.Files[i].Source] = &a.Files[i]
	}
	type place struct{ method, line int }
	known := map[place]int{}
	for i := range a.Profile.Concatenations {
		c := &a.Profile.Concatenations[i]
		at := place{a.same[c.Caller], c.Line}
		index, found := known[at]
		if !found {
			index = len(a.Concatenations)
			known[at] = index
			a.Concatenations = append(a.Concatenations, Concatenation{Method: at.method, Line: at.line})
			if declared := a.Methods[at.method].Declared; declared != nil && c.Line > 0 {
				file := files[declared.File]
				file.Concatenations = append(file.Concatenations, index)
			}
		}
		sum := &a.Concatenations[index]
		sum.Strings += c.Strings
		sum.Bytes += c.Bytes
		sum.Self.Cost += c.Cost.Value()
		sum.Self.Allocations += c.Objects()
		sum.Self.AllocatedBytes += c.ObjectBytes()
	}
	for i := range a.Files {
		slices.SortStableFunc(a.Files[i].Concatenations, func(x, y int) int { return cmp.Compare(a.Concatenations[x].Line, a.Concatenations[y].Line) })
	}
}

// JoinedStrings is how many strings the operator + has made in a method, and how many bytes these have. It is 0 where that was not counted, and where the operator was
// compiled to calls of a StringBuilder (JEP 280).
func (a *Analysis) JoinedStrings(method int) (strings, bytes uint64) {
	for i := range a.Concatenations {
		if c := &a.Concatenations[i]; c.Method == method {
			strings += c.Strings
			bytes += c.Bytes
		}
	}
	return strings, bytes
}
