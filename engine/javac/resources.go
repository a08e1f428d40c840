package javac

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
)

// This file finds the names of classes in resources: those of services (java.util.ServiceLoader), in properties, in descriptions of beans, and wherever else programs
// read them. What is no name of a class of the sources does no harm.

const (
	// mostEntries bounds how many files and folders are come by: where there are more, most is data, or the folder is that of the sources.
	mostEntries = 4_000
	// mostResourceBytes is how large a file with names may be; larger ones are data, too.
	mostResourceBytes = 64 << 10
)

// resource is a file and the qualified names in it.
type resource struct {
	size     int64
	modified time.Time
	names    []string
}

// resourcesIn looks at the files below some folders again, as far as they have changed. What cannot be read has no names.
func resourcesIn(folders []string, before map[string]resource) map[string]resource {
	found, entries := map[string]resource{}, 0
	for _, folder := range slices.Compact(slices.Sorted(slices.Values(folders))) {
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			switch entries++; {
			case entries > mostEntries:
				return fs.SkipAll
			case err != nil:
				return nil
			case entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir // of tools
			case !entry.Type().IsRegular() || slices.Contains([]string{sourceSuffix, ".class", ".jar"}, filepath.Ext(path)):
				return nil
			}
			info, err := entry.Info()
			if err != nil || info.Size() > mostResourceBytes {
				return nil
			}
			known, seen := before[path]
			if !seen || known.size != info.Size() || !known.modified.Equal(info.ModTime()) {
				text, _ := os.ReadFile(path)
				known = resource{info.Size(), info.ModTime(), qualifiedNames(text)}
			}
			found[path] = known
			return nil
		})
	}
	return found
}

// qualifiedNames are the outermost classes that a text may name, with their packages; none if it is no text.
func qualifiedNames(text []byte) (names []string) {
	if bytes.IndexByte(text, 0) >= 0 {
		return nil
	}
	known := set{}
	for word := range strings.FieldsFuncSeq(string(text), func(r rune) bool {
		return r != '.' && r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		word, _, _ = strings.Cut(strings.Trim(word, "."), "$")
		if strings.Contains(word, ".") && !known[word] && isTypeName(word) {
			known[word] = true
			names = append(names, word)
		}
	}
	return names
}

// packagesIn are the first parts of the names of the packages that have sources below some roots.
func packagesIn(roots []string) set {
	first := set{}
	for _, root := range roots {
		entries, _ := os.ReadDir(root) // what cannot be read is not compiled
		for _, entry := range entries {
			if entry.IsDir() {
				first[entry.Name()] = true
			}
		}
	}
	return first
}
