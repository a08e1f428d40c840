package values

import (
	"fmt"
	"strconv"
	"strings"

	"hotlens/vm/classes"
)

// Place names calls as users do: those on a line of a file, those on a line of a method, or the one at a bytecode index of a method; or else
// the instructions that make function objects (JLS 15.27.4) of a method.
type Place struct {
	Kind       Kind
	File       string // with slashes, perhaps without its folders; "": Class and Method say where
	Class      string // with or without its package, with points or slashes
	Method     string
	Descriptor string // "": of all methods of that name
	Line       int    // from 1; 0: BCI says where
	BCI        int
}

// Kind is which of the instructions at a place are meant.
type Kind int

// The kinds, and what stands in front of a place of theirs.
const (
	Calls   Kind = iota // all that call
	Dynamic             // "dynamic ": the invokedynamic instructions, which concatenate strings and make function objects
	// Made, "making ": the invokedynamic instructions that make function objects of Method, which is that of a lambda or one that a
	// method reference names. Line and BCI say nothing.
	Made
)

// ParsePlace reads File.java:LINE, Class.method:LINE or Class.method@INDEX. A descriptor may stand behind the method. In front may stand
// "dynamic "; "making " stands in front of Class.method.
func ParsePlace(text string) (Place, error) {
	problem := func() (Place, error) {
		return Place{}, fmt.Errorf("%q names no calls: give File.java:LINE or Class.method:LINE", text)
	}
	if rest, ok := strings.CutPrefix(text, "making "); ok {
		p := Place{Kind: Made}
		if !p.name(rest) {
			return problem()
		}
		return p, nil
	}
	if rest, ok := strings.CutPrefix(text, "dynamic "); ok {
		p, err := ParsePlace(rest)
		if err != nil || p.Kind != Calls {
			return problem()
		}
		p.Kind = Dynamic
		return p, nil
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
	if !p.name(where) {
		return problem()
	}
	return p, nil
}

// name reads Class.method, with or without a descriptor.
func (p *Place) name(where string) bool {
	if open := strings.IndexByte(where, '('); open >= 0 {
		where, p.Descriptor = where[:open], where[open:]
	}
	where = strings.ReplaceAll(where, "#", ".")
	dot := strings.LastIndexByte(where, '.')
	if dot <= 0 || dot+1 == len(where) {
		return false
	}
	p.Class, p.Method = plain(where[:dot]), where[dot+1:]
	return true
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
	if p.Kind != Made && !p.names(name, descriptor) {
		return false
	}
	class = plain(class)
	return class == p.Class || strings.HasSuffix(class, "."+p.Class)
}

func (p *Place) names(method, descriptor string) bool {
	return method == p.Method && (p.Descriptor == "" || descriptor == p.Descriptor)
}

// covers tells whether the place's file may be the source file of a class: neither path has to be whole.
func (p *Place) covers(class, file string) bool {
	whole := file
	if at := strings.LastIndexByte(class, '/'); at >= 0 {
		whole = class[:at+1] + file
	}
	return whole == p.File || strings.HasSuffix(whole, "/"+p.File) || strings.HasSuffix(p.File, "/"+whole)
}

// Holds tells whether a call of such a method, by its bytecode index and line, is one of them, if it is of their kind.
func (p *Place) Holds(bci, line int) bool {
	switch {
	case p.Kind == Made:
		return true
	case p.Line == 0:
		return bci == p.BCI
	}
	return line == p.Line
}

// holds tells whether an instruction that calls is one of them; dynamic is what it is if it is an invokedynamic, else nil.
func (p *Place) holds(bci, line int, dynamic *dynamicCall) bool {
	switch p.Kind {
	case Dynamic:
		return dynamic != nil && p.Holds(bci, line)
	case Made:
		return dynamic != nil && dynamic.makes && p.names(dynamic.method, dynamic.descriptor)
	}
	return p.Holds(bci, line)
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
