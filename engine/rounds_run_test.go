//go:build unix

package engine

import (
	"context"
	"errors"
	"testing"
	"time"

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
