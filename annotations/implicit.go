package annotations

import (
	"slices"

	"hotlens/profiles/analysis"
	"hotlens/profiles/sources"
)

// This file shows the constructors and static initializers that no text spells out at the names of their classes: what initial values and initializer blocks cost has no other
// place where all of it would stand.

// implicit is such a method of a class that ran.
type implicit struct {
	method    int
	name      sources.Range // of the class, in the current text
	untouched bool          // neither the class's header nor what it initialises was edited since the run
	prefix    string
}

// implicits are those of a file.
func (v View) implicits(file *analysis.File) []implicit {
	var found []implicit
	for i := range v.Run.Profile.Methods {
		m := &v.Run.Profile.Methods[i]
		prefix := ""
		switch m.Name {
		case "<init>":
			prefix = "constructor: "
		case "<clinit>":
			prefix = "static initializer: "
		default:
			continue
		}
		if v.Run.Methods[i].Contexts == 0 || !slices.Contains(file.Source.Types, m.Class) || slices.ContainsFunc(file.Declarations, func(d *analysis.Declaration) bool { return d.Method == i && d.Declares() }) {
			continue
		}
		if name, known := v.Current.Class(m.Class); known {
			found = append(found, implicit{i, name, v.Anchors.Initialises(m.Class), prefix})
		}
	}
	return found
}

// implicitLenses appends the lenses of those that cost enough for a call site to have a hint: nobody has written them down, and most do nothing.
func (v View) implicitLenses(lenses []Lens, file *analysis.File) []Lens {
	for _, m := range v.implicits(file) {
		switch {
		case v.Run.Share(v.Run.Methods[m.method].Inclusive) < v.Settings.MinShare:
		case !m.untouched:
			lenses = append(lenses, Lens{Range: m.name, Title: m.prefix + "edited since the run"})
		default:
			lenses = append(lenses, Lens{Range: m.name, Title: v.running() + m.prefix + v.costs(m.method), Command: CommandContexts, Method: v.Run.Reference(m.method)})
		}
	}
	return lenses
}

// implicitAt are the numbers of those of the class whose name is at a position; nil if there are none, or they were edited since the run.
func (v View) implicitAt(file *analysis.File, at sources.Position) *Hover {
	var h *Hover
	for _, m := range v.implicits(file) {
		switch {
		case !m.untouched || !contains(m.name, at):
		case h == nil:
			h = &Hover{Range: m.name, Markdown: v.methodMarkdown(m.method)}
		default:
			h.Markdown += "\n" + v.methodMarkdown(m.method)
		}
	}
	return h
}
