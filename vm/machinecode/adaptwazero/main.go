// Command adaptwazero makes a copy of wazero that makes better machine code of what hotlens' compiler emits, and a go.work that has hotlens built with it.
//
// usage: go run ./vm/machinecode/adaptwazero FOLDER
//
// The copy goes to a folder below FOLDER, go.work to the current one, which is hotlens' own. Both stay as they are if they are up to date. Without them
// hotlens is built with wazero as it is published, and all works, but compiled code is slower. The guide says what differs, and why that is safe
// ("Why is hotlens built with a changed wazero?"). What is changed is in changes.go and checks.go, what is added in the folder _added.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is what is copied.
const module = "github.com/tetratelabs/wazero"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./vm/machinecode/adaptwazero FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "hotlens: the copy of wazero could not be made:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	wazero, err := published()
	if err != nil {
		return err
	}
	changed, err := adapted(wazero.Dir)
	if err != nil {
		return err
	}
	// The name changes with the texts: by it the cache of machine code knows what has made the code.
	sum := sha256.New()
	fmt.Fprintln(sum, wazero.Version)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(changed[name]), changed[name])
	}
	to := filepath.Join(folder, "wazero-"+hex.EncodeToString(sum.Sum(nil)[:6]))
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

// copyModule copies what the module is built of, with the changed files in place of its own, or beside them.
func copyModule(from, to string, changed map[string][]byte) error {
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
		return os.WriteFile(filepath.Join(begun, filepath.FromSlash(name)), data, 0o644)
	})
	if err != nil {
		return err
	}
	for name, text := range changed {
		if err := os.WriteFile(filepath.Join(begun, filepath.FromSlash(name)), text, 0o644); err != nil {
			return err
		}
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
	text := "// Made by vm/machinecode/adaptwazero.\n\n" + version + "\nuse .\n\nreplace " + module + " => ./" + filepath.ToSlash(copied) + "\n"
	if old, err := os.ReadFile("go.work"); err == nil && string(old) == text {
		return nil
	}
	return os.WriteFile("go.work", []byte(text), 0o644)
}
