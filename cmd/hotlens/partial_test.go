//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"hotlens/engine"
	"hotlens/profiles"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
)

// waiter runs until there is a file, and counts in every tier meanwhile.
const waiter = `import java.io.File;

public class Waiter {
    static long work(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += square(i);
        return sum;
    }

    static long square(long n) { return n * n % 7; }

    public static void main(String[] args) {
        File go = new File(args[0]);
        int rounds = Integer.parseInt(args[1]);
        long sum = 0;
        System.out.println("waiting");
        do { sum += work(1000); } while (--rounds > 0 || !go.exists());
        System.out.println(sum > 0);
    }
}
`

// profileServed profiles a program as the server does, and tells watch of it, at intervals by its clock as well.
func profileServed(t *testing.T, e *engine.Engine, file string, arguments []string, interval time.Duration, watch engine.Watch) *engine.Result {
	t.Helper()
	config := configuration.Server()
	config.Limits.Timeout, config.SnapshotInterval = 5*time.Minute, interval
	result, err := e.Profile(t.Context(), engine.Request{
		File: file, Workspace: filepath.Dir(file), Config: config, Arguments: arguments, Watch: watch,
	}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if result.Status != engine.StatusOK || result.Outcome.ExitStatus != 0 {
		t.Fatalf("%s: %s\n%s", result.Status, result.Message, result.Outcome.Output)
	}
	return result
}

func newWaiter(t *testing.T) (*engine.Engine, string) {
	t.Helper()
	oracle.FindTools(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	folder := t.TempDir()
	for name, text := range map[string]string{"Waiter.java": waiter, "there": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := engine.New()
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, folder
}

// TestPartialProfiles looks at a program that goes on only when it has been looked at twice.
func TestPartialProfiles(t *testing.T) {
	oracle.Once(t)
	e, folder := newWaiter(t)
	var started atomic.Bool
	var partial []*profiles.Profile
	result := profileServed(t, e, filepath.Join(folder, "Waiter.java"), []string{"go", "1"}, 0, engine.Watch{
		First:   time.Millisecond,
		Started: func(engine.Running) { started.Store(true) },
		Partial: func(running engine.Running, p *profiles.Profile) {
			if partial = append(partial, p); len(partial) != 2 {
				return
			}
			if o := running.Outcome(); o.Main != "Waiter" || o.Output != "waiting\n" || !o.Running || o.Wall <= 0 {
				t.Errorf("the program is at %+v", o)
			}
			if err := os.WriteFile(filepath.Join(folder, "go"), nil, 0o600); err != nil {
				t.Error(err)
			}
		},
	})
	if !started.Load() || result.Outcome.Output != "waiting\ntrue\n" {
		t.Errorf("started: %t; it has printed %q", started.Load(), result.Outcome.Output)
	}
	for i, p := range append(partial, result.Profile) {
		if p.Complete != (i == len(partial)) {
			t.Errorf("profile %d is complete: %t", i, p.Complete)
		}
		if err := p.Validate(); err != nil {
			t.Errorf("profile %d: %v", i, err)
		}
		// A thousand calls of square in each call of work that has ended.
		calls := map[string]uint64{}
		for _, c := range p.Contexts {
			calls[p.Methods[c.Method].Name] += c.Calls
		}
		if rest := 1000*calls["work"] - calls["square"]; rest > 1000 || i == len(partial) && rest != 0 {
			t.Errorf("profile %d has %d calls of work and %d of square", i, calls["work"], calls["square"])
		}
	}
}

// TestPartialProfilesChangeNothing runs the same program while somebody looks often, and without. Of Streams the inliner decides much by numbers
// that depend on when counters were last added up.
func TestPartialProfilesChangeNothing(t *testing.T) {
	e, folder := newWaiter(t)
	file, arguments := filepath.Join(folder, "Waiter.java"), []string{"there", "2000"}
	if !testing.Short() {
		var err error
		if file, err = filepath.Abs("../../engine/bench/programs/Streams.java"); err != nil {
			t.Fatal(err)
		}
		arguments = []string{"full", "2", "0"}
	}
	var looks atomic.Int64
	looking := engine.Watch{First: time.Millisecond, Partial: func(engine.Running, *profiles.Profile) { looks.Add(1) }}
	var files [2]bytes.Buffer
	for i, result := range []*engine.Result{profileServed(t, e, file, arguments, 0, engine.Watch{}), profileServed(t, e, file, arguments, 300*time.Microsecond, looking)} {
		if err := profiles.Encode(&files[i], result.Profile); err != nil {
			t.Fatal(err)
		}
	}
	if files[0].String() != files[1].String() {
		t.Errorf("looked at %d times besides, the program has another profile:\n%s", looks.Load(), oracle.FirstDifference(files[0].String(), files[1].String()))
	}
}
