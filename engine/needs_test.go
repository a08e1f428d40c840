//go:build unix

package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/configuration"
)

// TestPlanNeeds has the worker of a program from the command line prepare what the program's last run has needed, and that of another program nothing.
func TestPlanNeeds(t *testing.T) {
	request := save(t, t.TempDir(), "Demo.java", demo)
	other := save(t, t.TempDir(), "Demo.java", demo)
	const none, learned = "has {[] false}\n", "has {[{java/util/Random [4 7]}] true}\n"
	for i, c := range []struct {
		file     string
		profiled bool
		want     string
	}{{request.File, false, none}, {request.File, true, learned}, {other.File, true, none}, {request.File, false, learned}, {other.File, false, learned}} {
		plan, err := Prepare(context.Background(), Target{Name: c.file, Arguments: []string{"needs"}}, configuration.Profile())
		if err != nil {
			t.Fatal(err)
		}
		printed, err := os.Create(filepath.Join(t.TempDir(), "output"))
		if err != nil {
			t.Fatal(err)
		}
		streams := Streams{Stdout: printed}
		if c.profiled {
			_, _, err = plan.Profile(context.Background(), streams)
		} else {
			_, err = plan.Run(context.Background(), streams)
		}
		plan.Close()
		printed.Close()
		if err != nil {
			t.Fatal(err)
		}
		output, err := os.ReadFile(printed.Name())
		if err != nil || !strings.HasSuffix(string(output), c.want) {
			t.Errorf("run %d prints %q, %v; want %q", i, output, err, c.want)
		}
	}
}

// TestDropOldest keeps the files that were written last, and whatever is none of those that are counted.
func TestDropOldest(t *testing.T) {
	folder := t.TempDir()
	written := time.Unix(1_000_000, 0)
	for i, name := range []string{"c.json", "a.json", "kept", "d.json", "b.json"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, written, written.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if err := dropOldest(folder, 2); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	if diff := cmp.Diff([]string{"b.json", "d.json", "kept"}, left); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
}
