package javac

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"hotlens/vm/filesystem"
)

// sourceRoots returns the source roots of the request's files, without repeats.
func (r *Request) sourceRoots() ([]string, error) {
	roots := []string{}
	for _, file := range r.Files {
		text, ok := r.Overlays[file]
		if !ok {
			content, err := os.ReadFile(file)
			if err != nil {
				return nil, fmt.Errorf("reading the source file: %w", err)
			}
			text = string(content)
		}
		if root := SourceRoot(file, text); !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return roots, nil
}

// Sources are the folders of sources that the request compiles, with those that their classes go to.
func (r *Request) Sources() ([]filesystem.Sources, error) {
	whole := *r
	if err := whole.findRoots(); err != nil {
		return nil, err
	}
	var all []filesystem.Sources
	for _, part := range whole.parts() {
		all = append(all, filesystem.Sources{Classes: filepath.Join(whole.OutputDir, part.Folder), Roots: part.SourcePath})
	}
	return all, nil
}

// SourceRoot returns the folder in which the packages of a source file's program
// start: for package a.b it is two folders above the file's. It is the file's own
// folder where that is not called like the package.
func SourceRoot(file, text string) string {
	folder := filepath.Dir(file)
	root := folder
	names := strings.Split(packageOf(text), ".")
	for _, name := range slices.Backward(names) {
		if name == "" {
			continue
		}
		if filepath.Base(root) != name {
			return folder
		}
		root = filepath.Dir(root)
	}
	return root
}

// packageOf returns the name in a Java text's package declaration, "" if there is
// none. The declaration comes first in the text, behind comments and annotations
// (JLS 7.3 and 7.4).
func packageOf(text string) string {
	const keyword = "package"
	if strings.HasPrefix(text, "#!") { // a line for a shell: see SourceText.java
		text = "//" + text
	}
	rest := skipBlank(text)
	for strings.HasPrefix(rest, "@") && !strings.HasPrefix(rest, "@interface") { // in a package-info.java
		rest = skipAnnotation(rest)
	}
	rest, ok := strings.CutPrefix(rest, keyword)
	if !ok {
		return ""
	}
	var name strings.Builder
	for {
		rest = skipBlank(rest)
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' })
		switch {
		case end > 0:
			name.WriteString(rest[:end])
			rest = rest[end:]
		case end == 0 && rest[0] == '.':
			name.WriteByte('.')
			rest = rest[1:]
		default:
			return name.String()
		}
	}
}

// skipBlank skips white space and comments (JLS 3.6 and 3.7).
func skipBlank(text string) string {
	for {
		text = strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
		switch {
		case strings.HasPrefix(text, "//"):
			text = strings.TrimLeftFunc(text, func(r rune) bool { return r != '\n' && r != '\r' })
		case strings.HasPrefix(text, "/*"):
			end := strings.Index(text[2:], "*/")
			if end < 0 {
				return ""
			}
			text = text[2+end+2:]
		default:
			return text
		}
	}
}

// skipAnnotation skips an annotation with its arguments; strings that hold
// brackets do not occur in practice, and cost no more than the deduction.
func skipAnnotation(text string) string {
	text = skipBlank(text[1:])
	name := strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' && r != '.'
	})
	if name < 0 {
		return ""
	}
	text = skipBlank(text[name:])
	if !strings.HasPrefix(text, "(") {
		return text
	}
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return skipBlank(text[i+1:])
			}
		}
	}
	return ""
}
