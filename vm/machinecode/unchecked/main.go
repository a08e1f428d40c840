// Command unchecked makes a copy of wazero whose machine code does not check the bounds of the linear memory, and a go.work that has hotlens built with it.
//
// usage: go run ./vm/machinecode/unchecked FOLDER
//
// The copy goes to a folder below FOLDER, go.work to the current one, which is hotlens' own. Both stay as they are if they are up to date. Without them
// hotlens is built with wazero as it is published, and all works, but compiled code is slower. The guide says why this is safe ("Why does
// compiled code check no bounds?").
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	module = "github.com/tetratelabs/wazero"
	// checker is the source file with the method that has the address of an access computed and checked.
	checker = "internal/engine/wazevo/frontend/lower.go"
	method  = "memOpSetup"
)

// checkVariables are those that the method's check is made of, and nothing else.
var checkVariables = []string{"ceilConst", "memLen", "baseAddrPlusCeil", "cmp", "exitIfNZ"}

// checkStatements is how many statements that are.
const checkStatements = 13

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./vm/machinecode/unchecked FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "hotlens: a copy of wazero without bounds checks could not be made:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	wazero, err := published()
	if err != nil {
		return err
	}
	source, err := os.ReadFile(filepath.Join(wazero.Dir, checker))
	if err != nil {
		return err
	}
	changed, err := withoutChecks(source)
	if err != nil {
		return fmt.Errorf("%s: %w", checker, err)
	}
	// The name changes with the text: by it the cache of machine code knows what has made the code.
	sum := sha256.Sum256(append([]byte(wazero.Version), changed...))
	to := filepath.Join(folder, "wazero-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(to); errors.Is(err, fs.ErrNotExist) {
		if err := copyModule(wazero.Dir, to, changed); err != nil {
			return err
		}
	}
	return writeWorkspace(to)
}

// download is what the go command says of a module that it has downloaded.
type download struct{ Dir, Version string }

// published is the module as it is published.
func published() (d download, err error) {
	command := exec.Command("go", "mod", "download", "-json", module)
	command.Env = append(os.Environ(), "GOWORK=off")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return d, fmt.Errorf("go mod download: %w", err)
	}
	return d, json.Unmarshal(out, &d)
}

// withoutChecks takes the check out of the source.
func withoutChecks(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { f, ok := d.(*ast.FuncDecl); return ok && f.Name.Name == method })
	if i < 0 {
		return nil, errors.New("it has no method " + method)
	}
	taken, named := 0, map[string]bool{}
	var rest bytes.Buffer
	end := 0
	for _, statement := range file.Decls[i].(*ast.FuncDecl).Body.List {
		if !partOfCheck(statement, named) {
			continue
		}
		taken++
		rest.Write(source[end:files.Position(statement.Pos()).Offset])
		end = files.Position(statement.End()).Offset
	}
	if taken != checkStatements || len(named) != len(checkVariables) {
		return nil, fmt.Errorf("the check in %s is made of %d statements and %d variables, not of the %d and %d that are known: look at it, and change this program", method, taken, len(named), checkStatements, len(checkVariables))
	}
	rest.Write(source[end:])
	return rest.Bytes(), nil
}

// partOfCheck reports whether a statement has one of the variables that the check is made of, and notes them.
func partOfCheck(statement ast.Stmt, named map[string]bool) (is bool) {
	ast.Inspect(statement, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && slices.Contains(checkVariables, name.Name) {
			is, named[name.Name] = true, true
		}
		return true
	})
	return is
}

// copyModule copies what the module is built of, with the changed file.
func copyModule(from, to string, changed []byte) error {
	parent := filepath.Dir(to)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	begun, err := os.MkdirTemp(parent, "wazero-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(begun)
	tree := os.DirFS(from)
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(begun, filepath.FromSlash(name)), 0o755)
		case !needed(name):
			return nil
		}
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if name == checker {
			data = changed
		}
		return os.WriteFile(filepath.Join(begun, filepath.FromSlash(name)), data, 0o644)
	})
	if err != nil {
		return err
	}
	if err := os.Chmod(begun, 0o755); err != nil {
		return err
	}
	if err := os.Rename(begun, to); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// needed reports whether a file of the module is one that it is built of, or its licence.
func needed(name string) bool {
	switch base := path.Base(name); path.Ext(base) {
	case ".go":
		return !strings.HasSuffix(base, "_test.go")
	case ".s", ".mod", ".sum":
		return true
	default:
		return base == "LICENSE" || base == "NOTICE"
	}
}

// writeWorkspace has the module replaced by the copy.
func writeWorkspace(copied string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	version := ""
	for line := range strings.Lines(string(mod)) {
		if strings.HasPrefix(line, "go ") {
			version = line
		}
	}
	text := "// Made by vm/machinecode/unchecked.\n\n" + version + "\nuse .\n\nreplace " + module + " => ./" + filepath.ToSlash(copied) + "\n"
	if old, err := os.ReadFile("go.work"); err == nil && string(old) == text {
		return nil
	}
	return os.WriteFile("go.work", []byte(text), 0o644)
}
