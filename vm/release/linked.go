package release

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Linked are the files outside a JDK's folder that links in it lead to, by the links' words: Debian
// has the configuration in /etc. Whoever may read the JDK has to be able to read them. Links to what
// is no part of a JDK, native libraries and sources, are left out.
func Linked(home string) []string {
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	var files []string
	add := func(link string) {
		target, err := filepath.EvalSymlinks(link)
		if err != nil {
			return // it leads nowhere
		}
		if below, err := filepath.Rel(home, target); err != nil || !filepath.IsLocal(below) {
			files = append(files, target)
		}
	}
	_ = filepath.WalkDir(filepath.Join(home, "conf"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type()&fs.ModeSymlink != 0 {
			add(path)
		}
		return nil // what cannot be read, the library cannot read either
	})
	for _, folder := range []string{"lib", "lib/security"} {
		entries, _ := os.ReadDir(filepath.Join(home, filepath.FromSlash(folder)))
		for _, entry := range entries {
			if name := entry.Name(); entry.Type()&fs.ModeSymlink != 0 && filepath.Ext(name) != ".so" && filepath.Ext(name) != ".zip" {
				add(filepath.Join(home, filepath.FromSlash(folder), name))
			}
		}
	}
	return files
}
