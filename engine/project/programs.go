package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// This file looks for what could be run in a project, without compiling it.

// Programs are the files of a project that can be run.
type Programs struct {
	Mains     []string // with a main method, in the folders of the program
	TestMains []string // likewise, in the folders of its tests
	Tests     []string // with methods that are annotated as tests
}

// maxSourceFiles bounds how many files are looked through, and maxSourceBytes of what size.
const (
	maxSourceFiles = 50_000
	maxSourceBytes = 4 << 20
)

var (
	mainMethod     = regexp.MustCompile(`\b(?:public\s+static|static\s+public)\s+(?:final\s+)?void\s+main\s*\(\s*(?:final\s+)?(?:java\s*\.\s*lang\s*\.\s*)?String\s*(?:\.\.\.|\[\s*\]\s*\w|\w+\s*\[\s*\])`)
	testAnnotation = regexp.MustCompile(`@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|RunWith)\b`)
	// notCode are comments, text blocks, strings and characters (JLS 3.7 and 3.10).
	notCode = regexp.MustCompile(`(?s)//[^\n\r]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'`)
)

// Programs looks through the source files below a folder that the model has.
func (m *Model) Programs(folder string) Programs {
	var found Programs
	seen := map[string]bool{}
	for i := range m.Modules {
		for j := range m.Modules[i].Sets {
			set := &m.Modules[i].Sets[j]
			for _, root := range set.Sources {
				if !Within(folder, root) && !Within(root, folder) {
					continue
				}
				EachSource(root, func(path string) bool {
					if !Within(folder, path) || seen[path] {
						return true
					}
					if len(seen) == maxSourceFiles {
						return false
					}
					seen[path] = true
					found.look(path, set.Test)
					return true
				})
			}
		}
	}
	return found
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

// HasMain tells whether the text of a source file has a main method.
func HasMain(text string) bool { return mainMethod.MatchString(notCode.ReplaceAllString(text, " ")) }

// look looks at a file.
func (p *Programs) look(path string, test bool) {
	if info, err := os.Stat(path); err != nil || info.Size() > maxSourceBytes {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	code := notCode.ReplaceAll(text, []byte(" "))
	switch isMain := mainMethod.Match(code); {
	case isMain && test:
		p.TestMains = append(p.TestMains, path)
	case isMain:
		p.Mains = append(p.Mains, path)
	}
	if testAnnotation.Match(code) {
		p.Tests = append(p.Tests, path)
	}
}
