package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCopy demands of the copy of the module that hotlens uses that it differs from it in the check only, and of go.work that it names the copy;
// and that what is there is left alone.
func TestCopy(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	if err := run("tools"); err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob("tools/*")
	if err != nil || len(copies) != 1 {
		t.Fatalf("there are the copies %v, %v", copies, err)
	}
	work, err := os.ReadFile("go.work")
	if err != nil || !strings.Contains(string(work), "replace github.com/tetratelabs/wazero => ./"+copies[0]+"\n") {
		t.Errorf("go.work is %q, %v", work, err)
	}
	wazero, err := published()
	if err != nil {
		t.Fatal(err)
	}
	files, changed := 0, []string{}
	err = fs.WalkDir(os.DirFS(copies[0]), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		was, wasErr := os.ReadFile(filepath.Join(wazero.Dir, name))
		is, isErr := os.ReadFile(filepath.Join(copies[0], name))
		if wasErr != nil || isErr != nil {
			t.Fatal(wasErr, isErr)
		}
		if !bytes.Equal(was, is) {
			changed = append(changed, name)
			checkLeftOut(t, string(was), string(is))
		}
		return nil
	})
	if diff := cmp.Diff([]string{checker}, changed); err != nil || files < 100 || diff != "" {
		t.Errorf("of %d files others are changed than should be (%v):\n%s", files, err, diff)
	}
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for _, name := range []string{"go.work", copies[0]} {
		if err := os.Chtimes(name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := run("tools"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.work", copies[0]} {
		if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(long) {
			t.Errorf("%s is made again, %v", name, err)
		}
	}
}

// checkLeftOut demands that lines of a file have been left out, each of which has to do with the check, and nothing else.
func checkLeftOut(t *testing.T, was, is string) {
	t.Helper()
	now := strings.Split(is, "\n")
	for i, line := range strings.Split(was, "\n") {
		switch {
		case i >= len(now):
			t.Fatal("lines are missing at the end")
		case line == now[i]:
		case strings.TrimSpace(now[i]) != "":
			t.Errorf("line %d is %q in place of %q", i+1, now[i], line)
		case !strings.Contains(line, "ceil") && !strings.Contains(line, "memLen") && !strings.Contains(line, "cmp") && !strings.Contains(line, "exitIfNZ") && !strings.Contains(line, "baseAddrPlusCeil"):
			t.Errorf("line %d is left out: %q", i+1, line)
		}
	}
}

// TestUnknownCheck demands an error where the check is not the known one, so that nothing is left out by mistake.
func TestUnknownCheck(t *testing.T) {
	for what, source := range map[string]string{
		"has no method memOpSetup": "package p",
		"is made of 1 statements":  "package p\nfunc memOpSetup() { cmp := 1 }",
		"and 0 variables":          "package p\nfunc memOpSetup() { return }",
		"expected 'package'":       "nothing",
	} {
		if _, err := withoutChecks([]byte(source)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q gives the error %v, not %q", source, err, what)
		}
	}
}
