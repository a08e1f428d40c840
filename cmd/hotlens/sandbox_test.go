package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/confinement"
	"hotlens/vm/oracle"
)

// These tests try to get out of the sandbox of "hotlens profile", and to harm the
// machine from inside it.

// sandboxClasses compiles vm/testdata/sandbox.
func sandboxClasses(t *testing.T) (tools oracle.Tools, classes string) {
	t.Helper()
	tools = oracle.FindTools(t)
	return tools, oracle.Compile(t, tools, "../../vm/testdata/sandbox")
}

// TestEscapes demands that each attempt fails, with a message that names the
// setting which would allow it, and that nothing outside has changed afterwards: with
// the kernel's sandbox, and by the VM's own checks alone.
func TestEscapes(t *testing.T) {
	t.Run("confined", testEscapes)
	t.Run("unconfined", func(t *testing.T) {
		t.Setenv(confinement.Variable, confinement.Off)
		testEscapes(t)
	})
}

func testEscapes(t *testing.T) {
	tools, classes := sandboxClasses(t)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"project/notes.txt": "notes\n", "secret/key.txt": "the key\n", "secret/Key.class": "no class\n"}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOTLENS_TEST_SECRET", "hush")
	before := treeOf(t, root)
	run := oracle.Run(t, oracle.Command{
		Program: tools.Hotlens, Folder: filepath.Join(root, "project"),
		Arguments: []string{"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"), "-cp", classes, "Escapes"},
	})
	if run.Status != "0" {
		t.Errorf("exit status %s; the end of stderr:\n%s", run.Status, oracle.LastLines(run.Stderr, 20))
	}
	want, err := os.ReadFile("../../vm/testdata/sandbox/Escapes.want")
	if err != nil {
		t.Fatal(err)
	}
	if run.Stdout != string(want) {
		t.Errorf("the outcomes differ:\n%s", oracle.FirstDifference(string(want), run.Stdout))
	}
	if strings.Contains(run.Stdout, "GOT") {
		t.Error("an attempt got something")
	}
	if difference := cmp.Diff(before, treeOf(t, root)); difference != "" {
		t.Errorf("files outside the sandbox have changed (-before +after):\n%s", difference)
	}
}

// treeOf is what there is below a folder: by path the mode, the time and the
// contents.
func treeOf(t *testing.T, root string) map[string]string {
	t.Helper()
	tree := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		var text []byte
		if !entry.IsDir() {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		tree[path] = info.Mode().String() + " " + info.ModTime().String() + " " + string(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// hostileShare is the share of the hostile programs that run with -short: see oracle.Sample.
const hostileShare = 4

// TestHostile runs programs that want all of the machine, or never to end. Each is
// stopped by the limit that it deserves, with exit status 3 and a line that says
// how to give more, or ends by a Java error.
func TestHostile(t *testing.T) {
	tools, classes := sandboxClasses(t)
	const few, many = "30000000", "1000000000" // bytecodes: a second or so; enough to reach another limit
	tests := []struct{ mode, status, bytecodes, stderr string }{
		{"exits", "7", many, `^$`},
		{"hookLoops", "3", few, `^hotlens: the program executed more than 30000000 bytecodes; give more with --max-bytecodes \(setting hotlens.maxBytecodes\)`},
		{"hookWaits", "3", many, `^hotlens: the program hangs: every thread waits`},
		{"threadsLoop", "3", few, `--max-bytecodes`},
		{"threads", "3", many, `^hotlens: the program has more than 50 threads alive; give more with the setting hotlens.threads \(--threads\)`},
		{"output", "3", many, `^hotlens: the program wrote more than 1 MB of output; give more with the setting hotlens.output \(--max-output\)`},
		{"duplicates", "3", many, `--max-output`},
		{"offHeap", "1", many, `java.lang.OutOfMemoryError: Cannot reserve 1048576 bytes of direct buffer memory`},
		{"classes", "3", few, `--max-bytecodes`},
		{"files", "1", many, `\(Too many open files\)`},
		{"strings", "3", few, `--max-bytecodes`},
		{"monitors", "1", many, `java.lang.OutOfMemoryError: Java heap space`},
		{"catchesAll", "3", few, `--max-bytecodes`},
		{"nativeRecursion", "1", many, `InvocationTargetException`},
		{"initializers", "1", many, `java.lang.StackOverflowError`},
		{"halts", "5", many, `^$`},
		{"sleeps", "3", many, `^hotlens: the program hangs: every thread waits`},
		{"deadlock", "3", many, `^hotlens: the program hangs: every thread waits`},
	}
	modes := make([]string, len(tests))
	for i, test := range tests {
		modes[i] = test.mode
	}
	some := oracle.Sample(t, hostileShare, modes)
	for _, test := range tests {
		if !slices.Contains(some, test.mode) {
			continue
		}
		t.Run(test.mode, func(t *testing.T) {
			run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{
				"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"),
				"--heap", "32m", "--threads", "50", "--max-output", "1m", "--timeout", "10m", "--max-bytecodes", test.bytecodes,
				"-cp", classes, "Hostile", test.mode,
			}})
			if run.Status != test.status {
				t.Errorf("exit status %s, want %s", run.Status, test.status)
			}
			if !regexp.MustCompile(test.stderr).MatchString(run.Stderr) {
				t.Errorf("stderr does not match %s; its end:\n%s", test.stderr, oracle.LastLines(run.Stderr, 10))
			}
		})
	}
}
