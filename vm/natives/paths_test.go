package natives

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes a folder with files, folders and links, and returns its real path.
func tree(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"in/deep", "out"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"in/file", "out/file"} {
		if err := os.WriteFile(filepath.Join(root, f), []byte(f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"in/outside": "../out", "in/absolute": root + "/out/file", "in/dangling": "../out/none", "in/chain": "outside/file",
		"in/loop": "loop", "in/inside": "deep/../file", "out/back": "../in",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestResolve(t *testing.T) {
	root := tree(t)
	for _, test := range []struct {
		path   string
		follow bool
		want   string
	}{
		{"in/file", true, "in/file"},
		{"in//deep/./../file/", true, "in/file"},
		{"in/outside", true, "out"},
		{"in/outside", false, "in/outside"},
		{"in/outside/file", false, "out/file"},
		{"in/outside/..", true, ""},
		{"in/absolute", true, "out/file"},
		{"in/dangling", true, "out/none"},
		{"in/dangling", false, "in/dangling"},
		{"in/dangling/more", true, "out/none/more"},
		{"in/chain", true, "out/file"},
		{"in/inside", true, "in/file"},
		{"in/none/../file", true, "in/file"},
	} {
		want := filepath.Join(root, test.want)
		if got := resolve(root+"/"+test.path, test.follow); got != want {
			t.Errorf("resolve(%s, %t) = %s, want %s", test.path, test.follow, got, want)
		}
	}
	if got := resolve(root+"/in/loop/x", true); got != "" {
		t.Errorf("a loop resolves to %s", got)
	}
}

func TestDenial(t *testing.T) {
	root := tree(t)
	h := &Host{Directory: root + "/in"}
	h.Files.Read = []string{root + "/in"}
	h.Files.Write = []string{root + "/in/deep"}
	const readIt, writeIt = "--allow-read", "--allow-write"
	for _, test := range []struct {
		path    string
		purpose purpose
		want    string // a part of the denial
	}{
		{"file", toRead, ""},
		{"file", toWrite, writeIt + " " + root + "/in,"},
		{"deep/new", toWrite, ""},
		{"deep", toRead, ""},
		{"deep/../file", toWriteEntry, writeIt},
		{"outside", toRead, readIt + " " + root + "/out,"},
		{"outside", toReadEntry, ""},
		{"outside/back/file", toRead, ""},
		{"chain", toRead, readIt},
		{"dangling", toWrite, writeIt + " " + root + "/out,"},
		{"dangling", toStat, readIt},
		{"dangling", toStatEntry, ""},
		{"loop", toRead, readIt},
		{"../out/file", toRead, readIt},
		{root, toStat, ""},
		{root, toRead, readIt + " " + root + ","},
		{"/", toStat, ""},
		{root + "/out", toStat, readIt},
		{root + "/inner", toRead, readIt}, // shares only letters with a permitted folder
		{"/dev/null", toWrite, ""},
		{"/dev/urandom", toRead, ""},
		{"/dev/zero", toWrite, writeIt},
		{"", toRead, ""}, // the system has its own word for that
	} {
		got := h.denial(test.path, test.purpose)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("denial(%s, %d) = %q, want %q", test.path, test.purpose, got, test.want)
		}
	}
	h.Files.Never = []string{root + "/in/deep/never/code"}
	for _, test := range []struct {
		path    string
		purpose purpose
		denied  bool
	}{
		{"deep/never/code", toStat, true},
		{"deep/never/code/entry", toRead, true},
		{"deep/never/code/entry", toWrite, true},
		{"deep/never/code", toWriteEntry, true},
		{"deep/never", toWriteEntry, true},
		{"deep", toWriteEntry, true},
		{"deep/never", toRead, false},
		{"deep/never/other", toWrite, false},
		{"deep/never/coder", toWriteEntry, false},
	} {
		if got := h.denial(test.path, test.purpose); (got != "") != test.denied {
			t.Errorf("denial(%s, %d) = %q with a folder that is never permitted", test.path, test.purpose, got)
		}
	}
	h.Files.Unrestricted = true
	if got := h.denial("/etc/shadow", toWrite); got != "" {
		t.Errorf("denied without restrictions: %s", got)
	}
}

func TestDenialAt(t *testing.T) {
	root := tree(t)
	h := &Host{Directory: root}
	h.Files.Read = []string{root + "/in"}
	directory, err := os.Open(root + "/in")
	if err != nil {
		t.Fatal(err)
	}
	defer directory.Close()
	for path, permitted := range map[string]bool{"file": true, "deep": true, "../out/file": false, "outside/file": false, root + "/out/file": false} {
		if got := h.denialAt(int(directory.Fd()), path, toRead); (got == "") != permitted {
			t.Errorf("denialAt(%s) = %q", path, got)
		}
	}
}

func TestCanonical(t *testing.T) {
	root := tree(t)
	for path, want := range map[string]string{
		"in/./deep/../file": "in/file",
		"in/outside/file":   "out/file",
		"in/dangling":       "in/dangling",
		"in/none/../x":      "in/x",
		"none/a/b":          "none/a/b",
	} {
		if got := canonical(root + "/" + path); got != root+"/"+want {
			t.Errorf("canonical(%s) = %s, want %s", path, got, want)
		}
	}
	if got := canonical("/"); got != "/" {
		t.Errorf("canonical(/) = %s", got)
	}
}
