package engine

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"hotlens/engine/project"
	"hotlens/engine/tests"
	"hotlens/profiles/sources"
)

// This file says what the patterns that somebody gives for tests mean in source sets, and which of them mean nothing.

// patternsIn reads the patterns of tests in some source sets. Each that names a class has to have its file there: that class's, or that of one which a type of this name is nested in.
func patternsIn(sets []testSet, texts []string) ([]tests.Pattern, error) {
	patterns, err := tests.Parse(texts)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, set := range sets {
		found = append(found, textsOf(set.among(patterns))...)
	}
	var nested []*tests.Pattern
	for i := range patterns {
		if p := &patterns[i]; !p.All && !slices.Contains(found, p.Text) {
			nested = append(nested, p)
		}
	}
	if len(nested) == 0 {
		return patterns, nil
	}
	var all []testSource
	for _, set := range sets {
		all = append(all, set.sources()...)
	}
	if unfound := findNested(nested, all); len(unfound) > 0 {
		return nil, noSource(unfound, sets)
	}
	return patterns, nil
}

// noSource says that no source file of some source sets has what patterns name.
func noSource(patterns []tests.Pattern, sets []testSet) error {
	looked := rootsOf(sets)
	where := "looked below " + strings.Join(looked, ", ")
	if len(looked) == 0 {
		where = "the module has no source folders"
	}
	problem := fmt.Sprintf("no source file has the tests %s: %s; check the name, or give the project's folder behind the flags", strings.Join(textsOf(patterns), ","), where)
	if len(sets) > 0 {
		for _, note := range projectNotes(sets[0].build) {
			problem += " (" + note + ")"
		}
	}
	return errors.New(problem)
}

// rootsOf are the folders of the sources of source sets, each once.
func rootsOf(sets []testSet) (roots []string) {
	for _, set := range sets {
		for _, root := range set.roots {
			if !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
	}
	return roots
}

// among are those of some patterns that have files in the source set.
func (s *testSet) among(patterns []tests.Pattern) []tests.Pattern {
	return tests.WithFiles(s.roots, patterns, s.choice, func(path string) bool { return !s.build.Set.Omits(path) })
}

// textsOf are patterns as they were given, each once.
func textsOf(patterns []tests.Pattern) (texts []string) {
	for i := range patterns {
		if text := patterns[i].Text; !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// testSource is a source file that may hold tests.
type testSource struct{ file, class, encoding string } // the class that it is called after, with dots

// sources are all those of a source set.
func (s *testSet) sources() (all []testSource) {
	for _, file := range s.files([]tests.Pattern{tests.Everything()}, nil) {
		all = append(all, testSource{file, project.ClassName(s.roots, file), s.build.Set.Compiler.Encoding})
	}
	return all
}

// findNested has patterns that name no source file find the types of their names that are nested in others, by the texts of some files. It returns those for which there are none.
func findNested(patterns []*tests.Pattern, all []testSource) (unfound []tests.Pattern) {
	if len(patterns) == 0 {
		return nil
	}
	around := make([][]string, len(patterns))
	for _, source := range all {
		content, err := os.ReadFile(source.file)
		if err != nil {
			continue
		}
		text, err := sources.Decode(content, source.encoding)
		if err != nil {
			continue
		}
		types := project.TypesOf(text)
		for i, p := range patterns {
			if slices.ContainsFunc(types, p.NamesType) {
				around[i] = append(around[i], source.class)
			}
		}
	}
	for i, p := range patterns {
		if p.In(around[i]); len(around[i]) == 0 {
			unfound = append(unfound, *p)
		}
	}
	return unfound
}

// NoTestsError says that patterns mean no test of what was compiled.
type NoTestsError struct {
	Patterns []string
	problem  string
}

func (e *NoTestsError) Error() string { return e.problem }

// Unmatched are the patterns of some modules' tests that none is of which has run, in any module: by what became of those of each, nil where that is not known.
func Unmatched(modules []TestedModule, results []*TestResults) (patterns []string) {
	matched := map[string]bool{}
	for i, module := range modules {
		for _, pattern := range module.Target.Tests {
			matched[pattern] = matched[pattern] || results[i] == nil || !slices.Contains(results[i].Unmatched, pattern)
		}
	}
	for _, module := range modules {
		for _, pattern := range module.Target.Tests {
			if !matched[pattern] && !slices.Contains(patterns, pattern) {
				patterns = append(patterns, pattern)
			}
		}
	}
	return patterns
}

// everyTest is the pattern of all tests.
const everyTest = "*"

// noTest says that no test is what some patterns name.
func noTest(patterns []string) string {
	if slices.Equal(patterns, []string{everyTest}) {
		return "the test classes have no tests"
	}
	return "no test is named " + strings.Join(patterns, ",")
}

// NoTest says so of patterns that somebody has given, and what to do.
func NoTest(patterns []string) error {
	if slices.Equal(patterns, []string{everyTest}) {
		return fmt.Errorf("%s: none of their methods is one that JUnit or TestNG would run", noTest(patterns))
	}
	return fmt.Errorf("%s: check the name of the method, or name the class alone to run all of its tests", noTest(patterns))
}
