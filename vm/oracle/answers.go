package oracle

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// This file keeps what java has answered to programs, so that tests need not ask it again each time. A program that prints on hotlens, byte for byte, what it has printed on java before,
// with the same files on the same JDK, is right. Whatever is not known, or is something else, is asked of java. So what is kept makes tests faster and never makes one fail, and
// that of a JDK which nobody has any more is without effect.

// noteAnswers has java asked about every program, and what it answers noted.
var noteAnswers = flag.Bool("answers", false, "ask java about every program, and note what it answers in testdata/answers.txt, for those that run the tests after you")

// askedAnyway is the share of the known programs that java is asked about all the same, of others on each JDK: a note may be wrong.
const askedAnyway = 24

// Question is a program, with all that java's answer may depend on.
type Question struct {
	Name string // of the program, one in the package
	JDK  JDK
	// Files are what the program is made of, and Texts what else it is given, and how it is compiled.
	Files []string
	Texts []string
}

// Answers are those that a package's tests know.
type Answers struct {
	file  string
	known map[string]string // digests, by program and JDK
	lock  sync.Mutex
}

// files are the answers by their files, which several tests of a package use.
var files = struct {
	sync.Mutex
	answers map[string]*Answers
}{answers: map[string]*Answers{}}

// ReadAnswers reads a package's file of answers, which need not be there. What is noted is in it when t ends.
func ReadAnswers(t testing.TB, file string) *Answers {
	t.Helper()
	files.Lock()
	defer files.Unlock()
	a := files.answers[file]
	if a == nil {
		a = &Answers{file: file, known: map[string]string{}}
		text, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if of, digest, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
				a.known[of] = digest
			}
		}
		files.answers[file] = a
	}
	if *noteAnswers {
		t.Cleanup(func() { a.write(t) })
	}
	return a
}

// Known tells whether java has answered the same, so that it need not be asked.
func (a *Answers) Known(t testing.TB, q Question, r Result) bool {
	t.Helper()
	if *noteAnswers || Chosen(q.Name+q.JDK.Name(), askedAnyway) {
		return false
	}
	a.lock.Lock()
	noted := a.known[q.key()]
	a.lock.Unlock()
	return noted != "" && noted == q.digest(t, r)
}

// Note notes java's answer, if that is asked for.
func (a *Answers) Note(t testing.TB, q Question, r Result) {
	t.Helper()
	if !*noteAnswers {
		return
	}
	digest := q.digest(t, r)
	a.lock.Lock()
	defer a.lock.Unlock()
	a.known[q.key()] = digest
}

// write writes the file anew.
func (a *Answers) write(t testing.TB) {
	t.Helper()
	a.lock.Lock()
	defer a.lock.Unlock()
	var text strings.Builder
	for _, of := range slices.Sorted(maps.Keys(a.known)) {
		fmt.Fprintf(&text, "%s: %s\n", of, a.known[of])
	}
	if err := os.WriteFile(a.file, []byte(text.String()), 0o644); err != nil {
		t.Error(err)
	}
}

// ProgramFiles are the files of the program with a name in folder: its source or its folder of them, and what is beside it with one of the suffixes.
func ProgramFiles(t testing.TB, folder, name string, suffixes ...string) []string {
	t.Helper()
	var found []string
	for _, suffix := range append([]string{"", ".java"}, suffixes...) {
		files, err := filesBelow(filepath.Join(folder, name+suffix))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		found = append(found, files...)
	}
	return found
}

func (q Question) key() string { return q.Name + " " + q.JDK.Name() }

// digest stands for the question and an answer. The JDK's own file says which build it is.
func (q Question) digest(t testing.TB, r Result) string {
	t.Helper()
	hash := sha256.New()
	add := func(part []byte) { fmt.Fprintf(hash, "%d:%s", len(part), part) }
	for _, file := range append([]string{filepath.Join(q.JDK.Home, "release")}, q.Files...) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		add(content)
	}
	for _, text := range append(slices.Clip(q.Texts), r.Status, r.Stdout) {
		add([]byte(text))
	}
	return fmt.Sprintf("%x", hash.Sum(nil))[:24]
}
