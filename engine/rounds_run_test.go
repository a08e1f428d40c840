//go:build unix

package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/configuration"
)

// TestChangesAtTheEndOfARound has a file change again when what ran with it has been told, and the round has not ended yet.
func TestChangesAtTheEndOfARound(t *testing.T) {
	folder := t.TempDir()
	main := save(t, folder, "Main.java", "class Main { public static void main(String[] args) { } }").File
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const rounds = 3
	ran, changed := 0, 0
	r := &Rounds{Workspace: folder, Folder: folder, Config: configuration.Server(), Changed: func(paths []string, _ int) { changed += len(paths) }, Warn: func(err error) { t.Error(err) }}
	r.Ran = func(Round) error {
		if ran++; ran == rounds {
			cancel()
		} else {
			r.changed([]string{main})
		}
		return nil
	}
	if err := r.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if ran != rounds || changed != rounds-1 {
		t.Errorf("%d runs and %d changes, want %d and %d", ran, changed, rounds, rounds-1)
	}
}

// fakeMaven knows nothing of a project, and when that has two modules a source is saved before it has said so.
const fakeMaven = `#!/bin/sh
if grep -q more pom.xml && ! [ -e asked ]; then
	touch asked
	echo "// saved" >>core/src/main/java/Core.java
	exec sleep 600 # until it is ended
fi
`

// TestBranchesWhileAProjectIsRead has a module come to a build while that is watched, as another branch is checked out, and a source be saved while Maven is asked about it.
func TestBranchesWhileAProjectIsRead(t *testing.T) {
	folder, tools := t.TempDir(), t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), mode)); err != nil {
			t.Error(err)
		}
	}
	module := func(name, class string) {
		write(filepath.Join(folder, name, "pom.xml"), "<project><groupId>shop</groupId><artifactId>"+name+"</artifactId></project>", 0o600)
		write(filepath.Join(folder, name, "src/main/java", class+".java"), "class "+class+" { public static void main(String[] args) { } }", 0o600)
	}
	write(filepath.Join(tools, "mvn"), fakeMaven, 0o755)
	t.Setenv("PATH", tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
	write(filepath.Join(folder, "pom.xml"), "<project><groupId>shop</groupId><modules><module>core</module></modules></project>", 0o600)
	module("core", "Core")

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	r := &Rounds{Workspace: folder, Folder: folder, Config: configuration.Server(), Changed: func([]string, int) {}, Warn: func(err error) { t.Error(err) }}
	var ran []string
	r.Ran = func(round Round) error {
		ran = append(ran, filepath.Base(round.File))
		switch len(ran) {
		case 1:
			module("more", "More")
			write(filepath.Join(folder, "pom.xml"), "<project><groupId>shop</groupId><modules><module>core</module><module>more</module></modules></project>", 0o600)
			r.changed([]string{filepath.Join(folder, "core/src/main/java/Core.java")})
		case 3:
			write(filepath.Join(folder, "more/src/main/java/More.java"), "class More { public static void main(String[] args) { more(); } static void more() { } }", 0o600)
		case 4:
			cancel()
		}
		return nil
	}
	if err := r.Run(ctx); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"Core.java", "Core.java", "More.java", "More.java"}, ran); diff != "" {
		t.Errorf("what has run (-want +got):\n%s", diff)
	}
}
