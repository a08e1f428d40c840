//go:build linux

package filesystem

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompileOnDemand has a program look for class files of which there are some, or their sources, or nothing.
func TestCompileOnDemand(t *testing.T) {
	classes, roots := t.TempDir(), []string{t.TempDir(), t.TempDir()}
	write := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(classes, "app/Main.class"))
	for _, source := range []string{"app/Main.java", "app/Plugin.java", "Broken.java", "lib/a/A.java", "lib/b/B.java", "last/C.java"} {
		write(filepath.Join(roots[1], source))
	}
	for name, policy := range map[string]Policy{
		"sandbox":      {Read: []string{classes}, Names: Names{List: []Name{{Program: Workspace, Host: classes}}}},
		"unrestricted": {Unrestricted: true},
	} {
		t.Run(name, func(t *testing.T) {
			v := newView(t, policy)
			seen := classes
			if !policy.Unrestricted {
				seen = Workspace
			}
			var asked []string
			v.CompileOnDemand([]Sources{{Classes: classes, Roots: roots}}, func(class string) {
				if asked = append(asked, class); class == "app.Plugin" {
					write(filepath.Join(classes, "app/Plugin.class"))
				}
			})
			for path, want := range map[string]bool{"app/Main.class": true, "app/Plugin$Inner.class": false, "app/Plugin.class": true, "Broken.class": false, "app/Plugin.txt": false, "app/Other.class": false} {
				for range 2 {
					place, err := v.Locate(filepath.Join(seen, path), true, ToRead)
					if err != nil || !policy.Unrestricted && place.exists != want { // an unrestricted place is looked at later
						t.Errorf("%s exists: %t, want %t (%v)", path, place.exists, want, err)
					}
					place.Close()
				}
			}
			for _, look := range []struct {
				folder  string
				purpose Purpose
				want    string // what is to be compiled; "" for nothing
			}{
				{"", ToStat, ""}, {"app", ToStat, ""}, {"none", ToStat, ""}, {"none", ToRead, ""}, {"lib/a", ToRead, ""}, {"lib/a", ToChange, ""},
				{"lib/a", ToStat, "lib.a.*"}, {"lib/a", ToStat, ""}, {"lib", ToStat, "lib.*"}, {"lib/b", ToStat, ""},
				{"app", ToRead, "app.*"}, {"app", ToRead, ""}, {"", ToRead, "*"}, {"last", ToStat, ""},
			} {
				before := len(asked)
				place, err := v.Locate(filepath.Join(seen, look.folder), true, look.purpose)
				if err == nil {
					place.Close()
				}
				if got := strings.Join(asked[before:], " "); got != look.want {
					t.Errorf("%+v: was asked to compile %q", look, got)
				}
				asked = asked[:before]
			}
			if slices.Sort(asked); !slices.Equal(asked, []string{"Broken", "app.Plugin"}) {
				t.Errorf("was asked to compile %q", asked)
			}
			if err := os.Remove(filepath.Join(classes, "app/Plugin.class")); err != nil {
				t.Fatal(err)
			}
		})
	}
}
