//go:build linux

package filesystem

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReads checks which files of a folder a program is noted to depend on.
func TestReads(t *testing.T) {
	root := tree(t)
	in := filepath.Join(root, "in")
	v := newView(t, Policy{
		Read: []string{in, filepath.Join(root, "out")}, Write: []string{filepath.Join(root, "in/deep")},
		Names: Names{List: []Name{{Program: Workspace, Host: in}}},
	})
	look := func(path string, purpose Purpose) {
		t.Helper()
		place, err := v.Locate(path, true, purpose)
		if err != nil && err != unix.ENOENT && Reason(err) == "" {
			t.Fatalf("%s: %v", path, err)
		}
		place.Close()
	}
	look(in+"/before", ToRead)
	v.NoteReads(filepath.Join(root, "around")) // a link to "in"
	expect := func(want string, wantMore bool) {
		t.Helper()
		if paths, more := v.Reads(); strings.Join(paths, " ") != want || more != wantMore {
			t.Errorf("reads %q, more: %t; want %q, %t", strings.Join(paths, " "), more, want, wantMore)
		}
	}
	look(in+"/file", ToRead)
	look(Workspace+"/deep/../none", ToStat)
	look(in+"/no/folder", ToStat)
	look(in+"/chain", ToRead)         // a link to out/file
	look(in, ToStat)                  // that the folder is there
	look(in+"/deep", ToRead)          // its entries
	look(in+"/Main.class", ToRead)    // the compiler's business
	look(root+"/out/file", ToRead)    // elsewhere
	look(root+"/in.txt", ToRead)      // not permitted, and not in the folder
	look(in+"/deep/written", ToWrite) // by the program itself
	look(in+"/deep/written", ToRead)
	look(in+"/deep/file", ToRead)
	look(in+"/deep/file", ToWrite)
	expect("chain deep/ file no/folder none", false)
	for i := range MaxReads {
		look(fmt.Sprintf("%s/%d", in, i), ToStat)
	}
	if paths, more := v.Reads(); len(paths) > MaxReads || !more {
		t.Errorf("%d files are noted, more: %t", len(paths), more)
	}
}
