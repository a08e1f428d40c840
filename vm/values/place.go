package values

import (
	"fmt"
	"strconv"
	"strings"

	"hotlens/vm/classes"
)

// Place names calls as users do: those on a line of a file, those on a line of a method, or the one at a bytecode index of a method.
type Place struct {
	File       string // with slashes, perhaps without its folders; "": Class and Method say where
	Class      string // with or without its package, with points or slashes
	Method     string
	Descriptor string // "": of all methods of that name
	Line       int    // from 1; 0: BCI says where
	BCI        int
}

// ParsePlace reads File.java:LINE, Class.method:LINE or Class.method@INDEX. A descriptor may stand behind the method.
func ParsePlace(text string) (Place, error) {
	problem := func() (Place, error) {
		return Place{}, fmt.Errorf("%q names no calls: give File.java:LINE or Class.method:LINE", text)
	}
	at := strings.LastIndexAny(text, ":@")
	if at < 0 {
		return problem()
	}
	where := text[:at]
	number, err := strconv.ParseUint(text[at+1:], 10, 31)
	var p Place
	switch {
	case err != nil, text[at] == ':' && number == 0:
		return problem()
	case text[at] == ':':
		p.Line = int(number)
	default:
		p.BCI = int(number)
	}
	if file, ok := strings.CutSuffix(where, ".java"); ok && p.Line > 0 && file != "" {
		p.File = strings.ReplaceAll(where, `\`, "/")
		return p, nil
	}
	if open := strings.IndexByte(where, '('); open >= 0 {
		where, p.Descriptor = where[:open], where[open:]
	}
	where = strings.ReplaceAll(where, "#", ".")
	dot := strings.LastIndexByte(where, '.')
	if dot <= 0 || dot+1 == len(where) {
		return problem()
	}
	p.Class, p.Method = plain(where[:dot]), where[dot+1:]
	return p, nil
}

// ParsePlaces reads several places.
func ParsePlaces(texts []string) (places []Place, err error) {
	for _, text := range texts {
		p, err := ParsePlace(text)
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	return places, nil
}

// plain writes a class's name with points, as it is compared.
func plain(class string) string { return strings.NewReplacer("/", ".", "$", ".").Replace(class) }

// Covers tells whether calls in a method, of which class is the binary name of its class and file the source file that its class names, may be
// among those of the place.
func (p *Place) Covers(class, file, name, descriptor string) bool {
	if p.File != "" {
		return file != "" && p.covers(class, file)
	}
	if name != p.Method || p.Descriptor != "" && descriptor != p.Descriptor {
		return false
	}
	class = plain(class)
	return class == p.Class || strings.HasSuffix(class, "."+p.Class)
}

// covers tells whether the place's file may be the source file of a class: neither path has to be whole.
func (p *Place) covers(class, file string) bool {
	whole := file
	if at := strings.LastIndexByte(class, '/'); at >= 0 {
		whole = class[:at+1] + file
	}
	return whole == p.File || strings.HasSuffix(whole, "/"+p.File) || strings.HasSuffix(p.File, "/"+whole)
}

// Holds tells whether a call of such a method, by its bytecode index and line, is one of them.
func (p *Place) Holds(bci, line int) bool {
	if p.Line == 0 {
		return bci == p.BCI
	}
	return line == p.Line
}

// covering are the places that may have calls of a method.
func covering(places []Place, m *classes.Method) (found []*Place) {
	for i := range places {
		if places[i].Covers(m.Class.Name, m.Class.SourceFile, m.Name, m.Desc) {
			found = append(found, &places[i])
		}
	}
	return found
}
