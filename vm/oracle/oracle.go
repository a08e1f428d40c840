// Package oracle compares hotlens with HotSpot: it is what the tests that run whole
// Java programs share. It finds the two virtual machines, compiles programs, runs
// commands in empty folders, and shows where two outputs part.
//
// Invariant: only tests import it.
package oracle

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Timeout bounds one run of one program, on either VM. It is there to end a program that
// hangs, and must never end one that is slow: the slowest takes half a minute where
// nothing else runs, and machines are busy.
const Timeout = 15 * time.Minute

// Tier is how hotlens executes programs: other tests have their own say.
var Tier = flag.String("tier", "auto", "execute programs with this tier: auto, interp or jit")

// Tools are the programs that the tests of this package start.
type Tools struct {
	JDK                  JDK
	Java, Javac, Hotlens string
	Settings             []string // what the environment of all of them has besides Environment
	// Preview is the release whose preview features programs are compiled with; "": without.
	Preview string
}

// FindTools finds the JDK and builds hotlens, once for all tests of a package.
func FindTools(t testing.TB) Tools {
	t.Helper()
	found := Tools{JDK: JDK{Home: JDKHome(t), Release: Release(t)}, Java: JDKTool(t, "java"), Javac: JDKTool(t, "javac"), Hotlens: filepath.Join(shared.folder(t), "hotlens")}
	shared.building.Lock()
	defer shared.building.Unlock()
	if _, err := os.Stat(found.Hotlens); err == nil {
		return found
	}
	build := exec.Command("go", "build", "-o", found.Hotlens, "hotlens/cmd/hotlens")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make builds it, under the race detector too
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building hotlens: %v\n%s", err, output)
	}
	return found
}

// JDKTool finds a program of the JDK where hotlens itself looks first:
// HOTLENS_JDK, JAVA_HOME, PATH.
func JDKTool(t testing.TB, name string) string {
	t.Helper()
	for _, variable := range []string{"HOTLENS_JDK", "JAVA_HOME"} {
		if home := os.Getenv(variable); home != "" {
			if path, err := exec.LookPath(filepath.Join(home, "bin", name)); err == nil {
				return path
			}
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%v: the differential tests need a JDK 17; set JAVA_HOME to one", err)
	}
	return path
}

// JDKHome is the folder of the JDK that JDKTool finds.
func JDKHome(t testing.TB) string {
	t.Helper()
	java, err := filepath.EvalSymlinks(JDKTool(t, "java"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(filepath.Dir(java))
}

// QuickJavac has javac itself be compiled by HotSpot's first compiler alone, and collect by one thread. It makes the same class
// files in a third of the processor time: it has ended before the second compiler's code pays.
var QuickJavac = []string{"-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"}

// Compile compiles every Java file below folder with one call of javac, once for all
// tests of a package, and returns the folder of the classes. The files of a program's
// folder that are not sources are its resources and are copied there. Jars are on the
// class path.
func Compile(t testing.TB, tools Tools, folder string, jars ...string) string {
	t.Helper()
	files, err := filesBelow(folder)
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, tools, folder, jars, files)
}

// CompilePrograms is Compile for a few of the programs in folder only.
func CompilePrograms(t testing.TB, tools Tools, folder string, names ...string) string {
	t.Helper()
	var files []string
	for _, name := range names {
		files = append(files, ProgramFiles(t, folder, name)...)
	}
	return compile(t, tools, folder, nil, files)
}

// compile compiles some of the files below a folder.
func compile(t testing.TB, tools Tools, folder string, jars, files []string) string {
	t.Helper()
	shared.building.Lock()
	defer shared.building.Unlock()
	key := strings.Join(slices.Concat([]string{tools.Javac, tools.Preview, folder}, jars, files), string(filepath.ListSeparator))
	if classes, ok := shared.classes[key]; ok {
		return classes
	}
	classes, err := os.MkdirTemp(shared.folder(t), "classes-")
	if err != nil {
		t.Fatal(err)
	}
	arguments := slices.Concat(QuickJavac, []string{"-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", classes,
		"-cp", strings.Join(append([]string{folder}, jars...), string(filepath.ListSeparator))})
	if tools.Preview != "" {
		arguments = append(arguments, "--enable-preview", "--release", tools.Preview)
	}
	for _, path := range files {
		if filepath.Ext(path) == ".java" {
			arguments = append(arguments, path)
			continue
		}
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		_, resource, isResource := strings.Cut(filepath.ToSlash(relative), "/")
		if !isResource {
			continue // the arguments or the input of a program
		}
		if err := copyFile(path, filepath.Join(classes, filepath.FromSlash(resource))); err != nil {
			t.Fatal(err)
		}
	}
	if output, err := exec.Command(tools.Javac, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("compiling %s: %v\n%s", folder, err, output)
	}
	shared.classes[key] = classes
	return classes
}

// filesBelow are all files in a folder and those in it; of a file, itself.
func filesBelow(root string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, path)
		}
		return err
	})
	return found, err
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// Arguments reads the arguments of a program, one per line; none if there
// is no such file.
func Arguments(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Result is what one run of a program gave.
type Result struct {
	Stdout, Stderr string
	Status         string // the exit status, or how else the process ended
	// CPU is the processor time of the process and of those that it has waited for,
	// which tells more than the wall time where tests run beside each other.
	CPU time.Duration
	// Resident is the most memory that one of these processes has had at a time, in
	// bytes; 0 where the system does not say, or the command does not ask for it.
	Resident int64
}

// Command is a program to run.
type Command struct {
	Program   string
	Arguments []string
	Input     string        // the file that is its stdin; without a file of that name, stdin is empty
	Folder    string        // where it runs; "" is an empty folder of its own
	Timeout   time.Duration // 0 is the constant Timeout
	Settings  []string      // what its environment has besides Environment
	Measured  bool          // whether the memory is asked for that it takes, see resident.go
}

// KeepsNoCode is a setting of a command, for hotlens that compiles everything: such a run has a file in the folder of kept code for each of
// thousands of methods, and to write and read them takes longer than to compile them.
const KeepsNoCode = "HOTLENS_CODE_CACHE=off"

// compilerFailed begins what hotlens says of a method that its compiler failed on, and that
// it therefore interprets: right results do not show it.
const compilerFailed = "hotlens: warning: compiling "

// Run runs a command, and stops it with its time out. A bug of hotlens' compiler fails the
// test.
func Run(t testing.TB, command Command) Result {
	t.Helper()
	timeout := command.Timeout
	if timeout == 0 {
		timeout = Timeout
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	var resident func() int64
	if command.Measured {
		command, resident = measured(t, command)
	}
	run := exec.CommandContext(ctx, command.Program, command.Arguments...)
	run.Dir = command.Folder
	if run.Dir == "" {
		run.Dir = t.TempDir()
	}
	run.Env = append(Environment(), "HOTLENS_CODE_CACHE="+filepath.Join(shared.folder(t), "code"))
	run.Env = append(run.Env, command.Settings...)
	run.WaitDelay = 5 * time.Second // a grandchild may hold the pipes
	stdin, err := os.Open(command.Input)
	switch {
	case err == nil:
		defer func() { _ = stdin.Close() }()
		run.Stdin = stdin
	case !errors.Is(err, fs.ErrNotExist):
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	err = run.Run()
	status := fmt.Sprint(run.ProcessState.ExitCode())
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		status = fmt.Sprintf("none after %v", timeout)
	case err != nil && !errors.As(err, &exit):
		t.Fatalf("starting %s: %v", command.Program, err)
	case err != nil && !exit.Exited():
		status = exit.String()
	}
	if at := strings.Index(stderr.String(), compilerFailed); at >= 0 {
		t.Errorf("%s", strings.TrimSpace(stderr.String()[at:]))
	}
	result := Result{
		Stdout: stdout.String(), Stderr: stderr.String(), Status: status,
		CPU: run.ProcessState.UserTime() + run.ProcessState.SystemTime(),
	}
	if command.Measured {
		result.Resident = resident()
	}
	return result
}

// Environment is this process's environment with the settings that change
// what a Java program prints made the same everywhere.
func Environment() []string {
	var environment []string
	for _, setting := range os.Environ() {
		switch name, _, _ := strings.Cut(setting, "="); name {
		case "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LANG", "LC_ALL", "LC_CTYPE", "TZ":
		default:
			environment = append(environment, setting)
		}
	}
	return append(environment, "LC_ALL=C.UTF-8", "TZ=UTC")
}

// FirstDifference shows the first line in which two texts differ, with the lines
// before it and the bytes quoted.
func FirstDifference(want, got string) string {
	const before = 3 // lines of context
	wantLines, gotLines := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	at := 0
	for at < len(wantLines) && at < len(gotLines) && wantLines[at] == gotLines[at] {
		at++
	}
	var out strings.Builder
	for i := max(0, at-before); i < at; i++ {
		fmt.Fprintf(&out, "line %4d      %s", i+1, wantLines[i])
	}
	line := func(lines []string) string {
		if at >= len(lines) || lines[at] == "" {
			return "(nothing: the text ends here)"
		}
		return fmt.Sprintf("%q", lines[at])
	}
	fmt.Fprintf(&out, "line %4d want %s\n          got  %s\n", at+1, line(wantLines), line(gotLines))
	if at < len(wantLines) && at < len(gotLines) {
		column := commonPrefix(wantLines[at], gotLines[at])
		fmt.Fprintf(&out, "from column %d: want %.60q\n             got  %.60q\n", column+1, wantLines[at][column:], gotLines[at][column:])
	}
	fmt.Fprintf(&out, "%d lines wanted, %d got", strings.Count(want, "\n"), strings.Count(got, "\n"))
	return out.String()
}

// commonPrefix is how many bytes two texts have in common at their start.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// LastLines returns at most n lines from the end of text.
func LastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
