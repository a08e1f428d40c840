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
	image, err := jimage.Open(filepath.Join(oracle.JDKHome(t), "lib", "modules"))
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
