package project

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hotlens/profiles/lazyregexp"
)

// This file looks for what could be run in a project, without compiling it.

// Programs are the files of a project that can be run.
type Programs struct {
	Mains     []string // with a main method, in the folders of the program
	TestMains []string // likewise, in the folders of its tests
	Tests     []string // that have tests, by their texts and by those of the types that they extend and implement, but for those called after a type of which there are no objects
	// Inherited are the files with the tests that those of Tests have from others, the nearest first.
	Inherited map[string][]string
}

// maxSourceFiles bounds how many files are looked through, and maxSourceBytes of what size.
const (
	maxSourceFiles = 50_000
	maxSourceBytes = 4 << 20
)

var (
	mainMethod = lazyregexp.New(`\b(?:public\s+static|static\s+public)\s+(?:final\s+)?void\s+main\s*\(\s*(?:final\s+)?(?:java\s*\.\s*lang\s*\.\s*)?String\s*(?:\.\.\.|\[\s*\]\s*\w|\w+\s*\[\s*\])`)
	// testSign is what tests are known by: the annotations of JUnit 4 and 5 and of TestNG, and the class that JUnit 3's extend.
	testSign = lazyregexp.New(`@\s*(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|RunWith|Nested)\b|\bextends\s+(?:junit\.framework\.)?TestCase\b`)
)

// Programs looks through the source files below a folder that the model has.
func (m *Model) Programs(folder string) Programs { return new(Looked).Programs(m, folder) }

// Looked remembers what source files hold, so that only those are read again that have changed since. Its zero value has looked at none.
type Looked struct{ files map[string]held }

// held is what a file held when it had that size and time.
type held struct {
	size        int64
	time        time.Time
	main, tests bool
	abstract    bool     // see IsAbstract
	supertypes  []string // of its types
}

// Programs is Model.Programs.
func (l *Looked) Programs(m *Model, folder string) Programs {
	var found Programs
	looked := map[string]held{}
	for i := range m.Modules {
		for j := range m.Modules[i].Sets {
			set := &m.Modules[i].Sets[j]
			for _, root := range set.Sources {
				if !Within(folder, root) && !Within(root, folder) {
					continue
				}
				EachSource(root, func(path string) bool {
					if _, seen := looked[path]; seen || !Within(folder, path) || set.Omits(path) {
						return true
					}
					if len(looked) == maxSourceFiles {
						return false
					}
					holds := l.look(path, &set.Compiler)
					looked[path] = holds
					switch {
					case holds.main && set.Test:
						found.TestMains = append(found.TestMains, path)
					case holds.main:
						found.Mains = append(found.Mains, path)
					}
					if holds.tests && !holds.abstract {
						found.Tests = append(found.Tests, path)
					}
					return true
				})
			}
		}
	}
	l.files = looked
	found.Inherited = l.inherited()
	own := len(found.Tests)
	for path := range found.Inherited {
		if holds := l.files[path]; !holds.tests && !holds.abstract {
			found.Tests = append(found.Tests, path)
		}
	}
	slices.Sort(found.Tests[own:]) // maps have no order
	return found
}

// look looks at a file.
func (l *Looked) look(path string, compiler *Compiler) held {
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxSourceBytes {
		return held{}
	}
	if known, ok := l.files[path]; ok && known.size == info.Size() && known.time.Equal(info.ModTime()) {
		return known
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return held{}
	}
	code := codeOf(compiler.decode(text))
	types := typesIn(code)
	return held{
		size: info.Size(), time: info.ModTime(), main: mainMethod().MatchString(code), tests: testSign().MatchString(code), abstract: hasAbstract(types, path), supertypes: supertypesOf(types),
	}
}

// EachSource calls visit with each source file below a folder, as long as that returns true. Hidden folders are left out, and what cannot be read.
func EachSource(folder string, visit func(path string) bool) {
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.IsDir() && strings.HasSuffix(path, ".java") && !visit(path):
			return fs.SkipAll
		}
		return nil
	})
}

// Sources are the source files of classes below some folders, but for some files, sorted.
func Sources(folders, but []string) []string {
	found := map[string]bool{}
	for _, folder := range folders {
		EachSource(folder, func(path string) bool {
			name := filepath.Base(path)
			found[path] = name != ModuleFile && name != packageFile
			return true
		})
	}
	for _, path := range but {
		found[path] = false
	}
	maps.DeleteFunc(found, func(_ string, wanted bool) bool { return !wanted })
	return slices.Sorted(maps.Keys(found))
}

// HasMain tells whether the text of a source file has a main method.
func HasMain(text string) bool {
	return mainMethod().MatchString(codeOf(text))
}

// HasTests tells whether the text of a source file has tests, as far as its text alone tells.
func HasTests(text string) bool { return testSign().MatchString(codeOf(text)) }
