package annotations

import (
	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// This file finds the methods that method references name. A reference is no call: it makes an object, which whoever has it calls.

// referredAt is the method, called by the run, that a reference is of whose name is at a position. The numbers of the method are of all its calls: which of them were made through
// the reference only the contexts tell.
func (v View) referredAt(file *analysis.File, at sources.Position) (name sources.Range, method int, found bool) {
	for i := range file.Source.Methods {
		calls := file.Source.Methods[i].Calls
		for j := range calls {
			c := &calls[j]
			if c.Ordinal >= 0 || c.BCI < 0 {
				continue
			}
			name, untouched := v.Anchors.Range(c.NameRange)
			if !untouched || !contains(name, at) {
				continue
			}
			if method := v.Run.Find(analysis.Reference{Class: c.Class, Name: c.Name, Descriptor: c.Descriptor}); method >= 0 {
				return name, method, true
			}
		}
	}
	return sources.Range{}, 0, false
}
