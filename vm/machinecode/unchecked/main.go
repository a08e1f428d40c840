// Command unchecked makes a copy of wazero whose machine code does not check what needs no check here, and a go.work that has hotlens built with it.
//
// usage: go run ./vm/machinecode/unchecked FOLDER
//
// The copy goes to a folder below FOLDER, go.work to the current one, which is hotlens' own. Both stay as they are if they are up to date. Without them
// hotlens is built with wazero as it is published, and all works, but compiled code is slower. The guide says why this is safe ("Why does
// compiled code check no bounds?").
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
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
	// changed is the source file that makes instructions of WebAssembly's.
	changed = "internal/engine/wazevo/frontend/lower.go"
	// varies is the condition that an index in a table is no constant: then it comes from the linear memory. For constants hotlens' compiler answers.
	varies = "d := builder.InstructionOfValue(elementOffsetInTable); d == nil || !d.Constant()"
)

// check is a check that is left out of the code.
type check struct {
	method     string
	variables  []string // those that it is made of, and nothing else
	statements int      // that is how many
	unless     string   // the condition under which it stays; "": it never does
}

var checks = []check{
	// The address of an access.
	{method: "memOpSetup", variables: []string{"ceilConst", "memLen", "baseAddrPlusCeil", "cmp", "exitIfNZ"}, statements: 13},
	// The index of a function that is called, and its type.
	{method: "lowerAccessTableWithBoundsCheck", variables: []string{"loadTableLen", "tableLen", "checkOOB", "exitIfOOB"}, statements: 10, unless: varies},
	{method: "prepareCallIndirect", variables: []string{"zero", "checkNull", "exitIfNull", "loadTypeID", "actualTypeID", "loadTypeIDsBegin", "typeIDsBegin",
		"loadExpectedTypeID", "expectedTypeID", "checkTypeID", "exitIfNotMatch"}, statements: 27, unless: varies},
}

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
	source, err := os.ReadFile(filepath.Join(wazero.Dir, changed))
	if err != nil {
		return err
	}
	rest, err := withoutChecks(source)
	if err != nil {
		return fmt.Errorf("%s: %w", changed, err)
	}
	// The name changes with the text: by it the cache of machine code knows what has made the code.
	sum := sha256.Sum256(append([]byte(wazero.Version), rest...))
	to := filepath.Join(folder, "wazero-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(to); errors.Is(err, fs.ErrNotExist) {
		if err := copyModule(wazero.Dir, to, rest); err != nil {
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

// withoutChecks takes the checks out of the source. What is left is formatted, so that "make fmt" has nothing to change in it.
func withoutChecks(source []byte) ([]byte, error) {
	for i := range checks {
		var err error
		if source, err = checks[i].leftOut(source); err != nil {
			return nil, err
		}
	}
	return format.Source(source)
}

// leftOut is the source without the check.
func (c *check) leftOut(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { f, ok := d.(*ast.FuncDecl); return ok && f.Name.Name == c.method })
	if i < 0 {
		return nil, fmt.Errorf("it has no method %s", c.method)
	}
	var found []ast.Stmt
	named := map[string]bool{}
	last := 0
	for j, statement := range file.Decls[i].(*ast.FuncDecl).Body.List {
		if !c.has(statement, named) {
			continue
		}
		if c.unless != "" && len(found) > 0 && last != j-1 {
			return nil, fmt.Errorf("something else stands in the midst of the check in %s: look at it, and change this program", c.method)
		}
		found, last = append(found, statement), j
	}
	if len(found) != c.statements || len(named) != len(c.variables) {
		return nil, fmt.Errorf("the check in %s is made of %d statements and %d variables, not of the %d and %d that are known: look at it, and change this program",
			c.method, len(found), len(named), c.statements, len(c.variables))
	}
	begin, end := files.Position(found[0].Pos()).Offset, files.Position(found[len(found)-1].End()).Offset
	if c.unless != "" {
		return slices.Concat(source[:begin], []byte("if "+c.unless+" {\n"), source[begin:end], []byte("\n}"), source[end:]), nil
	}
	var rest []byte
	done := 0
	for _, statement := range found {
		rest = append(rest, source[done:files.Position(statement.Pos()).Offset]...)
		done = files.Position(statement.End()).Offset
	}
	return append(rest, source[done:]...), nil
}

// has reports whether a statement has one of the variables that the check is made of, and notes them.
func (c *check) has(statement ast.Stmt, named map[string]bool) (is bool) {
	ast.Inspect(statement, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && slices.Contains(c.variables, name.Name) {
			is, named[name.Name] = true, true
		}
		return true
	})
	return is
}

// copyModule copies what the module is built of, with what there is instead of the changed file.
func copyModule(from, to string, instead []byte) error {
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
		if name == changed {
			data = instead
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
