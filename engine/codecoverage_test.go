package engine

import (
	"slices"
	"testing"

	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
)

// TestClassPlaces demands that classes are looked for where the program has them from, whatever a build has left in the folders that it is shown as built.
func TestClassPlaces(t *testing.T) {
	part := func(folder string) filesystem.Part { return filesystem.Part{Folder: folder} }
	config := configuration.Run{
		ClassPath: []string{"/p/target/test-classes", "/p/target/classes", "/p/lib.jar", "/p/other/classes"},
		Modules:   configuration.Modules{Path: []string{"/p/modules"}},
		Policy: configuration.Policy{Built: []filesystem.Built{
			{Folder: "/p/target/test-classes", From: []filesystem.Part{part("/compiled"), part("/p/src/test/resources")}},
			{Folder: "/p/target/classes", From: []filesystem.Part{part("/compiled"), part("/p/src/main/resources")}},
			{Folder: "/q/target/classes", From: []filesystem.Part{part("/compiled"), part("/q/src/main/resources")}}, // not on the class path
		}},
	}
	want := []string{"/compiled", "/p/src/test/resources", "/p/src/main/resources", "/p/lib.jar", "/p/other/classes", "/p/modules"}
	if got := classPlaces(config); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	config.Policy.Unrestricted = true // such a program sees the folders as they are
	want = slices.Concat(config.ClassPath, config.Modules.Path)
	if got := classPlaces(config); !slices.Equal(got, want) {
		t.Errorf("with the user's rights %q, want %q", got, want)
	}
}
