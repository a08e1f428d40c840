package tests

import (
	"regexp"
	"slices"
	"strings"

	"hotlens/engine/project"
)

// This file says which tests a build runs by itself: what "all tests" means.

// Choice is what a build runs of the tests of a source set. Nil is that it says nothing of it, and all are meant.
type Choice struct {
	// Groups and ExcludedGroups are what a test has to be of, and must not be of: see project.Testing.
	Groups, ExcludedGroups string
	// Suites are files of TestNG's, relative to the module's folder. What is in them runs, and nothing else.
	Suites []string

	all                  []*Choice // see ChoicesOf
	skip                 bool
	includes, excludes   []classPattern
	names, excludedNames []namePattern // no names: all
}

// ChoicesOf are what a build tool chooses of the tests of a source set each time that it runs some. What it runs twice belongs to the first time.
func ChoicesOf(all []*project.Testing) []*Choice {
	choices := make([]*Choice, len(all))
	for i, testing := range all {
		choices[i] = choiceOf(testing)
		choices[i].all = choices
	}
	return choices
}

func choiceOf(testing *project.Testing) *Choice {
	c := &Choice{Groups: testing.Groups, ExcludedGroups: testing.ExcludedGroups, Suites: testing.Suites, skip: testing.Skip}
	if len(c.Suites) > 0 {
		return c // the build tools then ask nothing else
	}
	for _, text := range testing.Includes {
		for part := range strings.SplitSeq(text, ",") {
			if rest, without := strings.CutPrefix(strings.TrimSpace(part), "!"); without {
				c.excludes = append(c.excludes, newClassPattern(rest))
			} else {
				c.includes = append(c.includes, newClassPattern(rest))
			}
		}
	}
	for _, text := range testing.Excludes {
		for part := range strings.SplitSeq(text, ",") {
			c.excludes = append(c.excludes, newClassPattern(strings.TrimSpace(part)))
		}
	}
	for _, text := range testing.Names {
		c.names = append(c.names, newNamePattern(text))
	}
	for _, text := range testing.ExcludedNames {
		c.excludedNames = append(c.excludedNames, newNamePattern(text))
	}
	return c
}

// Has tells whether the build runs a class, by its binary name with slashes, and has not run all of it before.
func (c *Choice) Has(class string) bool {
	if c == nil {
		return true
	}
	for _, earlier := range c.all {
		if earlier == c {
			break
		}
		if whole := earlier.Groups+earlier.ExcludedGroups == "" && len(earlier.Suites) == 0 && earlier.Methods(class) == allMethods; whole && earlier.has(class) {
			return false
		}
	}
	return c.has(class)
}

// ByName tells whether the names of classes say which of them the build runs; else all classes with tests are meant.
func (c *Choice) ByName() bool { return c != nil && len(c.includes)+len(c.names) > 0 }

// Takes tells whether a class that somebody names, by its binary name with slashes, or a part of it, runs as the build has it here: each test does in one of several choices.
func (c *Choice) Takes(class string) bool {
	return c == nil || len(c.all) == 0 || slices.Contains(c.sharing(class), c)
}

// Lacks tells whether the choice has no tests of some classes, by their names with dots, as the program has told that ran those of another choice: in doubt it has.
func (c *Choice) Lacks(classes []string, told Results) bool {
	if c == nil || told.Times == nil || slices.Contains(told.Times, slices.Index(c.all, c)) {
		return false
	}
	return !slices.ContainsFunc(classes, func(class string) bool { return len(c.sharing(strings.ReplaceAll(class, ".", "/"))) < 2 })
}

// sharing are the choices that have tests of a class, in the order of the build: several if it tells them apart by groups, and the first of all if it runs none of them.
func (c *Choice) sharing(class string) []*Choice {
	var sharing []*Choice
	for _, other := range c.all {
		if !other.has(class) || len(sharing) > 0 && len(other.Suites) > 0 {
			continue
		}
		if sharing = append(sharing, other); len(other.Suites) > 0 || other.Groups+other.ExcludedGroups == "" {
			break
		}
	}
	if len(sharing) == 0 {
		return c.all[:1]
	}
	return sharing
}

func (c *Choice) has(class string) bool {
	name := dotted.Replace(class)
	matches := func(p classPattern) bool { return p.matches(class) }
	without := func(p classPattern) bool { return p.methods == "" && p.matches(class) }
	is := func(p namePattern) bool { return p.class.matches(name) || p.of.matches(name) }
	isWhole := func(p namePattern) bool { return p.class.matches(name) }
	return !c.skip &&
		(len(c.includes) == 0 || slices.ContainsFunc(c.includes, matches)) && !slices.ContainsFunc(c.excludes, without) &&
		(len(c.names) == 0 || slices.ContainsFunc(c.names, is)) && !slices.ContainsFunc(c.excludedNames, isWhole)
}

// allMethods is the pattern of all.
const allMethods = "*"

// Methods are patterns of the methods that the build runs of a class that it runs, by the class's binary name with slashes: as the program that runs the tests takes them behind "#", with commas between,
// and those of excluded ones behind an exclamation mark.
func (c *Choice) Methods(class string) string {
	if c == nil {
		return allMethods
	}
	name := dotted.Replace(class)
	var wanted, excluded []string
	whole := len(c.includes) == 0
	for _, p := range c.includes {
		if p.matches(class) {
			whole = whole || p.methods == ""
			wanted = append(wanted, p.methods)
		}
	}
	if whole {
		wanted = nil
	}
	if len(c.names) > 0 && !slices.ContainsFunc(c.names, func(p namePattern) bool { return p.class.matches(name) }) {
		wanted = nil // Gradle's other patterns are of files, and so have no methods
		for _, p := range c.names {
			if p.of.matches(name) {
				wanted = append(wanted, p.methods)
			}
		}
	}
	for _, p := range c.excludes {
		if p.methods != "" && p.matches(class) {
			for method := range strings.SplitSeq(p.methods, ",") {
				excluded = append(excluded, "!"+method)
			}
		}
	}
	for _, p := range c.excludedNames {
		if p.of.matches(name) {
			excluded = append(excluded, "!"+p.methods)
		}
	}
	if len(wanted)+len(excluded) == 0 {
		return allMethods
	}
	return strings.Join(slices.Concat(wanted, excluded), ",")
}

// namePattern is a pattern of names of classes, or of names of classes with those of methods behind a dot, as Gradle's filters have them.
type namePattern struct {
	class   glob
	of      glob   // the class, if what stands behind the last dot is of methods
	methods string // that
}

func newNamePattern(text string) namePattern {
	p := namePattern{class: newGlob(text)}
	if dot := strings.LastIndexByte(text, '.'); dot > 0 {
		p.of, p.methods = newGlob(text[:dot]), text[dot+1:]
	} else if dot < 0 && strings.HasPrefix(text, "*") { // which stands for any class and a dot as well
		p.of, p.methods = newGlob("*"), text
	}
	return p
}

// Skips tells whether the build runs none at all.
func (c *Choice) Skips() bool { return c != nil && c.skip }

// Wants tells whether some patterns mean a class, by its binary name with slashes: they name it, or the build chooses it.
func (c *Choice) Wants(patterns []Pattern, class string) bool {
	return c.Has(class) || named(patterns, class)
}

// classPattern is a pattern of class files, as Surefire and Gradle have them: Ant's, of the file of the class or of its source, or a regular expression.
type classPattern struct {
	ant     string         // without what the file's name ends in
	regex   *regexp.Regexp // of the path of the class file; nil: ant
	methods string         // of the class, with commas between; "": it is about all of it
}

func newClassPattern(text string) classPattern {
	if inner, ok := strings.CutPrefix(text, "%regex["); ok {
		if regex, err := regexp.Compile("^(?:" + strings.TrimSuffix(inner, "]") + ")$"); err == nil {
			return classPattern{regex: regex}
		}
	}
	if inner, ok := strings.CutPrefix(text, "%ant["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	text, methods, _ := strings.Cut(text, "#")
	for _, suffix := range []string{".java", ".class"} {
		text = strings.TrimSuffix(text, suffix)
	}
	if !strings.Contains(text, "/") {
		if text = strings.ReplaceAll(text, ".", "/"); !strings.Contains(text, "/") {
			text = "**/" + text
		}
	}
	return classPattern{ant: text, methods: strings.ReplaceAll(methods, "+", ",")}
}

func (p classPattern) matches(class string) bool {
	if p.regex != nil {
		return p.regex.MatchString(class + ".class")
	}
	if project.MatchPath(p.ant, class) {
		return true
	}
	file := p.ant[strings.LastIndexByte(p.ant, '/')+1:] // whose ending may be a pattern, too: **/*Test.*
	return strings.Contains(file, ".") && project.MatchPath(p.ant, class+".class")
}
