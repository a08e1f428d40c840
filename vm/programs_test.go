package vm_test

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
	"regexp"
	"strings"
	"testing"
	"time"
)

// program chooses the Java programs that the tests of this package run.
var program = flag.String("program", "", "run only the Java programs whose name matches this regular expression")

const (
	// programTimeout bounds one run of one program, on either VM. The slowest
	// program takes about a second on java.
	programTimeout = 60 * time.Second
	// concurrentPrograms is how many programs run at the same time.
	concurrentPrograms = 2
	// programHeap is the heap of both VMs: enough for every program, and soon
	// exhausted by the one that wants to see it exhausted.
	programHeap = "256m"
)

// TestPrograms runs each program of testdata/programs on java and on hotlens and
// demands the same bytes on stdout and the same exit status.
//
// A program is a file Name.java, or a folder Name whose class Name has the main
// method and whose other files are classes in packages and resources. Beside it,
// Name.args holds its arguments, one per line, and Name.in its standard input.
func TestPrograms(t *testing.T) {
	const folder = "testdata/programs"
	names := chosenPrograms(t, folder)
	tools := findTools(t)
	classes := compileJava(t, tools, folder)
	slots := make(chan struct{}, concurrentPrograms)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()

			arguments := programArguments(t, filepath.Join(folder, name+".args"))
			input := filepath.Join(folder, name+".in")
			onJava := append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx" + programHeap, "-cp", classes, name}, arguments...)
			onHotlens := append([]string{"run", "--heap", programHeap, "-cp", classes, name}, arguments...)
			want := runProgram(t, input, tools.java, onJava)
			got := runProgram(t, input, tools.hotlens, onHotlens)
			if got.status != want.status {
				t.Errorf("exit status %s, java has %s", got.status, want.status)
			}
			if got.stdout != want.stdout {
				t.Errorf("stdout differs from java's:\n%s", firstDifference(want.stdout, got.stdout))
			}
			if t.Failed() && got.stderr != "" {
				t.Logf("the end of its stderr:\n%s", lastLines(got.stderr, 20))
			}
		})
	}
}

// tools are the programs that the tests of this package start.
type tools struct {
	java, javac, hotlens string
}

// findTools finds the JDK and builds hotlens into a folder that goes with t.
func findTools(t *testing.T) tools {
	t.Helper()
	found := tools{java: jdkTool(t, "java"), javac: jdkTool(t, "javac"), hotlens: filepath.Join(t.TempDir(), "hotlens")}
	if output, err := exec.Command("go", "build", "-o", found.hotlens, "hotlens").CombinedOutput(); err != nil {
		t.Fatalf("building hotlens: %v\n%s", err, output)
	}
	return found
}

// jdkTool finds a program of the JDK where hotlens itself looks first:
// HOTLENS_JDK, JAVA_HOME, PATH.
func jdkTool(t *testing.T, name string) string {
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

// chosenPrograms lists the programs in folder that -program chooses, sorted.
func chosenPrograms(t *testing.T, folder string) []string {
	t.Helper()
	chosen, err := regexp.Compile(*program)
	if err != nil {
		t.Fatalf("flag -program: %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		name, isSource := strings.CutSuffix(entry.Name(), ".java")
		if (isSource || entry.IsDir()) && chosen.MatchString(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("no program in %s matches %q", folder, *program)
	}
	return names
}

// compileJava compiles every Java file below folder with one call of javac, and
// returns the folder of the classes. The files of a program's folder that are not
// sources are its resources and are copied there.
func compileJava(t *testing.T, tools tools, folder string) string {
	t.Helper()
	classes := t.TempDir()
	arguments := []string{"-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", classes}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if filepath.Ext(path) == ".java" {
			arguments = append(arguments, path)
			return nil
		}
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		_, resource, isResource := strings.Cut(filepath.ToSlash(relative), "/")
		if !isResource {
			return nil // the arguments or the input of a program
		}
		return copyFile(path, filepath.Join(classes, filepath.FromSlash(resource)))
	})
	if err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command(tools.javac, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("compiling %s: %v\n%s", folder, err, output)
	}
	return classes
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

// programArguments reads the arguments of a program, one per line; none if there
// is no such file.
func programArguments(t *testing.T, file string) []string {
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

// result is what one run of a program gave.
type result struct {
	stdout, stderr string
	status         string // the exit status, or how else the process ended
}

// runProgram runs a command in an empty folder of its own. Its stdin is the file
// input, or empty if there is no such file.
func runProgram(t *testing.T, input, command string, arguments []string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), programTimeout)
	defer cancel()
	run := exec.CommandContext(ctx, command, arguments...)
	run.Dir = t.TempDir()
	run.Env = programEnvironment()
	run.WaitDelay = 5 * time.Second // a grandchild may hold the pipes
	stdin, err := os.Open(input)
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
		status = fmt.Sprintf("none after %v", programTimeout)
	case err != nil && !errors.As(err, &exit):
		t.Fatalf("starting %s: %v", command, err)
	case err != nil && !exit.Exited():
		status = exit.String()
	}
	return result{stdout.String(), stderr.String(), status}
}

// programEnvironment is this process's environment with the settings that change
// what a Java program prints made the same everywhere.
func programEnvironment() []string {
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

// firstDifference shows the first line in which two texts differ, with the lines
// before it and the bytes quoted.
func firstDifference(want, got string) string {
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

// lastLines returns at most n lines from the end of text.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
