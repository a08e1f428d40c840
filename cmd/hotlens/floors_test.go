package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors are the storeys of the house, lowest first (DESIGN, section 1). A
// package imports only from its own top-level folder and from lower floors.
var floors = [][]string{
	{"profiles"},
	{"vm"},
	{"annotations", "engine"},
	{"lsp"},
	{"cmd"},
}

// forbidden are imports that the floors alone would allow: folder to import path
// prefixes.
var forbidden = map[string][]string{
	"annotations": {"hotlens/vm", "hotlens/engine"},
	"engine":      {"hotlens/annotations", "hotlens/lsp", "go.lsp.dev/protocol"},
	"profiles":    {"go.lsp.dev/protocol"},
	"vm":          {"go.lsp.dev/protocol"},
	"cmd":         {"go.lsp.dev/protocol"},
}

// withoutGo are the top-level folders that hold no Go packages.
var withoutGo = []string{"docs", "editors"}

// floorOf returns the storey of a top-level folder, -1 if it has none.
func floorOf(folder string) int {
	return slices.IndexFunc(floors, func(folders []string) bool { return slices.Contains(folders, folder) })
}

// violation says what is wrong with a file of a top-level folder importing a path;
// "" if nothing is.
func violation(folder, imported string) string {
	for _, prefix := range forbidden[folder] {
		if imported == prefix || strings.HasPrefix(imported, prefix+"/") {
			return folder + " must never import " + prefix
		}
	}
	inside, ok := strings.CutPrefix(imported, "hotlens/")
	if !ok {
		return ""
	}
	target, _, _ := strings.Cut(inside, "/")
	switch {
	case floorOf(target) < 0:
		return target + " is not a floor of the house"
	case target != folder && floorOf(target) >= floorOf(folder):
		return folder + " may only import from lower floors than its own"
	}
	return ""
}

func TestNothingImportsUpwards(t *testing.T) {
	seen := map[string]int{}
	const root = "../.."
	err := fs.WalkDir(os.DirFS(root), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if path.Ext(file) != ".go" {
			return nil
		}
		folder, _, inFolder := strings.Cut(file, "/")
		if !inFolder {
			return fmt.Errorf("%s: the root holds no Go files", file)
		}
		seen[folder]++
		syntax, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if problem := violation(folder, imported); problem != "" {
				t.Errorf("%s imports %s: %s", file, imported, problem)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, folders := range floors {
		for _, folder := range folders {
			if seen[folder] == 0 {
				t.Errorf("no Go file of %s was looked at: is the house still there?", folder)
			}
		}
	}
}

func TestNoOtherTopLevelFolders(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		// Hidden and ignored folders are not part of the house.
		if !entry.IsDir() || strings.HasPrefix(name, ".") || name == "build" {
			continue
		}
		if floorOf(name) < 0 && !slices.Contains(withoutGo, name) {
			t.Errorf("%s is a new top-level folder: CONTRIBUTING.md would have to say why", name)
		}
	}
}

func TestViolation(t *testing.T) {
	for _, test := range []struct {
		folder, imported string
		allowed          bool
	}{
		{"cmd", "hotlens/lsp", true},
		{"cmd", "hotlens/engine/worker", true},
		{"engine", "hotlens/vm", true},
		{"engine", "hotlens/engine/worker", true},
		{"engine", "hotlens/annotations", false},
		{"engine", "hotlens/lsp", false},
		{"annotations", "hotlens/profiles/sources", true},
		{"annotations", "hotlens/vm/classfile", false},
		{"annotations", "hotlens/engine", false},
		{"profiles", "hotlens/vm", false},
		{"vm", "hotlens/engine", false},
		{"lsp", "hotlens/annotations", true},
		{"lsp", "hotlens/tools", false},
		{"lsp", "go.lsp.dev/protocol", true},
		{"engine", "go.lsp.dev/protocol", false},
		{"engine", "go.lsp.dev/jsonrpc2", true},
		{"engine", "fmt", true},
	} {
		if problem := violation(test.folder, test.imported); (problem == "") != test.allowed {
			t.Errorf("%s importing %s: %q, want allowed %t", test.folder, test.imported, problem, test.allowed)
		}
	}
}
