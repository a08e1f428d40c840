// Package tests finds tests, and runs them by the framework that a project has: JUnit 3, 4 and 5 and TestNG.
//
// What runs in the VM is a small program of ours (folder java) between the framework and hotlens. It is compiled by the user's javac, against the
// framework on the user's class path, and tells in a file what becomes of the tests (events.go).
//
// Invariant: nothing is downloaded, and what is found besides the class path has the version of what is there.
package tests

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hotlens/profiles"
)

// Pattern names tests: classes, and methods in them.
type Pattern struct {
	Text    string // as the user gave it
	All     bool   // it names no class: any may be meant
	class   glob   // of names with dots only
	simple  glob   // the last of the names that class is made of
	files   []glob // of the classes whose files may have what is wanted: the class itself, then those around it
	methods string // patterns of methods, separated by commas; "*" for all
	names   []glob // the same
}

// Parse reads patterns, which are separated by commas: "WordsTest", "shop.WordsTest#long*", "Words*Test#adds+removes", "WordsTest.Inner". In them "*"
// stands for any characters, and "?" for one. A class without a package may be in any.
func Parse(texts []string) ([]Pattern, error) {
	var all []Pattern
	for _, text := range texts {
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			p, err := parse(part)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--test names no test: give Class, Class#method or a pattern such as 'Words*Test#long*'")
	}
	return all, nil
}

// Everything is the pattern of all tests.
func Everything() Pattern {
	p, _ := parse("*")
	return p
}

func parse(text string) (Pattern, error) {
	class, methods, hasMethods := strings.Cut(text, "#")
	methods, _, _ = strings.Cut(methods, "(") // overloads are told apart by nobody
	methods = strings.ReplaceAll(methods, "+", ",")
	if !hasMethods {
		methods = "*"
	}
	class = strings.TrimSuffix(strings.NewReplacer("/", ".", "$", ".").Replace(class), ".java")
	if class == "" && hasMethods {
		class = "*"
	}
	if class == "" || strings.Trim(methods, ", ") == "" || strings.ContainsFunc(class+methods, isBlank) {
		return Pattern{}, fmt.Errorf("--test %q names no test: give Class, Class#method or a pattern such as 'Words*Test#long*'", text)
	}
	p := Pattern{Text: text, All: strings.Trim(class, "*") == "", methods: methods, class: newGlob(class)}
	for name := range strings.SplitSeq(methods, ",") {
		p.names = append(p.names, newGlob(name))
	}
	p.simple, p.files = newGlob(class[strings.LastIndexByte(class, '.')+1:]), filesOf(class)
	return p, nil
}

// filesOf are the classes whose files may have a class that is named with dots: itself, then those around it.
func filesOf(class string) (files []glob) {
	for name := class; ; {
		files = append(files, newGlob(name))
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return files
		}
		name = name[:dot]
	}
}

// Names tells whether it names a class, by its name with dots, and not merely all.
func (p *Pattern) Names(class string) bool { return !p.All && p.class.matches(class) }

// For names the same methods of another class, by its name with dots.
func (p *Pattern) For(class string) Pattern {
	other := *p
	other.class, other.files = newGlob(class), filesOf(class)
	return other
}

// NamesType tells whether a type may be what is wanted by its name alone, without those of the types around it.
func (p *Pattern) NamesType(name string) bool { return p.simple.matches(name) }

// In has the files of some top-level classes, by their names with dots, be those that may have what is wanted: a type nested there is named without the one around it.
func (p *Pattern) In(classes []string) {
	p.files = nil
	for _, class := range classes {
		p.files = append(p.files, newGlob(class))
	}
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }

// glob is a pattern of names with dots, which stands for its name in any package. Most are names themselves, and there may be thousands of them.
type glob struct {
	name string         // "" where there is a pattern
	any  *regexp.Regexp // for whole names
}

func newGlob(pattern string) glob {
	if !strings.ContainsAny(pattern, "*?") {
		return glob{name: pattern}
	}
	var b strings.Builder
	b.WriteByte('^')
	if !strings.HasPrefix(pattern, "*") {
		b.WriteString("(?:.*\\.)?")
	}
	for _, r := range pattern {
		switch r {
		case '*':
			b.WriteString(".*")
		case '?':
			b.WriteByte('.')
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	b.WriteByte('$')
	return glob{any: regexp.MustCompile(b.String())}
}

func (g *glob) matches(name string) bool {
	if g.any != nil {
		return g.any.MatchString(name)
	}
	return name == g.name || len(name) > len(g.name) && strings.HasSuffix(name, g.name) && name[len(name)-len(g.name)-1] == '.'
}

// dotted is the name of a class with dots only, by its binary name.
var dotted = strings.NewReplacer("/", ".", "$", ".")

// MatchesFile tells whether the source file of a top-level class, whose name has dots, may have what is wanted: the class, or one nested in it.
func (p *Pattern) MatchesFile(class string) bool {
	return slices.ContainsFunc(p.files, func(g glob) bool { return g.matches(class) })
}

// named tells whether patterns name a class, by its binary name with slashes, or one that it is nested in, and not merely all.
func named(patterns []Pattern, class string) bool {
	return slices.ContainsFunc(patterns, func(p Pattern) bool { return !p.All && p.matchesAround(dotted.Replace(class)) })
}

// matchesAround tells whether a class, by its name with dots, is wanted, or one that it is nested in.
func (p *Pattern) matchesAround(name string) bool {
	for {
		if p.class.matches(name) {
			return true
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return false
		}
		name = name[:dot]
	}
}

// Matches tells whether a method of a class, by its binary name, is wanted: the class, or one that it is nested in, is named.
func (p *Pattern) Matches(class, method string) bool {
	return p.matchesMethod(method) && p.matchesAround(dotted.Replace(class))
}

func (p *Pattern) matchesMethod(name string) bool {
	return slices.ContainsFunc(p.names, func(g glob) bool { return g.matches(name) })
}

// Select chooses from the classes of the matching files, binary names with slashes of which the outer ones stand before their nested ones, those to run: what the patterns match, but for
// classes nested in one that is chosen already. Each is an argument of the program that runs them.
func Select(patterns []Pattern, classes []string) []string {
	type choice struct{ class, methods string }
	var chosen []choice
	for i := range patterns {
		p := &patterns[i]
		for _, class := range classes {
			if !p.class.matches(dotted.Replace(class)) {
				continue
			}
			within := slices.ContainsFunc(chosen, func(c choice) bool {
				return (class == c.class || strings.HasPrefix(class, c.class+"$")) && (c.methods == p.methods || c.methods == "*")
			})
			if !within {
				chosen = append(chosen, choice{class, p.methods})
			}
		}
	}
	// A class is run once, with all methods that are wanted of it.
	var arguments []string
	for len(chosen) > 0 {
		class, methods := chosen[0].class, []string{}
		rest := chosen[:0:0]
		for _, c := range chosen {
			if c.class == class {
				methods = append(methods, c.methods)
			} else {
				rest = append(rest, c)
			}
		}
		chosen = rest
		argument := strings.ReplaceAll(class, "/", ".")
		if !slices.Contains(methods, "*") {
			argument += "#" + strings.Join(methods, ",")
		}
		arguments = append(arguments, argument)
	}
	return arguments
}

// Unmatched are those of some patterns, as they were given, that none of the tests which have run is of. A test of a class that no pattern names is of a suite or made by a factory, and one of a
// method that none names tells of its class as a whole: either may stand for what was wanted there.
func Unmatched(patterns []Pattern, told []profiles.Test) (texts []string) {
	type testOf struct {
		classes  []string // its own, and that which declares its method
		method   string
		foreign  bool // no pattern names its class
		invented bool // none names its method
	}
	var all []testOf
	seen := map[profiles.TestID]bool{}
	for i := range told {
		t := &told[i]
		if seen[t.ID()] {
			continue
		}
		seen[t.ID()] = true
		of := testOf{classes: []string{dotted.Replace(t.Class)}, method: t.Method}
		if t.Declared != "" {
			of.classes = append(of.classes, dotted.Replace(t.Declared))
		}
		of.foreign = !slices.ContainsFunc(patterns, func(p Pattern) bool { return slices.ContainsFunc(of.classes, p.matchesAround) })
		of.invented = !slices.ContainsFunc(patterns, func(p Pattern) bool { return p.matchesMethod(t.Method) })
		all = append(all, of)
	}
	matched := map[string]bool{}
	for i := range patterns {
		p := &patterns[i]
		matched[p.Text] = matched[p.Text] || slices.ContainsFunc(all, func(t testOf) bool {
			of := slices.ContainsFunc(t.classes, p.matchesAround)
			return of && t.invented || (of || t.foreign) && p.matchesMethod(t.method)
		})
	}
	for i := range patterns {
		if text := patterns[i].Text; !matched[text] && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}
