//go:build linux

package filesystem

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// tree makes a folder with files, folders and links, and returns its real path.
func tree(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"in/deep", "out", "temporary"} {
		must(t, os.MkdirAll(filepath.Join(root, d), 0o755))
	}
	for _, f := range []string{"in/file", "in/deep/file", "out/file"} {
		must(t, os.WriteFile(filepath.Join(root, f), []byte(f), 0o644))
	}
	for link, target := range map[string]string{
		"in/outside": "../out", "in/absolute": root + "/out/file", "in/dangling": "../out/none", "in/chain": "outside/file",
		"in/loop": "loop", "in/inside": "deep/../file", "in/across": root + "/temporary", "out/back": "../in", "around": "in",
	} {
		must(t, os.Symlink(target, filepath.Join(root, link)))
	}
	return root
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newView(t *testing.T, policy Policy) *View {
	t.Helper()
	v, err := New(policy)
	must(t, err)
	t.Cleanup(v.Close)
	return v
}

// TestRootsStay wants what may be written not to be replaced itself: a link in its place
// would permit another folder to the next run.
func TestRootsStay(t *testing.T) {
	root := tree(t)
	for path, text := range map[string]string{"in/deep/old": "", "temporary/link": root + "/out"} {
		if text == "" {
			must(t, os.Mkdir(filepath.Join(root, path), 0o755))
		} else {
			must(t, os.Symlink(text, filepath.Join(root, path)))
		}
	}
	must(t, os.Mkdir(root+"/empty", 0o755))
	v := newView(t, Policy{Write: []string{root + "/in/deep", root + "/empty"}, Temporary: root + "/temporary"})
	place := func(path string) *Place {
		place, err := v.Locate(filepath.Join(root, path), false, ToChange)
		must(t, err)
		t.Cleanup(place.Close)
		return &place
	}
	for name, err := range map[string]error{
		"remove a root":            place("empty").Remove(unix.AT_REMOVEDIR),
		"move a root":              place("in/deep").Rename(place("temporary/new")),
		"move onto a root":         place("temporary/link").Rename(place("empty")),
		"remove the program's own": place("temporary").Remove(unix.AT_REMOVEDIR),
		"move the program's own":   place("temporary").Rename(place("in/deep/new")),
	} {
		if err != unix.EACCES {
			t.Errorf("%s: error %v, want %v", name, err, unix.EACCES)
		}
	}
	must(t, place("in/deep/old").Rename(place("in/deep/new")))
	must(t, place("in/deep/new").Remove(unix.AT_REMOVEDIR))
	if info, err := os.Lstat(root + "/empty"); err != nil || !info.IsDir() {
		t.Errorf("the root is %v, error %v", info, err)
	}
}

// deny is the error that Locate has for a path, nil if there is a place.
func deny(v *View, path string, follow bool, purpose Purpose) error {
	place, err := v.Locate(path, follow, purpose)
	place.Close()
	return err
}

func TestPolicy(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Read: []string{root + "/in"}, Write: []string{root + "/in/deep"}, Temporary: root + "/temporary"})
	const readIt, writeIt = "--allow-read ", "--allow-write "
	const follow, entry = true, false
	for _, test := range []struct {
		path    string
		follow  bool
		purpose Purpose
		want    string // a part of the denial
	}{
		{"in/file", follow, ToRead, ""},
		{"in//deep/./../file", follow, ToRead, ""},
		{"in/file", follow, ToWrite, writeIt + root + "/in,"},
		{"in/deep/new", follow, ToWrite, ""},
		{"in/deep/new", entry, ToChange, ""},
		{"in/deep/../deep/new", entry, ToChange, ""},
		{"in/deep/file", follow, ToRead, ""},
		{"in/deep", follow, ToRead, ""},
		{"in/deep/../file", entry, ToChange, writeIt},
		{"in/outside", follow, ToRead, readIt + root + "/out,"},
		{"in/outside", entry, ToRead, ""},
		{"in/outside/file", entry, ToRead, readIt + root + "/out/file,"},
		{"in/outside/back/file", follow, ToRead, ""},
		{"around/file", follow, ToRead, ""},
		{"around/deep/new", follow, ToWrite, ""},
		{"in/across/new", follow, ToWrite, ""},
		{"in/chain", follow, ToRead, readIt},
		{"in/dangling", follow, ToWrite, writeIt + root + "/out,"},
		{"in/dangling", follow, ToStat, readIt + root + "/out/none,"},
		{"in/dangling", entry, ToStat, ""},
		{"in/absolute", follow, ToRead, readIt + root + "/out/file,"},
		{"out/data.txt", follow, ToRead, readIt + root + "/out,"},
		{"out", entry, ToChange, writeIt},
		{"in/../out/file", follow, ToRead, readIt + root + "/out/file,"},
		{"in/../in/file", follow, ToRead, ""},
		{"out/../in/file", follow, ToRead, readIt}, // or it would tell that there is a folder "out"
		{"none/../in/file", follow, ToRead, readIt},
		{"", follow, ToStat, ""},
		{"", follow, ToRead, readIt + root + ","},
		{"/", follow, ToStat, ""},
		{"out", follow, ToStat, readIt},
		{"inner", follow, ToRead, readIt}, // shares only letters with a permitted folder
		{"/dev/null", follow, ToWrite, ""},
		{"/dev/null", entry, ToChange, writeIt},
		{"/dev/urandom", follow, ToRead, ""},
		{"/dev/zero", follow, ToWrite, writeIt},
		{"/etc/mtab", follow, ToRead, ""},
		{"/proc/self/mounts", follow, ToRead, ""},
		{"/proc/self/environ", follow, ToRead, readIt},
		{"/proc/self/root" + root + "/in/file", follow, ToRead, readIt},
		{"/proc/self/cwd", follow, ToStat, readIt},
		{"/etc/passwd", follow, ToStat, readIt},
	} {
		path := test.path
		if !strings.HasPrefix(path, "/") {
			path = filepath.Clean(root) + "/" + path
		}
		err := deny(v, path, test.follow, test.purpose)
		if got := Reason(err); (err == nil) != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("Locate(%s, %t, %d) = %v, want %q", test.path, test.follow, test.purpose, err, test.want)
		}
	}
	// The system has its own words for what is no path, or leads nowhere on
	// permitted ground.
	for path, want := range map[string]error{
		"": unix.ENOENT, root + "/in/none/x": unix.ENOENT, root + "/in/file/x": unix.ENOTDIR, root + "/in/loop": unix.ELOOP,
		root + "/" + strings.Repeat("x", maxPath): unix.ENAMETOOLONG, root + "/in/fi\x00le": unix.EINVAL,
	} {
		if err := deny(v, path, true, ToRead); err != want {
			t.Errorf("Locate(%.40q) = %v, want %v", path, err, want)
		}
	}
	place, err := v.Locate(root+"/in/none", true, ToRead)
	must(t, err)
	if _, err := place.Stat(); err != unix.ENOENT {
		t.Errorf("a file that does not exist: %v", err)
	}
	place.Close()
	if free := newView(t, Policy{Unrestricted: true}); deny(free, "/etc/shadow", true, ToWrite) != nil {
		t.Error("denied without restrictions")
	}
}

// TestProcesses wants a permission for everything to leave /proc out, which has to be
// named.
func TestProcesses(t *testing.T) {
	everything := newView(t, Policy{Read: []string{"/"}})
	for path, permitted := range map[string]bool{
		"/etc/passwd": true, "/proc/self/environ": false, "/proc/../etc/passwd": true, "/proc/self/mounts": true, "/proc/version": false,
		"/proc/self/root/etc/passwd": false, "/proc/thread-self/environ": false,
	} {
		if err := deny(everything, path, true, ToRead); (err == nil) != permitted {
			t.Errorf("Locate(%s) = %v", path, err)
		}
	}
	folder, err := unix.Open("/proc/self", unix.O_PATH|unix.O_CLOEXEC, 0)
	must(t, err)
	defer unix.Close(folder)
	if place, err := everything.LocateAt(folder, "/proc/self", "environ", true, ToRead); Reason(err) == "" {
		place.Close()
		t.Errorf("from an open folder in /proc: %v", err)
	}
	named := newView(t, Policy{Read: []string{"/", "/proc"}})
	if err := deny(named, "/proc/version", true, ToRead); err != nil {
		t.Errorf("/proc was named: %v", err)
	}
	if err := deny(named, "/proc/self/root/etc/passwd", true, ToRead); Reason(err) == "" {
		t.Errorf("a link to a process's folder: %v", err)
	}
}

func TestNever(t *testing.T) {
	root := tree(t)
	must(t, os.MkdirAll(root+"/in/deep/never/code", 0o755))
	v := newView(t, Policy{Read: []string{root + "/in"}, Write: []string{root + "/in/deep"}, Never: []string{root + "/in/deep/never/code"}})
	for _, test := range []struct {
		path    string
		purpose Purpose
		denied  bool
	}{
		{"deep/never/code", ToStat, true},
		{"deep/never/code/entry", ToRead, true},
		{"deep/never/code/entry", ToWrite, true},
		{"deep/never/code/../code/entry", ToWrite, true},
		{"deep/never/code", ToChange, true},
		{"deep/never", ToChange, true},
		{"deep", ToChange, true},
		{"deep/never", ToRead, false},
		{"deep/never/other", ToWrite, false},
		{"deep/never/coder", ToChange, false},
	} {
		if err := deny(v, root+"/in/"+test.path, false, test.purpose); (err != nil) != test.denied {
			t.Errorf("Locate(%s, %d) = %v with a folder that is never permitted", test.path, test.purpose, err)
		}
	}
}

// TestSameAnswer wants denials not to tell whether something exists.
func TestSameAnswer(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Read: []string{root + "/in"}})
	for _, purpose := range []Purpose{ToStat, ToRead, ToWrite, ToChange} {
		for _, path := range []string{"out/file", "out/file/x", "out/file/../file", "out/file/../../in/file"} {
			other := strings.Replace(path, "file", "none", 1)
			there, not := deny(v, root+"/"+path, true, purpose), deny(v, root+"/"+other, true, purpose)
			a, b := strings.ReplaceAll(Reason(there), "file", "x"), strings.NewReplacer("none", "x", "file", "x").Replace(Reason(not))
			if a == "" || a != b {
				t.Errorf("%s: %v; %s: %v", path, there, other, not)
			}
		}
	}
}

// TestMissingRoot wants a root that does not exist yet to be permitted once it does,
// also if the program makes it, and again after somebody else has removed it.
func TestMissingRoot(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Write: []string{root + "/later", root + "/single"}})
	for range 2 {
		place, err := v.Locate(root+"/later", false, ToChange)
		must(t, err)
		must(t, place.MakeFolder(0o755))
		place.Close()
		inner, err := v.Locate(root+"/later/file", true, ToWrite)
		must(t, err)
		fd, err := inner.Open(unix.O_WRONLY|unix.O_CREAT, 0o644)
		must(t, err)
		unix.Close(fd)
		must(t, inner.Remove(0))
		inner.Close()
		must(t, os.Remove(root+"/later"))
	}
	must(t, os.Symlink(root+"/out", root+"/later"))
	if err := deny(v, root+"/later/file", true, ToRead); Reason(err) == "" {
		t.Errorf("through a link in a root's place: %v", err)
	}
	if err := deny(v, root+"/single", true, ToWrite); err != nil {
		t.Errorf("a file that is a root: %v", err)
	}
}

// TestAt follows paths from open folders.
func TestAt(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Read: []string{root + "/in"}, Write: []string{root + "/temporary"}})
	folder, err := os.Open(root + "/in")
	must(t, err)
	defer folder.Close()
	for path, permitted := range map[string]bool{
		"file": true, "deep": true, "deep/../file": true, "../out/file": false, "outside/file": false, root + "/out/file": false,
		"../in/file": true, "across": true, "..": true, "../out": false,
	} {
		place, err := v.LocateAt(int(folder.Fd()), root+"/in", path, true, ToStat)
		place.Close()
		if (err == nil) != permitted {
			t.Errorf("LocateAt(%s) = %v", path, err)
		}
	}
	// A folder that was removed leads nowhere, whatever names now look like it.
	gone := root + "/temporary/gone"
	must(t, os.Mkdir(gone, 0o755))
	open, err := os.Open(gone)
	must(t, err)
	defer open.Close()
	must(t, os.Remove(gone))
	must(t, os.Symlink(root+"/out", gone+" (deleted)"))
	for _, path := range []string{"file", "../x", "..", "."} {
		if place, err := v.LocateAt(int(open.Fd()), gone, path, true, ToWrite); err != unix.ENOENT {
			place.Close()
			t.Errorf("LocateAt(%s) in a removed folder: %v", path, err)
		}
	}
	for _, path := range []string{"/proc/self/fd/%/..", "/proc/self/fd/%/../out/file", "/proc/self/fd/%", "/dev/fd/%/file", "/proc/thread-self/fd/%/file"} {
		path = strings.ReplaceAll(path, "%", strconv.Itoa(int(folder.Fd())))
		if err := deny(v, path, true, ToStat); Reason(err) == "" {
			t.Errorf("Locate(%s) = %v", path, err)
		}
	}
}

// TestMoved moves the folders that lead to a root away under the view.
func TestMoved(t *testing.T) {
	root := tree(t)
	must(t, os.MkdirAll(root+"/a/b/permitted", 0o755))
	v := newView(t, Policy{Write: []string{root + "/a/b/permitted"}})
	must(t, os.Rename(root+"/a/b", root+"/a/was"))
	must(t, os.MkdirAll(root+"/a/b/permitted", 0o755))
	must(t, os.WriteFile(root+"/a/b/permitted/secret", nil, 0o644))
	place, err := v.Locate(root+"/a/b/permitted/secret", true, ToRead)
	must(t, err)
	defer place.Close()
	if _, err := place.Stat(); err != unix.ENOENT {
		t.Errorf("another folder took the root's place: %v", err)
	}
}

// TestReplaced has something else take the place of what was found.
func TestReplaced(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Write: []string{root + "/temporary"}})
	name := root + "/temporary/x"
	must(t, os.WriteFile(name, []byte("own"), 0o644))
	place, err := v.Locate(name, true, ToWrite)
	must(t, err)
	defer place.Close()
	must(t, os.Remove(name))
	must(t, os.Symlink(root+"/out/file", name))
	if fd, err := place.Open(unix.O_RDWR|unix.O_TRUNC, 0); err == nil {
		unix.Close(fd)
		t.Error("a link was followed that was not there before")
	}
	must(t, os.Remove(name))
	must(t, unix.Mkfifo(name, 0o644))
	if fd, err := place.Open(unix.O_RDWR, 0); Reason(err) == "" {
		unix.Close(fd)
		t.Errorf("a pipe in place of a file: %v", err)
	}
	if text, err := os.ReadFile(root + "/out/file"); err != nil || string(text) != "out/file" {
		t.Errorf("outside: %q, %v", text, err)
	}
}

// TestLongLink has a link whose own path is longer than the system takes.
func TestLongLink(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Write: []string{root + "/temporary"}})
	at, err := unix.Open(root+"/temporary", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	must(t, err)
	long := strings.Repeat("d", 200)
	for range maxPath / 200 {
		must(t, unix.Mkdirat(at, long, 0o755))
		next, err := unix.Openat(at, long, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		must(t, err)
		unix.Close(at)
		at = next
	}
	defer unix.Close(at)
	must(t, unix.Symlinkat(root+"/out", at, "link"))
	for _, path := range []string{"link/file", "link/new", "link/../out/file"} {
		if place, err := v.LocateAt(at, "", path, true, ToWrite); Reason(err) == "" {
			place.Close()
			t.Errorf("LocateAt(%s) = %v", path, err)
		}
	}
	must(t, RemoveAll(root+"/temporary"))
}

func TestRealPath(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Read: []string{root + "/in"}})
	for path, want := range map[string]string{"in/inside": "in/file", "around/deep/..": "in", "in/deep/../file": "in/file", "in/file": "in/file"} {
		place, err := v.Locate(root+"/"+path, true, ToStat)
		must(t, err)
		if place.Path() != root+"/"+want {
			t.Errorf("the path of %s is %s", path, place.Path())
		}
		place.Close()
	}
}

func TestReadLink(t *testing.T) {
	root := tree(t)
	v := newView(t, Policy{Read: []string{root + "/in"}})
	for path, want := range map[string]error{"in/inside": nil, "in/file": unix.EINVAL, "in/deep": unix.EINVAL, "in/none": unix.ENOENT} {
		place, err := v.Locate(root+"/"+path, false, ToRead)
		must(t, err)
		if target, err := place.ReadLink(); err != want || err == nil && target != "deep/../file" {
			t.Errorf("the link %s: %q, %v", path, target, err)
		}
		place.Close()
	}
}

func TestErrors(t *testing.T) {
	if err := known(unix.EIO); Reason(err) == "" {
		t.Errorf("an unexpected error: %v", err)
	}
	if err := known(unix.ENOENT); err != unix.ENOENT {
		t.Errorf("an expected error: %v", err)
	}
	if Reason(errors.New("x")) != "" || Reason(nil) != "" {
		t.Error("a reason without a denial")
	}
}
