// Package nvim_test drives the plugin in a real, headless Neovim: once against
// a fake server, which shows what the plugin sends and what it does with the
// answers, and once against the real one on the demo workspace, which shows
// what a user of hotlens sees.
//
// What the editor draws is compared with the files under testdata. To accept
// what it draws now, run: go test ./editors/nvim/test -update
package nvim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the editor draws to the golden files")

// serveVariable makes the test binary be the fake server.
const serveVariable = "HOTLENS_TEST_FAKE_SERVER"

// shutdownGrace is how long processes may live after Neovim has ended. It only
// passes when one is left behind.
const shutdownGrace = 30 * time.Second

func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) != "" {
		// What the plugin's health check asks the real program.
		if len(os.Args) > 1 && os.Args[1] != "lsp" {
			fmt.Println("fake", os.Args[1])
			if os.Args[1] == "doctor" {
				fmt.Printf("ok       JDK                chosen by %s\nwarning  memory bound       there is none\n%27s -> set a bound\n", strings.Join(os.Args[2:], " "), "")
			}
			return
		}
		serveFake(context.Background(), standardStreams{})
		return
	}
	flag.Parse()
	os.Exit(m.Run())
}

type standardStreams struct{}

func (standardStreams) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (standardStreams) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (standardStreams) Close() error                { return os.Stdin.Close() }

// TestPlugin runs the plugin against the fake server.
func TestPlugin(t *testing.T) {
	workspace := t.TempDir()
	sources := filepath.Join(workspace, "src")
	if err := os.Mkdir(sources, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "// A program.\nclass Main {\n    public static void main(String[] args) {\n        System.out.println(1);\n    }\n}\n"
	for _, name := range []string{"Main.java", "Other.java"} {
		if err := os.WriteFile(filepath.Join(sources, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	drawn := runNeovim(t, workspace, "plugin.lua", []string{self, "lsp"}, serveVariable+"=1")
	compare(t, "plugin.golden", drawn)
}

// TestHelpTags holds the tags of the help file, which are in the repository so that :help works from a plain clone,
// against those that Neovim makes.
func TestHelpTags(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile(filepath.Join("..", "doc", "hotlens.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "hotlens.txt"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), shutdownGrace)
	defer cancel()
	output, err := exec.CommandContext(ctx, neovim(t), "--headless", "--clean", "-n", "-c", "helptags "+folder, "-c", "qall!").CombinedOutput()
	if err != nil {
		t.Fatalf("Neovim: %v\n%s", err, output)
	}
	made, err := os.ReadFile(filepath.Join(folder, "tags"))
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	compare(t, filepath.Join("..", "..", "doc", "tags"), string(made))
}

// TestDemo runs the plugin against the real server, on the demo workspace and beside jdtls.
func TestDemo(t *testing.T) {
	server := filepath.Join(t.TempDir(), "hotlens")
	build := exec.Command("go", "build", "-o", server, "hotlens/cmd/hotlens")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building hotlens: %v\n%s", err, output)
	}
	workspace := fixedLength(t.TempDir())
	if err := os.CopyFS(workspace, os.DirFS(filepath.Join("..", "..", "demo"))); err != nil {
		t.Fatal(err)
	}
	drawn := runNeovim(t, workspace, "demo.lua", []string{server, "lsp"})
	compare(t, "demo.golden", withoutDecisions(share.ReplaceAllString(drawn, "$1.x%")))

	projects := t.TempDir()
	for name, text := range map[string]string{
		"app/Main.java":    "class Main {\n    public static void main(String[] args) {\n        Library.use();\n    }\n}\n",
		"lib/Library.java": "class Library {\n    static void use() { }\n}\n",
	} {
		path := filepath.Join(projects, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, "jdtls.golden", runNeovim(t, projects, "jdtls.lua", []string{server, "lsp"}))

	covered := t.TempDir()
	if err := os.WriteFile(filepath.Join(covered, "Covered.java"), []byte(coveredText), 0o644); err != nil {
		t.Fatal(err)
	}
	compare(t, "coverage.golden", runNeovim(t, covered, "coverage.lua", []string{server, "lsp"}))

	tested := t.TempDir()
	for name, text := range testTexts {
		path := filepath.Join(tested, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, "tests.golden", runNeovim(t, tested, "tests.lua", []string{server, "lsp"}, "HOTLENS_JUNIT="+junit(t)))
}

// junit is a class path with JUnit 4.
func junit(t *testing.T) string {
	t.Helper()
	var jars []string
	for _, name := range []string{"junit4.jar", "hamcrest.jar"} {
		jar, err := filepath.Abs(filepath.Join("..", "..", "..", ".tools", "java", "usr", "share", "java", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(jar); err != nil {
			t.Fatalf("%v: run \"make tools\", and see .ci/jars.txt", err)
		}
		jars = append(jars, jar)
	}
	return strings.Join(jars, string(filepath.ListSeparator))
}

// testTexts are two classes of tests.
var testTexts = map[string]string{
	"src/WordsTest.java": `import static org.junit.Assert.assertEquals;

import org.junit.Ignore;
import org.junit.Test;

public class WordsTest {
    @Test public void adds() { assertEquals(2, 1 + 1); }
    @Test public void compares() {
        assertEquals("how many", 1 + 1, 3);
    }
    @Ignore("not yet") @Test public void later() { }
}
`,
	"src/OtherTest.java": "import org.junit.Test;\n\npublic class OtherTest {\n    @Test public void passes() { }\n}\n",
}

// coveredText is a program of which a part is not executed.
const coveredText = `public interface Covered {
    public static void main(String[] args) {
        run(0);
    }

    static int run(int way) {
        if (way == 1) {
            return 7;
        }
        return way + 1;
    }
}
`

// share matches a share of the whole run. Its last digit is left out of the golden
// file: the whole holds the class library's start-up work, of which updates of the
// JDK do a little more or less.
var share = regexp.MustCompile(`(\d)\.\d%`)

// decisions matches the sign of an inlining decision behind a hint, decisionColumn
// what a hover's table says about it, and decisionReasons why it was taken. The golden file leaves them out: whether the
// inliner has looked at a call depends on how hot the calling method became, and
// with it on where the compiler's thresholds stand.
var (
	decisions      = regexp.MustCompile(`(?m)^(\d+:\d+ hint .*%) [●◐○]$`)
	decisionColumn = regexp.MustCompile(`(?m)^(\|.*\| +(?:Share|<?\d+%) \|) [^|]*\|$|^(\|.*\| ----: \|) :?-+ \|$`)

	decisionReasons = regexp.MustCompile(`(?m)^[^|\n]*\b(?:inlined|guarded|rejected): .*\n\n`)
)

func withoutDecisions(drawn string) string {
	drawn = decisions.ReplaceAllString(drawn, "$1")
	drawn = decisionColumn.ReplaceAllString(drawn, "$1$2")
	return decisionReasons.ReplaceAllString(drawn, "")
}

// runNeovim runs a script of testdata in a headless Neovim whose working
// directory is the workspace, and returns what it writes. It fails the test if
// the script fails, or if a process outlives Neovim.
func runNeovim(t *testing.T, workspace, script string, server []string, environment ...string) string {
	t.Helper()
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	command, err := json.Marshal(server)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-2*shutdownGrace))
		defer cancel()
	}
	// Every process that Neovim starts inherits the pipe's writing end, so that
	// the end of the file tells that the last of them has ended.
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()

	var stdout, stderr bytes.Buffer
	nvim := exec.CommandContext(ctx, neovim(t), "--headless", "--clean", "-n",
		"-c", "luafile "+filepath.Join(testdata, script))
	nvim.Dir = workspace
	nvim.Stdout, nvim.Stderr = &stdout, &stderr
	nvim.ExtraFiles = []*os.File{writer}
	nvim.Env = append(os.Environ(), environment...)
	nvim.Env = append(nvim.Env,
		"HOTLENS_PLUGIN="+filepath.Dir(filepath.Dir(testdata)),
		"HOTLENS_TESTDATA="+testdata,
		"HOTLENS_CMD="+string(command),
	)
	for _, kind := range []string{"CONFIG", "DATA", "STATE", "CACHE", "RUNTIME"} {
		directory := t.TempDir()
		if kind == "RUNTIME" {
			// Its sockets must not be open to others.
			if err := os.Chmod(directory, 0o700); err != nil {
				t.Fatal(err)
			}
			nvim.Env = append(nvim.Env, "XDG_RUNTIME_DIR="+directory)
			continue
		}
		nvim.Env = append(nvim.Env, "XDG_"+kind+"_HOME="+directory)
	}
	err = nvim.Run()
	writer.Close()
	if err != nil {
		t.Errorf("Neovim: %v\n%s\nwritten so far:\n%s", err, &stderr, &stdout)
	}
	if err := reader.SetReadDeadline(time.Now().Add(shutdownGrace)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, reader); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a process that Neovim started has outlived it")
	} else if err != nil {
		t.Fatal(err)
	}
	if t.Failed() {
		t.FailNow()
	}
	return stdout.String()
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	path := filepath.Join("testdata", golden)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make it with: go test ./editors/nvim/test -update)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the editor draws something else than %s (-want +got):\n%s", path, diff)
	}
}

var neovimVersion = regexp.MustCompile(`^NVIM v(\d+)\.(\d+)`)

// neovim returns a Neovim of version 0.10 or newer: the one that HOTLENS_NVIM
// names, else the one on PATH, else the one that "make tools" has installed.
func neovim(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	candidates := []string{"nvim", filepath.Join(root, ".tools", "nvim", "nvim")}
	if named := os.Getenv("HOTLENS_NVIM"); named != "" {
		candidates = []string{named}
	}
	for _, candidate := range candidates {
		output, err := exec.Command(candidate, "--version").Output()
		if err != nil {
			continue
		}
		match := neovimVersion.FindStringSubmatch(string(output))
		if match == nil {
			continue
		}
		major, _ := strconv.Atoi(match[1])
		minor, _ := strconv.Atoi(match[2])
		if major > 0 || minor >= 10 {
			return candidate
		}
	}
	t.Fatalf("no Neovim 0.10 or newer among %q: run \"make tools\", or set HOTLENS_NVIM", candidates)
	return ""
}

// workspaceLength is the length of the path of the demo's copy. The program
// opens a file by a relative path, which the class library completes byte by
// byte: how many bytecodes that takes depends on the path's length.
const workspaceLength = 120

func fixedLength(directory string) string {
	return filepath.Join(directory, strings.Repeat("d", workspaceLength-len(directory)-1))
}
