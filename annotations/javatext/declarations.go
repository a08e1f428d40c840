package javatext

import (
	"slices"
	"strings"

	"hotlens/profiles/sources"
)

// Document is a Java text, split into tokens and member declarations. It is
// immutable.
type Document struct {
	Text
	tokens       []token
	packageName  string // with dots, "" for the unnamed package
	declarations []declaration
}

// declarationKind says what a declaration declares.
type declarationKind int

const (
	typeHeader  declarationKind = iota // a class, interface, enum, record or annotation, up to its opening brace
	method                             // a method or a constructor
	initializer                        // an instance or static initializer
	field                              // a field declaration with its initializer expressions, or an enum constant with its body
	preamble                           // a package or import declaration
)

// modifiers is a set of those that tell a program's entry point (JLS 12.1.4).
type modifiers uint8

const (
	modifierPublic modifiers = 1 << iota
	modifierPrivate
	modifierStatic
	modifierVoid // its result, to be exact

	modifiersOfMain = modifierPublic | modifierStatic | modifierVoid
)

var modifierWords = map[string]modifiers{"public": modifierPublic, "private": modifierPrivate, "static": modifierStatic, "void": modifierVoid}

// declaration is one member declaration, the unit in which edits are noticed.
// Declarations do not overlap and stand in the order of the text; classes that
// are declared inside a member belong to that member.
type declaration struct {
	kind        declarationKind
	typePath    string // names of the enclosing types, with dots; for a type header its own included
	name        string
	parameters  string // of methods: the tokens between the parentheses, joined by one space
	modifiers   modifiers
	first, last int // half-open range of token indices
	nameToken   int // token index, -1 for none
}

// Parse splits a text into tokens and declarations. It accepts any text,
// Java or not, complete or not.
func Parse(text Text) *Document {
	return parse(&Document{Text: text, tokens: tokenize(text.content)}, 0)
}

// compared is how many bytes Reparse compares at a time, as the processor is faster with many.
const compared = 256

// Reparse does what Parse does with the text that an edit has made of a document's: it splits into tokens only what differs.
func (d *Document) Reparse(text Text) *Document {
	before, after := d.content, text.content
	start, shorter := 0, min(len(before), len(after))
	for start+compared <= shorter && before[start:start+compared] == after[start:start+compared] {
		start += compared
	}
	for start < shorter && before[start] == after[start] {
		start++
	}
	oldEnd, newEnd := len(before), len(after)
	for oldEnd >= start+compared && newEnd >= start+compared && before[oldEnd-compared:oldEnd] == after[newEnd-compared:newEnd] {
		oldEnd, newEnd = oldEnd-compared, newEnd-compared
	}
	for oldEnd > start && newEnd > start && before[oldEnd-1] == after[newEnd-1] {
		oldEnd, newEnd = oldEnd-1, newEnd-1
	}
	return parse(&Document{Text: text, tokens: retokenize(d.tokens, after, start, oldEnd, newEnd)}, len(d.declarations))
}

// parse finds the declarations of a document, about so many.
func parse(d *Document, declarations int) *Document {
	d.declarations = make([]declaration, 0, declarations+declarations/declarationsAdded)
	p := parser{document: d}
	for p.next < len(d.tokens) {
		p.members("")
		p.next++ // a closing brace too many
	}
	return d
}

func (d *Document) word(i int) string {
	if i < 0 || i >= len(d.tokens) {
		return ""
	}
	return d.content[d.tokens[i].start():d.tokens[i].end()]
}

func (d *Document) words(first, last int) string {
	words := make([]string, 0, max(0, last-first))
	for i := first; i < last; i++ {
		words = append(words, d.word(i))
	}
	return strings.Join(words, " ")
}

func (d *Document) tokenRange(i int) sources.Range {
	return d.Span(d.tokens[i].start(), d.tokens[i].end())
}

// Continues tells whether the expression that ends at a position goes on behind it on the same line: with a call or a field of
// its value, an index, or the arguments of a name.
func (d *Document) Continues(p sources.Position) bool {
	i := d.tokenAt(d.Offset(p))
	switch d.word(i) {
	case ".", "::", "(", "[":
		return d.tokenRange(i).Start.Line == p.Line
	}
	return false
}

// HasTypeArguments tells whether type arguments stand behind the name of a call, or of a class, that ends at a position on the same line.
func (d *Document) HasTypeArguments(name sources.Position) bool {
	i := d.tokenAt(d.Offset(name))
	return d.word(i) == "<" && d.tokenRange(i).Start.Line == name.Line
}

// LineEnd returns where the last token of a line, from 0, ends or, of a text block that goes on behind the line, where that leaves it.
func (d *Document) LineEnd(line int) sources.Position {
	if tokens, found := d.Line(line); found && tokens.End.Line == line {
		return tokens.End
	}
	text := d.String()[:d.Offset(sources.Position{Line: line + 1})]
	return d.Position(len(strings.TrimRight(text, " \t\f\r\n")))
}

// Line returns the range of the tokens that begin on a line, from 0. It reports false if there are none.
func (d *Document) Line(line int) (sources.Range, bool) { return d.LinePart(line, sources.Range{}) }

// LinePart is Line for what a range has of the line; an empty one for all of it.
func (d *Document) LinePart(line int, within sources.Range) (sources.Range, bool) {
	start := d.Offset(sources.Position{Line: line})
	end := d.Offset(sources.Position{Line: line + 1})
	if within != (sources.Range{}) {
		start, end = max(start, d.Offset(within.Start)), min(end, d.Offset(within.End))
	}
	first, last := d.tokenAt(start), d.tokenBefore(end)
	if first >= 0 && d.tokens[first].start() < start {
		first++ // it reaches into the line from the one before
	}
	if first < 0 || last < first {
		return sources.Range{}, false
	}
	return d.Span(d.tokens[first].start(), d.tokens[last].end()), true
}

// binaryName returns the binary name, with slashes, of the type with that path.
func (d *Document) binaryName(typePath string) string {
	name := strings.ReplaceAll(typePath, ".", "$")
	if d.packageName == "" {
		return name
	}
	return strings.ReplaceAll(d.packageName, ".", "/") + "/" + name
}

// declarationsAdded is the part of a text's declarations for which there is room when it is read again: an edit rarely adds more.
const declarationsAdded = 16

// maxNesting bounds how deep types are looked into, so that no text can exhaust
// the stack. javac itself gives up on a few thousand; people stop at a handful.
const maxNesting = 200

// parser finds declarations. It only knows where members begin and end and what
// kind they are; expressions and statements are skipped as balanced brackets.
type parser struct {
	document *Document
	next     int       // index of the next token
	nesting  int       // types around it
	implicit modifiers // what members have without saying so
}

func (p *parser) word() string { return p.document.word(p.next) }

func (p *parser) more() bool { return p.next < len(p.document.tokens) }

// members reads members up to the closing brace of their type, which it leaves.
func (p *parser) members(typePath string) {
	for p.more() && p.word() != "}" {
		if p.word() == ";" {
			p.next++
			continue
		}
		p.member(typePath)
	}
}

// member reads one member declaration.
func (p *parser) member(typePath string) {
	d := declaration{kind: field, typePath: typePath, modifiers: p.implicit, first: p.next, nameToken: -1}
	for p.more() {
		word := p.word()
		switch {
		case word == "@" && p.document.word(p.next+1) != "interface":
			p.skipAnnotation()
		case d.kind == field && d.nameToken < 0 && p.nesting < maxNesting && p.atType():
			p.typeDeclaration(d)
			return
		case d.first == p.next && (word == "package" || word == "import"):
			p.preamble(d)
			return
		case word == "(":
			start := p.next
			p.skipBrackets()
			if d.kind == field {
				d.kind, d.nameToken = method, start-1
				d.parameters = p.document.words(start+1, p.next-1)
			}
		case word == "=" && d.kind == field:
			d.nameToken = p.next - 1
			p.skipTo(";")
			p.next++
			p.add(d)
			return
		case word == ";":
			if d.kind == field {
				d.nameToken = p.next - 1
			}
			p.next++
			p.add(d)
			return
		case word == "{":
			if d.kind == field {
				d.kind = initializer
				if last := p.next - 1; last >= d.first && p.document.word(last) != "static" {
					d.kind, d.nameToken = method, last // a record's compact constructor
				}
			}
			p.skipBrackets()
			p.add(d)
			return
		case word == "}":
			p.add(d) // the user is still typing it
			return
		default:
			d.modifiers |= modifierWords[word]
			p.next++
		}
	}
	p.add(d)
}

// atType tells whether a type declaration's keyword is next.
func (p *parser) atType() bool {
	switch p.word() {
	case "class", "interface", "enum":
		return true
	case "@": // member has seen that "interface" follows
		return true
	case "record": // a contextual keyword, JLS 3.9
		after := p.document.word(p.next + 2)
		return after == "(" || after == "<"
	}
	return false
}

func (p *parser) typeDeclaration(d declaration) {
	keyword := p.word()
	if keyword == "@" {
		p.next++
	}
	p.next++
	d.kind, d.nameToken, d.name = typeHeader, p.next, p.word()
	d.typePath = strings.TrimPrefix(d.typePath+"."+d.name, ".")
	p.skipTo("{")
	p.add(d)
	p.next++
	p.nesting++
	around := p.implicit
	p.implicit = 0
	switch keyword {
	case "enum":
		p.enumConstants(d.typePath)
	case "interface":
		p.implicit = modifierPublic // or private
	}
	p.members(d.typePath)
	p.implicit = around
	p.nesting--
	p.next++
}

// enumConstants reads each constant of an enum as a declaration.
func (p *parser) enumConstants(typePath string) {
	for p.more() && p.word() != "}" && p.word() != ";" {
		d := declaration{kind: field, typePath: typePath, first: p.next, nameToken: p.next}
		for p.more() && p.word() != "," && p.word() != ";" && p.word() != "}" {
			switch p.word() {
			case "@":
				p.skipAnnotation()
				d.nameToken = p.next
			case "(", "{", "[":
				p.skipBrackets()
			default:
				p.next++
			}
		}
		p.add(d)
		if p.word() == "," {
			p.next++
		}
	}
}

func (p *parser) skipAnnotation() {
	p.next += 2 // @ and the name's first part
	for p.word() == "." {
		p.next += 2
	}
	if p.word() == "(" {
		p.skipBrackets()
	}
}

func (p *parser) preamble(d declaration) {
	start := p.next + 1
	keyword := p.word()
	p.skipTo(";")
	if keyword == "package" {
		p.document.packageName = strings.ReplaceAll(p.document.words(start, p.next), " ", "")
	}
	d.kind = preamble
	p.next++
	p.add(d)
}

// skipTo moves to the next token with that text outside of brackets, or in
// front of the bracket that closes the surrounding ones.
func (p *parser) skipTo(word string) {
	for p.more() && p.word() != word {
		switch p.word() {
		case "(", "[", "{":
			p.skipBrackets()
		case ")", "]", "}":
			return
		default:
			p.next++
		}
	}
}

// skipBrackets moves behind the bracket that closes the next one. Kinds are not
// told apart: in text that does not compile nothing better is known.
func (p *parser) skipBrackets() {
	for depth := 0; p.more(); {
		switch p.word() {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		p.next++
		if depth == 0 {
			return
		}
	}
}

func (p *parser) add(d declaration) {
	d.last = min(p.next, len(p.document.tokens))
	if d.last <= d.first {
		return
	}
	if d.nameToken < d.first || d.nameToken >= d.last {
		d.nameToken = -1
	} else {
		d.name = p.document.word(d.nameToken)
	}
	p.document.declarations = append(p.document.declarations, d)
}

// isMain tells whether d can be a program's entry point (JLS 12.1.4): since Java 25 it need be neither public nor static, and take no arguments.
func (d declaration) isMain() bool {
	parameters := strings.TrimPrefix(d.parameters, "final ")
	return d.kind == method && d.name == "main" && d.modifiers&(modifierVoid|modifierPrivate) == modifierVoid &&
		(parameters == "" || strings.HasPrefix(parameters, "String [ ] ") || strings.HasPrefix(parameters, "String ... ") ||
			strings.HasPrefix(parameters, "String ") && strings.HasSuffix(parameters, " [ ]")) &&
		!strings.Contains(parameters, ",")
}

// isAlwaysMain tells whether a method that can be an entry point is one whatever the version of Java: all that stands outside of types is of one that permits that.
func (d declaration) isAlwaysMain() bool {
	return d.typePath == "" || d.modifiers&modifiersOfMain == modifiersOfMain && d.parameters != ""
}

// Main is a program's entry point.
type Main struct {
	Name  sources.Range
	Class string // binary name of its type, with slashes; "" if it stands in none, so that the file names its class
}

// Mains returns the programs' entry points that the document declares. Some are only told by the version of Java: those of types, by their binary names
// with slashes, of which the compiler has said so.
func (d *Document) Mains(compiled ...string) []Main {
	var mains []Main
	for _, x := range d.declarations {
		if !x.isMain() {
			continue
		}
		var class string
		if x.typePath != "" {
			class = d.binaryName(x.typePath)
		}
		if x.isAlwaysMain() || slices.Contains(compiled, class) {
			mains = append(mains, Main{Name: d.tokenRange(x.nameToken), Class: class})
		}
	}
	return mains
}

// TestMethod is a method that its annotations make a test, or a class that holds some.
type TestMethod struct {
	Name   sources.Range
	Class  string // binary name of its type, with slashes
	Method string // "" for the class
}

// testAnnotations are the annotations of test methods: JUnit 4 and 5, and TestNG. Whether they are really theirs only the compiler could tell.
var testAnnotations = []string{"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"}

// Tests returns the tests that the document declares, by their annotations alone, each class in front of its methods.
func (d *Document) Tests() []TestMethod {
	var tests []TestMethod
	types := map[string]int{} // the token of its name, by path
	told := map[string]bool{}
	for _, x := range d.declarations {
		if x.kind == typeHeader {
			types[x.typePath] = x.nameToken
		}
		if x.kind != method || x.nameToken < 0 || !d.isTest(x) {
			continue
		}
		if at, known := types[x.typePath]; known && at >= 0 && !told[x.typePath] {
			told[x.typePath] = true
			tests = append(tests, TestMethod{Name: d.tokenRange(at), Class: d.binaryName(x.typePath)})
		}
		tests = append(tests, TestMethod{Name: d.tokenRange(x.nameToken), Class: d.binaryName(x.typePath), Method: x.name})
	}
	return tests
}

// isTest tells whether a method has the annotation of a test, perhaps by its full name.
func (d *Document) isTest(x declaration) bool {
	for i := x.first; i < x.nameToken; i++ {
		if d.word(i) != "@" {
			continue
		}
		i++
		for d.word(i+1) == "." {
			i += 2
		}
		if slices.Contains(testAnnotations, d.word(i)) {
			return true
		}
	}
	return false
}

// Class returns the name of the type with a binary name, with slashes. It reports false if the document does not declare it.
func (d *Document) Class(name string) (sources.Range, bool) {
	for _, x := range d.declarations {
		if x.kind == typeHeader && x.nameToken >= 0 && d.binaryName(x.typePath) == name {
			return d.tokenRange(x.nameToken), true
		}
	}
	return sources.Range{}, false
}

// FirstType returns the name of the first type that the document declares. It reports
// false if there is none.
func (d *Document) FirstType() (sources.Range, bool) {
	for _, x := range d.declarations {
		if x.kind == typeHeader && x.nameToken >= 0 {
			return d.tokenRange(x.nameToken), true
		}
	}
	return sources.Range{}, false
}
