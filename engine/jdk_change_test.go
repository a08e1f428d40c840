//go:build unix

package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/engine/confinement"
	"hotlens/engine/jdk"
	"hotlens/vm/release"
)

// TestJDKChanges has the JDK of a session updated in its folder, removed and installed again: each save goes by what is there.
func TestJDKChanges(t *testing.T) {
	real, err := jdk.Find("")
	if err != nil {
		t.Fatal(err)
	}
	// The kernel's wall goes by where files really are, and most of this JDK is links.
	t.Setenv(confinement.Variable, "off")
	home := filepath.Join(t.TempDir(), "jdk")
	install := func(version string) {
		t.Helper()
		if err := os.MkdirAll(home, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"bin", "lib", "conf"} {
			if err := os.Symlink(filepath.Join(real.Home, name), filepath.Join(home, name)); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(home, "release"), []byte(release.VersionKey+"=\""+version+"\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := newEngine(t)
	request := save(t, t.TempDir(), "Demo.java", demo)
	request.Config.JDK = home
	for _, step := range []struct {
		name    string
		change  func()
		status  string
		version string // of the JDK, in the profile
		message string // a part of it
	}{
		{"installed", func() { install(real.Version) }, StatusOK, real.Version, ""},
		{"as before", func() {}, StatusUnchanged, "", ""},
		{"updated", func() { install(real.Version + ".1") }, StatusOK, real.Version + ".1", ""},
		{"removed", func() { os.RemoveAll(home) }, StatusFailed, "", home + " is not the folder of a JDK: the folder itself is missing; install"},
		{"a version that is not supported", func() { install("11.0.2") }, StatusFailed, "", "is version 11.0.2, and JDK 17, 21 or 25 is needed"},
		{"installed again", func() { install(real.Version) }, StatusOK, real.Version, ""},
	} {
		step.change()
		got, err := e.Profile(context.Background(), request, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		version := ""
		if got.Profile != nil {
			version = got.Profile.Target.JDK
		}
		if got.Status != step.status || version != step.version || !strings.Contains(got.Message, step.message) {
			t.Errorf("%s: %s by JDK %q, %s; want %s by %q, %s", step.name, got.Status, version, got.Message, step.status, step.version, step.message)
		}
		if got.ClassesHash != "" {
			request.LastClassesHash = got.ClassesHash
		}
	}
}
