package export

import (
	"path"
	"path/filepath"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

// frame is a method as formats name it.
type frame struct {
	name   string
	symbol string // only where frames are told apart by it
	path   string // of the source: see Options.Base; "" where the class file names none
	source string // absolute path of the source, "" where none was found
	line   int    // the first of the method's body, 0 where it is not known
	origin profiles.Origin
	method *profiles.Method // the first one of it; nil for what stands for others
}

// frames are the frames of a profile. Methods with the same name in the same file are
// one frame, as they are in the eyes of a format's readers.
type frames struct {
	list     []frame
	ofMethod []int32 // by method
}

// framesOf makes the frames of the methods. bySymbol tells methods with the same name
// apart by their symbols.
func framesOf(p *profiles.Profile, o Options, bySymbol bool) *frames {
	all := &frames{ofMethod: make([]int32, len(p.Methods))}
	known := map[frame]int32{}
	for i := range p.Methods {
		m := &p.Methods[i]
		f := frame{name: names.Qualified(m)}
		f.path, f.source = pathOf(m, o)
		if bySymbol {
			f.symbol = names.Symbol(m)
		}
		index, found := known[f]
		if !found {
			index = int32(len(all.list))
			known[f] = index
			f.line, f.origin, f.method = max(m.Line, 0), m.Origin, m
			all.list = append(all.list, f)
		}
		all.ofMethod[i] = index
	}
	return all
}

// pathOf returns the path of a method's source as formats give it, with slashes, and
// the absolute one. A source that was not found is named as below a source folder:
// "shop/Main.java".
func pathOf(m *profiles.Method, o Options) (relative, absolute string) {
	if found, ok := findSource(m, o); ok {
		relative = found
		if inside, err := filepath.Rel(o.Base, found); o.Base != "" && err == nil && filepath.IsLocal(inside) {
			relative = inside
		}
		return oneLine(filepath.ToSlash(relative)), oneLine(filepath.ToSlash(found))
	}
	if m.File == "" {
		return "", ""
	}
	return oneLine(path.Join(path.Dir(m.Class), path.Base(m.File))), ""
}

// findSource finds the source of a method: that of its class or, as the compiler makes
// classes that no index lists, that of the class around it, if it has the same name.
func findSource(m *profiles.Method, o Options) (where string, found bool) {
	if o.Source == nil {
		return "", false
	}
	where, _, found = o.Source(m.Class, m.File)
	if outermost, _, nested := strings.Cut(m.Class, "$"); !found && nested && m.File != "" {
		where, _, found = o.Source(outermost, m.File)
		found = found && filepath.Base(where) == m.File
	}
	return where, found
}

// oneLine drops what would end a line of a text format: names that a program or its
// class files choose can have anything in them.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}
