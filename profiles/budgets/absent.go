package budgets

import (
	"fmt"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

// This file tells what a run has not called from what its program does not have.

// Class is a class that a program can load, with the methods that its class file declares.
type Class struct {
	Name    string // binary, with slashes
	Methods []profiles.Method
}

// absent says that the program does not have a method that a budget names, or its class; "" where it has, or where nothing tells.
func absent(text string, parts []Part) (problem string, err error) {
	pattern, err := parsePattern(text)
	class, declared := names.ClassOf(pattern.name)
	if err != nil || class == "" {
		return "", nil
	}
	isNamed := func(name string) bool { return class == names.SimpleClass(name) || class == names.QualifiedClass(name) }
	loaded := false
	for _, part := range parts {
		for i := range part.Run.Profile.Methods {
			m := &part.Run.Profile.Methods[i]
			if pattern.matches(m) {
				return "", nil
			}
			loaded = loaded || isNamed(m.Class)
		}
		if part.Classes == nil {
			return "", nil
		}
	}
	classes, err := classesOf(parts, isNamed)
	switch {
	case err != nil:
		return "", err
	case len(classes) == 0 && loaded: // from where the class path does not lead
		return "", nil
	case len(classes) == 0:
		near, err := nearestClass(class, parts)
		return "there is no class " + class + near, err
	case !declared:
		return "", nil
	}
	for _, class := range classes {
		for i := range class.Methods {
			if pattern.matches(&class.Methods[i]) {
				return "", nil
			}
		}
	}
	what := "method " + text
	if strings.Contains(pattern.name, " ") {
		what = fmt.Sprintf("%q", text)
	}
	return "there is no " + what + nearestMethod(pattern, classes), nil
}

func classesOf(parts []Part, wanted func(class string) bool) (all []Class, err error) {
	for _, part := range parts {
		classes, err := part.Classes(wanted)
		if err != nil {
			return nil, err
		}
		all = append(all, classes...)
	}
	return all, nil
}

// nearestMethod asks whether the method of these classes is meant whose name is the nearest, and of those of one name the one whose parameters are.
func nearestMethod(p pattern, classes []Class) string {
	best := newNearest(p.name)
	for _, class := range classes {
		for i := range class.Methods {
			m := &class.Methods[i]
			name, qualified := names.Written(m)
			if distance(p.name, qualified) < distance(p.name, name) {
				name = qualified
			}
			if p.parameters == "" {
				best.try(name, name, 0)
				continue
			}
			parameters := names.Parameters(m.Descriptor)
			best.try(name+parameters, name, distance(p.parameters, withoutBlanks(parameters)))
		}
	}
	return best.question()
}

// nearestClass asks whether the class is meant whose name is the nearest: of all that are called like it, but for a package or a class around them, else of
// those that are spelled much like it.
func nearestClass(written string, parts []Part) (string, error) {
	simple := lastName(written)
	isNear := func(class string) bool {
		return lastName(names.SimpleClass(class)) == simple || mayBeMeant(written, names.SimpleClass(class)) || mayBeMeant(written, names.QualifiedClass(class))
	}
	classes, err := classesOf(parts, isNear)
	if err != nil {
		return "", err
	}
	best := newNearest(written)
	for _, class := range classes {
		name, qualified := names.SimpleClass(class.Name), names.QualifiedClass(class.Name)
		if strings.Contains(written, ".") && (lastName(name) == simple || distance(written, qualified) < distance(written, name)) {
			name = qualified
		}
		like := name
		if lastName(name) == simple {
			like = written
		}
		best.try(name, like, 0)
	}
	return best.question(), nil
}

func lastName(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

// nearest is the one of some names that is the nearest to a written one, of equal ones the first.
type nearest struct {
	written, name string
	far, further  int // see try
}

func newNearest(written string) *nearest { return &nearest{written: written, far: len(written)} }

// try offers a name that is as far away as what it is like, and by so much further than what is as far away.
func (n *nearest) try(name, like string, further int) {
	if !mayBeMeant(n.written, like) {
		return
	}
	far := distance(n.written, like)
	if n.name == "" || far < n.far || far == n.far && further < n.further {
		n.name, n.far, n.further = name, far, further
	}
}

// question is the end of a sentence; "" where no name is near.
func (n *nearest) question() string {
	if n.name == "" {
		return ""
	}
	return ": did you mean " + n.name + "?"
}

// mayBeMeant tells whether names are so near to each other that one may be the other, misspelled. The package and the class that both have do not bring them nearer.
func mayBeMeant(a, b string) bool {
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	same = strings.LastIndexAny(a[:same], ". ") + 1
	a, b = a[same:], b[same:]
	most := max(len(a), len(b)) / 3
	return max(len(a)-len(b), len(b)-len(a)) <= most && distance(a, b) <= most
}

// distance is in how many letters two names differ, by Levenshtein, where exchanged neighbours count once: the optimal string alignment. Upper and lower case
// are the same.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	var before []int // the row in front of above
	above := make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(above[j]+cost, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(y)]
}
