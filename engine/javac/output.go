package javac

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Manifest is the file in an output folder that lists the class files of its last
// compilation. Only these are ever removed: the folder may hold others' files.
const Manifest = ".hotlens-classes"

// removeStale removes the class files of the last compilation into dir that are
// not among classes, and the folders that this leaves empty. Paths are relative,
// with slashes, and sorted.
func removeStale(dir string, classes []string) error {
	path := filepath.Join(dir, Manifest)
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("reading the list of compiled classes: %w", err)
	}
	text := strings.Join(classes, "\n") + "\n"
	if text == string(old) {
		return nil
	}
	for name := range strings.Lines(string(old)) {
		name = strings.TrimSuffix(name, "\n")
		if _, found := slices.BinarySearch(classes, name); found || !filepath.IsLocal(name) || !strings.HasSuffix(name, ".class") {
			continue
		}
		stale := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.Remove(stale); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing a class that is no longer compiled: %w", err)
		}
		for folder := filepath.Dir(stale); folder != dir; folder = filepath.Dir(folder) {
			if os.Remove(folder) != nil { // not empty
				break
			}
		}
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing the list of compiled classes: %w", err)
	}
	return nil
}
