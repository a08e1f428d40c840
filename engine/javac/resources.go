package javac

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"hotlens/profiles"
)

// This file finds the names of classes in resources: those of services (java.util.ServiceLoader), in properties, in descriptions of beans, and wherever else programs
// read them. What is no name of a class of the sources does no harm.

const (
	// mostEntries bounds how many files and folders are looked at: where there are more, most is data, or the folder is none of a project.
	mostEntries = 4_000
	// mostResourceBytes is how large a file with names may be; larger ones are data, too.
	mostResourceBytes = 64 << 10
)

// resources are what has been found in the folders of a request.
type resources struct {
	folders map[string]listing
	files   map[string]resource
}

// resource is a file and the qualified names in it.
type resource struct {
	stamp stamp
	names []string
}

// look looks at the files below some folders, as far as they have changed. What cannot be read has no names.
func (r *resources) look(folders []string) {
	now := resources{map[string]listing{}, map[string]resource{}}
	entries := 0
	for work := slices.Clone(folders); len(work) > 0 && entries < mostEntries; {
		folder := work[len(work)-1]
		work = work[:len(work)-1]
		if _, looked := now.folders[folder]; looked {
			continue
		}
		found, _ := list(folder, r.folders[folder])
		now.folders[folder] = found
		for _, name := range found.folders {
			work = append(work, filepath.Join(folder, name))
		}
		looked := found.others[:min(len(found.others), mostEntries-entries)]
		entries += 1 + len(looked)
		for _, name := range looked {
			path := filepath.Join(folder, name)
			if file, ok := look(path, r.files[path]); ok {
				now.files[path] = file
			}
		}
	}
	*r = now
}

// look reads a file, unless it looks as it did before. What is too large is no resource with names.
func look(path string, before resource) (now resource, ok bool) {
	at, err := stampOf(path)
	if err != nil || !at.info.Mode().IsRegular() || at.info.Size() > mostResourceBytes {
		return resource{}, false
	}
	if before.stamp.holds(at) {
		return before, true
	}
	text, err := os.ReadFile(path)
	return resource{at, qualifiedNames(text)}, err == nil
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
		word = profiles.Outermost(strings.Trim(word, "."))
		if strings.Contains(word, ".") && !known[word] && isTypeName(word) {
			known[word] = true
			names = append(names, word)
		}
	}
	return names
}
