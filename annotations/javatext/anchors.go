package javatext

import (
	"crypto/sha256"
	"sort"

	"hotlens/profiles/sources"
)

// Anchors relates the text that was compiled to the text that the editor holds
// now. The unit is the member declaration: as long as its tokens are the same,
// whatever lies in it moves with it; once they differ, nothing in it is shown.
// White space and comments make no difference.
type Anchors struct {
	compiled, current *Document
	places            []place // by index of the compiled document's declarations
}

// place is where a compiled declaration stands in the current text.
type place struct {
	first     int // index of its first token there, -1 if it was edited or is gone
	successor int // index of the declaration that an edit turned it into, -1 for none
}

// identity is what makes a declaration the same one after an edit of its body.
type identity struct {
	kind                       declarationKind
	typePath, name, parameters string
}

func (d declaration) identity(withParameters bool) identity {
	id := identity{kind: d.kind, typePath: d.typePath, name: d.name}
	if withParameters {
		id.parameters = d.parameters
	}
	return id
}

// NewAnchors finds each declaration of the compiled text in the current one.
//
// Declarations before the first and behind the last edited token are the same
// ones for certain. Between the two, a declaration is found by its type, name
// and the hash of its tokens; failing that, it was edited, and its successor is
// the one with its type, name and parameters or, if there is only one
// candidate, with its type and name.
func NewAnchors(compiled, current *Document) *Anchors {
	a := &Anchors{compiled: compiled, current: current, places: make([]place, len(compiled.declarations))}
	taken := make([]bool, len(current.declarations))
	atToken := make(map[int]int, len(current.declarations))
	for i, d := range current.declarations {
		atToken[d.first] = i
	}

	prefix, suffix := commonTokens(compiled, current)
	shift := len(current.tokens) - len(compiled.tokens)
	var open []int // compiled declarations that an edit may have touched
	for i, d := range compiled.declarations {
		p := place{first: -1, successor: -1}
		switch {
		case d.last <= prefix:
			p.first = d.first
		case d.first >= len(compiled.tokens)-suffix:
			p.first = d.first + shift
		default:
			open = append(open, i)
		}
		if j, found := atToken[p.first]; found {
			taken[j] = true
		}
		a.places[i] = p
	}

	open = a.match(open, taken, func(d *Document, i int) any {
		return [2]any{d.declarations[i].identity(true), d.hash(i)}
	}, func(i, j int) { a.places[i].first = current.declarations[j].first })
	succeed := func(i, j int) { a.places[i].successor = j }
	open = a.match(open, taken, func(d *Document, i int) any { return d.declarations[i].identity(true) }, succeed)
	a.match(open, taken, func(d *Document, i int) any { return d.declarations[i].identity(false) }, succeed)
	return a
}

// match pairs open compiled declarations with current ones that are not taken
// and have the same key, where the key is unique on both sides. It returns those
// that stay open.
func (a *Anchors) match(open []int, taken []bool, key func(d *Document, i int) any, found func(compiled, current int)) []int {
	if len(open) == 0 {
		return nil
	}
	candidates := make(map[any][]int)
	for j := range a.current.declarations {
		if !taken[j] {
			k := key(a.current, j)
			candidates[k] = append(candidates[k], j)
		}
	}
	wanted := make(map[any]int)
	for _, i := range open {
		wanted[key(a.compiled, i)]++
	}
	var rest []int
	for _, i := range open {
		k := key(a.compiled, i)
		if len(candidates[k]) == 1 && wanted[k] == 1 {
			taken[candidates[k][0]] = true
			found(i, candidates[k][0])
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}

// hash is the SHA-256 of a declaration's token texts joined by one space, as
// sources.Method.Hash has it.
func (d *Document) hash(declaration int) [sha256.Size]byte {
	x := d.declarations[declaration]
	return sha256.Sum256([]byte(d.words(x.first, x.last)))
}

// commonTokens counts the tokens that two documents have in common at their
// beginnings and, beyond those, at their ends.
func commonTokens(a, b *Document) (prefix, suffix int) {
	shorter := min(len(a.tokens), len(b.tokens))
	for prefix < shorter && a.word(prefix) == b.word(prefix) {
		prefix++
	}
	for suffix < shorter-prefix && a.word(len(a.tokens)-1-suffix) == b.word(len(b.tokens)-1-suffix) {
		suffix++
	}
	return prefix, suffix
}

// Range returns where a range of the compiled text stands in the current one.
// It reports false if its declaration was edited or is gone.
func (a *Anchors) Range(r sources.Range) (sources.Range, bool) {
	start, end := a.compiled.Offset(r.Start), a.compiled.Offset(r.End)
	first, last := a.compiled.tokenAt(start), a.compiled.tokenBefore(end)
	if first < 0 || last < first {
		return sources.Range{}, false
	}
	i := a.compiled.declarationAt(first)
	if i < 0 || a.places[i].first < 0 || last >= a.compiled.declarations[i].last {
		if found, ok := a.typeRange(r, i, first, last); ok || a.compiled != a.current {
			return found, ok
		}
		return r, true // nothing was edited, also of what does not look like Java
	}
	shift := a.places[i].first - a.compiled.declarations[i].first
	from, to := a.compiled.tokens, a.current.tokens
	return a.current.Span(
		to[first+shift].start()+start-from[first].start(),
		to[last+shift].end()-(from[last].end()-end)), true
}

// Line returns where the tokens of a line of the compiled text, from 0, stand in the current one. It reports
// false if there are none, or if their declaration was edited or is gone.
func (a *Anchors) Line(line int) (sources.Range, bool) { return a.LinePart(line, sources.Range{}) }

// LinePart is Line for what a range of the compiled text has of the line; an empty one for all of it.
func (a *Anchors) LinePart(line int, within sources.Range) (sources.Range, bool) {
	part, found := a.compiled.LinePart(line, within)
	if !found {
		return part, false
	}
	return a.Range(part)
}

// typeRange answers Range for what reaches over several declarations, which
// only the range of a whole type does: its header must be untouched.
func (a *Anchors) typeRange(r sources.Range, i, first, last int) (sources.Range, bool) {
	if i < 0 || a.places[i].first < 0 || a.compiled.declarations[i].kind != typeHeader {
		return sources.Range{}, false
	}
	d := a.compiled.declarations[i]
	shift := a.places[i].first - d.first
	return a.current.Span(a.current.tokens[first+shift].start(), a.current.tokens[min(last, d.last-1)+shift].end()), true
}

// Successor returns the name of the declaration that an edit turned the one
// with its name at r into. It reports false if there is none, or no edit.
func (a *Anchors) Successor(r sources.Range) (sources.Range, bool) {
	name := a.compiled.tokenAt(a.compiled.Offset(r.Start))
	i := a.compiled.declarationAt(name)
	if i < 0 || a.compiled.declarations[i].nameToken != name || a.places[i].successor < 0 {
		return sources.Range{}, false
	}
	successor := a.current.declarations[a.places[i].successor]
	if successor.nameToken < 0 {
		return sources.Range{}, false
	}
	return a.current.tokenRange(successor.nameToken), true
}

// Initialises tells whether the type with a binary name, with slashes, still initialises itself and its objects as it was compiled to: its header, fields and initializers are untouched.
func (a *Anchors) Initialises(class string) bool {
	found := false
	for i, d := range a.compiled.declarations {
		if d.kind != method && d.kind != preamble && a.compiled.binaryName(d.typePath) == class {
			if a.places[i].first < 0 {
				return false
			}
			found = true
		}
	}
	return found
}

// tokenAt returns the first token that ends behind the offset, -1 for none.
func (d *Document) tokenAt(offset int) int {
	i := sort.Search(len(d.tokens), func(i int) bool { return d.tokens[i].end() > offset })
	if i == len(d.tokens) {
		return -1
	}
	return i
}

// tokenBefore returns the last token that starts before the offset, -1 for none.
func (d *Document) tokenBefore(offset int) int {
	return sort.Search(len(d.tokens), func(i int) bool { return d.tokens[i].start() >= offset }) - 1
}

// declarationAt returns the declaration that holds a token, -1 for none.
func (d *Document) declarationAt(token int) int {
	i := sort.Search(len(d.declarations), func(i int) bool { return d.declarations[i].last > token })
	if token < 0 || i == len(d.declarations) || d.declarations[i].first > token {
		return -1
	}
	return i
}
