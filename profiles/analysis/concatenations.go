package analysis

import (
	"cmp"
	"slices"

	"hotlens/profiles/sources"
)

// This file places string concatenations (JLS 15.18.1) in the text. What "text += line" in a loop takes is its method's own, as there is no call that it could be
// told by.

// Concatenation is what the concatenations on a line of a source file have done.
type Concatenation struct {
	Line    int // from 1
	Method  int // that they are in, the first one of several
	Strings uint64
	Bytes   uint64  // of the characters
	Self    Amounts // about what they take: strings with their objects; neither calls nor bytecodes, which they hardly have
}

// placeConcatenations finds the concatenations of the files of the index.
func (a *Analysis) placeConcatenations() {
	files := make(map[*sources.File]*File, len(a.Files))
	for i := range a.Files {
		files[a.Files[i].Source] = &a.Files[i]
	}
	for i := range a.Profile.Concatenations {
		c := &a.Profile.Concatenations[i]
		declared := a.Methods[a.same[c.Caller]].Declared
		if declared == nil || c.Line <= 0 {
			continue
		}
		file := files[declared.File]
		at := slices.IndexFunc(file.Concatenations, func(of Concatenation) bool { return of.Line == c.Line })
		if at < 0 {
			at = len(file.Concatenations)
			file.Concatenations = append(file.Concatenations, Concatenation{Line: c.Line, Method: a.same[c.Caller]})
		}
		line := &file.Concatenations[at]
		line.Strings += c.Strings
		line.Bytes += c.Bytes
		line.Self.Cost += c.Cost.Value()
		line.Self.Allocations += c.Objects()
		line.Self.AllocatedBytes += c.ObjectBytes()
	}
	for i := range a.Files {
		slices.SortFunc(a.Files[i].Concatenations, func(x, y Concatenation) int { return cmp.Compare(x.Line, y.Line) })
	}
}

// JoinedStrings is how many strings the operator + has made in a method, and how many bytes these have. It is 0 where that was not counted, and where the operator was
// compiled to calls of a StringBuilder (JEP 280).
func (a *Analysis) JoinedStrings(method int) (strings, bytes uint64) {
	for i := range a.Profile.Concatenations {
		if c := &a.Profile.Concatenations[i]; a.same[c.Caller] == method {
			strings += c.Strings
			bytes += c.Bytes
		}
	}
	return strings, bytes
}
