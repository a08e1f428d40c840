package main

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hotlens/engine/confinement"
	"hotlens/vm/configuration"
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
// the kernel's sandbox, and by the VM's own checks alone; by the names that the program
// sees, by the host's paths where it sees names, and where it sees those anyway.
func TestEscapes(t *testing.T) {
	for _, test := range []struct {
		name               string
		off, handed, short bool
		paths              configuration.Paths
	}{
		{"confined", false, false, true, configuration.PathsFixed},
		{"confined by the host's paths", false, true, false, configuration.PathsFixed},
		{"confined without names", false, false, false, configuration.PathsReal},
		{"unconfined", true, false, false, configuration.PathsFixed},
		{"unconfined by the host's paths", true, true, true, configuration.PathsFixed},
		{"unconfined without names", true, false, false, configuration.PathsReal},
	} {
		if testing.Short() && !test.short {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			oracle.Once(t)
			if test.off {
				t.Setenv(confinement.Variable, confinement.Off)
			}
			testEscapes(t, test.paths, test.handed)
		})
	}
}

func testEscapes(t *testing.T, paths configuration.Paths, handed bool) {
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
	if err := os.Symlink("key.txt", filepath.Join(root, "secret", "alias")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOTLENS_TEST_SECRET", "hush")
	before := treeOf(t, root)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(root, "project")
	arguments := []string{
		"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"), "--paths", string(paths),
		"-cp", classes, "Escapes", filepath.Join(cache, "hotlens"),
	}
	if handed {
		arguments = append(arguments, project)
	}
	run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: project, Arguments: arguments})
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

// complaints is a run's stderr, without what hotlens says when these tests themselves run
// without the kernel's sandbox.
func complaints(run oracle.Result) string {
	if confinement.IsOff() {
		_, after, _ := strings.Cut(run.Stderr, "\n")
		return after
	}
	return run.Stderr
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
		{"hookLoops", "3", few, `^hotlens: stopped after 30,000,000 bytecodes; give more with --max-bytecodes \(setting hotlens.maxBytecodes\)`},
		{"hookWaits", "3", many, `^hotlens: the program hangs: thread Thread-0 waits for ever in Object.wait`},
		{"threadsLoop", "3", few, `--max-bytecodes`},
		{"threads", "3", many, `^hotlens: the program has more than 50 threads alive; give more with the setting hotlens.threads \(--threads\)`},
		{"output", "3", many, `^hotlens: the program wrote more than 1 MB of output; give more with the setting hotlens.output \(--max-output\)`},
		{"duplicates", "3", many, `--max-output`},
		{"offHeap", "1", many, `java.lang.OutOfMemoryError: Cannot reserve 1048576 bytes of direct buffer memory`},
		{"deflaters", "3", many, `^hotlens: the program made the VM hold more than 408 MB beside the Java heap, .*; give more with --heap \(setting hotlens.heap\)`},
		{"classes", "3", few, `--max-bytecodes`},
		{"files", "1", many, `\(Too many open files\)`},
		{"disk", "3", many, `^hotlens: the program's temporary files take more than 20 MB; give more with the setting hotlens.temp \(--max-temp\)`},
		{"diskWithoutNames", "3", many, `--max-temp`},
		{"diskByMaps", "3", many, `--max-temp`},
		{"diskByCopies", "3", many, `--max-temp`},
		{"diskByEntries", "3", many, `--max-temp`},
		{"diskInTheDark", "3", many, `--max-temp`},
		{"diskReused", "0", many, `^$`},
		{"strings", "3", few, `--max-bytecodes`},
		{"monitors", "1", many, `java.lang.OutOfMemoryError: Java heap space`},
		{"catchesAll", "3", few, `--max-bytecodes`},
		{"nativeRecursion", "1", many, `InvocationTargetException`},
		{"initializers", "1", many, `java.lang.StackOverflowError`},
		{"halts", "5", many, `^$`},
		{"sleeps", "3", many, `^hotlens: the program hangs: thread main waits for ever in Thread.sleep`},
		{"deadlock", "3", many, `^hotlens: the program hangs: `},
	}
	for _, test := range oracle.SampleOf(t, hostileShare, tests, func(test struct{ mode, status, bytecodes, stderr string }) string { return test.mode }) {
		t.Run(test.mode, func(t *testing.T) {
			oracle.Once(t)
			run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{
				"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"),
				"--heap", "32m", "--threads", "50", "--max-output", "1m", "--max-temp", "20m", "--timeout", "10m", "--max-bytecodes", test.bytecodes,
				"-cp", classes, "Hostile", test.mode,
			}})
			if run.Status != test.status {
				t.Errorf("exit status %s, want %s", run.Status, test.status)
			}
			if !regexp.MustCompile(test.stderr).MatchString(complaints(run)) {
				t.Errorf("stderr does not match %s; its end:\n%s", test.stderr, oracle.LastLines(run.Stderr, 10))
			}
		})
	}
}

// TestRunsAfterLitter wants a program not to stop those that come after it: the same
// temporary folder is theirs, empty.
func TestRunsAfterLitter(t *testing.T) {
	oracle.Once(t)
	tools, classes := sandboxClasses(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var first string
	for range 2 {
		run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{
			"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"), "-cp", classes, "Hostile", "litter",
		}})
		if run.Status != "0" || run.Stderr != "" {
			t.Fatalf("exit status %s; the end of stderr:\n%s", run.Status, oracle.LastLines(run.Stderr, 10))
		}
		if first == "" {
			first = run.Stdout
		}
		if run.Stdout != first {
			t.Errorf("the temporary folder was %s and is %s", first, run.Stdout)
		}
	}
	if _, err := os.Stat(strings.TrimSpace(first)); !os.IsNotExist(err) {
		t.Errorf("the temporary folder is left behind: %v", err)
	}
}

// TestManifests wants the manifest of a library not to open folders to the program.
func TestManifests(t *testing.T) {
	tools, classes := sandboxClasses(t)
	root := t.TempDir()
	secret := filepath.Join(root, "secret")
	for _, folder := range []string{"lib", "secret", "work"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	key := filepath.Join(secret, "key.txt")
	if err := os.WriteFile(key, []byte("the key\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	class, err := os.ReadFile(filepath.Join(classes, "Reader.class"))
	if err != nil {
		t.Fatal(err)
	}
	manifest := "Manifest-Version: 1.0\nMain-Class: Reader\nClass-Path: / ../secret/ file:" + secret + "/\n"
	jar := filepath.Join(root, "lib", "reader.jar")
	writeJar(t, jar, map[string][]byte{"META-INF/MANIFEST.MF": []byte(manifest), "Reader.class": class})
	for _, start := range [][]string{{"-jar", jar}, {"-cp", jar, "Reader"}} {
		run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: filepath.Join(root, "work"), Arguments: append(append([]string{
			"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"),
		}, start...), key)})
		if want := "java.nio.file.AccessDeniedException\nnull\n"; run.Status != "0" || run.Stdout != want {
			t.Errorf("%s: exit status %s, it prints\n%swant\n%s", start[0], run.Status, run.Stdout, want)
		}
		if want := "hotlens: the manifest of " + jar + " names /, which the program may not read; allow it with --allow-read / (setting hotlens.policy.read)\n"; !strings.HasPrefix(run.Stderr, want) {
			t.Errorf("%s: stderr is\n%swant\n%s", start[0], run.Stderr, want)
		}
	}
}

// writeJar makes a jar of files by name.
func writeJar(t *testing.T, path string, files map[string][]byte) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for name, content := range files {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestHoards runs programs that want the machine's memory without filling their heap. What
// they make live beside it has an account of its own, so each gets an error, or a limit, and
// the machine keeps its memory.
func TestHoards(t *testing.T) {
	tools, classes := sandboxClasses(t)
	// heap, and what a program may have beside it: memory.Native.Limit
	const heap, private = 64 << 20, 64<<20 + 512<<20
	const beside = `^hotlens: the program made the VM hold more than 432 MB beside the Java heap, for classes, platform and virtual threads, compressors and the like; give more with --heap \(setting hotlens.heap\), with which this bound grows`
	tests := []struct{ mode, status, last, stderr string }{
		{"deflaters", "3", ``, beside},
		{"droppedDeflaters", "0", `done`, `^$`},
		{"inflaters", "3", ``, beside},
		{"brokenClasses", "0", `done`, `^$`},
		{"orphans", "0", `done`, `^$`},
		{"refused", "0", `done`, `^$`},
		{"threads", "3", `so far not`, beside},
		{"nestedThreads", "3", `so far not`, beside},
		{"arrayTypes", "0", `OutOfMemoryError: Metaspace`, `^$`},
		{"mountTables", "3", ``, beside},
		{"locks", "1", `so far not`, `java.io.IOException: No locks available`},
		{"watchServices", "1", `so far not`, `java.io.IOException: User limit of inotify instances reached`},
		{"pipes", "1", `so far not`, `java.io.IOException: Too many open files`},
		{"names", "0", `done`, `^$`},
		{"shapes", "3", ``, beside},
	}
	for _, test := range oracle.SampleOf(t, hostileShare, tests, func(test struct{ mode, status, last, stderr string }) string { return test.mode }) {
		t.Run(test.mode, func(t *testing.T) {
			oracle.Once(t)
			run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Timeout: 5 * time.Minute, Measured: true, Arguments: []string{
				"profile", "--tier", *oracle.Tier, "--profilers", "edges", "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"),
				"--heap", strconv.Itoa(heap>>20) + "m", "--timeout", "5m", "-cp", classes, "Hoards", test.mode,
			}})
			if run.Status != test.status {
				t.Errorf("exit status %s, want %s", run.Status, test.status)
			}
			if last := oracle.LastLines(run.Stdout, 1); !regexp.MustCompile(test.last).MatchString(last) {
				t.Errorf("the last line of stdout is %q, want %s", last, test.last)
			}
			if !regexp.MustCompile(test.stderr).MatchString(complaints(run)) {
				t.Errorf("stderr does not match %s; its end:\n%s", test.stderr, oracle.LastLines(run.Stderr, 10))
			}
			// The heap may have gaps; the shared memory has more than the heap.
			if bound := int64(heap + heap/4 + private + 512<<20); run.Resident > bound {
				t.Errorf("the process had %d MB, more than %d", run.Resident>>20, bound>>20)
			}
			t.Logf("%d MB", run.Resident>>20)
		})
	}
}

// bothProgram fills a heap of 400 MB, and keeps some 570 MB beside it.
const bothProgram = `import java.util.*;
import java.util.zip.*;

public class Both {
    public static void main(String[] args) {
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 392; i++) {
            kept.add(new byte[1 << 20]);
        }
        byte[] text = new byte[32 << 10]; // so much that the deflater has touched what it has
        new Random(1).nextBytes(text);
        for (int i = 0; i < DEFLATERS; i++) {
            Deflater next = new Deflater();
            next.setInput(text);
            next.deflate(new byte[8]);
            kept.add(next);
        }
        System.out.println("done " + kept.size());
    }
}
`

// TestHeapAndBeside wants a program to have its heap and what it may keep beside that at the same time.
func TestHeapAndBeside(t *testing.T) {
	tools := oracle.FindTools(t)
	folder := t.TempDir()
	const deflaters = 2050 // each takes some 280 KB
	source := strings.ReplaceAll(bothProgram, "DEFLATERS", strconv.Itoa(deflaters))
	if err := os.WriteFile(filepath.Join(folder, "Both.java"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: folder, Arguments: []string{
		"profile", "--tier", *oracle.Tier, "--heap", "400m", "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"), "Both.java",
	}})
	if want := "done " + strconv.Itoa(392+deflaters) + "\n"; run.Status != "0" || run.Stdout != want {
		t.Errorf("exit status %s, stdout %q, want %q; the end of stderr:\n%s", run.Status, run.Stdout, want, oracle.LastLines(run.Stderr, 10))
	}
}

// TestRefusedProgram wants the user to be told, once, that a program may not start another one, also where it goes another way then and says nothing of it.
func TestRefusedProgram(t *testing.T) {
	tools := oracle.FindTools(t)
	folder := t.TempDir()
	const source = `public class Quiet {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            try {
                new ProcessBuilder("/bin/chmod", "0", "x").start();
            } catch (java.io.IOException e) {
                System.out.println("another way");
            }
        }
    }
}
`
	if err := os.WriteFile(filepath.Join(folder, "Quiet.java"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: folder, Arguments: []string{
		"profile", "--tier", *oracle.Tier, "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"), "Quiet.java",
	}})
	if want := "another way\nanother way\n"; run.Status != "0" || run.Stdout != want {
		t.Errorf("exit status %s, stdout %q, want %q", run.Status, run.Stdout, want)
	}
	if want := "hotlens: the program has tried to start chmod, and running programs is not permitted; allow it with --allow-exec, setting hotlens.policy.exec\n"; complaints(run) != want {
		t.Errorf("stderr is %q, want %q", complaints(run), want)
	}
}

// TestPermittedPrograms demands that a program in the sandbox that may run others can also see what these are, and end them, from
// whatever thread: the kernel confines each thread of the worker by itself.
func TestPermittedPrograms(t *testing.T) {
	oracle.Once(t)
	tools, classes := sandboxClasses(t)
	run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{
		"profile", "--tier", *oracle.Tier, "--clock", "wall", "--allow-exec", "--format", "json", "-o", filepath.Join(t.TempDir(), "profile.json"), "-cp", classes, "Children",
	}})
	if want := "40 of 40 are known, 40 of 40 ended by a signal\n"; run.Status != "0" || run.Stdout != want {
		t.Errorf("exit status %s, stdout %q, want %q; the end of stderr:\n%s", run.Status, run.Stdout, want, oracle.LastLines(run.Stderr, 20))
	}
}
