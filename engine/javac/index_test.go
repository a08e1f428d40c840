package javac

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/profiles/sources"
)

var update = flag.Bool("update", false, "write the expected call lists of testdata/index anew")

const expected = "expected"

// TestIndex compares the index of each archive in testdata/index with the list
// in it, which reads
//
//	method class.name descriptor
//	lambda class.name descriptor
//	initializer [its name] class.name descriptor
//	none text of what javac made no method of
//	    text of the call [its name, where that is not the callee's] -> class.name descriptor #ordinal @bci +copies
func TestIndex(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("testdata", "index", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	dir := t.TempDir()
	var all []*compilation
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, files := split(archive)
			compiled := compileArchive(t, filepath.Join(dir, filepath.Base(path)), files)
			compiled.checkInstructions(t)
			all = append(all, compiled)
			got := compiled.list()
			if *update {
				files.Files = append(files.Files, txtar.File{Name: expected, Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(files), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
	checkLikeJavac(t, all...)
}

// split takes the expected list out of an archive.
func split(archive *txtar.Archive) (want string, rest *txtar.Archive) {
	rest = &txtar.Archive{Comment: archive.Comment}
	for _, file := range archive.Files {
		if file.Name == expected {
			want = string(file.Data)
		} else {
			rest.Files = append(rest.Files, file)
		}
	}
	return want, rest
}

// compilation is a compiled archive.
type compilation struct {
	*Result
	files   []string          // paths of the sources
	texts   map[string]string // sources by path
	output  string
	options []string
}

// compileArchive writes an archive's files to dir and compiles all of them.
func compileArchive(t *testing.T, dir string, archive *txtar.Archive, options ...string) *compilation {
	t.Helper()
	c := &compilation{texts: make(map[string]string), output: filepath.Join(dir, "classes"), options: options}
	for _, file := range archive.Files {
		path := write(t, dir, file.Name, string(file.Data))
		c.texts[path] = string(file.Data)
		c.files = append(c.files, path)
	}
	c.Result = mustCompile(t, Request{Files: c.files, OutputDir: c.output, Options: options})
	return c
}

// list is the index as text.
func (c *compilation) list() string {
	var list strings.Builder
	for _, file := range c.Index.Files {
		text := newText(c.texts[file.Path])
		for _, m := range file.Methods {
			switch {
			case m.Name == "":
				fmt.Fprintf(&list, "none %s\n", text.excerpt(m.Range))
			case m.Initializer:
				fmt.Fprintf(&list, "initializer [%s] %s.%s %s\n", text.excerpt(m.NameRange), m.Class, m.Name, m.Descriptor)
			case m.Lambda:
				fmt.Fprintf(&list, "lambda %s.%s %s\n", m.Class, m.Name, m.Descriptor)
			default:
				fmt.Fprintf(&list, "method %s.%s %s\n", m.Class, m.Name, m.Descriptor)
			}
			for _, call := range m.Calls {
				fmt.Fprintf(&list, "    %s", text.excerpt(call.Range))
				if name := text.excerpt(call.NameRange); name != call.Name {
					fmt.Fprintf(&list, " [%s]", name)
				}
				fmt.Fprintf(&list, " -> ")
				if call.BCI < 0 {
					fmt.Fprintf(&list, "no code\n")
					continue
				}
				fmt.Fprintf(&list, "%s.%s %s #%d @%d", call.Class, call.Name, call.Descriptor, call.Ordinal, call.BCI)
				for _, bci := range call.Copies {
					fmt.Fprintf(&list, " +%d", bci)
				}
				list.WriteByte('\n')
			}
		}
	}
	return list.String()
}

// text gives excerpts by lines and UTF-16 columns.
type text struct{ lines [][]uint16 }

func newText(s string) text {
	var t text
	for _, line := range strings.Split(s, "\n") {
		t.lines = append(t.lines, utf16.Encode([]rune(line+"\n")))
	}
	return t
}

// excerpt is the text in a range, with white space reduced to single spaces.
func (t text) excerpt(r sources.Range) string {
	var units []uint16
	for line := r.Start.Line; line <= r.End.Line; line++ {
		from, to := 0, len(t.lines[line])
		if line == r.Start.Line {
			from = r.Start.Character
		}
		if line == r.End.Line {
			to = r.End.Character
		}
		units = append(units, t.lines[line][from:to]...)
	}
	return strings.Join(strings.Fields(string(utf16.Decode(units))), " ")
}
