package target

import (
	"path/filepath"
	"strings"
)

// Name is a target as people write it, in the setting hotlens.targets for example: "demo.Main 10 20", "src/demo/Main.java 10 20" or "demo.MainTest#adds".
type Name struct {
	File      string // the source file, relative to the workspace or absolute; "" where a class is named
	Class     string // with dots, and dollars in front of nested ones; "" where a file is named
	Methods   string // patterns of the tests that are meant (see tests.Parse); "" for a main method, or for all tests
	Arguments []string
}

// ParseName reads a target. It reports false for one without a name.
func ParseName(text string) (Name, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Name{}, false
	}
	n := Name{Arguments: words[1:]}
	if strings.HasSuffix(words[0], ".java") {
		n.File = words[0]
	} else {
		n.Class, n.Methods, _ = strings.Cut(words[0], "#")
	}
	return n, true
}

// Path is the absolute path of the file that is named, "" where a class is.
func (n *Name) Path(workspace string) string {
	if n.File == "" || filepath.IsAbs(n.File) {
		return n.File
	}
	return filepath.Join(workspace, n.File)
}

// Source is where the source file of the class that is named stands below the root of its package, with slashes: a nested class is in the file of the outermost one.
func (n *Name) Source() string {
	outermost, _, _ := strings.Cut(n.Class, "$")
	return strings.ReplaceAll(outermost, ".", "/") + ".java"
}

// In tells whether the target stands in a source file, by its name.
func (n *Name) In(file, workspace string) bool {
	if n.File != "" {
		return n.Path(workspace) == file
	}
	return strings.HasSuffix(filepath.ToSlash(file), "/"+n.Source())
}
