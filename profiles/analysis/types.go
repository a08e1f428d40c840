package analysis

import (
	"cmp"
	"slices"

	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// TypeAmount is the objects of a class.
type TypeAmount struct {
	Class          string // binary name
	Objects, Bytes uint64
	Context        int    // the one in which most of the bytes were allocated
	most           uint64 // of them
}

// String writes it as a hover does: "412 × StringBuilder, 9.7 MB".
func (t TypeAmount) String() string {
	return numbers.Grouped(t.Objects) + " × " + names.SimpleClass(t.Class) + ", " + numbers.Bytes(t.Bytes)
}

// Types sums what was allocated by class in contexts and all below them, most bytes first; in the whole run, if contexts is nil. It
// is empty where types were not counted.
func (a *Analysis) Types(contexts []int32) []TypeAmount {
	if len(a.Profile.Types) == 0 {
		return nil
	}
	inside := make([]bool, len(a.Profile.Contexts))
	for _, c := range contexts {
		inside[c] = true
	}
	for i := range a.Profile.Contexts { // parents stand before their children
		parent := a.Profile.Contexts[i].Parent
		inside[i] = inside[i] || contexts == nil || parent >= 0 && inside[parent]
	}
	var types []TypeAmount
	index := map[string]int{}
	for i := range a.Profile.Types {
		row := &a.Profile.Types[i]
		if !inside[row.Context] {
			continue
		}
		at, known := index[row.Class]
		if !known {
			at = len(types)
			index[row.Class] = at
			types = append(types, TypeAmount{Class: row.Class})
		}
		t := &types[at]
		t.Objects, t.Bytes = t.Objects+row.Objects, t.Bytes+row.Bytes
		if row.Bytes > t.most {
			t.Context, t.most = row.Context, row.Bytes
		}
	}
	slices.SortFunc(types, func(x, y TypeAmount) int {
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(y.Objects, x.Objects), cmp.Compare(x.Class, y.Class))
	})
	return types
}
