// Package jimagetest opens the library of the JDK at hand for tests.
//
// Invariant: only tests import it.
package jimagetest

import (
	"path/filepath"
	"testing"

	"hotlens/vm/jimage"
	"hotlens/vm/oracle"
)

// Library opens the image with the JDK's class files, until t has ended.
func Library(t testing.TB) *jimage.Image {
	t.Helper()
	return LibraryOf(t, oracle.JDKHome(t))
}

// LibraryOf is Library for the JDK in a folder.
func LibraryOf(t testing.TB, home string) *jimage.Image {
	t.Helper()
	image, err := jimage.Open(filepath.Join(home, "lib", "modules"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := image.Close(); err != nil {
			t.Error(err)
		}
	})
	return image
}
